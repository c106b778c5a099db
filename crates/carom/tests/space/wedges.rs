//! Thin wedges that meet on what they lie on, by exact events: a corner that slides over the edge of a wedge is outside of it on the other side at
//! once, and the two sank into each other without a word.

use carom::mechanics::space::Pose;
use carom::run::Prepared;
use carom::scene::toml::read_scene;
use carom::simulate::Record;
use carom::simulate::record::End;
use glam::DVec3;

/// A box that slides on a floor, turned by a little, under the blade of a shovel whose edge lies on it.
const SHOVEL: &str = r#"
[scene]
name = "shovel"
space = "space"
gravity = [0, 0, -9.81]
[run]
until = 0.5
every = 0.01
[[body]]
name = "box"
density = 1000
position = [-0.3, 0, 0.05]
velocity = [1, 0, 0]
axis = [0, 0, 1]
angle = 0.3
shape = { polyhedron = { vertices = BOX, faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]] } }
[[body]]
name = "shovel"
fixed = true
shape = { polyhedron = { vertices = BLADE, faces = [[0, 1, 3, 2], [0, 4, 5, 1], [2, 3, 5, 4], [0, 2, 4], [1, 5, 3]] } }
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 0, 1] } }
[[contact]]
default = true
law = "glocker-pfeiffer"
e = 0.4
mu = FRICTION
"#;

const BOX: [[f64; 3]; 8] = [
    [-0.05, -0.05, -0.05],
    [-0.05, -0.05, 0.05],
    [-0.05, 0.05, -0.05],
    [-0.05, 0.05, 0.05],
    [0.05, -0.05, -0.05],
    [0.05, -0.05, 0.05],
    [0.05, 0.05, -0.05],
    [0.05, 0.05, 0.05],
];

const BLADE: [[f64; 3]; 6] =
    [[0.0, -0.3, 0.0], [0.0, 0.3, 0.0], [0.3, -0.3, 0.03], [0.3, 0.3, 0.03], [0.3, -0.3, 0.4], [0.3, 0.3, 0.4]];

/// Two random polyhedra in a groove, each on an edge that lies on the same wall of it, where these edges come to lie along each other (a tester's heap).
const GROOVE: &str = r#"
[scene]
name = "groove"
space = "space"
gravity = [0, 0, -9.81]
[run]
until = 0.08
every = 0.01
[[body]]
name = "low"
shape = { polyhedron = { vertices = LOW, faces = [[6, 5, 1], [4, 6, 1], [2, 1, 5], [2, 5, 0], [2, 0, 1], [3, 0, 5], [3, 5, 6], [3, 6, 4], [3, 1, 0], [3, 4, 1]] } }
density = 1000
position = [-0.0021806110849151403, -0.17511648518305623, 0.07867032758200486]
orientation = [-0.5328026778256665, 0.6950061655784169, 0.44082679142704356, 0.19687426512859235]
velocity = [0.00033365611277017665, -0.001265794696243334, -0.0005216582003992576]
spin = [0.011722357193501422, 0.00038856867888891833, 0.0090181661592676]
[[body]]
name = "high"
shape = { polyhedron = { vertices = HIGH, faces = [[4, 5, 7], [2, 7, 5], [2, 4, 7], [0, 3, 6], [0, 6, 5], [0, 5, 4], [0, 4, 2], [0, 2, 3], [1, 5, 6], [1, 2, 5], [1, 6, 3], [1, 3, 2]] } }
density = 1000
position = [-0.1148342821386551, -0.252305676550839, 0.14613301149373828]
orientation = [-0.22668152827780622, 0.29333949850977337, -0.43525222313663553, 0.8204406898772691]
velocity = [0.007184138496759169, -0.04675648025617827, -0.010466507235089679]
spin = [0.0438205572072251, -0.14968958821156253, 0.011983047311225016]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 0, 1] } }
[[body]]
name = "left"
fixed = true
shape = { half-space = { normal = [0.8, 0, 0.6] } }
position = [-0.1, 0, 0]
[[body]]
name = "right"
fixed = true
shape = { half-space = { normal = [-0.8, 0, 0.6] } }
position = [0.1, 0, 0]
[[contact]]
default = true
e = 0.4
mu = 0.5
"#;

/// About its centre of mass, as all shapes of free bodies here.
const LOW: [[f64; 3]; 7] = [
    [0.012447992122477915, 0.1268843468162766, 0.04503715898419783],
    [0.11224799212247791, 0.0615843468162766, -0.06856284101580218],
    [0.04354799212247792, 0.12508434681627661, -0.03736284101580217],
    [0.025047992122477915, 0.1002843468162766, 0.07533715898419782],
    [0.06194799212247792, 0.0166843468162766, 0.05343715898419782],
    [-0.13375200787752206, -0.1003156531837234, -0.06276284101580218],
    [-0.05495200787752208, -0.1723156531837234, 0.061437158984197826],
];

const HIGH: [[f64; 3]; 8] = [
    [-0.05038680237757709, -0.0966012482486569, 0.106580727160033],
    [-0.026586802377577087, -0.026001248248656902, -0.120019272839967],
    [0.05691319762242291, 0.20119875175134308, 0.038180727160033],
    [-0.0689868023775771, 0.03159875175134309, 0.0006807271600330067],
    [0.0846131976224229, 0.0232987517513431, 0.127480727160033],
    [0.017513197622422913, -0.09340124824865689, -0.131019272839967],
    [-0.09768680237757708, -0.1068012482486569, -0.123619272839967],
    [0.08541319762242292, 0.1321987517513431, 0.037280727160033],
];

/// How far two sets of corners are apart along the normals of all triangles and pairs of lines between corners, of which those of faces and edges
/// are some: it knows nothing of sites. Negative is the least depth of an overlap.
fn apart(a: &[DVec3], b: &[DVec3]) -> f64 {
    let lines = |corners: &[DVec3]| -> Vec<DVec3> {
        corners.iter().enumerate().flat_map(|(k, p)| corners[k + 1..].iter().map(move |q| *q - *p)).collect()
    };
    let all: Vec<DVec3> = [lines(a), lines(b)].concat();
    let along = |n: DVec3| {
        let ends = |corners: &[DVec3]| {
            let heights = corners.iter().map(|p| n.dot(*p));
            heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], h| [low.min(h), high.max(h)])
        };
        let ([low_a, high_a], [low_b, high_b]) = (ends(a), ends(b));
        (low_a - high_b).max(low_b - high_a)
    };
    let normals = all.iter().enumerate().flat_map(|(k, d)| all[k + 1..].iter().map(|e| d.cross(*e)));
    // Products of lines along each other are rounding.
    normals.filter(|n| n.length() > 1e-8).map(|n| along(n.normalize())).fold(f64::NEG_INFINITY, f64::max)
}

fn placed(corners: &[[f64; 3]], pose: Pose) -> Vec<DVec3> {
    corners.iter().map(|corner| pose.point(DVec3::from_array(*corner))).collect()
}

fn run(text: &str, corners: &[(&str, &[[f64; 3]])]) -> Record {
    let text = corners.iter().fold(text.to_owned(), |text, (name, of)| text.replace(name, &format!("{of:?}")));
    Prepared::new(read_scene(&text, "wedges.toml").unwrap()).unwrap().run(None).record
}

/// That no row has overlapping bodies, and none more energy than an earlier one; `place` gives the corners of both.
fn holds(record: &Record, case: &str, place: impl Fn(&[f64]) -> [Vec<DVec3>; 2]) {
    assert_eq!(record.end, End::Time, "{case}");
    let mut least = f64::INFINITY;
    for sample in &record.samples {
        let [a, b] = place(&sample.q);
        // Gaps below 1e-10 of the size of a body are closed.
        let apart = apart(&a, &b);
        assert!(apart > -1e-9, "{case} at {} s: {apart:e} m", sample.t);
        let energy = sample.energy.total();
        // The tolerance of a step is 1e-10.
        assert!(energy < least + 1e-8, "{case} at {} s: {energy} after {least}", sample.t);
        least = least.min(energy);
    }
}

/// The box was 0.067 m deep in the blade, three quarters of its width, and bounced about in it for the rest of the run.
#[test]
fn a_box_does_not_slide_into_the_blade_of_a_shovel() {
    for friction in ["0", "0.3"] {
        let record = run(&SHOVEL.replace("FRICTION", friction), &[("BOX", &BOX), ("BLADE", &BLADE)]);
        holds(&record, friction, |q| [placed(&BOX, Pose::read(q)), placed(&BLADE, Pose::WORLD)]);
        // Its centre never gets under the edge of the blade.
        assert!(record.samples.iter().all(|sample| sample.q[0] < 0.0), "mu = {friction}");
    }
}

/// They were 2.3e-5 m deep in each other after 0.0067 s, and 2.5e-3 m at the end.
#[test]
fn edges_that_come_to_lie_along_each_other_do_not_pass() {
    let record = run(GROOVE, &[("LOW", &LOW), ("HIGH", &HIGH)]);
    holds(&record, "groove", |q| [placed(&LOW, Pose::read(q)), placed(&HIGH, Pose::read(&q[7..]))]);
}
