//! The energy balance of steps and impacts (see [`crate::balance`]).

use super::run::{Boxed, Run};
use crate::balance::{LOBATTO, joint_power, rubbing_power};
use crate::contacts::closed::Grip;
use crate::hold::terms::directions;
use carom_mechanics::{At, Model};

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Total energy now.
    pub(super) fn total_energy(&self) -> f64 {
        self.model.energy(At { t: self.t, q: &self.q, v: &self.v }).total()
    }

    /// Whether anything may do work besides potentials: friction, driven forces, motions.
    pub(super) fn may_work(&self) -> bool {
        self.model.is_driven() || self.smooth.closed.iter().any(|closed| closed.grip != Grip::Stick)
    }

    /// Whether reactions may do work from the present state on: contacts that slip, and whatever a prescribed motion moves.
    pub(super) fn note_reactions(&mut self) {
        let (terms, tangents) = (&self.smooth.terms, self.model.tangents());
        let moved = terms.contacts.iter().flat_map(|contact| directions(contact, tangents)).any(|d| d.drift != 0.0);
        let slips = self.smooth.closed.iter().any(|closed| closed.grip != Grip::Stick);
        self.reactions_work = slips || moved || !terms.joints.is_empty();
    }

    /// Work over the next h, which is the step that the integrator has made last or a part of it. Leaves the forces of its end.
    pub(super) fn work(&mut self, integrator: &mut Boxed<'a, M>, h: f64) -> f64 {
        if !self.may_work() {
            return 0.0;
        }
        let end = std::mem::take(&mut self.end);
        // A part of the step, or one that was made again, has not been looked at.
        if !self.glance.covers(self.t, h) {
            let Ok(()) = integrator.prepare_dense(&mut self.smooth);
            let mut y = vec![0.0; end.len()];
            for k in [1, 2] {
                integrator.dense(LOBATTO[k].0 * h / self.tried, &mut y);
                self.glance.powers[k] = self.power(self.t + LOBATTO[k].0 * h, &y);
            }
            self.glance.powers[3] = self.power(self.t + h, &end);
        }
        // What settles the end looks at the forces there.
        let (q, v) = end.split_at(self.q.len());
        self.smooth.evaluate(At { t: self.t + h, q, v });
        self.end = end;
        self.glance.powers.iter().zip(LOBATTO).map(|(power, (_, weight))| weight * h * power).sum()
    }

    /// P_F + P_R at (t, y).
    pub(super) fn power(&mut self, t: f64, y: &[f64]) -> f64 {
        let (q, v) = y.split_at(self.model.positions());
        let at = At { t, q, v };
        if !self.reactions_work {
            return self.model.power(at);
        }
        self.smooth.evaluate(at);
        let (terms, forces) = (&self.smooth.terms, &self.smooth.forces);
        let pressed: f64 =
            terms.contacts.iter().zip(forces).map(|(c, force)| -force.normal * c.along_normal.drift).sum();
        let rubbing = rubbing_power(terms, forces.iter().map(|force| force.tangential), v);
        self.model.power(at) + joint_power(terms, &self.smooth.joint_forces) + pressed + rubbing
    }

    /// Notes the energy after a step that did this work.
    pub(super) fn balance_step(&mut self, work: f64) {
        let energy = self.total_energy();
        self.record.counts.note_energy(energy - self.energy - work);
        self.energy = energy;
    }

    /// Notes the energy after the impacts of this instant, those of the events from `first` on; `before` are the velocities before them.
    pub(super) fn balance_impacts(&mut self, first: usize, before: &[f64]) {
        let (energy, mut told) = (self.total_energy(), 0.0);
        let at = At { t: self.t, q: &self.q, v: &self.v };
        let mut push = vec![0.0; self.v.len()];
        for event in &self.record.events[first..] {
            let (Some(part), Some(touch)) = (&event.impact, event.touch) else { continue };
            self.model.contact(touch, at, &mut self.contact);
            let contact = &self.contact;
            let [t_1, t_2] = &contact.tangential;
            let parts = [(0, &contact.along_normal), (1, t_1), (2, t_2), (3, &contact.moment)];
            told += part.energy_change;
            for (k, direction) in parts {
                told -= part.impulse[k] * direction.drift;
                direction.row.add_to(part.impulse[k], &mut push);
            }
        }
        self.record.counts.note_energy(energy - self.energy - told - self.joints_struck(before, &push));
        self.energy = energy;
    }

    /// The work of the joints' impulses where motions move them: H^T L = M (v_E - v_A) - W I, and H v = -h before and after.
    fn joints_struck(&self, before: &[f64], push: &[f64]) -> f64 {
        let terms = &self.smooth.terms;
        if push.iter().all(|p| *p == 0.0) || terms.joints.iter().all(|joint| joint.direction.drift == 0.0) {
            return 0.0;
        }
        let mut change: Vec<f64> = self.v.iter().zip(before).map(|(b, a)| b - a).collect();
        terms.mass.multiply(&mut change);
        change.iter().zip(push).zip(&self.v).map(|((c, p), v)| (c - p) * v).sum()
    }
}
