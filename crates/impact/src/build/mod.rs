//! Collisions from bodies, rods and whole systems (K1).
//!
//! All follow seed 000, 2.6.1: the impulse acts on the first body, the normal points towards it, D is first minus second, and the
//! tangent is the normal turned clockwise (normal up, tangent to the right). With (x_i, y_i) the mass centre of body i seen from
//! the contact, along tangent and normal,
//!
//! ```text
//! D_T  = x_1' + y_1 th_1' - x_2' - y_2 th_2'       W_T  = (1, 0,  y_1, -1,  0, -y_2)
//! D_N  = y_1' - x_1 th_1' - y_2' + x_2 th_2'       W_N  = (0, 1, -x_1,  0, -1,  x_2)
//! D_th = -(th_1' - th_2')                          W_th = (0, 0, -1, 0, 0, 1)
//! ```

mod bodies;
mod rod;
mod system;

pub use bodies::{ContactFrame, FreeBody, Obstacle};
pub use rod::{Rod, RodEnd};
pub use system::System;

use std::fmt;

use crate::InputError;

/// Why data do not make a collision.
#[derive(Clone, Debug, PartialEq)]
pub enum BuildError {
    /// A mass, moment of inertia or length is not positive and finite.
    NotPositive {
        /// Which quantity.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// The normal has no direction.
    NoNormal,
    /// Rows or matrices do not have the size the mass matrix asks for.
    WrongSize {
        /// Which array.
        what: &'static str,
        /// Its length.
        length: usize,
        /// The length expected.
        expected: usize,
    },
    /// The mass matrix is not symmetric positive definite.
    NotPositiveDefinite,
    /// The local matrix or the velocities cannot be.
    Collision(InputError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPositive { what, value } => write!(out, "{what} is {value}; expected a positive finite number"),
            Self::NoNormal => write!(out, "the contact normal is zero or not finite; expected a direction"),
            Self::WrongSize { what, length, expected } => {
                write!(out, "{what} has {length} numbers; expected {expected}")
            }
            Self::NotPositiveDefinite => {
                write!(out, "the mass matrix is not symmetric positive definite; check its entries and their order")
            }
            Self::Collision(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<InputError> for BuildError {
    fn from(error: InputError) -> Self {
        Self::Collision(error)
    }
}

/// The value itself, if positive and finite.
fn positive(what: &'static str, value: f64) -> Result<f64, BuildError> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err(BuildError::NotPositive { what, value }) }
}
