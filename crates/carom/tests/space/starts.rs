//! How scenes of space begin: parameters as the references name them, joints written with few digits (B5, B8, K9).

use crate::ran::ran;
use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::record::End;
use glam::{DQuat, DVec3};

/// w = R w_body for any quaternion; only turns about x were right before.
#[test]
fn a_disc_starts_with_the_spin_of_its_body() {
    let (q, w) = (DQuat::from_xyzw(0.5, 0.2, 0.264575, 0.8), DVec3::new(0.3, 0.2, 14.0));
    let text = |values: &[f64]| format!("{values:?}");
    let changes = [
        ("parameters.quaternion_start", text(&[q.w, q.x, q.y, q.z])),
        ("parameters.angular_velocity_start_world", text(&[0.0; 3])),
        ("parameters.body_angular_velocity_start", text(&w.to_array())),
        ("parameters.centre_start", text(&[0.0, 0.0, 1.0])),
        ("parameters.until", "1e-9".to_owned()),
    ];
    let changes: Vec<(&str, &str)> = changes.iter().map(|(path, value)| (*path, value.as_str())).collect();
    let ran = ran("rolling-disc", None, &changes);
    let spin = DVec3::from_slice(&ran.record.samples[0].v[3..6]);
    // Rounding of the expressions.
    assert!((spin - q.normalize() * w).length() < 1e-12, "{spin}");
}

/// The inertia of a rattleback is a matrix, as in its reference; the inclination of a disc acts.
#[test]
fn parameters_of_the_references_act() {
    let until = ("parameters.until", "0.2");
    let spin = |inertia: &str| {
        let ran = ran("rattleback", None, &[until, ("parameters.inertia_body", inertia)]);
        ran.measure("stone.wz")
    };
    let given = spin("[[0.0002, -0.0001, 0], [-0.0001, 0.0016, 0], [0, 0, 0.0017]]");
    let other = spin("[[0.0002, 0.0001, 0], [0.0001, 0.0016, 0], [0, 0, 0.0017]]");
    assert!((given - ran("rattleback", None, &[until]).measure("stone.wz")).abs() < 1e-14);
    assert!((given - other).abs() > 1e-6, "{given} {other}");
    let height = ran("rolling-disc", None, &[("parameters.inclination", "0.5"), until]).record.samples[0].q[2];
    // The disc is 1e-12 m thick, and lies that deep in the floor.
    assert!((height - 0.0375 * 0.5_f64.sin()).abs() < 1e-11, "{height}");
}

const PENDULUM: &str = r#"
[scene]
name = "pendulum"
space = "space"
gravity = [0, 0, -9.81]
[run]
until = 0.5
[[body]]
name = "rod"
shape = { box = { size = [1, 0.1, 0.1] } }
mass = 1
position = [X, 0, 0]
[[joint]]
kind = "spherical"
between = ["rod", "world"]
at-a = [-0.5, 0, 0]
at-b = [0, 0, 0]
"#;

/// Places written with six digits leave joints open by half a millionth: they are closed before the first step, and that is told. What is open
/// by more is an error.
#[test]
fn joints_written_with_six_digits_are_closed() {
    let read =
        |x: &str| read_scene(&PENDULUM.replace("[X,", &format!("[{x},")), "pendulum.toml").and_then(Prepared::new);
    let record = read("0.5000008").unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    assert!(
        record.warnings.iter().any(|text| text.contains("is open at the start by 8.000e-7")),
        "{:?}",
        record.warnings
    );
    let first = &record.samples[0];
    let tip = DVec3::from_slice(&first.q)
        + DQuat::from_xyzw(first.q[4], first.q[5], first.q[6], first.q[3]) * DVec3::new(-0.5, 0.0, 0.0);
    // What a projection leaves.
    assert!(tip.length() < 1e-12, "{tip}");
    assert!(read("0.50001").is_err());
}
