//! What happens while nothing moves, or hardly: pushes that come and go between two samples, and stones that hang on each other by their
//! corners (X1).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::{SceneFile, read_scene};
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind};

/// A block of 1 kg on a floor with friction 0.5, pushed at its foot.
const BLOCK: &str = r#"
[scene]
gravity = [0, -10]
[run]
until = 20
every = EVERY
[[body]]
name = "block"
mass = 1
shape = { box = { width = 1, height = 0.2 } }
position = [0, 0.1]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[force]]
kind = "applied"
name = "push"
body = "block"
at = [0, -0.1]
force = ["= PUSH*sin(OMEGA*t)", 0]
[[contact]]
default = true
law = "newton"
e = 0
mu = 0.5
"#;

fn pushed(push: f64, omega: f64, every: f64) -> Record {
    let text = BLOCK.replace("PUSH", &push.to_string()).replace("OMEGA", &omega.to_string());
    let scene = read_scene(&text.replace("EVERY", &every.to_string()), "block.toml").unwrap();
    Prepared::new(scene).unwrap().run(None).record
}

#[test]
fn a_push_beyond_the_limit_is_seen_however_far_apart_the_samples_are() {
    // The limit is 5 N. A push a little above it lets both corners slip once in every half period, at its peak.
    for (push, omega, every) in [(5.02, 50.0, 1.0), (5.02, 50.0, 20.0), (5.2, 173.0, 0.5), (7.0, 3.0, 10.0)] {
        let record = pushed(push, omega, every);
        let peaks = (20.0 * omega / std::f64::consts::PI - 0.5).floor() + 1.0;
        assert_eq!(record.end, End::Time);
        assert_eq!(
            record.of_kind(EventKind::Slip).count() as f64,
            2.0 * peaks,
            "{push} N, {omega} / s, every {every} s"
        );
    }
}

#[test]
fn a_crest_just_above_the_limit_is_seen_between_points_below_it() {
    // Above 5 N for less than a thirtieth of a period. Steps of a seventh of a period, looked at in eight points, saw some of these crests.
    for (push, every) in [(5.01, 0.01), (5.001, 0.5), (5.0001, 20.0)] {
        let record = pushed(push, 4.0, every);
        let peaks = (20.0 * 4.0 / std::f64::consts::PI - 0.5).floor() + 1.0;
        assert_eq!(record.end, End::Time);
        assert_eq!(record.of_kind(EventKind::Slip).count() as f64, 2.0 * peaks, "{push} N, every {every} s");
    }
}

#[test]
fn a_short_push_is_seen_at_the_rows_it_lasts_for() {
    // A push of 20 N that comes and goes within hundredths of a second, and x by Simpson's rule on v' = F - 5 N while it slips. The step from rest
    // passed over dozens of rows, at which the forces were written down and not looked at.
    for (width, expected) in [(0.03, 0.064_499_056_63), (0.01, 0.007_166_561_86)] {
        let text = BLOCK.replace("PUSH*sin(OMEGA*t)", &format!("20*exp(-((t-5)/{width})^2)")).replace("EVERY", "0.01");
        let record = Prepared::new(read_scene(&text, "block.toml").unwrap()).unwrap().run(None).record;
        assert_eq!(record.end, End::Time);
        let x = record.samples.last().unwrap().q[0];
        // The tolerance of the run, 1e-10, over some dozens of steps.
        assert!((x - expected).abs() < 1e-8, "{width} s: {x}");
    }
}

#[test]
fn a_push_below_the_limit_moves_nothing() {
    let record = pushed(4.99, 50.0, 1.0);
    assert_eq!(record.end, End::Time);
    assert_eq!(record.of_kind(EventKind::Slip).count(), 0);
    assert_eq!(record.samples.last().unwrap().q[0], 0.0);
}

#[test]
fn a_thin_arch_falls_without_a_standstill() {
    // The stones next to the springings turn corner on corner, then slip there on both sides within some 1e-8 s.
    let mut file = SceneFile::parse(builtin("arch").unwrap().text, "arch").unwrap();
    file.set("parameters.inner_radius", "1.2084").unwrap();
    let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    // Some hundred steps for some hundred events; chattering took thousands to get no further.
    assert!(record.counts.steps < 2_000, "{} steps", record.counts.steps);
}

#[test]
fn what_is_rough_enough_sticks_and_nothing_else_is_possible() {
    // Beyond mu = A / |B| of one corner a slide could jam, but a block at rest has one answer all the same.
    for mu in ["1.7", "3", "20"] {
        let mut file = SceneFile::parse(builtin("block-on-incline").unwrap().text, "block-on-incline").unwrap();
        file.set("parameters.mu", mu).unwrap();
        let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
        assert_eq!(record.end, End::Time, "mu = {mu}");
        assert_eq!(record.samples.last().unwrap().v.iter().fold(0.0, |m: f64, v| m.max(v.abs())), 0.0, "mu = {mu}");
    }
}
