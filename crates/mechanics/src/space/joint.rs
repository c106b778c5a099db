//! Joints: phi, H, its drift and eta.
//!
//! With p_a, p_b the anchors, d = p_a - p_b, n a direction of b, and u, s directions of a and b:
//!
//! ```text
//!     coincide        phi = d                    three equations, along x, y and z of the world
//!     in a plane      phi = n . d                D = n . V,  V = v_a(p_a) - v_b(p_a),   zeta = n . c - 2 n . (w_b x V)
//!     perpendicular   phi = u . s                D = (u x s) . (w_a - w_b),   zeta = (u x s)' . (w_a - w_b)
//!     distance        phi = |d| - l              D = n . d',  n = d / |d|,              zeta = n . c + |d' - n D|^2 / |d|
//! ```
//!
//! c is the difference of the centripetal accelerations. Every joint is made of these; two axes are parallel where one
//! is perpendicular to two directions across the other (corrections of the seed's section 4.3: `u2 . v1 = 0` keeps a
//! prismatic joint from turning).

use glam::DVec3;

use super::kinematics::Kinematics;
use crate::joint_rows::coincide;
use crate::model::Direction;
use crate::rigid::{Rigid, centripetal, relative, rows};

/// One or three scalar equations; directions are in the frames of their bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Equation {
    /// p_a = p_b.
    Coincide,
    /// p_a in the plane of b through p_b with this normal.
    InPlane(DVec3),
    /// A direction of a across one of b.
    Perpendicular(DVec3, DVec3),
    /// |p_a - p_b| keeps this value.
    Distance(f64),
}

/// A joint between two bodies (`None`: the world), its anchors relative to the centres of mass.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Joint {
    pub name: String,
    pub bodies: [Option<usize>; 2],
    pub at: [DVec3; 2],
    pub equations: Vec<Equation>,
}

impl Joint {
    /// Number of scalar equations.
    pub fn row_count(&self) -> usize {
        self.equations.iter().map(|equation| if *equation == Equation::Coincide { 3 } else { 1 }).sum()
    }

    /// Calls `emit` for every scalar equation: phi, and what fills its row.
    pub fn rows(&self, a: &Kinematics, b: &Kinematics, mut emit: impl FnMut(f64, &dyn Fn(&mut Direction))) {
        let points = [a.point(self.at[0]), b.point(self.at[1])];
        let d = points[0] - points[1];
        for equation in &self.equations {
            match *equation {
                Equation::Coincide => {
                    for u in DVec3::AXES {
                        emit(u.dot(d), &|direction| coincide(a, b, points, u, direction));
                    }
                }
                Equation::InPlane(normal) => {
                    let n = b.pose.rotation * normal;
                    emit(n.dot(d), &|direction| {
                        rows(a, b, points[0], n, direction);
                        direction.bias += plane_bias(a, b, points[0], n);
                    });
                }
                Equation::Perpendicular(u, s) => {
                    let (u, s) = (a.pose.rotation * u, b.pose.rotation * s);
                    emit(u.dot(s), &|direction| perpendicular(a, b, u, s, direction));
                }
                Equation::Distance(length) => {
                    let h = d.length();
                    let n = d.try_normalize().unwrap_or(DVec3::X);
                    emit(h - length, &|direction| {
                        rows(a, b, points[0], n, direction);
                        let across = relative(a, b, points).reject_from_normalized(n);
                        direction.bias += n.dot(centripetal(a, b, points)) + across.length_squared() / h;
                    });
                }
            }
        }
    }
}

/// The bias of the relative velocity along u, a direction of b, of the point p of a and the point of b that is there:
/// u . c - 2 u . (w_b x V) for u = n; V itself along any u that turns with b.
pub(super) fn plane_bias(a: &Kinematics, b: &Kinematics, p: DVec3, u: DVec3) -> f64 {
    let rel = relative(a, b, [p; 2]);
    u.dot(centripetal(a, b, [p; 2])) - 2.0 * u.dot(b.spin.cross(rel))
}

fn perpendicular(a: &Kinematics, b: &Kinematics, u: DVec3, s: DVec3, direction: &mut Direction) {
    let across = u.cross(s);
    direction.clear();
    a.add_spin(1.0, across, direction);
    b.add_spin(-1.0, across, direction);
    let turning = a.spin.cross(u).cross(s) + u.cross(b.spin.cross(s));
    direction.bias += turning.dot(a.spin - b.spin);
}
