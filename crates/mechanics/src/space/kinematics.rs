//! Pose and velocity of a body in space.
//!
//! ```text
//!     q = (x, y, z, q_w, q_x, q_y, q_z),   v = (v, w) in the axes of the world
//!     position' = v,                       quaternion' = (0, w) quaternion / 2
//!     M = diag(m, m, m, R J R^T),          F = (force, torque - w x (R J R^T w))
//! ```

use glam::{DMat3, DQuat, DVec3};

use crate::model::Direction;
use crate::rigid::Rigid;

/// Position coordinates of a body.
pub const POSITIONS: usize = 7;

/// Velocity coordinates of a body.
pub const VELOCITIES: usize = 6;

/// Position of the centre of mass and rotation from the frame of the body to the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    /// Centre of mass.
    pub position: DVec3,
    /// Unit quaternion.
    pub rotation: DQuat,
}

impl Pose {
    /// From coordinates (x, y, z, q_w, q_x, q_y, q_z); a quaternion that an integrator has let drift is made of length
    /// one.
    pub fn read(q: &[f64]) -> Self {
        let rotation = DQuat::from_xyzw(q[4], q[5], q[6], q[3]);
        Self { position: DVec3::new(q[0], q[1], q[2]), rotation: rotation.normalize() }
    }

    /// To coordinates.
    pub fn write(&self, q: &mut [f64]) {
        let (p, r) = (self.position, self.rotation);
        q[..POSITIONS].copy_from_slice(&[p.x, p.y, p.z, r.w, r.x, r.y, r.z]);
    }

    /// A local point in the world.
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.rotation * local
    }

    /// Moved by a small displacement (d, turn) in the axes of the world.
    pub fn displaced(&self, d: DVec3, turn: DVec3) -> Self {
        let rotation = (DQuat::from_scaled_axis(turn) * self.rotation).normalize();
        Self { position: self.position + d, rotation }
    }

    /// R J R^T.
    pub fn inertia(&self, local: DMat3) -> DMat3 {
        let r = DMat3::from_quat(self.rotation);
        r * local * r.transpose()
    }
}

/// The derivative of the coordinates, from those themselves (of any length) and the velocity.
pub(super) fn rate(q: &[f64], v: &[f64], rate: &mut [f64]) {
    let quaternion = DQuat::from_xyzw(q[4], q[5], q[6], q[3]);
    let turning = DQuat::from_xyzw(v[3], v[4], v[5], 0.0) * quaternion * 0.5;
    rate[..POSITIONS].copy_from_slice(&[v[0], v[1], v[2], turning.w, turning.x, turning.y, turning.z]);
}

/// A body in space at one instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kinematics {
    pub position: DVec3,
    pub velocity: DVec3,
    pub spin: DVec3,
    /// First velocity coordinate of a free body; `None` for the world.
    pub start: Option<usize>,
}

impl Kinematics {
    /// The world itself.
    pub const WORLD: Self = Self { position: DVec3::ZERO, velocity: DVec3::ZERO, spin: DVec3::ZERO, start: None };

    /// Adds the term sign u . w to a relative velocity.
    pub fn add_spin(&self, sign: f64, u: DVec3, direction: &mut Direction) {
        match self.start {
            Some(start) => direction.row.add(start + 3, &(sign * u).to_array()),
            None => direction.drift += sign * u.dot(self.spin),
        }
    }
}

impl Rigid for Kinematics {
    type Vector = DVec3;

    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(point - self.position)
    }

    fn centripetal(&self, point: DVec3) -> DVec3 {
        self.spin.cross(self.spin.cross(point - self.position))
    }

    fn add_velocity(&self, sign: f64, point: DVec3, u: DVec3, direction: &mut Direction) {
        let turn = sign * (point - self.position).cross(u);
        match self.start {
            Some(start) => {
                direction.row.add(start, &(sign * u).to_array());
                direction.row.add(start + 3, &turn.to_array());
            }
            None => direction.drift += sign * u.dot(self.velocity) + turn.dot(self.spin),
        }
    }

    fn push(&self, point: DVec3, force: DVec3, forces: &mut [f64]) {
        if let Some(start) = self.start {
            let torque = (point - self.position).cross(force);
            for (k, value) in force.to_array().into_iter().chain(torque.to_array()).enumerate() {
                forces[start + k] += value;
            }
        }
    }
}
