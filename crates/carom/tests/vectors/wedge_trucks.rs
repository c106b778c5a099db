//! Half a truck that pitches, and a whole one in space (W6, W11): load share, symmetry, warp stiffness.

use serde_json::Value;

use crate::files::Files;
use crate::wedge::{MM, case};

/// Largest absolute value of a column.
fn largest(files: &Files, column: &str) -> f64 {
    files.column(column).iter().fold(0.0, |most, x| x.abs().max(most))
}

#[test]
fn wheels_that_move_together_pitch_nothing() {
    let case = case("half-truck", "both wheels together", &Value::Null);
    let files = case.run(&[]).ended();
    // Rounding, over a second of slips.
    case.near("angle of the frame", largest(&files, "frame.angle"), 0.0, 1e-9);
    case.near("angle of the bolster", largest(&files, "bolster.angle"), 0.0, 1e-9);
    case.holds("the bolster slips", !files.times("slip").is_empty());
}

/// Slowly over joints half a rail apart the frame pitches by the depth of a joint over the wheelbase and keeps its height.
#[test]
fn wheels_that_move_against_each_other_pitch_the_frame() {
    let case = case("half-truck", "one up, one down", &Value::Null);
    let files = case.run(&[("parameters.speed", "20 km/h"), ("run.every", "20 ms")]).ended();
    let (t, angle, height) = (files.column("t"), files.column("frame.angle"), files.column("frame.y"));
    let late: Vec<usize> = (0..t.len()).filter(|k| t[*k] > 0.5 * files.last("t")).collect();
    let most = late.iter().fold(0.0_f64, |most, k| angle[*k].abs().max(most));
    // The bolster turns along; its inertia bends the track of 20 kN/mm by a few thousandths of the joint.
    case.relative("angle", most, 16.0 * MM / 1.778, 0.01);
    for k in late {
        case.near("height", height[k], -8.0 * MM, 0.05 * MM);
    }
}

/// Height of the front adapter above that of the rear one, seen from the frame, over the wheelbase.
const HALF_BASE: f64 = 0.889;

#[test]
fn every_wheel_of_a_truck_at_rest_carries_a_quarter() {
    let case = case("truck-in-space", "warped", &Value::Null);
    let files = case.run(&[("parameters.warp", "0"), ("run.until", "0.1"), ("run.every", "0.05")]).ended();
    let share = 9.85 * (2.0 * 578.0 + 4.0 * 12.0 + 1648.0) / 4.0;
    for frame in ["left", "right"] {
        let (z, pitch) = (files.last(&format!("{frame}.z")), 2.0 * files.last(&format!("{frame}.qy")));
        for end in [-HALF_BASE, HALF_BASE] {
            let load = share - 2e7 * (z - end * pitch);
            // Forces at rest: the tolerance of the reference.
            case.relative("load of a wheel", load, share, 0.002);
        }
    }
}

#[test]
fn a_truck_bounced_or_pitched_does_not_warp() {
    for variant in ["bounced", "pitched"] {
        let case = case("truck-in-space", variant, &Value::Null);
        let files = case.run(&[("run.until", "0.3"), ("run.every", "0.02")]).ended();
        let (left, right) = (files.column("left.qy"), files.column("right.qy"));
        // The residual of the sweeps, which go from the left to the right.
        for (left, right) in left.iter().zip(&right) {
            case.near("warp", left - right, 0.0, 1e-6);
        }
        case.near("roll of the bolster", largest(&files, "bolster.qx"), 0.0, 1e-6);
        case.near("yaw of the bolster", largest(&files, "bolster.qz"), 0.0, 1e-6);
    }
}

/// Warped, the frames pitch against each other, and the bolster stays between them.
#[test]
fn a_truck_warped_stays_in_the_middle() {
    let case = case("truck-in-space", "warped", &Value::Null);
    let files = case.run(&[("run.until", "0.25"), ("run.every", "0.05")]).ended();
    let (left, right) = (2.0 * files.last("left.qy"), 2.0 * files.last("right.qy"));
    // The wheels are 6 mm up and down there; the track gives way by the force of springs and wedges.
    case.relative("left", left.abs(), 6.0 * MM / HALF_BASE, 0.01);
    case.relative("right", right, -left, 0.01);
    case.near("roll of the bolster", largest(&files, "bolster.qx"), 0.0, 1e-5);
}

/// Without wedges the end springs resist a warp with the sum of k x^2: two groups of 528 N/mm (the inner coil is not reached) on each
/// side of the middle, 150 mm from it. The frame turns about the height of its adapters, which hold it; seen from there the
/// preload of the springs does next to nothing, P (z + z^2/l) = 0.1 %.
#[test]
fn springs_alone_resist_a_warp_by_their_stiffness() {
    let case = case("truck-in-space", "without wedges", &Value::Null);
    let slow = [("parameters.frequency", "0.5 Hz"), ("parameters.track", "1000 N/mm"), ("run.until", "1")];
    let files = case.run(&[&slow[..], &[("run.every", "0.1")]].concat()).ended();
    let pitch = 2.0 * files.last("left.qy").abs();
    let moment = 2.0 * 1e6 * HALF_BASE * (6.0 * MM - HALF_BASE * pitch);
    // The inertia of the frame, I omega^2 = 2.4 kN m/rad at the turn, helps the wheels.
    let inertia = 244.6 * (std::f64::consts::PI).powi(2);
    case.relative("stiffness", moment / pitch + inertia, 2.0 * 2.0 * 528e3 * 0.15 * 0.15, 0.01);
}
