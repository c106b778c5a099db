//! Pose and velocity of a body in space.
//!
//! ```text
//!     q = (x, y, z, q_w, q_x, q_y, q_z),   v = (v, w) in the axes of the world
//!     position' = v,                       quaternion' = (0, w) quaternion / 2
//!     M = diag(m, m, m, R J R^T),          F = (force, torque - w x (R J R^T w))
//! ```

use glam::{DMat3, DQuat, DVec3};

use crate::model::{At, Direction};
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

    /// The frame of the world.
    pub const WORLD: Self = Self { position: DVec3::ZERO, rotation: DQuat::IDENTITY };

    /// A local point in the world.
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.rotation * local
    }

    /// A point of the world in the frame.
    pub fn local(&self, point: DVec3) -> DVec3 {
        self.rotation.conjugate() * (point - self.position)
    }

    /// The frame of `self` seen from `other`.
    pub fn seen_from(&self, other: &Self) -> Self {
        Self { position: other.local(self.position), rotation: other.rotation.conjugate() * self.rotation }
    }

    /// Moved by a small displacement (d, turn) in the axes of the world.
    pub fn displaced(&self, d: DVec3, turn: DVec3) -> Self {
        let rotation = (DQuat::from_scaled_axis(turn) * self.rotation).normalize();
        Self { position: self.position + d, rotation }
    }

    /// R J R^T.
    pub fn turned(&self, local: DMat3) -> DMat3 {
        let r = DMat3::from_quat(self.rotation);
        r * local * r.transpose()
    }

    /// R J R^T w.
    pub(super) fn momentum(&self, local: DMat3, spin: DVec3) -> DVec3 {
        self.rotation * (local * (self.rotation.conjugate() * spin))
    }
}

/// The derivative of the coordinates, from those themselves (of any length) and the velocity.
pub(super) fn rate(q: &[f64], v: &[f64], rate: &mut [f64]) {
    let quaternion = DQuat::from_xyzw(q[4], q[5], q[6], q[3]);
    let turning = DQuat::from_xyzw(v[3], v[4], v[5], 0.0) * quaternion * 0.5;
    if let Some(rate) = rate.first_chunk_mut::<POSITIONS>() {
        *rate = [v[0], v[1], v[2], turning.w, turning.x, turning.y, turning.z];
    }
}

/// A body in space at one instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kinematics {
    /// Where it is.
    pub pose: Pose,
    /// Velocity of the centre of mass.
    pub velocity: DVec3,
    /// Angular velocity in the axes of the world.
    pub spin: DVec3,
    /// Prescribed acceleration; zero for a free body.
    pub acceleration: DVec3,
    /// Prescribed angular acceleration; zero for a free body.
    pub angular_acceleration: DVec3,
    /// First velocity coordinate of a free body.
    pub start: Option<usize>,
}

impl Kinematics {
    /// The world itself.
    pub const WORLD: Self = Self {
        pose: Pose::WORLD,
        velocity: DVec3::ZERO,
        spin: DVec3::ZERO,
        acceleration: DVec3::ZERO,
        angular_acceleration: DVec3::ZERO,
        start: None,
    };

    /// A free body whose coordinates begin at these of q and v.
    pub fn free(at: At, [q, v]: [usize; 2]) -> Self {
        let (velocity, spin) = (DVec3::from_slice(&at.v[v..]), DVec3::from_slice(&at.v[v + 3..]));
        Self { pose: Pose::read(&at.q[q..]), velocity, spin, start: Some(v), ..Self::WORLD }
    }

    /// Vector from the centre of mass to a point of the world.
    pub fn arm(&self, point: DVec3) -> DVec3 {
        point - self.pose.position
    }

    /// Adds the term sign u . w to a relative velocity.
    pub fn add_spin(&self, sign: f64, u: DVec3, direction: &mut Direction) {
        self.add(DVec3::ZERO, sign * u, direction);
    }

    /// Adds a torque to the generalised forces.
    pub fn turn(&self, torque: DVec3, forces: &mut [f64]) {
        if let Some(start) = self.start {
            forces[start + 3..start + 6].iter_mut().zip(torque.to_array()).for_each(|(f, t)| *f += t);
        }
    }

    fn add(&self, along: DVec3, turn: DVec3, direction: &mut Direction) {
        match self.start {
            Some(start) => {
                direction.row.add_body(start, &[along.x, along.y, along.z, turn.x, turn.y, turn.z]);
            }
            None => {
                direction.drift += along.dot(self.velocity) + turn.dot(self.spin);
                direction.bias += along.dot(self.acceleration) + turn.dot(self.angular_acceleration);
            }
        }
    }
}

impl Rigid for Kinematics {
    type Vector = DVec3;

    fn world() -> &'static Self {
        &Self::WORLD
    }

    fn point(&self, local: DVec3) -> DVec3 {
        self.pose.point(local)
    }

    fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(self.arm(point))
    }

    fn centripetal(&self, point: DVec3) -> DVec3 {
        self.spin.cross(self.spin.cross(self.arm(point)))
    }

    fn add_velocity(&self, sign: f64, point: DVec3, u: DVec3, direction: &mut Direction) {
        self.add(sign * u, sign * self.arm(point).cross(u), direction);
    }

    fn push(&self, point: DVec3, force: DVec3, forces: &mut [f64]) {
        if let Some(start) = self.start {
            forces[start..start + 3].iter_mut().zip(force.to_array()).for_each(|(f, x)| *f += x);
            self.turn(self.arm(point).cross(force), forces);
        }
    }
}
