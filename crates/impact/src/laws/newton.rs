//! Newton's law without friction (seed 000, 3.2).
//!
//! ```text
//! D_NE = -e D_NA    I_T = 0    I_N = -(1 + e) D_NA/A
//! ```

use super::LawInfo;
use crate::coefficients::Reader;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Impulse, Law, Mode, Refusal};

/// Newton's frictionless law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newton {
    pub(crate) e: f64,
}

impl Newton {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "newton",
        aliases: &["newton-frictionless"],
        title: "Newton without friction",
        coefficients: &[Coefficient::E],
        source: "seed 000, 3.2",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()? })
    }
}

impl Law for Newton {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let approach = -collision.before().normal;
        let impulse = Impulse::planar((1.0 + self.e) * approach / collision.contact().a, 0.0);
        Ok(Answer::new(collision, impulse, Mode::Frictionless).with_normal_velocity(self.e * approach))
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(0.0)
    }
}
