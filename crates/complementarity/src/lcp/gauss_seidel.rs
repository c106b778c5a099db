//! Projected Gauss-Seidel and successive over-relaxation, without and with bounds.
//!
//! ```text
//!     z_i <- mid(l_i, z_i - omega (M_i . z + q_i) / M_ii, u_i),   i = 1, ..., n, again and again
//! ```
//!
//! with l = 0 and infinite u for the plain problem.
//!
//! Converges for symmetric positive semidefinite M with positive diagonal (where a solution exists) and
//! 0 < omega < 2, and for strictly diagonally dominant M; omega = 1 is projected Gauss-Seidel. Cheap sweeps,
//! predictable time, slow on ill-conditioned problems.
//!
//! Source: Cryer, *SIAM J. Control* 9 (1971); Mangasarian, *JOTA* 22 (1977); CPS, section 5.2.

use super::{Bounded, Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
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

    /// Sweeps until the residual is within the tolerance; serves problems without and with bounds, of which the plain one has
    /// 0 and infinity. The status is ray where a diagonal entry of M is not positive: the method does not apply.
    pub(crate) fn run<P: Bounded>(
        &self,
        problem: &P,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let n = problem.plain().size();
        if !(self.relaxation > 0.0 && self.relaxation < 2.0) {
            return Err(InputError::Setting { name: "relaxation", value: self.relaxation, allowed: "between 0 and 2" });
        }
        outcome.begin(self.name(), n, start, settings)?;
        for i in 0..n {
            outcome.z[i] = problem.clamp(i, start.map_or(0.0, |s| s[i]));
        }
        if !problem.plain().has_positive_diagonal() {
            outcome.judge(problem, settings.tolerance, Status::Ray, Stop::Stalled);
            return Ok(());
        }
        let limit = settings.max_iterations.unwrap_or(DEFAULT_SWEEPS);
        let end = self.sweeps(problem, limit, settings, outcome);
        outcome.conclude(problem, settings.tolerance, end);
        Ok(())
    }

    /// Sweeps until z solves the problem, or why they ended.
    fn sweeps<P: Bounded>(
        &self,
        problem: &P,
        limit: usize,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), Stop> {
        let clock = Clock::start(settings);
        loop {
            clock.check(outcome.iterations, limit)?;
            self.sweep(problem, &mut outcome.z);
            outcome.iterations += 1;
            if outcome.iterations.is_multiple_of(CHECK_EVERY) {
                problem.plain().w(&outcome.z, &mut outcome.w);
                let (value, solved) = problem.judge(&outcome.z, &outcome.w, settings.tolerance);
                if solved || !value.is_finite() {
                    return Ok(());
                }
            }
        }
    }

    fn sweep<P: Bounded>(&self, problem: &P, z: &mut [f64]) {
        let (m, q) = (problem.plain().m(), problem.plain().q());
        for i in 0..z.len() {
            let row = m.row(i);
            let w = dot(row, z) + q[i];
            z[i] = problem.clamp(i, z[i] - self.relaxation * w / row[i]);
        }
    }
}

impl LcpSolver for GaussSeidel {
    fn name(&self) -> &'static str {
        if self.relaxation == 1.0 { "gauss-seidel" } else { "sor" }
    }

    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        self.run(problem, start, settings, outcome)
    }
}
