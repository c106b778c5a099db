//! The law of Beghin and Boulanger: the Routh path until the whole energy of compression is restored by e^2 (seed 000, 2.5.1).
//!
//! ```text
//! stop at the smallest I_N > I_NC with T - T_C = e^2 (T_A - T_C); e = 0 stops at C
//! ```
//!
//! Never creates energy, but with sliding friction it is no usable law: A = C = 1, B = 0, mu = 1/2, D_A = (-1, 3) leaves with
//! D_NE = 2 as e tends to 0, and with 3 for e = 1.

use super::LawInfo;
use crate::coefficients::Reader;
use crate::routh::Stop;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Refusal};

/// Beghin-Boulanger.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeghinBoulanger {
    e: f64,
    mu: f64,
}

impl BeghinBoulanger {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "beghin-boulanger",
        aliases: &["beghin"],
        title: "Beghin-Boulanger",
        coefficients: &[Coefficient::E, Coefficient::Mu],
        source: "seed 000, 2.5.1",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()? })
    }
}

impl Law for BeghinBoulanger {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        Stop::BeghinBoulanger(self.e).answer(collision, self.mu)
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}
