//! Large systems that may be singular, by the proximal point method.
//!
//! ```text
//!     (A + eps I) (x_{k+1} - x_k) = b - A x_k,     x_0 = 0
//! ```
//!
//! One elimination serves all steps. For a symmetric positive semidefinite A every x_k lies in its range, so that the limit is the
//! solution of least norm; an eigenvalue s is reached by eps / (s + eps) a step. Source: Rockafellar, *SIAM J. Control Optim.* 14 (1976).

use crate::algebra::linear::Rank;
use crate::algebra::nullity::nearest_to_nothing;

/// eps, as part of the diagonal, which is one. A larger one needs more steps; rounding of b outside the range of A grows by its inverse.
const SHIFT: f64 = 1e-6;

/// Steps before the method gives up; eigenvalues of stiff heaps are some 1e-4.
const STEPS: usize = 12;

/// The largest residual of an answer, as part of b: that of an orthogonal decomposition. Below it steps go on while they halve it.
const GOOD: f64 = 1e-12;

/// A least pivot below this many shifts belongs to a singular system, and one above that many to a regular one. For a vector z with A z = 0 and
/// y with y A = 0 the last pivot is eps y . z / (y_n z_n): where the loop that is held once too often has a small part in the last row, many
/// shifts. Between the two the system itself is asked ([`crate::algebra::nullity`]).
const SINGULAR: f64 = 10.0;
const REGULAR: f64 = 1e4;

/// |A z| / |z| below which there is such a vector: as for the pivots of systems that are not large.
const NOTHING: f64 = 1e-11;

/// Work arrays of the method.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proximal {
    lu: Vec<f64>,
    order: Vec<usize>,
    x: Vec<f64>,
    defect: Vec<f64>,
    change: Vec<f64>,
}

impl Proximal {
    /// Solves A x = b in place of b, A with a diagonal of ones; `None`, with b as it was, if the steps do not converge.
    pub fn solve(&mut self, n: usize, a: &[f64], b: &mut [f64]) -> Option<Rank> {
        self.lu.clear();
        self.lu.extend_from_slice(a);
        (0..n).for_each(|i| self.lu[i * n + i] += SHIFT);
        let least = self.factor(n)?;
        let size = b.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        self.x.clear();
        self.x.resize(n, 0.0);
        let mut last = f64::INFINITY;
        for _ in 0..=STEPS {
            self.defect.clear();
            self.defect.extend(a.chunks_exact(n).zip(&*b).map(|(row, b)| b - dot(row, &self.x)));
            let defect = self.defect.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            if defect <= GOOD * size && defect >= 0.5 * last {
                b.copy_from_slice(&self.x);
                let singular =
                    least < SINGULAR * SHIFT || least < REGULAR * SHIFT && self.takes_something_to_nothing(n, a);
                return Some(if singular { Rank::Deficient } else { Rank::Full });
            }
            last = defect;
            self.apply(n);
            self.x.iter_mut().zip(&self.change).for_each(|(x, change)| *x += change);
        }
        None
    }

    /// Whether there is a z with A z = 0, by inverse iteration with the factors.
    fn takes_something_to_nothing(&mut self, n: usize, a: &[f64]) -> bool {
        let mut z = Vec::new();
        nearest_to_nothing(n, &mut z, |b| {
            std::mem::swap(b, &mut self.defect);
            self.apply(n);
            std::mem::swap(b, &mut self.change);
        });
        a.chunks_exact(n).all(|row| dot(row, &z).abs() <= NOTHING)
    }

    /// L U with exchange of rows; the least pivot, or `None` where there is none.
    fn factor(&mut self, n: usize) -> Option<f64> {
        self.order.clear();
        let mut least = f64::INFINITY;
        for k in 0..n {
            let larger =
                |best: usize, r: usize| if self.lu[r * n + k].abs() > self.lu[best * n + k].abs() { r } else { best };
            let row = (k + 1..n).fold(k, larger);
            self.order.push(row);
            if row != k {
                let (upper, lower) = self.lu.split_at_mut(row * n);
                upper[k * n..(k + 1) * n].swap_with_slice(&mut lower[..n]);
            }
            let pivot = self.lu[k * n + k];
            if pivot == 0.0 || !pivot.is_finite() {
                return None;
            }
            least = least.min(pivot.abs());
            let (upper, lower) = self.lu.split_at_mut((k + 1) * n);
            let pivot_row = &upper[k * n + k + 1..];
            for line in lower.chunks_exact_mut(n).filter(|line| line[k] != 0.0) {
                let factor = line[k] / pivot;
                line[k] = factor;
                line[k + 1..].iter_mut().zip(pivot_row).for_each(|(x, p)| *x -= factor * p);
            }
        }
        Some(least)
    }

    /// The change that belongs to the defect.
    fn apply(&mut self, n: usize) {
        self.change.clear();
        self.change.extend_from_slice(&self.defect);
        self.order.iter().enumerate().for_each(|(k, &row)| self.change.swap(k, row));
        for k in 0..n {
            let row = &self.lu[k * n..k * n + k];
            self.change[k] -= dot(row, &self.change[..k]);
        }
        for k in (0..n).rev() {
            let row = &self.lu[k * n..(k + 1) * n];
            self.change[k] = (self.change[k] - dot(&row[k + 1..], &self.change[k + 1..])) / row[k];
        }
    }
}

/// In four sums, so that it need not wait for each addition.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a4.zip(b4) {
        (0..4).for_each(|i| sums[i] += x[i] * y[i]);
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::orthogonal::Orthogonal;

    #[test]
    fn a_heap_gets_the_forces_of_least_norm() {
        // A = W W^T with W of 12 x 8: rank eight, scaled to ones on the diagonal.
        let (n, rank) = (12, 8);
        let entry = |i: usize, j: usize| (1.3 * i as f64 + 0.7 * (j * j) as f64).sin();
        let product = |i: usize, j: usize| (0..rank).map(|k| entry(i, k) * entry(j, k)).sum::<f64>();
        let scale: Vec<f64> = (0..n).map(|i| product(i, i).sqrt().recip()).collect();
        let a: Vec<f64> = (0..n * n).map(|k| product(k / n, k % n) * scale[k / n] * scale[k % n]).collect();
        let load: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
        let mut b: Vec<f64> = a.chunks_exact(n).map(|row| dot(row, &load)).collect();
        let mut expected = b.clone();
        Orthogonal::default().solve(n, &a, &mut expected, 1e-11);
        assert_eq!(Proximal::default().solve(n, &a, &mut b), Some(Rank::Deficient));
        // Rounding of the right side outside the range, times 1 / eps.
        assert!(b.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-8), "{b:?} {expected:?}");
    }

    /// A chain of n links each of which holds the next, with a loop z = (1, r, r^2, ..) that nothing holds: its part in the last row is
    /// r^(n-1), so that no pivot is small, and was taken for regular (a bin of thirty at mu = 0.45, 17 contacts that stick).
    #[test]
    fn a_loop_with_a_small_part_in_the_last_row_is_seen() {
        let (n, r) = (6, 0.5_f64);
        // A = D - L with rows (.. -r, 1 + r^2, -r ..), its corners such that A z = 0; scaled to ones on the diagonal.
        let diagonal = |i: usize| {
            if i == 0 {
                r * r
            } else if i == n - 1 {
                1.0
            } else {
                1.0 + r * r
            }
        };
        let scaled = |held: f64| -> Vec<f64> {
            let own = |i: usize| diagonal(i) + if i == 0 { held } else { 0.0 };
            let entry = |i: usize, j: usize| {
                if i == j {
                    own(i)
                } else if i.abs_diff(j) == 1 {
                    -r
                } else {
                    0.0
                }
            };
            (0..n * n).map(|k| (k / n, k % n)).map(|(i, j)| entry(i, j) / (own(i) * own(j)).sqrt()).collect()
        };
        let rank = |held: f64| {
            let mut proximal = Proximal::default();
            let a = scaled(held);
            let mut b: Vec<f64> = (0..n).map(|i| a[i * n..(i + 1) * n].iter().sum()).collect();
            (proximal.solve(n, &a, &mut b), proximal.lu[n * n - 1].abs())
        };
        let (singular, least) = rank(0.0);
        assert!(least > SINGULAR * SHIFT, "the pivot tells nothing: {least:e}");
        assert_eq!(singular, Some(Rank::Deficient));
        // Held a little at its one end, as much as the stiffest heaps hold.
        assert_eq!(rank(1e-3).0, Some(Rank::Full));
    }
}
