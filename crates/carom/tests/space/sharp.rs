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

/// How far moved, turned by how much, and how fast: edges on edges, beside them, and across them.
const MOVED: [f64; 3] = [0.0, 1e-6, 1e-3];
const TURNED: [f64; 3] = [0.0, 1e-9, 0.3];
const SPEEDS: [f64; 2] = [0.5, 5.0];

/// No corner is inside the other one, and hardly an edge crosses one: they fell through each other by stepping; by penalty they were flung
/// away, or contacts came and went by rounding and made half of these starts take minutes.
#[test]
fn pyramids_base_on_base_do_not_pass_through_each_other() {
    let starts = MOVED.iter().flat_map(|moved| TURNED.iter().map(move |turned| (*moved, *turned)));
    let cases = starts.flat_map(|start| SPEEDS.map(|speed| (start, speed)));
    for (method, ((moved, turned), speed)) in
        cases.flat_map(|case| ["stepping", "penalty"].map(|method| (method, case)))
    {
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
