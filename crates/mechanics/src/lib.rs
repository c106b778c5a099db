//! Bodies, shapes, joints, forces and contacts: the terms of the equations of motion
//!
//! ```text
//!     M(q) v' = F(q, v, t) + H^T lambda + W_N lambda_N + W_T lambda_T
//! ```
//!
//! The crate tells what a system is at one instant. What happens next is the business of `carom-simulate`.

mod broad_phase;
pub mod description;
mod error;
mod joint_rows;
mod magnitude;
mod mass;
mod mobility;
mod model;
mod pair_law;
mod pairs;
pub mod plane;
mod rigid;
mod row;
pub mod signal;
pub mod space;
mod spring;
pub mod system;
mod tree;

pub use error::{Subject, WorldError};
pub use magnitude::Magnitude;
pub use mass::Mass;
pub use mobility::{Mobility, Redundant};
pub use model::{At, Contact, Direction, Energy, FLAT_RIM, JointRow, Meeting, Model, Pace, Site, Start, Touch};
pub use pair_law::{Friction, PairLaw, Penalty, PenaltyGiven};
pub use row::Row;
pub use signal::Jolt;
pub use spring::SpringState;
pub use tree::{Opened, Tree};
