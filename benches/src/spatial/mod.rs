//! Worlds of space against Rapier, MuJoCo, Pinocchio, Drake and Exudyn, all in one run: chains of hinges and a tumbling body, error against
//! time; piles and a wall, time and overlap (B2, B5, X1, X5).

mod chain;
mod equal_error;
mod ours;
mod pile;
mod python;
mod rapier;
mod table;
mod trial;
mod tumble;

pub(crate) use chain::chains;
pub(crate) use pile::{boxes, bricks, spheres};
pub(crate) use tumble::tumbling;
