//! The loop over time: exact events, time stepping, penalty, and the record of what happened.

pub mod record;
