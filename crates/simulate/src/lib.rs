//! The loop over time: exact events, time stepping, penalty, and the record of what happened.

mod closed;
pub mod integrate;
mod linear;
mod response;
mod smooth;
pub mod record;
