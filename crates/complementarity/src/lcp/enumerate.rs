//! All solutions, for n up to 16; one solution, or the proof that there is none, for n up to 64.
//!
//! Both search the tree of complementary choices. Nothing found after the whole tree: the problem is unsolvable (it is
//! feasible) or infeasible (its certificate). The search for one solution branches where the point of a node is furthest from
//! complementary; it may still need 2^n nodes and then ends on a limit.
//!
//! Source: CPS, section 1.1 (the solutions as a union of polyhedra); Murty (1988), section 1.3 (complementary cones).

use super::feasibility::{Feasibility, FeasibilityTest};
use super::tree::{Goal, Task, Tree};
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::settings::{Clock, Settings, Stop};

/// Largest n of which all solutions are listed: 2^16 leaves take about a second at worst.
pub const MAX_ENUMERATION: usize = 16;

/// Largest n of [`EnumerationSolver`]. The tableaus of one branch take n^3 numbers; beyond this size the tree is hopeless anyway.
pub const MAX_SEARCH: usize = 64;

/// Nodes and pivots allowed to the search for one solution where the settings name no limit: some seconds.
const SEARCH_STEPS: usize = 2_000_000;

/// Residual to which listed solutions are known; smaller tolerances ask for more than pivoting gives.
const LISTED: f64 = 1e-9;

/// Every solution of a problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Enumeration {
    /// The isolated solutions and the vertices of the continua, each with residual within the tolerance.
    pub solutions: Vec<Vec<f64>>,
    /// Whether some solutions form a segment, a ray or more.
    pub continuum: bool,
    /// Whether the whole tree was searched; if not, `stop` says why unless it was rounding.
    pub complete: bool,
    /// Why the search ended early.
    pub stop: Option<Stop>,
    /// Pivots used.
    pub pivots: usize,
}

/// Searches all solutions; an error if n is above [`MAX_ENUMERATION`] or the settings are bad.
pub fn enumerate(problem: &Lcp, settings: &Settings) -> Result<Enumeration, InputError> {
    settings.check()?;
    let n = problem.size();
    if n > MAX_ENUMERATION {
        return Err(InputError::TooLarge { size: n, limit: MAX_ENUMERATION });
    }
    let clock = Clock::start(settings);
    let limit = settings.max_iterations.unwrap_or(usize::MAX);
    let tolerance = settings.tolerance.max(LISTED);
    let mut tree = Tree::default();
    tree.search(&Task { problem, goal: Goal::All, tolerance, limit, clock: &clock });
    let report = tree.report;
    Ok(Enumeration {
        solutions: report.points.chunks_exact(n).map(<[f64]>::to_vec).collect(),
        continuum: report.continuum,
        complete: report.complete,
        stop: report.stop,
        pivots: report.pivots,
    })
}

/// The enumeration behind the common signature: the first solution, or the proof that there is none.
#[derive(Debug, Clone, Default)]
pub struct EnumerationSolver {
    tree: Tree,
    feasibility: FeasibilityTest,
}

impl EnumerationSolver {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }
}

impl LcpSolver for EnumerationSolver {
    fn name(&self) -> &'static str {
        "enumeration"
    }

    /// An error for n above [`MAX_SEARCH`]. The start is not used.
    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let n = problem.size();
        outcome.begin(self.name(), n, start, settings)?;
        if n > MAX_SEARCH {
            return Err(InputError::TooLarge { size: n, limit: MAX_SEARCH });
        }
        let clock = Clock::start(settings);
        let limit = settings.max_iterations.unwrap_or(SEARCH_STEPS);
        self.tree.search(&Task { problem, goal: Goal::First, tolerance: settings.tolerance, limit, clock: &clock });
        let report = &self.tree.report;
        outcome.iterations = report.pivots;
        if !report.points.is_empty() {
            outcome.z.copy_from_slice(&report.points);
        }
        outcome.judge(problem, settings.tolerance, Status::Limit, report.stop.unwrap_or(Stop::Stalled));
        if report.complete {
            match self.feasibility.decide(problem, &clock) {
                Feasibility::Feasible => (outcome.status, outcome.stop) = (Status::Unsolvable, None),
                Feasibility::Infeasible => self.feasibility.write(outcome),
                // Without a feasible point only half of the claim is proved.
                Feasibility::Unknown => {}
            }
        }
        Ok(())
    }
}
