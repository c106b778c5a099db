//! Contacts that come to rest below their faces are raised to them.
//!
//! A step sees a contact closed when it is closed already, so that what hits and does not rebound is up to v h deep, and what comes to rest
//! at the end of bounces some h^2 a, a being what forces do to it. That is taken out when rest begins by a displacement, which changes no
//! velocity:
//!
//! ```text
//!     0 <= G_N d - r  perp  tau >= 0,     d = M^-1 G_N^T tau
//! ```
//!
//! with r the depth of contacts that begin to rest and none for the others that press. Contacts whose bodies turn are left alone: they sink
//! and rise by themselves, and to push at that would be a force.

use super::run::Stepper;
use carom_mechanics::{At, Model};

/// Turning changes the normal velocity of a contact if it does so at more than this part of what forces do.
const TURNING: f64 = 1e-9;

/// Depth in parts of the least size that is left alone: rounding.
const LEAST: f64 = 1e-10;

/// Sweeps over the contacts, and the change in parts of the largest depth at which they end.
const SWEEPS: usize = 200;
const STILL: f64 = 1e-4;

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Raises what begins to rest below its face after a step of size h. Returns the work of that.
    pub(super) fn raise(&mut self, h: f64) -> f64 {
        if self.settings.ahead || !self.assembly.is_prepared(self.touches.len()) {
            self.resting.clear();
            return 0.0;
        }
        let size = crate::faces::size(self.model, At { t: self.t, q: &self.q, v: &self.v });
        let dim = self.model.tangents() + 1;
        let pressing: Vec<usize> = (0..self.touches.len()).filter(|k| self.impulses[k * dim] > 0.0).collect();
        let depths: Vec<f64> = pressing.iter().map(|&k| self.depth_to_raise(k, LEAST * size, h)).collect();
        let resting = pressing.iter().filter(|&&k| self.impact_speed(k, h).is_none());
        self.resting = resting.map(|&k| self.touches[k]).collect();
        if depths.iter().all(|depth| *depth == 0.0) {
            return 0.0;
        }
        let before = self.total_energy(h);
        self.raise_by(&pressing, &depths);
        self.total_energy(h) - before
    }

    /// Kinetic and potential energy after a step of size h.
    fn total_energy(&self, h: f64) -> f64 {
        self.model.energy(At { t: self.t + h, q: &self.q, v: &self.v }).total()
    }

    /// Raises the contacts that press by the depths given.
    fn raise_by(&mut self, pressing: &[usize], depths: &[f64]) {
        let most = depths.iter().copied().fold(0.0, f64::max);
        self.change.clear();
        self.change.resize(self.v.len(), 0.0);
        let mut tau = vec![0.0; pressing.len()];
        for _ in 0..SWEEPS {
            let mut moved = 0.0_f64;
            for ((&k, depth), tau) in pressing.iter().zip(depths).zip(&mut tau) {
                let row = &self.terms.contacts[k].along_normal.row;
                let column = self.assembly.normal_column(k);
                let own = self.assembly.own(k, &self.terms.contacts[k])[0];
                let next = if own > 0.0 { (*tau + (depth - row.dot(&self.change)) / own).max(0.0) } else { 0.0 };
                column.add_to(next - *tau, &mut self.change);
                moved = moved.max((next - *tau).abs() * own);
                *tau = next;
            }
            if moved <= STILL * most {
                break;
            }
        }
        self.model.displace(&mut self.q, &self.change);
    }

    /// By how much closed contact k is to be raised.
    fn depth_to_raise(&self, k: usize, least: f64, h: f64) -> f64 {
        let contact = &self.terms.contacts[k];
        let normal = &contact.along_normal;
        let begins = self.impact_speed(k, h).is_none() && self.resting.binary_search(&self.touches[k]).is_err();
        let turns = normal.bias.abs() > TURNING * normal.row.dot(&self.acceleration).abs();
        if begins && !turns && -contact.gap > least { -contact.gap } else { 0.0 }
    }
}
