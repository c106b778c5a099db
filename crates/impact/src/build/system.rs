//! Any system in n coordinates: M, directions W, joints H (seed 000, 2.2-2.4).
//!
//! ```text
//! M (v_E - v_A) = W I + H^t Lambda,  H v = 0 before and after
//! v_E - v_A = P W I                  P = M^-1 - M^-1 H^t (H M^-1 H^t)^+ H M^-1
//! M_L^-1 = W^t P W                   D_A = W^t v_A + w~
//! ```
//!
//! The pseudoinverse makes redundant joints harmless.

use faer::linalg::solvers::Solve;
use faer::{Mat, MatRef, Side};

use super::BuildError;
use crate::{Collision, Contact, Impulse, Velocity};

/// Eigenvalues of H M^-1 H^t below this share of the largest belong to redundant joints.
const REDUNDANT: f64 = 1e-12;

/// Relative asymmetry of the mass matrix up to which it counts as rounding.
const ASYMMETRY: f64 = 1e-10;

/// One contact of a system in n generalised coordinates. Matrices are slices, row by row.
#[derive(Clone, Copy, Debug)]
pub struct System<'a> {
    /// M(q), n x n, symmetric positive definite.
    pub mass: &'a [f64],
    /// Velocities before, n.
    pub velocity: &'a [f64],
    /// W_N, n.
    pub normal: &'a [f64],
    /// W_T, n.
    pub tangential: &'a [f64],
    /// W_th, n; empty if the contact transmits no moment.
    pub moment: &'a [f64],
    /// Joint rows H, k x n; empty if there are none.
    pub joints: &'a [f64],
    /// w~: what a moving obstacle adds to the relative velocity.
    pub drift: Velocity,
}

impl System<'_> {
    /// Number of coordinates.
    fn size(&self) -> usize {
        self.velocity.len()
    }

    /// The collision at the contact.
    pub fn collision(&self) -> Result<Collision, BuildError> {
        let directions = self.directions()?;
        let response = self.response(&directions)?;
        let local = directions.transpose() * &response;
        let contact = Contact {
            a: local[(0, 0)],
            b: -0.5 * (local[(0, 1)] + local[(1, 0)]),
            c: local[(1, 1)],
            d: 0.5 * (local[(0, 2)] + local[(2, 0)]),
            e: -0.5 * (local[(1, 2)] + local[(2, 1)]),
            f: local[(2, 2)],
        };
        let along = |row: &[f64]| row.iter().zip(self.velocity).map(|(w, v)| w * v).sum::<f64>();
        let before = Velocity {
            normal: along(self.normal) + self.drift.normal,
            tangential: along(self.tangential) + self.drift.tangential,
            moment: along(self.moment) + self.drift.moment,
        };
        Ok(Collision::new(contact, before)?)
    }

    /// Generalised velocities after an impulse at the contact, with all joints holding.
    pub fn velocities_after(&self, impulse: Impulse) -> Result<Vec<f64>, BuildError> {
        let response = self.response(&self.directions()?)?;
        let parts = [impulse.normal, impulse.tangential, impulse.moment];
        let change = |i: usize| (0..3).map(|j| response[(i, j)] * parts[j]).sum::<f64>();
        Ok(self.velocity.iter().enumerate().map(|(i, v)| v + change(i)).collect())
    }

    /// Kinetic energy v^t M v/2 for velocities of the system's size.
    pub fn kinetic_energy(&self, velocity: &[f64]) -> f64 {
        let rows = self.mass.chunks_exact(self.size().max(1)).zip(velocity);
        0.5 * rows.map(|(row, v)| v * row.iter().zip(velocity).map(|(m, w)| m * w).sum::<f64>()).sum::<f64>()
    }

    /// W as an n x 3 matrix, sizes checked.
    fn directions(&self) -> Result<Mat<f64>, BuildError> {
        let n = self.size();
        let check = |what, length: usize, expected: usize| {
            if length == expected { Ok(()) } else { Err(BuildError::WrongSize { what, length, expected }) }
        };
        check("the mass matrix", self.mass.len(), n * n)?;
        check("the normal direction", self.normal.len(), n)?;
        check("the tangential direction", self.tangential.len(), n)?;
        if !self.moment.is_empty() {
            check("the moment direction", self.moment.len(), n)?;
        }
        if n == 0 || !self.joints.len().is_multiple_of(n) {
            return Err(BuildError::WrongSize { what: "the joint matrix", length: self.joints.len(), expected: n });
        }
        let columns = [self.normal, self.tangential, self.moment];
        Ok(Mat::from_fn(n, 3, |i, j| columns[j].get(i).copied().unwrap_or(0.0)))
    }

    /// P W.
    fn response(&self, directions: &Mat<f64>) -> Result<Mat<f64>, BuildError> {
        let n = self.size();
        let numbers = [self.mass, self.joints, self.normal, self.tangential, self.moment, self.velocity];
        if numbers.iter().any(|part| part.iter().any(|x| !x.is_finite())) {
            return Err(BuildError::NotPositiveDefinite);
        }
        let mass = MatRef::from_row_major_slice(self.mass, n, n);
        let skew = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let symmetric = skew.into_iter().all(|(i, j)| {
            let scale = (mass[(i, i)] * mass[(j, j)]).abs().sqrt();
            (mass[(i, j)] - mass[(j, i)]).abs() <= ASYMMETRY * scale
        });
        let factor = mass.llt(Side::Lower).ok().filter(|_| symmetric).ok_or(BuildError::NotPositiveDefinite)?;
        let free = factor.solve(directions);
        if self.joints.is_empty() {
            return Ok(free);
        }
        let joints = MatRef::from_row_major_slice(self.joints, self.joints.len() / n, n);
        let reaction = factor.solve(joints.transpose());
        let held = pseudo_inverse(&(joints * &reaction))? * (joints * &free);
        Ok(free - reaction * held)
    }
}

/// Pseudoinverse of a symmetric positive semidefinite matrix.
fn pseudo_inverse(matrix: &Mat<f64>) -> Result<Mat<f64>, BuildError> {
    let eigen = matrix.self_adjoint_eigen(Side::Lower).map_err(|_| BuildError::NotPositiveDefinite)?;
    let (vectors, values) = (eigen.U(), eigen.S().column_vector());
    let largest = values.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    let inverse = |value: f64| if value > REDUNDANT * largest { 1.0 / value } else { 0.0 };
    let scaled = Mat::from_fn(matrix.nrows(), matrix.ncols(), |i, j| vectors[(i, j)] * inverse(values[j]));
    Ok(scaled * vectors.transpose())
}
