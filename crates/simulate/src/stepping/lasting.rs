//! Contacts that last, held at the gap at which they closed.
//!
//! Where bodies roll or turn, the normal of a contact turns with them, and a step along the tangent of its middle ends off the surface: a
//! disc in a hollow would sink by (v h)^2 / (2 R) a step, without end. From the middle of a step to that of the next the gap changes by
//!
//! ```text
//!     h U_N' + zeta_N h^2 / 2        D_N' = W_N^T v' + zeta_N
//! ```
//!
//! so that a contact that lasts wants U_N' = c in place of 0,
//!
//! ```text
//!     c = min(-zeta_N h / 2, -U_N) + b (g_0 - g) / h
//! ```
//!
//! and no more than -U_N by its turning: then the mean velocity of the step is along the surface or into it, and the normal impulse makes no
//! energy. The last term brings back what is left of higher order, to the gap g_0 at which the contact closed, however deep that was, with
//! a velocity that is small against what the forces do in a step.
//!
//! A contact that rolls has a slip that changes by zeta_T h from middle to middle though it sticks: Coulomb's law is asked of U_T' + zeta_T h / 2
//! there, the mean slip, or friction that sticks would do work.

use super::run::Stepper;
use carom_mechanics::{Direction, Model};

/// b: part of what a gap is off that a step brings back. What a step leaves is of third order, and a few steps of it do no harm.
const BROUGHT_BACK: f64 = 0.2;

/// A contact that moves faster than so many times what turning and forces do in a step has been hit, or slips.
const SLOW: f64 = 2.0;

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Notes the gaps at which the closed contacts are held: those of contacts that last are as they were.
    pub(super) fn hold_gaps(&mut self) {
        let held = self.lasting.iter().zip(&self.terms.contacts);
        self.gaps.extend(held.map(|(gap, contact)| gap.unwrap_or(contact.gap)));
    }

    /// c: the normal velocity that closed contact k wants after a step of size h if it lasts; zero if it does not.
    pub(super) fn turning(&self, k: usize, h: f64) -> f64 {
        let Some(held) = self.lasting[k].filter(|_| self.is_slow(&self.terms.contacts[k].along_normal, h)) else {
            return 0.0;
        };
        let (contact, along) = (&self.terms.contacts[k], &self.terms.contacts[k].along_normal);
        let (before, turned) = (along.velocity(&self.before), h * along.bias);
        let pushed = h * along.row.dot(&self.acceleration).abs();
        let back = BROUGHT_BACK * (held - contact.gap) / h;
        let turning = (-0.5 * turned).min(-before).max(-turned.max(0.0));
        self.share() * (turning + back.clamp(-pushed, pushed))
    }

    /// The slip along a tangent that closed contact k has after a step of size h if it lasts and rolls.
    pub(super) fn rolling(&self, k: usize, along: &Direction, h: f64) -> f64 {
        if self.lasting[k].is_some() && self.is_slow(along, h) { -0.5 * self.share() * h * along.bias } else { 0.0 }
    }

    /// The part of c that a scheme with theta may ask for: all with 1/2, nothing with 1, where an impulse that reflects a velocity makes energy.
    fn share(&self) -> f64 {
        (2.0 * (1.0 - self.settings.theta)).clamp(0.0, 1.0)
    }

    /// Whether the velocity along a direction before a step of size h is no more than turning and forces make of it in a step.
    fn is_slow(&self, along: &Direction, h: f64) -> bool {
        let change = h * (along.bias.abs() + along.row.dot(&self.acceleration).abs());
        along.velocity(&self.before).abs() <= SLOW * change
    }

    /// What the normal impulses of contacts that last did in a step at its mean velocity, in joules: none, were they held without an error.
    pub(super) fn work_of_lasting(&self, mean: &[f64], h: f64) -> f64 {
        let dim = self.model.tangents() + 1;
        let lasting = (0..self.touches.len()).filter(|&k| self.lasting[k].is_some());
        let normals = lasting.map(|k| (&self.terms.contacts[k].along_normal, self.impulses[k * dim]));
        normals.filter(|(along, _)| self.is_slow(along, h)).map(|(along, r)| r * along.velocity(mean)).sum()
    }
}
