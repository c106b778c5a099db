//! Sliding contacts whose friction pulls them closed (Painleve), seen in a step.
//!
//! A contact that lasts and slides with velocity s has the normal acceleration
//!
//! ```text
//!     D_N' = p N + b,   p = G_NN - mu G_NT s / |s|
//! ```
//!
//! with b from all other forces. Where p <= 0 no finite force goes with b < 0, and two answers go with b > 0. A step has an answer all
//! the same: an impulse that does not vanish with the step, which is the impact without collision, or one of the two motions. A user
//! is told of both.

use super::run::Stepper;
use crate::hold::terms::directions;
use carom_mechanics::Model;

/// p counts as negative below this part of G_NN: rounding.
const NEGATIVE: f64 = -1e-9;

/// By this word sentences about it are known.
pub(super) const PARADOX: &str = "(Painleve)";

/// The numbers of a sliding contact with p < 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Paradox {
    p: f64,
    b: f64,
}

impl Paradox {
    /// Whether no finite force goes with sliding; else there are two answers.
    pub fn has_no_answer(self) -> bool {
        self.b < 0.0
    }

    /// As a sentence.
    pub fn says(self, t: f64, whom: &str) -> String {
        let what = if self.has_no_answer() {
            format!(
                "inconsistent {PARADOX}: it slides, and no finite contact force goes with that; the step took the impact without collision"
            )
        } else {
            format!("indeterminate {PARADOX}: it could slide or part; the step took one of the two")
        };
        let Self { p, b } = self;
        format!(
            "at t = {t} s the contact of {whom} is {what}; normal acceleration = p N + b with p = {p:.6e}, b = {b:.6e}"
        )
    }
}

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// The paradox of closed contact k of a step of size h, if it lasts, slides, and has one.
    pub(super) fn paradox(&self, k: usize, impulse: &[f64], h: f64) -> Option<Paradox> {
        if !self.assembly.is_prepared(self.touches.len()) {
            return None;
        }
        let tangents = self.model.tangents();
        let contact = &self.terms.contacts[k];
        let slip: Vec<f64> = contact.tangential[..tangents].iter().map(|d| d.velocity(&self.before)).collect();
        let speed = slip.iter().fold(0.0_f64, |sum, s| sum.hypot(*s));
        if self.impact_speed(k, h).is_some() || speed <= self.still(h, k) {
            return None;
        }
        let own = self.assembly.own(k, contact);
        let mu = self.friction(k, tangents);
        let p = own[0] - mu * own[1..].iter().zip(&slip).map(|(g, s)| g * s / speed).sum::<f64>();
        if p >= NEGATIVE * own[0] {
            return None;
        }
        let change: f64 = contact.along_normal.row.dot(&self.v) - contact.along_normal.row.dot(&self.before);
        let pushed: f64 = own.iter().zip(impulse).map(|(g, r)| g * r).sum();
        Some(Paradox { p, b: (change - pushed) / h + contact.along_normal.bias })
    }

    /// Slip of contact k that counts as none: what forces do to it in a step or two.
    fn still(&self, h: f64, k: usize) -> f64 {
        let pushed = |direction: &carom_mechanics::Direction| direction.row.dot(&self.acceleration).abs();
        2.0 * h * directions(&self.terms.contacts[k], self.model.tangents()).map(pushed).fold(0.0, f64::max)
    }
}
