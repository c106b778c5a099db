//! Principal pivots: the tableau of methods that exchange w_i with its own z_i.
//!
//! For the set A of exchanged pairs the basic variables x (z on A, w elsewhere) depend on the nonbasic
//! ones y as x = q' + M' y. A pivot on (i, i) exchanges pair i, one on (r, s) and (s, r) two pairs at once:
//!
//! ```text
//!     p = M'_rs:  M'_ij -> M'_ij - M'_is M'_rj / p,   M'_is -> M'_is / p,   M'_rj -> -M'_rj / p,   M'_rs -> 1/p
//! ```
//!
//! Source: CPS, section 2.3 (principal pivotal transforms).

use super::Lcp;
use super::tableau::power_of_two;

/// M', q' and the set A.
#[derive(Debug, Clone, Default)]
pub(crate) struct Principal {
    n: usize,
    m: Vec<f64>,
    /// q', the values of the basic variables, in scaled units.
    pub q: Vec<f64>,
    /// Whether pair i is exchanged (z_i basic).
    pub exchanged: Vec<bool>,
    column: Vec<f64>,
    z_scale: f64,
}

impl Principal {
    /// Starts with no pair exchanged. M and q are scaled by powers of two, which is exact.
    pub fn load(&mut self, problem: &Lcp) {
        self.n = problem.size();
        let matrix_scale = power_of_two(problem.largest()).recip();
        let vector_scale = power_of_two(problem.size_of_q()).recip();
        self.z_scale = matrix_scale / vector_scale;
        self.m.clear();
        self.m.extend(problem.m().data().iter().map(|a| a * matrix_scale));
        self.q.clear();
        self.q.extend(problem.q().iter().map(|a| a * vector_scale));
        self.exchanged.clear();
        self.exchanged.resize(self.n, false);
        self.column.clear();
        self.column.resize(self.n, 0.0);
    }

    /// As [`Principal::load`] but for M alone, with q' = 0: for methods that keep the values themselves.
    /// Returns the power of two by which M was multiplied.
    pub fn load_matrix(&mut self, problem: &Lcp) -> f64 {
        self.load(problem);
        self.q.fill(0.0);
        power_of_two(problem.largest()).recip()
    }

    /// M'_ij.
    pub fn entry(&self, i: usize, j: usize) -> f64 {
        self.m[i * self.n + j]
    }

    /// Exchanges pair i; the diagonal entry must not be zero.
    pub fn exchange(&mut self, i: usize) {
        self.pivot(i, i);
        self.exchanged[i] = !self.exchanged[i];
    }

    /// Exchanges the pairs r and s at once, by pivots on (r, s) and (s, r).
    pub fn exchange_two(&mut self, r: usize, s: usize) {
        self.pivot(r, s);
        self.pivot(s, r);
        // The two pivots leave the pairs in each other's rows and columns; put them back.
        for j in 0..self.n {
            self.m.swap(r * self.n + j, s * self.n + j);
        }
        self.q.swap(r, s);
        for i in 0..self.n {
            self.m.swap(i * self.n + r, i * self.n + s);
        }
        self.exchanged[r] = !self.exchanged[r];
        self.exchanged[s] = !self.exchanged[s];
    }

    fn pivot(&mut self, r: usize, s: usize) {
        let n = self.n;
        let inverse = 1.0 / self.m[r * n + s];
        for (factor, line) in self.column.iter_mut().zip(self.m.chunks_exact(n)) {
            *factor = line[s] * inverse;
        }
        self.column[r] = 0.0;
        let q_r = self.q[r];
        let (above, rest) = self.m.split_at_mut(r * n);
        let (pivot_row, below) = rest.split_at_mut(n);
        pivot_row[s] = -1.0;
        let lines = above.chunks_exact_mut(n).chain(below.chunks_exact_mut(n));
        let factors = self.column[..r].iter().chain(&self.column[r + 1..]);
        for (line, &factor) in lines.zip(factors) {
            line[s] = 0.0;
            for (x, p) in line.iter_mut().zip(pivot_row.iter()) {
                *x -= factor * p;
            }
        }
        for (q, &factor) in self.q.iter_mut().zip(&self.column) {
            *q -= factor * q_r;
        }
        self.q[r] = -q_r * inverse;
        for x in pivot_row.iter_mut() {
            *x *= -inverse;
        }
    }

    /// z of the current set in the units of the problem, rounding below zero cut off.
    pub fn write_z(&self, z: &mut [f64]) {
        for (i, z_i) in z.iter_mut().enumerate() {
            *z_i = if self.exchanged[i] { self.q[i].max(0.0) * self.z_scale } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_twice_gives_the_matrix_back() -> Result<(), crate::InputError> {
        let rows = [vec![1.0, 0.5, -0.25], vec![0.75, 1.5, 0.25], vec![-0.5, 0.25, 1.25]];
        let problem = Lcp::from_rows(&rows, &[-1.0, 0.5, 0.25])?;
        let mut p = Principal::default();
        p.load(&problem);
        let (m, q) = (p.m.clone(), p.q.clone());
        p.exchange_two(0, 2);
        p.exchange(0);
        p.exchange(2);
        // Four pivots on a matrix of condition about 3: a few units of 2e-16.
        assert!(p.m.iter().zip(&m).chain(p.q.iter().zip(&q)).all(|(a, b)| (a - b).abs() < 1e-14));
        assert_eq!(p.exchanged, [false; 3]);
        Ok(())
    }
}
