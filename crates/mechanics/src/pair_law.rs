//! The law of a pair of bodies: what an impact does, and the friction of lasting contact.

use carom_impact::laws::BuiltIn;
use serde::{Deserialize, Serialize};

/// The power of the slip speed with which the law of equation 3.3 of seed 004 falls: v^0.9 / |v|.
const FALL: f64 = -0.1;

/// Friction of lasting contact: |lambda_T| <= mu_s lambda_N while sticking, mu(|D_T|) lambda_N against the slip while slipping (W3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Friction {
    /// Coulomb's set-valued law, mu_s = mu.
    Coulomb {
        /// Coefficient of friction.
        mu: f64,
    },
    /// One coefficient while sticking, a smaller one while slipping.
    StaticKinetic {
        /// While sticking.
        mu_static: f64,
        /// While slipping.
        mu: f64,
    },
    /// mu + (mu_static - mu) exp(-|D_T| / speed) while slipping (Stribeck).
    Exponential {
        /// While sticking.
        mu_static: f64,
        /// At large slip.
        mu: f64,
        /// Slip speed over which it falls, m/s.
        speed: f64,
    },
    /// mu_static D_T / speed up to `speed`, mu above: no sticking, creeps (seed 004, section 2.6.2 and equation 3.2).
    Regularised {
        /// At the end of the linear part.
        mu_static: f64,
        /// Above it.
        mu: f64,
        /// Slip speed below which the law is linear, m/s.
        speed: f64,
    },
    /// mu_static D_T / speed up to `speed`, mu (D_T / speed)^-0.1 above (seed 004, equation 3.3, whose speeds are in units of `speed`).
    Falling {
        /// At the end of the linear part.
        mu_static: f64,
        /// Just above it.
        mu: f64,
        /// Slip speed below which the law is linear, m/s.
        speed: f64,
    },
    /// mu tanh(D_T / speed): the smoothed law of the penalty model (seed 004, section 4.2).
    Smoothed {
        /// Coefficient of friction.
        mu: f64,
        /// Slip speed of the transition, m/s.
        speed: f64,
    },
}

impl Friction {
    /// Coefficient while sticking; `None` for laws that never stick.
    pub fn sticking(&self) -> Option<f64> {
        match *self {
            Self::Coulomb { mu } => Some(mu),
            Self::StaticKinetic { mu_static, .. } | Self::Exponential { mu_static, .. } => Some(mu_static),
            Self::Regularised { .. } | Self::Falling { .. } | Self::Smoothed { .. } => None,
        }
    }

    /// The coefficient where it is the same while sticking and at every slip speed.
    pub fn constant(&self) -> Option<f64> {
        if let Self::Coulomb { mu } = *self { Some(mu) } else { None }
    }

    /// The slip speed over which the friction of a law that never sticks rises from zero; `None` for laws that stick.
    pub fn creep_speed(&self) -> Option<f64> {
        match *self {
            Self::Regularised { speed, .. } | Self::Falling { speed, .. } | Self::Smoothed { speed, .. } => Some(speed),
            Self::Coulomb { .. } | Self::StaticKinetic { .. } | Self::Exponential { .. } => None,
        }
    }

    /// Coefficient at a slip speed |D_T|.
    pub fn slipping(&self, slip: f64) -> f64 {
        match *self {
            Self::Coulomb { mu } | Self::StaticKinetic { mu, .. } => mu,
            Self::Exponential { mu_static, mu, speed } => mu + (mu_static - mu) * (-slip / speed).exp(),
            Self::Regularised { mu_static, speed, .. } | Self::Falling { mu_static, speed, .. } if slip <= speed => {
                mu_static * slip / speed
            }
            Self::Regularised { mu, .. } => mu,
            Self::Falling { mu, speed, .. } => mu * (slip / speed).powf(FALL),
            Self::Smoothed { mu, speed } => mu * (slip / speed).tanh(),
        }
    }
}

/// Parameters of the penalty method: lambda_N = stiffness depth^exponent + damping d(depth)/dt beyond `damping_depth`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Penalty {
    /// N/m^exponent.
    pub stiffness: f64,
    /// 1 for a linear spring, 1.5 for Hertz.
    pub exponent: f64,
    /// Full damping in N s/m; grows from zero at depth zero to this at `damping_depth` (cubic).
    pub damping: f64,
    /// Depth from which damping is full, in metres.
    pub damping_depth: f64,
    /// Slip speed below which friction is smoothed, m/s.
    pub slip_speed: f64,
}

/// Parameters of the penalty method as far as they are given; see [`Penalty`].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PenaltyGiven {
    /// N/m^exponent.
    pub stiffness: Option<f64>,
    /// 1 for a linear spring, which is what the method takes on its own.
    pub exponent: Option<f64>,
    /// N s/m.
    pub damping: Option<f64>,
    /// Metres.
    pub damping_depth: Option<f64>,
    /// m/s.
    pub slip_speed: Option<f64>,
}

impl PenaltyGiven {
    /// What is given, and the rest of what was chosen.
    pub fn over(&self, chosen: Penalty) -> Penalty {
        Penalty {
            stiffness: self.stiffness.unwrap_or(chosen.stiffness),
            exponent: self.exponent.unwrap_or(chosen.exponent),
            damping: self.damping.unwrap_or(chosen.damping),
            damping_depth: self.damping_depth.unwrap_or(chosen.damping_depth),
            slip_speed: self.slip_speed.unwrap_or(chosen.slip_speed),
        }
    }

    /// All of it, if nothing is left to choose.
    pub fn whole(&self) -> Option<Penalty> {
        Some(Penalty {
            stiffness: self.stiffness?,
            exponent: self.exponent?,
            damping: self.damping?,
            damping_depth: self.damping_depth?,
            slip_speed: self.slip_speed?,
        })
    }
}

impl From<Penalty> for PenaltyGiven {
    fn from(Penalty { stiffness, exponent, damping, damping_depth, slip_speed }: Penalty) -> Self {
        Self {
            stiffness: Some(stiffness),
            exponent: Some(exponent),
            damping: Some(damping),
            damping_depth: Some(damping_depth),
            slip_speed: Some(slip_speed),
        }
    }
}

/// The law of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairLaw {
    /// The law of a single impact.
    pub impact: BuiltIn,
    /// Restitution used when several contacts close at once and by time stepping.
    pub restitution: f64,
    /// Friction of lasting contact; its sticking and slipping coefficients are used too where several contacts close at once.
    pub friction: Friction,
    /// The penalty method; what is not given it chooses from masses and speeds.
    pub penalty: Option<PenaltyGiven>,
}
