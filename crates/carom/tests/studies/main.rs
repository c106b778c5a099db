//! Studies of scenes: statics, measures of a cycle, boundaries, sections and exponents (W6-W8, W11, X7).
#![allow(clippy::unwrap_used, clippy::panic)]

mod chaos;
mod measures;
mod statics;

use std::fs;

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use serde_json::Value;

/// A built-in scene with changes.
fn file(name: &str, changes: &[(&str, &str)]) -> SceneFile {
    changed(SceneFile::parse(builtin(name).unwrap().text, name).unwrap(), changes)
}

fn changed(mut file: SceneFile, changes: &[(&str, &str)]) -> SceneFile {
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    file
}

fn prepared(file: &SceneFile) -> Prepared {
    Prepared::new(file.read().unwrap()).unwrap()
}

/// A file of answers of the wedge.
fn answers(name: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../simulate/tests/data/wedge");
    serde_json::from_str(&fs::read_to_string(format!("{folder}/{name}.json")).unwrap()).unwrap()
}

fn number(value: &Value, path: &str) -> f64 {
    path.split('/').fold(value, |value, key| &value[key]).as_f64().unwrap_or_else(|| panic!("no number at {path}"))
}

#[track_caller]
fn near(what: &str, got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{what}: {got}, expected {expected} within {tolerance}");
}

#[track_caller]
fn relative(what: &str, got: f64, expected: f64, tolerance: f64) {
    near(what, got, expected, tolerance * expected.abs());
}
