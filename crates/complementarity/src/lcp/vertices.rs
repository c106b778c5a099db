//! The vertices of one polyhedron of solutions.
//!
//! Where one variable of every pair is forbidden, every point that is left is a solution. Its vertices are visited by pivots between
//! the bases of allowed variables. A polyhedron with two vertices or an unbounded edge is a continuum.
//!
//! Source: CPS, section 1.1; Dyer, *Math. Operations Research* 8 (1983) (vertices by pivots).

use super::residual;
use super::tableau::{Place, Tableau};
use super::tree::{End, Report, Task};
use crate::matrix::max_abs;
use std::collections::HashSet;

/// Bases visited in one polyhedron before its list of vertices is called incomplete.
const MAX_BASES: usize = 2_000;

/// Two solutions closer than this, relative to their size, are the same one.
const SAME: f64 = 1e-7;

/// Entries below this are zero, in the scaled units of the tableau.
const ZERO: f64 = 1e-9;

/// The visit with its work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct Vertices {
    /// Bases to look at, and tableaus that are free to hold more of them.
    queue: Vec<Tableau>,
    spare: Vec<Tableau>,
    /// The bases that were or are in the queue, see [`signature`].
    seen: HashSet<u64>,
    /// The vertices of this polyhedron, one after the other.
    points: Vec<f64>,
    z: Vec<f64>,
    w: Vec<f64>,
}

impl Vertices {
    /// Adds the vertices to the report, starting from a feasible basis, which is spoilt.
    pub fn visit(
        &mut self,
        task: &Task,
        first: &mut Tableau,
        forbidden: &[bool],
        report: &mut Report,
    ) -> Result<(), End> {
        let n = first.size();
        report.pivots += release_forbidden(first, forbidden);
        self.spare.append(&mut self.queue);
        self.seen.clear();
        self.points.clear();
        self.add(first);
        while let Some(tableau) = self.queue.pop() {
            task.clock.stop().map_or(Ok(()), |stop| Err(End::Stopped(stop)))?;
            report.complete &= self.add_vertex(task, &tableau);
            for column in (0..=n).filter(|&c| !forbidden[tableau.nonbasic(c)]) {
                self.follow_edge(&tableau, column, forbidden, report);
            }
            self.spare.push(tableau);
            if self.seen.len() > MAX_BASES {
                report.complete = false;
                break;
            }
        }
        report.continuum |= self.points.len() > n;
        for z in self.points.chunks_exact(n) {
            add_point(&mut report.points, z);
        }
        Ok(())
    }

    /// Puts a copy into the queue unless its basis was there before; true if it did.
    fn add(&mut self, tableau: &Tableau) -> bool {
        let new = self.seen.insert(signature(tableau));
        if new {
            let mut copy = self.spare.pop().unwrap_or_default();
            copy.copy_from(tableau);
            self.queue.push(copy);
        }
        new
    }

    /// Goes along an edge: marks a continuum if it is unbounded, else adds every basis at its end.
    fn follow_edge(&mut self, from: &Tableau, column: usize, forbidden: &[bool], report: &mut Report) {
        let n = from.size();
        let blocks = |r: usize| !forbidden[from.basic(r)] && from.entry(r, column) > ZERO;
        let ratio = |r: usize| from.value(r).max(0.0) / from.entry(r, column);
        let step = (0..n).filter(|&r| blocks(r)).map(ratio).fold(f64::INFINITY, f64::min);
        if step == f64::INFINITY {
            // An unbounded edge of solutions, unless a forbidden variable moves along it.
            let rigid = (0..n).any(|r| forbidden[from.basic(r)] && from.entry(r, column).abs() > ZERO);
            report.continuum |= !rigid;
            return;
        }
        for row in (0..n).filter(|&r| blocks(r) && ratio(r) <= step + ZERO) {
            let mut next = self.spare.pop().unwrap_or_default();
            next.copy_from(from);
            next.pivot(row, column);
            report.pivots += usize::from(self.add(&next));
            self.spare.push(next);
        }
    }

    /// Notes the point of a basis; false if rounding keeps it from being a solution.
    fn add_vertex(&mut self, task: &Task, tableau: &Tableau) -> bool {
        for vector in [&mut self.z, &mut self.w] {
            vector.resize(tableau.size(), 0.0);
        }
        tableau.write_z(&mut self.z);
        task.problem.w(&self.z, &mut self.w);
        if residual(task.problem.q(), &self.z, &self.w) > task.tolerance {
            return false;
        }
        add_point(&mut self.points, &self.z);
        true
    }
}

/// Exchanges forbidden basic variables (at zero) for allowed ones where the tableau lets it: such a pivot does not
/// move the point. Columns of allowed variables then have zeros in the rows of forbidden ones. The number of pivots.
fn release_forbidden(tableau: &mut Tableau, forbidden: &[bool]) -> usize {
    let mut pivots = 0;
    for row in 0..tableau.size() {
        if !forbidden[tableau.basic(row)] {
            continue;
        }
        let allowed = (0..=tableau.size()).filter(|&c| !forbidden[tableau.nonbasic(c)]);
        let best = allowed.max_by(|&a, &b| tableau.entry(row, a).abs().total_cmp(&tableau.entry(row, b).abs()));
        if let Some(column) = best.filter(|&c| tableau.entry(row, c).abs() > ZERO) {
            tableau.pivot(row, column);
            pivots += 1;
        }
    }
    pivots
}

/// The set of basic variables as bits; 2 n + 1 of them, so that n must be below 32.
fn signature(tableau: &Tableau) -> u64 {
    let basic = |v: &usize| matches!(tableau.place(*v), Place::Row(_));
    (0..=2 * tableau.size()).filter(basic).fold(0, |bits, v| bits | 1 << v)
}

/// Adds a point to a list of points one after the other, unless it is there.
fn add_point(points: &mut Vec<f64>, z: &[f64]) {
    if !points.chunks_exact(z.len()).any(|other| same(other, z)) {
        points.extend_from_slice(z);
    }
}

fn same(a: &[f64], b: &[f64]) -> bool {
    let size = max_abs(a).max(max_abs(b));
    a.iter().zip(b).all(|(x, y)| (x - y).abs() <= SAME * size)
}
