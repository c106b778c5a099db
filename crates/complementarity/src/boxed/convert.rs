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
use crate::lcp::{Bounded, Lcp};

/// The LCP and how to come back from its z.
#[derive(Debug, Clone)]
pub struct ConvertedProblem {
    /// The equivalent LCP.
    pub lcp: Lcp,
    /// For every x: the boxed variable it belongs to and its sign.
    columns: Vec<(usize, f64)>,
    /// For every second finite bound: its x and u - l.
    ranges: Vec<(usize, f64)>,
    /// z where all x are zero, and its w.
    constant: Vec<f64>,
    shifted: Vec<f64>,
}

impl ConvertedProblem {
    /// The z of the boxed problem for a z of the LCP.
    pub fn back(&self, x: &[f64]) -> Vec<f64> {
        let mut z = vec![0.0; self.constant.len()];
        self.write_back(x, &mut z);
        z
    }

    /// As [`ConvertedProblem::back`] into memory that is there.
    pub(crate) fn write_back(&self, x: &[f64], z: &mut [f64]) {
        z.copy_from_slice(&self.constant);
        for (&(i, sign), x) in self.columns.iter().zip(x) {
            z[i] += sign * x;
        }
    }

    /// Becomes the LCP of another problem, in the memory it has.
    pub(crate) fn rewrite(&mut self, problem: &BoxedLcp) -> Result<(), InputError> {
        self.split(problem);
        self.shifted.clear();
        self.shifted.resize(problem.size(), 0.0);
        problem.plain().w(&self.constant, &mut self.shifted);
        let Self { lcp, columns, ranges, shifted, .. } = self;
        let k = columns.len();
        lcp.rewrite(k + ranges.len(), |m, q| {
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
        })
    }

    /// The variables x >= 0 of every z.
    fn split(&mut self, problem: &BoxedLcp) {
        self.columns.clear();
        self.ranges.clear();
        self.constant.clear();
        for i in 0..problem.size() {
            let (l, u) = (problem.lower()[i], problem.upper()[i]);
            let (constant, sign) = match (l.is_finite(), u.is_finite()) {
                (true, _) => (l, 1.0),
                (false, true) => (u, -1.0),
                (false, false) => (0.0, 1.0),
            };
            if l.is_finite() && u.is_finite() {
                self.ranges.push((self.columns.len(), u - l));
            }
            self.constant.push(constant);
            self.columns.push((i, sign));
            if !l.is_finite() && !u.is_finite() {
                self.columns.push((i, -sign));
            }
        }
    }
}

/// Writes the problem as an LCP of at most 2n unknowns.
pub fn convert(problem: &BoxedLcp) -> Result<ConvertedProblem, InputError> {
    let mut converted = ConvertedProblem {
        lcp: problem.plain().clone(),
        columns: Vec::new(),
        ranges: Vec::new(),
        constant: Vec::new(),
        shifted: Vec::new(),
    };
    converted.rewrite(problem)?;
    Ok(converted)
}
