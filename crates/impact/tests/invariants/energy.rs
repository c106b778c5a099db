//! Section 5 of `laws.md`: the laws that never create energy, and how often the others do.

use carom_impact::{Warning, laws};

use crate::case::{BEGHIN, CHATTERJEE, GP1, GP2, KANE, NEWTON, SMITH, STRONGE, WALTON, WM_NEWTON, WM_POISSON};
use crate::sampler::{any, central};
use crate::trial::check;

const DISSIPATIVE: [&str; 8] = [NEWTON, GP1, GP2, WM_POISSON, STRONGE, BEGHIN, SMITH, CHATTERJEE];

#[test]
fn eight_laws_never_create_energy() {
    check("no gain", any, |trial| {
        for law in DISSIPATIVE {
            let outcome = trial.ok(law);
            trial.no_gain(law, &outcome);
            trial.holds(law, "no warning", !outcome.warnings.contains(Warning::EnergyCreated));
        }
        true
    });
}

#[test]
fn walton_never_gains_where_nothing_couples() {
    check("no gain of Walton, B = 0", central, |trial| {
        let outcome = trial.ok(WALTON);
        trial.no_gain(WALTON, &outcome);
        true
    });
}

#[test]
fn the_catalogue_says_which_laws_create_energy() {
    for law in laws::CATALOGUE {
        assert_eq!(law.creates_energy, !DISSIPATIVE.contains(&law.name), "{}", law.name);
    }
}

#[test]
fn three_planar_laws_do_create_energy() {
    // `laws.md` counts 3 to 5 gains per hundred; the sampler here is another, so only the order of magnitude is asked for.
    for law in [KANE, WM_NEWTON, WALTON] {
        let mut gains = 0;
        check("gains", any, |trial| {
            let outcome = trial.ok(law);
            let gain = outcome.energy.total() > 1e-9 * trial.case.energy_scale(outcome.impulse);
            trial.holds(law, "the warning", outcome.warnings.contains(Warning::EnergyCreated) || !gain);
            gains += usize::from(gain);
            true
        });
        let share = gains as f64 / crate::trial::wanted() as f64;
        assert!((0.002..0.2).contains(&share), "{law} gains in a share {share} of all cases");
    }
}
