//! The expansion phase of Glocker and Pfeiffer, shared by both of their laws and by C-S (seed 000, 3.5, 3.6).
//!
//! I_NE = e I_NC is given. The tangential impulse I_TE lies in an interval [low, high] and D_TE > 0 takes the lower end,
//! D_TE < 0 the upper one. With reversible tangential impulse
//!
//! ```text
//! 2 I_TS = mu nu I_NE sign(I_TC) + e e_t I_TC
//! I_TC >= 0: [-mu I_NE + 2 I_TS, mu I_NE]      I_TC <= 0: [-mu I_NE, mu I_NE + 2 I_TS]
//! ```

use crate::accurate::sign;
use crate::coefficients::Reader;
use crate::{Coefficient, CoefficientError, Impulse, PhaseMode};

/// Interval of the tangential impulse of expansion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Coefficients of the expansion phase; nu = e_t = 0 without reversible impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Reversible {
    pub(super) e: f64,
    pub(super) mu: f64,
    pub(super) nu: f64,
    pub(super) e_t: f64,
}

impl Reversible {
    /// The coefficients of a law with reversible impulse, checked.
    pub(super) fn read(read: &Reader<'_>) -> Result<Self, CoefficientError> {
        Ok(Self {
            e: read.restitution()?,
            mu: read.friction()?,
            nu: read.within(Coefficient::Nu, 0.0, 1.0)?,
            e_t: read.within(Coefficient::Et, 0.0, 1.0)?,
        })
    }

    /// The admissible interval of I_TE after a compression impulse.
    pub(super) fn interval(&self, compression: Impulse) -> Interval {
        let limit = self.mu * self.e * compression.normal;
        // The two parts of 2 I_TS apart, so that nothing cancels for nu near 1 and large friction.
        let (friction, elastic) = (limit * (1.0 - self.nu), self.e * self.e_t * compression.tangential);
        match sign(compression.tangential) {
            1.0 => Interval { low: (elastic - friction).min(limit), high: limit },
            -1.0 => Interval { low: -limit, high: (elastic + friction).max(-limit) },
            _ => Interval { low: -limit, high: limit },
        }
    }
}

/// The impulse in the interval for D_T = start + stiffness I_T with stiffness > 0: the zero of D_T, clipped.
pub(super) fn clip(start: f64, stiffness: f64, interval: Interval) -> (f64, PhaseMode) {
    let unconstrained = -start / stiffness;
    if unconstrained < interval.low {
        (interval.low, PhaseMode::SlipForward)
    } else if unconstrained > interval.high {
        (interval.high, PhaseMode::SlipBackward)
    } else {
        (unconstrained, PhaseMode::Stick)
    }
}
