//! Along one coordinate: where friction can hold the world, where it must, and what a hand has to push.
//!
//! A hand holds the coordinate s at a value; without friction the rest of the world finds its equilibrium. That is the branch of
//! configurations looked at. On it
//!
//! ```text
//!     can rest      there are forces inside all cones
//!     must rest     moreover a slide along the branch, up or down, would be braked
//! ```
//!
//! Where the two differ the world may stay or go, and Coulomb's law does not say which (wedge, mu > tan of the column's angle).

use super::cones::{Cones, Interval};
use super::dense::largest;
use super::equilibrium::{Balance, Held, balance};
use super::slide::{Slide, Sliding};
use super::still::{Still, unit};

/// First step outwards and the farthest place looked at, in sizes of the smallest body.
const FIRST: f64 = 1e-6;
const FARTHEST: f64 = 10.0;

/// Halvings of an interval: 1e-12 of it.
const HALVINGS: usize = 40;

/// Accelerations below this part of what the forces do are none.
const AT_REST: f64 = 1e-10;

/// Steps of the secant rule for a force of the hand.
const SECANTS: usize = 40;

/// Part of the size of the smallest body over which accelerations are differenced for a frequency.
const DIFFERENCE: f64 = 1e-4;

/// A world and the coordinate along which it is moved.
#[derive(Debug, Clone)]
pub(super) struct Branch<'a> {
    pub still: Still<'a>,
    pub q: Vec<f64>,
    pub coordinate: usize,
}

/// A configuration of the branch.
#[derive(Debug, Clone)]
pub(super) struct Station<'a> {
    pub balance: Balance<'a>,
    /// dq/ds.
    pub direction: Vec<f64>,
    pub mu: Vec<f64>,
    pub coordinate: usize,
}

impl<'a> Branch<'a> {
    /// The configuration at a value of the coordinate.
    pub fn at(&self, value: f64) -> Result<Station<'a>, String> {
        let held = Held { coordinate: self.coordinate, value };
        let balance = balance(&self.still, &self.q, Some(held))?;
        let direction = balance.direction(self.coordinate).ok_or("joints and contacts do not let it move")?;
        let mu = balance.still.friction();
        Ok(Station { balance, direction, mu, coordinate: self.coordinate })
    }

    /// The interval about a value over which something holds; an end is `None` where none was found, and so is all if it does not hold there.
    pub fn interval(&self, value: f64, holds: impl Fn(&Station<'a>) -> bool) -> Option<[Option<f64>; 2]> {
        let at = |s: f64| self.at(s).is_ok_and(|station| holds(&station));
        if !at(value) {
            return None;
        }
        Some([-1.0, 1.0].map(|side| {
            let size = self.still.size();
            let (mut inside, mut step) = (0.0, FIRST * size);
            while at(value + side * step) {
                inside = step;
                step *= 2.0;
                if step > FARTHEST * size {
                    return None;
                }
            }
            Some(value + side * halve(inside, step, HALVINGS, |step| at(value + side * step)))
        }))
    }

    /// omega^2 of a slide with this sign: -da/ds.
    pub fn sliding_square(&self, value: f64, sign: f64) -> Option<f64> {
        let h = DIFFERENCE * self.still.size();
        let a = |s: f64| self.at(s).ok().and_then(|station| station.acceleration(sign, 0.0));
        Some(-(a(value + h)? - a(value - h)?) / (2.0 * h))
    }
}

/// The border between `inside`, where something holds, and `outside`, where it does not.
pub(super) fn halve(mut inside: f64, mut outside: f64, halvings: usize, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..halvings {
        let middle = 0.5 * (inside + outside);
        if holds(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    0.5 * (inside + outside)
}

impl Station<'_> {
    /// Whether there are forces inside all cones.
    pub fn can_rest(&self) -> bool {
        Cones::new(&self.balance.terms, &self.mu, None).is_some_and(|cones| cones.hold())
    }

    /// Whether there are, and no slide begins.
    pub fn must_rest(&self) -> bool {
        self.can_rest() && [-1.0, 1.0].iter().all(|sign| self.acceleration(*sign, 0.0).is_some_and(|a| sign * a <= 0.0))
    }

    /// The forces of a hand that friction can hold.
    pub fn holds(&self) -> Option<Interval> {
        Cones::new(&self.balance.terms, &self.mu, Some(self.coordinate))?.of_load()
    }

    /// A slide up (sign +1) or down (-1) the branch while a hand pushes.
    pub fn slide(&self, sign: f64, push: f64) -> Option<Slide> {
        let sliding = Sliding::new(&self.balance.terms, &self.mu);
        let d: Vec<f64> = self.direction.iter().map(|d| sign * d).collect();
        let load: Vec<f64> = unit(d.len(), self.coordinate).iter().map(|u| u * push).collect();
        sliding.slide(&sliding.signs(&d), &load)
    }

    /// Acceleration of the coordinate in such a slide; `None` if it has no answer.
    pub fn acceleration(&self, sign: f64, push: f64) -> Option<f64> {
        let a = self.slide(sign, push)?.acceleration.get(self.coordinate).copied()?;
        let size = largest(&self.balance.terms.solve_mass(&self.balance.terms.force));
        Some(if a.abs() <= AT_REST * size { 0.0 } else { a })
    }

    /// The force of the hand with which a slide goes on without acceleration, by the secant rule (the accelerations are piecewise linear).
    pub fn slips_at(&self, sign: f64) -> Option<f64> {
        let force = largest(&self.balance.terms.force).max(f64::MIN_POSITIVE);
        let [mut f, mut a] = [0.0, self.acceleration(sign, 0.0)?];
        let (mut next, mut last) = (-a.signum() * 1e-3 * force, f64::INFINITY);
        for _ in 0..SECANTS {
            if a == 0.0 {
                return Some(f);
            }
            let b = self.acceleration(sign, next)?;
            let step = -b * (next - f) / (b - a);
            (f, a) = (next, b);
            // Rounding is reached where the steps no longer shrink.
            if !step.is_finite() || (step.abs() <= 1e-12 * force && step.abs() >= last) {
                return Some(f);
            }
            (next, last) = (f + step, step.abs());
        }
        Some(f)
    }
}
