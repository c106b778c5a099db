//! From the leaves to the roots and back: Featherstone's articulated inertias, at the joints of the links and in the axes of the world.
//!
//! A link with all that hangs on it answers the acceleration of its joint with a force and a torque on the joint, A (alpha, w') - p. Along
//! the axes e about which it turns freely the torque is zero: with U = A e and D = e . U, one axis after the other,
//!
//! ```text
//!     u = (e . p - U . (alpha, w')) / D,     A <- A - U U^T / D,     p <- p - U (e . p) / D
//!     parent:   A_p += X^T A X,     p_p += X^T (p - A c)       with (alpha, w') = X (alpha_p, w_p') + c, see [`link`](super::link)
//! ```
//!
//! This is the block elimination of M v' - H^T lambda = F, H v' = -eta from the leaves on, in another order than that of S = H M^-1 H^T: the
//! same answer to rounding. A body that floats turns freely about three axes, and then A alpha = p.
//!
//! Source: Featherstone, *Rigid Body Dynamics Algorithms* (2008), section 7.3.

use glam::DVec3;

use super::inertia::{Articulated, Symmetric};
use super::{Link, Links, Parent};

/// A torque below this part of the terms it is made of is rounding: some tens of units in the last place, for as many terms. What hangs at
/// rest would creep by it.
const CANCELLED: f64 = 64.0 * f64::EPSILON;

/// A link and what hangs on it, its axes released.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Eliminated {
    inertia: Articulated,
    /// U and 1 / D of each axis.
    columns: [[DVec3; 2]; 3],
    inverses: [f64; 3],
    /// p, and e . p of each axis before it was released.
    force: [DVec3; 2],
    pushes: [f64; 3],
    /// The sizes of the terms of p before they cancel.
    size: [f64; 2],
    /// alpha and w'.
    motion: [DVec3; 2],
}

impl Links<'_> {
    /// The inertia of a link alone, and the forces on it.
    #[inline]
    pub(super) fn load(&mut self, k: usize) {
        let (link, now) = (&self.links[k], &self.now[k]);
        let turn = Symmetric::turned(&now.rotation, &link.inertia);
        // J w = (inertia about the joint) w - m r x (w x r).
        let spin = turn.times(now.spin) - link.mass * now.arm.cross(now.spin.cross(now.arm));
        let mut force = link.mass * self.world.gravity;
        let mut torque = spin.cross(now.spin);
        if let Some(push) = self.pushes.get(link.at[1]..link.at[1] + 6) {
            force += DVec3::from_slice(push);
            torque += DVec3::from_slice(&push[3..]);
        }
        let own = &mut self.eliminated[k];
        own.inertia.begin(link.mass, now.arm, turn);
        own.force = [force, torque - now.arm.cross(force)];
        own.size = [size(force), size(torque) + size(now.arm) * size(force)];
    }

    /// Inertias and forces from the leaves to the roots.
    pub(super) fn eliminate(&mut self) {
        for k in (0..self.links.len()).rev() {
            self.release(k);
            self.pass_force(k);
        }
    }

    /// The force and the torque at its joint that move a link, after the accelerations: A (alpha, w') - p, to which the axes released add
    /// nothing.
    pub(super) fn wrench(&self, k: usize) -> [DVec3; 2] {
        let own = &self.eliminated[k];
        let [along, turn] = own.inertia.times(&own.motion);
        [along - own.force[0], turn - own.force[1]]
    }

    /// Releases the axes of a link, and adds its inertia to that of its parent.
    #[inline]
    fn release(&mut self, k: usize) {
        let (link, hang) = (&self.links[k], &self.hangs[k]);
        let (before, own) = self.eliminated.split_at_mut(k);
        let Some(own) = own.first_mut() else { return };
        for axis in 0..link.freedoms() {
            let e = hang.axes[axis];
            own.columns[axis] = own.inertia.times_turn(e);
            own.inverses[axis] = 1.0 / e.dot(own.columns[axis][1]);
            own.inertia.release(&own.columns[axis], own.inverses[axis]);
        }
        if let Parent::Link(parent) = link.parent {
            before[parent].inertia.add_shifted(&own.inertia, hang.offset);
        }
    }

    /// Releases the force on a link, and adds it to that on its parent.
    #[inline]
    fn pass_force(&mut self, k: usize) {
        let (link, hang) = (&self.links[k], &self.hangs[k]);
        let (before, own) = self.eliminated.split_at_mut(k);
        let Some(own) = own.first_mut() else { return };
        for axis in 0..link.freedoms() {
            own.pushes[axis] = hang.axes[axis].dot(own.force[1]);
            let part = own.pushes[axis] * own.inverses[axis];
            own.force[0] -= part * own.columns[axis][0];
            own.force[1] -= part * own.columns[axis][1];
        }
        if let Parent::Link(parent) = link.parent {
            let [along, turn] = own.inertia.times(&hang.bias);
            let (push, torque) = (own.force[0] - along, own.force[1] - turn);
            let other = &mut before[parent];
            other.force[0] += push;
            other.force[1] += torque + hang.offset.cross(push);
            let pushed = own.size[0] + size(along);
            other.size[0] += pushed;
            other.size[1] += own.size[1] + size(turn) + size(hang.offset) * pushed;
        }
    }

    /// v' from the roots to the leaves.
    pub(super) fn accelerate(&mut self, out: &mut [f64]) {
        for k in 0..self.links.len() {
            let motion = self.move_link(k, self.hangs[k].base);
            self.write(k, motion, out);
        }
    }

    /// The correction that closes the joints by what they are open.
    pub(super) fn close(&mut self, out: &mut [f64]) {
        for own in &mut self.eliminated {
            (own.force, own.size) = ([DVec3::ZERO; 2], [0.0; 2]);
        }
        (0..self.links.len()).rev().for_each(|k| self.pass_force(k));
        for k in 0..self.links.len() {
            let motion = self.move_link(k, [DVec3::ZERO; 2]);
            self.write(k, motion, out);
        }
    }

    /// alpha and w' of a link whose parent moves; `base` are those of a parent that is no link.
    #[inline]
    fn move_link(&mut self, k: usize, base: [DVec3; 2]) -> [DVec3; 2] {
        let (link, hang) = (&self.links[k], &self.hangs[k]);
        let own = &self.eliminated[k];
        let [mut alpha, mut turn] = match link.parent {
            Parent::None => [own.inertia.along(own.force[0]), DVec3::ZERO],
            Parent::Given(_) => base,
            Parent::Link(parent) => {
                let [alpha, turn] = self.eliminated[parent].motion;
                [alpha + turn.cross(hang.offset), turn]
            }
        };
        alpha += hang.bias[0];
        turn += hang.bias[1];
        for axis in (0..link.freedoms()).rev() {
            let ([along, around], e) = (&own.columns[axis], hang.axes[axis]);
            let (held, turned) = (along.dot(alpha), around.dot(turn));
            let torque = own.pushes[axis] - held - turned;
            let terms = size(e) * own.size[1] + held.abs() + turned.abs();
            if torque.abs() > CANCELLED * terms || torque.is_nan() {
                turn += e * (torque * own.inverses[axis]);
            }
        }
        self.eliminated[k].motion = [alpha, turn];
        [alpha, turn]
    }

    /// v' = alpha - w' x r and w' to where they belong.
    #[inline]
    fn write(&self, k: usize, [alpha, turn]: [DVec3; 2], out: &mut [f64]) {
        let Link { at: [_, start], .. } = self.links[k];
        let along = alpha - turn.cross(self.now[k].arm);
        if let Some(out) = out[start..].first_chunk_mut::<6>() {
            *out = [along.x, along.y, along.z, turn.x, turn.y, turn.z];
        }
    }
}

/// The sum of the sizes of the components.
fn size(v: DVec3) -> f64 {
    v.abs().element_sum()
}
