//! The instants at which an expression of time is not smooth.
//!
//! `abs`, `sign`, `step`, `min`, `max` and comparisons have a corner where their argument vanishes, `floor`, `ceil` and `%` where
//! it passes an integer. Where the argument is a t + b, these instants are known before the run.

use super::tree::{Binary, Tree, Unary};

/// An instant, or evenly spaced ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    at: f64,
    /// Time from one to the next.
    period: Option<f64>,
}

impl Corner {
    fn after(&self, t: f64) -> Option<f64> {
        match self.period {
            None => (self.at > t).then_some(self.at),
            Some(period) => {
                let next = self.at + period * (((t - self.at) / period).floor() + 1.0);
                // Rounding may give back t itself.
                [next, next + period].into_iter().find(|&next| next > t && next.is_finite())
            }
        }
    }
}

/// The first corner after t.
pub(super) fn next(corners: &[Corner], t: f64) -> Option<f64> {
    corners.iter().filter_map(|corner| corner.after(t)).min_by(f64::total_cmp)
}

/// Every corner of a tree.
pub(super) fn corners(tree: &Tree) -> Vec<Corner> {
    let mut found = Vec::new();
    collect(tree, &mut found);
    found
}

fn collect(tree: &Tree, found: &mut Vec<Corner>) {
    match tree {
        Tree::Number(_) | Tree::Time | Tree::State(..) | Tree::Coordinate(_) | Tree::Rate(_) => {}
        Tree::Unary(function, a) => {
            match function {
                Unary::Abs | Unary::Sign | Unary::Step | Unary::Not => root(affine(a), found),
                Unary::Floor | Unary::Ceil => integers(affine(a), 1.0, found),
                _ => {}
            }
            collect(a, found);
        }
        Tree::Binary(function, a, b) => {
            match function {
                Binary::Min | Binary::Max | Binary::Less | Binary::LessOrEqual | Binary::Equal | Binary::Unequal => {
                    root(difference(affine(a), affine(b)), found);
                }
                Binary::Modulo => {
                    if let Some(step) = b.number() {
                        integers(affine(a), step, found);
                    }
                }
                _ => {}
            }
            collect(a, found);
            collect(b, found);
        }
        Tree::If(parts) => parts.iter().for_each(|part| collect(part, found)),
    }
}

/// a t + b.
type Affine = Option<[f64; 2]>;

fn difference(left: Affine, right: Affine) -> Affine {
    let ([a, b], [c, d]) = (left?, right?);
    Some([a - c, b - d])
}

fn affine(tree: &Tree) -> Affine {
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

fn root(line: Affine, found: &mut Vec<Corner>) {
    if let Some([a, b]) = line.filter(|[a, _]| *a != 0.0) {
        found.push(Corner { at: -b / a, period: None });
    }
}

/// Where a t + b is a multiple of `step`.
fn integers(line: Affine, step: f64, found: &mut Vec<Corner>) {
    if let Some([a, b]) = line.filter(|[a, _]| *a != 0.0 && step != 0.0) {
        found.push(Corner { at: -b / a, period: Some((step / a).abs()) });
    }
}
