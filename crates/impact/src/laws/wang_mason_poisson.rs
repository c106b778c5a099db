//! Wang and Mason's law with Poisson's end, Routh's law: the path until (1 + e) times the compression impulse (seed 000, 3.7).
//!
//! ```text
//! stop at I_N = (1 + e) I_NC
//! ```
//!
//! Never creates energy for e <= 1 (`laws.md`, section 2).

use super::LawInfo;
use crate::coefficients::Reader;
use crate::routh::Stop;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Refusal};

/// Wang-Mason, Poisson's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WangMasonPoisson {
    pub(crate) e: f64,
    pub(crate) mu: f64,
}

impl WangMasonPoisson {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "wang-mason-poisson",
        aliases: &["routh"],
        title: "Wang-Mason, Poisson's end",
        coefficients: &[Coefficient::E, Coefficient::Mu],
        source: "seed 000, 3.7; seed 002, 3.1",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()? })
    }
}

impl Law for WangMasonPoisson {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        Stop::Poisson(self.e).answer(collision, self.mu)
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}
