//! Glocker and Pfeiffer's law with reversible tangential impulse, coefficients nu and e_t (seed 000, 3.6).
//!
//! The compression is that of [`super::GlockerPfeiffer`]; in expansion the interval of I_TE is cut on the side that would
//! undo the tangential impulse stored in compression (see `phases.rs`). nu = e_t = 0 is the law without it.
//! Never creates energy for e <= 1: e I_TC stays in the interval.

use super::LawInfo;
use super::glocker_pfeiffer::two_phases;
use super::phases::Reversible;
use crate::coefficients::Reader;
use crate::{Answer, Coefficient, CoefficientError, Coefficients, Collision, Law, Refusal};

/// Glocker-Pfeiffer with reversible tangential impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GlockerPfeifferReversible {
    law: Reversible,
}

impl GlockerPfeifferReversible {
    /// Name, coefficients and source.
    pub const INFO: LawInfo = LawInfo {
        name: "glocker-pfeiffer-reversible",
        aliases: &[],
        title: "Glocker-Pfeiffer, reversible",
        coefficients: &[Coefficient::E, Coefficient::Mu, Coefficient::Nu, Coefficient::Et],
        source: "seed 000, 3.6",
        creates_energy: false,
    };

    /// The law with checked coefficients.
    pub fn new(coefficients: &Coefficients) -> Result<Self, CoefficientError> {
        let read = Reader { law: Self::INFO.name, takes: Self::INFO.coefficients, given: coefficients };
        Ok(Self { law: Reversible::read(&read)? })
    }
}

impl Law for GlockerPfeifferReversible {
    fn name(&self) -> &'static str {
        Self::INFO.name
    }

    fn answer(&self, collision: &Collision) -> Result<Answer, Refusal> {
        two_phases(collision, self.law)
    }

    fn friction_limit(&self) -> Option<f64> {
        Some(self.law.mu)
    }
}
