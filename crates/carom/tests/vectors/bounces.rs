//! Balls that bounce: on the ground, on a table that moves, with spin, in a corner and in a groove.

use serde_json::Value;

use crate::vectors::{Case, Vectors, list, number, numbers};

pub const SCENES: &[&str] = &["ball-on-oscillating-table", "bouncing-ball", "spinning-bounce-and-groove"];

#[test]
fn bouncing_ball() {
    let vectors = Vectors::read("bouncing-ball");
    for case in &vectors.cases {
        if case.name == "e=1" { bounces_for_ever(&vectors, case) } else { bounces_that_end(&vectors, case) }
    }
}

fn bounces_that_end(vectors: &Vectors, case: &Case) {
    let radius = case.data("radius");
    let files = case.run(&[("run.every", "0.0005")]).ended();
    let times = files.times("impact");
    let tolerance = vectors.tolerance("events", "bounce_time_absolute");
    let rest = *files.times("rest").first().unwrap_or_else(|| times.last().unwrap());
    compare_bounces(case, &times, rest, &case.expected["bounce_times"], tolerance);
    let apexes = numbers(&case.expected["apex_gap"]);
    let after: Vec<f64> = times.iter().map(|t| files.after("ball.vy", *t)).collect();
    // The last bounce recorded is the one that sums up the rest.
    for (k, expected) in apexes.iter().enumerate().take(after.len() - 1) {
        let apex = after[k] * after[k] / (2.0 * case.data("gravity"));
        case.near("apex", apex, *expected, vectors.tolerance("events", "apex_relative") * expected + 1e-15);
    }
    case.near("rest", rest, case.expected("time_at_rest"), vectors.tolerance("events", "time_at_rest_absolute"));
    case.near("gap", files.last("ball.y") - radius, 0.0, vectors.tolerance("events", "gap_after_rest"));
    case.near("velocity", files.last("ball.vy"), 0.0, 1e-12);
    case.relative("force", files.force_between("ball", "floor"), case.expected("rest.contact_force"), 1e-12);
    let impulse: f64 = files.of_kind("impact").iter().map(|event| number(event, "impulse.normal")).sum();
    case.relative("impulse", impulse, case.expected("impulse_total_until_rest"), 1e-6);
}

/// Bounces that are recorded are at their times; those that were summed up as a series lie between the last one and the end, which
/// is so near that no more than a microsecond is summed up.
fn compare_bounces(case: &Case, found: &[f64], rest: f64, expected: &Value, tolerance: f64) {
    let last = *found.last().unwrap();
    case.holds("no more than a microsecond is summed up", rest - last < 1e-6);
    for (k, expected) in numbers(expected).iter().enumerate() {
        match found.get(k) {
            Some(t) => case.near("bounce", *t, *expected, tolerance),
            None => case.holds("bounces summed up", *expected > last && *expected < rest + tolerance),
        }
    }
}

/// Ten thousand bounces with the data of the case, and as many as it asks for with a ball so large that steps may be long.
fn bounces_for_ever(vectors: &Vectors, case: &Case) {
    for_ever(vectors, case, 10_000.0, &[("parameters.bounces", "10000")]);
    for_ever(vectors, case, case.data("bounces"), &[("parameters.radius", "10")]);
}

fn for_ever(vectors: &Vectors, case: &Case, bounces: f64, more: &[(&str, &str)]) {
    let files = case.run(&[more, &[("run.every", "0")]].concat()).ended();
    let times = files.times("impact");
    case.holds("all bounces are there", times.len() as f64 == bounces);
    let relative = vectors.tolerance("events", "e1_bounce_time_relative");
    for (number, expected) in case.expected["bounce_times"].as_object().unwrap() {
        if let Some(t) = times.get(number.parse::<usize>().unwrap() - 1) {
            case.relative("bounce", *t, expected.as_f64().unwrap(), relative);
        }
    }
    let (start, end) = (files.first("energy.total"), files.last("energy.total"));
    // The height of the floor does not count: the energy of the drop is m g H.
    let apart = (end - start).abs() / case.expected("energy");
    case.near("energy", apart, 0.0, vectors.tolerance("events", "e1_energy_relative_after_1e5_bounces"));
}

#[test]
fn ball_on_oscillating_table() {
    let vectors = Vectors::read("ball-on-oscillating-table");
    period_one(&vectors, vectors.case("period-1"));
    into_the_orbit(&vectors, vectors.case("period-1, start 1 % fast"));
    chattering(&vectors, vectors.case("chattering"));
}

fn period_one(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let times = files.times("impact");
    case.holds("200 impacts", times.len() == 200);
    let (start, flight) = (case.data("start.time"), case.expected("flight_time"));
    for (k, t) in times.iter().enumerate() {
        let expected = start + (k + 1) as f64 * flight;
        case.near("impact", *t, expected, vectors.tolerance("events", "impact_time_absolute"));
    }
    let tolerance = vectors.tolerance("events", "period1_velocity_relative_after_200_periods");
    let last = *times.last().unwrap();
    case.relative("velocity after", files.after("ball.vy", last), case.expected("velocity_after"), tolerance);
    case.relative("velocity before", files.before("ball.vy", last), case.expected("velocity_before"), tolerance);
}

fn into_the_orbit(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let times = files.times("impact");
    for (k, pair) in list(&case.expected["impacts_time_and_velocity_after"]).iter().enumerate() {
        let pair = numbers(pair);
        case.near("impact", times[k], pair[0], vectors.tolerance("events", "impact_time_absolute"));
        // The tolerance of the velocity is that of the other variant.
        case.relative("velocity after", files.after("ball.vy", times[k]), pair[1], 1e-9);
    }
}

fn chattering(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let tolerance = vectors.tolerance("events", "leaves_at_absolute");
    let leaves = files.times("separation");
    case.near("leaves", leaves[0], case.expected("leaves_at"), tolerance);
    let (impacts, sticks) = (files.times("impact"), files.times("rest"));
    let first: Vec<f64> = impacts.into_iter().filter(|t| *t <= sticks[0]).collect();
    let tolerance_of_impacts = vectors.tolerance("events", "impact_time_absolute");
    compare_bounces(case, &first, sticks[0], &case.expected["first_impacts_time"], tolerance_of_impacts);
    case.near("sticks", sticks[0], case.expected("sticks_at"), vectors.tolerance("events", "sticks_at_absolute"));
    let departure = case.expected("next_departure");
    let next = leaves.iter().find(|t| **t > sticks[0]).unwrap();
    case.near("leaves again", *next, departure, tolerance);
}

#[test]
fn spinning_bounce_and_groove() {
    let vectors = Vectors::read("spinning-bounce-and-groove");
    backspin(&vectors, vectors.case("backspin"));
    corner(&vectors, vectors.case("corner billiard"));
    ball_in_groove(vectors.case("ball at rest in a groove, no friction"));
    disc_in_groove(&vectors, vectors.case("disc spinning in a groove"));
}

fn backspin(vectors: &Vectors, case: &Case) {
    let files = case.run(&[("run.until", "4.5")]).ended();
    let relative = vectors.tolerance("events", "velocity_relative");
    let times = files.times("impact");
    for (t, bounce) in times.iter().zip(list(&case.expected["bounces"])) {
        case.near("time", *t, number(bounce, "t"), vectors.tolerance("events", "time"));
        let (before, after) = (numbers(&bounce["v_before"]), numbers(&bounce["v_after"]));
        // Relative to the speed of the ball: components pass through zero.
        let scale = relative * before[0].hypot(before[1]);
        case.near("vx before", files.before("ball.vx", *t), before[0], scale);
        case.near("vy before", files.before("ball.vy", *t), before[1], scale);
        case.near("vx after", files.after("ball.vx", *t), after[0], scale);
        case.near("vy after", files.after("ball.vy", *t), after[1], scale);
        case.relative("spin before", -files.before("ball.spin", *t), number(bounce, "spin_before"), relative);
        case.relative("spin after", -files.after("ball.spin", *t), number(bounce, "spin_after"), relative);
    }
    case.holds("all bounces are there", times.len() >= list(&case.expected["bounces"]).len());
    let relative = vectors.tolerance("events", "final_rolling_velocity_relative");
    case.relative("final velocity", files.last("ball.vx"), case.expected("final_rolling_velocity"), relative);
    case.relative("final spin", -files.last("ball.spin"), case.expected("final_spin"), relative);
    case.near("end of bouncing", files.times("rest")[0], case.expected("time_bouncing_ends"), 1e-6);
}

fn corner(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let end = numbers(&case.expected["velocity_after"]);
    let relative = vectors.tolerance("events", "velocity_relative");
    case.relative("vx", files.last("ball.vx"), end[0], relative);
    case.relative("vy", files.last("ball.vy"), end[1], relative);
    let walls = [("x", "wall"), ("y", "floor")];
    for hit in list(&case.expected["hits"]) {
        let (_, body) = walls.iter().find(|(wall, _)| hit["wall"] == *wall).unwrap();
        let found = files.of_kind("impact").into_iter().find(|event| event["bodies"][1] == *body).unwrap().clone();
        case.near("hit", number(&found, "t"), number(hit, "t"), vectors.tolerance("events", "time"));
    }
}

fn ball_in_groove(case: &Case) {
    let files = case.run(&[]).ended();
    case.near("stays", files.drift(), 0.0, 1e-12);
    for (side, force) in ["left", "right"].iter().zip(numbers(&case.expected["normal_forces"])) {
        // Forces as exact as velocities.
        case.relative("force", files.force_between("ball", side), force, 1e-10);
    }
}

fn disc_in_groove(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let start: Vec<&Value> = files.of_kind("stick");
    let stop = start.iter().map(|event| number(event, "t")).find(|t| *t > 0.0).unwrap();
    case.near("stop", stop, case.expected("stop_time"), vectors.tolerance("events", "time"));
    case.near("centre x", files.last("ball.x"), files.first("ball.x"), 1e-12);
    case.near("centre y", files.last("ball.y"), files.first("ball.y"), 1e-12);
    case.near("spin", files.last("ball.spin"), 0.0, 1e-12);
    for side in ["left", "right"] {
        let contact = files.contacts_at(0.0).into_iter().find(|contact| contact.bodies[1] == side).unwrap().normal;
        case.relative(side, contact, case.expected(&format!("normal_force_{side}")), 1e-10);
    }
}
