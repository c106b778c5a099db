//! A built-in scene run with the data of a case, by the path of `--set`, and what its files say.

use std::fs;

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::output::{Cast, PlotOptions, RunInfo, write_run};
use carom::scene::toml::SceneFile;
use serde_json::Value;

use crate::vectors::Case;

/// The files of a run, read back.
pub struct Files {
    columns: Vec<String>,
    rows: Vec<Vec<f64>>,
    pub events: Vec<Value>,
    pub contacts: Vec<Contact>,
    pub summary: Value,
}

/// A row of `contacts.csv`.
#[derive(Debug, Clone)]
pub struct Contact {
    pub t: f64,
    pub bodies: [String; 2],
    pub point: [f64; 2],
    /// The normal, out of the second body.
    pub direction: [f64; 2],
    pub normal: f64,
    pub tangential: f64,
}

/// Data that follow from other data, or say in words or matrices what the scene is made of: not parameters.
const DERIVED: [&str; 3] = ["mass_matrix", "start.closed_contacts", "same_as"];

/// Every number of the data as a change `parameters.KEY=VALUE`; groups are joined by points.
pub fn changes(data: &Value) -> Vec<(String, String)> {
    let mut changes = Vec::new();
    collect(data, "", &mut changes);
    changes
}

fn collect(data: &Value, before: &str, changes: &mut Vec<(String, String)>) {
    for (key, value) in data.as_object().unwrap() {
        let path = format!("{before}{key}");
        let nested = value.as_array().is_some_and(|list| list.iter().any(Value::is_array));
        if DERIVED.contains(&path.as_str()) || nested {
            continue;
        }
        if value.is_object() {
            collect(value, &format!("{path}."), changes);
        } else if value.is_number() || value.is_array() {
            changes.push((format!("parameters.{path}"), value.to_string()));
        }
    }
}

impl Case {
    /// Runs the built-in scene of the same id with the data of the case and further changes; the files it writes.
    pub fn run(&self, more: &[(&str, &str)]) -> Files {
        self.run_with(&changes(&self.data), more)
    }

    /// The same with the data given.
    pub fn run_with(&self, data: &[(String, String)], more: &[(&str, &str)]) -> Files {
        let place = format!("{} / {}", self.scene, self.name);
        let scene = self.scene_file(data, more).read().unwrap_or_else(|error| panic!("{place}: {error}"));
        Files::of(&Prepared::new(scene).unwrap_or_else(|error| panic!("{place}: {error}")))
    }

    /// The built-in scene as the variant of this case, with changes.
    pub fn scene_file(&self, data: &[(String, String)], more: &[(&str, &str)]) -> SceneFile {
        let scene = builtin(&self.scene).unwrap_or_else(|| panic!("there is no scene {}", self.scene));
        let place = format!("{} / {}", self.scene, self.name);
        let mut file = SceneFile::parse(scene.text, scene.name).unwrap_or_else(|error| panic!("{place}: {error}"));
        file.set("variant", &self.name).unwrap_or_else(|error| panic!("{place}: {error}"));
        let data = data.iter().map(|(path, value)| (path.as_str(), value.as_str()));
        for (path, value) in data.chain(more.iter().copied()) {
            file.set(path, value).unwrap_or_else(|error| panic!("{place}: {error}"));
        }
        file
    }
}

impl Files {
    fn of(prepared: &Prepared) -> Self {
        let ran = prepared.run(None);
        let folder = tempfile::tempdir().unwrap();
        let method = prepared.scene.run.method.name();
        let info = RunInfo { scene: &prepared.scene.name, method, wall_time: 0.0, mobility: None };
        let options = PlotOptions { plots: false, impulse_planes: 0 };
        write_run(folder.path(), &Cast::of_scene(&prepared.scene, &prepared.world), &ran.record, &info, options)
            .unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let table = text("trajectory.csv");
        let mut lines = table.lines();
        Self {
            columns: lines.next().unwrap().split(',').map(str::to_owned).collect(),
            rows: lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect(),
            events: text("events.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
            contacts: text("contacts.csv").lines().skip(1).map(contact).collect(),
            summary: serde_json::from_str(&text("summary.json")).unwrap(),
        }
    }

    /// All values of a column.
    pub fn column(&self, name: &str) -> Vec<f64> {
        let index = self.index(name);
        self.rows.iter().map(|row| row[index]).collect()
    }

    fn index(&self, name: &str) -> usize {
        let found = self.columns.iter().position(|column| column == name);
        found.unwrap_or_else(|| panic!("no column {name}: {:?}", self.columns))
    }

    /// The columns of places and angles.
    pub fn places(&self) -> Vec<String> {
        let place = |name: &&String| [".x", ".y", ".angle"].iter().any(|end| name.ends_with(end));
        self.columns.iter().filter(place).cloned().collect()
    }

    /// The last value of a column.
    pub fn last(&self, name: &str) -> f64 {
        self.rows.last().unwrap()[self.index(name)]
    }

    /// The first value of a column.
    pub fn first(&self, name: &str) -> f64 {
        self.rows[0][self.index(name)]
    }

    /// The last row at a time.
    pub fn after(&self, name: &str, t: f64) -> f64 {
        let row = self.rows.iter().rev().find(|row| (row[0] - t).abs() <= 1e-12 * t.abs().max(1.0));
        row.unwrap_or_else(|| panic!("no row at t = {t}"))[self.index(name)]
    }

    /// The first row at a time.
    pub fn before(&self, name: &str, t: f64) -> f64 {
        let row = self.rows.iter().find(|row| (row[0] - t).abs() <= 1e-12 * t.abs().max(1.0));
        row.unwrap_or_else(|| panic!("no row at t = {t}"))[self.index(name)]
    }

    /// Largest change of any place or angle from the start.
    pub fn drift(&self) -> f64 {
        let change = |name: &String| {
            let start = self.first(name);
            self.column(name).iter().fold(0.0_f64, |most, value| most.max((value - start).abs()))
        };
        self.places().iter().map(change).fold(0.0, f64::max)
    }

    /// Extremes of a coordinate between the rows, from cubic curves through places and velocities.
    pub fn extremes(&self, place: &str, velocity: &str) -> (f64, f64) {
        let (t, x, v) = (self.column("t"), self.column(place), self.column(velocity));
        let (mut least, mut most) = (x[0], x[0]);
        let mut note = |x: f64| (least, most) = (least.min(x), most.max(x));
        for k in 1..t.len() {
            note(x[k]);
            let h = t[k] - t[k - 1];
            if h > 0.0 && v[k - 1] * v[k] < 0.0 {
                note(turning_point(h, [x[k - 1], x[k]], [v[k - 1], v[k]]));
            }
        }
        (least, most)
    }

    /// Events of a kind.
    pub fn of_kind(&self, kind: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["kind"] == kind).collect()
    }

    /// Times of events of a kind, each instant once.
    pub fn times(&self, kind: &str) -> Vec<f64> {
        let mut times: Vec<f64> = self.of_kind(kind).iter().map(|event| event["t"].as_f64().unwrap()).collect();
        times.dedup();
        times
    }

    /// The mean period of a contact of a body: over the last whole pairs of cycles, since transients may alternate.
    pub fn period(&self, kind: &str, contact: &str) -> f64 {
        let of = |event: &&Value| event["kind"] == kind && event["bodies"][1] == contact;
        let times: Vec<f64> = self.events.iter().filter(of).map(|event| event["t"].as_f64().unwrap()).collect();
        let cycles = (times.len() - 1) / 2 * 2;
        (times[times.len() - 1] - times[times.len() - 1 - cycles]) / cycles as f64
    }

    /// Demands that the run reached its end.
    pub fn ended(self) -> Self {
        assert_eq!(self.summary["end"], "time", "{}", self.summary);
        self
    }

    /// The sentence with which the run ended, empty if it reached its end.
    pub fn verdict(&self) -> &str {
        self.summary["verdict"].as_str().unwrap_or_default()
    }

    /// Contacts at the last row that has any at or before t.
    pub fn contacts_at(&self, t: f64) -> Vec<&Contact> {
        let Some(last) = self.contacts.iter().rfind(|contact| contact.t <= t) else { return Vec::new() };
        self.contacts.iter().filter(|contact| contact.t == last.t).collect()
    }

    /// Sum of the normal forces between two bodies at the end.
    pub fn force_between(&self, first: &str, second: &str) -> f64 {
        let t = self.last("t");
        let between = |contact: &&&Contact| {
            let names = [contact.bodies[0].as_str(), contact.bodies[1].as_str()];
            names == [first, second] || names == [second, first]
        };
        self.contacts_at(t).iter().filter(between).map(|contact| contact.normal).sum()
    }
}

fn contact(line: &str) -> Contact {
    let cells: Vec<&str> = line.split(',').collect();
    let number = |k: usize| -> f64 { cells[k].parse().unwrap() };
    // In space points and normals have three coordinates and the tangential force two components.
    let spatial = cells.len() == 12;
    Contact {
        t: number(0),
        bodies: [cells[1].to_owned(), cells[2].to_owned()],
        point: [number(3), number(4)],
        direction: [number(5), number(6)],
        normal: number(if spatial { 9 } else { 7 }),
        tangential: if spatial { number(10).hypot(number(11)) } else { number(8) },
    }
}

/// The turning point of the cubic with these ends and slopes, by bisection of its slope.
fn turning_point(h: f64, x: [f64; 2], v: [f64; 2]) -> f64 {
    let (a, b) = (x[0], h * v[0]);
    let (c, d) = (3.0 * (x[1] - x[0]) - h * (2.0 * v[0] + v[1]), -2.0 * (x[1] - x[0]) + h * (v[0] + v[1]));
    let slope = |s: f64| b + s * (2.0 * c + s * 3.0 * d);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if slope(low) * slope(middle) <= 0.0 { high = middle } else { low = middle }
    }
    a + low * (b + low * (c + low * d))
}
