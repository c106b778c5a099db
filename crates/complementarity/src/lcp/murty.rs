//! Murty's least-index principal pivoting.
//!
//! While some basic variable is negative, exchange the pair with the least index among them. Ends after
//! finitely many pivots for every P-matrix, with almost no bookkeeping, but may take 2^n of them.
//!
//! Source: Murty, *Linear Complementarity, Linear and Nonlinear Programming* (1988), section 4.1; CPS, algorithm 4.2.2.

use super::active_set::ActiveSet;
use super::lemke::pivot_limit;
use super::principal::Principal;
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Basic variables above minus this are zero, in units where |q| is near one. Larger values stop early,
/// smaller ones chase rounding.
const NEGATIVE: f64 = 1e-12;

/// Diagonal entries below this are not pivots, in units where the largest entry of M is near one.
const PIVOT: f64 = 1e-12;

/// Murty's method.
#[derive(Debug, Clone, Default)]
pub struct Murty {
    principal: Principal,
    active: ActiveSet,
}

impl Murty {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    fn run(&mut self, limit: usize, clock: &Clock, pivots: &mut usize) -> Result<(), Stop> {
        while let Some(i) = self.principal.q.iter().position(|&x| x < -NEGATIVE) {
            if *pivots >= limit {
                return Err(Stop::Iterations);
            }
            if let Some(stop) = clock.stop_at(*pivots) {
                return Err(stop);
            }
            if self.principal.entry(i, i).abs() <= PIVOT {
                return Err(Stop::Ray);
            }
            self.principal.exchange(i);
            *pivots += 1;
        }
        Ok(())
    }
}

impl LcpSolver for Murty {
    fn name(&self) -> &'static str {
        "murty"
    }

    /// The status is ray where a diagonal entry needed as pivot is zero: M is then not a P-matrix.
    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, problem.size())?;
        outcome.reset(self.name(), problem.size());
        if self.active.accept_start(problem, start, settings.tolerance, outcome) {
            return Ok(());
        }
        let clock = Clock::start(settings);
        self.principal.load(problem);
        let mut pivots = 0;
        let end = self.run(pivot_limit(settings, problem.size()), &clock, &mut pivots);
        finish(&self.principal, &mut self.active, problem, settings, outcome, end, pivots);
        Ok(())
    }
}

/// Writes the end of a principal pivoting method into the outcome.
pub(crate) fn finish(
    principal: &Principal,
    active: &mut ActiveSet,
    problem: &Lcp,
    settings: &Settings,
    outcome: &mut Outcome,
    end: Result<(), Stop>,
    pivots: usize,
) {
    outcome.iterations = pivots;
    principal.write_z(&mut outcome.z);
    let (otherwise, stop) = match end {
        Ok(()) => (Status::Limit, Stop::Stalled),
        Err(Stop::Ray) => (Status::Ray, Stop::Ray),
        Err(stop) => (Status::Limit, stop),
    };
    outcome.judge(problem, settings.tolerance, otherwise, stop);
    if end.is_ok() && outcome.status != Status::Solved {
        active.polish(problem, outcome, settings.tolerance);
    }
}
