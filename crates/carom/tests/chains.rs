//! Chains of many joints: free, with every joint twice, and with an end on the floor (B2, X1).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind};

/// The built-in chain with some text after it.
fn run(links: usize, more: &str, changes: &[(&str, &str)]) -> Record {
    let text = format!("{}\n{more}", builtin("chain").unwrap().text);
    let mut file = SceneFile::parse(&text, "chain").unwrap();
    file.set("parameters.n", &links.to_string()).unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    Prepared::new(file.read().unwrap()).unwrap().run(None).record
}

/// Error of the energy as part of what the chain, at rest at the start, has turned into motion at most.
fn energy_error(record: &Record) -> f64 {
    record.counts.energy_drift / record.samples.iter().fold(0.0, |m: f64, sample| m.max(sample.energy.kinetic))
}

#[test]
fn a_chain_keeps_its_energy_and_its_joints() {
    let record = run(30, "", &[]);
    assert_eq!(record.end, End::Time);
    // A hundred steps with an error of 1e-8 each, in velocities of order one.
    assert!(energy_error(&record) < 1e-7, "{:e}", energy_error(&record));
    assert!(record.counts.joint_error < 1e-12, "{:e}", record.counts.joint_error);
}

#[test]
fn every_joint_twice_is_the_same_chain() {
    let again = r#"
[[joint]]
name = "again-{i + 1}"
kind = "revolute"
repeat = "= n - 1"
between = ["link-{i + 1}", "link-{i}"]
at = ["= (i + 1)*link*sin(angle)", 0, "= -(i + 1)*link*cos(angle)"]
axis = ["= cos(angle)", "= -cos(pi*i)", "= sin(angle)"]
"#;
    let tight = [("run.tolerance", "1e-10"), ("run.until", "0.5")];
    let (once, twice) = (run(10, "", &tight), run(10, again, &tight));
    let (once, twice) = (once.samples.last().unwrap(), twice.samples.last().unwrap());
    let apart = once.q.iter().zip(&twice.q).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
    // Forces found to some 1e-10 of their size, over half a second.
    assert!(apart < 1e-7, "{apart:e}");
    let (first, second) = (&once.joint_forces, &twice.joint_forces);
    assert_eq!((first.len(), second.len()), (50, 95));
    // Of two equal hinges each takes half: the forces of least norm.
    let largest = first.iter().fold(0.0_f64, |m, f| m.max(f.abs()));
    assert!((5..50).all(|k| (second[k] - 0.5 * first[k]).abs() < 1e-6 * largest), "{first:?} {second:?}");
}

#[test]
fn an_end_that_strikes_the_floor_is_felt_through_all_joints() {
    let floor = r#"
[[body]]
name = "floor"
fixed = true
position = [0, 0, "= -0.97*n*link"]
shape = { half-space = { normal = [0, 0, 1] } }

[[contact]]
default = true
law = "glocker-pfeiffer"
e = 0.5
mu = 0.2
"#;
    let record = run(10, floor, &[("scene.collisions", "true"), ("run.until", "0.6")]);
    assert_eq!(record.end, End::Time, "{:?}", record.warnings);
    assert!(record.of_kind(EventKind::Impact).count() > 0);
    assert!(energy_error(&record) < 1e-7, "{:e}", energy_error(&record));
    assert!(record.counts.joint_error < 1e-10, "{:e}", record.counts.joint_error);
    assert!(record.counts.penetration < 1e-9, "{:e}", record.counts.penetration);
}

/// What files of articulated polyhedra call `correct_link_violation = off` and `min_step`.
#[test]
fn joints_drift_and_steps_stay_long_where_that_is_asked() {
    let loose = run(10, "", &[("run.correct-joints", "false"), ("run.tolerance", "1e-6")]);
    let tight = run(10, "", &[("run.tolerance", "1e-6")]);
    // Errors of some 1e-6 a step that nothing takes out, against rounding.
    assert!(loose.counts.joint_error > 1e-9 && loose.counts.joint_error < 1e-3, "{:e}", loose.counts.joint_error);
    assert!(tight.counts.joint_error < 1e-12, "{:e}", tight.counts.joint_error);
    let long = run(10, "", &[("run.smallest-step", "0.05"), ("run.every", "1")]);
    assert_eq!(long.end, End::Time);
    let usual = run(10, "", &[("run.every", "1")]);
    // Steps that no error makes shorter; how far a body may turn in one still does.
    assert!(long.counts.steps < usual.counts.steps, "{} {}", long.counts.steps, usual.counts.steps);
    assert_eq!(long.counts.rejected, 0);
    assert!(long.warnings.iter().any(|text| text.contains("above the tolerance")), "{:?}", long.warnings);
}
