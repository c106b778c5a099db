//! B10: what the work on articulated polyhedra names as missing, as the checks of SimBenchmark ask it: rolling, bouncing, pushes in any
//! direction, many balls, a free articulated body.

use super::world::{Ran, run, run_text};
use super::{Line, at_most, number};
use carom_simulate::record::EventKind;

/// A ball held by forces that look at its height and at its turning.
const HELD: &str = r#"
[scene]
space = "space"

[run]
until = 2.0

[[body]]
name = "ball"
shape = { sphere = { radius = 0.1 } }
mass = 1.0
moments = [0.5, 0.5, 0.5]
position = [0.0, 0.0, 1.0]
spin = [3.0, 0.0, 0.0]

[[force]]
kind = "applied"
body = "ball"
force = [0.0, 0.0, "= -9*ball.z"]
torque = ["= -ball.wx", 0.0, 0.0]
"#;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = rolling();
    lines.extend(bouncing());
    lines.extend(diagonal());
    lines.extend(balls());
    lines.extend(tumbling());
    lines.extend(held());
    lines
}

/// z = cos 3 t and w_x = 3 exp(-2 t).
fn held() -> Vec<Line> {
    let ran = run_text(HELD);
    vec![
        number("force -9 z on a mass of 1: z after 2 s", 6.0_f64.cos(), ran.measure("ball.z"), 1e-8),
        number("torque -w_x on a moment of 1/2: w_x after 2 s", 3.0 * (-4.0_f64).exp(), ran.measure("ball.wx"), 1e-8),
    ]
}

/// From v the ball slides for 2 v / 7 mu g and rolls at 5 v / 7.
fn rolling() -> Vec<Line> {
    let ran = run("rolling-sphere", &[]);
    let start = 2.0 * 5.0 / (7.0 * 0.3 * 9.81);
    vec![
        number("sphere thrown along (3, -4): vx when it rolls", 15.0 / 7.0, ran.measure("ball.vx"), 1e-9),
        number("vy when it rolls", -20.0 / 7.0, ran.measure("ball.vy"), 1e-9),
        number("time at which it rolls", start, ran.time(EventKind::Stick, 0), 1e-9),
    ]
}

/// A rebound starts with e sqrt(2 g h), and lasts beyond 0.9 s for e of a half and more.
fn bouncing() -> Vec<Line> {
    let ran = run("bouncing-spheres", &[]);
    let left = 0.9 - (2.0_f64 / 9.81).sqrt();
    let line = |(i, e): (usize, f64)| {
        let expected = if e == 0.0 { 0.0 } else { e * (2.0 * 9.81_f64).sqrt() - 9.81 * left };
        number(
            format!("sphere dropped with e = {e}: vz at 0.9 s"),
            expected,
            ran.measure(&format!("ball-{i}.vz")),
            1e-9,
        )
    };
    [0.0, 0.5, 0.75, 1.0].into_iter().enumerate().map(line).collect()
}

/// Pushed across the axes at 1.001 of the limit for 10 s a block goes 0.001 mu g t^2 / 2, half of it along each; at 0.999 it stays.
fn diagonal() -> Vec<Line> {
    let (limit, root) = (0.4 * 3.0 * 9.81, 0.5_f64.sqrt());
    let pushed = |part: f64, method: &str| {
        let along = part * limit * root;
        run(
            "plane-push-isotropy",
            &[("parameters.force", &format!("[{along}, {along}]")), ("run.method", method), ("run.step", "1e-3")],
        )
    };
    let way = 0.001 * 0.4 * 9.81 * 50.0 * root;
    let (events, stepping) = (pushed(1.001, "events"), pushed(1.001, "stepping"));
    let apart = |ran: &Ran| (ran.measure("block.x") - ran.measure("block.y")).abs();
    vec![
        number("block pushed diagonally at 1.001 of the limit: x after 10 s", way, events.measure("block.x"), 1e-9),
        at_most("difference of x and y [m]", 1e-9, apart(&events)),
        at_most("the same by stepping [m]", 1e-9, apart(&stepping)),
        at_most("pushed at 0.999 of the limit: way [m]", 0.0, pushed(0.999, "events").measure("block.x").abs()),
    ]
}

/// Balls that fall by stepping: energy never rises, nothing overlaps by more than a hundredth of a ball.
fn balls() -> Vec<Line> {
    let ran = run("many-balls", &[("parameters.count", "100"), ("parameters.side", "4"), ("run.until", "1")]);
    vec![
        at_most("100 balls fall on the ground: largest rise of the energy in a step [J]", 1e-3, rise(&ran)),
        at_most("deepest overlap [m]", 1e-3, ran.parts().map_or(f64::NAN, |(_, record)| record.counts.penetration)),
    ]
}

/// The largest rise of the total energy from one row to the next.
fn rise(ran: &Ran) -> f64 {
    let Some((_, record)) = ran.parts() else { return f64::NAN };
    record.samples.windows(2).map(|pair| pair[1].energy.total() - pair[0].energy.total()).fold(0.0, f64::max)
}

/// Momentum and energy of jointed bars in free flight.
fn tumbling() -> Vec<Line> {
    let ran = run("free-bars", &[]);
    let momentum = |axis: &str, at: &dyn Fn(&str) -> f64| -> f64 {
        (0..3).map(|i| f64::from(1 + i) * at(&format!("bar-{i}.{axis}"))).sum()
    };
    let drift = |axis: &str| {
        let end = momentum(axis, &|name| ran.measure(name));
        (end - momentum(axis, &|name| ran.before(name, 0.0))).abs()
    };
    let energy =
        (ran.measure("max:energy.total") - ran.measure("min:energy.total")) / ran.measure("max:energy.kinetic");
    vec![
        at_most("three jointed bars tumble freely, 5 s: change of momentum [N s]", 1e-10, drift("vx").max(drift("vy"))),
        at_most("energy change, relative", 1e-10, energy),
        at_most("largest error of a joint [m]", 1e-10, ran.joint_error()),
    ]
}
