//! The contact forces of a sample.
//!
//! Contacts that hold a body in more ways than needed share its weight in many ways. The motion needs only the sums, and is computed
//! with the least norm; what is recorded lies in the friction cones, as the forces that decided the modes do.

use super::run::Run;
use crate::closed::Grip;
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
        let mut forces: Vec<[f64; 2]> = self.smooth.forces.iter().map(|f| [f.normal, f.tangential]).collect();
        if !self.in_cones(&forces)
            && let Some((admissible, _)) = self.held_in_cones()
        {
            forces = admissible.r.chunks_exact(2).map(|r| [r[0], r[1]]).collect();
        }
        let named = self.smooth.closed.iter().zip(forces);
        named
            .map(|(closed, [normal, tangential])| ContactForce {
                touch: closed.touch,
                normal,
                tangential: [tangential, 0.0],
            })
            .collect()
    }

    /// Whether every force pushes, and holds no more than friction can.
    fn in_cones(&self, forces: &[[f64; 2]]) -> bool {
        let largest = forces.iter().fold(0.0_f64, |m, f| m.max(f[0].abs()));
        self.smooth.closed.iter().zip(forces).all(|(closed, &[normal, tangential])| {
            let limit = match (closed.grip, self.model.law(closed.touch.site.pair).friction.sticking()) {
                (Grip::Stick, Some(mu)) => mu * normal,
                _ => f64::INFINITY,
            };
            normal >= -ON_CONE * largest && tangential.abs() <= limit + ON_CONE * largest
        })
    }
}
