//! I01 to I07: what every law, or a family of laws, promises of each answer.

use carom_impact::{Impulse, Velocity};
use rand_pcg::Pcg64;

use crate::case::{
    BRACH, CHATTERJEE, CS, Case, GP1, GP2, KANE, NEWTON, NINE, ROUTH, SMITH, WALTON, WM_NEWTON, WM_POISSON,
};
use crate::reference::{enumerate, process};
use crate::sampler::{any, decades, with_moment, with_signed_ratio, with_static_friction};
use crate::trial::{Trial, check};

/// All solutions of a law, by search over its modes.
fn solutions(case: &Case, law: &str) -> Vec<Impulse> {
    if ROUTH.contains(&law) {
        process::walk(case, law).map(|walk| walk.impulse).into_iter().collect()
    } else {
        enumerate::solutions(case, law)
    }
}

/// The only solution found by search is the law's answer.
pub fn only_solution(trial: &mut Trial, law: &str) {
    let found = solutions(trial.case, law);
    trial.holds(law, &format!("one solution, found {found:?}"), found.len() == 1);
    let outcome = trial.ok(law);
    trial.same_impulse(law, outcome.impulse, found[0]);
}

#[test]
fn i01_exactly_one_admissible_solution() {
    check("I01", with_static_friction, |trial| {
        NINE.iter().for_each(|law| only_solution(trial, law));
        true
    });
}

#[test]
fn i02_i03_bodies_are_pushed_apart() {
    check("I02, I03", with_static_friction, |trial| {
        for law in [NEWTON].iter().chain(&NINE) {
            let outcome = trial.ok(law);
            trial.holds(law, "I_N > 0", outcome.impulse.normal > 0.0);
            trial.holds(law, "D_NE >= 0", outcome.after.normal >= 0.0);
            not_approaching(trial, law, outcome.impulse);
        }
        true
    });
}

/// D_NE >= 0 by the impulses alone.
pub fn not_approaching(trial: &mut Trial, law: &str, impulse: Impulse) {
    let normal = trial.case.after(impulse).normal / trial.case.contact.a.sqrt();
    trial.at_most(law, "-D_NE <= 0", -normal, 0.0, trial.case.velocity_scale(impulse));
}

#[test]
fn i04_friction_stays_in_the_cone() {
    check("I04", with_static_friction, |trial| {
        for law in NINE {
            let limit = if law == KANE { trial.case.mu_static.unwrap_or(trial.case.mu) } else { trial.case.mu };
            let Impulse { normal, tangential, .. } = trial.ok(law).impulse;
            trial.at_most(law, "|I_T| <= mu I_N", tangential.abs(), limit * normal, limit * normal);
        }
        true
    });
}

/// (2.3): dT = I . D_A + I M_L^-1 I/2.
fn energy_from_before(case: &Case, i: Impulse) -> f64 {
    let change = case.contact;
    let square =
        change.a * i.normal * i.normal + change.c * i.tangential * i.tangential + change.f * i.moment * i.moment;
    let mixed =
        -change.b * i.normal * i.tangential + change.d * i.normal * i.moment - change.e * i.tangential * i.moment;
    i.normal * case.before.normal
        + i.tangential * case.before.tangential
        + i.moment * case.before.moment
        + 0.5 * square
        + mixed
}

/// (2.4): dT = I . (D_A + D_E)/2 with the law's own D_E.
fn energy_from_mean(case: &Case, i: Impulse, after: Velocity) -> f64 {
    0.5 * (i.normal * (case.before.normal + after.normal)
        + i.tangential * (case.before.tangential + after.tangential)
        + i.moment * (case.before.moment + after.moment))
}

/// Both formulas, the law's own account, and the velocities after by the equations of impact.
fn energies_agree(trial: &mut Trial, law: &str) -> bool {
    let outcome = trial.case.resolve(law);
    if !outcome.has_numbers() {
        return false;
    }
    let expected = energy_from_before(trial.case, outcome.impulse);
    let mean = energy_from_mean(trial.case, outcome.impulse, outcome.after);
    // Rounding of the impulses counts once more here: (2.3) is quadratic in them.
    let scale = trial.case.impulse_scale(outcome.impulse).powi(2).max(trial.case.energy_scale(outcome.impulse));
    trial.close(law, "dT by (2.4) and (2.3)", mean, expected, scale);
    trial.close(law, "dT of the outcome", outcome.energy.total(), expected, scale);
    trial.same_velocity(law, outcome.after, trial.case.after(outcome.impulse));
    true
}

/// The same for laws that always answer.
fn all_energies_agree(trial: &mut Trial, laws: &[&str]) {
    for law in laws {
        let answered = energies_agree(trial, law);
        trial.holds(law, "numbers", answered);
    }
}

#[test]
fn i05_energy_by_both_formulas() {
    check("I05", with_static_friction, |trial| {
        all_energies_agree(trial, &NINE);
        true
    });
}

#[test]
fn i05_energy_by_both_formulas_with_moment() {
    check("I05 with moment", with_moment, |trial| {
        all_energies_agree(trial, &NINE);
        all_energies_agree(trial, &[NEWTON, CHATTERJEE]);
        energies_agree(trial, CS)
    });
    check("I05 of Brach", with_signed_ratio, |trial| energies_agree(trial, BRACH));
}

/// Friction by which users mean "never slips": laws must not drown their answer in mu times rounding.
#[test]
fn i05_energy_by_both_formulas_with_huge_friction() {
    let sample = |rng: &mut Pcg64| {
        let case = any(rng);
        Case { mu: (case.contact.a / case.contact.c).sqrt() * decades(rng, 3.0, 25.0), ..case }
    };
    check("I05 with huge friction", sample, |trial| {
        all_energies_agree(trial, &NINE);
        true
    });
}

#[test]
fn i06_newtons_restitution() {
    check("I06", with_static_friction, |trial| {
        for law in [NEWTON, KANE, WM_NEWTON, SMITH, WALTON] {
            let outcome = trial.ok(law);
            let want = -trial.case.e * trial.case.before.normal;
            trial.holds(law, "D_NE = -e D_NA", outcome.after.normal == want);
            let got = trial.case.after(outcome.impulse).normal;
            let weight = trial.case.contact.a.sqrt();
            trial.close(law, "D_NE", got / weight, want / weight, trial.case.velocity_scale(outcome.impulse));
        }
        true
    });
}

#[test]
fn i07_poissons_restitution() {
    check("I07", any, |trial| {
        for law in [GP1, GP2, WM_POISSON] {
            let outcome = trial.ok(law);
            let compression = outcome.compression.unwrap();
            let want = (1.0 + trial.case.e) * compression.normal;
            trial.close(law, "I_N = (1+e) I_NC", outcome.impulse.normal, want, want);
            let rest = trial.case.after(compression).normal / trial.case.contact.a.sqrt();
            trial.close(law, "D_NC = 0", rest, 0.0, trial.case.velocity_scale(compression));
        }
        true
    });
}
