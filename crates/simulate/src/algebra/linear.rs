//! Small dense systems that may be singular: hyperstatic contacts and redundant joints are normal.
//!
//! A regular system is solved by elimination, within the first and last entry of each row that is not zero: chains of bodies cost
//! their band only. A singular one gets its solution of least norm ([`crate::algebra::orthogonal`], [`crate::algebra::semidefinite`] where it is symmetric);
//! where it is inconsistent, the one of least squares. Large systems without a band are first tried by a method that does not care ([`crate::algebra::proximal`]).

use crate::algebra::dense::dot;
use crate::algebra::nullity::nearest_to_nothing;
use crate::algebra::orthogonal::Orthogonal;
use crate::algebra::proximal::Proximal;
use crate::algebra::semidefinite::Semidefinite;

/// A pivot below this part of its row's scale makes the system singular. Rows are scaled to one beforehand; smaller values would
/// divide by rounding, larger ones would call stiff mechanisms redundant.
const SINGULAR: f64 = 1e-11;

/// A least pivot below this is no proof that the system is regular: it is asked ([`crate::algebra::nullity`]). Regular ones hardly ever have such pivots.
const DOUBTFUL: f64 = 1e-6;

/// |A z| / |z| below which it is singular then: a few hundred roundings. A lever of 5e-7 of a body's size, which turns all the same, makes 1e-11.
const ROUNDING: f64 = 1e-13;

/// Unknowns from which on a singular system costs less by the proximal point method than by elimination and orthogonal decomposition.
const LARGE: usize = 24;

/// What a system was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    Full,
    Deficient,
}

/// The factors of one matrix, and work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct Linear {
    size: usize,
    rank: Option<Rank>,
    /// L (below the diagonal, its rows exchanged along) and U, or the scaled matrix where it is singular.
    lu: Vec<f64>,
    /// First and one past the last column of each row that may be not zero.
    extents: Vec<(usize, usize)>,
    /// The row exchanged with each row.
    exchanges: Vec<usize>,
    scale: Vec<f64>,
    rhs: Vec<f64>,
    orthogonal: Orthogonal,
    semidefinite: Semidefinite,
    proximal: Proximal,
}

impl Linear {
    /// Solves A x = b in place of b; A is n x n row by row.
    pub fn solve(&mut self, n: usize, a: &[f64], b: &mut [f64]) -> Rank {
        if n >= LARGE {
            self.load(n, a);
            if !self.is_banded(n) {
                self.take(b);
                if let Some(rank) = self.proximal.solve(n, &self.lu, &mut self.rhs) {
                    self.give(b);
                    return rank;
                }
            }
        }
        // What was singular a moment ago is so again, most of the time.
        if self.rank == Some(Rank::Deficient) && self.size == n {
            self.load(n, a);
            self.take(b);
            if self.orthogonal.solve(n, &self.lu, &mut self.rhs, SINGULAR) < n {
                self.rank = Some(Rank::Deficient);
                self.give(b);
                return Rank::Deficient;
            }
        }
        let rank = self.factor(n, a);
        self.apply(b);
        rank
    }

    /// The same for an A that is symmetric and positive semidefinite up to rounding.
    pub fn solve_symmetric(&mut self, n: usize, a: &[f64], b: &mut [f64]) -> Rank {
        if n >= LARGE {
            return self.solve(n, a, b);
        }
        let again = self.rank == Some(Rank::Deficient) && self.size == n;
        if again {
            self.load(n, a);
        } else if self.factor(n, a) == Rank::Full {
            self.apply(b);
            return Rank::Full;
        }
        self.take(b);
        let solved = self.semidefinite.solve(n, &self.lu, &mut self.rhs, SINGULAR).is_some();
        self.rank = Some(Rank::Deficient);
        if solved {
            self.give(b);
            return Rank::Deficient;
        }
        self.solve(n, a, b)
    }

    /// Prepares to solve with A, n x n row by row. Unknowns and equations are scaled by 1/sqrt of the diagonal of A where that is
    /// positive.
    pub fn factor(&mut self, n: usize, a: &[f64]) -> Rank {
        self.load(n, a);
        let mut rank = Rank::Full;
        if !self.eliminate(n) || self.is_singular_all_the_same(n, a) {
            self.load(n, a);
            rank = Rank::Deficient;
        }
        self.rank = Some(rank);
        rank
    }

    /// Whether a matrix A without a pivot that is nothing is singular.
    fn is_singular_all_the_same(&mut self, n: usize, a: &[f64]) -> bool {
        let least = (0..n).fold(f64::INFINITY, |least, k| least.min(self.lu[k * n + k].abs()));
        if least > DOUBTFUL {
            return false;
        }
        let mut z = Vec::new();
        nearest_to_nothing(n, &mut z, |b| {
            std::mem::swap(b, &mut self.rhs);
            self.substitute(n);
            std::mem::swap(b, &mut self.rhs);
        });
        // The factors are those of the scaled matrix.
        z.iter_mut().zip(&self.scale).for_each(|(z, scale)| *z *= scale);
        a.chunks_exact(n).zip(&self.scale).all(|(row, scale)| (scale * dot(row, &z)).abs() <= ROUNDING)
    }

    /// b <- x with A x = b for the A of the last [`Linear::factor`].
    pub fn apply(&mut self, b: &mut [f64]) {
        let n = self.size;
        self.take(b);
        match self.rank {
            Some(Rank::Full) => self.substitute(n),
            _ => {
                self.orthogonal.solve(n, &self.lu, &mut self.rhs, SINGULAR);
            }
        }
        self.give(b);
    }

    /// Copies the scaled right-hand side.
    fn take(&mut self, b: &[f64]) {
        self.rhs.clear();
        self.rhs.extend(b.iter().zip(&self.scale).map(|(b, scale)| b * scale));
    }

    /// Hands the solution over.
    fn give(&self, b: &mut [f64]) {
        for ((x, value), scale) in b.iter_mut().zip(&self.rhs).zip(&self.scale) {
            *x = value * scale;
        }
    }

    /// Whether less than half of the matrix lies between the first and the last entries of its rows.
    fn is_banded(&self, n: usize) -> bool {
        2 * self.extents.iter().map(|(first, end)| end - first).sum::<usize>() < n * n
    }

    /// Copies the scaled matrix.
    fn load(&mut self, n: usize, a: &[f64]) {
        (self.size, self.rank) = (n, None);
        self.scale.clear();
        self.scale.extend((0..n).map(|i| {
            let largest = || a[i * n..(i + 1) * n].iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            let size = if a[i * n + i] > 0.0 { a[i * n + i] } else { largest() };
            if size > 0.0 { 1.0 / size.sqrt() } else { 1.0 }
        }));
        self.lu.clear();
        self.extents.clear();
        for i in 0..n {
            let row = &a[i * n..(i + 1) * n];
            let first = row.iter().position(|&x| x != 0.0).unwrap_or(n);
            let end = row.iter().rposition(|&x| x != 0.0).map_or(first, |last| last + 1);
            self.extents.push((first, end));
            let scale = self.scale[i];
            self.lu.extend(row.iter().zip(&self.scale).map(|(x, other)| x * scale * other));
        }
    }

    /// Elimination with row exchanges; false if the matrix is singular.
    fn eliminate(&mut self, n: usize) -> bool {
        self.exchanges.clear();
        for k in 0..n {
            let row =
                (k..n).fold(k, |best, r| if self.lu[r * n + k].abs() > self.lu[best * n + k].abs() { r } else { best });
            let pivot = self.lu[row * n + k];
            if pivot.is_nan() || pivot.abs() <= SINGULAR {
                return false;
            }
            self.exchange(n, k, row);
            let end = self.extents[k].1;
            let (upper, lower) = self.lu.split_at_mut((k + 1) * n);
            let pivot_row = &upper[k * n + k + 1..k * n + end];
            for (line, extent) in lower.chunks_exact_mut(n).zip(&mut self.extents[k + 1..]) {
                if line[k] == 0.0 {
                    continue;
                }
                let factor = line[k] / pivot;
                line[k] = factor;
                for (x, p) in line[k + 1..end].iter_mut().zip(pivot_row) {
                    *x -= factor * p;
                }
                extent.1 = extent.1.max(end);
            }
        }
        true
    }

    fn exchange(&mut self, n: usize, k: usize, row: usize) {
        self.exchanges.push(row);
        if row != k {
            let (upper, lower) = self.lu.split_at_mut(row * n);
            upper[k * n..(k + 1) * n].swap_with_slice(&mut lower[..n]);
            self.extents.swap(k, row);
        }
    }

    /// The right-hand side through L and U.
    fn substitute(&mut self, n: usize) {
        for (k, &row) in self.exchanges.iter().enumerate() {
            self.rhs.swap(k, row);
        }
        for k in 0..n {
            let first = self.extents[k].0.min(k);
            let line = &self.lu[k * n + first..k * n + k];
            let value = line.iter().zip(&self.rhs[first..k]).fold(self.rhs[k], |sum, (l, x)| sum - l * x);
            self.rhs[k] = value;
        }
        for k in (0..n).rev() {
            let end = self.extents[k].1.max(k + 1);
            let line = &self.lu[k * n + k + 1..k * n + end];
            let tail: f64 = line.iter().zip(&self.rhs[k + 1..end]).map(|(u, x)| u * x).sum();
            self.rhs[k] = (self.rhs[k] - tail) / self.lu[k * n + k];
        }
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

    /// A = B C with vectors that B^T and C take to nothing, whose parts in the last place are small: no pivot is nothing (a row of dominoes at
    /// t = 0.538 s, forces of 1000 N where stones weigh 0.1 N).
    #[test]
    fn a_loop_with_small_parts_in_the_last_place_is_seen() {
        let small = 1e-5;
        let (b, c) = ([[0.9, 0.1], [1.1, 0.3 + small], [0.2, 1.0]], [[1.1, 0.7, 0.3], [1.1 + small, 0.7, 1.3]]);
        let product = |i: usize, j: usize| (0..2).map(|r| b[i][r] * c[r][j]).sum::<f64>();
        let a: Vec<f64> = (0..9).map(|k| product(k / 3, k % 3)).collect();
        let mut linear = Linear::default();
        linear.load(3, &a);
        assert!(linear.eliminate(3), "the pivots tell nothing: {:?}", linear.lu);
        assert_eq!(linear.factor(3, &a), Rank::Deficient);
        let mut regular = a.clone();
        regular[0] += 1e-3;
        assert_eq!(linear.factor(3, &regular), Rank::Full);
    }

    #[test]
    fn a_regular_system_is_solved_by_elimination() {
        let mut b = [5.0, 10.0];
        assert_eq!(Linear::default().solve(2, &[1.0, 2.0, 3.0, 4.0], &mut b), Rank::Full);
        assert!((b[0] - 0.0).abs() < 1e-14 && (b[1] - 2.5).abs() < 1e-14);
    }
}
