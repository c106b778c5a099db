//! Instants at which a number that depends on time in any way passes zero, or a multiple of another one: looked for in an interval.
//!
//! The number and its rate are taken at evenly spread points. Between two at which its sign is the same it may dip to zero and back: only
//! if it comes nearer behind the first and goes away before the second, and then its rate vanishes at the dip. What has changed between two
//! points is bracketed down to rounding, and the later end is the instant: there everything is as it is behind it. A number that only touches
//! zero has its instant there too: sqrt(x) turns back where x touches zero.

use carom_mechanics::signal::Jet;

use super::after::After;
use super::tree::Tree;

/// Points of an interval at which a number is taken. Intervals are steps of an integrator; a number that swings more often than that in one
/// needs a smaller `largest-step`.
const POINTS: u32 = 16;

/// Halvings of a bracket: down to rounding.
const HALVINGS: usize = 100;

/// Halvings towards a dip.
const TOWARDS_DIP: usize = 50;

/// A dip to less than this part of the number beside it touches zero: some thousand roundings.
const TOUCHES: f64 = 1e-12;

/// A number that with its rate stays below this over an interval is nothing but rounding: it has no corners worth a step.
const NOISE: f64 = 1e-13;

/// A number at whose zeros, or multiples of `step`, something is not smooth.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kink {
    pub tree: Tree,
    pub step: Option<f64>,
}

/// Between which of those instants one lies: the sign, or the number of multiples passed.
pub(super) type Class = f64;

impl Kink {
    fn at(&self, t: f64) -> After {
        self.tree.value(After(Jet { value: t, rate: 1.0, acceleration: 0.0 }), &[])
    }

    /// What is so just after an instant.
    pub fn class(&self, t: f64) -> Class {
        let number = self.at(t);
        match self.step {
            None => number.side(),
            Some(step) => {
                let Jet { value, rate, acceleration } = number.0;
                After(Jet { value: value / step, rate: rate / step, acceleration: acceleration / step }).floor()
            }
        }
    }

    /// The first instant after t and not after `end` at which the class is another one than at t.
    pub fn first(&self, t: f64, end: f64) -> Option<f64> {
        let now = self.class(t);
        let points = (0..=POINTS).map(|k| self.at(t + (end - t) * f64::from(k) / f64::from(POINTS)).0);
        if { points }.all(|jet| jet.value.abs() <= NOISE && jet.rate.abs() <= NOISE) {
            return None;
        }
        let mut low = t;
        for k in 1..=POINTS {
            let high = if k == POINTS { end } else { t + (end - t) * f64::from(k) / f64::from(POINTS) };
            if high <= low {
                continue;
            }
            let found =
                if self.class(high) == now { self.dip(now, low, high) } else { Some(self.bracket(now, low, high)) };
            if found.is_some() {
                return found;
            }
            low = high;
        }
        None
    }

    /// Halves down to the first instant at which the class is not that of `low`.
    fn bracket(&self, now: Class, mut low: f64, mut high: f64) -> f64 {
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if self.class(middle) == now {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }

    /// The first instant between two of the same sign at which the number has the other one, or just behind where it touches zero.
    fn dip(&self, now: Class, first: f64, last: f64) -> Option<f64> {
        let (mut low, mut high) = (first, last);
        let away = |t: f64| now * self.at(t).0.rate;
        if self.step.is_some() || now == 0.0 || away(low) >= 0.0 || away(high) <= 0.0 {
            return None;
        }
        let size = |t: f64| self.at(t).0.value.abs();
        let touches = TOUCHES * size(first).max(size(last));
        for _ in 0..TOWARDS_DIP {
            let middle = 0.5 * (low + high);
            if self.class(middle) == -now && size(middle) > touches {
                return Some(self.bracket(now, first, middle));
            }
            if away(middle) < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        (size(high) <= touches).then_some(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml::expression::corners::Corners;
    use crate::toml::expression::tree::{Binary, Unary};

    fn swing(omega: f64) -> Tree {
        Tree::unary(Unary::Sin, Tree::binary(Binary::Multiply, Tree::Number(omega), Tree::Time))
    }

    #[test]
    fn corners_of_what_swings_are_found() {
        let folded = Corners::of_motion(&Tree::unary(Unary::Abs, swing(2.0)));
        let mut t = 0.1;
        for k in 1..=5 {
            t = folded.before(t, t + 2.0).unwrap_or(f64::NAN);
            let right = f64::from(k) * std::f64::consts::FRAC_PI_2;
            // Rounding of 2 t.
            assert!((t - right).abs() <= 2.0 * f64::EPSILON * right, "{t}, {right}");
        }
        assert_eq!(folded.before(0.1, 1.0), None);
    }

    #[test]
    fn a_dip_between_two_points_is_seen() {
        // sin t passes 0.999 for 0.09 s about pi/2, and sixteen points of an interval of ten seconds are 0.6 s apart.
        let crest = Tree::binary(Binary::Max, swing(1.0), Tree::Number(0.999));
        let first = Corners::of_motion(&crest).before(0.0, 10.0).unwrap_or(f64::NAN);
        assert!((first - 0.999_f64.asin()).abs() < 1e-14, "{first}");
    }

    #[test]
    fn rounding_has_no_corners() {
        let square = |tree| Tree::binary(Binary::Power, tree, Tree::Number(2.0));
        let sum = Tree::binary(Binary::Add, square(swing(1.0)), square(Tree::unary(Unary::Cos, Tree::Time)));
        let nothing = Tree::binary(Binary::Subtract, sum, Tree::Number(1.0));
        assert_eq!(Corners::of_motion(&Tree::unary(Unary::Abs, nothing)).before(0.0, 3.0), None);
    }

    #[test]
    fn poles_are_corners_of_motions_only() {
        let pole = Tree::binary(Binary::Divide, Tree::Number(1.0), swing(1.0));
        let first = Corners::of_motion(&pole).before(1.0, 4.0).unwrap_or(f64::NAN);
        assert!((first - std::f64::consts::PI).abs() < 1e-15, "{first}");
        assert_eq!(Corners::of(&pole).before(1.0, 4.0), None);
    }

    #[test]
    fn corners_are_behind_what_rounding_says() {
        // 3 * 0.3 is a little below 0.9.
        let line = Tree::binary(Binary::Multiply, Tree::Number(3.0), Tree::Time);
        let ramp = Tree::binary(Binary::Max, line, Tree::Number(0.9));
        let corner = Corners::of(&ramp).next(0.0).unwrap_or(f64::NAN);
        assert!((corner - 0.3).abs() < 1e-15);
        assert_eq!(ramp.value(After(Jet { value: corner, rate: 1.0, acceleration: 0.0 }), &[]).0.rate, 3.0);
    }

    /// Seen: tables that moved as sqrt(cos(t)^2) or asin(sin(t)) turned back without anything being struck, since their arguments only touch
    /// where they do.
    #[test]
    fn what_touches_its_end_turns_back() {
        let cosine = Tree::unary(Unary::Cos, Tree::Time);
        let root = Tree::unary(Unary::Sqrt, Tree::binary(Binary::Power, cosine.clone(), Tree::Number(2.0)));
        let triangle = Tree::unary(Unary::Asin, swing(1.0));
        let distance = Tree::binary(Binary::Hypot, cosine, Tree::Number(0.0));
        for (tree, before) in [(root, -1.0), (triangle, 1.0), (distance, -1.0)] {
            let corner = Corners::of_motion(&tree).before(0.3, 2.5).unwrap_or(f64::NAN);
            // The rate changes its sign there up to rounding.
            assert!((corner - std::f64::consts::FRAC_PI_2).abs() < 1e-15, "{tree:?} {corner}");
            let rate = |t: f64| tree.value(After(Jet { value: t, rate: 1.0, acceleration: 0.0 }), &[]).0.rate;
            assert!((rate(corner.next_down()) - before).abs() < 1e-6, "{tree:?} {}", rate(corner.next_down()));
            assert!((rate(corner) + before).abs() < 1e-6, "{tree:?} {}", rate(corner));
        }
    }
}
