//! I20, I21: Smith's friction opposes the mean of the slides and satisfies its own equation.

use carom_impact::Velocity;

use crate::case::SMITH;
use crate::sampler::{any, painleve_edge, stops_in_expansion};
use crate::trial::{Trial, check};

#[test]
fn i20_friction_opposes_the_mean_slide() {
    check("I20", any, |trial| {
        let outcome = trial.ok(SMITH);
        let mean = trial.case.before.tangential + trial.case.after(outcome.impulse).tangential;
        let scale = trial.case.energy_scale(outcome.impulse);
        trial.at_most(SMITH, "I_T (D_TA + D_TE) <= 0", outcome.impulse.tangential * mean, 0.0, scale);
        true
    });
}

/// I_T + mu I_N (signed squares over squares) = 0.
fn residual_is_rounding(trial: &mut Trial) -> bool {
    let outcome = trial.ok(SMITH);
    let (before, after) = (trial.case.before.tangential, outcome.after.tangential);
    let ratio = (before * before.abs() + after * after.abs()) / (before * before + after * after);
    let limit = trial.case.mu * outcome.impulse.normal;
    trial.close(SMITH, "I_T = -mu I_N phi", outcome.impulse.tangential, -limit * ratio, limit);
    let Velocity { tangential, .. } = trial.case.after(outcome.impulse);
    let scale = trial.case.velocity_scale(outcome.impulse);
    trial.close(SMITH, "D_TE", after / trial.case.contact.c.sqrt(), tangential / trial.case.contact.c.sqrt(), scale);
    true
}

#[test]
fn i21_residual_vanishes() {
    check("I21", any, residual_is_rounding);
    check("I21 near a stop", stops_in_expansion, residual_is_rounding);
    check("I21 at the Painleve edge", painleve_edge, residual_is_rounding);
}
