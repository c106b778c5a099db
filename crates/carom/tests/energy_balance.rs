//! `energy_drift`: what of a run's change of energy neither forces nor motions, friction or impacts explain (design.md, accuracy contract).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::Record;

fn run(name: &str, changes: &[(&str, &str)]) -> Record {
    let mut file = SceneFile::parse(builtin(name).unwrap().text, name).unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    Prepared::new(file.read().unwrap()).unwrap().run(None).record
}

/// Largest change of the energy over a run: what the balance has to explain.
fn change(record: &Record) -> f64 {
    let first = record.samples[0].energy.total();
    record.samples.iter().fold(0.0, |m: f64, sample| m.max((sample.energy.total() - first).abs()))
}

/// A double pendulum far above the ground: nothing but gravity works.
const SWING: [(&str, &str); 2] = [("body.ground.position.1", "-10"), ("run.until", "5")];

#[test]
fn a_double_pendulum_drifts_by_its_tolerance_and_with_the_order_of_the_method() {
    let drift = |changes: &[(&str, &str)]| {
        let record = run("double-pendulum", &[&SWING[..], changes].concat());
        let (drift, change) = (record.counts.energy_drift, change(&record));
        // Nothing works: the drift is the change of the energy, seen at every step and not only at samples.
        assert!(change <= drift + 1e-12 && drift > 0.0, "{change:e} {drift:e}");
        drift
    };
    // Errors of some hundred steps, each of the tolerance, add up, on an energy of 20 J.
    assert!(drift(&[("run.tolerance", "1e-10")]) < 1e-8);
    for (integrator, order) in [("fehlberg", 5), ("dopri5", 5)] {
        let fixed = |step: &str| {
            let steps = [("run.tolerance", "0.1"), ("run.every", "5"), ("run.largest-step", step)];
            drift(&[&steps[..], &[("run.integrator", integrator)]].concat())
        };
        let (coarse, fine) = (fixed("0.02"), fixed("0.01"));
        // Half an order less for the tail of the asymptotics.
        assert!((coarse / fine).log2() > f64::from(order) - 0.5, "{integrator}: {coarse:e} {fine:e}");
    }
}

#[test]
fn every_loss_and_gain_of_the_exact_method_is_explained() {
    // Friction, belts, dampers, drives, prescribed motions, impacts of every kind, laws that create energy.
    for (name, until) in [
        ("bar-drop", "0.9"),
        ("double-pendulum", "1"),
        ("bouncing-ball", "10"),
        ("block-on-incline", "2"),
        ("belt-stick-slip", "20"),
        ("ball-on-oscillating-table", "3"),
        ("coulomb-oscillator-forced", "20"),
        ("coulomb-oscillator-free", "10"),
        ("impact-oscillator", "20"),
        ("pinned-bar-moving-surface", "1"),
        ("pendulum-in-moving-box", "2"),
        ("vibrating-conveyor", "0.5"),
        ("trebuchet", "2"),
        ("chaotic-pendulum-wall", "10"),
        ("rolling-down-slope", "2"),
        ("spinning-bounce-and-groove", "2"),
        ("dominoes", "0.6"),
    ] {
        let record = run(name, &[("run.until", until)]);
        let size = record.samples.iter().fold(1e-3_f64, |m, s| m.max(s.energy.kinetic).max(s.energy.potential.abs()));
        let (drift, change) = (record.counts.energy_drift, change(&record));
        println!("{name}: drift {drift:.1e} J of {size:.1e} J, change {change:.1e} J");
        // The tolerance of a step is 1e-10, there are up to some thousand of them.
        assert!(drift < 1e-6 * size, "{name}: {drift:e} of {size:e}, change {change:e}");
    }
}

#[test]
fn stepping_and_penalty_balance_to_their_order() {
    let drift = |name: &str, changes: &[(&str, &str)]| run(name, changes).counts.energy_drift;
    // Free flight and resting are exact for theta = 1/2.
    assert!(drift("bouncing-ball", &[("run.method", "stepping"), ("run.until", "2")]) < 1e-10);
    let step =
        |h: &str| drift("double-pendulum", &[&SWING[..], &[("run.method", "stepping"), ("run.step", h)]].concat());
    let (coarse, fine) = (step("2e-3"), step("1e-3"));
    // The scheme is of order two, its energy error at least of order one.
    assert!(coarse > 1.8 * fine && fine > 0.0, "{coarse:e} {fine:e}");
    let soft = |tolerance: &str| {
        let changes = [("run.method", "penalty"), ("run.until", "0.6"), ("run.tolerance", tolerance)];
        let record = run("bouncing-ball", &changes);
        // Springs and dampers of the contact take and give far more than is left unexplained.
        assert!(change(&record) > 1.0);
        record.counts.energy_drift
    };
    let (coarse, fine) = (soft("1e-6"), soft("1e-9"));
    assert!(fine < 1e-4 && fine < 0.1 * coarse, "{coarse:e} {fine:e}");
}

#[test]
fn energy_created_by_a_rule_for_several_contacts_is_said() {
    // A rod that spins falls on a box that lies on the floor: both contacts of the box take part, and Newton's rule with friction gains.
    let text = r#"
[run]
until = 0.4
simultaneous = "newton"
METHOD
[[body]]
name = "rest"
shape = { box = { width = 0.4, height = 0.218 } }
mass = 1
position = [0, 0.109]
[[body]]
name = "hit"
shape = { rod = { length = 0.4 } }
mass = 1
position = [0.066, 1.0]
angle = 1.497
velocity = [-1.64, -3]
spin = -7.68
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[contact]]
default = true
law = "kane"
e = 1
mu = 0.3
"#;
    for method in ["events", "stepping"] {
        let text = text.replace("METHOD", &format!("method = \"{method}\""));
        let scene = carom::scene::toml::read_scene(&text, "gain.toml").unwrap();
        let record = Prepared::new(scene).unwrap().run(None).record;
        let gains = record.samples.last().unwrap().energy.total() > record.samples[0].energy.total() + 1e-3;
        let said = record.warnings.iter().any(|text| text.contains("created") && text.contains("\"rest\""));
        assert!(gains && said, "{method}: {:?}", record.warnings);
    }
}
