//! Collisions: in rows, at once, of rocking blocks, of bodies on joints.

use serde_json::Value;

use crate::files::Files;
use crate::vectors::{Case, Vectors, list, number, numbers};

pub const SCENES: &[&str] = &[
    "newton-cradle",
    "pendulum-in-moving-box",
    "pinned-bar-moving-surface",
    "rocking-block",
    "slider-crank-clearance",
    "three-coins",
    "two-masses-on-a-line",
    "woodpecker-toy",
];

#[test]
fn newton_cradle() {
    let vectors = Vectors::read("newton-cradle");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        let tolerance = vectors.tolerance("events", "velocity");
        for (k, expected) in numbers(&case.expected["velocities_after"]).iter().enumerate() {
            case.near("velocity", files.last(&format!("ball-{k}.vx")), *expected, tolerance);
        }
        if let Some(hits) = case.expected["hit_times_and_pair"].as_array() {
            let found = files.of_kind("impact");
            case.holds("as many hits", found.len() == hits.len());
            for (event, hit) in found.iter().zip(hits) {
                let hit = numbers(hit);
                // Times as exact as velocities.
                case.near("hit", number(event, "t"), hit[0], 1e-10);
                case.holds("pair", event["bodies"][0] == format!("ball-{}", hit[1]));
            }
        }
        if case.name.contains("touching") {
            let rule = files.of_kind("impact")[0]["law"].as_str().unwrap().to_owned();
            case.holds(&format!("the rule is named: {rule}"), rule.contains("simultaneous-newton"));
        }
    }
}

#[test]
fn three_coins() {
    let vectors = Vectors::read("three-coins");
    let relative = vectors.tolerance("events", "velocity_relative");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        let velocity = |body: &str| [files.last(&format!("{body}.vx")), files.last(&format!("{body}.vy"))];
        let near = |what: &str, body: &str, expected: &[f64]| {
            for (found, expected) in velocity(body).iter().zip(expected) {
                // Relative to the speed of the striker.
                case.near(what, *found, *expected, relative * case.data["striker_velocity"][0].as_f64().unwrap());
            }
        };
        for key in ["striker_after", "striker"] {
            if let Some(expected) = case.expected.get(key) {
                near(key, "striker", &numbers(expected));
            }
        }
        for (key, body) in [("upper_target", "upper"), ("upper_target_after", "upper"), ("lower_target", "lower")] {
            if case.expected[key].is_array() {
                near(key, body, &numbers(&case.expected[key]));
            }
        }
        if let Some(speed) = case.expected["target_speed_each"].as_f64() {
            let (sin, cos) = 30_f64.to_radians().sin_cos();
            near("upper", "upper", &[speed * cos, speed * sin]);
            near("lower", "lower", &[speed * cos, -speed * sin]);
        }
        if let Some(spin) = case.expected["upper_target_spin"].as_f64() {
            case.relative("upper spin", files.last("upper.spin"), spin, relative);
            case.relative("lower spin", files.last("lower.spin"), -spin, relative);
        }
        for key in ["impulse_each", "normal_impulse_each"] {
            let Some(impulse) = case.expected[key].as_f64() else { continue };
            let with_striker = |event: &&serde_json::Value| event["bodies"].to_string().contains("striker");
            let found: Vec<f64> = files
                .of_kind("impact")
                .into_iter()
                .filter(with_striker)
                .map(|event| number(event, "impulse.normal"))
                .collect();
            case.holds("two impulses", found.len() == 2);
            found.iter().for_each(|found| case.relative(key, *found, impulse, relative));
        }
    }
}

#[test]
fn two_masses_on_a_line() {
    let vectors = Vectors::read("two-masses-on-a-line");
    let tolerance = vectors.tolerance("events", "velocity");
    for case in &vectors.cases {
        let files = case.run(&[("run.every", "0")]).ended();
        let times = files.times("impact");
        if case.name == "one collision" {
            case.near("time", times[0], case.expected("t"), 1e-9);
            case.near("v1", files.last("first.vx"), case.expected("v1_after"), tolerance);
            case.near("v2", files.last("second.vx"), case.expected("v2_after"), tolerance);
            let event = files.of_kind("impact")[0].clone();
            case.near("impulse", number(&event, "impulse.normal"), case.expected("impulse"), tolerance);
            continue;
        }
        case.near("collisions", files.of_kind("impact").len() as f64, case.expected("collisions"), 0.0);
        case.near("big", files.last("big.vx"), case.expected("big_velocity_end"), tolerance);
        case.near("small", files.last("small.vx"), case.expected("small_velocity_end"), tolerance);
        let last = case.expected("time_of_last_collision");
        case.relative("last", *times.last().unwrap(), last, vectors.tolerance("events", "time_relative"));
    }
}

#[test]
fn rocking_block() {
    let vectors = Vectors::read("rocking-block");
    rocking(&vectors, vectors.case("rocking"));
    periods(&vectors, vectors.case("period against amplitude"));
    flat_landing(&vectors, vectors.case("flat landing"));
    let case = vectors.case("overturns");
    let files = case.run(&[]);
    let angle = files.last("block.angle").abs();
    case.holds(&format!("falls over: angle {angle}"), angle > 1.0);
}

fn rocking(vectors: &Vectors, case: &Case) {
    // A little longer than the data say: the last impact is at their end.
    let files = case.run(&[("run.until", "2.5")]).ended();
    let times = files.times("impact");
    let (time, ratio) = (vectors.tolerance("events", "impact_time"), vectors.tolerance("events", "spin_ratio"));
    let impacts = list(&case.expected["impacts"]);
    case.holds("all impacts are there", times.len() == impacts.len());
    for (t, impact) in times.iter().zip(impacts) {
        case.near("impact", *t, number(impact, "t"), time);
        let (before, after) = (files.before("block.spin", *t), files.after("block.spin", *t));
        case.near("spin before", before.abs(), number(impact, "spin_before"), time);
        case.near("spin after", after.abs(), number(impact, "spin_after"), time);
        case.near("spin ratio", after / before, case.expected("spin_ratio"), ratio);
        let energy = files.after("energy.kinetic", *t) / files.before("energy.kinetic", *t);
        case.near("energy ratio", energy, case.expected("energy_ratio"), vectors.tolerance("events", "energy_ratio"));
    }
}

fn periods(vectors: &Vectors, case: &Case) {
    let alpha = (case.data("half_width") / case.data("half_height")).atan();
    for row in list(&case.expected["table"]) {
        let angle = (alpha * number(row, "amplitude_over_alpha")).to_string();
        let files = case.run(&[("parameters.angle_start", &angle)]);
        let period = 4.0 * files.times("impact")[0];
        case.near("period", period, number(row, "period_exact"), 4.0 * vectors.tolerance("events", "impact_time"));
    }
}

fn flat_landing(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let t = case.expected("impact_time");
    case.near("impact", files.times("impact")[0], t, vectors.tolerance("events", "impact_time"));
    let impacts = files.of_kind("impact");
    case.holds("one impact at two corners", impacts.len() == 2);
    for event in &impacts {
        case.relative("impulse", number(event, "impulse.normal"), case.expected("impulse_each_corner"), 1e-9);
    }
    for column in ["block.vx", "block.vy", "block.spin"] {
        case.near("rest", files.last(column), 0.0, 1e-12);
    }
}

#[test]
fn pendulum_in_moving_box() {
    let vectors = Vectors::read("pendulum-in-moving-box");
    let relative = vectors.tolerance("events", "velocity_relative");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        let found = files.of_kind("impact");
        let impacts = list(&case.expected["impacts"]);
        case.holds("all impacts are there", found.len() == impacts.len());
        // theta' of the rod from the velocity of the bob relative to the box.
        let theta_dot = |at: &dyn Fn(&str) -> f64| {
            let (x, y) = (at("bob.x") - at("box.x"), at("bob.y") - at("box.y"));
            let (vx, vy) = (at("bob.vx") - at("box.vx"), at("bob.vy") - at("box.vy"));
            (x * vy - y * vx) / (x * x + y * y)
        };
        for (event, impact) in found.iter().zip(impacts) {
            let t = number(event, "t");
            case.near("impact", t, number(impact, "t"), vectors.tolerance("events", "impact_time"));
            let side = if event["normal"][0].as_f64().unwrap() < 0.0 { "right" } else { "left" };
            case.holds("wall", impact["wall"] == side);
            let (before, after) = (theta_dot(&|c| files.before(c, t)), theta_dot(&|c| files.after(c, t)));
            let pair = match impact["theta_dot_before_after"].as_array() {
                Some(_) => numbers(&impact["theta_dot_before_after"]),
                None => vec![number(impact, "theta_dot_before"), number(impact, "theta_dot_after")],
            };
            case.relative("theta' before", before, pair[0], relative);
            case.relative("theta' after", after, pair[1], relative);
            if let Some(impulse) = impact["impulse"].as_f64() {
                case.relative("impulse", number(event, "impulse.normal"), impulse, relative);
                let box_velocity = numbers(&impact["box_velocity_before_after"]);
                case.relative("box before", files.before("box.vx", t), box_velocity[0], relative);
                case.relative("box after", files.after("box.vx", t), box_velocity[1], relative);
            }
        }
        if let Some(momentum) = case.expected["horizontal_momentum"].as_f64() {
            let found = case.data("mass") * files.last("bob.vx") + case.data("box_mass") * files.last("box.vx");
            case.relative("momentum", found, momentum, vectors.tolerance("events", "momentum_relative"));
        }
    }
}

#[test]
fn pinned_bar_moving_surface() {
    let vectors = Vectors::read("pinned-bar-moving-surface");
    let tolerance = vectors.tolerance("events", "theta_dot");
    for case in &vectors.cases {
        if case.name == "swing and bounce, frictionless" {
            swing_and_bounce(&vectors, case);
            continue;
        }
        for (law, key) in [("wang-mason-poisson", "poisson_routh"), ("kane", "newton_kane")] {
            let files = case.run(&[("contact.0.law", law)]);
            let expected = &case.expected[key];
            if expected["status"] != "ok" {
                let verdict = files.verdict();
                case.holds(&format!("{law} says there is no answer: {verdict}"), verdict.contains("no-solution"));
                continue;
            }
            case.near("theta' after", files.after("bar.spin", 0.0), number(expected, "theta_dot_after"), tolerance);
            let impact = files.of_kind("impact")[0].clone();
            case.near("I_N", number(&impact, "impulse.normal"), number(expected, "I_N"), tolerance);
            if let Some(tangential) = expected["I_T"].as_f64() {
                case.near("I_T", number(&impact, "impulse.tangential"), tangential, tolerance);
            }
        }
    }
}

fn swing_and_bounce(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let times = files.times("impact");
    for (t, bounce) in times.iter().zip(list(&case.expected["bounces"])) {
        case.near("bounce", *t, number(bounce, "t"), vectors.tolerance("events", "time"));
        let tolerance = vectors.tolerance("events", "theta_dot");
        case.near("before", files.before("bar.spin", *t), number(bounce, "theta_dot_before"), tolerance);
        case.near("after", files.after("bar.spin", *t), number(bounce, "theta_dot_after"), tolerance);
    }
    case.holds("all bounces are there", times.len() >= list(&case.expected["bounces"]).len());
    case.near("rests", files.last("bar.spin"), 0.0, 1e-12);
}

/// Every trusted impact in order, with the velocities of the first five: then an accumulation of corners that hit in turn.
#[test]
fn slider_crank_clearance() {
    let vectors = Vectors::read("slider-crank-clearance");
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        let found = files.of_kind("impact");
        let trusted = case.expected("events_trusted") as usize;
        let events = &list(&case.expected["events"])[..trusted];
        case.holds("all trusted impacts are there", found.len() >= trusted);
        for (k, (event, expected)) in found.iter().zip(events).enumerate() {
            let t = number(event, "t");
            case.near("impact", t, number(expected, "t"), vectors.tolerance("events", "event_time"));
            // Corners 0 and 1 are left and right of the upper edge.
            let left = event["point"][0].as_f64().unwrap() < files.before("slider.x", t);
            case.holds("corner", numbers(&expected["contact"])[0] == if left { 0.0 } else { 1.0 });
            if k >= 5 {
                continue;
            }
            let columns = ["crank.spin", "rod.spin", "slider.spin"].iter();
            for (column, (before, after)) in columns.zip(pairs(expected)) {
                let tolerance = vectors.tolerance("events", "velocity_relative");
                case.relative(column, files.before(column, t), before, tolerance);
                case.relative(column, files.after(column, t), after, tolerance);
            }
        }
        let leaves = files.times("separation")[0];
        let robust = &case.expected["robust"];
        case.near(
            "leaves",
            leaves,
            number(robust, "both_corners_leave_upper_wall_at"),
            number(robust, "tolerance_leave"),
        );
        let lower = found.iter().find(|event| event["bodies"][1] == "lower").unwrap();
        let hit = number(robust, "first_hit_on_lower_wall_at");
        case.near("hits below", number(lower, "t"), hit, number(robust, "tolerance_hit"));
    }
}

/// Velocities before and after, coordinate by coordinate.
fn pairs(expected: &serde_json::Value) -> Vec<(f64, f64)> {
    numbers(&expected["v_before"]).into_iter().zip(numbers(&expected["v_after"])).collect()
}

/// What the reference calls the events of the toy, and its contacts counted from zero.
const TOY_KINDS: [(&str, &str); 4] =
    [("stop", "stick"), ("slip", "slip"), ("release", "separation"), ("impact", "impact")];
const TOY_CONTACTS: [&str; 3] = ["beak", "lower edge", "upper edge"];

/// The events of the toy that the reference lists (a contact that lasts after an impact is part of the impact there).
fn toy_events(files: &Files) -> Vec<&Value> {
    let listed = |event: &&Value| TOY_KINDS.iter().any(|(_, kind)| event["kind"] == *kind) && number(event, "t") > 0.0;
    files.events.iter().filter(listed).collect()
}

/// One event of the toy against the reference: kind, contact and time since `from`.
fn same_toy_event(case: &Case, found: &Value, expected: &Value, t: f64, tolerance: f64) {
    let contact = expected["contact"].as_u64().or_else(|| expected["contact"][0].as_u64()).unwrap();
    let kind = TOY_KINDS.iter().find(|(name, _)| expected["kind"] == *name).unwrap().1;
    case.holds(&format!("{kind} at {t}, found {found}"), found["kind"] == kind);
    case.holds(&format!("contact of {found}"), found["bodies"][1] == TOY_CONTACTS[contact as usize]);
    case.near(kind, number(found, "t"), t, tolerance);
}

#[test]
fn woodpecker_toy() {
    let vectors = Vectors::read("woodpecker-toy");
    let (event_time, tolerance) = (vectors.tolerance("events", "event_time"), vectors.tolerance("events", "period"));
    for case in &vectors.cases {
        // The matrices are parameters of these names too.
        let matrices = ["mass_matrix", "stiffness", "W_columns_N1_T1_N2_T2_N3_T3"]
            .map(|name| (format!("parameters.{name}"), case.data[name].to_string()));
        let files = case.run(&matrices.each_ref().map(|(path, value)| (path.as_str(), value.as_str()))).ended();
        let found = toy_events(&files);
        let expected = list(&case.expected["first_events_from_start"]);
        case.holds("as many events", found.len() >= expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let t = number(expected, "t");
            same_toy_event(case, found, expected, t, event_time);
            for (column, q) in ["toy.y", "toy.phi_M", "toy.phi_S"].iter().zip(numbers(&expected["q"])) {
                if expected["kind"] == "impact" {
                    case.near(column, files.after(column, number(found, "t")), q, 20.0 * event_time);
                }
            }
        }
        let beak = |event: &&&Value| event["bodies"][1] == "beak";
        for (found, t) in found.iter().filter(beak).zip(numbers(&case.expected["first_beak_times"])) {
            case.near("beak", number(found, "t"), t, event_time);
        }
        // The transient alternates and falls by 0.839 in a cycle: after a hundred cycles nothing is left of it.
        let long = case.run(&[("run.until", "16"), ("run.every", "0.1")]).ended();
        limit_cycle(case, &long, event_time, tolerance);
    }
}

/// The last whole cycle from slip to slip.
fn limit_cycle(case: &Case, files: &Files, event_time: f64, tolerance: f64) {
    let found = toy_events(files);
    let slips: Vec<usize> = (0..found.len()).filter(|&k| found[k]["kind"] == "slip").collect();
    let [first, last] = [slips[slips.len() - 2], slips[slips.len() - 1]];
    let start = number(found[first], "t");
    case.near("period", number(found[last], "t") - start, case.expected("period"), tolerance);
    let expected = list(&case.expected["cycle_events"]);
    case.holds("as many events in a cycle", last - first + 1 == expected.len());
    for (found, expected) in found[first..].iter().zip(expected) {
        let t = start + number(expected, "t_since_slip");
        same_toy_event(case, found, expected, t, event_time);
        for (key, parts) in [("velocity_before", "before"), ("velocity_after", "after")] {
            let Some(v) = expected.get(key).map(numbers) else { continue };
            let at = |column: &str| match parts {
                "before" => files.before(column, number(found, "t")),
                _ => files.after(column, number(found, "t")),
            };
            for (column, v) in ["toy.y.rate", "toy.phi_M.rate", "toy.phi_S.rate"].iter().zip(v) {
                // An error of the time times the acceleration of the sleeve, 1e4 rad/s^2.
                case.near(column, at(column), v, 1e4 * event_time);
            }
        }
    }
    let beaks: Vec<f64> =
        found.iter().filter(|event| event["bodies"][1] == "beak").map(|event| number(event, "t")).collect();
    let [from, to] = [beaks[beaks.len() - 2], beaks[beaks.len() - 1]];
    // The speed of fall times the error of the time.
    let drop = files.after("toy.y", to) - files.after("toy.y", from);
    case.near("drop", drop, case.expected("drop_per_cycle"), tolerance);
}
