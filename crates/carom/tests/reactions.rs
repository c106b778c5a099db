//! What joints do to their bodies, by all three methods and through the file of the run (W9).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::output::{Cast, PlotOptions, RunInfo, write_run};
use carom::scene::toml::read_scene;

/// A rod of 2 kg and 0.6 m, let go from the horizontal about its left end.
const ROD: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.01
every = 0.005
step = 1e-4
method = "METHOD"
[[body]]
name = "rod"
shape = { rod = { length = 0.6 } }
mass = 2
position = [0.3, 0]
[[joint]]
name = "pivot"
kind = "pin"
between = ["rod", "world"]
at = [0, 0]
"#;

#[test]
fn the_pivot_of_a_rod_let_go_carries_a_quarter_of_its_weight() {
    for method in ["events", "stepping", "penalty"] {
        let prepared = Prepared::new(read_scene(&ROD.replace("METHOD", method), "rod.toml").unwrap()).unwrap();
        let ran = prepared.run(None);
        let folder = tempfile::tempdir().unwrap();
        let cast = Cast::of_scene(&prepared.scene, &prepared.world);
        let info = RunInfo { scene: "rod", method, wall_time: 0.0, mobility: None };
        let options = PlotOptions { plots: false, impulse_planes: 0 };
        write_run(folder.path(), &cast, &ran.record, &info, options).unwrap();
        let text = std::fs::read_to_string(folder.path().join("joints.csv")).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("t,joint,body,force.x,force.y,moment"));
        let first: Vec<&str> = lines.next().unwrap().split(',').collect();
        assert_eq!(&first[..3], ["0", "pivot", "rod"]);
        let numbers: Vec<f64> = first[3..].iter().map(|text| text.parse().unwrap()).collect();
        // m g / 4 at the left end, l / 2 from the centre: moment -m g l / 8 about it. Rounding of a few products.
        for (got, known) in numbers.iter().zip([0.0, 2.0 * 9.81 / 4.0, -2.0 * 9.81 * 0.6 / 8.0]) {
            assert!((got - known).abs() < 1e-12, "{method}: {numbers:?}");
        }
    }
}
