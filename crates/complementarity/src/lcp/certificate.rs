//! Proofs that a system has no solution, and their verification.
//!
//! Some variables of w - M z = q, w >= 0, z >= 0 may be *forbidden* (must be zero). A vector y with
//!
//! ```text
//!     y_i >= 0  (w_i allowed),     (M^T y)_j <= 0  (z_j allowed),     q . y < 0
//! ```
//!
//! proves that no such w, z exist, since y . w = (M^T y) . z + q . y would have to be both >= 0 and < 0 (Farkas' lemma; CPS,
//! theorem 2.7.9). With nothing forbidden y is the certificate that the problem is infeasible; with one variable of some pairs
//! forbidden it cuts a branch of the enumeration.

use super::Lcp;
use super::tableau::{Place, Tableau};
use crate::factor;
use crate::matrix::max_abs;

/// How far a certificate may miss an inequality, relative to the sum of the absolute terms of that very inequality: some
/// hundred roundings. A larger value would let false certificates pass where the units of the rows differ widely.
const ROUNDING: f64 = 1e-13;

/// Multipliers below this part of the largest are mostly zeros that would only disturb the inequalities, in scaled units; where
/// M has tiny entries they may be what the proof needs, so that the second try keeps them all.
const NOISES: [f64; 2] = [1e-14, 0.0];

/// How far q . y must be below zero, relative to the sum of its absolute terms.
const MARGIN: f64 = 1e-11;

/// True if y >= 0, M^T y <= 0 (to the rounding of each sum) and q . y < 0 by a margin that rounding cannot explain.
pub fn verify_certificate(problem: &Lcp, y: &[f64]) -> bool {
    y.len() == problem.size() && proves(|i, j| problem.m()[(i, j)], problem.q(), y, |_| false, 0.0)
}

/// The same for entries M_ij where some variables (w_i is i, z_i is n + i) must be zero and M^T y may be as large as `slack`.
fn proves(
    m: impl Fn(usize, usize) -> f64,
    q: &[f64],
    y: &[f64],
    forbidden: impl Fn(usize) -> bool,
    slack: f64,
) -> bool {
    let n = q.len();
    if (0..n).any(|i| !y[i].is_finite() || (y[i] < 0.0 && !forbidden(i))) {
        return false;
    }
    let not_above = |j: usize| {
        let terms = (0..n).map(|i| m(i, j) * y[i]);
        let (sum, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
        sum <= ROUNDING * size + slack
    };
    let terms = q.iter().zip(y).map(|(q, y)| q * y);
    let (product, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
    product < -MARGIN * size && (0..n).all(|j| forbidden(n + j) || not_above(j))
}

/// The multipliers of the last basis of the simplex method, with their work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct Multipliers {
    y: Vec<f64>,
    /// q with the factors of the rows.
    q: Vec<f64>,
    rows: Vec<usize>,
    structural: Vec<usize>,
    matrix: Vec<f64>,
    solution: Vec<f64>,
    pivots: Vec<usize>,
}

impl Multipliers {
    /// The y of the last proof.
    pub fn y(&self) -> &[f64] {
        &self.y
    }

    /// Computes y from a tableau in which the least z0 is positive; true if y certifies that the problem is infeasible.
    pub fn certify(&mut self, problem: &Lcp, tableau: &Tableau, forbidden: &[bool]) -> bool {
        self.collect(tableau);
        self.solve(problem, tableau, forbidden)
            && NOISES.into_iter().any(|noise| {
                self.write(tableau, forbidden, noise);
                tableau.scale_rows(&mut self.y);
                let largest = max_abs(&self.y).max(f64::MIN_POSITIVE);
                self.y.iter_mut().for_each(|v| *v /= largest);
                verify_certificate(problem, &self.y)
            })
    }

    /// Computes y from an optimal tableau whose forbidden variables are not all zero; true if y proves that they cannot be.
    /// Verified in scaled units, where an entry of M below one rounding of the largest of its row and column may be noise.
    pub fn refute(&mut self, problem: &Lcp, tableau: &Tableau, forbidden: &[bool]) -> bool {
        self.collect(tableau);
        self.q.clear();
        self.q.extend_from_slice(problem.q());
        tableau.scale_rows(&mut self.q);
        self.solve(problem, tableau, forbidden)
            && NOISES.into_iter().any(|noise| {
                self.write(tableau, forbidden, noise);
                let slack = f64::EPSILON * max_abs(&self.y);
                let entry = |i: usize, j: usize| tableau.scaled(problem, i, j);
                proves(entry, &self.q, &self.y, |variable| forbidden[variable], slack)
            })
    }

    /// The rows R of the nonbasic w and the basic structural columns K.
    fn collect(&mut self, tableau: &Tableau) {
        let n = tableau.size();
        let basic = |v: usize| matches!(tableau.place(v), Place::Row(_));
        for list in [&mut self.rows, &mut self.structural, &mut self.pivots] {
            list.clear();
            list.reserve(n + 1);
        }
        self.rows.extend((0..n).filter(|&i| !basic(i)));
        self.structural.extend((n..=2 * n).filter(|&v| basic(v)));
    }

    /// Solves for y on R, in scaled units and with the matrix of the problem itself, so that the zeros are zeros to rounding,
    ///
    /// ```text
    ///     (M^T y)_j = 0 or, if z_j is forbidden, 1   (z_j basic),      e . y = 1   (z0 basic),
    /// ```
    ///
    /// with the other y_i = 0 or, if w_i is forbidden, -1.
    fn solve(&mut self, problem: &Lcp, tableau: &Tableau, forbidden: &[bool]) -> bool {
        let (n, k) = (tableau.size(), self.rows.len());
        if self.structural.len() != k {
            return false;
        }
        self.matrix.clear();
        self.matrix.reserve(n * n);
        self.solution.clear();
        self.solution.reserve(n);
        let entry = |i: usize, v: usize| if v == 2 * n { 1.0 } else { tableau.scaled(problem, i, v - n) };
        let fixed = |i: &usize| forbidden[*i] && matches!(tableau.place(*i), Place::Row(_));
        for &variable in &self.structural {
            self.matrix.extend(self.rows.iter().map(|&i| entry(i, variable)));
            let known: f64 = (0..n).filter(fixed).map(|i| entry(i, variable)).sum();
            self.solution.push(f64::from(u8::from(forbidden[variable])) + known);
        }
        factor::lu_solve(&mut self.matrix, k, &mut self.pivots, &mut self.solution)
    }

    /// Writes y, in scaled units. Entries below `noise` times the largest, and negative ones of allowed w, become zero.
    fn write(&mut self, tableau: &Tableau, forbidden: &[bool], noise: f64) {
        let fixed = |i: usize| forbidden[i] && matches!(tableau.place(i), Place::Row(_));
        self.y.clear();
        self.y.extend((0..tableau.size()).map(|i| if fixed(i) { -1.0 } else { 0.0 }));
        for (&i, &value) in self.rows.iter().zip(&self.solution) {
            self.y[i] = value;
        }
        let least = noise * max_abs(&self.y);
        for (v, &free) in self.y.iter_mut().zip(forbidden) {
            if v.abs() < least || (*v < 0.0 && !free) {
                *v = 0.0;
            }
        }
    }
}
