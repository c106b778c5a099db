//! The reference answers: files, cases, tolerances.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// A file of reference answers.
pub struct Vectors {
    pub id: String,
    pub cases: Vec<Case>,
    pub tolerance: Value,
    pub measured: Value,
}

/// A case of a scene.
#[derive(Clone)]
pub struct Case {
    pub scene: String,
    pub name: String,
    /// Its data, those of the case it is the same as filled in.
    pub data: Value,
    pub expected: Value,
}

/// The folder of the files; the tests of the engine read the same ones.
fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../simulate/tests/data/contact"))
}

/// The ids of all files, ascending.
pub fn ids() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut ids: Vec<String> = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    ids.sort();
    ids
}

impl Vectors {
    pub fn read(id: &str) -> Self {
        let text = fs::read_to_string(folder().join(format!("{id}.json"))).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        let all = file["cases"].as_array().unwrap();
        let cases = all.iter().map(|case| Case {
            scene: id.to_owned(),
            name: case["name"].as_str().unwrap().to_owned(),
            data: whole_data(case, all),
            expected: case["expected"].clone(),
        });
        Self {
            id: id.to_owned(),
            cases: cases.collect(),
            tolerance: file["tolerance"].clone(),
            measured: file["stepping_measured"].clone(),
        }
    }

    pub fn case(&self, name: &str) -> &Case {
        self.cases.iter().find(|case| case.name == name).unwrap_or_else(|| panic!("{}: no case {name}", self.id))
    }

    /// The tolerance of a method.
    pub fn tolerance(&self, method: &str, key: &str) -> f64 {
        let value = &self.tolerance[method][key];
        value.as_f64().unwrap_or_else(|| panic!("{}: {method} has no tolerance {key}", self.id))
    }

    /// Three times the error of the plain stepper at this step ("3 x table").
    pub fn three_times_table(&self, case: &str, quantity: &str, h: f64) -> f64 {
        let tables = self.measured.as_array().unwrap();
        let table = tables.iter().find(|t| t["case"] == case && t["quantity"].as_str().unwrap().starts_with(quantity));
        let errors = table.unwrap_or_else(|| panic!("no table {quantity}"))["errors"].as_array().unwrap();
        let row = errors.iter().find(|row| row["h"].as_f64() == Some(h)).unwrap_or_else(|| panic!("no h = {h}"));
        3.0 * row["error"].as_f64().unwrap()
    }
}

fn whole_data(case: &Value, all: &[Value]) -> Value {
    let mut data = case["data"].clone();
    if let Some(base) = data["same_as"].as_str() {
        let mut whole = all.iter().find(|other| other["name"] == base).unwrap()["data"].clone();
        for (key, value) in data.as_object().unwrap() {
            whole[key] = value.clone();
        }
        data = whole;
    }
    data
}

/// A number at a path of keys, `a.b`.
pub fn number(value: &Value, path: &str) -> f64 {
    let found = path.split('.').fold(value, |value, key| &value[key]);
    found.as_f64().unwrap_or_else(|| panic!("no number {path} in {value}"))
}

/// A list of numbers.
pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}")).iter().map(|x| x.as_f64().unwrap()).collect()
}

/// A list of anything.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

impl Case {
    /// A number of the data.
    pub fn data(&self, path: &str) -> f64 {
        number(&self.data, path)
    }

    /// A number of the expected answer.
    pub fn expected(&self, path: &str) -> f64 {
        number(&self.expected, path)
    }

    /// A number against its expectation.
    pub fn near(&self, what: &str, got: f64, expected: f64, tolerance: f64) {
        let error = (got - expected).abs();
        if std::env::var("SHOW_ERRORS").is_ok() {
            eprintln!("{} / {}: {what}: error {error:.1e} of {tolerance:.0e}", self.scene, self.name);
        }
        let place = format!("{} / {}: {what}", self.scene, self.name);
        assert!(error <= tolerance, "{place}: {got} is not {expected} within {tolerance:e} (off by {error:e})");
    }

    /// A number against its expectation, relative.
    pub fn relative(&self, what: &str, got: f64, expected: f64, tolerance: f64) {
        self.near(what, got, expected, tolerance * expected.abs());
    }

    /// A fact.
    pub fn holds(&self, what: &str, fact: bool) {
        assert!(fact, "{} / {}: {what}", self.scene, self.name);
    }
}
