//! The contact forces of a sample.
//!
//! Contacts that hold a body in more ways than needed share its weight in many ways. The motion needs only the sums, and is computed
//! with the least norm; what is recorded lies in the friction cones, as the forces that decided the modes do.

use super::run::Run;
use crate::contacts::closed::Grip;
use crate::hold::force::Force;
use crate::record::ContactForce;
use carom_mechanics::Model;

/// Share of its limit by which a recorded force may leave the cone: rounding of the accelerations.
const ON_CONE: f64 = 1e-9;

impl<M: Model + ?Sized> Run<'_, M> {
    /// The forces of the closed contacts at the present instant; none where they are not known yet.
    pub(super) fn contact_forces(&mut self) -> Vec<ContactForce> {
        if self.smooth.forces.len() != self.smooth.closed.len() {
            return Vec::new();
        }
        let mut forces = self.smooth.forces.clone();
        if !self.in_cones(&forces)
            && let Some((admissible, _)) = self.held_in_cones()
        {
            let dim = 1 + self.model.tangents();
            let part = |r: &[f64]| Force { normal: r[0], tangential: [r[1], r.get(2).copied().unwrap_or(0.0)] };
            forces = admissible.r.chunks_exact(dim).map(part).collect();
        }
        let named = self.smooth.closed.iter().zip(forces);
        named
            .map(|(closed, Force { normal, tangential })| ContactForce { touch: closed.touch, normal, tangential })
            .collect()
    }

    /// Whether every force pushes, and holds no more than friction can.
    fn in_cones(&self, forces: &[Force]) -> bool {
        let largest = forces.iter().fold(0.0_f64, |m, f| m.max(f.normal.abs()));
        self.smooth.closed.iter().zip(forces).all(|(closed, force)| {
            let limit = match (closed.grip, self.model.law(closed.touch.site.pair).friction.sticking()) {
                (Grip::Stick, Some(mu)) => mu * force.normal,
                _ => f64::INFINITY,
            };
            force.normal >= -ON_CONE * largest && force.friction() <= limit + ON_CONE * largest
        })
    }
}
