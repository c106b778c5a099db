//! The contact of two curves one of which is a rim or the side of a cylinder.
//!
//! Places on the curves move with u' and w' along their tangents t_A and t_B, which turn with the bodies and, where a curve has a bend k, by
//! going along it. With w = s n from B to A and V = v_A - v_B of the two places, 0 = (w . t_A)' = (w . t_B)' gives both:
//!
//! ```text
//!     t_A' = w_A x t_A + u' k_A,      t_B' = w_B x t_B + w' k_B
//!     u' (1 + s n . k_A) - w' t_A . t_B       = -t_A . V - s n . (w_A x t_A)
//!     u' t_A . t_B       - w' (1 - s n . k_B) = -t_B . V - s n . (w_B x t_B)
//! ```
//!
//! n' is that of t_A x t_B; where one of the two is round, and s not zero, that of the way between the places.

use glam::DVec3;

use super::{Frame, unit_rate};
use crate::rigid::{Rigid, relative};
use crate::space::geometry::Meeting;
use crate::space::kinematics::Kinematics;

/// The frame of a meeting given in the frame of B.
pub(super) fn frame(met: &Meeting, a: &Kinematics, b: &Kinematics) -> Option<Frame> {
    let turn = |u: DVec3| b.pose.rotation * u;
    let [of_a, of_b] = met.places;
    let (normal, s) = (turn(met.normal), met.height);
    let [on_a, on_b] = [of_a.point, of_b.point].map(|p| b.pose.point(p));
    let [t, u] = [of_a.along, of_b.along].map(turn);
    let [k, l] = [of_a.bend, of_b.bend].map(turn);
    let (turned_t, turned_u) = (a.spin.cross(t), b.spin.cross(u));
    let drift = relative(a, b, [on_a, on_b]);
    let (own, cross, other) = (1.0 + s * normal.dot(k), t.dot(u), 1.0 - s * normal.dot(l));
    let right = [-t.dot(drift) - s * normal.dot(turned_t), -u.dot(drift) - s * normal.dot(turned_u)];
    let determinant = cross * cross - own * other;
    let rates =
        [(cross * right[1] - other * right[0]) / determinant, (own * right[1] - cross * right[0]) / determinant];
    if !rates.iter().all(|rate| rate.is_finite()) {
        return None;
    }
    let radius = of_a.radius;
    let turning = if radius + of_b.radius > 0.0 {
        unit_rate(normal, s, drift + rates[0] * t - rates[1] * u)
    } else {
        let across = t.cross(u);
        let (t_rate, u_rate) = (turned_t + rates[0] * k, turned_u + rates[1] * l);
        let side = across.dot(normal).signum();
        unit_rate(normal, across.length(), side * (t_rate.cross(u) + t.cross(u_rate)))
    };
    Some(Frame {
        gap: met.gap(),
        normal,
        turning,
        point: on_a - radius * normal,
        velocity: a.velocity_at(on_a) + rates[0] * t - radius * turning,
    })
}
