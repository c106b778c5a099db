//! det = 0: normal and tangential velocity change in one fixed ratio, as for a bar on a pin. Statuses are right, and an answer
//! that is given satisfies the definition of its law.

use carom_impact::{Contact, Impulse, Outcome, Status, Velocity, laws};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::case::{CHATTERJEE, Case, GP1, GP2, KANE, ROUTH, SMITH, WALTON};
use crate::reference::process;
use crate::sampler::{any, decades, sign};
use crate::trial::{Trial, check};

/// Share of its terms below which a velocity counts as zero: rounding of the contact's entries and of the impulses.
const ZERO: f64 = 1e-11;

/// A contact k (sin^2, sin cos, cos^2) with friction away from the value |B|/C = A/|B| at which everything is decided by rounding.
fn pinned(rng: &mut Pcg64) -> Case {
    let case = any(rng);
    let (angle, factor) = (rng.random_range(0.05..1.5_f64), decades(rng, -3.0, 3.0));
    let (sin, cos) = angle.sin_cos();
    let contact = Contact::planar(factor * sin * sin, sign(rng) * factor * sin * cos, factor * cos * cos);
    let mu = if rng.random() { rng.random_range(0.01..0.99) } else { 1.0 + decades(rng, -2.0, 1.0) };
    let ratio = case.before.tangential / case.before.normal * (case.contact.a / case.contact.c).sqrt();
    let before = Velocity::planar(case.before.normal, case.before.normal * ratio * (contact.c / contact.a).sqrt());
    Case { contact, before, mu: mu * contact.mu_s(), ..case }
}

/// Velocities in the ratio of the contact, so that both vanish at once: at C, or with Newton's restitution at E.
fn pinned_and_aligned(rng: &mut Pcg64) -> Case {
    let case = pinned(rng);
    let factor = if rng.random() { 1.0 } else { 1.0 + case.e };
    let tangential = -factor * case.contact.b / case.contact.a * case.before.normal;
    Case { before: Velocity::planar(case.before.normal, tangential), ..case }
}

/// Coulomb's rule for an impulse and the velocity v after `whole`, of which the impulse may be the last part.
fn coulomb_holds(trial: &mut Trial, law: &str, i: Impulse, v: f64, whole: Impulse) {
    let (limit, scale) = (trial.case.mu * i.normal, trial.case.mu * whole.normal);
    trial.at_most(law, "|I_T| <= mu I_N", i.tangential.abs(), limit, scale);
    if v.abs() > ZERO * tangential_terms(trial.case, whole) {
        trial.close(law, "I_T = -sign(v) mu I_N", i.tangential, -v.signum() * limit, scale);
    }
}

/// Size of the terms of D_T.
fn tangential_terms(case: &Case, i: Impulse) -> f64 {
    case.before.tangential.abs() + (case.contact.b * i.normal).abs() + (case.contact.c * i.tangential).abs()
}

/// D_E follows from the impulse. Its terms A I_N and B I_T may be far larger than their sum, so they make the scale.
fn velocities_follow(trial: &mut Trial, law: &str, outcome: &Outcome) {
    let scale = trial.case.velocity_scale(outcome.impulse).max(trial.case.impulse_scale(outcome.impulse));
    let got = trial.case.weighed_velocity(outcome.after);
    let want = trial.case.weighed_velocity(trial.case.after(outcome.impulse));
    for (got, want) in got.into_iter().zip(want) {
        trial.close(law, "D_E", got, want, scale);
    }
}

/// What the definition of an algebraic law asks of an answer.
fn satisfies_definition(trial: &mut Trial, law: &str, outcome: &Outcome) {
    let (case, i) = (trial.case, outcome.impulse);
    let after = case.after(i);
    velocities_follow(trial, law, outcome);
    trial.holds(law, "I_N > 0, D_NE >= 0", i.normal > 0.0 && outcome.after.normal >= 0.0);
    match law {
        KANE => coulomb_holds(trial, law, i, after.tangential, i),
        WALTON => coulomb_holds(trial, law, i, after.tangential + case.e_t * case.before.tangential, i),
        GP1 | GP2 => {
            let compression = outcome.compression.unwrap();
            coulomb_holds(trial, law, compression, case.after(compression).tangential, i);
            if law == GP1 {
                coulomb_holds(trial, law, i - compression, after.tangential, i);
            }
        }
        SMITH if case.before.tangential != 0.0 => {
            // D_TE does not depend on the impulses here, and is free of their rounding so.
            let x = case.before.tangential;
            let y = x + case.contact.b / case.contact.a * (1.0 + case.e) * case.before.normal;
            let ratio = (x * x.abs() + y * y.abs()) / (x * x + y * y);
            trial.close(law, "I_T = -mu I_N phi", i.tangential, -case.mu * i.normal * ratio, case.mu * i.normal);
        }
        _ => trial.at_most(law, "|I_T| <= mu I_N", i.tangential.abs(), case.mu * i.normal, case.mu * i.normal),
    }
}

/// Whether friction leaves a positive normal impulse to the slide that the fixed v = w - (B/A) b asks for.
fn slide_separates(case: &Case, b: f64, w: f64) -> bool {
    let v = w - case.contact.b / case.contact.a * b;
    case.stiffness(v.signum()) > 0.0
}

#[test]
fn algebraic_laws_on_a_pinned_bar() {
    check("det = 0, algebraic", pinned, |trial| {
        let (approach, w) = (-trial.case.before.normal, trial.case.before.tangential);
        let b = (1.0 + trial.case.e) * approach;
        let exists = [
            (KANE, slide_separates(trial.case, b, w)),
            (WALTON, slide_separates(trial.case, b, (1.0 + trial.case.e_t) * w)),
            (GP1, slide_separates(trial.case, approach, w)),
            (GP2, slide_separates(trial.case, approach, w)),
        ];
        for (law, exists) in exists {
            let outcome = trial.case.resolve(law);
            trial.holds(law, "a solution exists if and only if it says so", (outcome.status == Status::Ok) == exists);
            trial.holds(law, "ok or no-solution", exists || outcome.status == Status::NoSolution);
        }
        for law in [KANE, WALTON, GP1, GP2, SMITH, CHATTERJEE] {
            let outcome = trial.case.resolve(law);
            if outcome.status == Status::Ok {
                satisfies_definition(trial, law, &outcome);
            }
        }
        true
    });
}

#[test]
fn laws_of_the_process_on_a_pinned_bar() {
    check("det = 0, process", pinned, |trial| {
        for law in ROUTH {
            let outcome = trial.case.resolve(law);
            match process::walk(trial.case, law) {
                Some(walk) => {
                    trial.holds(law, "ok", outcome.status == Status::Ok);
                    trial.same_impulse(law, outcome.impulse, walk.impulse);
                    trial.same_velocity(law, outcome.after, walk.after);
                }
                None => trial.holds(law, "no-solution", outcome.status == Status::NoSolution),
            }
        }
        true
    });
}

#[test]
fn aligned_velocities_on_a_pinned_bar() {
    check("det = 0, aligned", pinned_and_aligned, |trial| {
        for law in laws::CATALOGUE.map(|law| law.name) {
            let outcome = trial.case.resolve(law);
            let finite = outcome.impulse.is_finite() && outcome.after.is_finite() && outcome.energy.total().is_finite();
            trial.holds(law, "finite numbers", finite);
            if outcome.status == Status::Ok && [KANE, WALTON, GP1, GP2, SMITH].contains(&law) {
                satisfies_definition(trial, law, &outcome);
            }
        }
        let (b, w) = (-(1.0 + trial.case.e) * trial.case.before.normal, trial.case.before.tangential);
        let coupled = trial.case.contact.b / trial.case.contact.a * b;
        if (w - coupled).abs() <= 1e-15 * coupled.abs() {
            let status = trial.case.resolve(KANE).status;
            trial.holds(KANE, "a stuck singular contact is indeterminate", status == Status::Indeterminate);
        }
        true
    });
}
