//! Chatterjee and Ruina's law: scaled and clipped impulses
//! (A. Chatterjee and A. Ruina, "A new algebraic rigid-body collision law based on impulse space considerations",
//! ASME Journal of Applied Mechanics 65, 1998, 939-951).
//!
//! ```text
//! P_I  = (-D_NA/A, 0)          frictionless, plastic: D_N = 0
//! P_II = -M_L D_A              sticking, plastic: D_N = D_T = 0
//! I    = (1 + e) P_I + kappa (P_II - P_I),   kappa = 1 + e_t, reduced until |I_T| <= mu I_N
//! ```
//!
//! P_II - P_I = lambda (B/A, 1) does not change D_N, so D_NE = -e D_NA. With delta = |lambda| (1 - mu sign(lambda) B/A) > 0 the cone gives
//! kappa <= mu (1 + e) P_IN/delta; otherwise the cone is never left. Never creates energy for e <= 1, |e_t| <= 1.
//! For det = 0 the sticking impulse is infinite or undetermined: the law is taken in the limit, where the cone stops it.

use super::LawInfo;
use crate::accurate::{difference_of_products, sign};
use crate::coefficients::Reader;
use crate::coulomb::SINGULAR_TIE;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Impulse, Law, Mode, Refusal};

/// Chatterjee-Ruina.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChatterjeeRuina {
    pub(crate) e: f64,
    pub(crate) mu: f64,
    pub(crate) e_t: f64,
}

impl ChatterjeeRuina {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "chatterjee-ruina",
        aliases: &["chatterjee"],
        title: "Chatterjee-Ruina",
        coefficients: &[Coefficient::E, Coefficient::Mu, Coefficient::Et],
        source: "Chatterjee and Ruina 1998",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()?, e_t: read.within(Coefficient::Et, -1.0, 1.0)? })
    }

    /// I_T = kappa lambda and whether the cone cut it. `numerator`/`denominator` = lambda.
    fn tangential(&self, collision: &Collision, numerator: f64, denominator: f64) -> Option<(f64, Mode)> {
        let contact = collision.contact();
        let first = -collision.before().normal / contact.a;
        let direction = sign(numerator);
        // Growth of the cone's excess |I_T| - mu I_N per unit of |I_T|.
        let excess = difference_of_products(contact.a, 1.0, self.mu * direction, contact.b) / contact.a;
        let wanted = (1.0 + self.e_t) * numerator.abs();
        let limit = self.mu * (1.0 + self.e) * first / excess;
        if excess > 0.0 && wanted > limit * denominator {
            Some((direction * limit, Mode::Clipped))
        } else if denominator > 0.0 {
            Some((direction * wanted / denominator, Mode::Inside))
        } else {
            None
        }
    }
}

impl Law for ChatterjeeRuina {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let (contact, before) = (collision.contact(), collision.before());
        // lambda = -(A D_TA + B D_NA)/det.
        let numerator = -difference_of_products(contact.a, before.tangential, -contact.b, before.normal);
        let size = contact.a * before.tangential.abs() + (contact.b * before.normal).abs();
        let singular = collision.is_singular();
        if singular && numerator.abs() <= SINGULAR_TIE * size && self.mu > 0.0 {
            return Err(Refusal::Indeterminate(
                "the local matrix is singular and the contact can stick: the sticking impulse of the law is not determined",
            ));
        }
        let det = if singular { 0.0 } else { collision.det() };
        let (tangential, mode) = self.tangential(collision, numerator, det).ok_or(Refusal::NoSolution(
            "the local matrix is singular: the sticking impulse of the law is infinite and the cone does not bound it",
        ))?;
        let normal = -(1.0 + self.e) * before.normal / contact.a + contact.b / contact.a * tangential;
        let answer = Answer::new(collision, Impulse::planar(normal, tangential), mode);
        Ok(answer.with_normal_velocity(-self.e * before.normal))
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}
