//! The rows of a run by time stepping: samples at times that are due, whatever the step, and before and after impacts. The steps themselves do
//! not know of them.
//!
//! Within a step of size h from (q, v) to (q', v'), at a time tau after its start, with s = h - tau:
//!
//! ```text
//!     v(tau) = v + d tau / h,      q(tau) = q + T tau (v + theta d tau / h)                   before (1 - theta) h
//!     v(tau) = v' - d s / h,       q(tau) = q' - T s (v' - (1 - theta (1 + tau / h)) d)       afterwards
//! ```
//!
//! Without impacts d = v' - v, and both are the same, exact for constant forces where the scheme is. With them d is what all forces but those
//! of contacts do in the step, or zero for coordinates that feel contacts that last, whose impulses cannot be told from those of the impacts:
//! velocities jump where the step looks for its contacts, at the place where it does, and free bodies keep their energy up to there and from
//! there on. What feels contacts that last has at that place the velocities of the step's ends, and so these two rows tell its energy at the
//! ends. Joints are closed as they are after a step. A step that looks ahead moves overlapping bodies apart at its end; there rows are those
//! of the step ends that are nearest, and impacts have none of their own.

use super::run::Stepper;
use carom_mechanics::{At, Model};

/// A row is due at the end of a step if it is so near, as part of the step.
const NEAR: f64 = 1e-6;

/// The end of a step is the time of a row but for rounding, as part of it.
const ROUNDING: f64 = 1e-12;

/// Velocity coordinates of a world up to which rows before and after every impact are written: in larger ones something hits something in
/// nearly every step, and the rows would fill the disk.
const FEW: usize = 300;

/// Where a step begins.
pub(super) struct Start {
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub impacts: u64,
}

/// Where coordinates that feel contacts that last are taken to be in a step with impacts: where they move to, or at its ends.
#[derive(Clone, Copy)]
enum Felt {
    Moves,
    Still,
}

impl Felt {
    fn way(self, way: f64) -> f64 {
        match self {
            Self::Moves => way,
            Self::Still => 0.0,
        }
    }
}

/// Which rows a run writes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rows {
    /// Rows written since the first.
    written: u64,
    /// Where steps look ahead: steps from row to row.
    stride: Option<u64>,
}

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Finds which rows come next, after the steps made so far.
    pub(super) fn count_rows(&mut self, steps: u64) {
        let every = self.settings.every;
        let stride = every.map_or(steps.max(1), |every| (every / self.h).round().max(1.0) as u64);
        self.rows.stride = self.settings.ahead.then_some(stride);
        let passed = every.map_or(0.0, |every| ((self.t - self.first) / every).floor());
        self.rows.written = passed.max(0.0) as u64;
        while self.rows.written > 0 && self.row(self.rows.written) > self.t + NEAR * self.h {
            self.rows.written -= 1;
        }
        self.pass_rows();
    }

    /// Counts the rows up to now as written. True if there was one.
    fn pass_rows(&mut self) -> bool {
        let before = self.rows.written;
        while self.settings.every.is_some()
            && self.row(self.rows.written) < self.settings.until
            && self.row(self.rows.written + 1) <= self.t + NEAR * self.h
        {
            self.rows.written += 1;
        }
        self.rows.written > before
    }

    /// Time of a row by its number.
    fn row(&self, number: u64) -> f64 {
        self.settings.row(self.first, number)
    }

    /// Whether a row is due at the end of the step just made.
    pub(super) fn row_is_due(&mut self) -> bool {
        match self.rows.stride {
            Some(stride) => self.steps.is_multiple_of(stride),
            None => self.pass_rows(),
        }
    }

    /// Writes the rows that are due within the step of size h just made, which began at the present time, and those before and after its
    /// impacts.
    pub(super) fn write_rows(&mut self, h: f64, start: &Start) {
        let (t, end) = (self.t, self.t + h - NEAR * self.h);
        let mut struck = self.jumped(start).then_some(t + (1.0 - self.settings.theta) * h);
        struck = struck.filter(|_| self.model.velocities() <= FEW);
        if self.rows.stride.is_some() || (struck.is_none() && self.row(self.rows.written + 1) >= end) {
            return;
        }
        if !self.jumped(start) {
            self.even.clear();
            self.even.extend(self.v.iter().zip(&start.v).map(|(after, before)| Some(after - before)));
        }
        let end_of_step = (self.q.clone(), self.v.clone());
        loop {
            let due = Some(self.row(self.rows.written + 1)).filter(|due| *due < end);
            if let Some(at) = struck.take_if(|at| due.is_none_or(|due| *at <= due)) {
                self.t = at;
                // With theta = 1 contacts are looked for where the step begins, and the row there may be written already.
                if self.record.samples.last().is_none_or(|last| last.t < at) {
                    self.write_row_at_impact(|stepper, felt| stepper.put_before(h, at - t, start, felt));
                }
                self.write_row_at_impact(|stepper, felt| stepper.put_after(h, at - t, &end_of_step, felt));
                // The rows of the impact are those of its time.
                self.rows.written += u64::from(due == Some(at));
            } else if let Some(due) = due {
                self.rows.written += 1;
                self.t = due;
                if due - t < (1.0 - self.settings.theta) * h || !self.jumped(start) {
                    self.put_before(h, due - t, start, Felt::Moves);
                } else {
                    self.put_after(h, due - t, &end_of_step, Felt::Moves);
                }
                self.write_row();
            } else {
                break;
            }
        }
        self.t = t;
        (self.q, self.v) = end_of_step;
    }

    /// Writes the row that is due at the end of the step just made, with its own time where the two differ by rounding.
    pub(super) fn sample_due(&mut self) {
        self.sample();
        let due = self.row(self.rows.written);
        let near = self.rows.stride.is_none() && (due - self.t).abs() <= ROUNDING * due.abs();
        self.record.samples.last_mut().filter(|_| near).into_iter().for_each(|row| row.t = due);
    }

    fn write_row(&mut self) {
        self.correct_joints(self.t);
        self.sample();
    }

    /// The same at an impact, at a place that is put. Impulses of the step are no forces there: the row repeats those of the one before.
    fn write_row_at_impact(&mut self, put: impl Fn(&mut Self, Felt)) {
        let last = self.record.samples.last().map(|last| (last.contact_forces.clone(), last.joint_forces.clone()));
        put(self, Felt::Still);
        self.correct_joints(self.t);
        let energy = self.model.energy(At { t: self.t, q: &self.q, v: &self.v });
        put(self, Felt::Moves);
        self.write_row();
        self.record.samples.last_mut().into_iter().for_each(|row| row.energy = energy);
        if let (Some((contacts, joints)), Some(row)) = (last, self.record.samples.last_mut()) {
            (row.contact_forces, row.joint_forces) = (contacts, joints);
        }
    }

    /// Whether the step that began so had impacts.
    fn jumped(&self, start: &Start) -> bool {
        self.record.counts.impacts > start.impacts
    }

    /// Puts the state at a time after the start of a step, before its impacts.
    fn put_before(&mut self, h: f64, tau: f64, start: &Start, felt: Felt) {
        let (theta, part) = (self.settings.theta, tau / h);
        self.q.clone_from(&start.q);
        self.v.clone_from(&start.v);
        let way = |(v, d): (&f64, &Option<f64>)| d.map_or(felt.way(tau * v), |d| tau * (v + theta * part * d));
        self.change.clear();
        self.change.extend(start.v.iter().zip(&self.even).map(way));
        self.model.displace(&mut self.q, &self.change);
        self.v.iter_mut().zip(&self.even).for_each(|(v, d)| *v += part * d.unwrap_or(0.0));
    }

    /// The same after its impacts, given the state at its end.
    fn put_after(&mut self, h: f64, tau: f64, (q, v): &(Vec<f64>, Vec<f64>), felt: Felt) {
        let (left, rest) = (h - tau, 1.0 - self.settings.theta * (1.0 + tau / h));
        self.q.clone_from(q);
        self.v.clone_from(v);
        let way = |(v, d): (&f64, &Option<f64>)| d.map_or(felt.way(-left * v), |d| -left * (v - rest * d));
        self.change.clear();
        self.change.extend(v.iter().zip(&self.even).map(way));
        self.model.displace(&mut self.q, &self.change);
        self.v.iter_mut().zip(&self.even).for_each(|(v, d)| *v -= left / h * d.unwrap_or(0.0));
    }
}
