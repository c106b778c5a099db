//! Joints that form trees, at the instant asked about last.

use crate::hold::instant::Instant;
use carom_mechanics::{At, Opened, Tree};

/// A tree and the instant of its factors.
pub(crate) struct Hanging<'a> {
    tree: Box<dyn Tree + 'a>,
    instant: Instant,
}

impl<'a> Hanging<'a> {
    pub fn new(tree: Box<dyn Tree + 'a>) -> Self {
        Self { tree, instant: Instant::default() }
    }

    /// q' and v' at an instant.
    pub fn rate(&mut self, at: At, positions: &mut [f64], velocities: &mut [f64]) {
        self.instant.keep(at);
        self.tree.rate(at, positions, velocities);
    }

    /// v' and the forces of the joints' rows at an instant.
    pub fn solve(&mut self, at: At, velocities: &mut [f64], reactions: &mut Vec<f64>) {
        let mut positions = vec![0.0; at.q.len()];
        self.rate(at, &mut positions, velocities);
        self.tree.reactions(at, reactions);
    }

    /// Prepares corrections at an instant, unless the last rate was that of this very instant.
    pub fn prepare(&mut self, at: At) {
        if !self.instant.is(at) {
            let (mut positions, mut velocities) = (vec![0.0; at.q.len()], vec![0.0; at.v.len()]);
            self.rate(at, &mut positions, &mut velocities);
        }
    }

    /// The least correction that takes out the errors of the joints at an instant close to that prepared; `None` if none of them is larger
    /// than rounding.
    pub fn correction(&mut self, at: At, opened: Opened, rounding: f64) -> Option<Vec<f64>> {
        if self.tree.look(at, opened) <= rounding {
            return None;
        }
        let mut d = vec![0.0; at.v.len()];
        self.tree.correct(&mut d);
        Some(d)
    }
}
