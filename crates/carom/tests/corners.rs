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

/// Found by chance: the tip of a triangle comes down along a wall past the corner of a box that has just left it by some micrometres. The
/// corner is inside the triangle for less than a microsecond.
const ALONG_A_WALL: &str = r#"
[scene]
name = "f"
gravity = [0,-9.81]
[run]
until = 0.8
every = 0.1
simultaneous = "sequence"
[[body]]
name = "b0"
shape = {polygon = {points = [[0,0],[0.185935,0],[0.0557805,0.185935]]}}
mass = 0.0420763
position = [0,1.42631]
angle = 2.39073
velocity = [-1.59629,0.999029]
spin = -1.13865
[[body]]
name = "b1"
shape = {box = {width = 0.28282,height = 0.152861}}
mass = 0.368793
position = [1,1.06053]
angle = 2.95153
velocity = [-3.47158,0.372699]
spin = -6.37205
[[body]]
name = "b2"
shape = {arc-faced = {vertices = [{point = [-0.0859292,0],bulge = 0.3},{point = [0.0859292,0],bulge = 0.2}]}}
mass = 18.2233
position = [2,0.825824]
angle = -1.45302
velocity = [2.15924,0.572709]
spin = 4.77925
[[body]]
name = "floor"
fixed = true
shape = {half-space = {normal = [0,1]}}
[[body]]
name = "wl"
fixed = true
position = [-1,0]
shape = {half-space = {normal = [1,0]}}
[[body]]
name = "wr"
fixed = true
position = [3,0]
shape = {half-space = {normal = [-1,0]}}
[[contact]]
default = true
law = "glocker-pfeiffer"
e = 0
mu = 0
"#;

#[test]
fn a_tip_does_not_pass_a_corner_within_a_step() {
    let prepared = Prepared::new(read_scene(ALONG_A_WALL, "wall.toml").unwrap()).unwrap();
    let record = prepared.run(None).record;
    // A run whose bodies overlap as wholes ends with a verdict.
    assert_eq!(record.end, End::Time);
    // Rounding of contacts that hold.
    assert!(record.counts.penetration < 1e-9, "{:e}", record.counts.penetration);
}

/// Found by chance among random scenes of triangles, lenses, rods and boxes between walls. `under-a-corner`: the tip of a lens slides along the
/// floor into the corner of a triangle on it. `past-an-apex`: the tip of a triangle passes through the apex of another within a part of a
/// step, and another event ends that step. `off-a-rod`: the tip of a lens leaves the end of a thin rod in a corner, where the gap to the
/// other side of the rod jumps. Each ends with a verdict, or with energy from nowhere, as soon as bodies have passed through each other.
#[test]
fn sharp_tips_do_not_pass_through_each_other() {
    for name in ["under-a-corner", "past-an-apex", "off-a-rod"] {
        let path = format!("{}/tests/data/corners/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let scene = read_scene(&std::fs::read_to_string(path).unwrap(), name).unwrap();
        let record = Prepared::new(scene).unwrap().run(None).record;
        assert_eq!(record.end, End::Time, "{name}");
        // Up to 38,000 impacts of bodies of 200 J, each balanced to rounding; bodies that pass through each other leave 0.01 J and more.
        assert!(record.counts.energy_drift.abs() < 1e-4, "{name}: {:e}", record.counts.energy_drift);
    }
}

/// Found by chance among 600 random scenes. `sliver-in-a-corner`: the tip of a flat triangle is in the corner of floor and wall, 2e-11 m above the
/// floor, and a disc slides on it; its other corner slips by no more than that lever lets it, 1e-9 of what the disc does. `flush-in-a-corner`:
/// the same with rods. Taken for sticking, they need forces that pull, and the run does not get past that instant.
#[test]
fn what_slips_by_a_tiny_lever_only_slips() {
    for name in ["sliver-in-a-corner", "flush-in-a-corner"] {
        let path = format!("{}/tests/data/corners/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let scene = read_scene(&std::fs::read_to_string(path).unwrap(), name).unwrap();
        let record = Prepared::new(scene).unwrap().run(None).record;
        assert_eq!(record.end, End::Time, "{name}");
        // Bodies of 25 J; steps are good to 1e-9, and no contact holds by a force that pulls.
        assert!(record.counts.energy_drift.abs() < 1e-6, "{name}: {:e}", record.counts.energy_drift);
        assert!(record.counts.penetration < 1e-9, "{name}: {:e}", record.counts.penetration);
    }
}

/// A thin rod stands with its lower end on the slope of a fixed triangle, slides down and falls on its upper corner.
const LEANING: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.6
every = 0.002
[[body]]
name = "triangle"
fixed = true
centre = "origin"
shape = { polygon = { points = [[-0.06, 0], [0.17, 0], [-0.04, 0.033]] } }
[[body]]
name = "rod"
mass = 1
shape = { rod = { length = 0.156 } }
position = ["= foot - 0.078*cos(lean)", "= height + 0.078*sin(lean)"]
angle = "= -lean"
[parameters]
lean = 0.4
foot = 0.07
height = "= 0.033*(0.17 - foot)/0.21"
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[contact]]
default = true
law = "wang-mason-poisson"
e = 0.0
mu = 0.1
"#;

/// Whether the corner is then above the rod it has passed through: it lies between the ends of the rod, on its upper side.
#[test]
fn a_rod_that_stands_on_a_slope_does_not_pass_the_corner_beside_it() {
    for lean in ["0.3", "0.4", "0.5", "0.7"] {
        let text = LEANING.replace("lean = 0.4", &format!("lean = {lean}"));
        let record = Prepared::new(read_scene(&text, "leaning.toml").unwrap()).unwrap().run(None).record;
        assert_eq!(record.end, End::Time, "{lean}");
        for sample in &record.samples {
            let (x, y, angle) = (sample.q[0] + 0.04, sample.q[1] - 0.033, sample.q[2]);
            // The corner seen from the middle of the rod, along it and above it.
            let (along, above) = (-x * angle.cos() - y * angle.sin(), x * angle.sin() - y * angle.cos());
            // A contact may be below by what counts as closed, 1e-10 of the smallest body.
            assert!(along.abs() > 0.078 || above < 1e-9, "lean {lean}, t = {}: {along} {above}", sample.t);
        }
    }
}
