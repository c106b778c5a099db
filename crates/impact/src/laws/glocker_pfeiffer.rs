//! Glocker and Pfeiffer's law, Poisson's restitution with Coulomb friction at the end of each phase (seed 000, 3.5).
//!
//! ```text
//! compression  D_NC = 0,       |I_TC| <= mu I_NC,  D_TC != 0 => I_TC = -sign(D_TC) mu I_NC
//! expansion    I_NE = e I_NC,  |I_TE| <= mu I_NE,  D_TE != 0 => I_TE = -sign(D_TE) mu I_NE
//! ```
//!
//! Never creates energy for e <= 1: I_TE minimises T_E over its interval, and e I_TC is in it.

use super::LawInfo;
use super::phases::{Reversible, clip};
use crate::coefficients::Reader;
use crate::coulomb::{self, EndState, Friction};
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Impulse, Law, Mode, PhaseMode, Refusal};

/// Glocker-Pfeiffer without reversible tangential impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlockerPfeiffer {
    pub(crate) e: f64,
    pub(crate) mu: f64,
}

impl GlockerPfeiffer {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "glocker-pfeiffer",
        aliases: &[],
        title: "Glocker-Pfeiffer",
        coefficients: &[Coefficient::E, Coefficient::Mu],
        source: "seed 000, 3.5",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { e: read.restitution()?, mu: read.friction()? })
    }
}

impl Law for GlockerPfeiffer {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        two_phases(collision, Reversible { e: self.e, mu: self.mu, nu: 0.0, e_t: 0.0 })
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.mu)
    }
}

/// Both phases, with or without reversible tangential impulse.
pub(super) fn two_phases(collision: &Collision, law: Reversible) -> Result<Answer, Refusal> {
    let (contact, before) = (collision.contact(), collision.before());
    let friction = Friction { mu: law.mu, mu_static: law.mu };
    let EndState { impulse: compression, slip } =
        coulomb::solve(collision, -before.normal, before.tangential, friction)?;
    let sliding = match slip {
        None => 0.0,
        Some(_) => collision.after(compression).tangential,
    };
    let normal = law.e * compression.normal;
    let (tangential, mode) = clip(sliding - contact.b * normal, contact.c, law.interval(compression));
    let modes = Mode::Phases { compression: slip.map_or(PhaseMode::Stick, PhaseMode::slip), expansion: mode };
    let expansion = Impulse::planar(normal, tangential);
    let answer = Answer::new(collision, compression + expansion, modes).with_compression(compression);
    if mode != PhaseMode::Stick {
        return Ok(answer.with_normal_velocity(contact.velocity_change(expansion).normal));
    }
    // A I_NE - B I_TE with C I_TE = B I_NE - D_TC: no cancellation near a singular matrix.
    let det = if collision.is_singular() { 0.0 } else { collision.det() };
    let separation = (det * normal + contact.b * sliding) / contact.c;
    Ok(answer.with_normal_velocity(separation).with_tangential_velocity(0.0))
}
