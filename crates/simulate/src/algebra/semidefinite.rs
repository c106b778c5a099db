//! The solution of least norm of a symmetric system that is positive semidefinite, by Cholesky's method with exchanges.
//!
//! ```text
//!     A = L L^T                     columns l_k of L, k = 0 .. r, each led by the largest of what is left on the diagonal
//!     L y = b,  L^T x = y           x on the leading rows alone
//!     L^T N = 0                     one column of N for every other row
//!     x <- x - N (N^T N)^-1 N^T x   the shortest of all solutions
//! ```
//!
//! Contacts that stick and hold more than they have to make such systems at every stage of a step; an orthogonal decomposition
//! ([`crate::algebra::orthogonal`]) costs half as much again. Source: Golub, Van Loan, *Matrix Computations*, section 4.2.8.

use crate::algebra::dense::{dot, subtract};
use pulp::{Arch, NullaryFnOnce};

/// What is left of the right-hand side, as part of it, where it lies in the range of A: rounding of some tens of terms.
const CONSISTENT: f64 = 1e-9;

/// Work arrays of the method.
#[derive(Debug, Clone, Default)]
pub(crate) struct Semidefinite {
    /// What is left of A.
    rest: Vec<f64>,
    /// The columns of L one after the other, and the rows that lead them.
    columns: Vec<f64>,
    leaders: Vec<usize>,
    /// The other rows, and N column by column.
    others: Vec<usize>,
    null: Vec<f64>,
    /// N^T N, and N^T x.
    gram: Vec<f64>,
    part: Vec<f64>,
    y: Vec<f64>,
}

impl Semidefinite {
    /// The solution of least norm of A x = b in place of b, and the rank of A; A is n x n row by row, with a diagonal of ones. What is left on
    /// the diagonal below `zero` counts as nothing. Nothing is done, and nothing returned, where A is regular or b is not in its range.
    pub fn solve(&mut self, n: usize, a: &[f64], b: &mut [f64], zero: f64) -> Option<usize> {
        Arch::new().dispatch(Solve { work: self, n, a, b, zero })
    }

    /// The columns of L; false if there are as many as A has.
    #[inline(always)]
    fn factor(&mut self, n: usize, a: &[f64], zero: f64) -> bool {
        self.rest.clear();
        self.rest.extend_from_slice(a);
        self.columns.clear();
        self.leaders.clear();
        self.others.clear();
        self.others.extend(0..n);
        loop {
            let (mut place, mut most) = (n, zero);
            for (k, &i) in self.others.iter().enumerate() {
                let left = self.rest[i * n + i];
                if left > most {
                    (place, most) = (k, left);
                }
            }
            if place == n {
                return !self.others.is_empty();
            }
            let leader = self.others.remove(place);
            let (start, scale) = (self.columns.len(), most.sqrt().recip());
            self.columns.extend(self.rest[leader * n..(leader + 1) * n].iter().map(|x| x * scale));
            let column = &mut self.columns[start..start + n];
            for &earlier in &self.leaders {
                column[earlier] = 0.0;
            }
            for &i in &self.others {
                subtract(&mut self.rest[i * n..(i + 1) * n], column, column[i]);
            }
            self.leaders.push(leader);
        }
    }

    /// L y = b; false if b is not in the range of L.
    #[inline(always)]
    fn forward(&mut self, n: usize, b: &[f64]) -> bool {
        let size = b.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        self.part.clear();
        self.part.extend_from_slice(b);
        self.y.clear();
        for (column, &leader) in self.columns.chunks_exact(n).zip(&self.leaders) {
            let value = self.part[leader] / column[leader];
            subtract(&mut self.part, column, value);
            self.y.push(value);
        }
        self.others.iter().all(|&i| self.part[i].abs() <= CONSISTENT * size)
    }

    /// x on the leading rows with L^T x = y, where the values of the other rows are given.
    #[inline(always)]
    fn back(columns: &[f64], leaders: &[usize], y: impl Fn(usize) -> f64, x: &mut [f64]) {
        let n = x.len();
        for (k, &leader) in leaders.iter().enumerate().rev() {
            let column = &columns[k * n..(k + 1) * n];
            // Rows that lead earlier columns are still zero in x.
            x[leader] = (y(k) - dot(column, x)) / column[leader];
        }
    }

    /// Takes the part of x along N away.
    #[inline(always)]
    fn shorten(&mut self, x: &mut [f64]) {
        let (n, d) = (x.len(), self.others.len());
        self.null.clear();
        self.null.resize(n * d, 0.0);
        for (vector, &other) in self.null.chunks_exact_mut(n).zip(&self.others) {
            vector[other] = 1.0;
            Self::back(&self.columns, &self.leaders, |_| 0.0, vector);
        }
        let vector = |i: usize| &self.null[i * n..(i + 1) * n];
        self.gram.clear();
        self.part.clear();
        for i in 0..d {
            self.gram.extend((0..d).map(|j| dot(vector(i), vector(j))));
            self.part.push(dot(vector(i), x));
        }
        // N^T N is one plus a square: it needs no exchanges.
        for k in 0..d {
            for i in k + 1..d {
                let factor = self.gram[i * d + k] / self.gram[k * d + k];
                for j in k..d {
                    self.gram[i * d + j] -= factor * self.gram[k * d + j];
                }
                self.part[i] -= factor * self.part[k];
            }
        }
        for k in (0..d).rev() {
            let tail: f64 = (k + 1..d).map(|j| self.gram[k * d + j] * self.part[j]).sum();
            self.part[k] = (self.part[k] - tail) / self.gram[k * d + k];
            subtract(x, &self.null[k * n..(k + 1) * n], self.part[k]);
        }
    }
}

/// The arithmetic, compiled for the widest vector instructions of the machine.
struct Solve<'a> {
    work: &'a mut Semidefinite,
    n: usize,
    a: &'a [f64],
    b: &'a mut [f64],
    zero: f64,
}

impl NullaryFnOnce for Solve<'_> {
    type Output = Option<usize>;
    #[inline(always)]
    fn call(self) -> Option<usize> {
        let Self { work, n, a, b, zero } = self;
        if !work.factor(n, a, zero) || !work.forward(n, b) {
            return None;
        }
        b.fill(0.0);
        Semidefinite::back(&work.columns, &work.leaders, |k| work.y[k], b);
        work.shorten(b);
        Some(work.leaders.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::orthogonal::Orthogonal;

    /// B B^T of n rows of r numbers, scaled to a diagonal of ones, and a right-hand side in its range.
    fn system(n: usize, r: usize, seed: f64) -> (Vec<f64>, Vec<f64>) {
        let entry = |i: usize, k: usize| (seed + 1.3 * i as f64 + 2.9 * (k * k) as f64 + 0.7 * (i * k) as f64).sin();
        let product = |i: usize, j: usize| (0..r).map(|k| entry(i, k) * entry(j, k)).sum::<f64>();
        let root: Vec<f64> = (0..n).map(|i| product(i, i).sqrt()).collect();
        let a: Vec<f64> = (0..n * n).map(|k| product(k / n, k % n) / (root[k / n] * root[k % n])).collect();
        let x: Vec<f64> = (0..n).map(|i| (seed * i as f64).cos()).collect();
        let b = a.chunks_exact(n).map(|row| dot(row, &x)).collect();
        (a, b)
    }

    #[test]
    fn the_answer_is_that_of_the_orthogonal_decomposition() {
        for (n, r) in [(2, 1), (4, 3), (7, 2), (12, 9), (16, 5)] {
            for seed in [0.3, 1.7, 2.2, 4.1] {
                let (a, b) = system(n, r, seed);
                let (mut shortest, mut x) = (b.clone(), b.clone());
                assert_eq!(Orthogonal::default().solve(n, &a, &mut shortest, 1e-11), r);
                assert_eq!(Semidefinite::default().solve(n, &a, &mut x, 1e-11), Some(r));
                // The condition numbers of these systems are below 1e5.
                let size = shortest.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
                assert!(
                    x.iter().zip(&shortest).all(|(x, y)| (x - y).abs() < 1e-9 * size),
                    "{n} {r} {x:?} {shortest:?}"
                );
            }
        }
    }

    #[test]
    fn what_is_regular_or_has_no_answer_is_left_alone() {
        let mut b = [1.0, -1.0];
        assert_eq!(Semidefinite::default().solve(2, &[1.0, 0.5, 0.5, 1.0], &mut b, 1e-11), None);
        assert_eq!(Semidefinite::default().solve(2, &[1.0, 1.0, 1.0, 1.0], &mut b, 1e-11), None);
        assert_eq!(b, [1.0, -1.0]);
    }
}
