//! Contact in space by stepping and by penalty, each within the tolerance its file states for that method (X4).

use crate::files::Files;
use crate::space::{end, off};
use crate::vectors::{Case, Vectors, list, numbers};

/// The step of the tables.
const H: f64 = 1e-3;

fn step(case: &Case, h: f64, more: &[(&str, &str)]) -> Files {
    let h = h.to_string();
    case.run(&[&[("run.method", "stepping"), ("run.step", h.as_str()), ("run.every", h.as_str())], more].concat())
        .ended()
}

fn penalty(case: &Case, more: &[(&str, &str)]) -> Files {
    case.run(&[&[("run.method", "penalty")], more].concat()).ended()
}

/// The row nearest to a time.
fn row(files: &Files, t: f64) -> f64 {
    let near = |a: &f64, b: &f64| (a - t).abs().total_cmp(&(b - t).abs());
    files.column("t").into_iter().min_by(near).unwrap()
}

/// At 0.999 of the limit a block stays, at 1.001 it goes along the push, in ten directions.
#[test]
fn pushes_in_every_direction() {
    let vectors = Vectors::read("plane-push-isotropy");
    for case in vectors.cases.iter().filter(|case| case.name.starts_with("push")) {
        let expected = numbers(&case.expected["displacement"]);
        let way = expected[0].hypot(expected[1]);
        let files = step(case, H, &[("run.until", "2")]);
        let moved = [files.last("block.x"), files.last("block.y")];
        if case.expected["moves"] != true {
            // Zero up to the residual of the solver.
            case.holds(&format!("creeps by {moved:?}"), moved[0].hypot(moved[1]) < 1e-9);
            continue;
        }
        // From rest with a constant acceleration: a 25th of the way of ten seconds after two; exact but for the residual.
        let part = [moved[0] * 25.0 - expected[0], moved[1] * 25.0 - expected[1]];
        case.holds(&format!("goes by {moved:?}"), part[0].hypot(part[1]) < 1e-6 * way);
        let turned = (moved[0] * expected[1] - moved[1] * expected[0]) / (moved[0].hypot(moved[1]) * way);
        case.near(
            "direction, degrees",
            turned.to_degrees(),
            0.0,
            vectors.tolerance("stepping", "direction_of_slip_degrees"),
        );
    }
}

#[test]
fn a_curved_slide() {
    let vectors = Vectors::read("plane-push-isotropy");
    let case = vectors.case("curved slide");
    let place = numbers(&case.expected["stop_position"]);
    for h in [1e-2, H, 1e-4] {
        let files = step(case, h, &[]);
        let tolerance = vectors.three_times_table(&case.name, "|stop position - exact|", h);
        case.near("stops", off(&files, &["block.x", "block.y"], &place, end(&files)), 0.0, tolerance);
    }
    let files = penalty(case, &[]);
    let error = off(&files, &["block.x", "block.y"], &place, end(&files));
    let relative = vectors.tolerance("penalty", "position_relative");
    case.near("stops", error, 0.0, relative * place[0].hypot(place[1]));
}

#[test]
fn a_sphere_on_a_turntable() {
    let vectors = Vectors::read("sphere-on-turntable");
    let case = vectors.case("circle");
    let place = &numbers(&case.expected["position_at_quarters"][4])[..2];
    for h in [1e-2, H] {
        let files = step(case, h, &[]);
        let tolerance = vectors.three_times_table("circle", "|position - exact| after one period", h);
        case.near("after a period", off(&files, &["sphere.x", "sphere.y"], place, end(&files)), 0.0, tolerance);
    }
    let files = penalty(case, &[]);
    let relative = vectors.tolerance("penalty", "position_relative");
    let radius = case.expected("circle_radius");
    case.near("after a period", off(&files, &["sphere.x", "sphere.y"], place, end(&files)), 0.0, relative * radius);
}

#[test]
fn a_thin_disc() {
    let vectors = Vectors::read("rolling-disc");
    let case = vectors.case("general rolling");
    let last = numbers(list(&case.expected["samples"]).last().unwrap());
    let columns = ["disc.x", "disc.y", "disc.z"];
    // Holding the point of contact to the velocities after the step costs energy in proportion to h: 5e-3 m at the 1e-4 s of the file.
    let files = step(case, 1e-5, &[("run.every", "0.1")]);
    let error = off(&files, &columns, &last[1..4], row(&files, last[0]));
    case.near("at the end", error, 0.0, vectors.tolerance("stepping", "position"));
    let files = penalty(case, &[]);
    let error = off(&files, &columns, &last[1..4], row(&files, last[0]));
    let way = last[1].hypot(last[2]);
    case.near("at the end", error, 0.0, vectors.tolerance("penalty", "position_relative") * way);
}

#[test]
fn boxes_and_a_tripod() {
    let vectors = Vectors::read("spinning-box-and-tripod");
    let relative = vectors.tolerance("penalty", "stops_at_relative");
    for name in ["box on four corners, pure spin", "box, pure slide"] {
        let case = vectors.case(name);
        let expected = case.expected("stops_at");
        let moving = |files: &Files| {
            let speed = |column: &str| files.column(column);
            let (t, slide, spin) = (files.column("t"), speed("box.vx"), speed("box.wz"));
            let still = |k: usize| slide[k].abs() < 1e-3 && spin[k].abs() < 1e-2;
            (0..t.len()).find(|&k| still(k)).map(|k| t[k]).unwrap()
        };
        case.near("stops", moving(&step(case, H, &[])), expected, 2.0 * H);
        case.relative("stops", moving(&penalty(case, &[("run.every", "1e-3")])), expected, relative);
    }
    let case = vectors.case("tripod sliding and spinning");
    let samples: Vec<Vec<f64>> = list(&case.expected["samples"]).iter().map(numbers).collect();
    // The table was made at half the time of the stop, which is the last sample.
    let half = &samples[samples.len() / 2];
    for h in [H, 1e-4] {
        // A whole number of steps to the time of the sample.
        let fitted = half[0] / (half[0] / h).ceil();
        let until = half[0].to_string();
        let files = step(case, fitted, &[("run.until", &until)]);
        let tolerance = vectors.three_times_table(&case.name, "max |x, y, angle - reference| at half the stop time", h);
        case.near("half way", off(&files, &["tripod.x", "tripod.y"], &half[1..3], end(&files)), 0.0, tolerance);
    }
}

#[test]
fn a_ball_slides_until_it_rolls() {
    let vectors = Vectors::read("sliding-to-rolling");
    let case = vectors.case("sphere in space");
    let velocity = numbers(&case.expected["final_velocity"]);
    let speed = velocity[0].hypot(velocity[1]);
    let files = step(case, H, &[]);
    let error = off(&files, &["ball.vx", "ball.vy"], &velocity, end(&files));
    case.near("velocity", error, 0.0, vectors.tolerance("stepping", "final_speed_relative") * speed);
    let t = case.expected("rolls_at") + 0.5;
    let fitted = (t / (t / H).ceil()).to_string();
    let files = case.run(&[("run.method", "stepping"), ("run.step", &fitted), ("run.until", &t.to_string())]).ended();
    let place = numbers(&case.expected["position_when_rolling"]);
    let expected = [place[0] + 0.5 * velocity[0], place[1] + 0.5 * velocity[1]];
    let tolerance = vectors.three_times_table(&case.name, "|position half a second after rolling starts - exact|", H);
    case.near("half a second later", off(&files, &["ball.x", "ball.y"], &expected, end(&files)), 0.0, tolerance);
    let files = penalty(case, &[]);
    let error = off(&files, &["ball.vx", "ball.vy"], &velocity, end(&files));
    case.near("velocity", error, 0.0, vectors.tolerance("penalty", "final_speed_relative") * speed);
}
