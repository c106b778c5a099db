//! Bodies that slide over the ends of others, and on to others flush with them, by every method (X4).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::Record;
use carom::simulate::record::End;

/// A block of 0.2 m slides without friction on a table that ends at x = 0.5 m.
const TABLE: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = UNTIL
method = "METHOD"
[[body]]
name = "block"
mass = 1
shape = { box = { width = 0.2, height = 0.1 } }
position = [0, 0.05]
velocity = [SPEED, 0]
[[body]]
name = "table"
fixed = true
shape = { box = { width = 1, height = 1 } }
position = [0, -0.5]
[[contact]]
default = true
law = "kane"
e = 0
mu = MU
"#;

/// Another table, flush with the first.
const NEXT: &str = r#"
[[body]]
name = "next table"
fixed = true
shape = { box = { width = 1, height = 1 } }
position = [1, -0.5]
"#;

fn slid(more: &str, method: &str, (speed, mu): (f64, f64), until: f64) -> Record {
    let text = format!("{TABLE}{more}").replace("METHOD", method).replace("UNTIL", &until.to_string());
    let text = text.replace("SPEED", &speed.to_string()).replace("MU", &mu.to_string());
    let record = Prepared::new(read_scene(&text, "table.toml").unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time, "{method} at {speed} m/s");
    record
}

/// Without friction nothing slows the block down; as it tips over the edge that even pushes it on. By stepping 12 of 26 speeds hooked: the
/// edge of the table, a micrometre deep in the block, counted as inside its front.
#[test]
fn a_block_slides_over_the_end_of_a_table() {
    for speed in [0.5, 0.8, 0.9, 1.1, 1.3, 2.0, 2.7] {
        let exact = slid("", "events", (speed, 0.0), 0.75 / speed);
        for method in ["stepping", "penalty"] {
            let record = slid("", method, (speed, 0.0), 0.75 / speed);
            let (a, b) = (exact.samples.last().unwrap(), record.samples.last().unwrap());
            assert!(b.v[0] > 0.999 * speed, "{method} at {speed} m/s: {} m/s", b.v[0]);
            // A step of 1 ms, and a block that sinks by micrometres before it tips.
            let off = [0, 1].map(|k| (a.q[k] - b.q[k]).abs());
            assert!(off[0] < 5e-3 && off[1] < 1e-2, "{method} at {speed} m/s: {off:?}");
        }
    }
}

/// Over the seam of two tables the block goes on as if there were none: x = v t - mu g t^2 / 2.
#[test]
fn a_block_slides_over_a_seam() {
    for method in ["events", "stepping", "penalty"] {
        for mu in [0.0, 0.1] {
            let record = slid(NEXT, method, (2.0, mu), 0.4);
            let x = record.samples.last().unwrap().q[0];
            let expected = 2.0 * 0.4 - 0.5 * mu * 9.81 * 0.4 * 0.4;
            // Half a step of friction by stepping, what friction smoothed over a slip speed leaves by penalty.
            assert!((x - expected).abs() < 1e-3, "{method}, mu = {mu}: {x}, expected {expected}");
        }
    }
}

/// A box falls on another one, a little aside and turned.
const STACK: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.15
method = "METHOD"
step = 1e-3
[[body]]
name = "upper"
density = 10
shape = { box = { width = 0.08, height = 0.07 } }
position = [ASIDE, 0.2]
angle = TURNED
velocity = [0, -2.5]
[[body]]
name = "lower"
fixed = true
shape = { box = { width = 0.08, height = 0.07 } }
position = [0, 0.035]
[[contact]]
default = true
law = "newton"
e = 0
mu = 0.4
"#;

/// Seen: in a bin of a thousand bodies boxes sank through each other. A corner that is 2.5 mm deep after a step and less than that from the end
/// of its face counted as inside the side of the other box. Right: two bodies touch where they overlap least, as wholes.
#[test]
fn boxes_do_not_sink_through_boxes_of_their_width() {
    for aside in [-3e-3, -1e-3, -3e-4, 0.0, 5e-4, 2e-3] {
        for turned in [0.0, 0.01, -0.03] {
            let text = STACK.replace("METHOD", "stepping");
            let text = text.replace("ASIDE", &aside.to_string()).replace("TURNED", &turned.to_string());
            let record = Prepared::new(read_scene(&text, "stack.toml").unwrap()).unwrap().run(None).record;
            let last = record.samples.last().unwrap();
            // On the lower box its centre is at 0.105 m; a step of the fall, 2.8 mm, may be below that.
            assert!(last.q[1] > 0.102, "{aside} m aside, turned by {turned}: {} m", last.q[1]);
        }
    }
}

/// A rod without thickness that comes down across the corner of a box at (0, 0) and slides off over it.
const ROD: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.34
every = 0.34
method = "METHOD"
step = 1e-4
[[body]]
name = "rod"
mass = 1
shape = { rod = { length = 0.3 } }
position = [0.118, 0.25]
angle = 0.617
spin = -1.86
velocity = [-0.63, 0]
[[body]]
name = "box"
fixed = true
shape = { box = { width = 0.8, height = 0.4 } }
position = [-0.4, -0.2]
[[contact]]
default = true
law = "kane"
e = 0
mu = 0
"#;

/// Its tip lies a step's way deep under the top of the box, so that only one edge of the corner crosses it: the corner counted as outside, and
/// the rod turned 0.13 m deep into the box, whatever the step.
#[test]
fn a_corner_does_not_come_through_a_rod_whose_tip_has_sunk() {
    let run = |method: &str| {
        let text = ROD.replace("METHOD", method);
        let record = Prepared::new(read_scene(&text, "rod.toml").unwrap()).unwrap().run(None).record;
        assert_eq!(record.end, End::Time, "{method}");
        record.samples.last().unwrap().q.clone()
    };
    let (exact, stepped) = (run("events"), run("stepping"));
    for (a, b) in exact.iter().zip(&stepped) {
        // An impact by stepping is up to a step late, at 2 m/s: 2e-4 m, and as much of turning on a lever of 0.1 m.
        assert!((a - b).abs() < 2e-3, "{exact:?} {stepped:?}");
    }
}

/// A triangle that slides on the floor over a rod without thickness that lies there flat.
const OVER_A_ROD: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.6
every = 0.01
method = "METHOD"
step = 1e-3
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[body]]
name = "rod"
mass = 1
shape = { rod = { length = 0.4 } }
position = [-0.2, 0]
[[body]]
name = "triangle"
mass = 2
shape = { polygon = { points = [[0, 0], [0.36, 0], [0.15, 0.26]] } }
position = [0.22, "= 0.26/3"]
velocity = [-1.2, 0]
[[contact]]
default = true
law = "newton"
e = 0.2
mu = 0
"#;

/// Seen: with its base on the rod the top of the triangle counted as having come through it, 0.26 m deep: by penalty 1.4 J became 7e5 J.
#[test]
fn a_triangle_slides_over_a_rod_without_thickness() {
    for method in ["events", "stepping", "penalty"] {
        let text = OVER_A_ROD.replace("METHOD", method);
        let record = Prepared::new(read_scene(&text, "rod.toml").unwrap()).unwrap().run(None).record;
        // Without friction it goes on: at most what a spring yields under 20 N.
        assert!(record.counts.penetration < 1e-4, "{method}: {} m", record.counts.penetration);
        let triangle = record.samples.last().unwrap().v[3];
        assert!((triangle + 1.2).abs() < 1e-3, "{method}: {triangle} m/s");
    }
}

/// A rod without thickness that comes down on the flat side, at y = 0, of a fixed shape that is turned upside down.
const ON_A_FLAT_SIDE: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.8
every = 0.01
method = "METHOD"
[[body]]
name = "under"
fixed = true
shape = { arc-faced = { vertices = SHAPE } }
angle = "180 deg"
[[body]]
name = "rod"
mass = 1
shape = { rod = { length = 0.3 } }
position = [ASIDE, 0.1]
angle = TURNED
[[contact]]
default = true
law = "newton"
e = 0.3
mu = 0.3
"#;

/// Two corners: half a disc. Three: a triangle one side of which is a shallow arc.
const UNDER: [&str; 2] = [
    "[{ point = [-0.12, 0] }, { point = [0.12, 0], bulge = 1 }]",
    "[{ point = [-0.12, 0] }, { point = [0.12, 0], bulge = 0.173 }, { point = [0, 0.13] }]",
];

/// Seen: the corners of half a disc, which have the same neighbour on both sides, counted as tips of a rod, and the edges of the triangle as
/// straight. One corner looked at the upper side of the rod and the other one at the lower: by events the run ended, by stepping the rod fell
/// through without a contact, by penalty 1 J became 4e5 J. Right: it comes to rest at y = 0.
#[test]
fn a_rod_without_thickness_rests_on_a_body_with_an_arc() {
    for shape in UNDER {
        // At 0.03 m its tip comes down on the corner itself.
        for (aside, turned) in [(0.0, 0.0), (0.02, 0.0), (0.03, 0.0), (-0.02, 0.2), (0.01, -0.3)] {
            for method in ["events", "stepping", "penalty"] {
                let text = ON_A_FLAT_SIDE.replace("METHOD", method).replace("SHAPE", shape);
                let text = text.replace("ASIDE", &aside.to_string()).replace("TURNED", &turned.to_string());
                let record = Prepared::new(read_scene(&text, "rod.toml").unwrap()).unwrap().run(None).record;
                let case = format!("{aside} m aside, turned by {turned}, {method}, {shape}");
                assert_eq!(record.end, End::Time, "{case}");
                // By stepping a step's way of the fall, 1.4 m/s and 6 rad/s on a lever of 0.15 m; by penalty the yield of the spring.
                let most = if method == "events" { 1e-9 } else { 3e-3 };
                assert!(record.counts.penetration < most, "{case}: {} m", record.counts.penetration);
                let last = record.samples.last().unwrap();
                assert!(last.q[1].abs() < most && last.q[2].abs() < most, "{case}: {:?}", last.q);
                let started = record.samples[0].energy.total();
                let highest = record.samples.iter().map(|sample| sample.energy.total()).fold(0.0, f64::max);
                assert!(highest <= started * (1.0 + 1e-6), "{case}: {started} J became {highest} J");
            }
        }
    }
}

/// A rod without thickness that falls flat on another one, which is fixed.
const ON_A_ROD: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.8
every = 0.01
[[body]]
name = "under"
fixed = true
shape = { rod = { length = 0.25 } }
angle = "UNDER deg"
[[body]]
name = "rod"
mass = 1
shape = { rod = { length = LENGTH } }
position = [0.01, 0.05]
angle = "ABOVE deg"
[[contact]]
default = true
law = "newton"
e = 0.3
mu = 0.1
"#;

/// Seen: it fell through, silently, unless it was turned by 180 degrees: the side of a rod that is flat on another one was the first one there is.
#[test]
fn a_rod_without_thickness_falls_flat_on_another_one() {
    for (under, above) in [(0, 0), (0, 180), (180, 0), (180, 180)] {
        for length in [0.2, 0.25, 0.3] {
            let text = ON_A_ROD.replace("UNDER", &under.to_string()).replace("ABOVE", &above.to_string());
            let text = text.replace("LENGTH", &length.to_string());
            let record = Prepared::new(read_scene(&text, "rod.toml").unwrap()).unwrap().run(None).record;
            let lowest = record.samples.iter().map(|sample| sample.q[1]).fold(f64::INFINITY, f64::min);
            let last = record.samples.last().unwrap();
            let case = format!("{under} under {above} degrees, {length} m");
            assert!(record.end == End::Time && lowest > -1e-9 && last.q[1] < 1e-9, "{case}: {lowest} m, {:?}", last.q);
            // All of 1 kg, 9.81 m/s^2 and 0.05 m is lost.
            assert!(last.energy.total().abs() < 1e-9, "{case}: {} J", last.energy.total());
        }
    }
}
