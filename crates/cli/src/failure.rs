//! Errors of the command line: a sentence, sometimes advice, and an exit code.

use std::fmt;
use std::process::ExitCode;

use miette::Diagnostic;

/// Exit code where the physics says no: a failed check, no solution.
pub(crate) const PHYSICS: u8 = 1;

/// Exit code where the input is at fault.
pub(crate) const INPUT: u8 = 2;

/// Exit code of a program ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Messages are not wrapped: a name broken at its hyphen could not be copied.
pub(crate) fn set_style() {
    // Fails only if a style was set before, which stays then.
    let _ = miette::set_hook(Box::new(|_| Box::new(miette::MietteHandlerOpts::new().wrap_lines(false).build())));
}

/// Why the program ends early.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    advice: Option<String>,
    code: u8,
}

impl Failure {
    /// The input is at fault.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, code: INPUT }
    }

    /// Work was stopped by Ctrl-C.
    pub(crate) fn interrupted(message: impl Into<String>) -> Self {
        Self { message: message.into(), advice: None, code: INTERRUPTED }
    }

    /// The same with a part of the message said otherwise.
    pub(crate) fn saying(self, part: &str, otherwise: &str) -> Self {
        Self { message: self.message.replace(part, otherwise), ..self }
    }

    /// The same with advice.
    pub(crate) fn advise(self, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..self }
    }

    /// Prints to standard error and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let code = ExitCode::from(self.code);
        eprintln!("{:?}", miette::Report::new(self));
        code
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Diagnostic for Failure {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.advice.as_ref().map(|advice| Box::new(advice) as Box<dyn fmt::Display>)
    }
}
