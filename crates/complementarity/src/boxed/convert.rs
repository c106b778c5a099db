//! A boxed problem as an LCP, so that every LCP solver and every proof serves it too.
//!
//! A variable with a finite lower bound becomes x = z - l >= 0, one with only an upper bound x = u - z >= 0, a free one
//! x+ - x-. A second finite bound adds its multiplier y >= 0 as an unknown:
//!
//! ```text
//!     S = matrix with z = c + S x (entries 1, -1):    S^T (M (c + S x) + q) + y >= 0  perpendicular  x >= 0
//!                                                     (u - l) - x >= 0            perpendicular  y >= 0
//! ```
//!
//! Source: CPS, section 1.5 (mixed problems); Dirkse, Ferris (1995).

use super::BoxedLcp;
use crate::error::InputError;
use crate::lcp::Lcp;
use crate::matrix::Matrix;

/// The LCP and how to come back from its z.
#[derive(Debug, Clone)]
pub struct ConvertedProblem {
    /// The equivalent LCP.
    pub lcp: Lcp,
    /// For every x: the boxed variable it belongs to and its sign.
    columns: Vec<(usize, f64)>,
    /// z where all x are zero.
    constant: Vec<f64>,
}

impl ConvertedProblem {
    /// The z of the boxed problem for a z of the LCP.
    pub fn back(&self, x: &[f64]) -> Vec<f64> {
        let mut z = self.constant.clone();
        for (&(i, sign), x) in self.columns.iter().zip(x) {
            z[i] += sign * x;
        }
        z
    }
}

/// Writes the problem as an LCP of at most 2n unknowns.
pub fn convert(problem: &BoxedLcp) -> Result<ConvertedProblem, InputError> {
    let n = problem.size();
    let (mut columns, mut ranges, mut constant) = (Vec::new(), Vec::new(), vec![0.0; n]);
    for i in 0..n {
        let (l, u) = (problem.lower()[i], problem.upper()[i]);
        match (l.is_finite(), u.is_finite()) {
            (true, true) => {
                constant[i] = l;
                ranges.push((columns.len(), u - l));
                columns.push((i, 1.0));
            }
            (true, false) => {
                constant[i] = l;
                columns.push((i, 1.0));
            }
            (false, true) => {
                constant[i] = u;
                columns.push((i, -1.0));
            }
            (false, false) => columns.extend([(i, 1.0), (i, -1.0)]),
        }
    }
    let (k, size) = (columns.len(), columns.len() + ranges.len());
    let mut shifted = vec![0.0; n];
    problem.plain().w(&constant, &mut shifted);
    let mut m = Matrix::zeros(size, size);
    let mut q = vec![0.0; size];
    for (a, &(i, sign)) in columns.iter().enumerate() {
        q[a] = sign * shifted[i];
        for (b, &(j, other)) in columns.iter().enumerate() {
            m[(a, b)] = sign * other * problem.m()[(i, j)];
        }
    }
    for (r, &(a, range)) in ranges.iter().enumerate() {
        m[(a, k + r)] = 1.0;
        m[(k + r, a)] = -1.0;
        q[k + r] = range;
    }
    Ok(ConvertedProblem { lcp: Lcp::new(m, q)?, columns, constant })
}
