//! Joints after a step: brought back in positions by Newton's method along M^-1 H^T, then in velocities by a projection.
//!
//! ```text
//!     q <- q + d,    d = -M^-1 H^T (H M^-1 H^T)^+ phi(q)
//!     v <- v + d,    d = -M^-1 H^T (H M^-1 H^T)^+ (H v + h)
//! ```

use super::run::Stepper;
use crate::corner::jolts_within;
use crate::hold::terms::directions;
use crate::record::ContactForce;
use carom_mechanics::{At, Model};

/// Error of a joint, in metres or radians, at which it is closed: below the 1e-10 promised, above rounding of places of order one.
const CLOSED: f64 = 1e-13;

/// Error of a joint beyond which the user is told.
const PROMISED: f64 = 1e-10;

/// Corrections a step. The error of one step is of the order of its square, and each correction squares it; joints that contradict
/// each other are never closed.
const CORRECTIONS: usize = 4;

/// End of what a user is told, once, of joints that could not be closed.
const LEFT_OPEN: &str = " after the step; a smaller step may help";

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Corrects the joints at the end of a step. Where a motion has changed its velocity at once since the middle, that strikes what hangs on it;
    /// the work of that.
    pub(super) fn strike_joints(&mut self, middle: f64, end: f64) -> Result<f64, String> {
        if self.terms.joints.is_empty() {
            return Ok(0.0);
        }
        let kinetic = |stepper: &Self| stepper.model.energy(At { t: end, q: &stepper.q, v: &stepper.v }).kinetic;
        let before = jolts_within(self.model, middle, end)?.then(|| kinetic(self));
        self.correct_joints(end);
        Ok(before.map_or(0.0, |before| kinetic(self) - before))
    }

    /// Closes the joints at a time and makes the velocities fit.
    pub(super) fn correct_joints(&mut self, t: f64) {
        if self.terms.joints.is_empty() {
            return;
        }
        let zero = vec![0.0; self.v.len()];
        for _ in 0..CORRECTIONS {
            self.evaluate_joints(t);
            let errors: Vec<f64> = self.terms.joints.iter().map(|joint| -joint.error).collect();
            if errors.iter().all(|error| error.abs() <= CLOSED) {
                break;
            }
            self.response.change(&self.terms, &zero, |k| errors[k], &mut self.change);
            self.model.displace(&mut self.q, &self.change);
        }
        self.evaluate_joints(t);
        self.tell_open_joints(t);
        let wrong: Vec<f64> = self.terms.joints.iter().map(|joint| -joint.direction.velocity(&self.v)).collect();
        self.response.change(&self.terms, &zero, |k| wrong[k], &mut self.change);
        self.v.iter_mut().zip(&self.change).for_each(|(v, d)| *v += d);
    }

    /// The forces that hold the joints at the present state, the contacts pressing with the forces given. The terms must be those of
    /// this state.
    pub(super) fn joint_forces(&mut self, contact_forces: &[ContactForce]) -> Vec<f64> {
        if self.terms.joints.is_empty() {
            return Vec::new();
        }
        let mut push = self.terms.force.clone();
        let tangents = self.model.tangents();
        for force in contact_forces {
            let Some(k) = self.touched.iter().position(|touch| *touch == force.touch) else { continue };
            let parts = [force.normal, force.tangential[0], force.tangential[1]];
            directions(&self.terms.contacts[k], tangents)
                .zip(parts)
                .for_each(|(d, part)| d.row.add_to(part, &mut push));
        }
        self.response.prepare(&self.terms);
        let terms = &self.terms;
        self.response.change(terms, &push, |k| -terms.joints[k].direction.bias, &mut self.change);
        self.response.reactions().to_vec()
    }

    /// Says once that joints could not be closed.
    fn tell_open_joints(&mut self, t: f64) {
        let open = self.terms.joints.iter().fold(0.0_f64, |m, joint| m.max(joint.error.abs()));
        let told = self.record.warnings.iter().any(|text| text.ends_with(LEFT_OPEN));
        if open > PROMISED && !told {
            self.record.warnings.push(format!("at t = {t} s joints stay open by {open:.1e} m or rad{LEFT_OPEN}"));
        }
    }

    fn evaluate_joints(&mut self, t: f64) {
        let at = At { t, q: &self.q, v: &self.v };
        self.terms.evaluate(self.model, at, std::iter::empty());
        self.response.prepare(&self.terms);
    }
}
