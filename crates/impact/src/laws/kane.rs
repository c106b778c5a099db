//! The law of Whittaker, Kane and Levinson: Newton's restitution, Coulomb friction at the end (seed 000, 3.4).
//!
//! ```text
//! D_NE = -e D_NA
//! D_TE  = 0 and |I_T| <= mu_static I_N          (stick)
//! D_TE != 0 and I_T = -sign(D_TE) mu I_N        (slip)
//! ```
//!
//! One solution for det > 0 and mu_static >= mu. May create energy: A = 2, B = C = 1, D_A = (-1, 1/2), e = mu = 1 gains 1/4.

use super::LawInfo;
use crate::coefficients::{LARGEST_FRICTION, Reader};
use crate::coulomb::{self, EndState, Friction};
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Mode, Refusal};

/// Kane's law.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kane {
    pub(crate) e: f64,
    pub(crate) friction: Friction,
}

impl Kane {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "kane",
        aliases: &["kane-levinson-whittaker", "whittaker"],
        title: "Kane-Levinson-Whittaker",
        coefficients: &[Coefficient::E, Coefficient::Mu, Coefficient::MuStatic],
        source: "seed 000, 3.4",
        creates_energy: true,
    };

    /// The law with checked coefficients; `mu_static` absent means `mu`.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        let (e, mu) = (read.restitution()?, read.friction()?);
        let mu_static = match coefficients.mu_static {
            None => mu,
            Some(_) => read.within(Coefficient::MuStatic, 0.0, LARGEST_FRICTION)?,
        };
        if mu_static < mu {
            return Err(CoefficientError::StaticBelowKinetic { mu_static, mu });
        }
        Ok(Self { e, friction: Friction { mu, mu_static } })
    }
}

impl Law for Kane {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        let before = collision.before();
        let b = -(1.0 + self.e) * before.normal;
        let EndState { impulse, slip } = coulomb::solve(collision, b, before.tangential, self.friction)?;
        let mode = match slip {
            None => Mode::Stick,
            Some(s) if s * before.tangential < 0.0 => Mode::Reverse,
            Some(_) => Mode::Slide,
        };
        let answer = Answer::new(collision, impulse, mode).with_normal_velocity(-self.e * before.normal);
        Ok(if slip.is_none() { answer.with_tangential_velocity(0.0) } else { answer })
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.friction.mu_static)
    }
}
