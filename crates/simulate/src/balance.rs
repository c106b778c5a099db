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
//! and what a crowd gives up; in the exact method also what friction that pushes along its slip would give.

use crate::hold::terms::Terms;
use crate::record::Counts;

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

/// The same as far as friction may do it: lambda_T . D_T of all contacts is never positive, and what is counts as energy without a cause. Of one
/// contact it may be, where forces are not unique and those of least norm are taken: only the work of all of them is one number.
pub(crate) fn rubbing_power(terms: &Terms, forces: impl Iterator<Item = [f64; 2]>, v: &[f64]) -> f64 {
    let (mut rubbed, mut moved) = (0.0, 0.0);
    for (contact, force) in terms.contacts.iter().zip(forces) {
        for (direction, force) in contact.tangential.iter().zip(force) {
            rubbed += force * direction.velocity(v);
            moved += force * direction.drift;
        }
    }
    rubbed.min(0.0) - moved
}

impl Counts {
    /// Adds a change of energy that nothing explains.
    pub(crate) fn note_energy(&mut self, unexplained: f64) {
        self.energy_error += unexplained;
        self.energy_drift = self.energy_drift.max(self.energy_error.abs());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom_mechanics::Contact;

    /// Friction against its slip explains what it takes, and on a moving floor what that gives (w_T = -2 m/s: D_T = 3 - 2); friction along its slip
    /// explains nothing. Of two contacts only the sum counts.
    #[test]
    fn friction_explains_no_gain() {
        let mut contact = Contact::default();
        contact.tangential[0].row.add(0, &[1.0]);
        let mut terms = Terms::default();
        terms.contacts.push(contact.clone());
        let power = |terms: &Terms, force: f64| rubbing_power(terms, [[force, 0.0]].into_iter(), &[3.0]);
        assert_eq!([power(&terms, -5.0), power(&terms, 5.0)], [-15.0, 0.0]);
        terms.contacts[0].tangential[0].drift = -2.0;
        assert_eq!([power(&terms, -5.0), power(&terms, 5.0)], [-15.0, 10.0]);
        terms.contacts = vec![contact.clone(), contact];
        assert_eq!(rubbing_power(&terms, [[-8.0, 0.0], [3.0, 0.0]].into_iter(), &[3.0]), -15.0);
    }
}
