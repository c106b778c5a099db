//! Lemke and Howson's method for bimatrix games, for problems on which Lemke's scheme ends on a ray.
//!
//! ```text
//!     M = [ 0  A ]     q < 0,   A > 0,  B > 0       (a game of costs A and B^T)
//!         [ B  0 ]
//! ```
//!
//! Along z_k (k in the first block) every w of the second block becomes positive; the last to do so, w_s,
//! leaves for z_k. Along z_s the same happens in the first block, w_r leaves for z_s. All variables are
//! then >= 0 and complementary except the pair k. From there the complement of what left enters, with the
//! lexicographic ratio test, until z_k or w_k leaves. The path cannot end on a ray, so a solution is always found.
//!
//! Source: Lemke, Howson, *J. SIAM* 12 (1964); CPS, algorithm 4.4.21.

use super::active_set::ActiveSet;
use super::lemke::pivot_limit;
use super::tableau::{Place, Tableau};
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::settings::{Clock, Settings, Stop};

/// Lemke and Howson's method.
#[derive(Debug, Clone, Default)]
pub struct LemkeHowson {
    /// The pair k that may be out of complementarity, taken modulo the size of the first block.
    pub label: usize,
    tableau: Tableau,
    active: ActiveSet,
}

/// The size of the first block if the problem has the form of a bimatrix game.
pub fn bimatrix_block(problem: &Lcp) -> Option<usize> {
    let (n, m) = (problem.size(), problem.m());
    if problem.q().iter().any(|&q| q >= 0.0) {
        return None;
    }
    let block = m.row(0).iter().take_while(|&&a| a == 0.0).count();
    let fits = |i: usize, j: usize| {
        let a = m[(i, j)];
        if (i < block) == (j < block) { a == 0.0 } else { a > 0.0 }
    };
    let whole = block > 0 && block < n && (0..n).all(|i| (0..n).all(|j| fits(i, j)));
    whole.then_some(block)
}

impl LemkeHowson {
    /// Starts from the first pair.
    pub fn new() -> Self {
        Self::default()
    }

    /// The row whose basic w becomes positive last along the column.
    fn last_row(&self, column: usize) -> Option<usize> {
        let negative = (0..self.tableau.size()).filter(|&r| self.tableau.entry(r, column) < 0.0);
        negative
            .filter(|&r| self.tableau.value(r) < 0.0)
            .max_by(|&a, &b| self.ratio(a, column).total_cmp(&self.ratio(b, column)))
    }

    fn ratio(&self, row: usize, column: usize) -> f64 {
        self.tableau.value(row) / self.tableau.entry(row, column)
    }

    fn run(&mut self, block: usize, limit: usize, clock: &Clock, pivots: &mut usize) -> Result<(), Stop> {
        let n = self.tableau.size();
        let k = self.label % block;
        let s = self.last_row(k).ok_or(Stop::Ray)?;
        self.tableau.pivot(s, k);
        let r = self.last_row(s).ok_or(Stop::Ray)?;
        let mut leaving = self.tableau.basic(r);
        self.tableau.pivot(r, s);
        *pivots = 2;
        while leaving != k && leaving != n + k {
            clock.check(*pivots, limit)?;
            let Place::Column(column) = self.tableau.place(self.tableau.complement(leaving)) else {
                return Err(Stop::Stalled);
            };
            let row = self.tableau.leaving_row(column, k).ok_or(Stop::Ray)?;
            leaving = self.tableau.basic(row);
            self.tableau.pivot(row, column);
            *pivots += 1;
        }
        Ok(())
    }
}

impl LcpSolver for LemkeHowson {
    fn name(&self) -> &'static str {
        "lemke-howson"
    }

    /// On a problem that is not of bimatrix form the status is ray: the method does not apply.
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
        let Some(block) = bimatrix_block(problem) else {
            outcome.judge(problem, settings.tolerance, Status::Ray, Stop::Stalled);
            return Ok(());
        };
        let clock = Clock::start(settings);
        self.tableau.load(problem, |_| 1.0, false);
        let end = self.run(block, pivot_limit(settings, problem.size()), &clock, &mut outcome.iterations);
        self.tableau.write_z(&mut outcome.z);
        self.active.end(problem, settings, end, outcome);
        Ok(())
    }
}
