//! The problem (M, q) and the signature shared by its solvers.

use super::Outcome;
use super::residual::judge;
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
        let mut problem = Self { m, q, largest: 0.0, size_of_q: 0.0, symmetric: false, positive_diagonal: false };
        problem.note()?;
        Ok(problem)
    }

    /// Writes another problem of n unknowns into the same memory, starting from zeros.
    pub(crate) fn rewrite(&mut self, n: usize, write: impl FnOnce(&mut Matrix, &mut [f64])) -> Result<(), InputError> {
        self.m.reset(n, n)?;
        self.q.clear();
        self.q.resize(n, 0.0);
        write(&mut self.m, &mut self.q);
        check_finite("the matrix", self.m.data())?;
        self.note()
    }

    /// Checks q and notes what the solvers ask about M and q.
    fn note(&mut self) -> Result<(), InputError> {
        check_finite("q", &self.q)?;
        let (n, m) = (self.q.len(), &self.m);
        self.symmetric = (0..n).all(|i| (0..i).all(|j| m[(i, j)] == m[(j, i)]));
        self.positive_diagonal = (0..n).all(|i| m[(i, i)] > 0.0);
        self.largest = m.max_abs();
        self.size_of_q = max_abs(&self.q);
        Ok(())
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

/// What a problem without and one with bounds have in common.
pub(crate) trait Bounded {
    /// M and q, without the bounds.
    fn plain(&self) -> &Lcp;

    /// The allowed value of z_i nearest to x.
    fn clamp(&self, i: usize, x: f64) -> f64;

    /// The residual, and whether z counts as a solution to the tolerance.
    fn judge(&self, z: &[f64], w: &[f64], tolerance: f64) -> (f64, bool);
}

impl Bounded for Lcp {
    fn plain(&self) -> &Lcp {
        self
    }

    fn clamp(&self, _: usize, x: f64) -> f64 {
        x.max(0.0)
    }

    fn judge(&self, z: &[f64], w: &[f64], tolerance: f64) -> (f64, bool) {
        judge(self, z, w, tolerance)
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
