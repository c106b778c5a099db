//! Stops and smooth friction of joints, along the one coordinate that a joint leaves; friction that holds is in [`super::pad`].
//!
//! ```text
//!     turn      x = angle from u_b to u_a about w,   x' = w . (w_a - w_b),              x'' = w . (w_a' - w_b') + (w_b x w) . w_a
//!     way       x = w . (p_a - p_b),                 x' = w . (v_a(p_a) - v_b(p_a))     as a point in a plane of b
//!     stops     lower <= x <= upper: two contacts without friction, gaps x - lower and upper - x
//!     friction  -(c tanh(x' / s) + d x')
//! ```
//!
//! w, u_b and p_b are those of b.

use glam::DVec3;

use super::joint::{Joint, plane_bias};
use super::kinematics::Kinematics;
use crate::model::{Contact, Direction};
use crate::pair_law::PairLaw;
use crate::rigid::{Rigid, rows};

/// What a joint leaves; directions are in the frames of their bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Coordinate {
    /// A turn about the axis of b from its direction to that of a.
    Turn { axis: DVec3, of_a: DVec3, of_b: DVec3 },
    /// A way along the axis of b.
    Way { axis: DVec3 },
}

/// Stops of a joint.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stop {
    pub joint: usize,
    pub coordinate: Coordinate,
    pub lower: f64,
    pub upper: f64,
    pub law: PairLaw,
}

/// Smooth friction of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rub {
    pub joint: usize,
    pub coordinate: Coordinate,
    /// c, d and s.
    pub coulomb: f64,
    pub viscous: f64,
    pub speed: f64,
}

impl Coordinate {
    /// x.
    pub fn value(&self, joint: &Joint, a: &Kinematics, b: &Kinematics) -> f64 {
        match *self {
            Self::Turn { axis, of_a, of_b } => {
                let (u_a, u_b) = (a.pose.rotation * of_a, b.pose.rotation * of_b);
                let s = b.pose.rotation * axis.cross(of_b);
                u_a.dot(s).atan2(u_a.dot(u_b))
            }
            Self::Way { axis } => (b.pose.rotation * axis).dot(a.point(joint.at[0]) - b.point(joint.at[1])),
        }
    }

    /// x' and x'' as a direction, times a sign.
    pub fn fill(&self, joint: &Joint, a: &Kinematics, b: &Kinematics, sign: f64, direction: &mut Direction) {
        match *self {
            Self::Turn { axis, .. } => {
                let w = sign * (b.pose.rotation * axis);
                direction.clear();
                a.add_spin(1.0, w, direction);
                b.add_spin(-1.0, w, direction);
                direction.bias += b.spin.cross(w).dot(a.spin);
            }
            Self::Way { axis } => {
                let (w, point) = (sign * (b.pose.rotation * axis), a.point(joint.at[0]));
                rows(a, b, point, w, direction);
                direction.bias += plane_bias(a, b, point, w);
            }
        }
    }

    /// The axis of b that it belongs to.
    pub fn axis(&self) -> DVec3 {
        match *self {
            Self::Turn { axis, .. } | Self::Way { axis } => axis,
        }
    }
}

impl Stop {
    /// The gap of the lower stop or the upper one. An angle counts from the middle of its range, so that it does not jump inside.
    pub fn gap(&self, upper: bool, joint: &Joint, a: &Kinematics, b: &Kinematics) -> f64 {
        let (middle, half) = (0.5 * (self.lower + self.upper), 0.5 * (self.upper - self.lower));
        let mut off = self.coordinate.value(joint, a, b) - middle;
        if matches!(self.coordinate, Coordinate::Turn { .. }) {
            off -= std::f64::consts::TAU * (off / std::f64::consts::TAU).round();
        }
        if upper { half - off } else { half + off }
    }

    /// The contact of the lower stop or the upper one: it has a normal only.
    pub fn fill(&self, upper: bool, joint: &Joint, a: &Kinematics, b: &Kinematics, contact: &mut Contact) {
        let sign = if upper { -1.0 } else { 1.0 };
        self.coordinate.fill(joint, a, b, sign, &mut contact.along_normal);
        contact.tangential.iter_mut().for_each(Direction::clear);
        contact.moment.clear();
        contact.gap = self.gap(upper, joint, a, b);
        contact.point = a.point(joint.at[0]).to_array();
        contact.normal = (sign * (b.pose.rotation * self.coordinate.axis())).to_array();
    }
}

impl Rub {
    /// Adds its generalised forces.
    pub fn add(&self, joint: &Joint, [a, b]: [&Kinematics; 2], v: &[f64], forces: &mut [f64]) {
        let mut direction = Direction::default();
        self.coordinate.fill(joint, a, b, 1.0, &mut direction);
        let rate = direction.velocity(v);
        direction.row.add_to(-(self.coulomb * (rate / self.speed).tanh() + self.viscous * rate), forces);
    }
}
