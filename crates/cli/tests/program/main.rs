//! The program as a user meets it: exit codes, messages, files written whole or not at all (K2-K5, K10-K12).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::path::Path;
use std::process::{Command, Output};

mod impact;
mod problems;
mod scenes;
mod studies;

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

/// Exit code, standard output and standard error with line breaks removed.
fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = carom(folder, arguments);
    let error =
        String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned(), error)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
