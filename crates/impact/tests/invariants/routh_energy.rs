//! I17, I39, I40, I45, I46: energy where the slip stops.

use crate::case::{Case, GP1, WM_POISSON};
use crate::reference::process;
use crate::sampler::{any, compression_reverse, expansion_reverse, stops_in_expansion};
use crate::trial::{Trial, check};

/// dT of Glocker-Pfeiffer does not exceed that of Routh.
fn glocker_pfeiffer_loses_more(trial: &mut Trial) {
    let (gp, routh) = (trial.ok(GP1), trial.ok(WM_POISSON));
    let scale = trial.case.energy_scale(gp.impulse).max(trial.case.energy_scale(routh.impulse));
    trial.at_most(GP1, "dT(GP1) <= dT(WM-Poisson)", gp.energy.total(), routh.energy.total(), scale);
}

#[test]
fn i17_expansion_reverse_glocker_pfeiffer_loses_more() {
    check("I17", any, |trial| {
        let meets = process::walk(trial.case, WM_POISSON).unwrap().mode == "E-reverse";
        if meets {
            glocker_pfeiffer_loses_more(trial);
        }
        meets
    });
}

fn poisson_never_gains(trial: &mut Trial) -> bool {
    let outcome = trial.ok(WM_POISSON);
    trial.no_gain(WM_POISSON, &outcome);
    true
}

#[test]
fn i39_stop_in_expansion_no_gain() {
    check("I39", stops_in_expansion, poisson_never_gains);
    check("I39 reverse", expansion_reverse, poisson_never_gains);
}

#[test]
fn i40_stop_in_expansion_glocker_pfeiffer_loses_more() {
    check("I40", stops_in_expansion, |trial| {
        glocker_pfeiffer_loses_more(trial);
        true
    });
}

#[test]
fn i45_compression_reverse_elastic_loss() {
    check(
        "I45",
        |rng| Case { e: 1.0, ..compression_reverse(rng) },
        |trial| {
            let walk = process::walk(trial.case, WM_POISSON).unwrap();
            let (contact, mu) = (trial.case.contact, trial.case.mu);
            let p_1 = trial.case.before.tangential / (contact.b + trial.case.slip() * mu * contact.c);
            let want = -2.0 * mu * walk.at_compression.tangential.abs() * walk.compression.normal
                - 2.0 * mu * contact.b.abs() * p_1 * p_1;
            let outcome = trial.ok(WM_POISSON);
            trial.close(WM_POISSON, "dT", outcome.energy.total(), want, trial.case.energy_scale(outcome.impulse));
            walk.mode == "C-reverse"
        },
    );
}

#[test]
fn i46_compression_reverse_no_gain() {
    check("I46", compression_reverse, poisson_never_gains);
}
