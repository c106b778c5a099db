//! What a rigid body is to contacts, joints and forces, in the plane as in space: the velocity of its points, the part
//! of their acceleration that is there without v', and the Jacobian of a point.
//!
//! ```text
//!     velocity of the point with arm r       x' = v + w x r                       = J(r) (v, w)
//!     its acceleration                       x'' = J(r) (v', w') + w x (w x r)
//! ```
//!
//! A free body is a block of velocity coordinates, and J goes to a row; a prescribed one has none, and the same terms
//! go to the drift and the bias of the row.

use std::ops::{Mul, Neg, Sub};

use glam::{DVec2, DVec3};

use crate::model::Direction;

/// A point or direction of the plane or of space.
pub(crate) trait Vector: Copy + Sub<Output = Self> + Neg<Output = Self> + Mul<f64, Output = Self> {
    /// The scalar product.
    fn dot(self, other: Self) -> f64;

    /// The vector of length one along this one; zero if it has no length.
    fn unit(self) -> Self;
}

impl Vector for DVec2 {
    fn dot(self, other: Self) -> f64 {
        self.dot(other)
    }

    fn unit(self) -> Self {
        self.normalize_or_zero()
    }
}

impl Vector for DVec3 {
    fn dot(self, other: Self) -> f64 {
        self.dot(other)
    }

    fn unit(self) -> Self {
        self.normalize_or_zero()
    }
}

/// A rigid body at one instant.
pub(crate) trait Rigid: 'static {
    /// Points and directions.
    type Vector: Vector;

    /// The world itself.
    fn world() -> &'static Self;

    /// A point given relative to the centre of mass, in the world.
    fn point(&self, local: Self::Vector) -> Self::Vector;

    /// Velocity of the material point that is at a point of the world.
    fn velocity_at(&self, point: Self::Vector) -> Self::Vector;

    /// w x (w x r) of that point.
    fn centripetal(&self, point: Self::Vector) -> Self::Vector;

    /// Adds the term sign u . (velocity at the point) to a relative velocity.
    fn add_velocity(&self, sign: f64, point: Self::Vector, u: Self::Vector, direction: &mut Direction);

    /// Adds a force at a point of the world to the generalised forces.
    fn push(&self, point: Self::Vector, force: Self::Vector, forces: &mut [f64]);
}

/// The relative velocity along u of the material points of a and b at one point of the world; a force along u at that
/// point acts on a, its reaction on b. The bias has only the prescribed accelerations.
pub(crate) fn rows<R: Rigid>(a: &R, b: &R, point: R::Vector, u: R::Vector, direction: &mut Direction) {
    direction.clear();
    a.add_velocity(1.0, point, u, direction);
    b.add_velocity(-1.0, point, u, direction);
}

/// Velocity of a point of a less that of a point of b.
pub(crate) fn relative<R: Rigid>(a: &R, b: &R, [p, q]: [R::Vector; 2]) -> R::Vector {
    a.velocity_at(p) - b.velocity_at(q)
}

/// The same of the centripetal accelerations.
pub(crate) fn centripetal<R: Rigid>(a: &R, b: &R, [p, q]: [R::Vector; 2]) -> R::Vector {
    a.centripetal(p) - b.centripetal(q)
}
