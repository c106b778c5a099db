//! Rows that are held: S = R M^-1 R^T by blocks, at a cost that grows with the number of joints where these form chains and trees.
//!
//! ```text
//!     S x = b,     S_jk = sum over the bodies that joints j and k share of R_j M^-1 R_k^T
//!     S = L L^T,   blocks in an order in which leaves come first
//! ```
//!
//! The rows of a joint are a block. Blocks of two joints meet in S where the joints share a body, so that chains and trees are factored
//! without a block more than S has ([`order`]); loops add some. Joints that follow from each other make S singular. Small systems then
//! go through an orthogonal decomposition ([`crate::algebra::linear`]), large ones through the proximal point method with the factors of S + eps D,
//! D its diagonal, which gives the solution of least norm too:
//!
//! ```text
//!     (S + eps D) (x_{k+1} - x_k) = b - S x_k,     x_0 = 0
//! ```
//!
//! Sources: George and Liu, *Computer Solution of Large Sparse Positive Definite Systems* (1981), chapter 5; Baraff, *Linear-time dynamics
//! using Lagrange multipliers* (SIGGRAPH 1996); Rockafellar, *SIAM J. Control Optim.* 14 (1976).

mod blocks;
mod order;
mod pattern;
mod solve;

use crate::algebra::linear::{Linear, Rank};
use carom_mechanics::{Mass, Row};
use pattern::{Group, MOST, Part, Pattern};

/// Rows of a singular system from which on the proximal point method costs less than an orthogonal decomposition.
const LARGE: usize = 24;

/// eps. A larger one needs more steps; rounding of b outside the range of S grows by its inverse.
const SHIFT: f64 = 1e-6;

/// How a system is solved.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Way {
    /// By L.
    Factored,
    /// By the L of S + eps D.
    Shifted,
    /// By the dense system of this number.
    Dense(usize),
    /// It has entries that are no numbers, and so has its solution.
    Lost,
}

/// Rows, their system and its factors at one instant. Systems that do not feel each other are islands.
#[derive(Debug, Clone, Default)]
pub(crate) struct Held {
    pattern: Pattern,
    /// R, and R M^-1.
    rows: Vec<f64>,
    solved: Vec<f64>,
    /// The largest number of each row of R M^-1.
    largest: Vec<f64>,
    /// S, then L.
    system: Vec<f64>,
    /// The diagonal of S.
    diagonal: Vec<f64>,
    /// Of each island.
    ways: Vec<Way>,
    /// Rows of singular islands that are solved as dense systems.
    dense: Vec<(Vec<usize>, Linear)>,
}

impl Held {
    /// Prepares the system of rows, each with the key of its joint; rows of one joint follow each other.
    pub fn prepare<'a>(&mut self, mass: &Mass, rows: impl Iterator<Item = (usize, &'a Row)> + Clone) -> Rank {
        if !self.pattern.load(mass, rows.clone(), &mut self.rows) {
            self.pattern = Pattern::new(mass, rows.clone());
            self.rows.clear();
            self.pattern.load(mass, rows, &mut self.rows);
        }
        self.multiply(mass);
        self.ways.clear();
        self.ways.resize(self.pattern.islands, Way::Factored);
        self.dense.clear();
        self.assemble(0.0);
        self.eliminate();
        if self.ways.iter().all(|way| *way == Way::Factored) {
            return Rank::Full;
        }
        self.assemble(SHIFT);
        self.eliminate();
        Rank::Deficient
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.diagonal.len()
    }

    /// R M^-1, and the largest number of each row.
    fn multiply(&mut self, mass: &Mass) {
        self.solved.resize(self.rows.len(), 0.0);
        self.largest.clear();
        self.largest.resize(self.pattern.row_count(), 0.0);
        for group in &self.pattern.groups {
            let largest = &mut self.largest[group.first..group.first + group.rows];
            for part in &self.pattern.parts[group.parts.clone()] {
                let span = span(group, part);
                let (rows, solved) = (&self.rows[span.clone()], &mut self.solved[span]);
                blocks::times_symmetric(rows, mass.inverse(part.start), part.size, solved);
                for (most, row) in largest.iter_mut().zip(solved.chunks_exact(part.size)) {
                    *most = row.iter().fold(*most, |m, c| if c.abs() > m { c.abs() } else { m });
                }
            }
        }
    }

    /// S, or S + eps D of the islands that need it.
    fn assemble(&mut self, shift: f64) {
        let Pattern { groups, parts, products, steps, .. } = &self.pattern;
        self.system.clear();
        self.system.resize(self.pattern.blocks, 0.0);
        for product in products {
            let ([a, b], [i, j]) = (product.groups, product.parts);
            let into = &mut self.system[product.into..product.into + groups[a].rows * groups[b].rows];
            let (solved, rows) = (&self.solved[span(&groups[a], &parts[i])], &self.rows[span(&groups[b], &parts[j])]);
            if a == b {
                blocks::add_triangle(solved, rows, parts[i].size, into);
            } else {
                blocks::add_product(solved, rows, parts[i].size, into);
            }
        }
        self.diagonal.resize(self.pattern.row_count(), 0.0);
        for step in steps {
            let group = &groups[step.group];
            let shift = if self.ways[group.island] == Way::Shifted { shift } else { 0.0 };
            for k in 0..group.rows {
                let entry = &mut self.system[step.offset + k * (group.rows + 1)];
                self.diagonal[group.first + k] = *entry;
                *entry *= 1.0 + shift;
            }
        }
    }

    /// L of every island that is not dense; an island with a pivot that is too small gets another way.
    fn eliminate(&mut self) {
        let mut failed = vec![false; self.ways.len()];
        for k in 0..self.pattern.steps.len() {
            let island = self.pattern.groups[self.pattern.steps[k].group].island;
            let by_factors = matches!(self.ways[island], Way::Factored | Way::Shifted);
            if by_factors && !failed[island] {
                failed[island] = !self.eliminate_one(k);
            }
        }
        for island in (0..failed.len()).filter(|&island| failed[island]) {
            self.ways[island] = self.other_way(island);
        }
    }

    /// Eliminates the group of one step; false if a pivot is too small.
    fn eliminate_one(&mut self, k: usize) -> bool {
        match self.pattern.groups[self.pattern.steps[k].group].rows {
            1 => self.eliminate_rows::<1>(k),
            2 => self.eliminate_rows::<2>(k),
            3 => self.eliminate_rows::<3>(k),
            4 => self.eliminate_rows::<4>(k),
            5 => self.eliminate_rows::<5>(k),
            _ => self.eliminate_rows::<MOST>(k),
        }
    }

    fn eliminate_rows<const N: usize>(&mut self, k: usize) -> bool {
        let Pattern { groups, steps, below, updates, .. } = &self.pattern;
        let step = &steps[k];
        let (first, own) = (groups[step.group].first, &below[step.below.clone()]);
        // The blocks below a pivot follow it in memory, and those they change come later.
        let (head, tail) = self.system.split_at_mut(step.end);
        let (pivot, column) = head[step.offset..].split_at_mut(N * N);
        let Ok(pivot) = <&mut [[f64; N]; N]>::try_from(pivot.as_chunks_mut::<N>().0) else { return false };
        if !blocks::factor(pivot, &self.diagonal[first..first + N]) {
            return false;
        }
        let column = column.as_chunks_mut::<N>().0;
        column.iter_mut().for_each(|row| blocks::forward(row, pivot));
        let (mut target, mut row_start) = (step.updates, 0);
        for (i, row) in own.iter().enumerate() {
            let row_end = row_start + groups[*row].rows;
            let mut column_start = 0;
            for other in &own[..=i] {
                let column_end = column_start + groups[*other].rows;
                let (start, size) = (updates[target] - step.end, (row_end - row_start) * (column_end - column_start));
                let (rows, columns) = (&column[row_start..row_end], &column[column_start..column_end]);
                blocks::subtract_product(rows, columns, &mut tail[start..start + size]);
                (target, column_start) = (target + 1, column_end);
            }
            row_start = row_end;
        }
        true
    }

    /// The way to solve an island that the way it has cannot solve.
    fn other_way(&mut self, island: usize) -> Way {
        let groups = self.pattern.groups.iter().filter(|group| group.island == island);
        let rows: Vec<usize> = groups.flat_map(|group| group.first..group.first + group.rows).collect();
        if rows.iter().any(|&row| !self.diagonal[row].is_finite()) {
            return Way::Lost;
        }
        if self.ways[island] == Way::Factored && rows.len() >= LARGE {
            return Way::Shifted;
        }
        let mut linear = Linear::default();
        linear.factor(rows.len(), &self.matrix(&rows));
        self.dense.push((rows, linear));
        Way::Dense(self.dense.len() - 1)
    }

    /// The entries of S of some rows that no other row feels, row by row.
    fn matrix(&self, rows: &[usize]) -> Vec<f64> {
        let n = rows.len();
        let mut place = vec![None; self.diagonal.len()];
        rows.iter().enumerate().for_each(|(k, &row)| place[row] = Some(k));
        let (mut matrix, mut block) = (vec![0.0; n * n], Vec::new());
        for product in &self.pattern.products {
            let groups = product.groups.map(|k| &self.pattern.groups[k]);
            let parts = product.parts.map(|k| &self.pattern.parts[k]);
            let [Some(row), Some(column)] = groups.map(|group| place[group.first]) else { continue };
            block.clear();
            block.resize(groups[0].rows * groups[1].rows, 0.0);
            let [a, b] = [0, 1].map(|i| span(groups[i], parts[i]));
            blocks::add_product(&self.solved[a], &self.rows[b], parts[0].size, &mut block);
            for (k, value) in block.iter().enumerate() {
                let (i, j) = (row + k / groups[1].rows, column + k % groups[1].rows);
                matrix[i * n + j] += value;
                if product.groups[0] != product.groups[1] {
                    matrix[j * n + i] += value;
                }
            }
        }
        matrix
    }

    /// out += R v.
    pub fn add_measures(&self, v: &[f64], out: &mut [f64]) {
        for group in &self.pattern.groups {
            for part in &self.pattern.parts[group.parts.clone()] {
                let v = &v[part.start..part.start + part.size];
                blocks::add_product(
                    &self.rows[span(group, part)],
                    v,
                    part.size,
                    &mut out[group.first..group.first + group.rows],
                );
            }
        }
    }

    /// v += M^-1 R^T x.
    pub fn push(&self, x: &[f64], v: &mut [f64]) {
        for group in &self.pattern.groups {
            let x = &x[group.first..group.first + group.rows];
            for part in &self.pattern.parts[group.parts.clone()] {
                let v = &mut v[part.start..part.start + part.size];
                blocks::add_transposed(&self.solved[span(group, part)], x, v);
            }
        }
    }

    /// Adds to each coordinate the largest term that each x of a row that feels it makes in M^-1 R^T x.
    pub fn add_sizes(&self, x: &[f64], sizes: &mut [f64]) {
        for group in &self.pattern.groups {
            let parts = &self.pattern.parts[group.parts.clone()];
            let span = group.first..group.first + group.rows;
            let most: f64 = self.largest[span.clone()].iter().zip(&x[span]).map(|(c, x)| c * x.abs()).sum();
            for part in parts {
                sizes[part.start..part.start + part.size].iter_mut().for_each(|size| *size += most);
            }
        }
    }
}

/// Where the numbers of a part are.
fn span(group: &Group, part: &Part) -> std::ops::Range<usize> {
    part.offset..part.offset + group.rows * part.size
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bodies of three coordinates with full blocks of mass.
    fn mass(bodies: usize) -> Mass {
        let mut mass = Mass::default();
        for k in 0..bodies {
            let m = 1.0 + 0.1 * k as f64;
            assert!(mass.push(3, &[2.0 * m, 0.3, 0.1, 0.3, 1.5, 0.2, 0.1, 0.2, m]));
        }
        mass
    }

    /// Two rows for each joint of two bodies, with numbers of no particular kind.
    fn joints(of: &[(usize, usize)]) -> Vec<(usize, Row)> {
        let number = |k: usize| (1.7 * k as f64 + 0.3 * (k * k) as f64).sin();
        let row = |joint: usize, k: usize| {
            let (a, b) = of[joint];
            let numbers = [0, 1, 2, 3, 4, 5].map(|i| number(12 * joint + 6 * k + i));
            let mut row = Row::new();
            row.add(3 * a, &numbers[..3]);
            row.add(3 * b, &numbers[3..]);
            (joint, row)
        };
        (0..of.len()).flat_map(|joint| [row(joint, 0), row(joint, 1)]).collect()
    }

    /// Solves by blocks; the largest residual of S x = b, S made by dense products, and what kind of system it was.
    fn residual(mass: &Mass, rows: &[(usize, Row)]) -> (f64, Rank) {
        let mut held = Held::default();
        let mut b = vec![0.0; rows.len()];
        let (mut load, mut solved) = (vec![0.0; mass.size()], Row::new());
        // In the range of S, so that redundant rows contradict nothing.
        (0..mass.size()).for_each(|i| load[i] = (i as f64).cos());
        rows.iter().zip(&mut b).for_each(|((_, row), b)| *b = row.dot(&load));
        let mut x = b.clone();
        let rank = held.prepare(mass, rows.iter().map(|(key, row)| (*key, row)));
        held.solve(&mut x);
        let mut pushed = vec![0.0; mass.size()];
        for ((_, row), x) in rows.iter().zip(&x) {
            mass.solve_row(row, &mut solved);
            solved.add_to(*x, &mut pushed);
        }
        let worst = rows.iter().zip(&b).fold(0.0_f64, |m, ((_, row), b)| m.max((row.dot(&pushed) - b).abs()));
        (worst, rank)
    }

    #[test]
    fn chains_trees_and_loops_are_solved() {
        let chain: Vec<(usize, usize)> = (0..40).map(|k| (k, k + 1)).collect();
        let tree: Vec<(usize, usize)> = (1..40).map(|k| (k, (k - 1) / 3)).collect();
        let rings: Vec<(usize, usize)> = chain.iter().copied().chain([(0, 10), (10, 20), (20, 30), (5, 25)]).collect();
        for of in [chain, tree, rings] {
            let (residual, rank) = residual(&mass(41), &joints(&of));
            assert_eq!(rank, Rank::Full);
            // Systems of order one with a condition of some thousands.
            assert!(residual < 1e-12, "{residual:e}");
        }
    }

    #[test]
    fn redundant_joints_are_solved_few_and_many() {
        for count in [3, 40] {
            let chain: Vec<(usize, usize)> = (0..count).map(|k| (k, k + 1)).collect();
            let mut rows = joints(&chain);
            // The last joint once more, and twice as strong.
            let again: Vec<Row> = rows[rows.len() - 2..].iter().map(|(_, row)| row.clone()).collect();
            for row in again {
                let mut twice = Row::new();
                twice.assign(row.entries().iter().map(|&(i, c)| (i, 2.0 * c)));
                rows.push((count, twice));
            }
            let (residual, rank) = residual(&mass(count + 1), &rows);
            assert_eq!(rank, Rank::Deficient);
            assert!(residual < 1e-10, "{residual:e}");
        }
    }

    #[test]
    fn islands_are_solved_each_in_its_way_and_the_pattern_may_change() {
        let mut rows = joints(&[(0, 1), (1, 2), (4, 5)]);
        let twice = (3, rows[5].1.clone());
        rows.push(twice);
        let (residual, rank) = residual(&mass(6), &rows);
        assert_eq!(rank, Rank::Deficient);
        assert!(residual < 1e-12, "{residual:e}");
        let (mass, mut held) = (mass(6), Held::default());
        for rows in [&rows[..4], &rows[2..6]] {
            assert_eq!(held.prepare(&mass, rows.iter().map(|(key, row)| (*key, row))), Rank::Full);
            assert_eq!(held.len(), 4);
        }
    }

    #[test]
    fn numbers_that_are_none_stay_none() {
        let mut rows = joints(&[(0, 1), (1, 2)]);
        rows[0].1.add(0, &[f64::NAN]);
        let mut held = Held::default();
        held.prepare(&mass(3), rows.iter().map(|(key, row)| (*key, row)));
        let mut b = [1.0; 4];
        held.solve(&mut b);
        assert!(b.iter().all(|x| x.is_nan()));
    }
}
