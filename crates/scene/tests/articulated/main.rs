//! The files of the simulator of articulated polyhedra: every scene reads, what is written reads back, nothing panics.
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod convert;
mod errors;
mod robust;
mod scenes;

use std::path::{Path, PathBuf};

/// The folder of the scenes.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/articulated")
}

/// The scenes.
fn configurations() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "cfg"))
        .collect();
    found.sort();
    found
}
