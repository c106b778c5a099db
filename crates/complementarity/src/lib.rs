//! Complementarity problems: solvers that always tell the truth.
//!
//! * [`lcp`]: the linear complementarity problem w = M z + q, w >= 0, z >= 0, z . w = 0.
//! * [`boxed`]: the same with lower and upper bounds and free variables (joints, limits).
//! * [`cone`]: frictional contact with Coulomb's cones, in the plane and in space.
//! * [`linear_program`]: linear programs, by their optimality conditions.
//! * [`read`]: readers of problem files.
//!
//! Outcomes are values (status, residual, iterations, what was tried); only misuse is an [`InputError`].
#![warn(missing_docs)]
#![forbid(unsafe_code)]
// Loops over an index read like the formulas they implement.
#![allow(clippy::needless_range_loop)]

pub mod boxed;
pub mod cone;
mod error;
mod factor;
pub mod lcp;
pub mod linear_program;
mod matrix;
pub mod read;
mod settings;

pub use error::{InputError, MAX_DENSE_SIZE, MAX_SPARSE_SIZE};
pub use matrix::Matrix;
pub use settings::{Settings, Stop};
