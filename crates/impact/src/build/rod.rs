//! A uniform rod that meets a horizontal barrier with one end (seed 000, 3.1; seed 003).

use glam::DVec2;

use super::{BuildError, ContactFrame, FreeBody, Obstacle, positive};
use crate::{Collision, Contact, Velocity};

/// A uniform slender rod, J = m L^2/12.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rod {
    /// Mass (kg).
    pub mass: f64,
    /// Length (m).
    pub length: f64,
    /// Angle from the barrier, counter-clockwise (rad).
    pub angle: f64,
}

/// Which end touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RodEnd {
    /// The end at minus half the length.
    #[default]
    Left,
    /// The end at plus half the length.
    Right,
}

impl Rod {
    /// The rod as a free body with its end at the origin.
    pub fn body(&self, end: RodEnd, velocity: DVec2, spin: f64) -> Result<FreeBody, BuildError> {
        let (mass, length) = (positive("the rod's mass", self.mass)?, positive("the rod's length", self.length)?);
        let half = 0.5 * length * DVec2::from_angle(self.angle);
        let centre = match end {
            RodEnd::Left => half,
            RodEnd::Right => -half,
        };
        Ok(FreeBody { mass, moment_of_inertia: mass * length * length / 12.0, centre, velocity, spin })
    }

    /// The collision of an end of the moving rod with a surface that moves along itself.
    pub fn collision(
        &self,
        end: RodEnd,
        velocity: DVec2,
        spin: f64,
        surface: Obstacle,
    ) -> Result<Collision, BuildError> {
        Self::frame()?.against(&self.body(end, velocity, spin)?, &surface)
    }

    /// The local matrix alone, for velocities given at the contact.
    pub fn contact(&self, end: RodEnd) -> Result<Contact, BuildError> {
        Ok(*self.collision(end, DVec2::ZERO, 0.0, Obstacle::default())?.contact())
    }

    /// A collision with velocities given at the contact.
    pub fn collision_at_contact(&self, end: RodEnd, before: Velocity) -> Result<Collision, BuildError> {
        Ok(Collision::new(self.contact(end)?, before)?)
    }

    /// The frame at the origin with the normal up.
    fn frame() -> Result<ContactFrame, BuildError> {
        ContactFrame::new(DVec2::ZERO, DVec2::Y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_4;

    /// Seed 000, 3.7.4: A = C = 2.5, B = 1.5, mu_s = 0.6, at both ends of their own rod.
    #[test]
    fn the_classic_bar() {
        for (angle, end) in [(FRAC_PI_4, RodEnd::Left), (-FRAC_PI_4, RodEnd::Right)] {
            let contact = Rod { mass: 1.0, length: 1.0, angle }.contact(end).unwrap();
            let (a, b, c) = (contact.a, contact.b.abs(), contact.c);
            // One rounding of sin and cos.
            assert!((a - 2.5).abs() < 1e-14 && (b - 1.5).abs() < 1e-14 && (c - 2.5).abs() < 1e-14);
            assert!((contact.f - 12.0).abs() < 1e-14);
        }
    }

    /// laws.md, section 1: mu_s <= 3/4 for a slender bar at every angle.
    #[test]
    fn sticking_friction_of_a_slender_bar() {
        let mu_s = (1..1000).map(|i| {
            let angle = f64::from(i) * std::f64::consts::PI / 1000.0;
            Rod { mass: 3.0, length: 0.7, angle }.contact(RodEnd::Left).unwrap().mu_s()
        });
        let largest = mu_s.fold(0.0, f64::max);
        assert!((largest - 0.75).abs() < 1e-5, "{largest}");
    }
}
