//! One collision through one law, audited: the same checks for every law, built in or the user's own.

use crate::{Answer, Collision, EnergyChange, Law, Outcome, Refusal, Status, Warning, Warnings};

/// Share of the sum of magnitudes by which a sign must be wrong before the audit speaks.
/// Rounding stays a hundred times below it; a real gain or penetration stands far above.
const AUDIT_TOLERANCE: f64 = 1e-12;

/// Applies a law to a collision and audits the answer.
pub fn resolve<L: Law + ?Sized>(law: &L, collision: &Collision) -> Outcome {
    if collision.before().normal >= 0.0 {
        let reason = "the bodies do not approach: the normal velocity before is zero or more";
        return Outcome::without_numbers(collision, Status::NoImpact, Some(reason));
    }
    match law.answer(collision) {
        Ok(answer) => audit(law, collision, &answer),
        Err(refusal) => refuse(collision, refusal),
    }
}

fn refuse(collision: &Collision, refusal: Refusal) -> Outcome {
    let (status, reason) = match refusal {
        Refusal::NoSolution(reason) => (Status::NoSolution, reason),
        Refusal::Indeterminate(reason) => (Status::Indeterminate, reason),
        Refusal::Singular(reason) => (Status::Singular, reason),
        Refusal::Multiple => (Status::Multiple, "the law has several isolated answers here"),
    };
    Outcome::without_numbers(collision, status, Some(reason))
}

/// Every number of the outcome is finite: the products in works and energies overflow before impulses and velocities do.
/// A sum is finite only if its parts are.
fn is_finite(answer: &Answer, energy: &EnergyChange) -> bool {
    answer.impulse.is_finite()
        && answer.after.is_finite()
        && answer.compression.is_none_or(|impulse| impulse.is_finite())
        && answer.work.is_none_or(|work| work.total().is_finite())
        && energy.total().is_finite()
}

/// Energy account, admissibility and warnings of one answer of a law.
pub fn audit<L: Law + ?Sized>(law: &L, collision: &Collision, answer: &Answer) -> Outcome {
    let energy = EnergyChange::of(answer.impulse, collision.before(), answer.after);
    if !is_finite(answer, &energy) {
        let reason = "the answer is not finite: the equations are singular or the numbers overflow";
        return Outcome::without_numbers(collision, Status::Singular, Some(reason));
    }
    let warnings = warnings(collision, answer, &energy, law.friction_limit());
    let inadmissible = warnings.contains(Warning::Penetration) || warnings.contains(Warning::Adhesion);
    Outcome {
        status: if inadmissible { Status::Inadmissible } else { Status::Ok },
        mode: Some(answer.mode),
        impulse: answer.impulse,
        after: answer.after,
        compression: answer.compression,
        work: answer.work,
        energy,
        warnings,
        reason: None,
    }
}

fn warnings(collision: &Collision, answer: &Answer, energy: &EnergyChange, friction_limit: Option<f64>) -> Warnings {
    let (impulse, before, after) = (answer.impulse, collision.before(), answer.after);
    let contact = collision.contact();
    let normal_scale = before.normal.abs()
        + (contact.a * impulse.normal).abs()
        + (contact.b * impulse.tangential).abs()
        + (contact.d * impulse.moment).abs();
    let energy_scale = impulse.normal.abs() * (before.normal.abs() + after.normal.abs())
        + impulse.tangential.abs() * (before.tangential.abs() + after.tangential.abs())
        + impulse.moment.abs() * (before.moment.abs() + after.moment.abs());
    let outside_cone = friction_limit.is_some_and(|limit| {
        impulse.tangential.abs()
            > limit * impulse.normal + AUDIT_TOLERANCE * (impulse.tangential.abs() + limit * impulse.normal.abs())
    });
    Warnings::default()
        .with(Warning::EnergyCreated, energy.total() > AUDIT_TOLERANCE * energy_scale)
        .with(Warning::ConeViolated, outside_cone)
        .with(Warning::Penetration, after.normal < -AUDIT_TOLERANCE * normal_scale)
        .with(Warning::Adhesion, impulse.normal <= 0.0)
}
