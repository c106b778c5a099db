//! The rows of a run: samples at times that are due.
//!
//! Bodies of the plane without joints pass over rows, which are taken from the dense output of the step: its error is that of the estimate, no
//! more than a step may err by. Elsewhere steps end on rows: joints, rotations of space and heaps are corrected at the ends of steps only.

use super::project::MANY_CLOSED;
use super::run::{Boxed, Run};
use crate::record::Sample;
use carom_mechanics::{At, Model};

/// Rows that a step may pass: who looks on sees a run that rests forever go on.
const MOST_ROWS: u64 = 64;

/// A row is due within rounding of its time, as part of it.
const ROUNDING: f64 = 1e-12;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Time of the next sample.
    fn next_sample(&self) -> f64 {
        self.row(self.samples + 1)
    }

    /// Time of a sample by its number.
    fn row(&self, number: u64) -> f64 {
        self.settings
            .every
            .map_or(self.settings.until, |every| self.first + number as f64 * every)
            .min(self.settings.until)
    }

    /// Where the next step has to end: at the next row, or a while later if rows are taken from within steps.
    pub(super) fn row_ahead(&self, integrator: &Boxed<'a, M>) -> f64 {
        let heap = self.smooth.closed.len() >= MANY_CLOSED;
        let corrected = heap || self.model.tangents() != 1 || !self.smooth.terms.joints.is_empty();
        if corrected || !integrator.dense_is_as_good() {
            self.next_sample()
        } else {
            self.row(self.samples + MOST_ROWS)
        }
    }

    /// Whether a row is due now.
    pub(super) fn row_is_due(&self) -> bool {
        let due = self.next_sample();
        self.t >= due - ROUNDING * due.abs().max(ROUNDING) && self.settings.every.is_some()
            || self.t >= self.settings.until
    }

    /// Writes the rows that are due within the step of size h tried last, before a time since its start.
    pub(super) fn write_rows(&mut self, integrator: &mut Boxed<'a, M>, h: f64, before: f64) {
        let end = self.t + before;
        if self.settings.every.is_none() || self.next_sample() >= end - ROUNDING * end.abs() {
            return;
        }
        let Ok(()) = integrator.prepare_dense(&mut self.smooth);
        let (t, q, v) = (self.t, self.q.clone(), self.v.clone());
        let mut y = vec![0.0; q.len() + v.len()];
        self.smooth.exchange();
        while self.next_sample() < end - ROUNDING * end.abs() {
            let due = self.next_sample();
            integrator.dense((due - t) / h, &mut y);
            self.t = due;
            self.q.copy_from_slice(&y[..q.len()]);
            self.v.copy_from_slice(&y[q.len()..]);
            self.smooth.evaluate(At { t: self.t, q: &self.q, v: &self.v });
            self.samples += 1;
            self.sample();
        }
        self.smooth.exchange();
        (self.t, self.q, self.v) = (t, q, v);
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
