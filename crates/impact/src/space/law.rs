//! The laws that have a meaning in space, and their audit.

use std::fmt;

use super::algebraic::{self, EndLaw};
use super::answer::{Answer, Mode};
use super::process::{self, Ending};
use super::{Collision, Impulse, Velocity};
use crate::laws::{BuiltIn, LawError};
use crate::{Coefficients, Refusal, Status, Warning, Warnings, laws};
use smallvec::SmallVec;

/// Share of the sum of magnitudes by which a sign must be wrong before the audit speaks.
const AUDIT_TOLERANCE: f64 = 1e-12;

/// The answers of a law, in the order of the normal impulse; almost always one.
pub type Answers = SmallVec<[Answer; 1]>;

/// A law in space with its coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law {
    plane: BuiltIn,
}

/// Names of the laws that have a meaning in space.
pub const NAMES: [&str; 8] = [
    "newton",
    "kane",
    "glocker-pfeiffer",
    "wang-mason-newton",
    "wang-mason-poisson",
    "stronge",
    "walton",
    "chatterjee-ruina",
];

/// Why a name and coefficients do not make a law in space.
#[derive(Clone, Debug, PartialEq)]
pub enum SpaceLawError {
    /// It is no law at all, or its coefficients cannot be.
    Law(LawError),
    /// The law is defined for motion in a plane only.
    OnlyInThePlane {
        /// Its name.
        name: &'static str,
    },
}

impl fmt::Display for SpaceLawError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Law(error) => error.fmt(out),
            Self::OnlyInThePlane { name } => {
                write!(out, "the law \"{name}\" is defined in the plane only; in space there are {}", NAMES.join(", "))
            }
        }
    }
}

impl std::error::Error for SpaceLawError {}

/// A law in space by its name (or an alias) with checked coefficients.
pub fn by_name(name: &str, coefficients: &Coefficients) -> Result<Law, SpaceLawError> {
    // A law of the plane only is named before its coefficients are asked for: none of them would help.
    if let Some(known) = laws::info(name) {
        in_space(known.name)?;
    }
    laws::by_name(name, coefficients).map_err(SpaceLawError::Law).and_then(Law::from_plane)
}

/// Whether a law has a meaning in space.
fn in_space(name: &'static str) -> Result<(), SpaceLawError> {
    if NAMES.contains(&name) { Ok(()) } else { Err(SpaceLawError::OnlyInThePlane { name }) }
}

impl Law {
    /// The law in space that a law of the plane is the planar case of.
    pub fn from_plane(plane: BuiltIn) -> Result<Self, SpaceLawError> {
        in_space(crate::Law::name(&plane)).map(|()| Self { plane })
    }

    /// Name as in files and on the command line.
    pub fn name(&self) -> &'static str {
        crate::Law::name(&self.plane)
    }

    /// Every answer of the law, or why there is none. The bodies must approach.
    pub fn answers(&self, collision: &Collision) -> Result<Answers, Refusal> {
        let one = |answer: Answer| Answers::from_elem(answer, 1);
        match self.plane {
            BuiltIn::Newton(law) => Ok(one(algebraic::newton(collision, law.e))),
            BuiltIn::Kane(law) => EndLaw {
                e: law.e,
                mu: law.friction.mu,
                mu_static: law.friction.mu_static,
                e_t: 0.0,
                modes: [Mode::Stick, Mode::Slip],
            }
            .answers(collision),
            BuiltIn::Walton(law) => {
                let modes = [Mode::Roll, Mode::Slide];
                EndLaw { e: law.e, mu: law.mu, mu_static: law.mu, e_t: law.e_t, modes }.answers(collision)
            }
            BuiltIn::GlockerPfeiffer(law) => algebraic::glocker_pfeiffer(collision, law.e, law.mu),
            BuiltIn::ChatterjeeRuina(law) => algebraic::chatterjee_ruina(collision, law.e, law.mu, law.e_t).map(one),
            BuiltIn::WangMasonNewton(law) => process::run(collision, law.e, law.mu, Ending::Newton).map(one),
            BuiltIn::WangMasonPoisson(law) => process::run(collision, law.e, law.mu, Ending::Poisson).map(one),
            BuiltIn::Stronge(law) => process::run(collision, law.e, law.mu, Ending::Stronge).map(one),
            _ => Err(Refusal::NoSolution("the law is defined in the plane only")),
        }
    }

    /// Largest |P_t|/P_n the law allows.
    fn friction_limit(&self) -> Option<f64> {
        crate::Law::friction_limit(&self.plane)
    }
}

/// A law's answers to a collision, audited.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How far the law got.
    pub status: Status,
    /// The answers: one where the status is `ok` or `inadmissible`, several where it is `multiple`, else none.
    pub answers: SmallVec<[Audited; 1]>,
    /// Why there is none.
    pub reason: Option<&'static str>,
}

/// An answer with its energy account.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Audited {
    /// What the law found.
    pub answer: Answer,
    /// T_E - T_A.
    pub energy_change: f64,
    /// What a user should know.
    pub warnings: Warnings,
}

impl Audited {
    fn status(&self) -> Status {
        let wrong = self.warnings.contains(Warning::Penetration) || self.warnings.contains(Warning::Adhesion);
        if wrong { Status::Inadmissible } else { Status::Ok }
    }
}

/// Applies a law to a collision and audits the answers.
pub fn resolve(law: &Law, collision: &Collision) -> Outcome {
    if collision.before().normal >= 0.0 {
        return Outcome::without(
            Status::NoImpact,
            "the bodies do not approach: the normal velocity before is zero or more",
        );
    }
    let answers = match law.answers(collision) {
        Ok(answers) => answers,
        Err(Refusal::NoSolution(reason)) => return Outcome::without(Status::NoSolution, reason),
        Err(Refusal::Indeterminate(reason)) => return Outcome::without(Status::Indeterminate, reason),
        Err(Refusal::Singular(reason)) => return Outcome::without(Status::Singular, reason),
        Err(Refusal::Multiple) => return Outcome::without(Status::Multiple, "the law has several answers here"),
    };
    let several = answers.len() > 1;
    let answers: SmallVec<[Audited; 1]> = answers.iter().map(|answer| audit(law, collision, answer, several)).collect();
    if answers.iter().any(|audited| !is_finite(audited)) {
        return Outcome::without(
            Status::Singular,
            "the answer is not finite: the equations are singular or the numbers overflow",
        );
    }
    let status = if several { Status::Multiple } else { answers.first().map_or(Status::NoSolution, Audited::status) };
    Outcome { status, answers, reason: None }
}

impl Outcome {
    fn without(status: Status, reason: &'static str) -> Self {
        Self { status, answers: SmallVec::new(), reason: Some(reason) }
    }
}

fn is_finite(audited: &Audited) -> bool {
    let answer = &audited.answer;
    answer.impulse.is_finite() && answer.after.is_finite() && audited.energy_change.is_finite()
}

fn audit(law: &Law, collision: &Collision, answer: &Answer, several: bool) -> Audited {
    let (before, after, impulse) = (collision.before(), answer.after, answer.impulse);
    let parts =
        [impulse.normal * (before.normal + after.normal), impulse.tangential.dot(before.tangential + after.tangential)];
    let energy_change = 0.5 * (parts[0] + parts[1]);
    let energy_scale = energy_scale(before, after, impulse);
    let contact = collision.contact();
    let normal_scale = before.normal.abs()
        + (contact.normal * impulse.normal).abs()
        + contact.coupling.length() * impulse.tangential.length();
    let pull = impulse.tangential.length();
    let outside = law
        .friction_limit()
        .is_some_and(|limit| pull > limit * impulse.normal + AUDIT_TOLERANCE * (pull + limit * impulse.normal.abs()));
    let warnings = Warnings::default()
        .with(Warning::EnergyCreated, energy_change > AUDIT_TOLERANCE * energy_scale)
        .with(Warning::ConeViolated, outside)
        .with(Warning::Penetration, after.normal < -AUDIT_TOLERANCE * normal_scale)
        .with(Warning::Adhesion, impulse.normal <= 0.0)
        .with(Warning::SeveralSolutions, several);
    Audited { answer: *answer, energy_change, warnings }
}

fn energy_scale(before: Velocity, after: Velocity, impulse: Impulse) -> f64 {
    impulse.normal.abs() * (before.normal.abs() + after.normal.abs())
        + impulse.tangential.length() * (before.tangential.length() + after.tangential.length())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever coefficients are given or missing: a law of the plane only is told from one that lacks a coefficient.
    #[test]
    fn laws_of_the_plane_only_are_named_before_their_coefficients() {
        let given = Coefficients { e: Some(0.5), mu: Some(0.2), ..Coefficients::default() };
        for law in laws::CATALOGUE.iter().filter(|law| !NAMES.contains(&law.name)) {
            for coefficients in [given, Coefficients::default()] {
                let error = by_name(law.name, &coefficients);
                assert_eq!(error, Err(SpaceLawError::OnlyInThePlane { name: law.name }));
            }
        }
        let missing = by_name("stronge", &Coefficients::default());
        assert!(matches!(missing, Err(SpaceLawError::Law(LawError::Coefficient(_)))), "{missing:?}");
    }
}
