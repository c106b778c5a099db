//! The beginning of a slide along a known direction d: every contact that d makes slip has its friction at the limit.
//!
//! ```text
//!     M a = F + R^T lambda + (W_N - mu sigma W_T) lambda_N,     R a = 0,     0 <= W_N^T a  perp  lambda_N >= 0
//!     sigma = sign(W_T^T d)
//! ```
//!
//! One complementarity problem for the normal forces, with the matrix A = W_N^T B (W_N - mu sigma W_T), B the inverse mass with R taken
//! out. It need not have a solution, nor only one: it has exactly one for all forces where A is a P-matrix. Contacts that d does not make slip stay
//! stuck.

use carom_complementarity::lcp::{self, Lcp, MAX_ENUMERATION};
use carom_complementarity::{Matrix, Settings};

use super::dense::{Rows, dot, is_p_matrix, largest, solve};
use super::still::Terms;

/// Slip below this part of the largest is none: contacts that roll or move along.
const NO_SLIP: f64 = 1e-9;

/// A normal force below this part of the largest is zero: the contact opens.
const OPEN: f64 = 1e-9;

/// A slide that begins.
#[derive(Debug, Clone)]
pub(super) struct Slide {
    /// a of the first solution; empty if there is none.
    pub acceleration: Vec<f64>,
    /// Its normal forces.
    pub normals: Vec<f64>,
    /// Number of solutions.
    pub answers: usize,
    /// A.
    pub matrix: Rows,
}

/// The terms of the problem, for any slip.
#[derive(Debug, Clone)]
pub(super) struct Sliding<'a> {
    terms: &'a Terms,
    mu: &'a [f64],
}

impl<'a> Sliding<'a> {
    pub fn new(terms: &'a Terms, mu: &'a [f64]) -> Self {
        Self { terms, mu }
    }

    /// Signs of the slips along d; zero where a contact does not slip.
    pub fn signs(&self, d: &[f64]) -> Vec<f64> {
        let slips: Vec<f64> = self.terms.tangents.iter().map(|tangent| dot(tangent, d)).collect();
        let least = NO_SLIP * largest(&slips);
        slips.iter().map(|slip| if slip.abs() > least { slip.signum() } else { 0.0 }).collect()
    }

    /// The slide with these signs while a hand pushes with `load`, a force on every coordinate.
    pub fn slide(&self, signs: &[f64], load: &[f64]) -> Option<Slide> {
        let response = self.response(signs);
        let force: Vec<f64> = self.terms.force.iter().zip(load).map(|(f, l)| f + l).collect();
        let free = response.apply(&force);
        let pushes = self.pushes(signs);
        let moved: Rows = pushes.iter().map(|push| response.apply(push)).collect();
        let matrix: Rows =
            self.terms.normals.iter().map(|normal| moved.iter().map(|a| dot(normal, a)).collect()).collect();
        let q: Vec<f64> = self.terms.normals.iter().map(|normal| dot(normal, &free)).collect();
        let solutions = solutions(&matrix, &q)?;
        let normals = solutions.first().cloned().unwrap_or_default();
        let mut acceleration = if solutions.is_empty() { Vec::new() } else { free };
        for (a, normal) in moved.iter().zip(&normals) {
            acceleration.iter_mut().zip(a).for_each(|(x, a)| *x += normal * a);
        }
        Some(Slide { acceleration, normals, answers: solutions.len(), matrix })
    }

    /// The matrix A alone.
    pub fn matrix(&self, signs: &[f64]) -> Rows {
        let response = self.response(signs);
        let moved: Rows = self.pushes(signs).iter().map(|push| response.apply(push)).collect();
        self.terms.normals.iter().map(|normal| moved.iter().map(|a| dot(normal, a)).collect()).collect()
    }

    /// W_N - mu sigma W_T.
    fn pushes(&self, signs: &[f64]) -> Rows {
        let contacts = self.terms.normals.iter().zip(&self.terms.tangents).zip(self.mu.iter().zip(signs));
        contacts
            .map(|((normal, tangent), (mu, sign))| normal.iter().zip(tangent).map(|(n, t)| n - mu * sign * t).collect())
            .collect()
    }

    fn response(&self, signs: &[f64]) -> Response<'a> {
        let stuck = self.terms.tangents.iter().zip(signs).zip(self.mu);
        let stuck =
            stuck.filter(|((_, sign), mu)| **sign == 0.0 && **mu > 0.0).map(|((tangent, _), _)| tangent.clone());
        let rows: Rows = self.terms.rows.iter().cloned().chain(stuck).collect();
        let solved: Rows = rows.iter().map(|row| self.terms.solve_mass(row)).collect();
        let matrix: Rows = rows.iter().map(|row| solved.iter().map(|s| dot(row, s)).collect()).collect();
        Response { terms: self.terms, rows, solved, matrix }
    }
}

impl Slide {
    /// Whether A is a P-matrix.
    pub fn is_p(&self) -> bool {
        is_p_matrix(&self.matrix)
    }

    /// Whether a contact opens.
    pub fn opens(&self) -> bool {
        let least = OPEN * largest(&self.normals);
        self.normals.iter().any(|normal| *normal <= least)
    }
}

/// Accelerations by forces with the rows R held.
struct Response<'a> {
    terms: &'a Terms,
    rows: Rows,
    solved: Rows,
    matrix: Rows,
}

impl Response<'_> {
    /// B f.
    fn apply(&self, force: &[f64]) -> Vec<f64> {
        let mut a = self.terms.solve_mass(force);
        if self.rows.is_empty() {
            return a;
        }
        let right: Vec<f64> = self.rows.iter().map(|row| -dot(row, &a)).collect();
        let lambda = solve(&self.matrix, self.rows.len(), &right).map(|solved| solved.x).unwrap_or_default();
        for (row, lambda) in self.solved.iter().zip(&lambda) {
            a.iter_mut().zip(row).for_each(|(a, s)| *a += lambda * s);
        }
        a
    }
}

/// The solutions of a complementarity problem: all of a small one, at most one of a large one.
fn solutions(matrix: &Rows, q: &[f64]) -> Option<Rows> {
    if q.is_empty() {
        return Some(vec![Vec::new()]);
    }
    let problem = Lcp::new(Matrix::from_rows(matrix).ok()?, q.to_vec()).ok()?;
    if q.len() <= MAX_ENUMERATION {
        return lcp::enumerate(&problem, &Settings::default()).ok().map(|found| found.solutions);
    }
    let outcome = lcp::solve(&problem).ok()?;
    match outcome.status {
        lcp::Status::Solved => Some(vec![outcome.z]),
        lcp::Status::Infeasible | lcp::Status::Unsolvable => Some(Vec::new()),
        lcp::Status::Ray | lcp::Status::Limit => None,
    }
}
