//! I33 to I36, I38, I47, I48: the laws with a contact moment.

use carom_impact::{Impulse, Outcome};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::case::{BRACH, CS, Case, GP2};
use crate::reference::enumerate::expansion_interval;
use crate::sampler::{decades, share, sign, with_moment, with_signed_ratio};
use crate::trial::{Trial, check};

/// (1 + 2 e_m) F I_th + (1 + e_m)(D_th,start + D I_N - E I_T) = 0 for the impulse of one phase.
/// The impulse of expansion is a difference of two, so the scale is that of the whole impulse.
fn moment_row(trial: &mut Trial, law: &str, e_m: f64, start: f64, i: Impulse, whole: Impulse) {
    let contact = trial.case.contact;
    let turned = (1.0 + e_m) * (start + contact.d * i.normal - contact.e * i.tangential);
    let held = (1.0 + 2.0 * e_m) * contact.f * i.moment;
    let parts = [contact.f * whole.moment, start, contact.d * whole.normal, contact.e * whole.tangential];
    trial.close(law, "moment row", held, -turned, parts.iter().map(|part| part.abs()).sum());
}

/// Any moment coefficient from -1 to 1 that keeps away from the singular value -1/2.
fn any_moment(rng: &mut Pcg64) -> f64 {
    match rng.random_range(0..3) {
        0 => share(rng),
        1 => -1.0,
        _ => -0.5 + sign(rng) * rng.random_range(0.05..0.5),
    }
}

fn any_brach(rng: &mut Pcg64) -> Case {
    Case { e_m: any_moment(rng), ..with_signed_ratio(rng) }
}

fn any_cs(rng: &mut Pcg64) -> Case {
    Case { e_mc: any_moment(rng), e_me: any_moment(rng), ..with_moment(rng) }
}

/// The outcome of C-S, if it has numbers.
fn answer(trial: &Trial) -> Option<Outcome> {
    Some(trial.case.resolve(CS)).filter(Outcome::has_numbers)
}

#[test]
fn i33_cs_without_moment_is_glocker_pfeiffer() {
    check(
        "I33",
        |rng| Case { e_mc: -1.0, e_me: -1.0, ..with_moment(rng) },
        |trial| {
            trial.agree(&[GP2, CS]);
            trial.holds(CS, "I_th = 0", trial.ok(CS).impulse.moment == 0.0);
            true
        },
    );
}

#[test]
fn i34_i35_brach_satisfies_its_three_rows() {
    check("I34, I35", any_brach, |trial| {
        let outcome = trial.case.resolve(BRACH);
        if !outcome.has_numbers() {
            return false;
        }
        let (case, i) = (trial.case, outcome.impulse);
        moment_row(trial, BRACH, case.e_m, case.before.moment, i, i);
        trial.holds(BRACH, "I_T = mu I_N", i.tangential == case.mu * i.normal);
        let want = -case.e * case.before.normal;
        trial.holds(BRACH, "D_NE = -e D_NA", outcome.after.normal == want);
        let contact = case.contact;
        let terms = [contact.a * i.normal, -contact.b * i.tangential, contact.d * i.moment, case.before.normal];
        let scale = terms.iter().map(|term| term.abs()).sum();
        trial.close(BRACH, "D_NE by the impulses", terms.iter().sum(), want, scale);
        true
    });
}

#[test]
fn i36_cs_satisfies_both_moment_rows() {
    check("I36", any_cs, |trial| {
        let Some(outcome) = answer(trial) else { return false };
        let (case, compression, whole) = (trial.case, outcome.compression.unwrap(), outcome.impulse);
        moment_row(trial, CS, case.e_mc, case.before.moment, compression, whole);
        moment_row(trial, CS, case.e_me, case.after(compression).moment, whole - compression, whole);
        true
    });
}

/// The end of [low, high] that a slide of sign v takes; with v = 0 anything between.
fn takes_its_end(trial: &mut Trial, tangential: f64, [low, high]: [f64; 2], v: f64, whole: Impulse) {
    let scale = trial.case.impulse_scale(whole) / trial.case.contact.c.sqrt();
    trial.at_most(CS, "low <= I_T", low, tangential, scale);
    trial.at_most(CS, "I_T <= high", tangential, high, scale);
    // Terms of D_T are as large as the weighed impulses; below this share of them a velocity is their rounding.
    let rounding =
        1e-9 * trial.case.contact.c.sqrt() * trial.case.impulse_scale(whole).max(trial.case.velocity_scale(whole));
    if v.abs() > rounding {
        trial.close(CS, "the end of a slide", tangential, if v > 0.0 { low } else { high }, scale);
    }
}

#[test]
fn cs_satisfies_restitution_and_friction_in_both_phases() {
    check("C-S phases", any_cs, |trial| {
        let Some(outcome) = answer(trial) else { return false };
        let (case, c, whole) = (trial.case, outcome.compression.unwrap(), outcome.impulse);
        trial.close(CS, "I_N = (1+e) I_NC", whole.normal, (1.0 + case.e) * c.normal, whole.normal);
        let size = case.impulse_scale(whole).max(case.velocity_scale(whole));
        let [at_c, at_e] = [case.after(c), case.after(whole)];
        trial.close(CS, "D_NC = 0", at_c.normal / case.contact.a.sqrt(), 0.0, size);
        let cone = case.mu * c.normal;
        takes_its_end(trial, c.tangential, [-cone, cone], at_c.tangential, whole);
        let interval = expansion_interval(case, c, case.nu, case.e_t_for(CS));
        takes_its_end(trial, whole.tangential - c.tangential, interval, at_e.tangential, whole);
        true
    });
}

fn cs_never_gains(trial: &mut Trial) -> bool {
    let Some(outcome) = answer(trial) else { return false };
    trial.no_gain(CS, &outcome);
    true
}

#[test]
fn i38_one_moment_coefficient_for_both_phases() {
    let sample = |rng: &mut Pcg64| {
        let e_m = share(rng);
        Case { e_mc: e_m, e_me: e_m, ..with_moment(rng) }
    };
    check("I38", sample, cs_never_gains);
}

#[test]
fn i47_moment_in_expansion_only() {
    check("I47", |rng| Case { e_mc: -1.0, e_me: share(rng), ..with_moment(rng) }, cs_never_gains);
}

/// c Jbar^-1 = (1 + e_m)/e_m, the ratio of moment impulse and rotation.
fn moment_ratio(e_m: f64) -> f64 {
    (1.0 + e_m) / e_m
}

#[test]
fn i48_enough_moment_in_expansion() {
    let sample =
        |rng: &mut Pcg64| Case { e_mc: decades(rng, -3.0, 0.0), e_me: decades(rng, -3.0, 0.0), ..with_moment(rng) };
    check("I48", sample, |trial| {
        let Case { e, e_mc, e_me, .. } = *trial.case;
        let enough = moment_ratio(e_me) >= e * e * moment_ratio(e_mc) / (2.0 * (1.0 + e));
        enough && cs_never_gains(trial)
    });
}
