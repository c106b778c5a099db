//! Wang and Mason's law with Newton's end: the Routh path until the kinematic restitution is met (seed 000, 3.7).
//!
//! ```text
//! stop at D_N = -e D_NA
//! ```
//!
//! May create energy where the slip stops: A = 2, B = C = 1, D_A = (-1, 1/2), e = 1, mu = 2 gains 1/4.

use super::LawInfo;
use crate::coefficients::Reader;
use crate::routh::Stop;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Refusal};

/// Wang-Mason, Newton's end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WangMasonNewton {
    pub(crate) e: f64,
    pub(crate) mu: f64,
}

impl WangMasonNewton {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "wang-mason-newton",
        aliases: &[],
        title: "Wang-Mason, Newton's end",
        coefficients: &[Coefficient::E, Coefficient::Mu],
        source: "seed 000, 3.7",
        creates_energy: true,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()? })
    }
}

impl Law for WangMasonNewton {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        Stop::Newton(self.e).answer(collision, self.mu)
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}
