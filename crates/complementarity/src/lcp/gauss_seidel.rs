//! Projected Gauss-Seidel and successive over-relaxation.
//!
//! ```text
//!     z_i <- max(0, z_i - omega (M_i . z + q_i) / M_ii),   i = 1, ..., n, again and again
//! ```
//!
//! Converges for symmetric positive semidefinite M with positive diagonal (where a solution exists) and
//! 0 < omega < 2, and for strictly diagonally dominant M; omega = 1 is projected Gauss-Seidel. Cheap sweeps,
//! predictable time, slow on ill-conditioned problems.
//!
//! Source: Cryer, *SIAM J. Control* 9 (1971); Mangasarian, *JOTA* 22 (1977); CPS, section 5.2.

use super::residual::judge;
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::{InputError, check_start};
use crate::matrix::dot;
use crate::settings::{Clock, Settings, Stop};

/// Sweeps allowed where the settings name no limit.
const DEFAULT_SWEEPS: usize = 10_000;

/// Sweeps between two computations of the residual, which costs as much as a sweep.
const CHECK_EVERY: usize = 4;

/// Projected Gauss-Seidel with relaxation.
#[derive(Debug, Clone)]
pub struct GaussSeidel {
    /// The factor omega, between 0 and 2. One is plain Gauss-Seidel; above one is often faster, near two slower again.
    pub relaxation: f64,
}

impl Default for GaussSeidel {
    fn default() -> Self {
        Self { relaxation: 1.0 }
    }
}

impl GaussSeidel {
    /// Plain projected Gauss-Seidel.
    pub fn new() -> Self {
        Self::default()
    }

    /// With over-relaxation.
    pub fn with_relaxation(relaxation: f64) -> Self {
        Self { relaxation }
    }

    fn sweep(&self, problem: &Lcp, z: &mut [f64]) {
        for i in 0..z.len() {
            let row = problem.m().row(i);
            let w = dot(row, z) + problem.q()[i];
            z[i] = (z[i] - self.relaxation * w / row[i]).max(0.0);
        }
    }
}

impl LcpSolver for GaussSeidel {
    fn name(&self) -> &'static str {
        if self.relaxation == 1.0 { "gauss-seidel" } else { "sor" }
    }

    /// The status is ray where a diagonal entry of M is not positive: the method does not apply.
    fn solve_into(
        &mut self,
        problem: &Lcp,
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
        if let Some(start) = start {
            outcome.z.iter_mut().zip(start).for_each(|(z, s)| *z = s.max(0.0));
        }
        if (0..problem.size()).any(|i| problem.m()[(i, i)] <= 0.0) {
            outcome.judge(problem, settings.tolerance, Status::Ray, Stop::Stalled);
            return Ok(());
        }
        let clock = Clock::start(settings);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_SWEEPS);
        let mut stop = Stop::Iterations;
        while outcome.iterations < limit {
            self.sweep(problem, &mut outcome.z);
            outcome.iterations += 1;
            if let Some(reason) = clock.stop_at(outcome.iterations) {
                stop = reason;
                break;
            }
            if outcome.iterations.is_multiple_of(CHECK_EVERY) {
                problem.w(&outcome.z, &mut outcome.w);
                let (value, solved) = judge(problem, &outcome.z, &outcome.w, settings.tolerance);
                if solved || !value.is_finite() {
                    stop = Stop::Stalled;
                    break;
                }
            }
        }
        outcome.judge(problem, settings.tolerance, Status::Limit, stop);
        Ok(())
    }
}
