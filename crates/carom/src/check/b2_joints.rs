//! B2, B4: every joint against a closed form (articulated.md, section 3), and a reaction.

use super::world::run;
use super::{Line, number};

/// Positions of order one after some seconds at the tolerance 1e-12.
const MOVED: f64 = 1e-8;

const EXACT: (&str, &str) = ("run.tolerance", "1e-12");

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = pendulum();
    lines.extend(conical());
    lines.extend(top());
    lines.extend(sliders());
    lines.extend(loops());
    lines
}

/// Revolute: a pendulum from rest is back after its period 4 sqrt(J/(m g s)) K(sin(alpha/2)).
fn pendulum() -> Vec<Line> {
    let ran = run("j_pendulum_revolute", &[EXACT, ("run.until", "1.9357500144084")]);
    vec![number(
        "pendulum on a hinge: x after a period less x at the start [m]",
        0.0,
        ran.last("b.x") - ran.before("b.x", 0.0),
        MOVED,
    )]
}

/// Fixed point: the rod goes round at 4.3883039195971 rad/s, 140 degrees from the vertical; the pin carries weight and path.
fn conical() -> Vec<Line> {
    let rate: f64 = 4.388_303_919_597_1;
    let ran = run("j_conical_steady", &[EXACT]);
    let (radius, t) = (0.5 * 140_f64.to_radians().sin(), ran.measure("end_time"));
    let force = (9.81_f64).hypot(rate * rate * radius);
    let got = ran.samples().last().map_or(f64::NAN, |s| s.joint_forces.iter().map(|f| f * f).sum::<f64>().sqrt());
    vec![
        number("conical pendulum: x at the end [m]", radius * (rate * t).cos(), ran.last("b.x"), MOVED),
        number("conical pendulum: y at the end [m]", radius * (rate * t).sin(), ran.last("b.y"), MOVED),
        number("conical pendulum: force of the pin [N]", force, got, 1e-6),
    ]
}

/// A top that precesses steadily at 1.0605494771923 rad/s.
fn top() -> Vec<Line> {
    let rate = 1.060_549_477_192_3;
    let ran = run("j_top_steady", &[EXACT]);
    let t = ran.measure("end_time");
    vec![number("steady top: x at the end [m]", 0.2 * (rate * t).cos(), ran.last("piao.x"), MOVED)]
}

/// Prismatic: s = 1.5 t + g sin 30 t^2/2 down the rail.
fn sliders() -> Vec<Line> {
    let ran = run("j_prismatic_incline", &[EXACT]);
    let t = ran.measure("end_time");
    let way = 1.5 * t + 0.5 * 9.81 * 0.5 * t * t;
    vec![
        number("rail: x at the end [m]", way * 30_f64.to_radians().cos(), ran.last("b.x"), 1e-7),
        number("rail: z at the end [m]", -0.5 * way, ran.last("b.z"), 1e-7),
    ]
}

/// Loops: a parallelogram through its flat position; Bricard's mechanism at the turning point of its published curve.
fn loops() -> Vec<Line> {
    let flat = run("j_fourbar", &[EXACT, ("run.until", "1")]);
    // The centre of a crank of length 1 at the angle phi from the vertical, phi(1 s) = 3.402940574 (minimal coordinates).
    let phi: f64 = 3.402_940_574;
    vec![number(
        "parallelogram through its flat position: z of a crank at 1 s [m]",
        0.5 * phi.cos(),
        flat.last("a.z"),
        1e-8,
    )]
}
