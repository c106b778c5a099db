//! The rows of a run: samples at times that are due.
//!
//! Steps end on them, which also keeps steps short and runs exact. Where the motion is so smooth that a step was far better than asked, the next
//! one may pass over rows, which are taken from its dense output: their errors are those of the estimate, a tenth of what a step may err by.
//! Not with joints, in space and in heaps: these are corrected at the ends of steps only.

use super::project::MANY_CLOSED;
use super::run::{Boxed, Run};
use crate::record::Sample;
use carom_mechanics::{At, Model};

/// Errors of a step in units of the tolerance up to which rows within it are taken from its dense output.
const GOOD_ENOUGH: f64 = 0.1;

/// What is kept of the step that would just do, and how many times longer it may be than the one before.
const SAFETY: f64 = 0.8;
const LONGER: f64 = 5.0;

/// Rows that a step may pass: who looks on sees a run that rests forever go on.
const MOST_ROWS: u64 = 64;

/// How often what drives a scene is looked at in a run, at least.
const LOOKS: f64 = 100.0;

/// A row is due within rounding of its time, as part of it.
const ROUNDING: f64 = 1e-12;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Time of the next sample.
    fn next_sample(&self) -> f64 {
        self.row(self.samples + 1)
    }

    /// Time of a sample by its number.
    fn row(&self, number: u64) -> f64 {
        self.settings.row(self.first, number)
    }

    /// The longest step over which what time itself does is seen: a push or a motion that comes and goes within one would leave no trace. Where
    /// nothing is driven, or the user has said how long steps may be, that is not asked.
    pub(super) fn outlook(&self) -> f64 {
        let asked = self.settings.largest_step.is_infinite() && self.model.is_driven();
        let rows = self.settings.every.unwrap_or(f64::INFINITY);
        if asked { rows.min((self.settings.until - self.first) / LOOKS) } else { f64::INFINITY }
    }

    /// Where the next step has to end: at the last row within the step over which its dense output is expected to be good enough, or at the next
    /// one if that is none.
    pub(super) fn row_ahead(&self) -> f64 {
        let (next, reach) = (self.samples + 1, self.t + self.idle - self.first);
        match self.settings.every {
            Some(every) if reach > 0.0 => self.row(((reach / every) as u64).clamp(next, self.samples + MOST_ROWS)),
            _ => self.row(next),
        }
    }

    /// Notes how long a step after one of size h with some error may be to be good enough.
    pub(super) fn note_idle(&mut self, integrator: &Boxed<'a, M>, (h, error): (f64, f64)) {
        let heap = self.smooth.closed.len() >= MANY_CLOSED;
        let corrected = heap || self.model.tangents() != 1 || !self.smooth.terms.joints.is_empty();
        let longer = (GOOD_ENOUGH / error.max(f64::MIN_POSITIVE)).powf(1.0 / f64::from(integrator.order()));
        self.idle = if corrected || !integrator.dense_is_as_good() { 0.0 } else { h * (SAFETY * longer).min(LONGER) };
    }

    /// A step that passes rows and is not good enough after all is made again up to the first of them.
    pub(super) fn end_on_row(&mut self, integrator: &mut Boxed<'a, M>, (h, error): (f64, f64)) -> (f64, f64) {
        let next = self.next_sample();
        if error <= GOOD_ENOUGH || self.t + h <= next + ROUNDING * next.abs() {
            return (h, error);
        }
        let shorter = next - self.t;
        (shorter, self.try_step(integrator, shorter))
    }

    /// Whether a row is due now.
    pub(super) fn row_is_due(&self) -> bool {
        let due = self.next_sample();
        self.t >= due - ROUNDING * due.abs().max(ROUNDING) && self.settings.every.is_some()
            || self.t >= self.settings.until
    }

    /// Writes the rows that are due within the step of size h tried last, before a time since its start, up to the first one at which forces
    /// inside the cones no longer hold what sticks: a push that came after the last point looked at. The time of that row since the start.
    pub(super) fn write_rows(&mut self, integrator: &mut Boxed<'a, M>, h: f64, before: f64) -> Option<f64> {
        let end = self.t + before;
        if self.settings.every.is_none() || self.next_sample() >= end - ROUNDING * end.abs() {
            return None;
        }
        let Ok(()) = integrator.prepare_dense(&mut self.smooth);
        let (t, q, v) = (self.t, self.q.clone(), self.v.clone());
        let mut y = vec![0.0; q.len() + v.len()];
        self.smooth.exchange();
        let mut lost = None;
        while self.next_sample() < end - ROUNDING * end.abs() {
            let due = self.next_sample();
            integrator.dense((due - t) / h, &mut y);
            self.t = due;
            self.q.copy_from_slice(&y[..q.len()]);
            self.v.copy_from_slice(&y[q.len()..]);
            self.smooth.evaluate(At { t: self.t, q: &self.q, v: &self.v });
            if !self.sticks_on() {
                lost = Some(due - t);
                break;
            }
            self.samples += 1;
            self.sample();
        }
        self.smooth.exchange();
        (self.t, self.q, self.v) = (t, q, v);
        lost
    }

    /// Writes the rows that are due now: more than one behind a leap.
    pub(super) fn write_due_rows(&mut self) {
        while self.row_is_due() {
            let last = self.next_sample() >= self.settings.until;
            self.write_due_row();
            if last {
                break;
            }
        }
    }

    /// Writes the row that is due now, with its own time, which is that of the run from here on. At an impact of that very time there is one already; one after it by rounding comes
    /// later.
    fn write_due_row(&mut self) {
        let due = self.next_sample();
        self.samples += 1;
        let samples = &mut self.record.samples;
        let later = samples.partition_point(|sample| sample.t < due);
        match samples.get(later) {
            None => {
                self.t = self.t.max(due);
                self.sample();
                self.record.samples.last_mut().into_iter().for_each(|row| row.t = due);
            }
            Some(sample) if sample.t > due => {
                let row = Sample { t: due, ..sample.clone() };
                samples.insert(later, row);
            }
            Some(_) => {}
        }
    }

    /// Writes a sample of the present state before velocities jump, unless the last one is of it.
    pub(super) fn sample_before(&mut self) {
        let same = |last: &Sample| last.t == self.t && last.q == self.q && last.v == self.v;
        if !self.record.samples.last().is_some_and(same) {
            self.sample();
        }
    }

    /// Writes a sample of the present state.
    pub(super) fn sample(&mut self) {
        // The rates of joints that form trees need no forces.
        if self.smooth.tree.is_some() && self.smooth.closed.is_empty() {
            self.smooth.know(At { t: self.t, q: &self.q, v: &self.v });
        }
        self.record.counts.note(&self.smooth.terms);
        let contact_forces = self.contact_forces();
        let at = At { t: self.t, q: &self.q, v: &self.v };
        let sample = Sample {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            energy: self.model.energy(at),
            joint_forces: self.smooth.joint_forces.clone(),
            contact_forces,
        };
        self.record.samples.push(sample);
    }
}
