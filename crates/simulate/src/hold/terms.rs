//! The terms of the equations of motion at one instant, as the model gives them, and rows of contacts.
//!
//! ```text
//!     M v' = F + H^T lambda + W_N lambda_N + W_T lambda_T,    W^T v' + b = 0 where contacts stay closed
//! ```
//!
//! M and F, the rows of H with their biases, and the rows of W of the contacts that are asked for.

use crate::hold::instant::Instant;
use carom_mechanics::{At, Contact, Direction, JointRow, Mass, Model, Row, Touch};

/// The terms of the equations at one instant.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    pub mass: Mass,
    /// F.
    pub force: Vec<f64>,
    pub joints: Vec<JointRow>,
    /// Kinematics of the closed contacts, in their order.
    pub contacts: Vec<Contact>,
    pub instant: Instant,
    touches: Vec<Touch>,
}

impl Terms {
    /// Evaluates everything at an instant, if it was not the last one.
    pub fn evaluate<M: Model + ?Sized>(&mut self, model: &M, at: At, touches: impl Iterator<Item = Touch> + Clone) {
        if self.instant.is(at) && touches.clone().eq(self.touches.iter().copied()) {
            return;
        }
        self.instant.keep(at);
        self.touches.clear();
        self.touches.extend(touches);
        if self.mass.size() == 0 || !model.mass_is_constant() {
            model.mass(at.q, &mut self.mass);
        }
        self.force.resize(model.velocities(), 0.0);
        model.force(at, &mut self.force);
        model.joints(at, &mut self.joints);
        model.contacts(&self.touches, at, &mut self.contacts);
    }

    /// The kinematics of the closed contact of an index, if they were evaluated at this instant last.
    pub fn known_contact(&self, index: usize, touch: Touch, at: At) -> Option<&Contact> {
        let known = self.touches.get(index) == Some(&touch) && self.instant.is(at);
        if known { self.contacts.get(index) } else { None }
    }

    /// The rows of the joints with the numbers of their joints.
    pub fn joint_rows(&self) -> impl Iterator<Item = (usize, &Row)> + Clone {
        self.joints.iter().map(|joint| (joint.joint, &joint.direction.row))
    }

    /// The largest term that makes up the accelerations along some directions, before terms cancel: of the accelerations with the joints
    /// held, of those by the forces alone, and of the biases.
    pub fn largest_term(&self, free: &[f64], directions: &[&Direction]) -> f64 {
        let mut loose = self.force.clone();
        self.mass.solve(&mut loose);
        let term = |&(i, c): &(usize, f64)| (c * free[i]).abs().max((c * loose[i]).abs());
        directions.iter().fold(0.0, |m: f64, d| d.row.entries().iter().map(term).fold(m.max(d.bias.abs()), f64::max))
    }
}

/// The directions of a contact: normal, then tangents.
pub(crate) fn directions(contact: &Contact, tangents: usize) -> impl Iterator<Item = &Direction> {
    std::iter::once(&contact.along_normal).chain(&contact.tangential[..tangents])
}

/// D_T of a contact; its second component is zero in the plane.
pub(crate) fn slip_velocity(contact: &Contact, v: &[f64]) -> [f64; 2] {
    [0, 1].map(|i| contact.tangential[i].velocity(v))
}

/// D_T' of a contact at the accelerations v'; its second component is zero in the plane.
pub(crate) fn slip_acceleration(contact: &Contact, v_rate: &[f64]) -> [f64; 2] {
    [0, 1].map(|i| contact.tangential[i].row.dot(v_rate) + contact.tangential[i].bias)
}

/// The product of two sparse rows.
pub(crate) fn product(a: &Row, b: &Row) -> f64 {
    let mut sum = 0.0;
    for &(i, x) in a.entries() {
        for &(j, y) in b.entries() {
            if i == j {
                sum += x * y;
            }
        }
    }
    sum
}
