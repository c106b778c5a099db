//! The motion between the rows of a run: its extremes do not depend on how often rows are written.
//!
//! A step of an integrator of order 5 turns an oscillation by up to half a radian; its dense output at three points inside leaves eighths of a
//! radian, over which the cubic through values and rates errs by (1/8)^4/384 = 6e-7 of the amplitude.

use super::run::{Boxed, Run};
use crate::record::Waypoint;
use carom_mechanics::Model;

/// Points inside a step, in parts of it.
const INSIDE: [f64; 3] = [0.25, 0.5, 0.75];

/// Coordinates and velocities beyond which nothing is noted between rows: every step would keep kilobytes.
const MOST_NUMBERS: usize = 256;

/// Numbers in all, 64 MB of them, beyond which the older half of what was noted is forgotten and rows have to do for it.
const MOST_IN_ALL: usize = 1 << 23;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Whether the motion is noted between rows: from the start on, or not any more.
    fn follows(&self) -> bool {
        let noted = !self.record.path.is_empty() || self.t == self.first;
        self.settings.follow && noted && self.q.len() + self.v.len() <= MOST_NUMBERS
    }

    /// Notes the motion within the next h, which is the step that the integrator has made last or a part of it, and the state at its end.
    pub(super) fn follow_step(&mut self, integrator: &mut Boxed<'a, M>, h: f64) {
        if !self.follows() {
            return;
        }
        let mut y = vec![0.0; self.end.len()];
        self.smooth.exchange();
        let Ok(()) = integrator.prepare_dense(&mut self.smooth);
        self.smooth.exchange();
        for part in INSIDE {
            integrator.dense(part * h / self.tried, &mut y);
            self.note_waypoint(self.t + part * h, &y);
        }
        let end = std::mem::take(&mut self.end);
        self.note_waypoint(self.t + h, &end);
        self.end = end;
    }

    /// Notes the present state, unless it is the last one noted.
    pub(super) fn follow_state(&mut self) {
        let known =
            self.record.path.last().is_some_and(|last| last.t == self.t && last.q == self.q && last.v == self.v);
        if self.follows() && !known {
            let y: Vec<f64> = self.q.iter().chain(&self.v).copied().collect();
            self.note_waypoint(self.t, &y);
        }
    }

    fn note_waypoint(&mut self, t: f64, y: &[f64]) {
        if self.record.path.len() * y.len() > MOST_IN_ALL {
            self.record.path.drain(..self.record.path.len() / 2);
        }
        let (q, v) = y.split_at(self.q.len());
        self.record.path.push(Waypoint { t, q: q.to_vec(), v: v.to_vec() });
    }
}
