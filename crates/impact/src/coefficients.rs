//! Named coefficients of the laws and their ranges.

use std::fmt;

/// Coefficients by name; a law takes those it uses and ignores the others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coefficients {
    /// Restitution, in the sense of the law (kinematic, kinetic or energetic).
    pub e: Option<f64>,
    /// Friction; for Brach the signed ratio I_T/I_N.
    pub mu: Option<f64>,
    /// Static friction (Kane); `mu` if absent.
    pub mu_static: Option<f64>,
    /// Reversible part of the tangential impulse due to friction (Glocker-Pfeiffer).
    pub nu: Option<f64>,
    /// Tangential restitution.
    pub e_t: Option<f64>,
    /// Moment coefficient (Brach).
    pub e_m: Option<f64>,
    /// Moment coefficient in compression (C-S).
    pub e_mc: Option<f64>,
    /// Moment coefficient in expansion (C-S).
    pub e_me: Option<f64>,
}

/// One coefficient's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are the fields of [`Coefficients`]
pub enum Coefficient {
    E,
    Mu,
    MuStatic,
    Nu,
    Et,
    Em,
    Emc,
    Eme,
}

/// A coefficient that is missing or cannot be.
#[derive(Clone, Debug, PartialEq)]
pub enum CoefficientError {
    /// The law needs it.
    Missing {
        /// Which one.
        name: Coefficient,
        /// The law that asks.
        law: &'static str,
        /// All coefficients of that law.
        takes: &'static [Coefficient],
    },
    /// It is NaN, infinite or out of its range.
    OutOfRange {
        /// Which one.
        name: Coefficient,
        /// The law that asks.
        law: &'static str,
        /// The value given.
        value: f64,
        /// Smallest value allowed.
        least: f64,
        /// Largest value allowed.
        most: f64,
    },
    /// mu_static < mu.
    StaticBelowKinetic {
        /// The static value given.
        mu_static: f64,
        /// The kinetic value given.
        mu: f64,
    },
}

impl Coefficient {
    /// Every name, in the order of files.
    pub const ALL: [Self; 8] = [Self::E, Self::Mu, Self::MuStatic, Self::Nu, Self::Et, Self::Em, Self::Emc, Self::Eme];

    /// The name used in files and on the command line.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::E => "e",
            Self::Mu => "mu",
            Self::MuStatic => "mu_static",
            Self::Nu => "nu",
            Self::Et => "e_t",
            Self::Em => "e_m",
            Self::Emc => "e_mc",
            Self::Eme => "e_me",
        }
    }

    /// Least and largest value that any law takes; friction has no largest. Brach's mu, a signed ratio, may also be below zero.
    pub fn range(&self) -> (f64, Option<f64>) {
        match self {
            Self::E | Self::Nu => (0.0, Some(1.0)),
            Self::Mu | Self::MuStatic => (0.0, None),
            Self::Et | Self::Em | Self::Emc | Self::Eme => (-1.0, Some(1.0)),
        }
    }
}

impl fmt::Display for Coefficient {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl fmt::Display for CoefficientError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name, law, takes } => {
                let takes: Vec<_> = takes.iter().map(Coefficient::as_str).collect();
                write!(out, "{law} needs the coefficient {name}, which is missing (it takes {})", takes.join(", "))
            }
            Self::OutOfRange { name, law, value, least, most } => {
                write!(out, "{name} is {value}; {law} expects ")?;
                write!(out, "a value from {least:?} to {most:?}")
            }
            Self::StaticBelowKinetic { mu_static, mu } => {
                write!(out, "mu_static is {mu_static}; expected at least mu = {mu}")
            }
        }
    }
}

impl std::error::Error for CoefficientError {}

impl Coefficients {
    /// The value of a coefficient by name.
    pub fn get(&self, name: Coefficient) -> Option<f64> {
        match name {
            Coefficient::E => self.e,
            Coefficient::Mu => self.mu,
            Coefficient::MuStatic => self.mu_static,
            Coefficient::Nu => self.nu,
            Coefficient::Et => self.e_t,
            Coefficient::Em => self.e_m,
            Coefficient::Emc => self.e_mc,
            Coefficient::Eme => self.e_me,
        }
    }

    /// Sets a coefficient by name.
    pub fn set(&mut self, name: Coefficient, value: f64) {
        *self.slot(name) = Some(value);
    }

    /// Takes a coefficient away.
    pub fn clear(&mut self, name: Coefficient) {
        *self.slot(name) = None;
    }

    fn slot(&mut self, name: Coefficient) -> &mut Option<f64> {
        match name {
            Coefficient::E => &mut self.e,
            Coefficient::Mu => &mut self.mu,
            Coefficient::MuStatic => &mut self.mu_static,
            Coefficient::Nu => &mut self.nu,
            Coefficient::Et => &mut self.e_t,
            Coefficient::Em => &mut self.e_m,
            Coefficient::Emc => &mut self.e_mc,
            Coefficient::Eme => &mut self.e_me,
        }
    }
}

/// Reads coefficients for one law, so that every error names it.
pub(crate) struct Reader<'a> {
    pub(crate) law: &'static str,
    pub(crate) takes: &'static [Coefficient],
    pub(crate) given: &'a Coefficients,
}

/// Largest friction accepted: beyond it products overflow and no surface is meant.
pub(crate) const LARGEST_FRICTION: f64 = 1e30;

impl Reader<'_> {
    /// A coefficient that must be there and within a range.
    pub(crate) fn within(&self, name: Coefficient, least: f64, most: f64) -> Result<f64, CoefficientError> {
        let value = self.given.get(name).ok_or(CoefficientError::Missing { name, law: self.law, takes: self.takes })?;
        if least <= value && value <= most {
            Ok(value)
        } else {
            Err(CoefficientError::OutOfRange { name, law: self.law, value, least, most })
        }
    }

    /// Restitution e in [0, 1].
    pub(crate) fn restitution(&self) -> Result<f64, CoefficientError> {
        self.within(Coefficient::E, 0.0, 1.0)
    }

    /// Friction mu >= 0.
    pub(crate) fn friction(&self) -> Result<f64, CoefficientError> {
        self.within(Coefficient::Mu, 0.0, LARGEST_FRICTION)
    }
}
