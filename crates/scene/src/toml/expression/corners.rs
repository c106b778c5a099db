//! The instants at which an expression of time is not smooth.
//!
//! `abs`, `sign`, `step`, `min`, `max` and comparisons have a corner where their argument vanishes, `floor`, `ceil` and `%` where
//! it passes a whole number. Where the argument is a t + b, these instants are known before the run; what else depends on time alone is kept
//! as a [`Kink`], whose instants are looked for as the run comes near (`search`). A motion is not smooth either at its poles: where a
//! divisor, the argument of a logarithm or of a root vanishes, where `asin` and `acos` end, or where `hypot` and `atan2` may have passed the
//! origin.
//!
//! Rounding may say at -b / a still what was so before: a corner is the first instant there at which it says what is so behind it.

use super::search::Kink;
use super::tree::{Binary, Tree, Unary};

/// Doublings of one rounding error after a corner, within which the argument has the sign that it has behind it.
const NUDGES: usize = 12;

/// An instant, or evenly spaced ones.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corner {
    at: f64,
    /// Time from one to the next.
    period: Option<f64>,
    /// What passes zero, or multiples of a number, there.
    argument: Kink,
}

impl Corner {
    fn new(argument: Kink, line: [f64; 2]) -> Self {
        let [a, b] = line;
        let period = argument.step.map(|step| (step / a).abs());
        let mut corner = Self { at: -b / a, period, argument };
        if period.is_none() {
            corner.at = corner.behind(corner.at);
        }
        corner
    }

    /// The first instant from about t on at which the argument has passed.
    fn behind(&self, t: f64) -> f64 {
        let late = t + f64::EPSILON * f64::from(1_u32 << NUDGES) * (1.0 + t.abs());
        let (passed, mut nudge) = (self.argument.class(late), f64::EPSILON * t.abs().max(f64::MIN_POSITIVE));
        let mut now = t;
        for _ in 0..NUDGES {
            if self.argument.class(now) == passed {
                break;
            }
            now = t + nudge;
            nudge *= 2.0;
        }
        now
    }

    fn after(&self, t: f64) -> Option<f64> {
        match self.period {
            None => (self.at > t).then_some(self.at),
            Some(period) => {
                let turn = ((t - self.at) / period).floor();
                // Rounding may give back t itself, or the corner that is just ahead of it.
                let corners = (0..3).map(|more| self.behind(self.at + period * (turn + f64::from(more))));
                { corners }.find(|next| *next > t && next.is_finite())
            }
        }
    }
}

/// Where an expression of time is not smooth: instants known, and numbers that pass zero at others.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Corners {
    known: Vec<Corner>,
    /// Numbers whose zeros have to be looked for.
    pub sought: Vec<Kink>,
    poles: bool,
}

impl Corners {
    /// Every corner of a force.
    pub fn of(tree: &Tree) -> Self {
        let mut found = Self::default();
        found.collect(tree);
        found
    }

    /// Every corner of a motion, its poles among them.
    pub fn of_motion(tree: &Tree) -> Self {
        let mut found = Self { poles: true, ..Self::default() };
        found.collect(tree);
        found
    }

    /// The first corner known that is after t.
    pub fn next(&self, t: f64) -> Option<f64> {
        self.known.iter().filter_map(|corner| corner.after(t)).min_by(f64::total_cmp)
    }

    /// The first corner after t and not after `end`, known or not.
    pub fn before(&self, t: f64, end: f64) -> Option<f64> {
        let known = self.next(t).filter(|corner| *corner <= end);
        self.sought.iter().fold(known, |first, kink| kink.first(t, first.unwrap_or(end)).or(first))
    }

    fn collect(&mut self, tree: &Tree) {
        match tree {
            Tree::Number(_) | Tree::Time | Tree::State(..) | Tree::Coordinate(_) | Tree::Rate(_) => {}
            Tree::Unary(function, a) => {
                self.unary(*function, a);
                self.collect(a);
            }
            Tree::Binary(function, a, b) => {
                self.binary(*function, a, b);
                self.collect(a);
                self.collect(b);
            }
            Tree::If(parts) => parts.iter().for_each(|part| self.collect(part)),
        }
    }

    fn unary(&mut self, function: Unary, a: &Tree) {
        match function {
            Unary::Abs | Unary::Sign | Unary::Step | Unary::Not => self.passes(a.clone(), None),
            Unary::Floor | Unary::Ceil => self.passes(a.clone(), Some(1.0)),
            Unary::Ln | Unary::Sqrt if self.poles => self.passes(a.clone(), None),
            Unary::Tan if self.poles => self.passes(Tree::unary(Unary::Cos, a.clone()), None),
            // Vertical where the argument is 1 or -1: asin(sin(t)) turns back there.
            Unary::Asin | Unary::Acos if self.poles => {
                let square = Tree::binary(Binary::Multiply, a.clone(), a.clone());
                self.passes(Tree::binary(Binary::Subtract, Tree::Number(1.0), square), None);
            }
            _ => {}
        }
    }

    fn binary(&mut self, function: Binary, a: &Tree, b: &Tree) {
        match function {
            Binary::Min | Binary::Max | Binary::Less | Binary::LessOrEqual | Binary::Equal | Binary::Unequal => {
                self.passes(Tree::binary(Binary::Subtract, a.clone(), b.clone()), None);
            }
            Binary::Modulo if b.number().is_some() => self.passes(a.clone(), b.number()),
            Binary::Divide if self.poles => self.passes(b.clone(), None),
            // The distance from a point that is passed, and the angle about one.
            Binary::Hypot | Binary::Atan2 if self.poles => {
                self.passes(a.clone(), None);
                self.passes(b.clone(), None);
            }
            Binary::Power if self.poles && b.number().is_none_or(|n| n < 0.0 || n.fract() != 0.0) => {
                self.passes(a.clone(), None);
            }
            _ => {}
        }
    }

    /// Notes a number that passes zero, or multiples of `step`, at a corner.
    fn passes(&mut self, tree: Tree, step: Option<f64>) {
        if step == Some(0.0) {
            return;
        }
        match affine(&tree) {
            Some([0.0, _]) => {}
            Some(line) => self.known.push(Corner::new(Kink { tree, step }, line)),
            None if tree.is_of_time() => self.sought.push(Kink { tree, step }),
            None => {}
        }
    }
}

/// a t + b.
pub(super) type Affine = Option<[f64; 2]>;

fn difference(left: Affine, right: Affine) -> Affine {
    let ([a, b], [c, d]) = (left?, right?);
    Some([a - c, b - d])
}

pub(super) fn affine(tree: &Tree) -> Affine {
    match tree {
        Tree::Number(number) => Some([0.0, *number]),
        Tree::Time => Some([1.0, 0.0]),
        Tree::Unary(Unary::Negative, a) => difference(Some([0.0, 0.0]), affine(a)),
        Tree::Binary(Binary::Add, a, b) => difference(affine(a), difference(Some([0.0, 0.0]), affine(b))),
        Tree::Binary(Binary::Subtract, a, b) => difference(affine(a), affine(b)),
        Tree::Binary(Binary::Multiply, a, b) => match (a.number(), b.number()) {
            (Some(factor), _) => affine(b).map(|line| line.map(|part| factor * part)),
            (_, Some(factor)) => affine(a).map(|line| line.map(|part| factor * part)),
            _ => None,
        },
        Tree::Binary(Binary::Divide, a, b) => {
            let divisor = b.number()?;
            affine(a).map(|line| line.map(|part| part / divisor))
        }
        _ => None,
    }
}
