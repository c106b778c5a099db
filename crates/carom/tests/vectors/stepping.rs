//! The same scenes by time stepping, within three times the error of a plain first-order stepper at the same step where the file has
//! measured one, and within its own tolerance elsewhere. What has no line in the files (counting collisions, cells of table 2.1,
//! chaos) is for the exact method only.

use crate::files::Files;
use crate::vectors::{Case, Vectors, list, number, numbers};

/// The step of every table.
const H: f64 = 1e-3;

/// Runs a case by stepping.
fn step(case: &Case, h: f64, more: &[(&str, &str)]) -> Files {
    let h = h.to_string();
    let mut all = vec![("run.method", "stepping"), ("run.step", h.as_str()), ("run.every", h.as_str())];
    all.extend_from_slice(more);
    case.run(&all).ended()
}

#[test]
fn rest_without_creep() {
    let vectors = Vectors::read("block-on-incline");
    for case in vectors.cases.iter().filter(|case| case.expected["moves"] == false) {
        case.near("creep", step(case, H, &[]).drift(), 0.0, vectors.tolerance("stepping", "creep_absolute"));
    }
    let vectors = Vectors::read("arch");
    let case = vectors.case("semicircular arch");
    let mu = |key: &str| case.expected(key).to_string();
    let stands = step(case, H, &[("parameters.mu", &mu("stays_at_mu"))]).drift();
    case.near("stands", stands, 0.0, vectors.tolerance("stepping", "drift_when_standing"));
    case.holds("falls", step(case, H, &[("parameters.mu", &mu("falls_at_mu"))]).drift() > 1e-3);
    let vectors = Vectors::read("card-a-frame");
    let case = vectors.case("mu = 1.01 of the limit");
    case.near("stands", step(case, 1e-4, &[]).drift(), 0.0, vectors.tolerance("stepping", "drift"));
    let vectors = Vectors::read("stacks");
    let case = vectors.case("tower at rest");
    // Ten steps show a creep: it would be in proportion to time.
    let files = step(case, 1e-2, &[("run.until", "0.1")]);
    case.near("drift", files.drift(), 0.0, vectors.tolerance("stepping", "drift"));
}

#[test]
fn slides() {
    let vectors = Vectors::read("block-on-incline");
    for name in ["up, stops, stays", "up, stops, slides back"] {
        let case = vectors.case(name);
        let tolerance = vectors.three_times_table(name, "|displacement at end - exact|", H);
        let expected = case.expected("displacement_down_slope_at_end");
        case.near("displacement", step(case, H, &[]).last("block.x"), expected, tolerance);
    }
    let vectors = Vectors::read("rolling-down-slope");
    for case in &vectors.cases {
        // Exact for constant forces: rounding of 1500 steps.
        case.relative("distance", step(case, H, &[]).last("wheel.x"), case.expected("distance"), 1e-11);
    }
    let vectors = Vectors::read("sliding-to-rolling");
    for case in vectors.cases.iter().filter(|case| case.name != "sphere in space") {
        let relative = vectors.tolerance("stepping", "final_speed_relative");
        case.relative("speed", step(case, H, &[]).last("ball.vx"), case.expected("final_speed"), relative);
    }
}

#[test]
fn oscillators() {
    let vectors = Vectors::read("coulomb-oscillator-free");
    let case = vectors.case("decay");
    let tolerance = vectors.three_times_table("decay", "|rest position - exact|", H);
    case.near("rest", step(case, H, &[]).last("mass.x"), case.expected("rest_position"), tolerance);
    let vectors = Vectors::read("coulomb-oscillator-forced");
    for name in ["two stops per cycle", "many stops per cycle"] {
        let case = vectors.case(name);
        let files = step(case, H, &[]);
        let (t, x) = (files.column("t"), files.column("mass.x"));
        let late = files.last("t") - case.expected("period");
        let most = t.iter().zip(&x).filter(|(t, _)| **t > late).fold(0.0_f64, |most, (_, x)| most.max(x.abs()));
        let tolerance = vectors.three_times_table(name, "|amplitude - exact|", H);
        case.near("amplitude", most, case.expected("amplitude"), tolerance);
    }
    let vectors = Vectors::read("ladder");
    let case = vectors.case("frictionless: leaves the wall");
    let t = (0.9 * case.expected("leaves_wall_at_time") / H).round() * H;
    let until = t.to_string();
    let exact = case.run(&[("run.until", &until)]).ended().last("ladder.angle");
    let tolerance = vectors.three_times_table(&case.name, "|angle - exact|", H);
    case.near("angle", step(case, H, &[("run.until", &until)]).last("ladder.angle"), exact, tolerance);
}

/// Mean of |gap - exact| up to half a second after the rest.
#[test]
fn bouncing_ball() {
    let vectors = Vectors::read("bouncing-ball");
    for case in vectors.cases.iter().filter(|case| case.name != "e=1") {
        let until = case.expected("time_at_rest") + 0.5;
        let files = step(case, H, &[("run.until", &until.to_string())]);
        let (t, y) = (files.column("t"), files.column("ball.y"));
        let errors = t.iter().zip(&y).map(|(t, y)| (y - case.data("radius") - gap(case, *t)).abs());
        let mean = errors.sum::<f64>() / t.len() as f64;
        let tolerance = vectors.three_times_table(&case.name, "mean |gap - exact|", H);
        case.near("mean gap error", mean, 0.0, tolerance);
        let rest = files.last("ball.y") - case.data("radius");
        // A stepper closes a contact when the gap is below zero: up to v h deep, which the rule of the file allows. To raise it would make energy.
        case.holds(&format!("rests at {rest}"), rest <= vectors.tolerance("stepping", "rest_gap") && rest > -4.43 * H);
    }
}

/// The exact gap of a dropped ball.
fn gap(case: &Case, t: f64) -> f64 {
    let (g, e, h) = (case.data("gravity"), case.data("e"), case.data("drop_gap"));
    let first = (2.0 * h / g).sqrt();
    if t <= first {
        return h - 0.5 * g * t * t;
    }
    let (mut start, mut speed) = (first, e * g * first);
    while speed > 1e-9 {
        let flight = 2.0 * speed / g;
        if t <= start + flight {
            return speed * (t - start) - 0.5 * g * (t - start).powi(2);
        }
        (start, speed) = (start + flight, e * speed);
    }
    0.0
}

#[test]
fn collisions() {
    let vectors = Vectors::read("newton-cradle");
    for case in &vectors.cases {
        // Gaps larger than v h: one collision after the other. With e = 0.9 the balls come close to each other on the way.
        let files = step(case, if case.data("e") < 1.0 { 2e-5 } else { 1e-4 }, &[]);
        for (k, expected) in numbers(&case.expected["velocities_after"]).iter().enumerate() {
            let found = files.last(&format!("ball-{k}.vx"));
            case.near("velocity", found, *expected, vectors.tolerance("stepping", "velocity"));
        }
    }
    let vectors = Vectors::read("three-coins");
    let case = vectors.case("both at once, frictionless");
    let relative = vectors.tolerance("stepping", "velocity_relative");
    let expected = numbers(&case.expected["striker_after"]);
    case.near("striker", step(case, 1e-4, &[]).last("striker.vx"), expected[0], relative);
    let vectors = Vectors::read("two-masses-on-a-line");
    let case = vectors.case("one collision");
    // Exact to rounding in velocity.
    case.near("v1", step(case, H, &[]).last("first.vx"), case.expected("v1_after"), 1e-12);
}

#[test]
fn rows_and_stacks() {
    let vectors = Vectors::read("pushed-row");
    let case = vectors.case("touching row pushed");
    let files = step(case, H, &[]);
    let relative = vectors.tolerance("stepping", "force_relative");
    case.relative("acceleration", files.last("block-0.vx") / files.last("t"), case.expected("acceleration"), relative);
    for (k, force) in numbers(&case.expected["contact_forces"]).iter().enumerate() {
        let found = files.force_between(&format!("block-{k}"), &format!("block-{}", k + 1));
        case.relative("contact force", found, *force, relative);
    }
    let vectors = Vectors::read("stacks");
    let case = vectors.case("stack dropped flat");
    let files = step(case, H, &[]);
    let relative = vectors.tolerance("stepping", "force_relative");
    let expected = numbers(&case.expected["force_at_contact_from_bottom"]);
    case.relative("force", files.force_between("block-0", "floor"), expected[0], relative);
    case.relative("force", files.force_between("block-1", "block-0"), expected[1], relative);
    let vectors = Vectors::read("box-topple-or-slide");
    for case in &vectors.cases {
        let files = step(case, 1e-6, &[("run.until", "1e-6")]);
        let expected = numbers(&case.expected["initial_acceleration_x_y_angular"]);
        let scale = expected.iter().fold(1.0_f64, |most, a| most.max(a.abs()));
        for (column, expected) in ["box.vx", "box.vy", "box.spin"].iter().zip(&expected) {
            let relative = vectors.tolerance("stepping", "acceleration_relative");
            case.near(column, files.last(column) / 1e-6, *expected, relative * scale);
        }
    }
}

#[test]
fn impacts_in_time() {
    let vectors = Vectors::read("pendulum-in-moving-box");
    let case = vectors.case("driven box");
    let times = step(case, 1e-4, &[]).times("impact");
    let tolerance = vectors.three_times_table("driven box", "largest error of the first impact times", 1e-4);
    for (t, impact) in times.iter().zip(list(&case.expected["impacts"])).take(4) {
        case.near("impact", *t, number(impact, "t"), tolerance);
    }
    case.holds("four impacts", times.len() >= 4);
    let vectors = Vectors::read("painleve-rod");
    let case = vectors.case("consistent trajectory");
    let files = step(case, H, &[]);
    let end = numbers(&case.expected["end"]["q"]);
    let tolerance = vectors.three_times_table("consistent trajectory", "max |q - reference| at the end", H);
    case.near("y", files.last("rod.y"), end[1], tolerance);
    case.near("angle", files.last("rod.angle"), end[2], tolerance);
}

/// By penalty the answer is that of the stiffness, and the run says so; runs without a paradox say nothing.
#[test]
fn painleve_by_penalty() {
    let vectors = Vectors::read("painleve-rod");
    for (name, paradox) in
        [("inconsistent", true), ("consistent, sliding", false), ("other direction never paradoxical", false)]
    {
        let case = vectors.case(name);
        let files = case.run(&[("run.method", "penalty"), ("run.until", "0.01")]);
        let says = files.summary["warnings"].to_string();
        case.holds(&format!("says so: {says}"), says.contains("depends on the stiffness") == paradox);
    }
}

/// One step gives the impulse of the impact without collision up to O(h), and says so; runs without a paradox say nothing.
#[test]
fn painleve_without_an_answer() {
    let vectors = Vectors::read("painleve-rod");
    let case = vectors.case("inconsistent");
    let says = |files: &Files| files.summary["warnings"].to_string();
    for h in [1e-4, 1e-5] {
        let files = step(case, h, &[("run.until", &(10.0 * h).to_string())]);
        case.holds(&format!("says so: {}", says(&files)), says(&files).contains("inconsistent (Painleve)"));
        let impulse = &files.of_kind("impact")[0]["impulse"];
        for way in ["normal", "tangential"] {
            let expected = case.expected(&format!("impact_without_collision_e0.{way}_impulse"));
            // The forces of a step, and what the rod turns before its tip closes: some h g.
            case.near(way, number(impulse, way), expected, 50.0 * h);
        }
    }
    for name in ["consistent, sliding", "lift-off", "other direction never paradoxical"] {
        let files = step(vectors.case(name), 1e-4, &[("run.until", "0.001")]);
        case.holds(&format!("{name}: {}", says(&files)), !says(&files).contains("Painleve"));
    }
}

#[test]
fn woodpecker() {
    let vectors = Vectors::read("woodpecker-toy");
    let case = vectors.case("limit cycle");
    for h in [1e-4, 1e-5] {
        let tolerance = vectors.three_times_table("limit cycle", "|period - reference|", h);
        case.near("period", step(case, h, &[]).period("impact", "beak"), case.expected("period"), tolerance);
    }
}
