//! What stands, slides, tips or falls: thresholds of equilibrium from both sides.

use serde_json::Value;

use crate::files::Files;
use crate::vectors::{Case, Vectors, list, number, numbers};

pub const SCENES: &[&str] = &["arch", "box-topple-or-slide", "card-a-frame", "ladder", "pushed-row", "stacks"];

/// A time so short that the accelerations change by less than 1e-10 of themselves.
const SHORT: f64 = 1e-6;

/// Accelerations at the start: velocities after a short time over it.
fn accelerations(case: &Case, columns: &[&str]) -> Vec<f64> {
    let files = case.run(&[("run.until", &SHORT.to_string()), ("run.every", "0"), ("run.tolerance", "1e-14")]).ended();
    columns.iter().map(|column| files.last(column) / SHORT).collect()
}

#[test]
fn arch() {
    let vectors = Vectors::read("arch");
    let case = vectors.case("semicircular arch");
    let drift = |mu: f64| case.run(&[("parameters.mu", &mu.to_string())]);
    let stands = drift(case.expected("stays_at_mu")).ended();
    case.near("stands", stands.drift(), 0.0, vectors.tolerance("events", "drift_when_standing"));
    let falls = drift(case.expected("falls_at_mu"));
    case.holds(&format!("falls: {}", falls.verdict()), falls.drift() > 1e-3);
    wedge(vectors.case("keystone wedge pushed out"));
}

/// A wedge without weight, pushed out, below the friction at which it can lock. Above, both going and locking are solutions: it
/// locks, and the run says that it need not.
fn wedge(case: &Case) {
    let mu = 0.99 * case.expected("self_locks_if_mu_at_least");
    let files = case.run(&[("parameters.mu", &mu.to_string())]).ended();
    // Nothing holds it: push t^2/(2 m).
    case.relative("goes out", files.last("wedge.y"), 0.5 * 0.1, 1e-10);
    case.holds("four corners open at the start", files.times("separation") == [0.0]);
    let mu = 1.01 * case.expected("self_locks_if_mu_at_least");
    let files = case.run(&[("parameters.mu", &mu.to_string())]).ended();
    case.near("locks", files.drift(), 0.0, 1e-10);
    let said = files.of_kind("verdict").iter().any(|event| event["text"].as_str().unwrap().contains("indeterminate"));
    case.holds("says that it is indeterminate", said);
}

#[test]
fn box_topple_or_slide() {
    let vectors = Vectors::read("box-topple-or-slide");
    for case in &vectors.cases {
        let found = accelerations(case, &["box.vx", "box.vy", "box.spin"]);
        let expected = numbers(&case.expected["initial_acceleration_x_y_angular"]);
        let relative = vectors.tolerance("events", "acceleration_relative");
        let scale = expected.iter().fold(1.0_f64, |most, a| most.max(a.abs()));
        for (found, expected) in found.iter().zip(&expected) {
            case.near("acceleration", *found, *expected, relative * scale);
        }
        let outcome = match (found[0].abs() > 1e-6, found[2].abs() > 1e-6) {
            (false, false) => "rest",
            (true, false) => "slides",
            // It tips about its front corner: a_x = -spin' times the height of the centre if the corner does not slide.
            (_, true) if (found[0] + found[2] * 0.5 * case.data("height")).abs() < 1e-6 => "tips",
            (_, true) => "slides and tips",
        };
        if let Some(expected) = case.expected["outcome"].as_str() {
            case.holds(&format!("{outcome} is {expected}"), outcome == expected);
        }
        case.run(&[]);
    }
}

#[test]
fn card_a_frame() {
    let vectors = Vectors::read("card-a-frame");
    for case in &vectors.cases {
        let relative = vectors.tolerance("events", "force_relative");
        if case.expected["stays"] == true {
            let files = case.run(&[]).ended();
            case.near("drift", files.drift(), 0.0, vectors.tolerance("events", "drift"));
            case.relative("apex", files.force_between("left", "right"), case.expected("apex_force"), relative);
            let floor = case.expected("floor_normal_each");
            case.relative("floor left", files.force_between("left", "floor"), floor, relative);
            case.relative("floor right", files.force_between("right", "floor"), floor, relative);
        } else {
            let spins = accelerations(case, &["left.spin", "right.spin"]);
            let expected = case.expected("angular_acceleration_if_slips");
            case.relative("left", spins[0], expected, relative);
            case.relative("right", spins[1], -expected, relative);
        }
    }
}

#[test]
fn ladder() {
    let vectors = Vectors::read("ladder");
    for case in &vectors.cases {
        if let Some(t) = case.expected["leaves_wall_at_time"].as_f64() {
            leaves_the_wall(&vectors, case, t);
        } else if case.expected["slips"] == true {
            let expected = case.expected("angular_acceleration");
            let found = accelerations(case, &["ladder.spin"])[0];
            let relative = vectors.tolerance("events", "angular_acceleration_relative");
            case.relative("angular acceleration", found, expected, relative);
        } else {
            case.near("rests", case.run(&[]).ended().drift(), 0.0, 1e-12);
        }
    }
}

fn leaves_the_wall(vectors: &Vectors, case: &Case, t: f64) {
    let time = vectors.tolerance("events", "time");
    let files = case.run(&[]);
    let left = files.of_kind("separation").into_iter().find(|event| event["bodies"][1] == "wall").unwrap();
    case.near("leaves the wall", number(left, "t"), t, time);
    let files = case.run(&[("run.until", &t.to_string())]).ended();
    case.near("angle then", files.last("ladder.angle").abs(), case.expected("angle_then"), time);
    let spin = case.expected("angular_velocity_then").abs();
    case.near("spin then", files.last("ladder.spin").abs(), spin, 10.0 * time);
    let after = case.run(&[("run.until", &(t + 1e-3).to_string())]).ended();
    let speed = after.last("ladder.vx").abs();
    case.near("speed after", speed, case.expected("horizontal_speed_after"), 10.0 * time);
}

#[test]
fn pushed_row() {
    let vectors = Vectors::read("pushed-row");
    let relative = vectors.tolerance("events", "force_relative");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        if let Some(expected) = case.expected["acceleration"].as_f64() {
            let t = files.last("t");
            case.relative("acceleration", files.last("block-0.vx") / t, expected, relative);
            let moved = files.last("block-0.x") - files.first("block-0.x");
            case.relative("displacement", moved, case.expected("displacement_after_2_s"), relative);
            for (k, force) in numbers(&case.expected["contact_forces"]).iter().enumerate() {
                let found = files.force_between(&format!("block-{k}"), &format!("block-{}", k + 1));
                case.relative("contact force", found, *force, relative);
            }
        }
        if case.expected["moves"] == false {
            case.near("held", files.drift(), 0.0, 1e-12);
            let friction: f64 = files
                .contacts_at(files.last("t"))
                .iter()
                .filter(|contact| contact.bodies[1] == "floor")
                .map(|contact| contact.tangential)
                .sum();
            case.relative("floor friction", friction.abs(), case.data("push"), relative);
        }
        if let Some(collisions) = case.expected["collisions"].as_array() {
            collect_each_other(&vectors, case, &files, collisions);
        }
    }
}

fn collect_each_other(vectors: &Vectors, case: &Case, files: &Files, collisions: &[Value]) {
    let first: Vec<&Value> = (1..=collisions.len())
        .map(|k| {
            let hits = files.of_kind("impact").into_iter();
            let of_block = |event: &&Value| event["bodies"].to_string().contains(&format!("block-{k}\""));
            hits.filter(of_block).min_by(|a, b| number(a, "t").total_cmp(&number(b, "t"))).unwrap()
        })
        .collect();
    for (event, collision) in first.iter().zip(collisions) {
        let (t, block) = (number(event, "t"), number(collision, "block") as usize - 1);
        case.near("collision", t, number(collision, "t"), vectors.tolerance("events", "time"));
        let striker = format!("block-{}.vx", block - 1);
        let struck = format!("block-{block}.vx");
        // Speeds as exact as times.
        case.near("speed before", files.before(&striker, t), number(collision, "speed_before"), 1e-9);
        case.near("speed after", files.after(&struck, t), number(collision, "speed_after"), 1e-9);
    }
}

#[test]
fn stacks() {
    let vectors = Vectors::read("stacks");
    let drift = vectors.tolerance("events", "drift");
    for case in &vectors.cases {
        match case.name.as_str() {
            "stack dropped flat" => dropped(&vectors, case),
            "tower at rest" => {
                let files = case.run(&[]).ended();
                case.near("drift", files.drift(), 0.0, drift);
                forces_from_bottom(case, &files, vectors.tolerance("events", "impulse_relative"));
            }
            _ => {
                let files = case.run(&[("run.until", "0.3")]);
                let stays = case.expected["stays"] == true;
                case.holds(&format!("stays: {stays}, moved {}", files.drift()), (files.drift() <= drift) == stays);
            }
        }
    }
}

fn level(k: usize) -> String {
    if k == 0 { "floor".to_owned() } else { format!("block-{}", k - 1) }
}

pub fn forces_from_bottom(case: &Case, files: &Files, relative: f64) {
    for (k, force) in numbers(&case.expected["force_at_contact_from_bottom"]).iter().enumerate() {
        case.relative("force", files.force_between(&level(k), &level(k + 1)), *force, relative);
    }
}

fn dropped(vectors: &Vectors, case: &Case) {
    let files = case.run(&[("run.until", "20")]).ended();
    let t = files.times("impact");
    case.holds("one impact", t.len() == 1);
    case.near("impact", t[0], case.expected("impact_time"), vectors.tolerance("events", "impact_time"));
    let relative = vectors.tolerance("events", "impulse_relative");
    for (k, impulse) in numbers(&case.expected["impulse_at_contact_from_bottom"]).iter().enumerate() {
        let between = [level(k), level(k + 1)];
        let part =
            |event: &&Value| list(&event["bodies"]).iter().all(|body| between.iter().any(|name| body == name.as_str()));
        let found: f64 =
            files.of_kind("impact").into_iter().filter(part).map(|event| number(event, "impulse.normal")).sum();
        case.relative("impulse", found, *impulse, relative);
    }
    forces_from_bottom(case, &files, relative);
    for k in 0..case.data("blocks") as usize {
        let height = (k as f64 + 0.5) * case.data("height");
        let tolerance = vectors.tolerance("events", "drift");
        case.near("rests at its height", files.last(&format!("block-{k}.y")), height, tolerance);
        case.near("does not move sideways", files.last(&format!("block-{k}.x")), 0.0, tolerance);
    }
}
