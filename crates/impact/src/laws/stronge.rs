//! Stronge's law: the Routh path until the normal work of compression is restored by e^2 (seed 002, 3.2).
//!
//! ```text
//! stop when W_N(C..E) = -e^2 W_N(A..C), W_N the integral of D_N dI_N
//! ```
//!
//! Never creates energy for e <= 1: both remaining works are losses.

use super::LawInfo;
use crate::coefficients::Reader;
use crate::routh::Stop;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Refusal};

/// Stronge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stronge {
    pub(crate) e: f64,
    pub(crate) mu: f64,
}

impl Stronge {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "stronge",
        aliases: &[],
        title: "Stronge",
        coefficients: &[Coefficient::E, Coefficient::Mu],
        source: "seed 002, 3.2",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()? })
    }
}

impl Law for Stronge {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        Stop::Stronge(self.e).answer(collision, self.mu)
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}
