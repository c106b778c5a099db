//! Results to standard output and to files.

use std::io::{self, Write};
use std::path::Path;

use carom::scene::file::write_whole;

use crate::failure::Failure;

/// Prints a text. A reader that has gone away (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::input(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints a value as indented JSON.
pub(crate) fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::input(format!("the result cannot be written as JSON: {error}")))?;
    print(&format!("{text}\n"))
}

/// Writes whole files, all or none.
pub(crate) fn write(files: &[(&Path, &str)]) -> Result<(), Failure> {
    write_whole(files).map_err(|error| Failure::input(error.to_string()))
}
