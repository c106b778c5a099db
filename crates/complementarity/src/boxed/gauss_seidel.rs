//! Projected Gauss-Seidel with bounds: the sweeps of the plain problem, with z_i cut off at l_i and u_i.
//!
//! Source: as for the LCP; the usual solver of game engines, there with a fixed number of sweeps and no residual.

use super::{BoxedLcp, BoxedSolver};
use crate::error::InputError;
use crate::lcp::{GaussSeidel, LcpSolver, Outcome};
use crate::settings::Settings;

/// Projected Gauss-Seidel with bounds and relaxation.
#[derive(Debug, Clone, Default)]
pub struct BoxedGaussSeidel {
    /// The sweeps and their relaxation.
    pub sweeps: GaussSeidel,
}

impl BoxedGaussSeidel {
    /// Without over-relaxation.
    pub fn new() -> Self {
        Self::default()
    }
}

impl BoxedSolver for BoxedGaussSeidel {
    fn name(&self) -> &'static str {
        self.sweeps.name()
    }

    /// The status is ray where a diagonal entry of M is not positive: the method does not apply.
    fn solve_into(
        &mut self,
        problem: &BoxedLcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        self.sweeps.run(problem, start, settings, outcome)
    }
}
