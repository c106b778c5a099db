//! How far one step may go: to the next sample or corner, no further than anything can see, not over a short flight, and not past the
//! stop of a slide.

use super::run::{Boxed, Run};
use crate::contacts::closed::Grip;
use crate::corner::end_before;
use crate::fault;
use crate::hold::terms::{product, slip_acceleration, slip_velocity};
use crate::integrate::{remembering_factor, step_factor};
use carom_mechanics::{At, Contact, Model, Row, Touch};

/// Part of the least size that anything may move in one step: nothing can pass through anything unseen.
pub(super) const STRIDE: f64 = 0.25;

/// The tolerance up to which steps are held to their full strides.
const TIGHT: f64 = 1e-4;

/// Part of the way to the end of a slide that one step may go.
const MOST_OF_SLIDE: f64 = 0.8;

/// End of what a user is told, once, where the shortest step allowed is too long for the tolerance.
const NO_SHORTER: &str = "the steps are as short as allowed and their errors above the tolerance";

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Tries shorter and shorter steps from a first one until one has an error below the tolerance and forces that are seen, or is as short
    /// as allowed. Returns its size and its error.
    pub(super) fn accurate_step(
        &mut self,
        integrator: &mut Boxed<'a, M>,
        mut h: f64,
        limit: f64,
    ) -> Result<(f64, f64), String> {
        let (mut most, order) = (f64::INFINITY, integrator.order());
        self.start_forces.clone_from(&self.smooth.forces);
        loop {
            let error = self.try_step(integrator, h);
            let shortest = h <= self.settings.smallest_step && error.is_finite();
            if error > 1.0 && shortest && !self.record.warnings.iter().any(|text| text.ends_with(NO_SHORTER)) {
                self.warn(format!("from t = {} s on {NO_SHORTER}", self.t));
            }
            let seen = if error <= 1.0 { self.forces_seen(integrator, (h, error)) } else { 1.0 };
            if error <= 1.0 && seen >= 1.0 || shortest {
                let factor = remembering_factor(error, self.last_error, order).min(most);
                if h < limit || factor < 1.0 {
                    self.step = h * factor;
                }
                self.step = self.step.min(h * seen);
                self.last_error = error;
                self.note_idle(integrator, (h, error));
                return Ok((h, error));
            }
            if error > 1.0 && self.leaps(integrator, h) {
                self.step = h;
                self.last_error = 1.0;
                return Ok((h, 1.0));
            }
            self.record.counts.rejected += 1;
            // A step that was too long is not tried again at once.
            most = 1.0;
            h *= if error.is_finite() { step_factor(error, order).min(0.9).min(seen) } else { 0.1 };
            h = h.max(self.settings.smallest_step);
            self.step = h;
            if h < 1e-15 * self.t.abs().max(1e-3) {
                return Err(self.why_too_small(h));
            }
        }
    }

    /// What is wrong where no step of size h can be made.
    fn why_too_small(&mut self, h: f64) -> String {
        let t = self.t;
        let rough = format!("at t = {t} s the step has become too small: the motion is not smooth there");
        fault::of_step(self.model, At { t, q: &self.q, v: &self.v }, h)
            .or_else(|| self.jammed_slide())
            .unwrap_or_else(|| self.gets_stuck(rough))
    }

    /// The longest step allowed from here.
    pub(super) fn step_limit(&mut self) -> f64 {
        let steps =
            [self.settings.largest_step, self.outlook(), self.stride(), self.shortest_flight(), self.slides_left()];
        steps.into_iter().fold(self.row_or_corner() - self.t, f64::min)
    }

    /// The next row that ends a step, or the last instant before the next corner of a motion.
    pub(super) fn row_or_corner(&self) -> f64 {
        let before = self.model.next_corner(self.t).and_then(|corner| end_before(corner, self.t));
        self.row_ahead().min(before.unwrap_or(f64::INFINITY))
    }

    /// In space a slide that starts is followed with its first direction until it has one of its own.
    /// A slide stops where both components of D_T vanish, and friction has no direction there: steps go most of the way
    /// to that instant, |D_T| / -|D_T|', and never beyond, until what is left counts as no slip.
    fn slides_left(&self) -> f64 {
        let (rate, mut left) = (&self.start_rate[self.q.len()..], f64::INFINITY);
        for (closed, contact) in self.smooth.closed.iter().zip(&self.smooth.terms.contacts) {
            let slip = slip_velocity(contact, &self.v);
            let speed = slip[0].hypot(slip[1]);
            let Some(way) = closed.grip.slide() else { continue };
            let straight = matches!(closed.grip, Grip::Straight(_));
            let change = slip_acceleration(contact, rate);
            if !straight && speed <= self.smooth.slow && slip[0] * change[0] + slip[1] * change[1] >= 0.0 {
                left = left.min(0.5 * self.smooth.slow / change[0].hypot(change[1]));
            }
            if speed <= self.stopped_velocity() {
                continue;
            }
            // A slow one keeps its direction, which has nothing to settle to.
            if !straight && speed > self.smooth.slow {
                left = left.min(self.settling_of_slides(closed.touch.site.pair));
            }
            let way = if speed <= self.smooth.slow { way } else { slip.map(|d| d / speed) };
            let slowing = -(way[0] * change[0] + way[1] * change[1]);
            if slowing > 0.0 {
                // A step that ends below what counts as no slip finds the stop.
                let way = if speed > 4.0 * self.stopped_velocity() { MOST_OF_SLIDE * speed } else { speed };
                left = left.min(way / slowing);
            }
        }
        left
    }

    /// The time in which nothing moves further than its stride: speed h + acceleration h^2 / 2 = stride.
    fn stride(&self) -> f64 {
        let rate = &self.start_rate[self.q.len()..];
        let acceleration = self.model.pace(At { t: self.t, q: &self.q, v: rate }).speed;
        let stride = STRIDE * self.size * self.looser();
        let root = (self.speed * self.speed + 2.0 * acceleration * stride).sqrt();
        if self.speed + root > 0.0 { 2.0 * stride / (self.speed + root) } else { f64::INFINITY }
    }

    /// By how much longer a stride may be where nothing can be missed and a tolerance looser than [`TIGHT`] asks for little: the error of a step
    /// grows with its eighth power or so.
    fn looser(&self) -> f64 {
        let ratio = self.settings.tolerance / TIGHT;
        if ratio > 1.0 && self.model.is_apart() { ratio.powf(0.125) } else { 1.0 }
    }

    /// A site that has just bounced comes back soon: its flight must not be stepped over.
    fn shortest_flight(&mut self) -> f64 {
        let (mut shortest, mut contact) = (f64::INFINITY, Contact::default());
        self.visit_nearby(self.zero_gap(), |run, site, (_, face)| {
            let at = At { t: run.t, q: &run.q, v: &run.v };
            run.model.contact(Touch { site, face }, at, &mut contact);
            let velocity = contact.along_normal.velocity(&run.v);
            let acceleration = contact.along_normal.row.dot(&run.start_rate[run.q.len()..]) + contact.along_normal.bias;
            if velocity > run.zero_velocity() && acceleration < 0.0 {
                shortest = shortest.min(-2.4 * velocity / acceleration);
            }
        });
        shortest
    }

    /// The longest step over which an explicit integrator follows the directions of the slides of one pair: friction turns them with no
    /// more than the sum of tr G_TT |lambda_T| / |D_T|, and twice the inverse of that is still stable.
    fn settling_of_slides(&self, pair: u32) -> f64 {
        let mut solved = Row::new();
        let mut turning = 0.0;
        for ((closed, contact), force) in
            self.smooth.closed.iter().zip(&self.smooth.terms.contacts).zip(&self.smooth.forces)
        {
            if closed.touch.site.pair != pair || !matches!(closed.grip, Grip::Slide(_)) {
                continue;
            }
            let own = contact.tangential.iter().map(|tangent| {
                self.smooth.terms.mass.solve_row(&tangent.row, &mut solved);
                product(&tangent.row, &solved)
            });
            let [x, y] = slip_velocity(contact, &self.v);
            turning += own.sum::<f64>() * force.friction() / x.hypot(y).max(self.smooth.slow);
        }
        if turning > 0.0 { 2.0 / turning } else { f64::INFINITY }
    }
}
