//! The solution of least norm of a singular square system, by a complete orthogonal decomposition.
//!
//! ```text
//!     A P = Q [ R_1 R_2 ]        Householder, columns exchanged; R_1 of the rank r of A
//!             [  0   0  ]
//!     [ R_1 R_2 ] = [ T 0 ] Z    Householder from the right
//!     x = P Z^T [ T^-1 (Q^T b)_1 ]
//!               [        0       ]
//! ```
//!
//! Source: Golub, Van Loan, *Matrix Computations*, section 5.5. It costs a fraction of singular values and tells the same
//! rank wherever the gap is as wide as that of hyperstatic contacts (1 against rounding).

use crate::algebra::dense::{dot, subtract};
use pulp::{Arch, NullaryFnOnce};

/// Work arrays of the decomposition.
#[derive(Debug, Clone, Default)]
pub(crate) struct Orthogonal {
    /// A column by column, then R and T.
    a: Vec<f64>,
    columns: Vec<usize>,
    reflector: Vec<f64>,
    /// Reflectors from the right, one row of r + 1 .. n each with its pivot first.
    right: Vec<f64>,
    sums: Vec<f64>,
}

impl Orthogonal {
    /// The solution x of least norm of A x = b (of least squares where b is outside the range), in place of b; A is row by row. A length below
    /// `zero` times the largest counts as nothing. Returns the rank of A.
    pub fn solve(&mut self, n: usize, a: &[f64], b: &mut [f64], zero: f64) -> usize {
        self.a.clear();
        for j in 0..n {
            self.a.extend(a[j..].iter().step_by(n));
        }
        self.columns.clear();
        self.columns.extend(0..n);
        Arch::new().dispatch(Decomposition { work: self, n, b, zero })
    }

    /// Reflections from the left with exchange of columns; b turns along. Returns the rank.
    #[inline(always)]
    fn reduce(&mut self, n: usize, b: &mut [f64], zero: f64) -> usize {
        let mut largest = 0.0_f64;
        for k in 0..n {
            let (mut pivot, mut square) = (k, -1.0);
            for (j, column) in self.a.chunks_exact(n).enumerate().skip(k) {
                let own = dot(&column[k..], &column[k..]);
                // One that is no number is taken, and ends the reduction.
                if own > square || own.is_nan() {
                    (pivot, square) = (j, own);
                }
            }
            let length = square.sqrt();
            largest = largest.max(length);
            if length.is_nan() || length <= zero * largest {
                return k;
            }
            self.exchange(n, k, pivot);
            self.reflect(n, k, length, b);
        }
        n
    }

    #[inline(always)]
    fn exchange(&mut self, n: usize, k: usize, pivot: usize) {
        if k != pivot {
            self.columns.swap(k, pivot);
            let (left, right) = self.a.split_at_mut(pivot * n);
            left[k * n..(k + 1) * n].swap_with_slice(&mut right[..n]);
        }
    }

    /// Takes column k below its diagonal to zero.
    #[inline(always)]
    fn reflect(&mut self, n: usize, k: usize, length: f64, b: &mut [f64]) {
        let (done, rest) = self.a.split_at_mut((k + 1) * n);
        let reflector = &mut done[k * n + k..];
        let head = reflector[0];
        let end = if head > 0.0 { -length } else { length };
        reflector[0] -= end;
        // |u|^2 / 2 = length^2 - head end, both parts positive.
        let scale = 1.0 / (length * length - head * end);
        for column in rest.chunks_exact_mut(n).map(|column| &mut column[k..]).chain([&mut b[k..]]) {
            subtract(column, reflector, scale * dot(reflector, column));
        }
        reflector[0] = end;
    }

    /// Reflections from the right that leave T in the first r columns.
    #[inline(always)]
    fn reduce_right(&mut self, n: usize, rank: usize) {
        let width = n - rank + 1;
        self.right.clear();
        self.right.resize(rank * width, 0.0);
        let (square, tail) = self.a.split_at_mut(rank * n);
        for k in (0..rank).rev() {
            let reflector = &mut self.right[k * width..(k + 1) * width];
            let pivot = &mut square[k * n..=k * n + k];
            let beyond = tail.chunks_exact(n).map(|column| column[k]);
            let length = (pivot[k] * pivot[k] + beyond.clone().map(|x| x * x).sum::<f64>()).sqrt();
            let end = if pivot[k] > 0.0 { -length } else { length };
            let half = length * length - pivot[k] * end;
            // Scaled so that the reflection is 1 - u u^T.
            let scale = if half > 0.0 { half.sqrt().recip() } else { 0.0 };
            reflector[0] = scale * (pivot[k] - end);
            reflector[1..].iter_mut().zip(beyond).for_each(|(u, x)| *u = scale * x);
            self.sums.clear();
            self.sums.extend(pivot.iter().map(|x| reflector[0] * x));
            for (column, u) in tail.chunks_exact(n).zip(&reflector[1..]) {
                subtract(&mut self.sums, column, -u);
            }
            subtract(pivot, &self.sums, reflector[0]);
            for (column, u) in tail.chunks_exact_mut(n).zip(&reflector[1..]) {
                subtract(column, &self.sums, *u);
            }
        }
    }

    /// b <- T^-1 b, zeros below.
    #[inline(always)]
    fn back(&self, n: usize, rank: usize, b: &mut [f64]) {
        for (k, column) in self.a.chunks_exact(n).enumerate().take(rank).rev() {
            b[k] /= column[k];
            let (above, value) = b.split_at_mut(k);
            subtract(above, column, value[0]);
        }
        b[rank..].fill(0.0);
    }

    /// b <- P Z^T b.
    #[inline(always)]
    fn unfold(&mut self, n: usize, rank: usize, b: &mut [f64]) {
        for (k, reflector) in self.right.chunks_exact(n - rank + 1).enumerate() {
            let sum = reflector[0] * b[k] + dot(&reflector[1..], &b[rank..]);
            b[k] -= reflector[0] * sum;
            subtract(&mut b[rank..], &reflector[1..], sum);
        }
        self.reflector.clear();
        self.reflector.extend_from_slice(b);
        for (value, &column) in self.reflector.iter().zip(&self.columns) {
            b[column] = *value;
        }
    }
}

/// The arithmetic, compiled for the widest vector instructions of the machine.
struct Decomposition<'a> {
    work: &'a mut Orthogonal,
    n: usize,
    b: &'a mut [f64],
    zero: f64,
}

impl NullaryFnOnce for Decomposition<'_> {
    type Output = usize;
    #[inline(always)]
    fn call(self) -> usize {
        let Self { work, n, b, zero } = self;
        let rank = work.reduce(n, b, zero);
        work.reduce_right(n, rank);
        work.back(n, rank, b);
        work.unfold(n, rank, b);
        rank
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_that_of_singular_values() {
        // Rank two of five, and a right-hand side outside the range.
        let n = 5;
        let left = |i: usize| [1.0 + i as f64, (i as f64 * 1.7).sin()];
        let right = |j: usize| [(j as f64 * 0.9).cos(), 2.0 - 0.3 * j as f64];
        let a: Vec<f64> = (0..n * n).map(|k| (0..2).map(|r| left(k / n)[r] * right(k % n)[r]).sum()).collect();
        let mut b: Vec<f64> = (0..n).map(|i| (i as f64).exp() * 0.1).collect();
        let matrix = faer::Mat::from_fn(n, n, |i, j| a[i * n + j]);
        let svd = matrix.svd().unwrap();
        let (u, s, v) = (svd.U(), svd.S().column_vector(), svd.V());
        let expected: Vec<f64> = (0..n)
            .map(|i| (0..2).map(|k| v[(i, k)] / s[k] * (0..n).map(|l| u[(l, k)] * b[l]).sum::<f64>()).sum())
            .collect();
        Orthogonal::default().solve(n, &a, &mut b, 1e-11);
        // Condition of order ten: rounding only.
        assert!(b.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-13), "{b:?} {expected:?}");
    }
}
