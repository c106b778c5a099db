//! The loop over time: exact events, time stepping, penalty, and the record of what happened.

mod admissible;
mod balance;
mod closed;
mod closing;
mod cone_problem;
mod constraints;
mod contact_problem;
mod contact_solver;
mod corner;
mod corrections;
mod dense;
pub mod events;
mod faces;
mod few;
mod hanging;
mod held;
mod instant;
pub mod integrate;
mod islands;
mod linear;
mod orthogonal;
pub mod penalty;
mod proximal;
pub mod record;
mod response;
mod semidefinite;
mod settings;
mod several;
mod smooth;
mod snapshot;
mod sparse_product;
pub mod stepping;

pub use closed::{Closed, Grip};
pub use record::Record;
pub use settings::{Paradox, Settings, Simultaneous};
pub use snapshot::{Memory, Snapshot, Watcher, resume};
