//! Lemke's complementary pivoting with the lexicographic ratio test.
//!
//! ```text
//!     w - M z - d z0 = q,   d > 0
//! ```
//!
//! 1. z0 enters, the row with the least q_i/d_i leaves: all basic variables are then >= 0.
//! 2. The complement of the variable that left enters; the ratio test says which one leaves.
//! 3. z0 leaves: the basis is complementary, z solves the problem. Nothing blocks: a ray, nothing is proved.
//!
//! Solves every problem with M strictly copositive, P, or (where feasible) copositive-plus, hence PSD.
//! Source: Lemke, *Management Science* 11 (1965); CPS, algorithm 4.4.5 and section 4.9 (degeneracy).

use super::active_set::ActiveSet;
use super::basis::{Basis, Leaving};
use super::tableau::{Place, Tableau};
use super::{Lcp, LcpSolver, Outcome};
use crate::error::InputError;
use crate::settings::{Clock, Settings, Stop};
use pulp::{Arch, NullaryFnOnce};

/// The small entries of [`Cover::Graded`]. Much smaller ones make the first pivots ill-conditioned.
const SLIGHT: f64 = 1e-3;

/// The covering vector d of the method; another one follows another path and may avoid a ray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cover {
    /// d_i = 1.
    #[default]
    Ones,
    /// d_i = 1 where M_ii > 0, `SLIGHT` elsewhere: on contact with friction in Stewart and Trinkle's form, whose rows of the
    /// cones have M_ii = 0 and q_i = 0, about a third fewer pivots.
    Graded,
    /// d_i from 1 to 2, spread by the golden ratio, different for every number.
    Spread(u32),
}

impl Cover {
    fn component(self, problem: &Lcp, i: usize) -> f64 {
        match self {
            Self::Ones => 1.0,
            Self::Graded if problem.m()[(i, i)] > 0.0 => 1.0,
            Self::Graded => SLIGHT,
            // The fractional parts of multiples of the golden ratio fill [0, 1) evenly (Knuth, TAOCP 3, 6.4).
            Self::Spread(k) => 1.0 + ((i as f64 + 1.0) * (f64::from(k) + 1.0) * 0.618_033_988_749_894_9).fract(),
        }
    }
}

/// Lemke's method. Keeps its work arrays between calls.
#[derive(Debug, Clone, Default)]
pub struct Lemke {
    /// The covering vector.
    pub cover: Cover,
    /// Scale rows and columns first and carry the whole tableau instead of a small inverse: slower, but helps where
    /// units differ by many orders of magnitude or rounding gathers in the inverse.
    pub equilibrate: bool,
    basis: Basis,
    tableau: Tableau,
    active: ActiveSet,
}

impl Lemke {
    /// With d = (1, ..., 1).
    pub fn new() -> Self {
        Self::default()
    }

    /// The rows of the first pivot: least q_i/d_i, of equal ones the last (the lexicographic least).
    fn first_row(&self) -> Option<usize> {
        let n = self.tableau.size();
        let mut first = None;
        let mut least = 0.0;
        for row in 0..n {
            let ratio = self.tableau.value(row) / -self.tableau.entry(row, n);
            if ratio < 0.0 && ratio <= least {
                least = ratio;
                first = Some(row);
            }
        }
        first
    }

    /// Pivots on the tableau until z0 leaves; the reason if it does not.
    fn run_tableau(&mut self, limit: usize, clock: &Clock, pivots: &mut usize) -> Result<(), Stop> {
        let Some(row) = self.first_row() else { return Ok(()) };
        let artificial = self.tableau.artificial();
        let mut leaving = self.tableau.basic(row);
        self.tableau.pivot(row, self.tableau.size());
        *pivots = 1;
        while leaving != artificial {
            clock.check(*pivots, limit)?;
            let Place::Column(column) = self.tableau.place(self.tableau.complement(leaving)) else {
                return Err(Stop::Stalled);
            };
            let Some(row) = self.tableau.leaving_row(column, artificial) else {
                return Err(Stop::Ray);
            };
            leaving = self.tableau.basic(row);
            self.tableau.pivot(row, column);
            *pivots += 1;
        }
        Ok(())
    }
}

/// Pivots on the small inverse until z0 leaves, compiled for the widest vector instructions of the machine.
struct Run<'a> {
    basis: &'a mut Basis,
    problem: &'a Lcp,
    cover: Cover,
    limit: usize,
    clock: &'a Clock<'a>,
    pivots: &'a mut usize,
}

impl NullaryFnOnce for Run<'_> {
    type Output = Result<(), Stop>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { basis, problem, cover, limit, clock, pivots } = self;
        basis.load(problem, |i| cover.component(problem, i));
        let n = problem.size();
        let Some(row) = basis.first_row() else { return Ok(()) };
        let (mut entering, mut leaving) = (2 * n, Leaving::Slack(row));
        basis.enter(entering);
        loop {
            let left = basis.variable(leaving);
            basis.exchange(entering, leaving);
            *pivots += 1;
            if left == 2 * n {
                return Ok(());
            }
            clock.check(*pivots, limit)?;
            entering = if left < n { left + n } else { left - n };
            basis.enter(entering);
            leaving = basis.leaving().ok_or(Stop::Ray)?;
        }
    }
}

/// Pivots allowed where the settings name no limit. Small problems may take all the 2^n pivots of the
/// worst case; larger ones usually take fewer than 3n.
pub(crate) fn pivot_limit(settings: &Settings, n: usize) -> usize {
    settings.max_iterations.unwrap_or(if n <= 20 { 1 << 20 } else { 20_000 + 50 * n })
}

impl LcpSolver for Lemke {
    fn name(&self) -> &'static str {
        "lemke"
    }

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
        let (cover, limit) = (self.cover, pivot_limit(settings, problem.size()));
        let end = if self.equilibrate {
            self.tableau.load(problem, |i| cover.component(problem, i), true);
            let end = self.run_tableau(limit, &clock, &mut outcome.iterations);
            self.tableau.write_z(&mut outcome.z);
            end
        } else {
            let pivots = &mut outcome.iterations;
            let run = Run { basis: &mut self.basis, problem, cover, limit, clock: &clock, pivots };
            let end = Arch::new().dispatch(run);
            self.basis.write_z(&mut outcome.z);
            end
        };
        self.active.end(problem, settings, end, outcome);
        Ok(())
    }
}
