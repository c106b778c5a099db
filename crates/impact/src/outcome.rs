//! What comes of a collision: numbers, status, energy account and warnings.

use std::fmt;

use crate::{Collision, Impulse, Mode, Velocity, Work};

/// How far a law got (names as in the files).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// One admissible answer.
    Ok,
    /// The bodies do not approach.
    NoImpact,
    /// No impulse satisfies the law.
    NoSolution,
    /// A continuum of impulses satisfies it.
    Indeterminate,
    /// Several isolated answers.
    Multiple,
    /// Numbers are given, but I_N <= 0 or the bodies still approach.
    Inadmissible,
    /// The law's own equations are singular, or its numbers overflow.
    Singular,
    /// The input is at fault.
    BadInput,
}

impl Status {
    /// The name used in files and tables.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::NoImpact => "no-impact",
            Self::NoSolution => "no-solution",
            Self::Indeterminate => "indeterminate",
            Self::Multiple => "multiple",
            Self::Inadmissible => "inadmissible",
            Self::Singular => "singular",
            Self::BadInput => "bad-input",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

/// Something a user should know of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warning {
    /// T_E > T_A.
    EnergyCreated,
    /// |I_T| exceeds the law's friction limit.
    ConeViolated,
    /// D_N < 0 after: the bodies would interpenetrate.
    Penetration,
    /// I_N <= 0: the bodies would pull.
    Adhesion,
    /// The law has several answers.
    SeveralSolutions,
}

impl Warning {
    /// Every warning, in the order of reports.
    pub const ALL: [Self; 5] =
        [Self::EnergyCreated, Self::ConeViolated, Self::Penetration, Self::Adhesion, Self::SeveralSolutions];

    /// The name used in files and tables.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::EnergyCreated => "energy-created",
            Self::ConeViolated => "cone-violated",
            Self::Penetration => "penetration",
            Self::Adhesion => "adhesion",
            Self::SeveralSolutions => "several-solutions",
        }
    }
}

/// A set of warnings, small enough to copy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings(u8);

impl Warnings {
    /// The set with one more if the condition holds.
    #[must_use]
    pub fn with(self, warning: Warning, condition: bool) -> Self {
        Self(self.0 | (u8::from(condition) << warning as u8))
    }

    /// True if the set holds this one.
    pub fn contains(self, warning: Warning) -> bool {
        self.0 & (1 << warning as u8) != 0
    }

    /// True if there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set, in the order of [`Warning::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Warning> {
        Warning::ALL.into_iter().filter(move |warning| self.contains(*warning))
    }
}

/// T_E - T_A split by who did the work (seed 000, equation 2.4): I (D_A + D_E)/2 part by part.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyChange {
    /// I_N (D_NA + D_NE)/2.
    pub normal: f64,
    /// I_T (D_TA + D_TE)/2.
    pub tangential: f64,
    /// I_th (D_thA + D_thE)/2.
    pub moment: f64,
}

impl EnergyChange {
    /// Energy change of an impulse between two velocities. Exists also where the local matrix is singular.
    pub fn of(impulse: Impulse, before: Velocity, after: Velocity) -> Self {
        Self {
            normal: 0.5 * impulse.normal * (before.normal + after.normal),
            tangential: 0.5 * impulse.tangential * (before.tangential + after.tangential),
            moment: 0.5 * impulse.moment * (before.moment + after.moment),
        }
    }

    /// T_E - T_A.
    pub fn total(&self) -> f64 {
        self.normal + self.tangential + self.moment
    }
}

/// A law's answer to a collision, audited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// How far the law got; numbers mean something only if [`Outcome::has_numbers`].
    pub status: Status,
    /// Contact mode, if there are numbers.
    pub mode: Option<Mode>,
    /// Total impulse.
    pub impulse: Impulse,
    /// Velocity after (that before, if there are no numbers).
    pub after: Velocity,
    /// Impulse of the compression phase, for laws that have one.
    pub compression: Option<Impulse>,
    /// Works along the path, for laws of the Routh process.
    pub work: Option<Work>,
    /// Energy change and its parts.
    pub energy: EnergyChange,
    /// What a user should know.
    pub warnings: Warnings,
    /// Why there are no numbers.
    pub reason: Option<&'static str>,
}

/// A blank for the buffers of batch calls: no impact, all numbers zero.
impl Default for Outcome {
    fn default() -> Self {
        Self {
            status: Status::NoImpact,
            mode: None,
            impulse: Impulse::default(),
            after: Velocity::default(),
            compression: None,
            work: None,
            energy: EnergyChange::default(),
            warnings: Warnings::default(),
            reason: None,
        }
    }
}

impl Outcome {
    /// An outcome without numbers.
    pub(crate) fn without_numbers(collision: &Collision, status: Status, reason: Option<&'static str>) -> Self {
        Self {
            status,
            after: collision.before(),
            warnings: Warnings::default().with(Warning::SeveralSolutions, status == Status::Multiple),
            reason,
            ..Self::default()
        }
    }

    /// True if impulses and velocities are given (`ok` or `inadmissible`).
    pub fn has_numbers(&self) -> bool {
        matches!(self.status, Status::Ok | Status::Inadmissible)
    }

    /// Impulse from C to E, for laws that have phases.
    pub fn expansion(&self) -> Option<Impulse> {
        self.compression.map(|compression| self.impulse - compression)
    }
}
