//! Linear programs by their optimality conditions, which are a linear complementarity problem.
//!
//! ```text
//!     minimise c . x   subject to   A x >= b,   x free
//!
//!     0 <= A x - b  perp  y >= 0,     c - A^T y = 0,     x = x+ - x-
//! ```
//!
//! The matrix of the problem is skew-symmetric, hence positive semidefinite: Lemke's method ends with a solution or proves that there is
//! none. Without one the program is infeasible or unbounded, and a program with c = 0 tells which.
//!
//! Source: CPS, section 1.2 (linear programs), theorem 4.4.13.

use crate::InputError;
use crate::lcp::{Choose, Lcp, LcpSolver, Lemke, Status};
use crate::matrix::Matrix;
use crate::settings::Settings;

/// How a program ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Optimum {
    /// The least value of c . x, and where it is taken.
    At {
        /// c . x.
        value: f64,
        /// x.
        x: Vec<f64>,
    },
    /// c . x has no lower end.
    Unbounded,
    /// No x satisfies the inequalities.
    Infeasible,
    /// Rounding or a limit kept the solvers from an answer.
    Unknown,
}

/// Solves a program. A has a row for every inequality; c, b and A should be of order one, for the tolerances are.
pub fn minimise(c: &[f64], a: &[Vec<f64>], b: &[f64]) -> Result<Optimum, InputError> {
    let outcome = conditions(c, a, b)?;
    Ok(match outcome.0 {
        Status::Solved => {
            let x: Vec<f64> = (0..c.len()).map(|j| outcome.1[j] - outcome.1[c.len() + j]).collect();
            Optimum::At { value: c.iter().zip(&x).map(|(c, x)| c * x).sum(), x }
        }
        _ if c.iter().all(|c| *c == 0.0) => match outcome.0 {
            Status::Infeasible => Optimum::Infeasible,
            _ => Optimum::Unknown,
        },
        Status::Infeasible => match conditions(&vec![0.0; c.len()], a, b)?.0 {
            Status::Solved => Optimum::Unbounded,
            Status::Infeasible => Optimum::Infeasible,
            _ => Optimum::Unknown,
        },
        _ => Optimum::Unknown,
    })
}

/// Solves the optimality conditions: how that ended, and (x+, x-, y).
fn conditions(c: &[f64], a: &[Vec<f64>], b: &[f64]) -> Result<(Status, Vec<f64>), InputError> {
    let (k, m) = (c.len(), b.len());
    let mut matrix = Matrix::zeros(2 * k + m, 2 * k + m);
    for (i, row) in a.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            for (column, sign) in [(j, 1.0), (k + j, -1.0)] {
                matrix[(2 * k + i, column)] = sign * entry;
                matrix[(column, 2 * k + i)] = -sign * entry;
            }
        }
    }
    let q = c.iter().copied().chain(c.iter().map(|c| -c)).chain(b.iter().map(|b| -b)).collect();
    let problem = Lcp::new(matrix, q)?;
    // Never by the clock: the same answer on every machine.
    let settings = Settings::default().untimed();
    let first = Lemke::new().solve(&problem, None, &settings)?;
    if first.status == Status::Solved {
        return Ok((first.status, first.z));
    }
    let second = Choose::new().solve(&problem, None, &settings)?;
    Ok((second.status, second.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(c: &[f64], a: &[Vec<f64>], b: &[f64]) -> Optimum {
        minimise(c, a, b).unwrap()
    }

    /// x + y least where x + 2 y >= 4 and 3 x + y >= 6: the corner (8/5, 6/5).
    #[test]
    fn a_corner_is_found() {
        let (a, b) = (vec![vec![1.0, 2.0], vec![3.0, 1.0]], [4.0, 6.0]);
        let Optimum::At { value, x } = least(&[1.0, 1.0], &a, &b) else { panic!("a corner") };
        // A 2 x 2 system of order one: rounding.
        assert!((value - 2.8).abs() < 1e-12 && (x[0] - 1.6).abs() < 1e-12 && (x[1] - 1.2).abs() < 1e-12);
    }

    /// Free unknowns may be negative, and inequalities may repeat each other.
    #[test]
    fn a_negative_corner_with_repeated_inequalities() {
        let a = vec![vec![1.0], vec![1.0], vec![2.0], vec![-1.0]];
        let Optimum::At { value, .. } = least(&[1.0], &a, &[-3.0, -3.0, -6.0, -5.0]) else { panic!("an end") };
        assert!((value + 3.0).abs() < 1e-12);
    }

    #[test]
    fn no_end_and_no_point_are_told_apart() {
        assert_eq!(least(&[-1.0], &[vec![1.0]], &[2.0]), Optimum::Unbounded);
        assert_eq!(least(&[1.0], &[vec![1.0], vec![-1.0]], &[2.0, -1.0]), Optimum::Infeasible);
        assert_eq!(least(&[0.0], &[vec![1.0], vec![-1.0]], &[2.0, -1.0]), Optimum::Infeasible);
    }
}
