//! What is wrong with a scene, as a sentence a user can act on.

use std::fmt;

/// Why a text is no scene: where, what, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    /// The file, as it was named.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// What it concerns: `body "bar", mass`. Empty if the text as a whole.
    pub subject: String,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// Where a wrong thing was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Somewhere in the file.
    File,
    /// In this line, counted from 1.
    Line(usize),
    /// In a change made from outside, `--set PATH=VALUE`.
    Set(String),
    /// In this line of another file, to which the scene file belongs.
    In(String, usize),
}

impl fmt::Display for SceneError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::File => write!(out, "{}: ", self.file)?,
            Place::Line(line) => write!(out, "{}, line {line}: ", self.file)?,
            Place::In(file, line) => write!(out, "{file}, line {line}: ")?,
            Place::Set(change) => write!(out, "{}, --set {change}: ", self.file)?,
        }
        if !self.subject.is_empty() {
            write!(out, "{}: ", self.subject)?;
        }
        out.write_str(&self.problem)
    }
}

impl std::error::Error for SceneError {}

/// Where a key or value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    /// Byte of the text.
    Byte(usize),
    /// The change with this number.
    Set(usize),
    /// Nowhere: the document as a whole.
    Nowhere,
}

/// An error before file and line are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: Origin,
    pub subject: String,
    pub problem: String,
}

impl Fault {
    pub fn new(at: Origin, subject: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { at, subject: subject.into(), problem: problem.into() }
    }
}
