//! Systems in minimal coordinates: one block with its own M(q) and F.
//!
//! A contact is a pair of its own, numbered as in the description. [`Minimal`] systems may be part of a world of the plane.

mod chain;
mod linear;
mod minimal;

use std::fmt;

pub use chain::{Chain, ChainDescription, Link};
pub use linear::{LinearContact, LinearDescription, LinearSystem};
pub use minimal::{ContactPlace, Field, Minimal, MinimalContact, MinimalDescription};

/// Why a description makes no system: the field and what is wrong with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemError {
    /// The field of the description.
    pub field: String,
    /// What is wrong and what is expected.
    pub message: String,
}

impl fmt::Display for SystemError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.field, self.message)
    }
}

impl std::error::Error for SystemError {}

/// Refuses a value that is not as it must be.
fn require(holds: bool, field: impl Into<String>, message: impl Into<String>) -> Result<(), SystemError> {
    if holds { Ok(()) } else { Err(SystemError { field: field.into(), message: message.into() }) }
}
