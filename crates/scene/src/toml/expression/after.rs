//! Functions of time just after an instant.
//!
//! At its corner a function is what it is behind it: `max(0, t - 1)` has the rate 1 at t = 1. So where two numbers are equal, or one is zero or
//! whole, their rates tell which is the larger an instant later, or their accelerations where the rates are equal too. Where a root's argument
//! touches zero, x = a s^2/2, the root is |s| sqrt(a/2), and turns back; so do asin and acos where theirs touches 1 or -1.

use std::f64::consts::FRAC_PI_2;

use carom_mechanics::signal::Jet;

use super::arithmetic::Arithmetic;
use super::tree::{Binary, Unary};

/// A function of time, looked at from the side after the instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct After(pub Jet);

/// Seconds within which an argument is where it touches: what rounding of it and of time leaves.
const TOUCHING: f64 = 1e-7;

/// The root of a number that touches zero here.
fn touching_root(number: Jet) -> Option<Jet> {
    let Jet { value, rate, acceleration } = number;
    let here = acceleration > 0.0
        && value.abs() <= 0.5 * acceleration * TOUCHING * TOUCHING
        && rate.abs() <= acceleration * TOUCHING;
    let slope = (0.5 * acceleration).sqrt();
    here.then(|| Jet { value: value.max(0.0).sqrt(), rate: if rate < 0.0 { -slope } else { slope }, acceleration: 0.0 })
}

impl After {
    /// A root, asin or acos of a number at which it turns back.
    fn turning(self, function: Unary) -> Option<Jet> {
        if function == Unary::Sqrt {
            return touching_root(self.0);
        }
        let Jet { value, rate, acceleration } = self.0;
        let side = value.signum();
        // asin x = side (pi/2 - sqrt(2 (1 - |x|))).
        let left = Jet {
            value: 2.0 * (1.0 - side * value),
            rate: -2.0 * side * rate,
            acceleration: -2.0 * side * acceleration,
        };
        let root = touching_root(left)?;
        let asin = Jet { value: side * (FRAC_PI_2 - root.value), rate: -side * root.rate, acceleration: 0.0 };
        Some(match function {
            Unary::Acos => Jet { value: FRAC_PI_2 - asin.value, rate: -asin.rate, acceleration: 0.0 },
            _ => asin,
        })
    }

    /// The sign just after the instant; zero for what stays zero.
    pub fn side(self) -> f64 {
        let Jet { value, rate, acceleration } = self.0;
        let first = [value, rate, acceleration].into_iter().find(|part| *part != 0.0);
        first.map_or(0.0, |part| if part > 0.0 { 1.0 } else { -1.0 })
    }

    /// The largest whole number not above it just after the instant.
    pub fn floor(self) -> f64 {
        let whole = self.0.value.floor();
        let falls = After(Jet { value: self.0.value - whole, ..self.0 }).side() < 0.0;
        if falls { whole - 1.0 } else { whole }
    }

    fn minus(self, other: Self) -> Self {
        self.binary(Binary::Subtract, other)
    }

    fn truth(condition: bool) -> Self {
        Self::constant(if condition { 1.0 } else { 0.0 })
    }
}

impl Arithmetic for After {
    fn constant(value: f64) -> Self {
        Self(Jet::constant(value))
    }

    fn value(self) -> f64 {
        self.0.value
    }

    fn unary(self, function: Unary) -> Self {
        match function {
            Unary::Abs if self.side() < 0.0 => self.unary(Unary::Negative),
            Unary::Abs => self,
            Unary::Sign => Self::constant(self.side()),
            Unary::Step => Self::truth(self.side() >= 0.0),
            Unary::Not => Self::truth(self.side() == 0.0),
            Unary::Floor => Self::constant(self.floor()),
            Unary::Ceil => Self::constant(-self.unary(Unary::Negative).floor()),
            Unary::Sqrt | Unary::Asin | Unary::Acos => {
                Self(self.turning(function).unwrap_or_else(|| self.0.unary(function)))
            }
            _ => Self(self.0.unary(function)),
        }
    }

    fn binary(self, function: Binary, other: Self) -> Self {
        match function {
            Binary::Power if other.0 == Jet::constant(0.5) => self.unary(Unary::Sqrt),
            Binary::Hypot => {
                let square = |x: Self| x.binary(Binary::Multiply, x);
                square(self).binary(Binary::Add, square(other)).unary(Unary::Sqrt)
            }
            Binary::Min | Binary::Max if self.0.value.is_nan() => self,
            Binary::Min | Binary::Max if other.0.value.is_nan() => other,
            Binary::Min => {
                if other.minus(self).side() < 0.0 {
                    other
                } else {
                    self
                }
            }
            Binary::Max => {
                if other.minus(self).side() > 0.0 {
                    other
                } else {
                    self
                }
            }
            Binary::Less => Self::truth(self.minus(other).side() < 0.0),
            Binary::LessOrEqual => Self::truth(self.minus(other).side() <= 0.0),
            Binary::Equal => Self::truth(self.minus(other).side() == 0.0),
            Binary::Unequal => Self::truth(self.minus(other).side() != 0.0),
            Binary::And => Self::truth(self.side() != 0.0 && other.side() != 0.0),
            Binary::Or => Self::truth(self.side() != 0.0 || other.side() != 0.0),
            Binary::Modulo => {
                let turns = Self::constant(self.binary(Binary::Divide, other).floor());
                self.minus(other.binary(Binary::Multiply, turns))
            }
            _ => Self(self.0.binary(function, other.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml::expression::tree::Tree;

    fn less(value: f64) -> Tree {
        Tree::binary(Binary::Subtract, Tree::Time, Tree::Number(value))
    }

    fn at(tree: &Tree, t: f64) -> Jet {
        tree.value(After(Jet { value: t, rate: 1.0, acceleration: 0.0 }), &[]).0
    }

    /// Seen: a table that moved as max(0, t - 0.5) had the rate 0 at its corner, where the run stopped to see it, and nobody noticed that it
    /// had begun to move. Right is the side after the corner, as tables have it.
    #[test]
    fn at_a_corner_counts_the_side_after_it() {
        let ramp = Tree::binary(Binary::Max, Tree::Number(0.0), less(0.5));
        assert_eq!((at(&ramp, 0.5).rate, at(&ramp, 0.4).rate), (1.0, 0.0));
        let down = Tree::binary(Binary::Min, Tree::Number(0.0), Tree::unary(Unary::Negative, less(0.5)));
        assert_eq!(at(&down, 0.5).rate, -1.0);
        assert_eq!(at(&Tree::unary(Unary::Abs, Tree::unary(Unary::Negative, less(0.5))), 0.5).rate, 1.0);
        let late = Tree::binary(Binary::Less, Tree::Number(0.5), Tree::Time);
        assert_eq!(at(&Tree::choice(late, less(0.5), Tree::Number(0.0)), 0.5).rate, 1.0, "t > 0.5 holds just after");
        assert_eq!(at(&Tree::unary(Unary::Floor, Tree::unary(Unary::Negative, Tree::Time)), 1.0).value, -2.0);
        let saw = Tree::binary(Binary::Modulo, Tree::unary(Unary::Negative, Tree::Time), Tree::Number(1.0));
        assert_eq!(at(&saw, 1.0).value, 1.0, "-t % 1 falls from 1 behind each whole second");
    }
}
