//! Friction of joints that holds: the scene `dry-joints` and its closed forms.

use crate::ran::{Ran, ran};
use carom::simulate::record::{End, EventKind};
use std::f64::consts::PI;

/// Turning points until friction holds, and where: amplitudes shrink by 2 c/k, and c/k is held.
fn turns(mut amplitude: f64, held: f64) -> (f64, f64) {
    let mut count = 0.0;
    while amplitude.abs() > held || count == 0.0 {
        amplitude = -amplitude + 2.0 * held * amplitude.signum();
        count += 1.0;
    }
    (count, amplitude)
}

fn angle(ran: &Ran) -> f64 {
    2.0 * ran.measure("wheel.qz").asin()
}

/// Every half swing loses 2 c/k, and the last ends at n pi sqrt(J/k), on either side.
#[test]
fn swings_shrink_in_a_straight_line_and_stop() {
    for (torque, start) in [("0.3", 1.0_f64), ("0.25", -0.9), ("1.1", 1.3)] {
        let changes = [("parameters.torque", torque), ("parameters.angle", &start.to_string())];
        let ran = ran("dry-joints", None, &changes);
        assert_eq!(ran.record.end, End::Time);
        let (count, end) = turns(start, torque.parse::<f64>().unwrap() / 5.0);
        let stops = ran.times(EventKind::Stick, "hinge");
        assert_eq!(stops.len(), 1, "{stops:?}");
        // The tolerance of the run is 1e-12 a step, and the steps are hundreds.
        assert!((stops[0] - count * PI * 0.2).abs() < 1e-8, "{torque} N m: {stops:?}");
        assert!((angle(&ran) - end).abs() < 1e-9, "{torque} N m: {} {end}", angle(&ran));
        let (count, end) = turns(0.3, 0.7 / 20.0);
        assert!((ran.times(EventKind::Stick, "rail")[0] - count * PI * 0.025_f64.sqrt()).abs() < 1e-8);
        assert!((ran.measure("slider.x") - end).abs() < 1e-9);
        // What is held does not creep.
        assert_eq!(ran.measure("slider.vx"), 0.0);
        assert!(ran.record.counts.energy_error.abs() < 1e-9, "{}", ran.record.counts.energy_error);
    }
}

/// v1^2 = v0^2 - 2 c d/m at the stop, e v1 back, and (e v1)^2 m/2c until it stays.
#[test]
fn a_bolt_comes_back_from_its_stop_and_stays() {
    for (speed, e) in [(2.0_f64, 0.6), (2.5, 1.0), (1.5, 0.0)] {
        let changes = [("parameters.speed", &*speed.to_string()), ("parameters.e", &e.to_string())];
        let ran = ran("dry-joints", None, &changes);
        let hit = (speed * speed - 1.2).sqrt();
        let impacts = ran.times(EventKind::Impact, "stops of joint \"guide\"");
        assert!((impacts[0] - (speed - hit) / 1.2).abs() < 1e-9, "{impacts:?}");
        let end = 0.5 - (e * hit).powi(2) / 2.4;
        assert!((ran.measure("bolt.x") - end).abs() < 1e-9, "{} {end}", ran.measure("bolt.x"));
        if e > 0.0 {
            let stay = (speed - hit + e * hit) / 1.2;
            assert!((ran.times(EventKind::Stick, "guide")[0] - stay).abs() < 1e-9);
        }
    }
}

/// Below c nothing moves however long; above, it goes as c says.
#[test]
fn a_joint_holds_below_its_limit_and_slips_above() {
    let still = ran("dry-joints", None, &[("parameters.way", "0.0349"), ("parameters.angle", "0.0599")]);
    assert_eq!((still.measure("slider.x"), still.measure("slider.vx")), (0.0349, 0.0));
    assert!((angle(&still) - 0.0599).abs() < 1e-15);
    assert!(still.times(EventKind::Slip, "rail").is_empty());
    let moves = ran("dry-joints", None, &[("parameters.way", "0.0351")]);
    // From 0.0351 to 2 * 0.035 - 0.0351.
    assert!((moves.measure("slider.x") - 0.0349).abs() < 1e-12, "{}", moves.measure("slider.x"));
}

/// The same by stepping, to the order of the step.
#[test]
fn dry_joints_by_stepping() {
    let ran = ran("dry-joints", None, &[("run.method", "stepping"), ("run.step", "1e-4")]);
    // First order: some steps of the speeds of 1 m/s and 5 rad/s.
    assert!((ran.measure("slider.x") - 0.02).abs() < 1e-3, "{}", ran.measure("slider.x"));
    assert!((angle(&ran) - 0.04).abs() < 5e-3, "{}", angle(&ran));
    assert!((ran.measure("bolt.x") - 0.08).abs() < 1e-3, "{}", ran.measure("bolt.x"));
    assert!(ran.measure("slider.vx").abs() < 1e-9);
}
