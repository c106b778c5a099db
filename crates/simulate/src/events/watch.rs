//! What is watched between events. Every watched number is positive while nothing happens.

use super::run::Run;
use crate::algebra::linear::Rank;
use crate::contacts::closed::Grip;
use crate::hold::terms::slip_velocity;
use carom_mechanics::{At, Contact, Model, Site, Touch};

/// Events in a row that change nothing after which gaps that open are watched with some slack: rounding makes one or two.
const FUTILE: u32 = 4;

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

    /// Whether a value that passes zero and comes back is looked for between points.
    pub fn dips(self) -> bool {
        self.bends() || matches!(self, Self::Gap { .. })
    }

    /// Whether that value is a smooth function of the state; gaps have corners.
    pub fn bends(self) -> bool {
        matches!(self, Self::Slip { .. } | Self::Kink { .. })
    }

    /// Whether the value needs the contact forces.
    pub fn needs_forces(self) -> bool {
        matches!(self, Self::Force(_) | Self::Limit(_) | Self::Admissible)
    }
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Lists what is watched from the present state on but open sites, each with its value now.
    pub(super) fn list_watches(&mut self) {
        self.watches.clear();
        self.now.clear();
        let hyperstatic = self.smooth.rank == Rank::Deficient;
        for index in 0..self.smooth.closed.len() {
            self.list_closed(index, hyperstatic);
        }
        if hyperstatic && !self.smooth.closed.is_empty() {
            self.watch(Watch::Admissible, 1.0);
        }
        self.list_kinks();
    }

    /// Lists the open sites that may close when gaps become smaller by no more than this.
    pub(super) fn list_gaps(&mut self, farthest: f64) {
        self.visit_nearby(farthest, |run, site, (gap, face)| {
            let slack = if gap <= run.touching_gap() { run.opening_slack(site, face, gap) } else { 0.0 };
            run.watch(Watch::Gap { site, slack }, gap + slack);
        });
    }

    fn watch(&mut self, watch: Watch, now: f64) {
        self.watches.push(watch);
        self.now.push(now);
    }

    /// Lists what is watched of a closed contact.
    fn list_closed(&mut self, index: usize, hyperstatic: bool) {
        let closed = self.smooth.closed[index];
        if !hyperstatic {
            self.watch(Watch::Force(index), self.smooth.forces[index].normal);
            if closed.grip == Grip::Stick {
                self.watch(Watch::Limit(index), self.stick_margin(index));
            }
        }
        if let Grip::Slip(sign) = closed.grip {
            let velocity = sign * self.smooth.terms.contacts[index].tangential[0].velocity(&self.v);
            let zero = self.zero_velocity();
            let slack = if velocity <= zero { zero - velocity.min(0.0) } else { 0.0 };
            self.watch(Watch::Slip { index, sign, slack }, velocity + slack);
        }
        // A slide that has just begun is not looked at: it has no speed yet.
        let speed = self.slide_speed(&self.smooth.terms.contacts[index], &self.v);
        if closed.grip.slide().is_some() && speed > self.stopped_velocity() {
            self.watch(Watch::Stop(index), speed - self.stopped_velocity());
        }
        let margin = self.model.margin(closed.touch, self.t, &self.q);
        let slack = self.zero_gap() - margin.min(0.0);
        self.watch(Watch::Margin { index, slack }, margin + slack);
    }

    /// Watches the kinks of the forces from the side on which they are now.
    fn list_kinks(&mut self) {
        self.model.kinks(At { t: self.t, q: &self.q, v: &self.v }, &mut self.kinks);
        for index in 0..self.kinks.len() {
            let number = self.kinks[index];
            self.watch(Watch::Kink { index, sign: number.signum(), slack: 0.0 }, number.abs());
        }
    }

    /// Gaps up to this may be of sites that open. After events that change nothing it is as high as rims that are taken to lie flat: where one
    /// begins to tip, its lowest point is at one place and then at another.
    fn touching_gap(&self) -> f64 {
        let tips = self.futile >= FUTILE && self.model.tangents() == 2;
        if tips { self.level().max(self.zero_gap()) } else { self.zero_gap() }
    }

    /// The slack of an open site whose gap is zero: one that opens with a velocity needs no more than what its gap is below zero,
    /// one that opens by its acceleration does; one that closes needs none, its event is now.
    fn opening_slack(&mut self, site: Site, face: u32, gap: f64) -> f64 {
        let touch = Touch { site, face };
        let velocity = self.normal_velocity(touch);
        if velocity < -self.zero_velocity() {
            if self.is_beside_closed(touch) { self.zero_gap() - gap.min(0.0) } else { 0.0 }
        } else if velocity > self.zero_velocity() {
            // The gap of two edges may fall although they part, where a face has come between: it would close again at once, for nothing.
            -gap.min(0.0) + if self.futile < FUTILE { 0.0 } else { self.touching_gap() }
        } else {
            self.zero_gap() - gap.min(0.0)
        }
    }

    /// Whether a closed contact is as good as this one, so that it did not become one.
    fn is_beside_closed(&mut self, touch: Touch) -> bool {
        let closed: Vec<Touch> = self.smooth.closed.iter().map(|closed| closed.touch).collect();
        self.is_as_good_as_another(touch, &closed)
    }

    /// The watched numbers at (t, y), y = (q, v), that are wanted; one for the others.
    pub(super) fn measure(&mut self, (t, y): (f64, &[f64]), wanted: impl Fn(Watch) -> bool, values: &mut Vec<f64>) {
        let (q, v) = y.split_at(self.model.positions());
        let at = At { t, q, v };
        values.clear();
        values.extend(self.watches.iter().map(|watch| if wanted(*watch) { 0.0 } else { 1.0 }));
        let some = |wants: fn(&Watch) -> bool| {
            self.watches.iter().zip(&*values).any(|(watch, value)| *value == 0.0 && wants(watch))
        };
        let (forces, kinks) = (some(|watch| watch.needs_forces()), some(|watch| matches!(watch, Watch::Kink { .. })));
        if forces {
            self.smooth.evaluate(at);
        }
        if kinks {
            self.model.kinks(at, &mut self.kinks);
        }
        for (k, value) in values.iter_mut().enumerate().filter(|(_, value)| **value == 0.0) {
            *value = self.value(self.watches[k], at);
        }
    }

    /// One watched number; the forces or the kinks must have been evaluated at this instant if it needs them.
    fn value(&mut self, watch: Watch, at: At) -> f64 {
        match watch {
            Watch::Gap { site, slack } => self.model.gap(site, at.t, at.q).0 + slack,
            Watch::Force(index) => self.smooth.forces[index].normal,
            Watch::Limit(index) => self.stick_margin(index),
            Watch::Slip { index, sign, slack } => {
                let touch = self.smooth.closed[index].touch;
                let slip = match self.smooth.terms.known_contact(index, touch, at) {
                    Some(contact) => contact.tangential[0].velocity(at.v),
                    None => {
                        self.model.contact(touch, at, &mut self.contact);
                        self.contact.tangential[0].velocity(at.v)
                    }
                };
                sign * slip + slack
            }
            Watch::Stop(index) => {
                self.model.contact(self.smooth.closed[index].touch, at, &mut self.contact);
                self.slide_speed(&self.contact, at.v) - self.stopped_velocity()
            }
            // Corners of equal boxes on top of each other are at the ends of their faces up to rounding.
            Watch::Margin { index, slack } => self.model.margin(self.smooth.closed[index].touch, at.t, at.q) + slack,
            Watch::Kink { index, sign, slack } => sign * self.kinks[index] + slack,
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
        if matches!(watch, Watch::Kink { .. }) {
            self.model.kinks(at, &mut self.kinks);
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

    /// Whether the contacts that stick do so at the present state, at which the forces were evaluated last.
    pub(super) fn sticks_on(&mut self) -> bool {
        let sticks = self.smooth.closed.iter().any(|closed| closed.grip == Grip::Stick);
        !sticks || self.forces_are_inside() || self.smooth.rank == Rank::Deficient && self.holding_now() >= 0.0
    }

    /// Whether the forces of the last evaluation are inside their cones.
    pub(super) fn forces_are_inside(&self) -> bool {
        let most = self.smooth.terms.force.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
        let size = self.smooth.forces.iter().fold(most, |m, f| m.max(f.normal.abs()));
        // Forces on the border count as inside: the complementarity problem would only confirm it.
        let allowed = -1e-12 * size;
        self.smooth.closed.iter().enumerate().all(|(i, closed)| {
            self.smooth.forces[i].normal >= allowed && (closed.grip != Grip::Stick || self.stick_margin(i) >= allowed)
        })
    }
}
