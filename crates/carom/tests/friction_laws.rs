//! Every law of friction of lasting contact by every method (W3, X4).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::record::{End, Sample};

/// A block of 1 kg slides on a floor with 2 m/s, or is pushed from rest.
const BLOCK: &str = r#"
[scene]
gravity = [0, -10]
[run]
until = UNTIL
method = "METHOD"
[[body]]
name = "block"
mass = 1
shape = { box = { width = 1, height = 0.1 } }
position = [0, 0.05]
velocity = [START, 0]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[force]]
kind = "applied"
name = "push"
body = "block"
at = [0, -0.05]
force = [PUSH, 0]
[[contact]]
default = true
law = "newton"
e = 0
mu = 0.3
LAW
"#;

fn end_of(method: &str, law: &str, [start, push, until]: [f64; 3]) -> Sample {
    let text = BLOCK.replace("METHOD", method).replace("LAW", law).replace("START", &start.to_string());
    let text = text.replace("PUSH", &push.to_string()).replace("UNTIL", &until.to_string());
    let record = Prepared::new(read_scene(&text, "block.toml").unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time, "{method}, {law}");
    assert!(record.warnings.is_empty(), "{method}, {law}: {:?}", record.warnings);
    record.samples.last().unwrap().clone()
}

const METHODS: [&str; 3] = ["events", "stepping", "penalty"];

/// v' = -mu g (v / s)^-0.1 gives v^1.1 = v_0^1.1 - 1.1 mu g s^0.1 t. Stepping took this law for none.
#[test]
fn friction_that_falls_with_the_speed() {
    let law = "friction = \"falling\"\nslip-speed = 0.1\nmu_static = 0.3";
    let expected = (2.0_f64.powf(1.1) - 1.1 * 3.0 * 0.1_f64.powf(0.1) * 0.6).powf(1.0 / 1.1);
    for method in METHODS {
        let found = end_of(method, law, [2.0, 0.0, 0.6]).v[0];
        // Stepping takes the friction of the start of steps of 1 ms; a spring lets the block sink and rise a little.
        assert!((found - expected).abs() < 2e-3, "{method}: {found}, expected {expected}");
    }
}

/// A push below the limit lets laws that never stick creep: mu_static v / s = push / weight, or mu tanh(v / s).
#[test]
fn laws_that_never_stick_creep_with_a_speed_of_their_own() {
    let regularised = "friction = \"regularised\"\nslip-speed = 0.01\nmu_static = 0.4";
    let falling = "friction = \"falling\"\nslip-speed = 0.01\nmu_static = 0.4";
    let smoothed = "friction = \"smoothed\"\nslip-speed = 0.01";
    for (law, expected) in [(regularised, 0.005), (falling, 0.005), (smoothed, 0.01 * (2.0_f64 / 3.0).atanh())] {
        for method in METHODS {
            let found = end_of(method, law, [0.0, 2.0, 0.2]).v[0];
            // The creep settles within s / mu g = 3 ms; by penalty the weight differs by what the spring still swings.
            assert!((found - expected).abs() < 1e-5, "{method}, {law}: {found}, expected {expected}");
        }
    }
}

/// Without a push, 2 m/s are braked by mu g whatever happens below the slip speed: v = 2 - 3 t.
#[test]
fn above_its_slip_speed_a_regularised_law_is_that_of_coulomb() {
    let law = "friction = \"regularised\"\nslip-speed = 0.01\nmu_static = 0.4";
    for method in METHODS {
        let found = end_of(method, law, [2.0, 0.0, 0.5]).v[0];
        // A spring lets the block sink and rise a little.
        assert!((found - 0.5).abs() < 1e-3, "{method}: {found}");
    }
}

/// mu below zero is no friction: laws of impact without friction do not look at it, lasting contact would.
#[test]
fn friction_below_zero_is_refused() {
    let text = BLOCK.replace("METHOD", "events").replace("LAW", "").replace("START", "0").replace("PUSH", "0");
    let text = text.replace("UNTIL", "1").replace("mu = 0.3", "mu = -0.3");
    let told = read_scene(&text, "block.toml").unwrap_err().to_string();
    assert!(told.contains("mu") && told.contains("-0.3"), "{told}");
}

/// A force that is no number from some instant on is named, with whom it acts on.
#[test]
fn a_force_that_is_no_number_is_told() {
    let text = BLOCK.replace("METHOD", "events").replace("LAW", "").replace("START", "2").replace("UNTIL", "1");
    let text = text.replace("[PUSH, 0]", "[\"= sqrt(0.05 - t)\", 0]");
    let record = Prepared::new(read_scene(&text, "block.toml").unwrap()).unwrap().run(None).record;
    let End::Verdict(told) = record.end else { panic!("it ran to its end") };
    assert!(told.contains("block") && told.contains("force"), "{told}");
}

/// A block stops against a push between what holds while slipping (3 N) and what holds while sticking (8 N): it stays where it stops, at
/// v^2 / 2 (mu g + push). By stepping it went back, with steps that happened to pass the stop.
#[test]
fn what_comes_to_rest_is_held_by_the_larger_friction() {
    let law = "friction = \"static-kinetic\"\nmu_static = 0.8";
    for (start, push) in [(2.0, -5.0), (1.37, -6.1), (0.713, -7.9)] {
        let expected = start * start / (2.0 * (3.0 - push));
        for method in ["events", "stepping"] {
            let end = end_of(method, law, [start, push, 1.0]);
            // Half a step of 1 ms with the speed that is lost in it.
            assert!((end.q[0] - expected).abs() < 1e-5, "{method}, {start} m/s: {}, expected {expected}", end.q[0]);
            assert!(end.v[0].abs() < 1e-9, "{method}, {start} m/s: {} m/s", end.v[0]);
        }
    }
}
