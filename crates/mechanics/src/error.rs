//! Why a description makes no world.

use std::fmt;

/// What the error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// The world as a whole.
    World,
    /// A body by its name.
    Body(String),
    /// A joint by its name.
    Joint(String),
    /// A force by its place in the description, counted from 0.
    Force(usize),
    /// A pair of bodies.
    Pair(String, String),
    /// A system in minimal coordinates by its name.
    System(String),
}

/// A description that makes no world: what, which field, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorldError {
    /// What it is about.
    pub subject: Subject,
    /// The field of the description.
    pub field: String,
    /// What is wrong and what is expected.
    pub message: String,
}

/// Bodies may overlap by this part of their size: positions written with nine digits.
pub(crate) const START: f64 = 1e-9;

/// Joints may be open by this part of the size of the mechanism: positions written with six digits. What is open is closed before the first
/// step.
pub(crate) const OPEN: f64 = 2e-6;

/// Pairs that overlap after which no more are looked for: the deepest of them is told, and bodies heaped on one spot have many more.
pub(crate) const ENOUGH: usize = 10_000;

/// Velocities at the start may open a joint by this part of themselves: they are written with seven digits or more.
pub(crate) const TORN: f64 = 1e-6;

/// The sentence for bodies that overlap at the start.
pub(crate) fn overlap(depth: f64) -> String {
    let remedy = "move one of them, or let the pair pass through each other (collide = false in its contact)";
    // Two circles about one point have no depth along any direction.
    let much = if depth.is_finite() { format!(" by {depth:.3e} m") } else { String::new() };
    format!("the bodies overlap at the start{much}; {remedy}")
}

/// A field and what is wrong with it.
pub(crate) type Bad = (&'static str, String);

/// Names the field of a wrong value.
pub(crate) fn named<T>(field: &'static str, value: Result<T, String>) -> Result<T, Bad> {
    value.map_err(|message| (field, message))
}

/// The sentence for a name that no body has.
pub(crate) fn no_body(name: &str) -> String {
    format!("there is no body named \"{name}\"")
}

impl WorldError {
    pub(crate) fn new(subject: Subject, field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { subject, field: field.into(), message: message.into() }
    }
}

impl fmt::Display for WorldError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::World => write!(out, "world")?,
            Subject::Body(name) => write!(out, "body \"{name}\"")?,
            Subject::Joint(name) => write!(out, "joint \"{name}\"")?,
            Subject::Force(index) => write!(out, "force {index}")?,
            Subject::Pair(first, second) => write!(out, "\"{first}\" and \"{second}\"")?,
            Subject::System(name) => write!(out, "system \"{name}\"")?,
        }
        write!(out, ": {}: {}", self.field, self.message)
    }
}

impl std::error::Error for WorldError {}

/// A finite number, or the sentence that says otherwise.
pub(crate) fn finite(value: f64) -> Result<f64, String> {
    if value.is_finite() { Ok(value) } else { Err(format!("must be a finite number, got {value}")) }
}

/// A positive finite number.
pub(crate) fn positive(value: f64) -> Result<f64, String> {
    if value.is_finite() && value > 0.0 { Ok(value) } else { Err(format!("must be positive, got {value}")) }
}

/// A finite number that is not negative.
pub(crate) fn not_negative(value: f64) -> Result<f64, String> {
    if value.is_finite() && value >= 0.0 { Ok(value) } else { Err(format!("must not be negative, got {value}")) }
}
