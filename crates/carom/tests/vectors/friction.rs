//! Bodies that slide, stick and roll on a plane; the rod of Painleve.

use crate::vectors::{Case, Vectors, list, number, numbers};

pub const SCENES: &[&str] = &["block-on-incline", "painleve-rod", "rolling-down-slope", "sliding-to-rolling"];

#[test]
fn block_on_incline() {
    let vectors = Vectors::read("block-on-incline");
    let tolerance = vectors.tolerance("events", "displacement");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        let moves = case.expected["moves"].as_bool();
        if moves == Some(false) {
            case.near("creep", files.drift(), 0.0, vectors.tolerance("events", "creep_absolute"));
        }
        for key in ["displacement", "displacement_down_slope_at_end"] {
            if let Some(expected) = case.expected[key].as_f64() {
                case.near(key, files.last("block.x"), expected, tolerance);
            }
        }
        for key in ["speed", "velocity_at_end"] {
            if let Some(expected) = case.expected[key].as_f64() {
                case.near(key, files.last("block.vx"), expected, tolerance);
            }
        }
        if let Some(expected) = case.expected["stop_time"].as_f64() {
            let mut stops = files.times("stick");
            stops.extend(files.times("reversal"));
            case.near("stop", stops[0], expected, vectors.tolerance("events", "stop_time"));
        }
        if let Some(forces) = case.expected["normal_forces_rear_front"].as_array() {
            let mut contacts = files.contacts_at(files.last("t"));
            contacts.sort_by(|a, b| a.point[0].total_cmp(&b.point[0]));
            case.holds("two corners touch", contacts.len() == 2);
            for (contact, force) in contacts.iter().zip(forces) {
                // The forces depend on the state only through constants of the scene: rounding of the solver.
                case.relative("normal force", contact.normal, force.as_f64().unwrap(), 1e-10);
            }
        }
        if let Some(expected) = case.expected["friction_force"].as_f64() {
            let total: f64 = files.contacts_at(files.last("t")).iter().map(|contact| contact.tangential).sum();
            case.relative("friction force", total, expected, 1e-10);
        }
    }
}

#[test]
fn rolling_down_slope() {
    let vectors = Vectors::read("rolling-down-slope");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        let until = case.data("until");
        let relative = vectors.tolerance("events", "distance_relative");
        case.relative("distance", files.last("wheel.x"), case.expected("distance"), relative);
        case.relative("acceleration", files.last("wheel.vx") / until, case.expected("acceleration"), relative);
        let spin = vectors.tolerance("events", "spin_relative");
        case.relative("spin", -files.last("wheel.spin"), case.expected("spin"), spin);
        let slip = files.last("wheel.vx") + case.data("radius") * files.last("wheel.spin");
        case.near("slip", slip, case.expected("slip_speed"), 1e-10);
        case.holds("rolls", (slip.abs() < 1e-9) == case.expected["rolls"].as_bool().unwrap());
    }
}

#[test]
fn sliding_to_rolling() {
    let vectors = Vectors::read("sliding-to-rolling");
    for case in vectors.cases.iter().filter(|case| case.name != "sphere in space") {
        let files = case.run(&[]).ended();
        let rolls = files.times("stick")[0];
        case.near("rolls", rolls, case.expected("rolls_at"), vectors.tolerance("events", "time"));
        let relative = vectors.tolerance("events", "speed_relative");
        case.relative("speed", files.last("ball.vx"), case.expected("final_speed"), relative);
        case.relative("spin", -files.last("ball.spin"), case.expected("final_spin"), relative);
        case.relative("x one second later", files.last("ball.x"), case.expected("x_at_t_plus_1"), relative);
        let lost = files.first("energy.total") - files.last("energy.total");
        case.relative("energy lost", lost, case.expected("energy_lost"), relative);
    }
}

#[test]
fn painleve_rod() {
    let vectors = Vectors::read("painleve-rod");
    for case in &vectors.cases {
        match case.expected["regime"].as_str() {
            Some("sliding") => sliding(&vectors, case),
            Some("lifts off") => lifts_off(case),
            Some("indeterminate") => indeterminate(case),
            Some("inconsistent") => inconsistent(&vectors, case),
            None if case.name == "consistent trajectory" => trajectory(&vectors, case),
            None if case.name == "critical friction" => critical_friction(case),
            other => panic!("{}: {other:?}", case.name),
        }
    }
}

fn sliding(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]);
    let force = files.contacts_at(0.0)[0].normal;
    let relative = vectors.tolerance("events", "normal_force_relative");
    case.relative("normal force", force, case.expected("normal_force"), relative);
    case.holds(
        "slides from the start",
        files.verdict().is_empty() || files.summary["end_time"].as_f64().unwrap() > 0.0,
    );
}

fn lifts_off(case: &Case) {
    let files = case.run(&[("run.until", "0.001")]).ended();
    case.holds("no force", files.contacts.is_empty());
    let tip = |t: usize| {
        let angle = files.column("rod.angle")[t];
        files.column("rod.y")[t] - case.data("half_length") * angle.sin()
    };
    case.holds("the tip rises", tip(files.column("t").len() - 1) > tip(0));
}

fn indeterminate(case: &Case) {
    let files = case.run(&[]);
    case.holds("ends at once", files.summary["end_time"].as_f64() == Some(0.0));
    let verdict = files.verdict();
    for solution in list(&case.expected["solutions"]) {
        let force = number(solution, "normal_force");
        // Thirteen digits of each force are printed.
        let near = |text: &str| text.parse::<f64>().is_ok_and(|found| (found - force).abs() <= 1e-10 * force.abs());
        case.holds(&format!("{force} is named: {verdict}"), verdict.split(' ').any(near));
    }
    case.holds(&format!("several: {verdict}"), verdict.contains("2 solutions"));
}

fn inconsistent(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]);
    let verdict = files.verdict();
    case.holds(&format!("none: {verdict}"), verdict.contains("inconsistent"));
    for key in ["p", "b"] {
        let (_, rest) = verdict.split_once(&format!("{key} = ")).unwrap();
        let text = rest.split([',', ' ']).next().unwrap();
        case.relative(key, text.parse().unwrap(), case.expected(key), 1e-10);
    }
    case.holds("names the body", verdict.contains("rod"));
    let files = case.run(&[("run.paradox", "impact"), ("run.until", "0.001")]);
    let change = numbers(&case.expected["impact_without_collision_e0"]["velocity_change"]);
    let relative = vectors.tolerance("events", "normal_force_relative");
    for (column, change) in ["rod.vx", "rod.vy", "rod.spin"].iter().zip(change) {
        let found = files.after(column, 0.0) - files.before(column, 0.0);
        case.relative(column, found, change, relative);
    }
}

fn trajectory(vectors: &Vectors, case: &Case) {
    let files = case.run(&[("run.every", "0.05")]).ended();
    let columns = ["rod.x", "rod.y", "rod.angle", "rod.vx", "rod.vy", "rod.spin"];
    let start = files.first("rod.x");
    for sample in list(&case.expected["samples"]) {
        let sample = numbers(sample);
        for (k, column) in columns.iter().enumerate() {
            // The samples count x from where the centre started, the scene from where the tip did.
            let shift = if k == 0 { start } else { 0.0 };
            let found = files.after(column, sample[0]) - shift;
            case.near(column, found, sample[1 + k], vectors.tolerance("events", "trajectory"));
        }
    }
    case.holds("nothing happens", files.of_kind("separation").is_empty() && files.of_kind("stick").is_empty());
}

/// One per cent below mu_P(angle) the rod slides, one per cent above it has no answer.
fn critical_friction(case: &Case) {
    for row in list(&case.expected["table"]) {
        let row = numbers(row);
        let at = |factor: f64| {
            let (angle, mu) = (row[0].to_string(), (factor * row[1]).to_string());
            case.run(&[("parameters.angle", &angle), ("parameters.mu", &mu), ("run.until", "1e-6")])
        };
        case.holds(&format!("slides below at {}", row[0]), at(0.99).verdict().is_empty());
        case.holds(&format!("no answer above at {}", row[0]), at(1.01).verdict().contains("Painleve"));
    }
}
