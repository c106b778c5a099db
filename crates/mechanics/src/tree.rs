//! Bodies whose joints form trees: accelerations at a cost in proportion to their number, without M, H and S = H M^-1 H^T.
//!
//! The answers are those of the rows of [`Model::joints`](crate::Model::joints), to rounding; a model whose joints do not form trees, or are
//! of kinds that its tree does not know, has none.

use crate::model::At;

/// What joints are asked about their errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    /// phi.
    Positions,
    /// H v + h.
    Velocities,
}

/// The bodies and joints of a model at one instant after the other. Numbers that are none give numbers that are none.
pub trait Tree {
    /// q' = T v, and v' with all joints held and nothing touching: M v' = F + H^T lambda, H v' + eta = 0.
    fn rate(&mut self, at: At, positions: &mut [f64], velocities: &mut [f64]);

    /// The forces lambda of the rows of the joints at the instant of the last rate, in their order.
    fn reactions(&self, at: At, out: &mut Vec<f64>);

    /// Looks at the errors of the joints at an instant; the largest of them.
    fn look(&mut self, at: At, opened: Opened) -> f64;

    /// The least correction in the metric of M that takes out the errors looked at last, d = -M^-1 H^T S^-1 error, with M and H of the
    /// instant of the last rate; written over `d`.
    fn correct(&mut self, d: &mut [f64]);
}
