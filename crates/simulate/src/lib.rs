//! The loop over time: exact events, time stepping, penalty, and the record of what happened.

mod algebra;
mod balance;
mod closing;
mod contacts;
mod corner;
pub mod events;
mod fault;
mod hold;
mod instead;
pub mod integrate;
pub mod penalty;
pub mod record;
mod rush;
mod settings;
mod snapshot;
pub mod stepping;

pub use contacts::closed::{Closed, Grip};
pub use record::Record;
pub use settings::{Paradox, Settings, Simultaneous};
pub use snapshot::{Memory, Snapshot, Watcher, resume};
