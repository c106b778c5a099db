//! Murty's least-index principal pivoting.
//!
//! While some basic variable is negative, exchange the pair with the least index among them. Ends after
//! finitely many pivots for every P-matrix, with almost no bookkeeping, but may take 2^n of them.
//!
//! Source: Murty, *Linear Complementarity, Linear and Nonlinear Programming* (1988), section 4.1; CPS, algorithm 4.2.2.

use super::active_set::ActiveSet;
use super::lemke::pivot_limit;
use super::principal::Principal;
use super::{Lcp, LcpSolver, Outcome};
use crate::error::InputError;
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
            clock.check(*pivots, limit)?;
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
        if self.active.begin(self.name(), problem, start, settings, outcome)? {
            return Ok(());
        }
        let clock = Clock::start(settings);
        self.principal.load(problem);
        let end = self.run(pivot_limit(settings, problem.size()), &clock, &mut outcome.iterations);
        self.principal.write_z(&mut outcome.z);
        self.active.end(problem, settings, end, outcome);
        Ok(())
    }
}
