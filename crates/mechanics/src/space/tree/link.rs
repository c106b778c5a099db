//! A link at one instant, and how it hangs on its parent.
//!
//! With r the arm from the centre of mass of a link to its joint, r_p that of its parent to the same joint, and alpha = v' + w' x r what the
//! joint accelerates by but for w x (w x r):
//!
//! ```text
//!     alpha = alpha_p + w_p' x d - beta,     d = r_p - (arm of the parent to its own joint),    beta = w x (w x r) - w_p x (w_p x r_p)
//!     w' = w_p' + gamma + sum_k e_k u_k,     across_k . gamma = -eta_k,    across_k . e_j = 0
//! ```
//!
//! beta and eta are the biases of the rows of the joint ([`joint`](super::super::joint)), also where it has opened by rounding.

use glam::{DMat3, DVec3};

use super::super::kinematics::Kinematics;
use super::Link;
use crate::model::At;
use crate::rigid::Rigid;
use crate::tree::Opened;

/// How a body turns, and the arm to its own joint, in the axes of the world.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Instant {
    pub rotation: DMat3,
    pub spin: DVec3,
    pub arm: DVec3,
}

impl Instant {
    pub fn new(link: &Link, at: At) -> Self {
        let body = Kinematics::free(at, link.at);
        let rotation = DMat3::from_quat(body.pose.rotation);
        Self { rotation, spin: body.spin, arm: rotation * link.own }
    }

    /// A body that is no link.
    pub fn given(body: &Kinematics) -> Self {
        Self { rotation: DMat3::from_quat(body.pose.rotation), spin: body.spin, arm: DVec3::ZERO }
    }
}

/// How a link hangs on its parent.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hang {
    /// d.
    pub offset: DVec3,
    /// -beta and gamma.
    pub bias: [DVec3; 2],
    /// e_1 to e_3.
    pub axes: [DVec3; 3],
    /// alpha and w' of a parent that is no link.
    pub base: [DVec3; 2],
    /// Directions about which the link does not turn against its parent.
    across: [DVec3; 3],
}

impl Hang {
    /// A body that floats: it turns as it likes.
    pub fn free() -> Self {
        Self { axes: DVec3::AXES, ..Self::default() }
    }

    pub fn new(link: &Link, own: &Instant, parent: &Instant) -> Self {
        let arm = parent.rotation * link.other;
        let centripetal = |spin: DVec3, arm: DVec3| spin.cross(spin.cross(arm));
        let beta = centripetal(own.spin, own.arm) - centripetal(parent.spin, arm);
        let mut hang = Self { offset: arm - parent.arm, ..Self::default() };
        let [a, b] = if link.sign > 0.0 { [own, parent] } else { [parent, own] };
        let mut eta = [0.0; 3];
        let relative = a.spin - b.spin;
        for k in 0..link.held {
            let (u, s) = (a.rotation * link.across[k][0], b.rotation * link.across[k][1]);
            hang.across[k] = u.cross(s);
            // (w_a x u) x s + u x (w_b x s), along w_a - w_b.
            eta[k] = a.spin.cross(u).dot(s.cross(relative)) + relative.cross(u).dot(b.spin.cross(s));
        }
        hang.axes = free_axes(link, &hang.across, [a, b]);
        hang.open(link, beta, eta);
        hang
    }

    /// The same with the acceleration of a parent that is no link.
    pub fn carried(mut self, parent: &Kinematics) -> Self {
        self.base = [parent.acceleration + parent.angular_acceleration.cross(self.offset), parent.angular_acceleration];
        self
    }

    /// Takes other biases: those of the anchors, and of the directions that stay across each other.
    pub fn open(&mut self, link: &Link, apart: DVec3, turned: [f64; 3]) {
        let [a, b, c] = self.across;
        let [x, y, z] = turned.map(|turned| -link.sign * turned);
        let turn = match link.held {
            0 => DVec3::ZERO,
            1 => a * (x / a.length_squared()),
            2 => {
                let n = self.axes[0];
                (x * b.cross(n) + y * n.cross(a)) / n.length_squared()
            }
            _ => {
                let n = b.cross(c);
                (x * n + y * c.cross(a) + z * a.cross(b)) / a.dot(n)
            }
        };
        self.bias = [-apart, turn];
    }

    /// The square of the area or volume that the directions held span.
    pub fn spanned(&self, held: usize) -> f64 {
        let [a, b, c] = self.across;
        match held {
            0 => 1.0,
            1 => a.length_squared(),
            2 => a.cross(b).length_squared(),
            _ => a.dot(b.cross(c)).powi(2),
        }
    }
}

/// The axes about which a link turns against its parent.
fn free_axes(link: &Link, across: &[DVec3; 3], [a, b]: [&Instant; 2]) -> [DVec3; 3] {
    match link.held {
        0 => DVec3::AXES,
        // Across u x s are u and s.
        1 => [a.rotation * link.across[0][0], b.rotation * link.across[0][1], DVec3::ZERO],
        2 => [across[0].cross(across[1]), DVec3::ZERO, DVec3::ZERO],
        _ => [DVec3::ZERO; 3],
    }
}

impl Link {
    /// How many ways the link has to turn against its parent.
    pub fn freedoms(&self) -> usize {
        3 - self.held
    }

    /// By how much its joint is open: of its anchors, own less other, and of the directions that stay across each other.
    pub fn errors(&self, own: &Kinematics, other: &Kinematics, opened: Opened) -> (DVec3, [f64; 3]) {
        let [p, q] = [own.point(self.own), other.point(self.other)];
        let [a, b] = if self.sign > 0.0 { [own, other] } else { [other, own] };
        let mut turned = [0.0; 3];
        for (error, [u, s]) in turned.iter_mut().zip(self.across).take(self.held) {
            let (u, s) = (a.pose.rotation * u, b.pose.rotation * s);
            *error = match opened {
                Opened::Positions => u.dot(s),
                Opened::Velocities => u.cross(s).dot(a.spin - b.spin),
            };
        }
        let apart = match opened {
            Opened::Positions => p - q,
            Opened::Velocities => own.velocity_at(p) - other.velocity_at(q),
        };
        (apart, turned)
    }
}
