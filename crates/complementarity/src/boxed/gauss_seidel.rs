//! Projected Gauss-Seidel with bounds.
//!
//! ```text
//!     z_i <- mid(l_i, z_i - omega (M_i . z + q_i) / M_ii, u_i),   i = 1, ..., n, again and again
//! ```
//!
//! Source: as for the LCP; the usual solver of game engines, there with a fixed number of sweeps and no residual.

use super::problem::{judge, residual};
use super::{BoxedLcp, BoxedSolver};
use crate::error::{InputError, check_start};
use crate::lcp::{Outcome, Status};
use crate::matrix::dot;
use crate::settings::{Clock, Settings, Stop};

/// Sweeps allowed where the settings name no limit.
const DEFAULT_SWEEPS: usize = 10_000;

/// Sweeps between two computations of the residual, which costs as much as a sweep.
const CHECK_EVERY: usize = 4;

/// Projected Gauss-Seidel with bounds.
#[derive(Debug, Clone)]
pub struct BoxedGaussSeidel {
    /// The factor omega, between 0 and 2.
    pub relaxation: f64,
}

impl Default for BoxedGaussSeidel {
    fn default() -> Self {
        Self { relaxation: 1.0 }
    }
}

impl BoxedGaussSeidel {
    /// Without over-relaxation.
    pub fn new() -> Self {
        Self::default()
    }
}

impl BoxedSolver for BoxedGaussSeidel {
    fn name(&self) -> &'static str {
        "gauss-seidel"
    }

    /// The status is ray where a diagonal entry of M is not positive: the method does not apply.
    fn solve_into(
        &mut self,
        problem: &BoxedLcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, problem.size())?;
        if !(self.relaxation > 0.0 && self.relaxation < 2.0) {
            return Err(InputError::Setting { name: "relaxation", value: self.relaxation, allowed: "between 0 and 2" });
        }
        outcome.reset(self.name(), problem.size());
        for i in 0..problem.size() {
            outcome.z[i] = problem.clamp(i, start.map_or(0.0, |s| s[i]));
        }
        if (0..problem.size()).any(|i| problem.m()[(i, i)] <= 0.0) {
            judge(problem, settings.tolerance, Status::Ray, Stop::Stalled, outcome);
            return Ok(());
        }
        let clock = Clock::start(settings);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_SWEEPS);
        let mut stop = Stop::Iterations;
        while outcome.iterations < limit {
            for i in 0..problem.size() {
                let row = problem.m().row(i);
                let w = dot(row, &outcome.z) + problem.q()[i];
                outcome.z[i] = problem.clamp(i, outcome.z[i] - self.relaxation * w / row[i]);
            }
            outcome.iterations += 1;
            if let Some(reason) = clock.stop_at(outcome.iterations) {
                stop = reason;
                break;
            }
            if outcome.iterations.is_multiple_of(CHECK_EVERY) {
                problem.plain().w(&outcome.z, &mut outcome.w);
                let value = residual(problem, &outcome.z, &outcome.w);
                if value <= settings.tolerance || !value.is_finite() {
                    stop = Stop::Stalled;
                    break;
                }
            }
        }
        judge(problem, settings.tolerance, Status::Limit, stop, outcome);
        Ok(())
    }
}
