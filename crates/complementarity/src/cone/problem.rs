//! The problem u = W r + q with one cone per contact, and the signature shared by its solvers.

use super::residual::ContactLaw;
use super::{BlockMatrix, ConeOutcome};
use crate::error::{InputError, check_finite, check_length};
use crate::lcp::power_of_two;
use crate::matrix::max_abs;
use crate::settings::Settings;

/// u = W r + q with Coulomb's law at every contact. Checked when made.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionProblem {
    w: BlockMatrix,
    q: Vec<f64>,
    mu: Vec<f64>,
    rho: Vec<f64>,
    scale: f64,
}

/// rho = 1 / largest diagonal entry of a block; one where that is not positive.
pub(crate) fn inverse_size(block: &[f64], d: usize) -> f64 {
    let largest = (0..d).fold(0.0_f64, |m, k| m.max(block[k * d + k]));
    if largest > 0.0 { 1.0 / largest } else { 1.0 }
}

/// |q|, or one where q is zero. Summed in units of the largest entry, so that neither tiny nor huge squares are lost.
pub(crate) fn velocity_scale(q: &[f64]) -> f64 {
    let unit = power_of_two(max_abs(q));
    let norm = unit * q.iter().map(|v| (v / unit).powi(2)).sum::<f64>().sqrt();
    if norm > 0.0 { norm } else { 1.0 }
}

/// The friction coefficients are finite and not negative, one per contact.
pub(crate) fn check_friction(mu: &[f64], contacts: usize) -> Result<(), InputError> {
    check_length("mu", mu, contacts)?;
    check_finite("mu", mu)?;
    match mu.iter().position(|&m| m < 0.0) {
        Some(contact) => Err(InputError::NegativeFriction { contact, value: mu[contact] }),
        None => Ok(()),
    }
}

impl FrictionProblem {
    /// A problem from W, q and the friction coefficients, or an error that says what is wrong with them. Without contacts it
    /// is solved by the empty r.
    pub fn new(w: BlockMatrix, q: Vec<f64>, mu: Vec<f64>) -> Result<Self, InputError> {
        check_length("q", &q, w.dim() * w.contacts())?;
        check_finite("q", &q)?;
        check_friction(&mu, w.contacts())?;
        let rho = (0..w.contacts()).map(|i| inverse_size(w.diagonal(i), w.dim())).collect();
        let scale = velocity_scale(&q);
        Ok(Self { w, q, mu, rho, scale })
    }

    /// The problem with other velocities q, and the same W and friction.
    pub fn with_q(mut self, q: Vec<f64>) -> Result<Self, InputError> {
        check_length("q", &q, self.size())?;
        check_finite("q", &q)?;
        (self.scale, self.q) = (velocity_scale(&q), q);
        Ok(self)
    }

    /// Size of a contact's block: 2 in the plane, 3 in space.
    pub fn dim(&self) -> usize {
        self.w.dim()
    }

    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.q.len()
    }

    /// The matrix W.
    pub fn w(&self) -> &BlockMatrix {
        &self.w
    }

    /// The velocities q without reactions.
    pub fn q(&self) -> &[f64] {
        &self.q
    }

    /// The friction coefficients.
    pub fn mu(&self) -> &[f64] {
        &self.mu
    }

    /// rho_i = 1 / largest diagonal entry of the block of contact i; one where that is not positive.
    pub fn rho(&self) -> &[f64] {
        &self.rho
    }

    /// What the residual needs to know.
    pub(crate) fn law(&self) -> ContactLaw<'_> {
        ContactLaw { dim: self.dim(), mu: &self.mu, rho: &self.rho, scale: self.scale }
    }
}

/// What every solver of frictional contact problems does.
pub trait ConeSolver {
    /// The name used on the command line and in outcomes.
    fn name(&self) -> &'static str;

    /// Solves and writes the result into `outcome`, whose vectors are reused. `start` is a guess of r (warm start).
    fn solve_into(
        &mut self,
        problem: &FrictionProblem,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Result<(), InputError>;

    /// Solves and returns a new outcome.
    fn solve(
        &mut self,
        problem: &FrictionProblem,
        start: Option<&[f64]>,
        settings: &Settings,
    ) -> Result<ConeOutcome, InputError> {
        let mut outcome = ConeOutcome::default();
        self.solve_into(problem, start, settings, &mut outcome)?;
        Ok(outcome)
    }
}
