//! Bodies in space whose sharp edges meet, by methods in which bodies overlap a little (B6, X4).

use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::record::End;

/// A pyramid with its tip down and fixed, and the same upside down that falls on it base on base, turned and moved by a little.
const PYRAMIDS: &str = r#"
[scene]
name = "pyramids"
space = "space"
gravity = [0, 0, -9.81]
[run]
until = 0.25
method = "METHOD"
[[body]]
name = "up"
density = 100
position = [MOVED, MOVED, 0.1]
velocity = [0, 0, -SPEED]
axis = [0, 0, 1]
angle = TURNED
shape = { polyhedron = { vertices = [[0.2, 0, 0], [-0.1, 0.173, 0], [-0.1, -0.173, 0], [0, 0, 0.2]], faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] } }
[[body]]
name = "low"
fixed = true
position = [0, 0, 0]
shape = { polyhedron = { vertices = [[0.2, 0, 0], [-0.1, 0.173, 0], [-0.1, -0.173, 0], [0, 0, -0.2]], faces = [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]] } }
[[contact]]
default = true
law = "glocker-pfeiffer"
e = 0
mu = 0.3
"#;

/// Method, how far moved and turned, speed. By penalty edges that cross where they end come and go by rounding, and some other starts take
/// minutes.
const CASES: [(&str, f64, f64, f64); 8] = [
    ("stepping", 0.0, 0.0, 0.5),
    ("stepping", 0.0, 0.0, 5.0),
    ("stepping", 1e-6, 1e-9, 0.5),
    ("stepping", 1e-6, 1e-9, 5.0),
    ("stepping", 1e-3, 1e-9, 0.5),
    ("stepping", 1e-3, 1e-9, 5.0),
    ("penalty", 0.0, 0.0, 0.5),
    ("penalty", 1e-3, 1e-9, 0.5),
];

/// No corner is inside the other one, and hardly an edge crosses one: they fell through each other, or were flung away by penalty.
#[test]
fn pyramids_base_on_base_do_not_pass_through_each_other() {
    for (method, moved, turned, speed) in CASES {
        let text = PYRAMIDS.replace("METHOD", method).replace("SPEED", &speed.to_string());
        let text = text.replace("MOVED", &moved.to_string()).replace("TURNED", &turned.to_string());
        let record = Prepared::new(read_scene(&text, "pyramids.toml").unwrap()).unwrap().run(None).record;
        assert_eq!(record.end, End::Time);
        let case = format!("{method}, moved by {moved}, turned by {turned}, {speed} m/s");
        let (first, last) = (&record.samples[0], record.samples.last().unwrap());
        // Its centre rests a quarter of its height above its base, but for what a step takes it in: a sixty-fourth of its size of 0.16 m.
        assert!(last.q[2] > 0.05 - 0.0025, "{case}: {}", last.q[2]);
        assert!(last.energy.total() < first.energy.total(), "{case}: {}", last.energy.total());
    }
}
