//! The energy balance of a step (see [`crate::balance`]).

use super::run::Stepper;
use crate::hold::terms::directions;
use carom_mechanics::{At, Model};

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Work of the step at the mean velocity (v + v') / 2: of forces without potential, of the contact impulses, and of the joints
    /// where a motion moves them. A contact that lasts does no work along its normal but that of a moved wall: what it does is an error.
    pub(super) fn work(&self, t: f64, h: f64) -> f64 {
        let mean = self.mean_velocities();
        let mut push = vec![0.0; mean.len()];
        let tangents = self.model.tangents();
        if self.terms.joints.iter().any(|joint| joint.direction.drift != 0.0) {
            // H^T L + W P = M (v' - v) - h F.
            push.iter_mut().zip(self.v.iter().zip(&self.before)).for_each(|(p, (b, a))| *p = b - a);
            self.terms.mass.multiply(&mut push);
            push.iter_mut().zip(&self.terms.force).for_each(|(p, f)| *p -= h * f);
        } else {
            let contacts = self.terms.contacts.iter().take(self.touches.len());
            let pressed =
                contacts.zip(self.impulses.chunks_exact(tangents + 1)).filter(|(_, impulse)| impulse[0] != 0.0);
            for (contact, impulse) in pressed {
                directions(contact, tangents).zip(impulse).for_each(|(d, &r)| d.row.add_to(r, &mut push));
            }
        }
        let reactions: f64 = push.iter().zip(&mean).map(|(p, v)| p * v).sum();
        self.driven_work(t, h) + reactions - self.work_of_lasting(&mean, h)
    }

    /// The same of the forces without potential alone.
    pub(super) fn driven_work(&self, t: f64, h: f64) -> f64 {
        h * self.model.power(At { t, q: &self.q, v: &self.mean_velocities() })
    }

    fn mean_velocities(&self) -> Vec<f64> {
        self.before.iter().zip(&self.v).map(|(a, b)| 0.5 * (a + b)).collect()
    }

    /// Notes the energy after a step of size h that did this work.
    pub(super) fn balance(&mut self, h: f64, work: f64) {
        let energy = self.model.energy(At { t: self.t + h, q: &self.q, v: &self.v }).total();
        self.record.counts.note_energy(energy - self.energy - work);
        self.energy = energy;
    }
}
