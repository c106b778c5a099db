//! The results of the seeds and our accuracy contract, run again: expected, got, verdict.
//!
//! Expected values come from the corrected pages (`docs`, "Errata") or closed forms typed here, never from the engine.

mod b10_contact;
mod b1_bodies;
mod b2_joints;
mod b3_forces;
mod b5_drift;
mod b7_impacts;
mod b8_files;
mod b9_results;
mod bounces;
mod conservation;
mod contract;
mod friction;
mod k10_materials;
mod k11_zabuga;
mod k12_table;
mod k1_formalism;
mod k2_laws;
mod k3_energy;
mod k4_plane;
mod k5_modes;
mod k6_scenes;
mod k7_pictures;
mod k8_integrators;
mod k9_studies;
mod resume;
mod sample;
mod threads;
mod verdicts;
mod w_factor;
mod w_joints;
mod w_methods;
mod w_motion;
mod w_statics;
mod w_stuck;
mod world;

use carom_impact::{Coefficients, Collision, Contact, Outcome, Velocity, laws, resolve};

/// One thing checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What is looked at.
    pub what: String,
    /// What it should be.
    pub expected: String,
    /// What came out.
    pub got: String,
    /// True if they agree.
    pub pass: bool,
}

/// A group of lines under an id of the mission page.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Id, as on the command line.
    pub id: &'static str,
    /// What it is about.
    pub title: &'static str,
    /// Does it.
    pub run: fn() -> Vec<Line>,
}

/// Every check, in order.
pub const CHECKS: [Check; 33] = [
    Check {
        id: "K1",
        title: "one formalism: local matrices of bar, ball, pinned bar, double pendulum",
        run: k1_formalism::run,
    },
    Check { id: "K2", title: "thirteen laws: worked numbers, and the bar of 000 3.7.4 corrected", run: k2_laws::run },
    Check {
        id: "K3",
        title: "energy: the smallest exact gains, Kane's double pendulum, pinned bar without answer",
        run: k3_energy::run,
    },
    Check { id: "K4", title: "the impulse plane: lines, conic and path meet where they must", run: k4_plane::run },
    Check { id: "K5", title: "contact modes: the borders of Table 3.2 corrected, Table 2.1", run: k5_modes::run },
    Check { id: "K6", title: "the scenes of the papers: figures corrected, closed forms", run: k6_scenes::run_all },
    Check { id: "K7", title: "pictures and films of those scenes", run: k7_pictures::run_all },
    Check { id: "K8", title: "integrators: event times to the tolerance, orders", run: k8_integrators::run_all },
    Check { id: "K9", title: "parameter studies", run: k9_studies::run },
    Check { id: "K10", title: "materials and bars of the experiments", run: k10_materials::run },
    Check {
        id: "K11",
        title: "Zabuga: at e = 0 Newton's, Poisson's and Stronge's ends agree; where Kane's law does not",
        run: k11_zabuga::run,
    },
    Check { id: "K12", title: "Table I of 003, corrected", run: k12_table::run },
    Check { id: "B1", title: "bodies of space: mass and principal moments of polyhedra", run: b1_bodies::run_all },
    Check { id: "B2", title: "joints of space: closed forms of motion and reaction", run: b2_joints::run_all },
    Check { id: "B3", title: "springs and interpolated forces in space", run: b3_forces::run_all },
    Check { id: "B5", title: "joints hold: drift corrected, loops with equations too many", run: b5_drift::run_all },
    Check {
        id: "B7",
        title: "impacts of jointed bodies: instants, least and greatest impulse",
        run: b7_impacts::run_all,
    },
    Check {
        id: "B8",
        title: "the files of articulated polyhedra: read, written, to TOML and back",
        run: b8_files::run_all,
    },
    Check { id: "B9", title: "the five results of chapter 9: energy, positions", run: b9_results::run_all },
    Check {
        id: "B10",
        title: "contact in space: rolling, bouncing, many balls, a free articulated body",
        run: b10_contact::run_all,
    },
    Check {
        id: "W-statics",
        title: "the friction wedge at rest: equilibria, bands, forces, frequencies, critical frictions",
        run: w_statics::run,
    },
    Check {
        id: "W-stuck",
        title: "the friction wedge stuck: what cones alone allow, kinematics",
        run: w_stuck::run_all,
    },
    Check { id: "W-motion", title: "the friction wedge in motion: let go, pushed, moved", run: w_motion::run_all },
    Check { id: "W-methods", title: "the friction wedge by stepping and by penalty", run: w_methods::run_all },
    Check { id: "W-joints", title: "wedges in joints: adhesion, rests, laws that creep", run: w_joints::run_all },
    Check {
        id: "W-factor",
        title: "the friction wedge by the seed's own problem, without its factor 1000",
        run: w_factor::run_all,
    },
    Check { id: "contract-impacts", title: "the accuracy contract on random collisions", run: contract::run },
    Check { id: "contract-bounces", title: "bounces: heights, nothing gained, an end in time", run: bounces::run_all },
    Check { id: "contract-friction", title: "lasting friction: no creep, exact limits", run: friction::run_all },
    Check {
        id: "contract-motion",
        title: "free and jointed bodies: momentum, energy, joints",
        run: conservation::run_all,
    },
    Check { id: "contract-threads", title: "the same bits on any number of threads", run: threads::run_all },
    Check { id: "contract-resume", title: "a run continued equals the run not stopped", run: resume::run_all },
    Check { id: "contract-verdicts", title: "what the model cannot answer is said", run: verdicts::run_all },
];

/// The checks of an id, in any case: that of one check, or the first word of several (`contract`).
pub fn by_id(id: &str) -> Vec<&'static Check> {
    const ALL: &[Check] = &CHECKS;
    let first = |known: &str| known.split('-').next().is_some_and(|word| word.eq_ignore_ascii_case(id));
    ALL.iter().filter(|check| check.id.eq_ignore_ascii_case(id) || first(check.id)).collect()
}

/// Absolute tolerance of a number of order one that went through a handful of roundings.
const ROUNDING: f64 = 1e-13;

/// A number against its expectation.
fn number(what: impl Into<String>, expected: f64, got: f64, tolerance: f64) -> Line {
    let pass = (got - expected).abs() <= tolerance;
    // Adding zero turns -0 into 0.
    let text = |value: f64| format!("{:.10}", (value * 1e10).round() / 1e10 + 0.0);
    Line { what: what.into(), expected: text(expected), got: text(got), pass }
}

/// A word against its expectation.
fn word(what: impl Into<String>, expected: &str, got: &str) -> Line {
    Line { what: what.into(), expected: expected.to_owned(), got: got.to_owned(), pass: expected == got }
}

/// A count against its expectation.
fn count(what: impl Into<String>, expected: usize, got: usize) -> Line {
    word(what, &expected.to_string(), &got.to_string())
}

/// A largest deviation against its limit.
fn at_most(what: impl Into<String>, limit: f64, got: f64) -> Line {
    Line { what: what.into(), expected: format!("<= {limit:.0e}"), got: format!("{got:.1e}"), pass: got <= limit }
}

/// Restitution and friction.
fn friction(e: f64, mu: f64) -> Coefficients {
    Coefficients { e: Some(e), mu: Some(mu), ..Default::default() }
}

/// The outcome of a named law on (A, B, C) with (D_NA, D_TA); a bad input shows as a failed line, not as a crash.
fn planar(law: &str, matrix: [f64; 3], before: [f64; 2], coefficients: Coefficients) -> Option<Outcome> {
    let contact = Contact::planar(matrix[0], matrix[1], matrix[2]);
    let collision = Collision::new(contact, Velocity::planar(before[0], before[1])).ok()?;
    Some(resolve(&laws::by_name(law, &coefficients).ok()?, &collision))
}

/// The same, with NaN numbers where there is no answer: no comparison with NaN passes.
fn impulses(law: &str, matrix: [f64; 3], before: [f64; 2], coefficients: Coefficients) -> (f64, f64, f64) {
    match planar(law, matrix, before, coefficients).filter(Outcome::has_numbers) {
        Some(outcome) => (outcome.impulse.normal, outcome.impulse.tangential, outcome.energy.total()),
        None => (f64::NAN, f64::NAN, f64::NAN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::prelude::*;

    #[test]
    fn every_check_passes() {
        CHECKS.par_iter().for_each(|check| {
            let lines = (check.run)();
            assert!(!lines.is_empty(), "{}", check.id);
            for line in lines {
                assert!(line.pass, "{}: {line:?}", check.id);
            }
        });
    }

    #[test]
    fn a_wrong_number_fails() {
        assert!(!number("one", 1.0, 1.0 + 1e-9, 1e-12).pass);
        assert!(!number("nothing", 1.0, f64::NAN, 1e-12).pass);
        assert!(!word("a word", "ok", "no-solution").pass);
        assert!(!at_most("a limit", 1e-12, 1e-11).pass);
        assert!(!at_most("nothing", 1e-12, f64::NAN).pass);
    }
}
