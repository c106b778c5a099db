//! How numbers and headers are written.

use std::fmt::Write;

use super::FORMAT;

/// A text of lines under a header.
pub(super) struct Lines {
    kind: &'static str,
    text: String,
}

impl Lines {
    /// `begin KIND (format of DATE)`.
    pub fn new(kind: &'static str) -> Self {
        Self { kind, text: format!("begin {kind} (format of {FORMAT})\n") }
    }

    /// Adds a line.
    pub fn line(&mut self, line: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// `end KIND`, and the whole text.
    pub fn end(mut self) -> String {
        let kind = self.kind;
        self.line(format!("end {kind}"));
        self.text
    }
}

/// Numbers with blanks between them, each the shortest text that reads back as the same bits.
pub(super) fn numbers(values: &[f64]) -> String {
    values.iter().map(|value| number(*value)).collect::<Vec<_>>().join(" ")
}

/// One number.
pub(super) fn number(value: f64) -> String {
    let mut out = Vec::new();
    // Writing to memory cannot fail, and numbers are ASCII.
    let _ = crate::output::write_number(&mut out, value);
    String::from_utf8_lossy(&out).into_owned()
}
