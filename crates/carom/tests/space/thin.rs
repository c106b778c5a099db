//! Thin bodies in space: nothing passes through them, by any method (B6).

use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::Record;
use carom::simulate::record::End;

/// A box of 5 cm that flies down on a plate with its top at z = THICK / 2.
const PLATE: &str = r#"
[scene]
name = "plate"
space = "space"
gravity = [0, 0, -9.81]
[run]
until = UNTIL
method = "METHOD"
[[body]]
name = "box"
shape = { box = { size = [0.05, 0.05, 0.05] } }
mass = 0.1
position = [0.1, 0.2, 0.3]
velocity = [0, 0, -SPEED]
axis = [1, 1, 0]
angle = TURN
[[body]]
name = "plate"
fixed = true
shape = { box = { size = [2, 2, THICK] } }
[[contact]]
default = true
law = "kane"
e = 0.3
mu = 0.4
"#;

fn run(method: &str, thick: f64, speed: f64, turn: f64) -> Record {
    let until = if speed > 10.0 { 0.02 } else { 0.3 };
    let text =
        PLATE.replace("METHOD", method).replace("THICK", &thick.to_string()).replace("SPEED", &speed.to_string());
    let text = text.replace("TURN", &turn.to_string()).replace("UNTIL", &until.to_string());
    let record = Prepared::new(read_scene(&text, "plate.toml").unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    record
}

/// A step is cut where it would take the box deep into the plate: at 5 m/s a step of a millisecond is five times as long as a plate is thick,
/// and the box came to rest within it or passed through, without a word.
#[test]
fn nothing_passes_through_a_plate() {
    for method in ["stepping", "penalty"] {
        for (thick, speed) in [(0.01, 5.0), (0.001, 5.0), (0.001, 50.0)] {
            for turn in [0.0, 0.4] {
                let record = run(method, thick, speed, turn);
                // The centre never gets below where a face or a corner lies on the plate, but for what a step takes it in.
                let lowest = record.samples.iter().map(|sample| sample.q[2]).fold(f64::INFINITY, f64::min);
                let least = 0.5 * (thick + 0.05) - 0.25 * thick;
                assert!(lowest > least, "{method}, {thick} m, {speed} m/s, turned by {turn}: {lowest} < {least}");
                // And it has been there.
                assert!(record.samples.iter().any(|sample| sample.v[2] > 0.0), "{method}, {thick} m, {speed} m/s");
            }
        }
    }
}
