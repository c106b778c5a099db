//! A scene of the folder run, and what its files say.

use std::fs;
use std::path::{Path, PathBuf};

use carom::run::Prepared;
use carom::scene::articulated::Project;
use carom::scene::output::{Cast, PlotOptions, RunInfo, write_run};
use carom::scene::toml::SceneFile;
use glam::{DMat3, DQuat, DVec3};
use serde_json::Value;

/// The files of a run, read back.
pub struct Files {
    columns: Vec<String>,
    rows: Vec<Vec<f64>>,
    pub events: Vec<Value>,
    pub summary: Value,
}

pub fn scene(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/articulated").join(format!("{name}.cfg"))
}

/// Runs a scene with changes.
pub fn run(name: &str, changes: &[(&str, &str)]) -> Files {
    let mut file = SceneFile::of_project(&Project::read(&scene(name)).unwrap()).unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap_or_else(|error| panic!("{error}"));
    }
    run_file(&file)
}

pub fn run_file(file: &SceneFile) -> Files {
    let prepared = Prepared::new(file.read().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let ran = prepared.run(None);
    let folder = tempfile::tempdir().unwrap();
    let info = RunInfo { scene: &prepared.scene.name, method: "events", wall_time: 0.0, mobility: None };
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let options = PlotOptions { plots: false, impulse_planes: 0 };
    write_run(folder.path(), &cast, &ran.record, &info, options).unwrap();
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let table = text("trajectory.csv");
    let mut lines = table.lines();
    Files {
        columns: lines.next().unwrap().split(',').map(str::to_owned).collect(),
        rows: lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect(),
        events: text("events.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        summary: serde_json::from_str(&text("summary.json")).unwrap(),
    }
}

impl Files {
    fn index(&self, name: &str) -> usize {
        self.columns.iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"))
    }

    /// All values of a column.
    pub fn column(&self, name: &str) -> Vec<f64> {
        let index = self.index(name);
        self.rows.iter().map(|row| row[index]).collect()
    }

    /// The last row at a time, but for its rounding.
    pub fn row(&self, t: f64) -> &[f64] {
        let row = self.rows.iter().rev().find(|row| row[0] <= t + 1e-9).unwrap();
        assert!((row[0] - t).abs() < 1e-9, "no row at {t}");
        row
    }

    /// A number of a row.
    pub fn value(&self, row: &[f64], name: &str) -> f64 {
        row[self.index(name)]
    }

    fn vector(&self, row: &[f64], body: &str, parts: [&str; 3]) -> DVec3 {
        DVec3::from_array(parts.map(|part| self.value(row, &format!("{body}.{part}"))))
    }

    /// Position, rotation and velocity of a body in a row.
    pub fn body(&self, row: &[f64], body: &str) -> (DVec3, DMat3, DVec3) {
        let [w, x, y, z] = ["qw", "qx", "qy", "qz"].map(|part| self.value(row, &format!("{body}.{part}")));
        let rotation = DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize());
        (self.vector(row, body, ["x", "y", "z"]), rotation, self.vector(row, body, ["vx", "vy", "vz"]))
    }

    /// The impacts among the events.
    pub fn impacts(&self) -> Vec<&Value> {
        self.events.iter().filter(|event| event["kind"] == "impact").collect()
    }
}
