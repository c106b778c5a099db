//! The problem (M, q) and the signature shared by its solvers.

use super::Outcome;
use crate::error::{InputError, check_finite, check_length};
use crate::matrix::{Matrix, max_abs};
use crate::settings::Settings;

/// Find z with w = M z + q >= 0, z >= 0, z . w = 0. Checked when made: square, finite, not empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Lcp {
    m: Matrix,
    q: Vec<f64>,
    largest: f64,
    size_of_q: f64,
    symmetric: bool,
    positive_diagonal: bool,
}

impl Lcp {
    /// A problem from M and q, or an error that says what is wrong with them.
    pub fn new(m: Matrix, q: Vec<f64>) -> Result<Self, InputError> {
        if m.rows() != m.columns() {
            return Err(InputError::NotSquare { what: "M", rows: m.rows(), columns: m.columns() });
        }
        if m.rows() == 0 {
            return Err(InputError::Empty);
        }
        check_length("q", &q, m.rows())?;
        check_finite("q", &q)?;
        let largest = m.max_abs();
        let n = m.rows();
        let size_of_q = max_abs(&q);
        let symmetric = (0..n).all(|i| (0..i).all(|j| m[(i, j)] == m[(j, i)]));
        let positive_diagonal = (0..n).all(|i| m[(i, i)] > 0.0);
        Ok(Self { m, q, largest, size_of_q, symmetric, positive_diagonal })
    }

    /// A problem from the rows of M and q.
    pub fn from_rows(rows: &[Vec<f64>], q: &[f64]) -> Result<Self, InputError> {
        Self::new(Matrix::from_rows(rows)?, q.to_vec())
    }

    /// Number of unknowns n.
    pub fn size(&self) -> usize {
        self.q.len()
    }

    /// The matrix M.
    pub fn m(&self) -> &Matrix {
        &self.m
    }

    /// The vector q.
    pub fn q(&self) -> &[f64] {
        &self.q
    }

    /// Largest absolute entry of M.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// |q|, the largest absolute entry of q.
    pub fn size_of_q(&self) -> f64 {
        self.size_of_q
    }

    /// Whether M equals its transpose exactly.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Whether every diagonal entry of M is positive, as for every P-matrix.
    pub fn has_positive_diagonal(&self) -> bool {
        self.positive_diagonal
    }

    /// w = M z + q.
    pub fn w(&self, z: &[f64], w: &mut [f64]) {
        self.m.multiply_add(z, &self.q, w);
    }
}

/// What every LCP solver does.
pub trait LcpSolver {
    /// The name used on the command line and in outcomes.
    fn name(&self) -> &'static str;

    /// Solves and writes the result into `outcome`, whose vectors are reused.
    ///
    /// `start` is a guess of z (warm start). Only a bad start or bad settings are errors.
    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError>;

    /// Solves and returns a new outcome.
    fn solve(&mut self, problem: &Lcp, start: Option<&[f64]>, settings: &Settings) -> Result<Outcome, InputError> {
        let mut outcome = Outcome::default();
        self.solve_into(problem, start, settings, &mut outcome)?;
        Ok(outcome)
    }
}
