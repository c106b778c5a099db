//! The accuracy contract of free and of jointed bodies: momentum, energy, joints.

use super::world::{Ran, run, run_text};
use super::{Line, at_most};

/// Two bodies of different shape that meet in the air, spin and rub.
const MEETING: &str = r#"
[run]
until = 3.0
tolerance = 1e-12

[[body]]
name = "a"
shape = { disc = { radius = 0.2 } }
mass = 2.0
position = [-1.0, 0.05]
velocity = [1.0, 0.1]
spin = 3.0

[[body]]
name = "b"
shape = { box = { width = 0.5, height = 0.3 } }
mass = 1.0
position = [1.0, 0.0]
velocity = [-0.8, 0.1]
spin = -1.0

[[contact]]
default = true
law = "wang-mason-poisson"
e = 0.7
mu = 0.3
"#;

/// A rod thrown up.
const THROWN: &str = r#"
[scene]
gravity = [0.0, -9.81]

[run]
until = 10.0

[[body]]
name = "rod"
shape = { rod = { length = 1.0 } }
mass = 1.0
velocity = [3.0, 40.0]
spin = 7.0
"#;

pub(super) fn run_all() -> Vec<Line> {
    let meeting = run_text(MEETING);
    let after = momenta(&|name| meeting.measure(name));
    let before = momenta(&|name| meeting.before(name, 0.0));
    let off = before.iter().zip(after).map(|(before, after)| (after - before).abs()).fold(0.0, larger);
    let met = if meeting.measure("impacts") >= 1.0 { off } else { f64::NAN };
    let thrown = run_text(THROWN);
    let pendulum = run(
        "double-pendulum",
        &[("body.ground.position", "[0, -10]"), ("run.until", "10"), ("run.tolerance", "1e-12")],
    );
    vec![
        at_most("two bodies that meet and rub: change of momentum and angular momentum", 1e-12, met),
        at_most("thrown rod, 10 s: energy change, relative", 1e-10, energy_change(&thrown)),
        at_most("double pendulum, 10 s at tolerance 1e-12: energy change, relative", 1e-10, energy_change(&pendulum)),
        at_most("double pendulum, 10 s: largest error of a joint [m]", 1e-10, pendulum.joint_error()),
    ]
}

/// The larger of two numbers; NaN counts as infinite.
fn larger(worst: f64, new: f64) -> f64 {
    if new.is_nan() { f64::INFINITY } else { worst.max(new) }
}

/// p_x, p_y and the angular momentum about the origin.
fn momenta(at: &dyn Fn(&str) -> f64) -> [f64; 3] {
    // J = m r^2/2 and m (w^2 + h^2)/12.
    let bodies = [("a", 2.0, 0.5 * 2.0 * 0.04), ("b", 1.0, (0.25 + 0.09) / 12.0)];
    let mut sums = [0.0; 3];
    for (name, mass, moment) in bodies {
        let of = |column: &str| at(&format!("{name}.{column}"));
        let (px, py) = (mass * of("vx"), mass * of("vy"));
        sums[0] += px;
        sums[1] += py;
        sums[2] += of("x") * py - of("y") * px + moment * of("spin");
    }
    sums
}

/// Change of the total energy over the run, relative to the largest kinetic energy.
fn energy_change(ran: &Ran) -> f64 {
    (ran.measure("max:energy.total") - ran.measure("min:energy.total")) / ran.measure("max:energy.kinetic")
}
