//! I41 to I43: contacts on which sliding alone would never separate the bodies.

use crate::case::{BEGHIN, GP1, GP2, NINE, ROUTH, SMITH, STRONGE, WM_POISSON};
use crate::every_law::{not_approaching, only_solution};
use crate::sampler::painleve;
use crate::trial::check;

#[test]
fn i41_exactly_one_solution_that_separates() {
    check("I41", painleve, |trial| {
        for law in NINE {
            only_solution(trial, law);
            let outcome = trial.ok(law);
            not_approaching(trial, law, outcome.impulse);
        }
        true
    });
}

#[test]
fn i42_the_slip_stops_in_compression_and_sticks() {
    check("I42", painleve, |trial| {
        for law in ROUTH {
            trial.holds(law, "C-stick", trial.ok(law).mode.unwrap().as_str() == "C-stick");
        }
        true
    });
}

#[test]
fn i43_no_energy_is_created() {
    check("I43", painleve, |trial| {
        for law in [GP1, GP2, WM_POISSON, STRONGE, SMITH, BEGHIN] {
            let outcome = trial.ok(law);
            trial.no_gain(law, &outcome);
        }
        true
    });
}
