//! I15 to I18, I23, I24, I26 to I28, I44: where different laws give one answer.

use crate::case::{
    BEGHIN, CHATTERJEE, Case, GP1, GP2, KANE, NEWTON, NINE, SMITH, STRONGE, WALTON, WM_NEWTON, WM_POISSON,
};
use crate::reference::process;
use crate::sampler::{any, central, direct, expansion_stick, frictionless, plastic, slide};
use crate::trial::{Trial, check};

const FIVE: [&str; 5] = [KANE, GP1, WM_NEWTON, WM_POISSON, STRONGE];

/// The slip never turns, by the process itself.
fn never_reverses(case: &Case) -> bool {
    process::walk(case, WM_POISSON).is_some_and(|walk| !walk.mode.ends_with("reverse"))
}

/// These laws agree on every case without reversal.
fn agree_without_reversal(laws: &[&str]) -> impl Fn(&mut Trial) -> bool {
    move |trial| {
        let meets = never_reverses(trial.case);
        if meets {
            trial.agree(laws);
        }
        meets
    }
}

/// These laws agree on every case.
fn agree(laws: &[&str]) -> impl Fn(&mut Trial) -> bool {
    move |trial| {
        trial.agree(laws);
        true
    }
}

#[test]
fn i15_without_reversal_glocker_pfeiffer_is_wang_mason_poisson() {
    check("I15", any, agree_without_reversal(&[GP1, WM_POISSON]));
}

#[test]
fn i15b_the_same_when_it_sticks_in_expansion() {
    check("I15b", expansion_stick, agree(&[GP1, WM_POISSON]));
}

#[test]
fn i16_without_reversal_kane_is_wang_mason_newton() {
    check("I16", any, agree_without_reversal(&[KANE, WM_NEWTON]));
}

#[test]
fn i16b_the_same_when_it_sticks_in_expansion() {
    check("I16b", expansion_stick, agree(&[KANE, WM_NEWTON]));
}

#[test]
fn i18_forward_slide_is_the_same_for_six_laws() {
    check("I18", slide, agree(&[KANE, GP1, WM_NEWTON, WM_POISSON, STRONGE, SMITH]));
}

#[test]
fn i23_glocker_pfeiffer_reversible_without_reversible_impulse() {
    check("I23", |rng| Case { nu: 0.0, e_t: 0.0, ..any(rng) }, agree(&[GP2, GP1]));
}

#[test]
fn i24_walton_without_tangential_restitution_is_kane() {
    check("I24", |rng| Case { e_t: 0.0, ..any(rng) }, agree(&[WALTON, KANE]));
}

#[test]
fn i26_plastic_kane_is_plastic_glocker_pfeiffer() {
    check("I26", plastic, agree(&[KANE, GP1]));
}

#[test]
fn i27_without_friction_every_law_is_newtons() {
    let laws: Vec<_> = [NEWTON, CHATTERJEE].into_iter().chain(NINE).collect();
    check("I27", frictionless, agree(&laws));
}

#[test]
fn i28_central_collisions_are_the_same_for_five_laws() {
    check("I28", central, agree(&FIVE));
}

#[test]
fn i44_direct_collisions_are_the_same_for_six_laws() {
    check("I44", direct, agree(&[KANE, GP1, WM_NEWTON, WM_POISSON, STRONGE, SMITH]));
}

#[test]
fn beghin_is_stronge_where_friction_does_no_work() {
    check("direct, sticking", direct, |trial| {
        let sticks = trial.case.mu > trial.case.contact.mu_s();
        if sticks {
            trial.agree(&[STRONGE, BEGHIN]);
        }
        sticks
    });
}
