//! The reference solutions of the folder `data/articulated`, every so many frames of them.

use glam::{DMat3, DQuat, DVec3};

/// A body at one instant.
pub struct Pose {
    pub t: f64,
    pub body: String,
    pub position: DVec3,
    pub rotation: DMat3,
    pub velocity: DVec3,
}

/// A row of a table: its words, and numbers by the names of their columns.
pub struct Row {
    columns: Vec<String>,
    cells: Vec<String>,
}

impl Row {
    pub fn text(&self, column: &str) -> &str {
        &self.cells[self.columns.iter().position(|known| known == column).unwrap()]
    }

    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap()
    }

    pub fn vector(&self, columns: [&str; 3]) -> DVec3 {
        DVec3::from_array(columns.map(|column| self.number(column)))
    }
}

/// A table of the folder.
pub fn table(name: &str) -> Vec<Row> {
    let path = format!("{}/tests/data/articulated/{name}.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let columns = lines.next().unwrap();
    lines.map(|cells| Row { columns: columns.clone(), cells }).collect()
}

/// The motion of a scene.
pub fn motion(scene: &str) -> Vec<Pose> {
    let pose = |row: Row| {
        let [w, x, y, z] = ["q0", "q1", "q2", "q3"].map(|column| row.number(column));
        Pose {
            t: row.number("t"),
            body: row.text("body").to_owned(),
            position: row.vector(["rx", "ry", "rz"]),
            rotation: DMat3::from_quat(DQuat::from_xyzw(x, y, z, w).normalize()),
            velocity: row.vector(["vx", "vy", "vz"]),
        }
    };
    table(scene).into_iter().map(pose).collect()
}

/// The rows of a table that are of one scene.
pub fn of_scene(name: &str, scene: &str) -> Vec<Row> {
    table(name).into_iter().filter(|row| row.text("scene") == scene).collect()
}
