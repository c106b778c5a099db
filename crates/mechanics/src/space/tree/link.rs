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

use super::super::kinematics::{Kinematics, Pose};
use super::{HINGE, Link};
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
    /// Looks at a link.
    #[inline]
    pub fn look(&mut self, link: &Link, at: At) {
        let [i, k] = link.at;
        self.rotation = DMat3::from_quat(Pose::read(&at.q[i..]).rotation);
        self.spin = DVec3::from_slice(&at.v[k + 3..]);
        self.arm = self.rotation * link.own;
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

    /// Looks at a link and its parent.
    #[inline]
    pub fn look(&mut self, link: &Link, own: &Instant, parent: &Instant) {
        let arm = parent.rotation * link.other;
        self.offset = arm - parent.arm;
        let centripetal = |spin: DVec3, arm: DVec3| spin.cross(spin.cross(arm));
        let beta = centripetal(own.spin, own.arm) - centripetal(parent.spin, arm);
        let [a, b] = if link.sign > 0.0 { [own, parent] } else { [parent, own] };
        let relative = a.spin - b.spin;
        let directions = |k: usize| (a.rotation * link.across[k][0], b.rotation * link.across[k][1]);
        // ((w_a x u) x s + u x (w_b x s)) . (w_a - w_b).
        let eta = |u: DVec3, s: DVec3| a.spin.cross(u).dot(s.cross(relative)) + relative.cross(u).dot(b.spin.cross(s));
        let turned = match link.held {
            HINGE => {
                let (u, t) = (a.rotation * link.across[0][0], b.rotation * link.axis);
                (self.axes[0], self.across[0]) = (u, t);
                relative.cross(a.spin.cross(u)) + relative.cross(u).cross(b.spin)
            }
            held => {
                let mut turned = DVec3::ZERO;
                for k in 0..held {
                    let (u, s) = directions(k);
                    self.across[k] = u.cross(s);
                    turned[k] = eta(u, s);
                    // Across u x s are u and s.
                    (self.axes[0], self.axes[1]) = (u, s);
                }
                turned
            }
        };
        self.open(link, beta, turned);
    }

    /// The acceleration of a parent that is no link.
    pub fn carry(&mut self, parent: &Kinematics) {
        self.base = [parent.acceleration + parent.angular_acceleration.cross(self.offset), parent.angular_acceleration];
    }

    /// Takes other biases: those of the anchors, and of the directions that stay across each other. Those of a hinge are z with
    /// eta_k = s_k . z, s_k its two directions across the axis t of the second body: then gamma x u = -z but for a part along t.
    #[inline]
    pub fn open(&mut self, link: &Link, apart: DVec3, turned: DVec3) {
        let [a, b, c] = self.across;
        let turned = -link.sign * turned;
        let turn = match link.held {
            0 => DVec3::ZERO,
            1 => a * (turned.x / a.length_squared()),
            HINGE => {
                let u = self.axes[0];
                u.cross(turned - a * (turned.dot(u) / a.dot(u)))
            }
            _ => {
                let n = b.cross(c);
                (turned.x * n + turned.y * c.cross(a) + turned.z * a.cross(b)) / a.dot(n)
            }
        };
        self.bias = [-apart, turn];
    }

    /// By how much the joint is open, as it was told last.
    pub fn opened(&self) -> f64 {
        self.bias.iter().fold(0.0, |most, part| part.abs().max_element().max(most))
    }

    /// The square of the volume that the directions held span, or those of a hinge with its axis.
    pub fn spanned(&self, held: usize) -> f64 {
        let [a, b, c] = self.across;
        match held {
            0 => 1.0,
            1 => a.length_squared(),
            HINGE => a.dot(self.axes[0]).powi(2),
            _ => a.dot(b.cross(c)).powi(2),
        }
    }
}

impl Link {
    /// How many ways the link has to turn against its parent.
    pub fn freedoms(&self) -> usize {
        3 - self.held
    }

    /// By how much its joint is open: of its anchors, own less other, and of the directions that stay across each other ([`Hang::open`]).
    pub fn errors(&self, own: &Kinematics, other: &Kinematics, opened: Opened) -> (DVec3, DVec3) {
        let [p, q] = [own.point(self.own), other.point(self.other)];
        let apart = match opened {
            Opened::Positions => p - q,
            Opened::Velocities => own.velocity_at(p) - other.velocity_at(q),
        };
        let [a, b] = if self.sign > 0.0 { [own, other] } else { [other, own] };
        let relative = a.spin - b.spin;
        if self.held == HINGE {
            let (u, t) = (a.pose.rotation * self.across[0][0], b.pose.rotation * self.axis);
            // s_k . u and s_k . ((w_a - w_b) x u); the part along t, which no s_k sees, is taken out of u.
            return (apart, if opened == Opened::Positions { u - t / t.dot(u) } else { relative.cross(u) });
        }
        let mut turned = DVec3::ZERO;
        for k in 0..self.held {
            let (u, s) = (a.pose.rotation * self.across[k][0], b.pose.rotation * self.across[k][1]);
            turned[k] = if opened == Opened::Positions { u.dot(s) } else { u.cross(s).dot(relative) };
        }
        (apart, turned)
    }

    /// The forces of the equations of its joint that make up a force and a torque on it at the joint.
    pub fn reactions(&self, own: &Kinematics, other: &Kinematics, [force, torque]: [DVec3; 2], out: &mut [f64]) {
        let (force, torque) = (self.sign * force, self.sign * torque);
        let [a, b] = if self.sign > 0.0 { [own, other] } else { [other, own] };
        let across = self.across.map(|[u, s]| (a.pose.rotation * u).cross(b.pose.rotation * s));
        let [x, y, z] = across;
        let turning = match self.held {
            0 => DVec3::ZERO,
            1 => DVec3::new(torque.dot(x) / x.length_squared(), 0.0, 0.0),
            HINGE => {
                let n = x.cross(y);
                DVec3::new(torque.dot(y.cross(n)), torque.dot(n.cross(x)), 0.0) / n.length_squared()
            }
            _ => {
                let n = y.cross(z);
                DVec3::new(torque.dot(n), torque.dot(z.cross(x)), torque.dot(x.cross(y))) / x.dot(n)
            }
        };
        let parts = force.to_array().into_iter().chain(turning.to_array());
        out.iter_mut().zip(parts).for_each(|(out, part)| *out = part);
    }
}
