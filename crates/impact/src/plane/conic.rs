//! The energy conic T = T_A (seed 000, 2.6.5): an ellipse, a parabola for det = 0, or a double line.
//!
//! ```text
//! A I_N^2 + C I_T^2 - 2 B I_N I_T + 2 D_NA I_N + 2 D_TA I_T = 0
//! ```
//!
//! It passes through the origin, and energy is lost inside. On the ray I = r u it lies at
//!
//! ```text
//! r(u) = -2 D_A.u/(u^t M u)   for D_A.u < 0,      u^t M u = A (u_N - B/A u_T)^2 + det/A u_T^2
//! ```
//!
//! which serves all three shapes; other rays leave the inside at once.

use std::f64::consts::{FRAC_PI_2, PI};

use super::{ImpulsePlane, polar};
use crate::Impulse;

/// Rays evenly spread over the half plane D_A.u < 0, and again evenly spread over the ellipse.
const RAYS: usize = 64;

impl ImpulsePlane {
    /// The conic as a closed polygon from the origin round to the origin, cut off at the distance `reach`, which must be positive.
    ///
    /// Empty if the bodies do not move at all against each other, or for a reach that is not finite.
    pub fn conic(&self, reach: f64) -> Vec<Impulse> {
        if !(reach.is_finite() && reach > 0.0) {
            return Vec::new();
        }
        polar::trace(&self.conic_rays(), reach, |angle| self.conic_radius(angle).min(reach))
    }

    /// Distance of the conic from the origin on the ray at an angle from the I_N axis towards I_T;
    /// zero if the ray leads out at once, infinite along the axis of a parabola.
    pub fn conic_radius(&self, angle: f64) -> f64 {
        let (direction, before) = (Self::direction(angle), self.collision.before());
        let slope = before.normal * direction.normal + before.tangential * direction.tangential;
        if slope < 0.0 { -2.0 * slope / self.quadratic(direction) } else { 0.0 }
    }

    /// Opposite corners (least and largest I_N and I_T) of the box around the conic, if it is an ellipse.
    ///
    /// ```text
    /// centre -M_L D_A,  half sides sqrt(C k/det) along I_N, sqrt(A k/det) along I_T,  k = D_A^t M_L D_A
    /// ```
    pub fn conic_bounds(&self) -> Option<(Impulse, Impulse)> {
        if self.collision.is_singular() {
            return None;
        }
        let (contact, before, det) = (self.collision.contact(), self.collision.before(), self.collision.det());
        let centre = Impulse::planar(
            -(contact.c * before.normal + contact.b * before.tangential) / det,
            -(contact.b * before.normal + contact.a * before.tangential) / det,
        );
        let k = -(centre.normal * before.normal + centre.tangential * before.tangential);
        let half = Impulse::planar((contact.c / det * k).sqrt(), (contact.a / det * k).sqrt());
        let corners = (centre - half, centre + half);
        (corners.0.is_finite() && corners.1.is_finite()).then_some(corners)
    }

    /// u^t M u, not negative.
    fn quadratic(&self, u: Impulse) -> f64 {
        let contact = self.collision.contact();
        let normal = u.normal - contact.b / contact.a * u.tangential;
        contact.a * normal * normal + self.tangential_stiffness() * u.tangential * u.tangential
    }

    /// det/A, zero for a singular matrix.
    fn tangential_stiffness(&self) -> f64 {
        if self.collision.is_singular() { 0.0 } else { self.collision.det() / self.collision.contact().a }
    }

    /// Angles of the rays that start the polygon, in order.
    fn conic_rays(&self) -> Vec<f64> {
        let before = self.collision.before();
        if before.normal == 0.0 && before.tangential == 0.0 {
            return Vec::new();
        }
        let middle = (-before.tangential).atan2(-before.normal);
        let mut angles: Vec<f64> = even(middle).collect();
        angles.extend(self.ellipse_rays().map(|angle| middle + wrap(angle - middle)));
        angles.retain(|angle| (angle - middle).abs() < FRAC_PI_2);
        angles.extend([middle - FRAC_PI_2, middle + FRAC_PI_2]);
        angles.sort_by(f64::total_cmp);
        angles.dedup();
        angles
    }

    /// Rays to points evenly spread over the ellipse: in w = (sqrt(A) (I_N - B/A I_T), sqrt(det/A) I_T) it is a circle through the
    /// origin, on which equal angles at the origin cut equal arcs.
    fn ellipse_rays(&self) -> impl Iterator<Item = f64> {
        let (contact, before) = (self.collision.contact(), self.collision.before());
        let (root_a, root_t) = (contact.a.sqrt(), self.tangential_stiffness().sqrt());
        let coupling = contact.b / contact.a;
        let slope = (before.normal / root_a, (before.tangential + coupling * before.normal) / root_t);
        let rays = if root_t > 0.0 { Some(even((-slope.1).atan2(-slope.0))) } else { None };
        rays.into_iter().flatten().map(move |angle| {
            let tangential = angle.sin() / root_t;
            tangential.atan2(angle.cos() / root_a + coupling * tangential)
        })
    }
}

/// Angles evenly spread over the half turn around a middle.
fn even(middle: f64) -> impl Iterator<Item = f64> {
    (1..RAYS).map(move |i| middle + PI * (i as f64 / RAYS as f64 - 0.5))
}

/// An angle in [-pi, pi].
fn wrap(angle: f64) -> f64 {
    angle - 2.0 * PI * (angle / (2.0 * PI)).round()
}
