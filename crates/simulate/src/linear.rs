//! Small dense systems that may be singular: hyperstatic contacts and redundant joints are normal.
//!
//! A regular system is solved by elimination. A singular one gets its solution of least norm ([`crate::orthogonal`]); where it is
//! inconsistent, the one of least squares. Large systems are first tried by a method that does not care ([`crate::proximal`]).

use crate::orthogonal::Orthogonal;
use crate::proximal::Proximal;

/// A pivot below this part of its row's scale makes the system singular. Rows are scaled to one beforehand; smaller values would
/// divide by rounding, larger ones would call stiff mechanisms redundant.
const SINGULAR: f64 = 1e-11;

/// Unknowns from which on a singular system costs less by the proximal point method than by elimination and orthogonal decomposition.
const LARGE: usize = 24;

/// What [`solve`] met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    Full,
    Deficient,
}

/// Work arrays of the solver.
#[derive(Debug, Clone, Default)]
pub(crate) struct Linear {
    lu: Vec<f64>,
    rhs: Vec<f64>,
    scale: Vec<f64>,
    orthogonal: Orthogonal,
    proximal: Proximal,
}

impl Linear {
    /// Solves A x = b in place of b; A is n x n row by row. `scale` of each unknown and equation is 1/sqrt of the
    /// diagonal of A where that is positive.
    pub fn solve(&mut self, n: usize, a: &[f64], b: &mut [f64]) -> Rank {
        self.load(n, a, b);
        let quick = if n >= LARGE { self.proximal.solve(n, &self.lu, &mut self.rhs) } else { None };
        let rank = quick.unwrap_or_else(|| {
            if self.eliminate(n) {
                return Rank::Full;
            }
            self.load(n, a, b);
            self.orthogonal.solve(n, &self.lu, &mut self.rhs, SINGULAR);
            Rank::Deficient
        });
        for ((x, value), scale) in b.iter_mut().zip(&self.rhs).zip(&self.scale) {
            *x = value * scale;
        }
        rank
    }

    /// Copies the scaled system.
    fn load(&mut self, n: usize, a: &[f64], b: &[f64]) {
        self.scale.clear();
        self.scale.extend((0..n).map(|i| {
            let row = (0..n).fold(a[i * n + i].abs(), |m: f64, j| m.max(a[i * n + j].abs()));
            if a[i * n + i] > 0.0 {
                1.0 / a[i * n + i].sqrt()
            } else if row > 0.0 {
                1.0 / row.sqrt()
            } else {
                1.0
            }
        }));
        self.lu.clear();
        self.rhs.clear();
        for i in 0..n {
            self.lu.extend((0..n).map(|j| a[i * n + j] * self.scale[i] * self.scale[j]));
            self.rhs.push(b[i] * self.scale[i]);
        }
    }

    /// Elimination with row exchanges on the scaled system; false if it is singular.
    fn eliminate(&mut self, n: usize) -> bool {
        for k in 0..n {
            let row =
                (k..n).fold(k, |best, r| if self.lu[r * n + k].abs() > self.lu[best * n + k].abs() { r } else { best });
            let pivot = self.lu[row * n + k];
            if pivot.is_nan() || pivot.abs() <= SINGULAR {
                return false;
            }
            if row != k {
                for c in 0..n {
                    self.lu.swap(k * n + c, row * n + c);
                }
                self.rhs.swap(k, row);
            }
            let (upper, lower) = self.lu.split_at_mut((k + 1) * n);
            let pivot_row = &upper[k * n..];
            for (i, line) in lower.chunks_exact_mut(n).enumerate() {
                let factor = line[k] / pivot;
                if factor != 0.0 {
                    for (x, p) in line[k..].iter_mut().zip(&pivot_row[k..]) {
                        *x -= factor * p;
                    }
                    self.rhs[k + 1 + i] -= factor * self.rhs[k];
                }
            }
        }
        for k in (0..n).rev() {
            let tail: f64 = (k + 1..n).map(|j| self.lu[k * n + j] * self.rhs[j]).sum();
            self.rhs[k] = (self.rhs[k] - tail) / self.lu[k * n + k];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_equal_supports_share_the_load() {
        let mut b = [2.0, 2.0];
        assert_eq!(Linear::default().solve(2, &[1.0, 1.0, 1.0, 1.0], &mut b), Rank::Deficient);
        // One division and a product: a few units of rounding.
        assert!(b.iter().all(|x| (x - 1.0).abs() < 1e-14));
    }

    #[test]
    fn a_regular_system_is_solved_by_elimination() {
        let mut b = [5.0, 10.0];
        assert_eq!(Linear::default().solve(2, &[1.0, 2.0, 3.0, 4.0], &mut b), Rank::Full);
        assert!((b[0] - 0.0).abs() < 1e-14 && (b[1] - 2.5).abs() < 1e-14);
    }
}
