//! Keller's principal pivoting method for positive semidefinite M (symmetric or not).
//!
//! Major cycle: take a negative basic variable x_r and increase its complement y_r.
//!
//! ```text
//!     x = q' + M' y,   along y_r:   x_i(t) = q'_i + M'_ir t
//! ```
//!
//! 1. x_r reaches zero first: exchange pair r; the cycle ends.
//! 2. A nonnegative x_s reaches zero first: exchange pair s if M'_ss > 0 and go on with y_r; if M'_ss = 0 exchange
//!    pairs r and s at once; the cycle ends.
//! 3. Nothing blocks: for PSD M the problem is infeasible (here: ray; the default solver proves it).
//!
//! Every major cycle makes at least one negative variable nonnegative and no nonnegative one negative, so there are at most n;
//! a cycle may take many pivots, though.
//! Source: Keller, *Math. Programming* 5 (1973); CPS, algorithm 4.2.6 (symmetric version 4.2.11).

use super::active_set::ActiveSet;
use super::principal::Principal;
use super::{Lcp, LcpSolver, Outcome};
use crate::error::InputError;
use crate::settings::{Clock, Settings, Stop};

/// Basic variables above minus this are zero, in units where |q| is near one.
const NEGATIVE: f64 = 1e-12;

/// Entries below this are zero, in units where the largest entry of M is near one. Larger values
/// overlook blocking variables, smaller ones divide by rounding.
const ZERO: f64 = 1e-11;

/// Pivots allowed where the settings name no limit: 1,000 + 50 n + n^2 / 2. On semidefinite problems of rank n/2 they grow about like
/// n^2: 140 to 190 for n = 50, 400 to 600 for 100, 3,000 to 5,500 for 200, 23,000 to 41,000 for 400. On others the method may
/// return to an old basis.
fn pivot_limit(n: usize) -> usize {
    1_000 + 50 * n + n.saturating_mul(n) / 2
}

/// Keller's method.
#[derive(Debug, Clone, Default)]
pub struct Keller {
    principal: Principal,
    active: ActiveSet,
}

/// What stops the increase of y_r.
enum Block {
    Distinguished,
    Other(usize),
}

impl Keller {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// The first variable to reach zero along y_r; the least index among ties.
    fn blocking(&self, r: usize) -> Option<Block> {
        let p = &self.principal;
        let rate = p.entry(r, r);
        let mut step = if rate > ZERO { -p.q[r] / rate } else { f64::INFINITY };
        let mut block = (rate > ZERO).then_some(Block::Distinguished);
        for s in 0..p.q.len() {
            let rate = p.entry(s, r);
            if s != r && rate < -ZERO && p.q[s] >= -NEGATIVE {
                let t = p.q[s].max(0.0) / -rate;
                if t < step {
                    step = t;
                    block = Some(Block::Other(s));
                }
            }
        }
        block
    }

    fn run(&mut self, limit: usize, clock: &Clock, pivots: &mut usize) -> Result<(), Stop> {
        while let Some(r) = self.principal.q.iter().position(|&x| x < -NEGATIVE) {
            // One major cycle: until x_r is no longer negative.
            while self.principal.q[r] < -NEGATIVE {
                clock.check(*pivots, limit)?;
                *pivots += 1;
                match self.blocking(r) {
                    None => return Err(Stop::Ray),
                    Some(Block::Distinguished) => {
                        self.principal.exchange(r);
                        break;
                    }
                    Some(Block::Other(s)) if self.principal.entry(s, s) > ZERO => self.principal.exchange(s),
                    Some(Block::Other(s)) => {
                        if self.principal.entry(r, s).abs() <= ZERO {
                            return Err(Stop::Ray);
                        }
                        self.principal.exchange_two(r, s);
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

impl LcpSolver for Keller {
    fn name(&self) -> &'static str {
        "keller"
    }

    /// The status is ray where nothing blocks; for M that is not PSD that proves nothing.
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
        let limit = settings.max_iterations.unwrap_or(pivot_limit(problem.size()));
        let end = self.run(limit, &clock, &mut outcome.iterations);
        self.principal.write_z(&mut outcome.z);
        self.active.end(problem, settings, end, outcome);
        Ok(())
    }
}
