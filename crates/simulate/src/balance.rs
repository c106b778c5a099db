//! The energy balance: what of a run's change of energy nothing explains.
//!
//! ```text
//!     E(t) - E(0) = int (P_F + P_R) dt + sum over impacts of (T_E - T_A) + error
//!     P_R = -lambda . h - lambda_N . w_N + lambda_T . (D_T - w_T)           joints, normals, friction
//! ```
//!
//! P_F is the power of forces that have no potential ([`Model::power`](carom_mechanics::Model::power)). Ideal joints and normals work
//! only through prescribed motions, their drifts h and w. The integral is taken over each step on the dense output, by three points of
//! Gauss or, where the forces at both ends are known anyway, by four of Lobatto; for impacts the change told by the law counts. The error is that of the method: integration, corrections of joints and contacts,
//! and what a crowd gives up.

use crate::record::Counts;
use crate::smooth::Terms;

/// Points of Gauss on [0, 1] with their weights: exact for polynomials of degree five.
pub(crate) const GAUSS: [(f64, f64); 3] =
    [(0.112_701_665_379_258_31, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.887_298_334_620_741_7, 5.0 / 18.0)];

/// Points of Lobatto on [0, 1] with their weights: both ends are among them, and they are exact for polynomials of degree five too.
pub(crate) const LOBATTO: [(f64, f64); 4] =
    [(0.0, 1.0 / 12.0), (0.276_393_202_250_021, 5.0 / 12.0), (0.723_606_797_749_979, 5.0 / 12.0), (1.0, 1.0 / 12.0)];

/// -lambda . h: the power of the joints' forces through prescribed motions.
pub(crate) fn joint_power(terms: &Terms, forces: &[f64]) -> f64 {
    terms.joints.iter().zip(forces).map(|(joint, force)| -force * joint.direction.drift).sum()
}

/// lambda_T . (D_T - w_T) of all contacts.
pub(crate) fn friction_power(terms: &Terms, forces: impl Iterator<Item = [f64; 2]>, v: &[f64]) -> f64 {
    let rubbing = terms.contacts.iter().zip(forces).map(|(contact, force)| {
        contact.tangential.iter().zip(force).map(|(direction, force)| force * direction.row.dot(v)).sum::<f64>()
    });
    rubbing.sum()
}

impl Counts {
    /// Adds a change of energy that nothing explains.
    pub(crate) fn note_energy(&mut self, unexplained: f64) {
        self.energy_error += unexplained;
        self.energy_drift = self.energy_drift.max(self.energy_error.abs());
    }
}
