//! The accuracy contract of lasting friction: no creep below the limit, slip above it, the same limit in both directions.

use carom_simulate::record::EventKind;

use super::world::{Ran, run};
use super::{Line, at_most, number, word};

const G: f64 = 9.81;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = Vec::new();
    for (direction, sign) in [("down to the right", 1.0), ("down to the left", -1.0)] {
        lines.extend(block(direction, sign));
    }
    lines.push(stop());
    lines.push(limit_cycle());
    lines
}

/// A block on a slope of 25 degrees for two seconds, with mu = f tan(slope).
fn block(direction: &str, sign: f64) -> Vec<Line> {
    let slope = 25_f64.to_radians();
    let with = |part: f64| -> Ran {
        let mu = (slope.tan() / part).to_string();
        run("block-on-incline", &[("parameters.slope_angle", &(sign * slope).to_string()), ("parameters.mu", &mu)])
    };
    let moved = |ran: &Ran| {
        let columns = ["block.x", "block.y", "block.angle"];
        columns.map(|name| (ran.measure(&format!("max:{name}")) - ran.measure(&format!("min:{name}"))).abs())
    };
    let mut lines = Vec::new();
    for part in [0.5, 0.9999] {
        let worst =
            moved(&with(part)).into_iter().fold(0.0, |a: f64, b| if b.is_nan() { f64::INFINITY } else { a.max(b) });
        lines.push(at_most(format!("block at {part} of the limit, {direction}: moves in 2 s [m]"), 1e-12, worst));
    }
    let part = 1.0001;
    let expected = sign * 2.0 * G * (slope.sin() - slope.tan() / part * slope.cos());
    lines.push(number(
        format!("block at {part} of the limit, {direction}: slides in 2 s [m]"),
        expected,
        with(part).measure("block.x"),
        1e-10,
    ));
    lines
}

/// Thrown up the slope with 3 m/s at mu = 0.6 it stops at v/(g (sin + mu cos)) and stays.
fn stop() -> Line {
    let ran = run("block-on-incline", &[("variant", "up, stops, stays")]);
    let slope = 0.436_332_312_998_582_4_f64;
    let expected = 3.0 / (G * (slope.sin() + 0.6 * slope.cos()));
    number("block thrown up the slope: stops [s]", expected, ran.time(EventKind::Stick, 0), 1e-10)
}

/// Stick and slip on a belt repeat after (2/w)(pi - atan(w D/v)) + 2 D/v, D = (F_s - F_k)/k.
fn limit_cycle() -> Line {
    let ran = run("belt-stick-slip", &[]);
    let (w, d, v): (f64, f64, f64) = (10.0, 2.0 / 100.0, 0.2);
    let period = 2.0 / w * (std::f64::consts::PI - (w * d / v).atan()) + 2.0 * d / v;
    let got = ran.time(EventKind::Slip, 3) - ran.time(EventKind::Slip, 2);
    if ran.end() == "time" {
        number("stick and slip on a belt: period [s]", period, got, 1e-9)
    } else {
        word("stick and slip on a belt", "time", ran.end())
    }
}
