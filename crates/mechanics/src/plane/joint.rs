//! Joints: phi, H, its drift and eta.
//!
//! With p_a, p_b the anchors, n the normal of the axis of b (a quarter turn left of it), and z the angles:
//!
//! ```text
//!     coincide    phi = p_a - p_b                     two equations, along x and y of the world
//!     on a line   phi = n . (p_a - p_b)               n turns with b
//!     no turning  phi = z_a - z_b - z_0
//!     distance    phi = |p_a - p_b| - l
//! ```

use glam::DVec2;

use super::kinematics::{Kinematics, centre_bias, line_bias};
use crate::joint_rows::coincide;
use crate::model::Direction;
use crate::rigid::rows;

/// One or two scalar equations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Equation {
    /// p_a = p_b.
    Coincide,
    /// p_a on the line through p_b with this normal, in the frame of b.
    OnLine(DVec2),
    /// z_a - z_b keeps this value.
    Angle(f64),
    /// |p_a - p_b| keeps this value.
    Distance(f64),
}

/// A joint between body a and body b (`None`: the world), its anchors relative to the centres of mass.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Joint {
    pub name: String,
    pub a: usize,
    pub b: Option<usize>,
    pub at: [DVec2; 2],
    pub equations: Vec<Equation>,
}

impl Joint {
    /// Calls `emit` for every scalar equation: phi, and what fills its row.
    pub fn rows(&self, a: &Kinematics, b: &Kinematics, mut emit: impl FnMut(f64, &dyn Fn(&mut Direction))) {
        let [p_a, p_b] = [a.place.point(self.at[0]), b.place.point(self.at[1])];
        for equation in &self.equations {
            match *equation {
                Equation::Coincide => {
                    for u in [DVec2::X, DVec2::Y] {
                        emit(u.dot(p_a - p_b), &|direction| coincide(a, b, [p_a, p_b], u, direction));
                    }
                }
                Equation::OnLine(normal) => {
                    let n = b.place.turn(normal);
                    emit(n.dot(p_a - p_b), &|direction| {
                        rows(a, b, p_a, n, direction);
                        direction.bias += line_bias(a, b, p_a, n, b.spin)[0];
                    });
                }
                Equation::Angle(angle) => emit(a.angle - b.angle - angle, &|direction| {
                    direction.clear();
                    a.add_spin(1.0, direction);
                    b.add_spin(-1.0, direction);
                }),
                Equation::Distance(length) => {
                    let h = p_a.distance(p_b);
                    let n = (p_a - p_b).normalize_or(DVec2::X);
                    emit(h - length, &|direction| {
                        rows(a, b, p_a, n, direction);
                        direction.bias += centre_bias(a, b, [p_a, p_b], n, h)[0];
                    });
                }
            }
        }
    }
}
