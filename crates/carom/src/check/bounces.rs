//! The accuracy contract of bounces: e^2, e^4, ...; nothing gained with e = 1; an end at the right time.

use carom_simulate::record::EventKind;

use super::world::run;
use super::{Line, at_most, count, number};

const G: f64 = 9.81;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = vec![apexes()];
    lines.extend([0.5, 0.8, 0.95].map(end_of_bouncing));
    lines.extend(for_ever());
    lines
}

/// Heights of the first ten rebounds of a drop of 1 m, from the speeds after each: v^2/(2 g) = e^(2 n).
fn apexes() -> Line {
    let ran = run("bouncing-ball", &[("parameters.e", "0.8")]);
    let off = (0..10).map(|n| {
        let v = ran.after("ball.vy", ran.time(EventKind::Impact, n));
        let expected = 0.64_f64.powi(n as i32 + 1);
        (v * v / (2.0 * G) / expected - 1.0).abs()
    });
    let worst = off.fold(0.0, |worst: f64, off| if off.is_nan() { f64::INFINITY } else { worst.max(off) });
    at_most("dropped ball: ten apexes against e^2, e^4, ..., relative", 1e-9, worst)
}

/// sqrt(2 H/g) (1 + e)/(1 - e).
fn end_of_bouncing(e: f64) -> Line {
    let expected = (2.0 / G).sqrt() * (1.0 + e) / (1.0 - e);
    let until = (expected + 1.0).to_string();
    let ran = run("bouncing-ball", &[("parameters.e", &e.to_string()), ("parameters.until", &until)]);
    number(format!("dropped ball, e = {e}: bouncing ends [s]"), expected, ran.time(EventKind::Rest, 0), 1e-9 * expected)
}

fn for_ever() -> Vec<Line> {
    // Steps may be as long as a quarter of the ball: a large one makes the check quick.
    let ran = run("bouncing-ball", &[("variant", "e=1"), ("run.every", "0"), ("parameters.radius", "10")]);
    let (start, end) = (ran.before("energy.total", 0.0), ran.measure("energy.total"));
    vec![
        count("ball with e = 1: bounces", 100_000, ran.events(EventKind::Impact).len()),
        at_most("ball with e = 1: energy change over them, relative", 1e-9, (end / start - 1.0).abs()),
    ]
}
