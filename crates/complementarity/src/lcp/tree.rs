//! The tree of complementary choices, searched with linear programs.
//!
//! A choice for every pair (z_i = 0 or w_i = 0) leaves a polyhedron of solutions, possibly empty. The choices form a tree; at every
//! node the simplex method drives the variables chosen to be zero out of the basis of the node above. Where that is
//! impossible the branch is cut, and a certificate of that very linear program is verified, so that an empty tree is a proof.
//!
//! * All solutions: the pairs are decided in order, and the vertices of every polyhedron at a leaf are listed.
//! * The first solution, or the proof that there is none: the pair furthest from complementary at the point of the node is
//!   decided next (branch and bound). A point with no such pair is a solution, wherever it is in the tree, and a
//!   problem without solution is often refuted by a small part of the 2^n leaves.
//!
//! Source: CPS, section 1.1 (the solutions as a union of polyhedra); Murty (1988), section 1.3 (complementary cones); Land, Doig,
//! *Econometrica* 28 (1960) (branch and bound).

use super::Lcp;
use super::certificate::Multipliers;
use super::residual::judge;
use super::simplex::{drive_out, start_with_artificial};
use super::tableau::{Place, Tableau};
use super::vertices::Vertices;
use crate::settings::{Clock, Stop};

/// Pairs whose smaller variable is below this count as complementary, in scaled units; the residual then decides.
const ZERO: f64 = 1e-9;

/// Pivots allowed to one linear program of the tree; one has at most about 50 in practice.
const NODE_PIVOTS: usize = 2_000;

/// What the tree is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Every solution.
    All,
    /// One solution, or the proof that there is none.
    First,
}

/// One search: the problem, what is looked for and when to stop.
pub(crate) struct Task<'a> {
    pub problem: &'a Lcp,
    pub goal: Goal,
    pub tolerance: f64,
    /// Largest number of nodes, and of pivots.
    pub limit: usize,
    pub clock: &'a Clock<'a>,
}

/// Why the search ends before the whole tree was seen.
pub(crate) enum End {
    /// The first solution was found.
    Found,
    /// A limit was reached.
    Stopped(Stop),
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Report {
    /// The solutions, one after the other.
    pub points: Vec<f64>,
    /// Whether some of them form a segment, a ray or more.
    pub continuum: bool,
    /// Whether the whole tree was searched and every cut verified.
    pub complete: bool,
    pub stop: Option<Stop>,
    pub pivots: usize,
    nodes: usize,
}

/// The search with its work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub report: Report,
    /// The tableau of the node at every level of the branch.
    levels: Vec<Tableau>,
    /// Variables that must be zero: one of each decided pair, and z0.
    forbidden: Vec<bool>,
    multipliers: Multipliers,
    vertices: Vertices,
    z: Vec<f64>,
    w: Vec<f64>,
}

impl Tree {
    /// Searches from the root; the result is in `report`.
    pub fn search(&mut self, task: &Task) {
        let n = task.problem.size();
        let mut points = std::mem::take(&mut self.report.points);
        points.clear();
        self.report = Report { points, complete: true, ..Report::default() };
        self.levels.resize_with(self.levels.len().max(n + 1), Tableau::default);
        self.levels[0].load(task.problem, |_| 1.0, true);
        start_with_artificial(&mut self.levels[0]);
        self.forbidden.clear();
        self.forbidden.resize(2 * n + 1, false);
        self.forbidden[2 * n] = true;
        for vector in [&mut self.z, &mut self.w] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        match self.descend(task, 0) {
            Ok(()) => {}
            Err(End::Found) => self.report.complete = false,
            Err(End::Stopped(stop)) => (self.report.complete, self.report.stop) = (false, Some(stop)),
        }
    }

    /// Visits the subtree below a node at which `depth` pairs are decided.
    fn descend(&mut self, task: &Task, depth: usize) -> Result<(), End> {
        let steps = self.report.nodes.max(self.report.pivots);
        task.clock.check(steps, task.limit).map_err(End::Stopped)?;
        self.report.nodes += 1;
        if !self.is_possible(task, depth)? {
            return Ok(());
        }
        let Some(variables) = self.next_choice(task, depth)? else {
            return self.visit_leaf(task, depth);
        };
        for variable in variables {
            let (above, below) = self.levels.split_at_mut(depth + 1);
            below[0].copy_from(&above[depth]);
            self.forbidden[variable] = true;
            let end = self.descend(task, depth + 1);
            self.forbidden[variable] = false;
            end?;
        }
        Ok(())
    }

    /// Whether the forbidden variables of the node can all be zero. Where rounding leaves that open the search is incomplete.
    fn is_possible(&mut self, task: &Task, depth: usize) -> Result<bool, End> {
        let tableau = &mut self.levels[depth];
        match drive_out(tableau, &self.forbidden, NODE_PIVOTS, task.clock, &mut self.report.pivots) {
            Ok(true) => return Ok(true),
            Ok(false) => self.report.complete &= self.multipliers.refute(task.problem, tableau, &self.forbidden),
            Err(stop @ (Stop::Time | Stop::Interrupt)) => return Err(End::Stopped(stop)),
            Err(_) => self.report.complete = false,
        }
        Ok(false)
    }

    /// The two variables of the pair to decide next, the one to forbid first in front; `None` if all are decided.
    fn next_choice(&mut self, task: &Task, depth: usize) -> Result<Option<[usize; 2]>, End> {
        let n = task.problem.size();
        let next = (0..n).find(|&i| !self.forbidden[i] && !self.forbidden[n + i]).map(|i| [i, n + i]);
        if task.goal == Goal::All {
            return Ok(next);
        }
        let worst = self.furthest_pair(depth);
        if worst.is_none_or(|(_, smaller)| smaller <= ZERO) {
            self.accept(task, depth)?;
        }
        Ok(worst.map(|(variables, _)| variables).or(next))
    }

    /// The undecided pair with both variables positive whose smaller one is largest, the smaller in front, and its value.
    fn furthest_pair(&self, depth: usize) -> Option<([usize; 2], f64)> {
        let tableau = &self.levels[depth];
        let n = tableau.size();
        let mut worst: Option<([usize; 2], f64)> = None;
        for i in (0..n).filter(|&i| !self.forbidden[i] && !self.forbidden[n + i]) {
            let (Place::Row(w), Place::Row(z)) = (tableau.place(i), tableau.place(n + i)) else { continue };
            let (w, z) = (tableau.value(w), tableau.value(z));
            if w.min(z) > worst.map_or(0.0, |(_, value)| value) {
                worst = Some((if w <= z { [i, n + i] } else { [n + i, i] }, w.min(z)));
            }
        }
        worst
    }

    /// Ends the search if the point of the node is a solution.
    fn accept(&mut self, task: &Task, depth: usize) -> Result<(), End> {
        self.levels[depth].write_z(&mut self.z);
        task.problem.w(&self.z, &mut self.w);
        if judge(task.problem, &self.z, &self.w, task.tolerance).1 {
            self.report.points.extend_from_slice(&self.z);
            return Err(End::Found);
        }
        Ok(())
    }

    /// All pairs are decided: lists the vertices. Where one solution is enough its point was already refused.
    fn visit_leaf(&mut self, task: &Task, depth: usize) -> Result<(), End> {
        if task.goal == Goal::First {
            self.report.complete = false;
            return Ok(());
        }
        self.vertices.visit(task, &mut self.levels[depth], &self.forbidden, &mut self.report)
    }
}
