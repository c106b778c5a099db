//! How finely a crowd is resolved.
//!
//! Where many bodies lean on each other, every small bounce sets others bouncing and slipping, and these again others: the events do
//! not end, they only become smaller, faster than they become rare. What they move is far below anything a user measures. While the
//! events of a crowd follow each other too quickly, flights and slips below a time tau count as none; tau grows from event to event until the run
//! gets ahead, and falls again when it does. Contacts are then held closed or stuck that would part or slip with less than g tau / 2: only energy is
//! lost, no gap is closed that was open, and what is neglected moves nothing by more than g tau^2 / 8.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Contacts at one instant that make a crowd. Fewer are resolved to the last bounce.
pub(super) const CROWD: usize = 6;

/// Events over which the pace is taken: a genuine impact in a crowd brings as many in its train.
const MEMORY: usize = 32;

/// Mean time between events, in seconds, below which the crowd is resolved more coarsely.
const PACE: f64 = 2e-5;

/// Least and largest tau. The largest moves nothing by more than 1.2e-8 m under gravity.
const FINEST: f64 = 1e-9;
const COARSEST: f64 = 1e-4;

/// The memory of a run for the events of crowds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crowd {
    times: VecDeque<f64>,
    tau: f64,
    now: bool,
}

impl Default for Crowd {
    fn default() -> Self {
        Self { times: VecDeque::with_capacity(MEMORY + 1), tau: FINEST, now: false }
    }
}

impl Crowd {
    /// Notes an instant at which contacts touch.
    pub fn note(&mut self, t: f64, touching: usize) {
        self.now = touching >= CROWD;
        if !self.now {
            return;
        }
        self.times.push_back(t);
        if self.times.len() <= MEMORY {
            return;
        }
        let first = self.times.pop_front().unwrap_or(t);
        let hurried = t - first < PACE * MEMORY as f64;
        self.tau = if hurried { 2.0 * self.tau } else { 0.5 * self.tau }.clamp(FINEST, COARSEST);
    }

    /// Whether this instant is one of a crowd.
    pub fn is_here(&self) -> bool {
        self.now
    }

    /// tau at this instant, in seconds; zero where there is no crowd.
    pub fn tau(&self) -> f64 {
        if self.now { self.tau } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tau_grows_while_events_hurry_and_falls_afterwards() {
        let mut crowd = Crowd::default();
        (0..MEMORY + 40).for_each(|k| crowd.note(1e-8 * k as f64, 10));
        assert_eq!(crowd.tau(), COARSEST);
        (0..MEMORY + 40).for_each(|k| crowd.note(1.0 + 1e-3 * k as f64, 10));
        assert_eq!(crowd.tau(), FINEST);
        crowd.note(3.0, 2);
        assert_eq!(crowd.tau(), 0.0);
    }
}
