//! Steps that look ahead: a contact that would close within the step is in its problem already, so that bodies come to touch and do
//! not overlap.
//!
//! ```text
//!     0 <= U_N' + max(g(q_m) - s, 0) / h  perp  P_N >= 0
//! ```
//!
//! s is a gap that counts as none; h, because the velocities of a step hold until the middle of the next, where the gaps are looked at again.
//! A contact with restitution that approaches faster than forces push it, and would close within the step, hits at once: up to a step
//! early, where without looking ahead it is up to a step late.
//!
//! Source: Stewart, Trinkle, *Int. J. Numer. Meth. Engng* 39 (1996); Anitescu, Potra, *Nonlinear Dynamics* 14 (1997).

use super::run::Stepper;
use carom_mechanics::{At, Model, Touch};

/// Gaps up to this part of the least size are looked at though they do not close by themselves: impulses elsewhere may close them.
const PUSHED: f64 = 0.08;

/// How much faster than the fastest body impulses may make one: gaps that it would not close within the step are left out.
const FASTER: f64 = 2.0;

/// Gaps below this part of the least size are shut: what the residual of one step opens must not be closed by the next, or a pile at rest
/// would never have the same problem twice.
const SHUT: f64 = 1e-5;

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Lists what may close within the step, given the velocities without impulses; returns the gap up to which contacts are looked at though
    /// they do not close by themselves.
    pub(super) fn find_near(&mut self, t: f64, h: f64) -> f64 {
        let at = At { t, q: &self.q, v: &self.v };
        let pace = self.model.pace(at);
        let size = if pace.size.is_finite() { pace.size } else { 1.0 };
        self.shut = SHUT * size;
        let pushed = (PUSHED * size).min(FASTER * h * pace.speed).max(self.shut);
        self.model.touches(at, h, pushed, &mut self.near);
        pushed
    }

    /// The contacts that may close within the step, with their kinematics.
    pub(super) fn find_contacts_ahead(&mut self, t: f64, h: f64) {
        let pushed = self.find_near(t, h);
        let at = At { t, q: &self.q, v: &self.v };
        self.touches.clear();
        for &(touch, _) in &self.near {
            if self.terms.contacts.len() == self.touches.len() {
                self.terms.contacts.push(self.spare.pop().unwrap_or_default());
            }
            let contact = &mut self.terms.contacts[self.touches.len()];
            self.model.contact(touch, at, contact);
            // The place is taken by the next one otherwise.
            if contact.gap <= pushed + h * (-contact.along_normal.velocity(&self.v)).max(0.0) {
                self.touches.push(touch);
            }
        }
        self.spare.extend(self.terms.contacts.drain(self.touches.len()..));
    }

    /// What the normal velocity after the step is measured from, for contact k whose normal velocity without impulses is given.
    pub(super) fn wanted_normal(&self, k: usize, free: f64, h: f64) -> f64 {
        let restitution = self.model.law(self.touches[k].site.pair).restitution;
        let approach = self.impact_speed(k, h);
        if !self.settings.ahead {
            return free - restitution * approach.unwrap_or(0.0) - self.turning(k, h);
        }
        let gap = self.terms.contacts[k].gap;
        match approach {
            Some(approach) if restitution > 0.0 && gap + h * free <= 0.0 => free - restitution * approach,
            _ if gap <= self.shut => free - self.turning(k, h),
            _ => free + (gap - self.shut) / h,
        }
    }
}

/// Contacts near, with their gaps.
pub(super) type Near = Vec<(Touch, f64)>;
