//! Corners that meet corners: the tips of two wedges on one floor (X1, X4).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::record::End;

/// Two equal wedges slide towards each other with 1 m/s, without friction: their tips meet after 0.3 s.
const WEDGES: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 1
method = "METHOD"
step = 1e-3
[[body]]
name = "left"
mass = 1
shape = { polygon = { points = [[-0.2, 0], [0.2, 0], [0, 0.2]] } }
position = [-0.5, "= 0.2/3"]
velocity = [1, 0]
[[body]]
name = "right"
mass = 1
shape = { polygon = { points = [[-0.2, 0], [0.2, 0], [0, 0.2]] } }
position = [0.5, "= 0.2/3"]
velocity = [-1, 0]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[contact]]
default = true
law = "newton"
e = 0.5
mu = 0
"#;

#[test]
fn wedges_do_not_pass_through_each_other() {
    for method in ["events", "stepping"] {
        let scene = read_scene(&WEDGES.replace("METHOD", method), "wedges.toml").unwrap();
        let record = Prepared::new(scene).unwrap().run(None).record;
        assert_eq!(record.end, End::Time);
        // The tips stay on their sides; by stepping they overlap by no more than a step's way, 2 mm.
        for sample in &record.samples {
            assert!(sample.q[0] + 0.2 < sample.q[3] - 0.2 + 2.1e-3, "{method}, t = {}: {:?}", sample.t, sample.q);
        }
        let q = &record.samples.last().unwrap().q;
        assert!((q[0] + q[3]).abs() < 1e-4 && q[3] > 0.4, "{method}: {q:?}");
    }
}
