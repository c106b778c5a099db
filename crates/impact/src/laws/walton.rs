//! Walton's law of three coefficients (seed 000, 6.3, there for B = 0 only).
//!
//! ```text
//! D_NE = -e D_NA
//! v = D_TE + e_t D_TA = 0 and |I_T| <= mu I_N      (roll)
//! v != 0 and I_T = -sign(v) mu I_N                 (slide)
//! ```
//!
//! e_t = 0 is Kane's law. B = 0 never gains energy, B != 0 may.

use super::LawInfo;
use crate::coefficients::Reader;
use crate::coulomb::{self, EndState, Friction};
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Mode, Refusal};

/// Walton's law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walton {
    pub(crate) e: f64,
    pub(crate) mu: f64,
    pub(crate) e_t: f64,
}

impl Walton {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "walton",
        aliases: &[],
        title: "Walton, three coefficients",
        coefficients: &[Coefficient::E, Coefficient::Mu, Coefficient::Et],
        source: "seed 000, 6.3",
        creates_energy: true,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()?, e_t: read.within(Coefficient::Et, -1.0, 1.0)? })
    }
}

impl Law for Walton {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let before = collision.before();
        let b = -(1.0 + self.e) * before.normal;
        let w = (1.0 + self.e_t) * before.tangential;
        let friction = Friction { mu: self.mu, mu_static: self.mu };
        let EndState { impulse, slip } = coulomb::solve(collision, b, w, friction)?;
        let mode = if slip.is_none() { Mode::Roll } else { Mode::Slide };
        let answer = Answer::new(collision, impulse, mode).with_normal_velocity(-self.e * before.normal);
        let restored = -self.e_t * before.tangential;
        Ok(if slip.is_none() { answer.with_tangential_velocity(restored) } else { answer })
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}
