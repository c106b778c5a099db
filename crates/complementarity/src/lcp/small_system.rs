//! The systems of block pivoting for small symmetric problems, without any overhead.
//!
//! M_AA = L D L^T row by row for at most `SMALL` members, in arrays of fixed size: no square roots, one division per
//! member, everything in the first-level cache.
//!
//! Source: Golub, Van Loan, *Matrix Computations*, section 4.1.

use super::Lcp;

/// Largest number of unknowns of the problem.
const SMALL: usize = 16;

/// Pivots below this part of the largest entry of M count as zero; the general solver then decides.
const SINGULAR: f64 = 1e-12;

/// Work arrays of fixed size.
#[derive(Debug, Clone)]
pub(crate) struct SmallSystem {
    factor: [[f64; SMALL]; SMALL],
    inverse: [f64; SMALL],
    x: [f64; SMALL],
}

impl Default for SmallSystem {
    fn default() -> Self {
        Self { factor: [[0.0; SMALL]; SMALL], inverse: [0.0; SMALL], x: [0.0; SMALL] }
    }
}

impl SmallSystem {
    /// Solves for the members and writes z (zeros elsewhere) and w = M z + q. False, with nothing written, if the problem is not
    /// small and symmetric or M_AA not positive definite to rounding.
    pub fn solve(&mut self, problem: &Lcp, members: &[usize], z: &mut [f64], w: &mut [f64]) -> bool {
        let (n, k) = (problem.size(), members.len());
        if n > SMALL || k > SMALL || !problem.is_symmetric() || !self.factor(problem, members) {
            return false;
        }
        for a in 0..k {
            let mut sum = self.x[a];
            for b in 0..a {
                sum -= self.factor[a][b] * self.x[b];
            }
            self.x[a] = sum;
        }
        for a in 0..k {
            self.x[a] *= self.inverse[a];
        }
        for a in (0..k).rev() {
            for b in 0..a {
                self.x[b] -= self.factor[a][b] * self.x[a];
            }
        }
        z.fill(0.0);
        w.copy_from_slice(problem.q());
        for (&i, &x) in members.iter().zip(&self.x) {
            z[i] = x;
            // M is symmetric: its row i is the column that z_i multiplies.
            for (w_j, m) in w.iter_mut().zip(problem.m().row(i)) {
                *w_j += m * x;
            }
        }
        true
    }

    fn factor(&mut self, problem: &Lcp, members: &[usize]) -> bool {
        let least = SINGULAR * problem.largest();
        let mut scaled = [0.0; SMALL];
        for (a, &i) in members.iter().enumerate() {
            let row = problem.m().row(i);
            let mut pivot = row[i];
            for (b, &j) in members[..a].iter().enumerate() {
                let mut sum = row[j];
                for c in 0..b {
                    sum -= scaled[c] * self.factor[b][c];
                }
                scaled[b] = sum;
                let entry = sum * self.inverse[b];
                self.factor[a][b] = entry;
                pivot -= sum * entry;
            }
            if pivot.is_nan() || pivot <= least {
                return false;
            }
            self.inverse[a] = 1.0 / pivot;
            self.x[a] = -problem.q()[i];
        }
        true
    }
}
