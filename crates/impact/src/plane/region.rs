//! The admissible region (seed 000, 2.6.7): no energy gained, inside the friction cone, no longer approaching.
//!
//! All three conditions are convex. On a ray of slope t = I_T/I_N the region reaches from the line of maximum compression to the conic,
//!
//! ```text
//! r_c = -D_NA/(A u_N - B u_T)  <=  r  <=  r_e = -2 D_A.u/(u^t M u)
//! ```
//!
//! and with w = -D_TA/D_NA, b = B/A, S = sqrt((w - b)^2 + det/A^2) there is such an r exactly for
//!
//! ```text
//! 1/(w - S) <= t <= 1/(w + S)          (-infinity if w >= S, infinity if w <= -S)
//! ```
//!
//! the slopes at which line and conic meet. So the region is one polygon between max(-mu, ..) and min(mu, ..).
//! For det = 0 one of these slopes is that of the parabola's axis, where both ends are infinitely far; a picture needs only the rays with
//! r_c <= R, and since the line of maximum compression has its foot at the angle atan2(-B, A) and the distance
//! d = -D_NA/sqrt(A^2 + B^2), these are the angles no farther than acos(d/R) from it.

use super::{ImpulsePlane, polar};
use crate::Impulse;

/// Rays that start the polygon.
const RAYS: usize = 48;

impl ImpulsePlane {
    /// The region as a polygon, as far as it lies within the distance `reach` of the origin: the two corners on the line of maximum
    /// compression, then along the conic. Without friction it is the segment between two points; empty if the bodies do not approach
    /// or nothing is within reach.
    pub fn region(&self, reach: f64) -> Vec<Impulse> {
        let Some((first, last)) = self.region_angles(reach) else { return Vec::new() };
        let compressed = |angle| Self::direction(angle) * self.compression_radius(angle);
        let outer = |angle| self.conic_radius(angle).min(reach).max(self.compression_radius(angle));
        let mut points = vec![compressed(first)];
        if first == last {
            points.push(Self::direction(first) * outer(first));
        } else {
            points.push(compressed(last));
            let angles: Vec<f64> = (0..=RAYS).map(|i| last + (first - last) * (i as f64 / RAYS as f64)).collect();
            points.extend(polar::trace(&angles, reach, outer));
        }
        points.retain(Impulse::is_finite);
        points
    }

    /// First and last ray that meet the region within reach.
    fn region_angles(&self, reach: f64) -> Option<(f64, f64)> {
        let (low, high) = self.region_slopes()?;
        let contact = self.collision.contact();
        let share = -self.collision.before().normal / contact.a.hypot(contact.b) / reach;
        if !(reach.is_finite() && share > 0.0 && share < 1.0) {
            return None;
        }
        let (foot, spread) = ((-contact.b).atan2(contact.a), share.acos());
        let (first, last) = (low.atan().max(foot - spread), high.atan().min(foot + spread));
        (first <= last).then_some((first, last))
    }

    /// Least and largest slope I_T/I_N of the region, if the bodies approach and mu is finite.
    pub fn region_slopes(&self) -> Option<(f64, f64)> {
        let (contact, before) = (self.collision.contact(), self.collision.before());
        if before.normal >= 0.0 || !self.mu.is_finite() {
            return None;
        }
        let w = -before.tangential / before.normal;
        let spread = self.collision.det().max(0.0).sqrt() / contact.a;
        let s = (w - contact.b / contact.a).hypot(spread);
        let low = if w < s { (w - s).recip() } else { f64::NEG_INFINITY };
        let high = if w > -s { (w + s).recip() } else { f64::INFINITY };
        Some((low.max(-self.mu), high.min(self.mu)))
    }

    /// Distance from the origin to D_N = 0 on a ray; infinite if the ray does not reach it.
    fn compression_radius(&self, angle: f64) -> f64 {
        let (contact, direction) = (self.collision.contact(), Self::direction(angle));
        let rise = contact.a * direction.normal - contact.b * direction.tangential;
        if rise > 0.0 { -self.collision.before().normal / rise } else { f64::INFINITY }
    }
}
