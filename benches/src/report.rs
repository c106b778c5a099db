//! What was measured against what was asked.

use std::process::ExitCode;

/// One measurement.
pub(crate) struct Line {
    pub(crate) what: String,
    pub(crate) got: f64,
    pub(crate) target: Target,
}

/// What was asked.
pub(crate) enum Target {
    /// Not more than this.
    AtMost(f64),
    /// Not less than this.
    AtLeast(f64),
    /// Nothing: for information.
    None,
}

impl Line {
    fn verdict(&self) -> &'static str {
        let met = match self.target {
            Target::AtMost(limit) => self.got <= limit,
            Target::AtLeast(limit) => self.got >= limit,
            Target::None => return "",
        };
        if met { "ok" } else { "MISSED" }
    }

    fn asked(&self) -> String {
        match self.target {
            Target::AtMost(limit) => format!("<= {limit:?}"),
            Target::AtLeast(limit) => format!(">= {limit}"),
            Target::None => String::new(),
        }
    }

    /// Small numbers with their power of ten.
    fn shown(&self) -> String {
        if self.got != 0.0 && self.got.abs() < 0.01 { format!("{:.1e}", self.got) } else { format!("{:.2}", self.got) }
    }
}

/// Prints all lines; exit code 1 if a target was missed.
pub(crate) fn print(lines: &[Line]) -> ExitCode {
    for line in lines {
        println!("{:<58} {:>12}  {:<10} {}", line.what, line.shown(), line.asked(), line.verdict());
    }
    if lines.iter().any(|line| line.verdict() == "MISSED") { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
