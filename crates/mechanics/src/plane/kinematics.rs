//! Position, velocity and prescribed acceleration of a body, and what they make of relative velocities.
//!
//! A free body has the velocity coordinates (v, w) and no acceleration of its own; a prescribed one has no coordinates.
//! The velocity of the point with arm r along a unit vector u is u . (v + w z x r) = u . v + (r x u) w, so every
//! relative velocity is a sum of terms of bodies:
//!
//! ```text
//!     D  = sum sign (u . v + (r x u) w)          free bodies: the row;  prescribed bodies: the drift
//!     D' = sum sign (u . a + (r x u) w') + zeta  free bodies: the row;  prescribed bodies: part of the bias
//! ```
//!
//! zeta, the rest, comes from turning arms and from the turning of u itself:
//!
//! ```text
//!     u fixed                    zeta = u . c              c = -w_A^2 r_A + w_B^2 r_B      (centripetal terms)
//!     u = n turning at Omega     n' = Omega z x n = -Omega tau,   tau' = Omega n,          tau = -z x n = (n_y, -n_x)
//! ```

use glam::DVec2;

use super::geometry::Place;
use crate::model::Direction;
use crate::rigid::{Rigid, centripetal, relative};

/// A body at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Kinematics {
    /// Where it is (centre of mass and rotation).
    pub place: Place,
    /// Its angle.
    pub angle: f64,
    /// Velocity of the centre of mass.
    pub velocity: DVec2,
    /// Angular velocity.
    pub spin: f64,
    /// Prescribed acceleration; zero for a free body.
    pub acceleration: DVec2,
    /// Prescribed angular acceleration; zero for a free body.
    pub angular_acceleration: f64,
    /// First velocity coordinate of a free body.
    pub start: Option<usize>,
}

impl Kinematics {
    /// The world itself.
    pub const WORLD: Self = Self {
        place: Place::WORLD,
        angle: 0.0,
        velocity: DVec2::ZERO,
        spin: 0.0,
        acceleration: DVec2::ZERO,
        angular_acceleration: 0.0,
        start: None,
    };

    /// Vector from the centre of mass to a point of the world.
    pub fn arm(&self, point: DVec2) -> DVec2 {
        point - self.place.position
    }

    /// Adds the term sign w to a relative velocity.
    pub fn add_spin(&self, sign: f64, direction: &mut Direction) {
        match self.start {
            Some(start) => direction.row.add_body(start + 2, &[sign]),
            None => {
                direction.drift += sign * self.spin;
                direction.bias += sign * self.angular_acceleration;
            }
        }
    }

    fn add(&self, [x, y, turn]: [f64; 3], direction: &mut Direction) {
        match self.start {
            Some(start) => direction.row.add_body(start, &[x, y, turn]),
            None => {
                direction.drift += x * self.velocity.x + y * self.velocity.y + turn * self.spin;
                direction.bias += x * self.acceleration.x + y * self.acceleration.y + turn * self.angular_acceleration;
            }
        }
    }

    /// Adds a torque to the generalised forces.
    pub fn turn(&self, torque: f64, forces: &mut [f64]) {
        if let Some(start) = self.start {
            forces[start + 2] += torque;
        }
    }
}

impl Rigid for Kinematics {
    type Vector = DVec2;

    fn world() -> &'static Self {
        &Self::WORLD
    }

    fn point(&self, local: DVec2) -> DVec2 {
        self.place.point(local)
    }

    fn velocity_at(&self, point: DVec2) -> DVec2 {
        self.velocity + self.spin * self.arm(point).perp()
    }

    fn centripetal(&self, point: DVec2) -> DVec2 {
        -self.spin * self.spin * self.arm(point)
    }

    fn add_velocity(&self, sign: f64, point: DVec2, u: DVec2, direction: &mut Direction) {
        self.add([sign * u.x, sign * u.y, sign * self.arm(point).perp_dot(u)], direction);
    }

    fn push(&self, point: DVec2, force: DVec2, forces: &mut [f64]) {
        if let Some(start) = self.start {
            forces[start] += force.x;
            forces[start + 1] += force.y;
            forces[start + 2] += self.arm(point).perp_dot(force);
        }
    }
}

/// zeta_N and zeta_T of a point c of a against a line of b with normal n that turns with Omega = w_B (where two tips meet,
/// with the mean of both spins), and with rel = v_A(c) - v_B(c)
///
/// ```text
///     zeta_N = n . c - 2 Omega tau . rel,     zeta_T = tau . c + 2 Omega n . rel
/// ```
pub(super) fn line_bias(a: &Kinematics, b: &Kinematics, centre: DVec2, normal: DVec2, omega: f64) -> [f64; 2] {
    let tau = -normal.perp();
    let rel = relative(a, b, [centre; 2]);
    let c = centripetal(a, b, [centre; 2]);
    [normal.dot(c) - 2.0 * omega * tau.dot(rel), tau.dot(c) + 2.0 * omega * normal.dot(rel)]
}

/// zeta_N and zeta_T of a point c_A of a against a point c_B of b, c_A - c_B = h n with h of either sign: rel = c_A' -
/// c_B', Omega = -tau . rel / h, and the point of contact c_A - r n keeps its distance r from c_A, but not from c_B (h'
/// = n . rel):
///
/// ```text
///     zeta_N = n . c - Omega tau . rel,     zeta_T = tau . c + (Omega + w_B) n . rel
/// ```
pub(super) fn centre_bias(a: &Kinematics, b: &Kinematics, centres: [DVec2; 2], normal: DVec2, h: f64) -> [f64; 2] {
    let tau = -normal.perp();
    let rel = relative(a, b, centres);
    let c = centripetal(a, b, centres);
    let omega = -tau.dot(rel) / h;
    [normal.dot(c) - omega * tau.dot(rel), tau.dot(c) + (omega + b.spin) * normal.dot(rel)]
}
