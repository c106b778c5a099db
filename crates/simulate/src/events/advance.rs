//! The loop: from one instant to the next, up to the first event between.

use super::run::{Boxed, Run};
use crate::contacts::closed::Grip;
use crate::hold::terms::slip_velocity;
use crate::integrate::{self, Scale};
use crate::record::End;
use carom_mechanics::{At, Magnitude, Model};

/// A force across a slide, or a slip across its direction, below this part of it leaves it straight. Just above the limit of friction
/// rounding would turn a slide to and fro within |D_T| / mu g otherwise, and every step had to be as short as that.
const STRAIGHT: f64 = 1e-9;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Settles the first instant.
    pub(super) fn begin(&mut self) -> Result<(), String> {
        self.smooth.evaluate(At { t: self.t, q: &self.q, v: &self.v });
        self.look();
        self.check_joints();
        let (before, touching) = (self.v.clone(), self.touching(None));
        self.settle(None)?;
        self.balance_impacts(0, &before);
        self.refresh();
        let acceleration = self.start_rate[self.q.len()..].to_vec();
        self.tell_openings(&touching, &acceleration);
        if self.record.samples.last().is_none_or(|sample| sample.t < self.t) {
            self.sample();
        }
        self.pass_corners()?;
        self.follow_state();
        self.write_due_rows();
        Ok(())
    }

    /// Steps until the end.
    pub(super) fn go(&mut self, integrator: &mut Boxed<'a, M>) -> Result<End, String> {
        self.standstill = 0;
        let mut mark = (self.record.counts.steps, self.t);
        while self.t < self.settings.until {
            // Only where time has passed since the last step: then an implicit integrator has nothing to reuse.
            if self.standstill == 0 && self.settings.pause(self.t, &self.record, || self.snapshot()) {
                return Ok(End::Interrupted);
            }
            if self.record.events.len() as u64 > self.settings.most_events {
                return Err(format!("more than {} events until t = {} s", self.settings.most_events, self.t));
            }
            self.check_progress(&mut mark)?;
            let before = self.t;
            if let Err(why) = self.advance(integrator).and_then(|()| self.note_standstill(before)) {
                self.pass_over(why)?;
            }
        }
        Ok(End::Time)
    }

    /// Speed and size of things now.
    pub(super) fn look(&mut self) {
        let pace = self.model.pace(At { t: self.t, q: &self.q, v: &self.v });
        self.size = if pace.size.is_finite() && pace.size > 0.0 { pace.size } else { 1.0 };
        self.speed = pace.speed;
        self.extent = self.model.extent(At { t: self.t, q: &self.q, v: &self.v }).max(self.size);
        self.smooth.slow = self.zero_velocity().max(2.0 * self.stopped_velocity());
        if self.note_slides() {
            self.refresh();
        }
    }

    /// Contacts that slide in space: a straight slide that a force across it would have to keep straight turns from now on; one that
    /// turns keeps the direction it has now for when it is slow. Whether one turns now that did not.
    pub(super) fn note_slides(&mut self) -> bool {
        let mut turned = false;
        if self.model.tangents() == 1 {
            return turned;
        }
        for index in 0..self.smooth.closed.len() {
            let Some(way) = self.smooth.closed[index].grip.slide() else { continue };
            let at = At { t: self.t, q: &self.q, v: &self.v };
            self.model.contact(self.smooth.closed[index].touch, at, &mut self.contact);
            let slip = slip_velocity(&self.contact, &self.v);
            let (speed, force) = (slip[0].hypot(slip[1]), self.smooth.forces.get(index).copied().unwrap_or_default());
            let across = |[x, y]: [f64; 2]| (x * way[1] - y * way[0]).abs();
            let bends = across(force.tangential) > STRAIGHT * force.friction() || across(slip) > STRAIGHT * speed;
            let straight = matches!(self.smooth.closed[index].grip, Grip::Straight(_));
            if straight && bends && speed > self.smooth.slow {
                (self.smooth.closed[index].grip, turned) = (Grip::Slide(way), true);
            }
            if (bends || !straight) && speed > self.smooth.slow {
                self.smooth.closed[index].grip = Grip::Slide(slip.map(|d| d / speed));
            }
        }
        turned
    }

    /// Evaluates forces and accelerations at the present state.
    pub(super) fn refresh(&mut self) {
        self.start.clear();
        self.start.extend_from_slice(&self.q);
        self.start.extend_from_slice(&self.v);
        let (mut rate, start) = (std::mem::take(&mut self.start_rate), std::mem::take(&mut self.start));
        let Ok(()) = integrate::System::rate(&mut self.smooth, self.t, &start, &mut rate);
        (self.start_rate, self.start) = (rate, start);
    }

    /// A step of size h from the present state into `end`; its error in units of the tolerance.
    pub(super) fn try_step(&mut self, integrator: &mut Boxed<'a, M>, h: f64) -> f64 {
        let scale = Scale { absolute: self.settings.tolerance, relative: self.settings.tolerance };
        let start = (&self.start[..], &self.start_rate[..]);
        let end = (&mut self.end[..], &mut self.end_rate[..]);
        self.smooth.noted = (!self.smooth.closed.is_empty()).then(Vec::new);
        let Ok(error) = integrator.attempt(&mut self.smooth, self.t, start, h, &scale, end);
        self.stages = self.smooth.noted.take().unwrap_or_default();
        self.tried = h;
        error
    }

    /// One accepted step, up to the first event in it.
    fn advance(&mut self, integrator: &mut Boxed<'a, M>) -> Result<(), String> {
        self.look();
        if self.speed > Magnitude::VELOCITY.most {
            let problem = "faster than any rigid body can be: look at its forces and masses";
            return Err(format!("at t = {} s something moves with {:.1e} m/s, {problem}", self.t, self.speed));
        }
        self.end_hovering()?;
        self.list_watches();
        self.glance_ahead();
        self.check_poles()?;
        let mut limit = self.step_limit();
        if self.step <= 0.0 {
            // What hangs in trees is often looked at with few steps, of which none should be lost to finding the first.
            let guess = 1e-3 * (self.settings.until - self.t);
            self.step = if self.smooth.tree.is_some() { self.first_step(integrator.order()) } else { guess };
        }
        let mut h = self.step.max(self.settings.smallest_step).min(limit);
        // A last sliver would be lost in rounding: take it with this step.
        if limit - h < 1e-3 * h {
            h = limit;
        }
        limit = self.up_to_corner(h, limit);
        h = h.min(limit);
        let step = self.accurate_step(integrator, h, limit)?;
        let (mut h, mut error) = self.end_on_row(integrator, step);
        let rows = self.samples;
        self.record.counts.steps += 1;
        let mut found = self.first_event(integrator, h);
        if let Some(after) = self.write_rows(integrator, h, found.map_or(h, |found| found.after)) {
            (h, error) = (after, self.try_step(integrator, after));
            // What is watched begins with the forces at the start of the step, not with those at its end.
            self.smooth.exchange();
            self.smooth.know(At { t: self.t, q: &self.q, v: &self.v });
            self.list_watches();
            self.smooth.exchange();
            found = self.first_event(integrator, h);
        }
        match found {
            Some(found) => {
                let after = self.step_to(integrator, found, (h, error));
                self.follow_step(integrator, after);
                let (work, events) = (self.work(integrator, after), self.record.events.len());
                self.accept(self.t + after);
                self.balance_step(work);
                self.coast(found.watch);
                let (place, before, modes) = (self.q.clone(), self.v.clone(), self.smooth.closed.clone());
                self.note_restless(found.watch)?;
                self.settle(Some(found.watch))?;
                self.note_settled(&place);
                self.balance_impacts(events, &before);
                self.refresh();
                self.futile = if self.record.events.len() > events { 0 } else { self.futile + 1 };
                self.note_modes(&modes, integrator.order());
                self.note_kink(found.watch, integrator.order());
            }
            None => {
                let end = if h == limit { (self.t + h).min(self.settings.until) } else { self.t + h };
                self.follow_step(integrator, h);
                let work = self.work(integrator, h);
                self.accept(end);
                self.project_step();
                self.balance_step(work);
                self.refresh();
                self.futile = 0;
            }
        }
        let modes = self.smooth.closed.clone();
        self.pass_corners()?;
        self.note_modes(&modes, integrator.order());
        self.follow_state();
        self.write_due_rows();
        if self.samples > rows { self.check_row() } else { Ok(()) }
    }

    /// Takes over the end of the step tried last.
    fn accept(&mut self, t: f64) {
        self.t = t;
        let n = self.q.len();
        self.q.copy_from_slice(&self.end[..n]);
        self.v.copy_from_slice(&self.end[n..]);
    }
}
