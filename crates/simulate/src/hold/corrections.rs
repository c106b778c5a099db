//! Corrections of the joints where nothing touches: by the factors of one instant, at instants close to it.

use crate::hold::instant::Instant;
use crate::hold::smooth::Smooth;
use carom_mechanics::{At, JointRow, Model, Opened};

impl<M: Model + ?Sized> Smooth<'_, M> {
    /// Prepares corrections of the joints at an instant: the factors there, unless the last evaluation was at that very instant.
    pub fn prepare_corrections(&mut self, at: At) {
        if let Some(tree) = &mut self.tree {
            return tree.prepare(at);
        }
        if !self.held_at.is(at) {
            self.terms.evaluate(self.model, at, std::iter::empty());
            self.held.prepare(&self.terms.mass, self.terms.joint_rows());
            self.held_at.keep(at);
        }
    }

    /// The least correction in the metric of M, d = -M^-1 H^T S^+ error, that takes out the errors of the joints at an instant, with M, H and
    /// S of the instant for which corrections were prepared; `None` if no error is larger than rounding.
    pub fn joint_correction(&mut self, at: At, opened: Opened, rounding: f64) -> Option<Vec<f64>> {
        if let Some(tree) = &mut self.tree {
            return tree.correction(at, opened, rounding);
        }
        self.look_at_joints(at);
        let error = |joint: &JointRow| match opened {
            Opened::Positions => joint.error,
            Opened::Velocities => joint.direction.velocity(at.v),
        };
        self.unknowns.clear();
        self.unknowns.extend(self.terms.joints.iter().map(|joint| -error(joint)));
        if self.unknowns.iter().all(|error| error.abs() <= rounding) {
            return None;
        }
        self.held.solve(&mut self.unknowns);
        let mut d = vec![0.0; self.acceleration.len()];
        self.held.push(&self.unknowns, &mut d);
        Some(d)
    }

    /// The joints at an instant close to that for which corrections were prepared.
    fn look_at_joints(&mut self, at: At) {
        if !self.terms.instant.is(at) {
            self.terms.instant = Instant::default();
            self.model.joints(at, &mut self.terms.joints);
        }
    }
}
