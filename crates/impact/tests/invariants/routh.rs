//! I08 to I14, I19, I22, I25: the laws of the Routh process against the process itself and the closed formulas.

use carom_impact::Outcome;

use crate::case::{BEGHIN, Case, KANE, ROUTH, STRONGE, WM_NEWTON, WM_POISSON};
use crate::reference::{closed, process};
use crate::sampler::{any, direct, painleve, plastic, stops_in_expansion};
use crate::trial::{Trial, check};

/// Nearer than this to a border of Table 3.2, rounding may name the neighbouring mode.
const BORDER: f64 = 1e-11;

#[test]
fn i08_stronge_restores_normal_work() {
    check("I08", any, |trial| {
        let walk = process::walk(trial.case, STRONGE).unwrap();
        let outcome = trial.ok(STRONGE);
        let work = outcome.work.unwrap();
        let scale = trial.case.energy_scale(outcome.impulse);
        let square = trial.case.e * trial.case.e;
        trial.close(STRONGE, "W_NE = -e^2 W_NC", work.expansion, -square * work.compression, scale);
        trial.close(STRONGE, "W_NC", work.compression, walk.normal_work[0], scale);
        trial.close(STRONGE, "W_NE", work.expansion, walk.normal_work[1], scale);
        true
    });
}

#[test]
fn i09_beghin_restores_energy() {
    check("I09", any, |trial| {
        let outcome = trial.ok(BEGHIN);
        let lost = trial.case.energy(outcome.compression.unwrap());
        let want = (1.0 - trial.case.e * trial.case.e) * lost;
        trial.close(BEGHIN, "dT", outcome.energy.total(), want, trial.case.energy_scale(outcome.impulse));
        true
    });
}

#[test]
fn i10_i11_works_of_the_path() {
    check("I10, I11", any, |trial| {
        for law in ROUTH {
            let walk = process::walk(trial.case, law).unwrap();
            let outcome = trial.ok(law);
            let work = outcome.work.unwrap();
            let scale = trial.case.energy_scale(outcome.impulse);
            trial.at_most(law, "W_T <= 0", work.friction, 0.0, scale);
            trial.close(law, "W_T", work.friction, walk.friction_work, scale);
            trial.close(law, "W_N + W_T = dT", work.total(), trial.case.energy(outcome.impulse), scale);
        }
        true
    });
}

/// Both closed formulas against both laws, in whatever mode.
fn closed_formulas_hold(trial: &mut Trial) -> bool {
    closed_poisson_holds(trial) && closed_newton_holds(trial)
}

fn closed_poisson_holds(trial: &mut Trial) -> bool {
    let outcome = trial.ok(WM_POISSON);
    trial.same_impulse(WM_POISSON, outcome.impulse, closed::poisson(trial.case));
    true
}

fn closed_newton_holds(trial: &mut Trial) -> bool {
    let outcome = trial.ok(WM_NEWTON);
    trial.same_impulse(WM_NEWTON, outcome.impulse, closed::newton(trial.case));
    true
}

#[test]
fn i12_closed_formulas() {
    check("I12", any, closed_formulas_hold);
    check("I12 direct", direct, closed_formulas_hold);
    check("I12 Painleve-like", painleve, closed_formulas_hold);
}

#[test]
fn i12b_closed_formulas_in_expansion_modes_poisson() {
    check("I12b", stops_in_expansion, closed_poisson_holds);
}

#[test]
fn i12c_closed_formulas_in_expansion_modes_newton() {
    check("I12c", stops_in_expansion, closed_newton_holds);
}

fn mode_of(outcome: &Outcome) -> &'static str {
    outcome.mode.unwrap().as_str()
}

/// True if no mode is decided by rounding.
fn clear_of_borders(case: &Case) -> bool {
    closed::distance_from_borders(case) > BORDER * case.condition()
}

fn mode_is_that_of_the_table(trial: &mut Trial) -> bool {
    for law in [WM_NEWTON, WM_POISSON] {
        let (mode, table) = (mode_of(&trial.ok(law)), closed::mode(trial.case));
        let walked = process::walk(trial.case, law).unwrap().mode;
        let agree = !clear_of_borders(trial.case) || (mode == table && walked == table);
        trial.holds(law, &format!("mode {mode}, table {table}, process {walked}"), agree);
    }
    clear_of_borders(trial.case)
}

#[test]
fn i13_mode_by_table_3_2() {
    check("I13", any, mode_is_that_of_the_table);
    check("I13 in expansion", stops_in_expansion, mode_is_that_of_the_table);
}

#[test]
fn i14_one_mode_for_three_endings() {
    check("I14", any, |trial| {
        let [newton, poisson, stronge] = [WM_NEWTON, WM_POISSON, STRONGE].map(|law| mode_of(&trial.ok(law)));
        let clear = clear_of_borders(trial.case);
        trial.holds(
            STRONGE,
            &format!("{newton}, {poisson}, {stronge}"),
            !clear || (newton == poisson && poisson == stronge),
        );
        clear
    });
}

#[test]
fn i19_stronge_lies_between_newton_and_poisson() {
    check("I19", any, |trial| {
        let [newton, poisson, stronge] = [WM_NEWTON, WM_POISSON, STRONGE].map(|law| trial.ok(law).impulse.normal);
        trial.at_most(STRONGE, "least", newton.min(poisson), stronge, stronge);
        trial.at_most(STRONGE, "most", stronge, newton.max(poisson), stronge);
        true
    });
}

#[test]
fn i22_sticking_ends_without_slide() {
    check("I22", any, |trial| {
        let mut stuck = false;
        for law in ROUTH.iter().chain(&[KANE]) {
            let outcome = trial.ok(law);
            if !mode_of(&outcome).ends_with("stick") {
                continue;
            }
            stuck = true;
            trial.holds(law, "D_TE = 0", outcome.after.tangential == 0.0);
            let rest = trial.case.after(outcome.impulse).tangential / trial.case.contact.c.sqrt();
            trial.close(law, "D_TE by the impulses", rest, 0.0, trial.case.velocity_scale(outcome.impulse));
        }
        stuck
    });
}

#[test]
fn i25_plastic_endings_are_one() {
    check("I25", plastic, |trial| {
        trial.agree(&ROUTH);
        true
    });
}
