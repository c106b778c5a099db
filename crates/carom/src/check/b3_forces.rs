//! B3: springs and forces over time against closed forms (articulated.md, section 2).

use super::world::run;
use super::{Line, number};

const EXACT: (&str, &str) = ("run.tolerance", "1e-12");

pub(super) fn run_all() -> Vec<Line> {
    let spring = run("f_spring_axial", &[EXACT]);
    let t = spring.measure("end_time");
    let length = 2.0 + 0.5 * (8_f64.sqrt() * t).cos();
    let mut lines = vec![
        number("spring between centres: length at the end [m]", length, spring.last("b.x") - spring.last("a.x"), 1e-9),
        number("spring between centres: speed of the common centre [m/s]", 0.1, spring.last("a.vy"), 1e-12),
    ];
    // Impulses of the Bezier curve of unequal times, t(u) a Bezier curve too; the ball has 2 kg.
    let push = run("f_bezier_nonuniform", &[EXACT]);
    for (axis, impulse) in [("vx", 1.45), ("vy", 2.22), ("vz", 0.57)] {
        let got = 2.0 * push.last(&format!("a.{axis}"));
        lines.push(number(format!("interpolated force, unequal times: impulse for {axis} [N s]"), impulse, got, 1e-9));
    }
    let turn = run("f_bezier_uniform", &[EXACT]);
    for (axis, impulse) in [("vx", 3.6), ("vy", 1.6), ("vz", 1.2)] {
        let got = 2.0 * turn.last(&format!("a.{axis}"));
        lines.push(number(format!("interpolated force, equal times: impulse for {axis} [N s]"), impulse, got, 1e-9));
    }
    lines.push(number("interpolated torque: angular velocity at the end [rad/s]", 0.675, turn.last("a.wz"), 1e-9));
    let off = run("f_bezier_offcentre", &[EXACT]);
    let momentum = |axis: &str| off.last(&format!("a.{axis}"));
    // The directions of (0.75, 2.25, -0.75), whatever the mass.
    lines.push(number("force off the centre: v_y over v_x", 3.0, momentum("vy") / momentum("vx"), 1e-9));
    lines.push(number("force off the centre: v_z over v_x", -1.0, momentum("vz") / momentum("vx"), 1e-9));
    lines
}
