//! All solutions, for n up to 16, and the proof that there is none.
//!
//! A choice for every pair (z_i = 0 or w_i = 0) leaves a polyhedron of solutions, possibly empty. The choices form a
//! tree; at every node the simplex method drives the variables chosen to be zero out of a feasible basis, and a
//! branch on which that is impossible is cut. At a leaf the vertices of the polyhedron are visited by pivots
//! that keep the point complementary. A leaf with two vertices or an unbounded edge is a continuum.
//!
//! Nothing found after the whole tree: the problem is unsolvable (feasible root) or infeasible (its certificate).
//! Source: CPS, section 1.1 (the solutions as a union of polyhedra); Murty (1988), section 1.3 (complementary cones).

use super::feasibility::{Feasibility, decide, drive_out, start_with_artificial};
use super::tableau::{Place, Tableau};
use super::{Lcp, LcpSolver, Outcome, Status, residual};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};
use std::collections::HashSet;

/// Largest n: 2^16 leaves take about a second at worst.
pub const MAX_ENUMERATION: usize = 16;

/// Bases visited in one leaf before its list of vertices is called incomplete.
const MAX_BASES: usize = 2_000;

/// Two solutions closer than this, relative to their size, are the same one.
const SAME: f64 = 1e-7;

/// Entries below this are zero, in the scaled units of the tableau.
const ZERO: f64 = 1e-9;

/// Pivots allowed to one linear program of the tree; one has at most about 50 in practice.
const NODE_PIVOTS: usize = 2_000;

/// Every solution of a problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Enumeration {
    /// The isolated solutions and the vertices of the continua, each with residual within the tolerance.
    pub solutions: Vec<Vec<f64>>,
    /// Whether some solutions form a segment, a ray or more.
    pub continuum: bool,
    /// Whether the whole tree was searched; if not, `stop` says why.
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
    let mut search = Search {
        problem,
        tolerance: settings.tolerance.max(1e-9),
        clock: &clock,
        forbidden: vec![false; 2 * n + 1],
        found: Enumeration { solutions: Vec::new(), continuum: false, complete: true, stop: None, pivots: 0 },
    };
    let mut root = Tableau::default();
    root.load(problem, |_| 1.0, true);
    start_with_artificial(&mut root);
    search.forbidden[2 * n] = true;
    search.descend(root, 0);
    Ok(search.found)
}

/// The enumeration behind the common signature: the first solution, or the proof that there is none.
#[derive(Debug, Clone, Copy, Default)]
pub struct EnumerationSolver;

impl LcpSolver for EnumerationSolver {
    fn name(&self) -> &'static str {
        "enumeration"
    }

    /// An error for n above [`MAX_ENUMERATION`].
    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        check_start(start, problem.size())?;
        let found = enumerate(problem, settings)?;
        outcome.reset(self.name(), problem.size());
        outcome.iterations = found.pivots;
        if let Some(z) = found.solutions.first() {
            outcome.z.clone_from(z);
        }
        outcome.judge(problem, settings.tolerance, Status::Limit, found.stop.unwrap_or(Stop::Stalled));
        if found.solutions.is_empty() && found.complete {
            let clock = Clock::start(settings);
            match decide(problem, &mut Tableau::default(), true, &clock) {
                Feasibility::Feasible => (outcome.status, outcome.stop) = (Status::Unsolvable, None),
                Feasibility::Infeasible(y) => {
                    (outcome.status, outcome.stop) = (Status::Infeasible, None);
                    outcome.certificate = Some(y);
                }
                // Without a feasible point only half of the claim is proved.
                Feasibility::Unknown => {}
            }
        }
        Ok(())
    }
}

struct Search<'a> {
    problem: &'a Lcp,
    tolerance: f64,
    clock: &'a Clock<'a>,
    /// Variables that must be zero: one of each decided pair, and z0.
    forbidden: Vec<bool>,
    found: Enumeration,
}

impl Search<'_> {
    /// Visits the subtree in which the pairs below `depth` are decided.
    fn descend(&mut self, mut tableau: Tableau, depth: usize) {
        if self.found.stop.is_some() {
            return;
        }
        match drive_out(&mut tableau, &self.forbidden, NODE_PIVOTS, self.clock, &mut self.found.pivots) {
            Ok(true) => {}
            Ok(false) => return,
            Err(Stop::Stalled | Stop::Iterations) => {
                self.found.complete = false;
                return;
            }
            Err(stop) => {
                self.found.complete = false;
                self.found.stop = Some(stop);
                return;
            }
        }
        let n = tableau.size();
        if depth == n {
            self.visit_leaf(tableau);
            return;
        }
        for variable in [depth, n + depth] {
            self.forbidden[variable] = true;
            self.descend(tableau.clone(), depth + 1);
            self.forbidden[variable] = false;
        }
    }

    /// Visits the vertices of one polyhedron, starting from a feasible basis.
    fn visit_leaf(&mut self, mut first: Tableau) {
        self.release_forbidden(&mut first);
        let mut seen = HashSet::from([self.signature(&first)]);
        let mut queue = vec![first];
        let mut vertices = Vec::new();
        while let Some(tableau) = queue.pop() {
            if let Some(stop) = self.clock.stop() {
                self.found.complete = false;
                self.found.stop = Some(stop);
                break;
            }
            self.add_vertex(&tableau, &mut vertices);
            for column in 0..=tableau.size() {
                if !self.forbidden[tableau.nonbasic(column)] {
                    self.follow_edge(&tableau, column, &mut seen, &mut queue);
                }
            }
            if seen.len() > MAX_BASES {
                self.found.complete = false;
                break;
            }
        }
        self.found.continuum |= vertices.len() > 1;
        for z in vertices {
            if !self.found.solutions.iter().any(|other| same(other, &z)) {
                self.found.solutions.push(z);
            }
        }
    }

    /// Exchanges forbidden basic variables (at zero) for allowed ones where the tableau lets it: such a pivot does not
    /// move the point. Columns of allowed variables then have zeros in the rows of forbidden ones.
    fn release_forbidden(&mut self, tableau: &mut Tableau) {
        for row in 0..tableau.size() {
            if !self.forbidden[tableau.basic(row)] {
                continue;
            }
            let allowed = (0..=tableau.size()).filter(|&c| !self.forbidden[tableau.nonbasic(c)]);
            let best = allowed.max_by(|&a, &b| tableau.entry(row, a).abs().total_cmp(&tableau.entry(row, b).abs()));
            if let Some(column) = best.filter(|&c| tableau.entry(row, c).abs() > ZERO) {
                tableau.pivot(row, column);
                self.found.pivots += 1;
            }
        }
    }

    /// Goes along an edge: marks a continuum if it is unbounded, else adds every basis at its end.
    fn follow_edge(&mut self, from: &Tableau, column: usize, seen: &mut HashSet<u64>, queue: &mut Vec<Tableau>) {
        let rows = (0..from.size()).filter(|&r| !self.forbidden[from.basic(r)]);
        let blocking: Vec<usize> = rows.filter(|&r| from.entry(r, column) > ZERO).collect();
        let ratio = |r: usize| from.value(r).max(0.0) / from.entry(r, column);
        let step = blocking.iter().map(|&r| ratio(r)).fold(f64::INFINITY, f64::min);
        if step == f64::INFINITY {
            // An unbounded edge of solutions, unless a forbidden variable moves along it.
            let rigid = (0..from.size()).any(|r| self.forbidden[from.basic(r)] && from.entry(r, column).abs() > ZERO);
            self.found.continuum |= !rigid;
            return;
        }
        for &row in blocking.iter().filter(|&&r| ratio(r) <= step + ZERO) {
            let mut next = from.clone();
            next.pivot(row, column);
            if seen.insert(self.signature(&next)) {
                self.found.pivots += 1;
                queue.push(next);
            }
        }
    }

    /// The set of basic variables as bits.
    fn signature(&self, tableau: &Tableau) -> u64 {
        let basic = |v: &usize| matches!(tableau.place(*v), Place::Row(_));
        (0..=2 * tableau.size()).filter(basic).fold(0, |bits, v| bits | 1 << v)
    }

    fn add_vertex(&mut self, tableau: &Tableau, vertices: &mut Vec<Vec<f64>>) {
        let n = tableau.size();
        let (mut z, mut w) = (vec![0.0; n], vec![0.0; n]);
        tableau.write_z(&mut z);
        self.problem.w(&z, &mut w);
        if residual(self.problem.q(), &z, &w) > self.tolerance {
            self.found.complete = false;
        } else if !vertices.iter().any(|other| same(other, &z)) {
            vertices.push(z);
        }
    }
}

fn same(a: &[f64], b: &[f64]) -> bool {
    let size = crate::matrix::max_abs(a).max(crate::matrix::max_abs(b));
    a.iter().zip(b).all(|(x, y)| (x - y).abs() <= SAME * size)
}
