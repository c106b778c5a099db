//! What a prescribed motion does where it is not smooth.
//!
//! Between two instants that rounding can just tell apart, f changes by no more than f' times the time between them, f' by no more than
//! f'' times it. What is more is a jump: of the velocity, which joints and contacts feel as an impact, or of the place, and then the motion is
//! none.

use super::Motion;

/// Part of one and of the place by which a place may jump: rounding of expressions, far below what contacts tell from zero twice over.
const PLACE: f64 = 1e-9;

/// Part of one and of the place that no motion goes through between two instants told apart by rounding: behind it there is a pole.
const POLE: f64 = 1e-6;

/// Part of one and of the velocity by which a velocity may jump unfelt: rounding.
const VELOCITY: f64 = 1e-12;

/// What motions do between two instants that rounding can just tell apart.
#[derive(Debug, Clone, PartialEq)]
pub enum Jolt {
    /// Places and velocities go on.
    None,
    /// The velocity of some body jumps.
    Velocity,
    /// The place of a body jumps, or is not finite: whose, and what it does, in words.
    Torn(String),
}

impl Jolt {
    /// What one motion of a body does from one instant to another.
    pub fn of(motion: &dyn Motion, whose: &str, before: f64, after: f64) -> Self {
        let (time, [a, b]) = (after - before, [before, after].map(|t| motion.at(t)));
        if ![a, b].iter().all(|jet| (jet.value + jet.rate).is_finite()) {
            return Self::Torn(format!("\"{whose}\" is not finite"));
        }
        let (jump, place) = ((b.value - a.value).abs(), 1.0 + a.value.abs().min(b.value.abs()));
        let moved = 2.0 * time * (a.rate.abs() + b.rate.abs());
        if jump > PLACE * place + moved.min(POLE * place) {
            return Self::Torn(format!("\"{whose}\" jumps by {jump:.3e} (m or rad)"));
        }
        let sped = 2.0 * time * (a.acceleration.abs() + b.acceleration.abs());
        let felt = VELOCITY * (1.0 + a.rate.abs().min(b.rate.abs()));
        // An acceleration without bound (the root of a time) is no jump.
        if (b.rate - a.rate).abs() > felt + sped { Self::Velocity } else { Self::None }
    }

    /// The worse of two.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (&self, &other) {
            (Self::Torn(_), _) | (Self::Velocity, Self::None | Self::Velocity) => self,
            _ => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::{Interpolation, Jet, Table};

    const BEFORE: f64 = 0.5 - 4.0 * f64::EPSILON;

    #[derive(Debug)]
    struct Of(fn(f64) -> Jet);

    impl Motion for Of {
        fn at(&self, t: f64) -> Jet {
            (self.0)(t)
        }
    }

    #[test]
    fn corners_jumps_and_poles_are_told_apart() {
        let table = |kind| Table::new(vec![0.0, 0.5, 2.0], vec![0.0, 0.0, 1.5], kind).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(Jolt::of(&table(Interpolation::Linear), "a", BEFORE, 0.5), Jolt::Velocity);
        assert_eq!(Jolt::of(&table(Interpolation::Cubic), "a", BEFORE, 0.5), Jolt::None, "only f'' jumps");
        let step = Of(|t| Jet { value: if t < 0.5 { 0.0 } else { 0.3 }, ..Jet::default() });
        assert!(matches!(Jolt::of(&step, "a", BEFORE, 0.5), Jolt::Torn(text) if text.contains("jumps by 3.000e-1")));
        let pole = Of(|t| Jet { value: 1.0 / (t - 0.5), rate: -(t - 0.5).powi(-2), acceleration: 0.0 });
        assert!(matches!(Jolt::of(&pole, "a", BEFORE, 0.5 + f64::EPSILON), Jolt::Torn(_)), "finite on both sides");
        assert!(matches!(Jolt::of(&pole, "a", BEFORE, 0.5), Jolt::Torn(text) if text.contains("not finite")));
    }
}
