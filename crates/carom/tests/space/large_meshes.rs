//! Two bodies of more than ten thousand faces, read from a file, that collide.

use carom::run::Prepared;
use carom::scene::toml::SceneFile;
use carom::simulate::record::{End, EventKind};
use std::fmt::Write;

/// Rings of a ball, and points of a ring.
const RINGS: usize = 60;
const AROUND: usize = 100;

/// A ball of radius one as an OBJ file: poles on the z axis, rings of points between them.
fn obj() -> String {
    let mut text = String::from("v 0 0 1\n");
    for ring in 1..RINGS {
        let polar = std::f64::consts::PI * ring as f64 / RINGS as f64;
        for k in 0..AROUND {
            let angle = std::f64::consts::TAU * k as f64 / AROUND as f64;
            let (s, c) = angle.sin_cos();
            writeln!(text, "v {:.15} {:.15} {:.15}", polar.sin() * c, polar.sin() * s, polar.cos()).unwrap();
        }
    }
    text += "v 0 0 -1\n";
    let (at, last) = (|ring: usize, k: usize| 2 + (ring - 1) * AROUND + k % AROUND, 2 + (RINGS - 1) * AROUND);
    for k in 0..AROUND {
        writeln!(text, "f 1 {} {}", at(1, k), at(1, k + 1)).unwrap();
        writeln!(text, "f {last} {} {}", at(RINGS - 1, k + 1), at(RINGS - 1, k)).unwrap();
        for ring in 1..RINGS - 1 {
            // Two triangles in one plane are one face again when they are read.
            writeln!(text, "f {} {} {}", at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)).unwrap();
            writeln!(text, "f {} {} {}", at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)).unwrap();
        }
    }
    text
}

/// Equal masses with e = 1 and no friction exchange their velocities along the normal.
#[test]
fn two_balls_of_many_faces_collide() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ball.obj");
    std::fs::write(&file, obj()).unwrap();
    let scene = format!(
        r#"
[scene]
space = "space"
[run]
until = 1.0
every = 0.5
[[body]]
name = "left"
shape = {{ mesh = {{ file = "{0}" }} }}
density = 1
position = [0, 0, -1.5]
velocity = [0, 0, 2]
[[body]]
name = "right"
shape = {{ mesh = {{ file = "{0}" }} }}
density = 1
position = [0, 0, 1.5]
axis = [1, 0, 0]
angle = "90 deg"
[[contact]]
default = true
law = "newton"
e = 1
"#,
        file.display()
    );
    let prepared = Prepared::new(SceneFile::parse(&scene, "balls").unwrap().read().unwrap()).unwrap();
    let record = prepared.run(None).record;
    assert_eq!(record.end, End::Time);
    // The pole of one meets a vertex on the equator of the other after a way of 1 m.
    let first = record.of_kind(EventKind::Impact).next().unwrap();
    assert!((first.t - 0.5).abs() < 1e-9, "{}", first.t);
    let measure = |name: &str| prepared.measure(name, &record).unwrap();
    // Faces lean by up to half the angle of a ring, 0.026: the normal is off the line of centres by no more.
    assert!(measure("right.vz") > 1.99 && measure("left.vz").abs() < 0.01, "{}", measure("right.vz"));
    // Rounding of the law.
    assert!((measure("right.vz") + measure("left.vz") - 2.0).abs() < 1e-12);
    let (first, last) = (&record.samples[0], &record.samples[record.samples.len() - 1]);
    assert!((last.energy.total() / first.energy.total() - 1.0).abs() < 1e-12);
}
