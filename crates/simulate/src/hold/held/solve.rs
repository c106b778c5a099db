//! S x = b with the factors of S, island by island in its way.

use super::pattern::{Group, MOST, Pattern, Step};
use super::{Held, Way, blocks};

/// Steps of the proximal point method before it gives up.
const STEPS: usize = 12;

/// The largest residual of an answer, as part of b: that of an orthogonal decomposition. Below it steps go on while they halve it.
const GOOD: f64 = 1e-12;

/// A block of L, the blocks below it, and the right side that belongs to it.
type Factors<'a, const N: usize> = (&'a [[f64; N]; N], &'a [[f64; N]], [f64; N]);

impl Held {
    /// b <- x with S x = b.
    pub fn solve(&mut self, b: &mut [f64]) {
        if self.ways.iter().all(|way| *way == Way::Factored) {
            self.substitute(b, |_| true);
            return;
        }
        for island in 0..self.ways.len() {
            match self.ways[island] {
                Way::Factored => self.substitute(b, |k| k == island),
                Way::Shifted => self.solve_shifted(b, island),
                Way::Dense(k) => self.solve_dense(b, k),
                Way::Lost => self.of_island(island).for_each(|row| b[row] = f64::NAN),
            }
        }
    }

    /// The rows of an island.
    fn of_island(&self, island: usize) -> impl Iterator<Item = usize> {
        let groups = self.pattern.groups.iter().filter(move |group| group.island == island);
        groups.flat_map(|group| group.first..group.first + group.rows)
    }

    /// b <- L^-T L^-1 b for the islands wanted.
    fn substitute(&self, b: &mut [f64], wanted: impl Fn(usize) -> bool) {
        let own = |step: &&Step| wanted(self.pattern.groups[step.group].island);
        for step in self.pattern.steps.iter().filter(own) {
            match self.pattern.groups[step.group].rows {
                1 => self.forward::<1>(step, b),
                2 => self.forward::<2>(step, b),
                3 => self.forward::<3>(step, b),
                4 => self.forward::<4>(step, b),
                5 => self.forward::<5>(step, b),
                _ => self.forward::<MOST>(step, b),
            }
        }
        for step in self.pattern.steps.iter().rev().filter(own) {
            match self.pattern.groups[step.group].rows {
                1 => self.backward::<1>(step, b),
                2 => self.backward::<2>(step, b),
                3 => self.backward::<3>(step, b),
                4 => self.backward::<4>(step, b),
                5 => self.backward::<5>(step, b),
                _ => self.backward::<MOST>(step, b),
            }
        }
    }

    /// The block of L of a step, the blocks below it, and the numbers of b that belong to it.
    fn factors<const N: usize>(&self, step: &Step, b: &[f64]) -> Option<Factors<'_, N>> {
        let first = self.pattern.groups[step.group].first;
        let (l, below) = self.system[step.offset..step.end].as_chunks::<N>().0.split_first_chunk::<N>()?;
        Some((l, below, *b[first..].first_chunk::<N>()?))
    }

    /// One step of b <- L^-1 b.
    fn forward<const N: usize>(&self, step: &Step, b: &mut [f64]) {
        let Pattern { groups, below, .. } = &self.pattern;
        let Some((l, mut blocks, mut x)) = self.factors::<N>(step, b) else { return };
        blocks::forward(&mut x, l);
        let first = groups[step.group].first;
        b[first..first + N].copy_from_slice(&x);
        for other in &below[step.below.clone()] {
            let Group { first, rows, .. } = groups[*other];
            blocks::subtract_times(&blocks[..rows], &x, &mut b[first..first + rows]);
            blocks = &blocks[rows..];
        }
    }

    /// One step of b <- L^-T b.
    fn backward<const N: usize>(&self, step: &Step, b: &mut [f64]) {
        let Pattern { groups, below, .. } = &self.pattern;
        let Some((l, mut blocks, mut x)) = self.factors::<N>(step, b) else { return };
        for other in &below[step.below.clone()] {
            let Group { first, rows, .. } = groups[*other];
            blocks::subtract_transposed(&blocks[..rows], &b[first..first + rows], &mut x);
            blocks = &blocks[rows..];
        }
        blocks::backward(&mut x, l);
        let first = groups[step.group].first;
        b[first..first + N].copy_from_slice(&x);
    }

    fn solve_dense(&mut self, b: &mut [f64], k: usize) {
        let (rows, linear) = &mut self.dense[k];
        let mut part: Vec<f64> = rows.iter().map(|&row| b[row]).collect();
        linear.apply(&mut part);
        rows.iter().zip(&part).for_each(|(&row, value)| b[row] = *value);
    }

    /// The proximal point method on one island; where it does not converge the island becomes dense.
    fn solve_shifted(&mut self, b: &mut [f64], island: usize) {
        let rows: Vec<usize> = self.of_island(island).collect();
        let scaled = |row: usize, value: f64| value.abs() / self.diagonal[row].sqrt().max(f64::MIN_POSITIVE);
        let size = rows.iter().fold(0.0_f64, |m, &row| m.max(scaled(row, b[row])));
        let (mut x, mut defect) = (vec![0.0; b.len()], b.to_vec());
        let mut last = f64::INFINITY;
        for _ in 0..=STEPS {
            let worst = rows.iter().fold(0.0_f64, |m, &row| m.max(scaled(row, defect[row])));
            if worst <= GOOD * size && worst >= 0.5 * last {
                rows.iter().for_each(|&row| b[row] = x[row]);
                return;
            }
            last = worst;
            self.substitute(&mut defect, |k| k == island);
            rows.iter().for_each(|&row| x[row] += defect[row]);
            self.product(&x, &mut defect);
            rows.iter().for_each(|&row| defect[row] = b[row] - defect[row]);
        }
        self.ways[island] = self.other_way(island);
        if let Way::Dense(k) = self.ways[island] {
            self.solve_dense(b, k);
        }
    }

    /// out = S x.
    fn product(&self, x: &[f64], out: &mut [f64]) {
        let mut z = vec![0.0; self.pattern.coordinates];
        self.push(x, &mut z);
        out.fill(0.0);
        self.add_measures(&z, out);
    }
}
