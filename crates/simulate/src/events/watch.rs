//! What is watched between events. Every watched number is positive while nothing happens.

use super::run::Run;
use crate::closed::Grip;
use crate::linear::Rank;
use crate::smooth::slip_velocity;
use carom_mechanics::{At, Contact, Model, Site};

/// One watched number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Watch {
    /// The gap of an open site, plus a slack where it opened without a velocity.
    Gap { site: Site, slack: f64 },
    /// The normal force of the closed contact of this index.
    Force(usize),
    /// mu lambda_N - |lambda_T| of a sticking contact.
    Limit(usize),
    /// The slip velocity of a slipping contact in the direction of its slip, plus a slack where it started from zero.
    Slip { index: usize, sign: f64, slack: f64 },
    /// The slip speed of a contact that slides in space, less what counts as no slip.
    Stop(usize),
    /// How far the touching point is from the end of its face, plus a slack where it is there already.
    Margin { index: usize, slack: f64 },
    /// A number that passes zero where a force is not smooth, with its sign now.
    Kink { index: usize, sign: f64, slack: f64 },
    /// For hyperstatic contacts: positive while forces inside the cones can give the accelerations.
    Admissible,
}

impl Watch {
    /// Whether the value is as good as a sign: its zero is not worth true steps.
    pub fn is_sign(self) -> bool {
        matches!(self, Self::Admissible)
    }

    /// Whether the value needs the contact forces.
    pub fn needs_forces(self) -> bool {
        matches!(self, Self::Force(_) | Self::Limit(_) | Self::Admissible)
    }
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Lists what is watched from the present state on: closed contacts, and the open sites given.
    pub(super) fn list_watches(&mut self, sites: &[Site]) {
        self.watches.clear();
        let hyperstatic = self.smooth.rank == Rank::Deficient;
        for (index, closed) in self.smooth.closed.iter().enumerate() {
            if !hyperstatic {
                self.watches.push(Watch::Force(index));
                if closed.grip == Grip::Stick {
                    self.watches.push(Watch::Limit(index));
                }
            }
            if let Grip::Slip(sign) = closed.grip {
                let velocity = sign * self.smooth.terms.contacts[index].tangential[0].velocity(&self.v);
                let zero = self.zero_velocity();
                let slack = if velocity <= zero { zero - velocity.min(0.0) } else { 0.0 };
                self.watches.push(Watch::Slip { index, sign, slack });
            }
            // A slide that has just begun is not looked at: it has no speed yet.
            let started = || self.slide_speed(&self.smooth.terms.contacts[index], &self.v) > self.stopped_velocity();
            if closed.grip.slide().is_some() && started() {
                self.watches.push(Watch::Stop(index));
            }
            let margin = self.model.margin(closed.touch, self.t, &self.q);
            self.watches.push(Watch::Margin { index, slack: self.zero_gap() - margin.min(0.0) });
        }
        if hyperstatic && !self.smooth.closed.is_empty() {
            self.watches.push(Watch::Admissible);
        }
        self.list_kinks();
        for &site in sites.iter().filter(|&&site| !self.smooth.closed.iter().any(|c| c.touch.site == site)) {
            let (gap, face) = self.model.gap(site, self.t, &self.q);
            let slack = if gap <= self.zero_gap() { self.opening_slack(site, face, gap) } else { 0.0 };
            self.watches.push(Watch::Gap { site, slack });
        }
    }

    /// Watches the kinks of the forces from the side on which they are now.
    fn list_kinks(&mut self) {
        self.model.kinks(At { t: self.t, q: &self.q, v: &self.v }, &mut self.kinks);
        for (index, number) in self.kinks.iter().enumerate() {
            self.watches.push(Watch::Kink { index, sign: number.signum(), slack: 0.0 });
        }
    }

    /// The slack of an open site whose gap is zero: one that opens with a velocity needs no more than what its gap is below zero,
    /// one that opens by its acceleration does; one that closes needs none, its event is now.
    fn opening_slack(&self, site: Site, face: u32, gap: f64) -> f64 {
        let mut contact = Contact::default();
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.model.contact(carom_mechanics::Touch { site, face }, at, &mut contact);
        let velocity = contact.along_normal.velocity(&self.v);
        if velocity < -self.zero_velocity() {
            0.0
        } else if velocity > self.zero_velocity() {
            -gap.min(0.0)
        } else {
            self.zero_gap() - gap.min(0.0)
        }
    }

    /// The watched numbers at (t, y), y = (q, v), that need forces or those that do not; one for the others.
    pub(super) fn measure(&mut self, (t, y): (f64, &[f64]), forces: bool, values: &mut Vec<f64>) {
        let (q, v) = y.split_at(self.model.positions());
        let at = At { t, q, v };
        if forces {
            self.smooth.evaluate(at);
        }
        values.clear();
        for k in 0..self.watches.len() {
            let watch = self.watches[k];
            let value = if watch.needs_forces() == forces { self.value(watch, at) } else { 1.0 };
            values.push(value);
        }
    }

    /// One watched number; the forces must have been evaluated at this instant if it needs them.
    fn value(&mut self, watch: Watch, at: At) -> f64 {
        match watch {
            Watch::Gap { site, slack } => self.model.gap(site, at.t, at.q).0 + slack,
            Watch::Force(index) => self.smooth.forces[index].normal,
            Watch::Limit(index) => self.stick_margin(index),
            Watch::Slip { index, sign, slack } => {
                self.model.contact(self.smooth.closed[index].touch, at, &mut self.contact);
                sign * self.contact.tangential[0].velocity(at.v) + slack
            }
            Watch::Stop(index) => {
                self.model.contact(self.smooth.closed[index].touch, at, &mut self.contact);
                self.slide_speed(&self.contact, at.v) - self.stopped_velocity()
            }
            // Corners of equal boxes on top of each other are at the ends of their faces up to rounding.
            Watch::Margin { index, slack } => self.model.margin(self.smooth.closed[index].touch, at.t, at.q) + slack,
            Watch::Kink { index, sign, slack } => {
                self.model.kinks(at, &mut self.kinks);
                sign * self.kinks[index] + slack
            }
            Watch::Admissible => {
                if self.forces_are_inside() {
                    1.0
                } else {
                    self.holding(at)
                }
            }
        }
    }

    /// One watched number alone at (t, y).
    pub(super) fn measure_one(&mut self, watch: Watch, t: f64, y: &[f64]) -> f64 {
        let (q, v) = y.split_at(self.model.positions());
        let at = At { t, q, v };
        if watch.needs_forces() {
            self.smooth.evaluate(at);
        }
        self.value(watch, at)
    }

    /// |D_T| of a contact.
    pub(super) fn slide_speed(&self, contact: &Contact, v: &[f64]) -> f64 {
        let [x, y] = slip_velocity(contact, v);
        x.hypot(y)
    }

    /// mu_s lambda_N - |lambda_T| of a sticking contact at the last evaluation.
    fn stick_margin(&self, index: usize) -> f64 {
        let force = self.smooth.forces[index];
        let mu = self.model.law(self.smooth.closed[index].touch.site.pair).friction.sticking().unwrap_or(0.0);
        mu * force.normal - force.friction()
    }

    /// Whether the forces of the last evaluation are inside their cones.
    fn forces_are_inside(&self) -> bool {
        let most = self.smooth.terms.force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
        let size = self.smooth.forces.iter().fold(most, |m, f| m.max(f.normal.abs()));
        // Forces on the border count as inside: the complementarity problem would only confirm it.
        let allowed = -1e-12 * size;
        self.smooth.closed.iter().enumerate().all(|(i, closed)| {
            self.smooth.forces[i].normal >= allowed && (closed.grip != Grip::Stick || self.stick_margin(i) >= allowed)
        })
    }
}
