//! A collision as a user states it.

use carom_impact::build::{BuildError, Obstacle, Rod, RodEnd};
use carom_impact::{Coefficients, Collision, Contact, Velocity};
use glam::DVec2;

/// Contact, motion and coefficients of one collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// What collides.
    pub geometry: Geometry,
    /// How it moves before.
    pub motion: Motion,
    /// Coefficients for the laws.
    pub coefficients: Coefficients,
}

/// What collides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Geometry {
    /// The local inverse mass matrix itself.
    Local(Contact),
    /// A uniform rod on a horizontal plane.
    Rod(Rod, RodEnd),
}

/// How it moves before the impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Relative velocities at the contact.
    AtContact(Velocity),
    /// Velocity of the rod's mass centre and its spin.
    OfBody {
        /// Velocity of the mass centre [m/s].
        velocity: DVec2,
        /// Angular velocity [rad/s].
        spin: f64,
    },
}

impl Case {
    /// The bar at 45 degrees of seeds 000 (3.7.4) and 003 (second case): A = C = 2.5, B = 1.5, D_A = (-1, 0.6).
    pub fn classic_bar(coefficients: Coefficients) -> Self {
        let rod = Rod { mass: 1.0, length: 1.0, angle: std::f64::consts::FRAC_PI_4 };
        Self {
            geometry: Geometry::Rod(rod, RodEnd::Left),
            motion: Motion::AtContact(Velocity::planar(-1.0, 0.6)),
            coefficients,
        }
    }

    /// The collision, checked.
    pub fn collision(&self) -> Result<Collision, BuildError> {
        match (self.geometry, self.motion) {
            (Geometry::Local(contact), Motion::AtContact(before)) => Ok(Collision::new(contact, before)?),
            (Geometry::Rod(rod, end), Motion::AtContact(before)) => rod.collision_at_contact(end, before),
            (Geometry::Rod(rod, end), Motion::OfBody { velocity, spin }) => {
                rod.collision(end, velocity, spin, Obstacle::default())
            }
            // A local matrix has one point only: its velocity is that of the contact.
            (Geometry::Local(contact), Motion::OfBody { velocity, spin }) => {
                Ok(Collision::new(contact, Velocity { normal: velocity.y, tangential: velocity.x, moment: -spin })?)
            }
        }
    }
}
