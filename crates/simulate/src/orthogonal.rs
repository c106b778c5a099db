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

/// Work arrays of the decomposition.
#[derive(Debug, Clone, Default)]
pub(crate) struct Orthogonal {
    /// A row by row, then R and T.
    a: Vec<f64>,
    columns: Vec<usize>,
    /// Squared length of what is left of each column.
    lengths: Vec<f64>,
    reflector: Vec<f64>,
    /// Reflectors from the right, one row of r + 1 .. n each with its pivot first.
    right: Vec<f64>,
}

impl Orthogonal {
    /// The solution x of least norm of A x = b (of least squares where b is outside the range), in place of b. A length below
    /// `zero` times the largest counts as nothing. Returns the rank of A.
    pub fn solve(&mut self, n: usize, a: &[f64], b: &mut [f64], zero: f64) -> usize {
        self.a.clear();
        self.a.extend_from_slice(a);
        self.columns.clear();
        self.columns.extend(0..n);
        let rank = self.reduce(n, b, zero);
        self.reduce_right(n, rank);
        self.back(n, rank, b);
        self.unfold(n, rank, b);
        rank
    }

    /// Reflections from the left with exchange of columns; b turns along. Returns the rank.
    fn reduce(&mut self, n: usize, b: &mut [f64], zero: f64) -> usize {
        let mut largest = 0.0_f64;
        for k in 0..n {
            self.lengths.clear();
            self.lengths.resize(n, 0.0);
            for row in self.a[k * n..].chunks_exact(n) {
                for (length, x) in self.lengths[k..].iter_mut().zip(&row[k..]) {
                    *length += x * x;
                }
            }
            let pivot = (k..n).fold(k, |best, j| if self.lengths[j] > self.lengths[best] { j } else { best });
            let length = self.lengths[pivot].sqrt();
            largest = largest.max(length);
            if length.is_nan() || length <= zero * largest {
                return k;
            }
            self.exchange(n, k, pivot);
            self.reflect(n, k, length, b);
        }
        n
    }

    fn exchange(&mut self, n: usize, k: usize, pivot: usize) {
        if k != pivot {
            self.columns.swap(k, pivot);
            self.a.chunks_exact_mut(n).for_each(|row| row.swap(k, pivot));
        }
    }

    /// Takes column k below its diagonal to zero.
    fn reflect(&mut self, n: usize, k: usize, length: f64, b: &mut [f64]) {
        self.reflector.clear();
        self.reflector.extend(self.a[k * n..].chunks_exact(n).map(|row| row[k]));
        let head = self.reflector[0];
        let end = if head > 0.0 { -length } else { length };
        self.reflector[0] -= end;
        // |u|^2 / 2 = length^2 - head end, both parts positive.
        let half = length * length - head * end;
        self.lengths.fill(0.0);
        for (u, row) in self.reflector.iter().zip(self.a[k * n..].chunks_exact(n)) {
            for (sum, x) in self.lengths[k..].iter_mut().zip(&row[k..]) {
                *sum += u * x;
            }
        }
        let scale = 1.0 / half;
        for (u, row) in self.reflector.iter().zip(self.a[k * n..].chunks_exact_mut(n)) {
            let u = u * scale;
            for (sum, x) in self.lengths[k..].iter().zip(&mut row[k..]) {
                *x -= u * sum;
            }
        }
        let sum: f64 = self.reflector.iter().zip(&b[k..]).map(|(u, b)| u * b).sum::<f64>() * scale;
        for (u, b) in self.reflector.iter().zip(&mut b[k..]) {
            *b -= u * sum;
        }
    }

    /// Reflections from the right that leave T in the first r columns.
    fn reduce_right(&mut self, n: usize, rank: usize) {
        self.right.clear();
        self.right.resize(rank * (n - rank + 1), 0.0);
        for k in (0..rank).rev() {
            let row = &self.a[k * n..(k + 1) * n];
            let length = (row[k] * row[k] + row[rank..].iter().map(|x| x * x).sum::<f64>()).sqrt();
            let end = if row[k] > 0.0 { -length } else { length };
            let half = length * length - row[k] * end;
            let reflector = &mut self.right[k * (n - rank + 1)..(k + 1) * (n - rank + 1)];
            reflector[0] = row[k] - end;
            reflector[1..].copy_from_slice(&row[rank..]);
            // Scaled so that the reflection is 1 - u u^T.
            let scale = if half > 0.0 { half.sqrt().recip() } else { 0.0 };
            reflector.iter_mut().for_each(|u| *u *= scale);
            for row in self.a[..(k + 1) * n].chunks_exact_mut(n) {
                let sum = reflector[0] * row[k] + dot(&reflector[1..], &row[rank..]);
                row[k] -= reflector[0] * sum;
                row[rank..].iter_mut().zip(&reflector[1..]).for_each(|(x, u)| *x -= u * sum);
            }
        }
    }

    /// b <- T^-1 b, zeros below.
    fn back(&self, n: usize, rank: usize, b: &mut [f64]) {
        for k in (0..rank).rev() {
            let row = &self.a[k * n..];
            b[k] = (b[k] - dot(&row[k + 1..rank], &b[k + 1..rank])) / row[k];
        }
        b[rank..].fill(0.0);
    }

    /// b <- P Z^T b.
    fn unfold(&mut self, n: usize, rank: usize, b: &mut [f64]) {
        for (k, reflector) in self.right.chunks_exact(n - rank + 1).enumerate() {
            let sum = reflector[0] * b[k] + dot(&reflector[1..], &b[rank..]);
            b[k] -= reflector[0] * sum;
            b[rank..].iter_mut().zip(&reflector[1..]).for_each(|(x, u)| *x -= u * sum);
        }
        self.reflector.clear();
        self.reflector.extend_from_slice(b);
        for (value, &column) in self.reflector.iter().zip(&self.columns) {
            b[column] = *value;
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
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
