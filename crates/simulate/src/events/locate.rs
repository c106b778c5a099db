//! The first event of a step: watched numbers at points of the dense output, then the zero on true steps.

use super::project::LEFT;
use super::run::{Boxed, Run};
use super::watch::Watch;
use carom_mechanics::{At, Model};

/// Points of the dense output at which the watched numbers are taken. Steps are short against anything that can close and
/// open again (see [`Run::step_limit`]); more points cost evaluations.
pub(super) const POINTS: usize = 8;

/// A step shorter than this part of what the accuracy allows is looked at in two points only: everything is a line or a parabola.
/// The contact forces over such a step are looked at in its end only.
const SHORT: f64 = 0.1;

/// Halvings and secants on the dense output: a secant that does not halve the bracket is followed by a halving, so that these reach
/// rounding.
const REFINEMENTS: usize = 120;

/// By how much levers may enlarge what is left at contacts that last.
const LEVERED: f64 = 10.0;

/// Part of the least size below zero at which a gap has jumped: far above what the zero of a gap that closes is off by.
const JUMP: f64 = 1e-4;

/// Corrections on true steps: each gains the accuracy of the method over its dense output.
const CORRECTIONS: usize = 4;

/// What is neglected where the end of a step is moved along its rate, as part of the tolerance.
const NEGLECTED: f64 = 1e-3;

/// The part of a step by which its end may be moved along its rate.
const SMALL_PART: f64 = 0.1;

/// How far behind a kink of a force the step ends, in its number of order one: far enough to be on the other side whatever the rounding,
/// so little that the step does not feel it.
pub(super) const BEHIND: f64 = 1e-13;

/// Errors of a step in units of the tolerance below which its dense output needs no correction.
pub(super) const NEGLIGIBLE: f64 = 1e-3;

/// An event inside the step tried last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// Time since the start of the step.
    pub after: f64,
    pub watch: Watch,
    /// Which of the watched numbers.
    pub index: usize,
}

/// Which watched numbers are looked at, up to which part of the step, at how many points.
#[derive(Debug, Clone, Copy)]
struct Scan {
    forces: bool,
    end: f64,
    points: usize,
}

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// The first event of the step of size h that the integrator has just made, if there is one: first among the watched numbers that
    /// need no forces, then up to there among those that do.
    pub(super) fn first_event(&mut self, integrator: &mut Boxed<'a, M>, h: f64) -> Option<Found> {
        let farthest = self.farthest(h);
        self.list_gaps(farthest);
        self.nearby.note(farthest);
        self.closer += farthest;
        if self.watches.is_empty() {
            return None;
        }
        self.glance_back(integrator, h);
        let short = h < SHORT * self.step;
        let points = if short { 2 } else { POINTS };
        let kinematic = if self.watches.iter().all(|watch| watch.needs_forces()) {
            None
        } else {
            self.scan(integrator, h, Scan { forces: false, end: 1.0, points })
        };
        let kinematic = kinematic.map(|found| self.before_siblings(integrator, found, h));
        if !self.watches.iter().any(|watch| watch.needs_forces()) {
            return kinematic;
        }
        let end = kinematic.map_or(1.0, |found| found.after / h);
        let points = if short { 1 } else { self.force_points };
        self.scan(integrator, h, Scan { forces: true, end, points }).or(kinematic)
    }

    /// The first event among the watched numbers of one kind.
    fn scan(&mut self, integrator: &mut Boxed<'a, M>, h: f64, scan: Scan) -> Option<Found> {
        let mut y = std::mem::take(&mut self.scratch);
        y.resize(self.q.len() + self.v.len(), 0.0);
        let (mut before, mut after) = (self.gaps_now(), Vec::new());
        let mut found = None;
        let mut low = 0.0;
        for theta in self.points_of(scan, h) {
            let wanted = |watch: Watch| watch.needs_forces() == scan.forces;
            if theta < 1.0 {
                integrator.dense(theta, &mut y);
                self.smooth.exchange();
                self.measure((self.t + theta * h, &y), wanted, &mut after);
                self.smooth.exchange();
            } else {
                // The end itself, whose forces are known.
                y.copy_from_slice(&self.end);
                self.measure((self.t + h, &y), wanted, &mut after);
            }
            found = self.first_zero(integrator, (low, theta), (&before, &after), h, &mut y);
            if found.is_none() && !scan.forces {
                found = self.dip(integrator, (low, theta), (&before, &after), h, &mut y);
            }
            if let Some(one) = found {
                found = Some(self.before_it(integrator, one, (low, &before), (h, scan.forces), &mut y));
                break;
            }
            std::mem::swap(&mut before, &mut after);
            low = theta;
        }
        self.scratch = y;
        found
    }

    /// The parts of the step at which watched numbers are taken: evenly spread, and for forces also where these turn back.
    fn points_of(&self, scan: Scan, h: f64) -> Vec<f64> {
        let mut points: Vec<f64> = (1..=scan.points).map(|k| k as f64 * (scan.end / scan.points as f64)).collect();
        if scan.forces {
            points.extend(self.turnings.iter().map(|after| after / h).filter(|theta| *theta < scan.end));
            points.sort_unstable_by(f64::total_cmp);
        }
        points
    }

    /// The earliest zero among the watches that are negative at the end of an interval of theta.
    fn first_zero(
        &mut self,
        integrator: &Boxed<'a, M>,
        (low, high): (f64, f64),
        (before, after): (&[f64], &[f64]),
        h: f64,
        y: &mut [f64],
    ) -> Option<Found> {
        let mut first: Option<Found> = None;
        for (k, value) in after.iter().enumerate() {
            let mut crossing = self.crossing(self.watches[k], before[k], *value);
            if crossing.is_none() && self.is_flush(self.watches[k], before[k], *value) {
                crossing = self.passing(integrator, self.watches[k], ((low, high), *value), h, y);
            }
            let Some((watch, value)) = crossing else { continue };
            let mut end = (high, value);
            // Only what has become negative before the first one found can be before it.
            if let Some(found) = first {
                let earlier = self.just_before(found, low, h);
                integrator.dense(earlier, y);
                end = (earlier, self.measure_one(watch, self.t + earlier * h, y));
                if end.1 >= 0.0 {
                    continue;
                }
            }
            let theta = self.zero(integrator, watch, (low, before[k].max(0.0)), end, h, y);
            if self.is_jump(integrator, watch, (theta, h), y) {
                continue;
            }
            if first.is_none_or(|found| theta * h < found.after) {
                first = Some(Found { after: theta * h, watch, index: k });
            }
        }
        first
    }

    /// Whether a gap is not at its zero but far below it just behind: it has not closed, another face counts as nearest from there on, as
    /// where a tip leaves the end of a thin rod.
    fn is_jump(&mut self, integrator: &Boxed<'a, M>, watch: Watch, (theta, h): (f64, f64), y: &mut [f64]) -> bool {
        if !matches!(watch, Watch::Gap { .. }) {
            return false;
        }
        integrator.dense(theta, y);
        self.measure_one(watch, self.t + theta * h, y) < -JUMP * self.size
    }

    /// The first event of an interval of theta that ends at an event found: another number may have become negative before it and be
    /// positive again at the end of the interval looked at.
    fn before_it(
        &mut self,
        integrator: &Boxed<'a, M>,
        mut found: Found,
        (low, before): (f64, &[f64]),
        (h, forces): (f64, bool),
        y: &mut [f64],
    ) -> Found {
        // A sign stands for all forces: nothing else is watched of them.
        let others = if found.watch.is_sign() { 0 } else { self.watches.len() };
        let mut values = Vec::new();
        for _ in 0..others {
            let theta = self.just_before(found, low, h);
            integrator.dense(theta, y);
            self.measure((self.t + theta * h, y), |watch| watch.needs_forces() == forces, &mut values);
            values[found.index] = 1.0;
            let mut earlier = self.first_zero(integrator, (low, theta), (before, &values), h, y);
            if earlier.is_none() && !forces {
                earlier = self.dip(integrator, (low, theta), (before, &values), h, y);
            }
            match earlier {
                Some(earlier) if earlier.after < found.after => found = earlier,
                _ => break,
            }
        }
        found
    }

    /// The same among gaps of the two bodies that looked clear. A gap that has closed may look open again a little later in the step, which would
    /// have been made otherwise: the gap of an arc that has come through a side is that of its end, and of how far it is past it.
    fn before_siblings(&mut self, integrator: &Boxed<'a, M>, found: Found, h: f64) -> Found {
        let Watch::Gap { site: which, .. } = found.watch else { return found };
        let clear = std::mem::take(&mut self.glance.clear);
        let is_sibling = |watch: &Watch| matches!(watch, Watch::Gap { site, .. } if site.pair == which.pair);
        let mut y = std::mem::take(&mut self.scratch);
        let theta = self.just_before(found, 0.0, h);
        integrator.dense(theta, &mut y);
        let mut some = false;
        for &(watch, now) in clear.iter().filter(|(watch, _)| is_sibling(watch)) {
            if self.measure_one(watch, self.t + theta * h, &y) < 0.0 {
                self.watches.push(watch);
                self.now.push(now);
                some = true;
            }
        }
        let before = self.gaps_now();
        let first = if some { self.before_it(integrator, found, (0.0, &before), (h, false), &mut y) } else { found };
        (self.scratch, self.glance.clear) = (y, clear);
        first
    }

    /// theta so little before an event that what happens between counts as one instant, but not before `low`.
    fn just_before(&self, found: Found, low: f64, h: f64) -> f64 {
        ((found.after - self.time_resolution(found.after)) / h).max(low)
    }

    /// The watched gaps at the start of the step; zero for the others, which start where they may.
    fn gaps_now(&self) -> Vec<f64> {
        let now = |(watch, now): (&Watch, &f64)| if matches!(watch, Watch::Gap { .. }) { *now } else { 0.0 };
        self.watches.iter().zip(&self.now).map(now).collect()
    }

    /// Whether a number has become negative: the watch to look for and its value now. A gap that was open and is zero up to rounding has closed
    /// too: corners of boxes of one height slide into each other along their other faces, so that the gap stays zero. It is
    /// looked for where the gap is just open, and the nearest face still the one that is met.
    pub(super) fn crossing(&self, watch: Watch, before: f64, value: f64) -> Option<(Watch, f64)> {
        if let Watch::Kink { index, sign, .. } = watch {
            let behind = Watch::Kink { index, sign, slack: BEHIND };
            return (value < -BEHIND).then_some((behind, value + BEHIND));
        }
        let Watch::Gap { site, slack } = watch else { return (value < 0.0).then_some((watch, value)) };
        let rounding = 4.0 * f64::EPSILON * self.extent;
        if value < -rounding {
            Some((watch, value))
        } else if before > 100.0 * rounding && value <= rounding {
            Some((Watch::Gap { site, slack: slack - 2.0 * rounding }, value - 2.0 * rounding))
        } else {
            None
        }
    }

    /// Whether a gap that was open is none but for what corrections between events leave at contacts that last and levers make of it, and the
    /// two bodies do not touch yet: a touching point that rolls on to the next face comes near to it much earlier than it gets there.
    fn is_flush(&self, watch: Watch, before: f64, value: f64) -> bool {
        let Watch::Gap { site, .. } = watch else { return false };
        let flush = self.flush();
        before > 100.0 * flush && value <= flush && !self.smooth.closed.iter().any(|c| c.touch.site.pair == site.pair)
    }

    fn flush(&self) -> f64 {
        (LEVERED * LEFT * self.settings.tolerance).min(self.zero_gap())
    }

    /// The same for a gap that is flush at the end of an interval of theta, if another face is nearest there than at its start: it has passed the
    /// one that it meets.
    fn passing(
        &mut self,
        integrator: &Boxed<'a, M>,
        watch: Watch,
        ((low, high), value): ((f64, f64), f64),
        h: f64,
        y: &mut [f64],
    ) -> Option<(Watch, f64)> {
        let Watch::Gap { site, slack } = watch else { return None };
        let mut face = |theta: f64| {
            integrator.dense(theta, y);
            self.model.gap(site, self.t + theta * h, &y[..self.q.len()]).1
        };
        let less = 2.0 * self.flush();
        (face(low) != face(high)).then_some((Watch::Gap { site, slack: slack - less }, value - less))
    }

    /// The zero of one watch in a bracket of theta, on the dense output: secants, in which an end that stays counts half each time
    /// (Illinois), followed by a halving where they stall. The upper end, where the number is negative, is returned.
    pub(super) fn zero(
        &mut self,
        integrator: &Boxed<'a, M>,
        watch: Watch,
        mut low: (f64, f64),
        mut high: (f64, f64),
        h: f64,
        y: &mut [f64],
    ) -> f64 {
        if watch.is_sign() {
            return self.departure(integrator, low.0, high, h, y);
        }
        let (mut last_was_negative, mut stalled) = (None, false);
        for _ in 0..REFINEMENTS {
            if high.0 - low.0 <= 4.0 * f64::EPSILON * high.0 || high.1 == 0.0 {
                break;
            }
            let halving = stalled || low.1 == 0.0;
            let width = high.0 - low.0;
            let middle =
                if halving { 0.5 * (low.0 + high.0) } else { low.0 + (high.0 - low.0) * low.1 / (low.1 - high.1) };
            let middle = middle.clamp(low.0, high.0);
            integrator.dense(middle, y);
            let value = self.measure_one(watch, self.t + middle * h, y);
            let negative = value < 0.0;
            let stays = if last_was_negative == Some(negative) { 0.5 } else { 1.0 };
            if negative {
                (high, low.1) = ((middle, value), stays * low.1);
            } else {
                (low, high.1) = ((middle, value), stays * high.1);
            }
            last_was_negative = Some(negative);
            stalled = !halving && high.0 - low.0 > 0.5 * width;
        }
        high.0
    }

    /// Steps to the event with true steps of the integrator and corrects its time; leaves the state in `end`. Where the whole step
    /// was far better than asked (in flight, or where nothing moves), its dense output is the event.
    pub(super) fn step_to(&mut self, integrator: &mut Boxed<'a, M>, found: Found, (whole, error): (f64, f64)) -> f64 {
        let mut after = found.after;
        if error <= NEGLIGIBLE && integrator.dense_is_as_good() {
            integrator.dense(after / whole, &mut self.end);
            return after;
        }
        let mut last: Option<(f64, f64)> = None;
        for _ in 0..CORRECTIONS {
            self.try_step(integrator, after);
            if found.watch.is_sign() {
                return after;
            }
            let value = self.value_at_end(found.watch, after);
            let slope = match last {
                Some((time, earlier)) if time != after => (value - earlier) / (after - time),
                _ => self.slope(integrator, found.watch, (after, value)),
            };
            let next = after - value / slope;
            let good = next.is_finite() && next > 0.0 && next <= whole && (next - after).abs() < 0.1 * whole;
            if !good || (next - after).abs() <= self.time_resolution(after) {
                return after;
            }
            if self.moves_straight(after, next - after) {
                self.end.iter_mut().zip(&self.end_rate).for_each(|(y, rate)| *y += (next - after) * rate);
                return next;
            }
            last = Some((after, value));
            after = next;
        }
        self.try_step(integrator, after);
        after
    }

    /// Whether the end of the step tried last can be moved along its rate by a time: y'' is about what the rate has changed by over the step,
    /// of which the time must be a small part.
    fn moves_straight(&self, after: f64, by: f64) -> bool {
        let change = self.end_rate.iter().zip(&self.start_rate).fold(0.0_f64, |m, (b, a)| m.max((b - a).abs()));
        by.abs() <= SMALL_PART * after && by * by * change <= NEGLECTED * self.settings.tolerance * after
    }

    /// How exactly the time of an event is sought: rounding, or a thousandth of the tolerance.
    pub(super) fn time_resolution(&self, after: f64) -> f64 {
        (4.0 * f64::EPSILON * self.t.abs().max(after)).max(1e-3 * self.settings.tolerance)
    }

    /// A watched number at the end of the step tried last.
    fn value_at_end(&mut self, watch: Watch, after: f64) -> f64 {
        let end = std::mem::take(&mut self.end);
        let value = self.measure_one(watch, self.t + after, &end);
        self.end = end;
        value
    }

    /// The slope of a watched number at the end of the step tried last: of a gap its normal velocity, of a slip its acceleration, of
    /// others by a shorter step (and the step is made again).
    fn slope(&mut self, integrator: &mut Boxed<'a, M>, watch: Watch, (after, value): (f64, f64)) -> f64 {
        if matches!(watch, Watch::Gap { .. }) {
            let end = std::mem::take(&mut self.end);
            let (q, v) = end.split_at(self.q.len());
            let rate = self.gap_rate(watch, At { t: self.t + after, q, v });
            self.end = end;
            return rate;
        }
        if let Watch::Slip { index, sign, .. } = watch {
            let (q, v) = self.end.split_at(self.q.len());
            self.model.contact(self.smooth.closed[index].touch, At { t: self.t + after, q, v }, &mut self.contact);
            let along = &self.contact.tangential[0];
            return sign * (along.row.dot(&self.end_rate[self.q.len()..]) + along.bias);
        }
        let back = after * (1.0 - 1e-3);
        self.try_step(integrator, back);
        let earlier = self.value_at_end(watch, back);
        self.try_step(integrator, after);
        (value - earlier) / (after - back)
    }
}
