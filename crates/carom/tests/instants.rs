//! What is told of an instant: rows, forces, energies and times just before and after something happens (K7, X3, X4).
//!
//! Every test is a fault that a tester or a reviewer has seen; each says what was there.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind, Sample};

/// Runs a scene with changes by their paths, to its end.
fn run(scene: &str, changes: &[(&str, &str)]) -> Record {
    let mut file = SceneFile::parse(scene, "instant.toml").unwrap();
    for (path, value) in changes {
        file.set(path, value).unwrap();
    }
    let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time, "{:?}", record.warnings);
    record
}

/// A built-in scene in one of its variants.
fn built_in(name: &str, variant: &str) -> SceneFile {
    let mut file = SceneFile::parse(builtin(name).unwrap().text, name).unwrap();
    file.choose_variant(variant).unwrap();
    file
}

fn near(name: &str, got: f64, right: f64, error: f64) {
    assert!((got - right).abs() <= error, "{name}: {got}, not {right}");
}

/// A block that slides on a floor into a wall, half way through a step.
const SLIDING: &str = r#"
[scene]
gravity = [0, -10]
[run]
until = 0.6
every = 0.001
method = "stepping"
step = 0.01
[[body]]
name = "block"
shape = { box = { width = 0.4, height = 0.2 } }
mass = 1
position = [0, 0.1]
velocity = [2, 0]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[body]]
name = "wall"
fixed = true
position = [1.205, 0]
shape = { half-space = { normal = [-1, 0] } }
[[contact]]
default = true
law = "newton"
e = 0.5
"#;

/// Seen: where another contact lasts, the row before an impact by stepping was where the step began, the one after it where it ended, 10 mm apart.
#[test]
fn nothing_moves_between_the_rows_of_an_impact() {
    for theta in ["0.5", "1"] {
        let record = run(SLIDING, &[("run.theta", theta)]);
        let pairs = || record.samples.windows(2).filter(|pair| pair[0].t == pair[1].t);
        assert_eq!(pairs().count(), 1, "theta {theta}");
        for pair in record.samples.windows(2) {
            // The fastest thing moves with 2 m/s, and rows are 1 ms apart; a rounding of the sum of steps beside it.
            let (way, time) = ((pair[1].q[0] - pair[0].q[0]).abs(), pair[1].t - pair[0].t);
            assert!(way <= 2.0 * time + 1e-12, "theta {theta}, t = {}: {way}", pair[0].t);
        }
    }
}

/// Two masses and a wall, of which impacts are at whole seconds, where rows are. Seen: a row at t = 2 was followed by one at 1.9999999999999152, that of an impact which rounding had put there.
#[test]
fn rows_are_in_the_order_of_time() {
    let file = built_in("two-masses-on-a-line", "wall and two masses, ratio 1");
    let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
    assert!(record.samples.len() > 10);
    assert!(record.samples.windows(2).all(|pair| pair[0].t <= pair[1].t));
}

/// A rod that slides, leaning the wrong way, while a block rests 50 m away.
const PAINLEVE: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 0.1
every = 0.01
tolerance = 1e-12
paradox = "impact"
[[body]]
name = "rod"
shape = { rod = { length = 1 } }
mass = 1
position = ["= 0.5*cos(1.1071487177940904)", "= 0.5*sin(1.1071487177940904)"]
angle = 1.1071487177940904
velocity = ["= -2 - 0.5*sin(1.1071487177940904)", "= 0.5*cos(1.1071487177940904)"]
spin = 1
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[body]]
name = "block"
shape = { box = { width = 0.2, height = 0.2 } }
mass = 1
position = [50, 0.1]
[[contact]]
between = ["block", "floor"]
law = "newton"
e = 0
mu = 0.5
[[contact]]
between = ["rod", "floor"]
law = "wang-mason-poisson"
e = 0
mu = 1.5
"#;

/// Seen: with a block at rest far away the rod's jam was taken on by an implicit step of 3e-6 s instead of the impact without a collision, and
/// where rows were nearer than that time ran backwards. The slide stops at once, and the numbers are those of the rod alone.
#[test]
fn a_slide_jams_alone_whatever_rests_elsewhere() {
    let [alone, beside] = ["[-1e3, 1e3]", "[50, 0.1]"].map(|place| {
        let record = run(PAINLEVE, &[("body.block.position", place), ("run.every", "1e-6"), ("run.until", "1e-4")]);
        assert!(record.samples.windows(2).all(|pair| pair[0].t <= pair[1].t));
        assert!(record.warnings.is_empty(), "{:?}", record.warnings);
        assert_eq!(record.of_kind(EventKind::Impact).count(), 1);
        record.samples.last().unwrap().v[..3].to_vec()
    });
    for (a, b) in alone.iter().zip(&beside) {
        near("velocity", *b, *a, 1e-12);
    }
}

/// One corner of a tetrahedron, below and beside its centre, that slides and turns.
const CORNER: &str = r#"
[scene]
space = "space"
gravity = [0, 0, -9.81]
[run]
until = 0.02
every = 0.01
[[body]]
name = "top"
mass = 1
moments = [0.01, 0.012, 0.014]
centre = "origin"
shape = { polyhedron = { vertices = [[0.05, 0, -0.3], [0.3, 0, 0.3], [-0.2, 0.25, 0.3], [-0.2, -0.25, 0.3]], faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]] } }
position = [0, 0, 0.3]
velocity = [1, 0.2, 0]
spin = [0, 0, 6]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 0, 1] } }
[[contact]]
default = true
law = "newton"
e = 0
mu = 0.3
"#;

/// Seen: in the row where a slide begins the friction of a turning contact was that which would keep it straight: |F_T|/N = 0.308 for mu = 0.3, and
/// a normal force of 11.768 N. Right is 11.2381 N with (-3.0155, -1.5077) N against the slip, by a closed form of the tester.
#[test]
fn forces_of_a_slide_that_begins_are_on_its_cone() {
    let record = run(CORNER, &[]);
    let [first, ..] = &record.samples[0].contact_forces[..] else { panic!("a contact") };
    near("N", first.normal, 11.2381, 5e-5);
    near("F_1", first.tangential[0], -3.0155, 5e-5);
    near("F_2", first.tangential[1], -1.5077, 5e-5);
    for force in record.samples.iter().flat_map(|sample| &sample.contact_forces) {
        // Rounding of two products.
        near("|F_T|/N", force.tangential[0].hypot(force.tangential[1]) / force.normal, 0.3, 1e-14);
    }
}

/// A rod that hangs on a pin which starts to move at once.
const PULLED: &str = r#"
[scene]
gravity = [0, 0]
[run]
until = 0.5
every = 0.05
method = "stepping"
[[body]]
name = "hand"
shape = { point = {} }
[[motion]]
body = "hand"
y = { table = { times = [0, 0.2, 1.2], values = [0, 0, 1] } }
[[body]]
name = "rod"
shape = { rod = { length = 1 } }
mass = 3
position = [0.5, 0]
[[joint]]
kind = "pin"
name = "p"
between = ["rod", "hand"]
at = [0, 0]
"#;

/// Seen: the work of the jerk, m/8 v^2 = 0.375 J, counted as energy without a cause, with a warning of 63 % of the energy at work.
#[test]
fn the_jerk_of_a_joint_is_work_by_stepping() {
    let record = run(PULLED, &[]);
    let after = record.samples.iter().find(|sample| sample.t > 0.21).unwrap();
    near("energy of the jerk", after.energy.kinetic, 0.375, 0.01);
    // What is left is the error of the steps that follow.
    assert!(record.counts.energy_drift < 1e-3, "{}", record.counts.energy_drift);
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
}

/// A ball on a table that starts upwards with 1 m/s, and a bullet so fast that the step is halved in which it meets a plate far away.
const STRUCK: &str = r#"
[scene]
gravity = [0, -10]
[parameters]
start = 0.1007
bullet = 0
[run]
until = 0.11
method = "stepping"
step = 0.001
every = 0.01
[[body]]
name = "ball"
shape = { disc = { radius = 0.1 } }
mass = 1
position = [0, 0.1]
[[body]]
name = "table"
shape = { box = { width = 1, height = 0.2 } }
[[motion]]
body = "table"
y = { table = { times = [0, "= start", 1], values = [-0.1, -0.1, "= 0.9 - start"] } }
[[body]]
name = "bullet"
shape = { disc = { radius = 0.01 } }
mass = 0.1
position = ["= -0.02 - 0.1015*bullet", 5]
velocity = ["= bullet", 0]
[[body]]
name = "plate"
shape = { box = { width = 0.01, height = 1 } }
mass = 10
position = [0, 5]
[[contact]]
default = true
law = "newton"
e = 1
mu = 0
"#;

/// Seen: where the step behind the jump was halved nobody looked at the time between, and the ball was lifted instead of struck: 1 m/s where twice
/// that is asked, less what gravity takes since.
#[test]
fn a_jump_of_a_motion_is_seen_whatever_the_step_before_it() {
    let velocity = |bullet: &str| {
        let record = run(STRUCK, &[("parameters.bullet", bullet)]);
        record.samples.last().unwrap().v[1]
    };
    // The blow comes up to a step late, at 10 m/s^2.
    near("without the bullet", velocity("0"), 2.0 - 10.0 * (0.11 - 0.1007), 0.02);
    near("with it", velocity("60"), 2.0 - 10.0 * (0.11 - 0.1007), 0.03);
}

/// A box that rests on a box, and both on a floor.
const HEAVY: &str = r#"
[scene]
gravity = [0, -10]
[parameters]
heavy = 1
[run]
until = 0.001
[[body]]
name = "small"
shape = { box = { width = 0.1, height = 0.1 } }
mass = 1
position = [0, 0.05]
[[body]]
name = "large"
shape = { box = { width = 0.4, height = 0.4 } }
mass = "= heavy"
position = [0, 0.3]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[contact]]
default = true
law = "newton"
e = 0
mu = 0.3
"#;

/// Seen: with ten million times the mass on top the run did not end, and without friction it told 1300 impacts of what rests: accelerations cancel
/// there, and their rounding was taken for motion.
#[test]
fn what_rests_under_ten_million_times_its_mass_rests() {
    for (heavy, mu) in [("1e3", "0.3"), ("3e6", "0.3"), ("1e7", "0.3"), ("3e5", "0"), ("1e7", "0")] {
        let record = run(HEAVY, &[("parameters.heavy", heavy), ("contact.0.mu", mu)]);
        assert_eq!(record.of_kind(EventKind::Impact).count(), 0, "{heavy} {mu}");
        assert_eq!(record.of_kind(EventKind::Contact).count(), 4, "{heavy} {mu}");
        assert!(record.warnings.is_empty(), "{heavy} {mu}: {:?}", record.warnings);
        assert!(record.samples.last().unwrap().v.iter().all(|v| v.abs() < 1e-12), "{heavy} {mu}");
    }
}

/// A ball that bounces beside a wheel.
const WHEEL: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 3
every = 0.1
[[body]]
name = "ball"
shape = { disc = { radius = 0.01 } }
mass = 1
position = [0, 0.11]
velocity = [0.3, 0]
[[body]]
name = "wheel"
shape = { disc = { radius = 0.1 } }
mass = 1
position = [0.5, 5]
[[joint]]
kind = "pin"
between = ["wheel", "world"]
at = [0.5, 5]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[contact]]
default = true
law = "newton"
e = 0.8
mu = 0.1
"#;

/// Seen: 57 impacts beside a wheel, 30 beside one that had turned by a million radians: its angle was taken for a length by which positions are
/// rounded.
#[test]
fn how_often_a_wheel_has_turned_is_no_length() {
    let of = |angle: &str| {
        let record = run(WHEEL, &[("body.wheel.angle", angle)]);
        (record.of_kind(EventKind::Impact).count(), record.samples.last().unwrap().q[0])
    };
    assert_eq!(of("1e6"), of("0"));
}

/// Two discs of a tenth of a millimetre.
const TINY: &str = r#"
[scene]
gravity = [0, 0]
[run]
until = 2e-4
method = "penalty"
every = 1e-6
[[body]]
name = "a"
shape = { disc = { radius = 1e-4 } }
mass = 1e-9
velocity = [5, 0]
[[body]]
name = "b"
shape = { disc = { radius = 1e-4 } }
mass = 1e-9
position = [4e-4, 0]
[[contact]]
default = true
law = "newton"
e = 1
mu = 0
"#;

/// Seen: springs made for bodies of a metre let discs of a tenth of a millimetre pass through each other.
#[test]
fn springs_are_made_for_the_bodies_that_they_are_between() {
    let record = run(TINY, &[]);
    let last: &Sample = record.samples.last().unwrap();
    // All of the velocity goes over; what is left is the error of the integrator at its tolerance, and of energy in the spring.
    near("a", last.v[0], 0.0, 1e-3);
    near("b", last.v[3], 5.0, 1e-3);
    assert!(record.counts.penetration < 1e-5, "{}", record.counts.penetration);
}

/// Seen: a block a ten-thousandth past the limit of friction slid six times as far as it should by penalty, which smooths friction there, without a
/// word. Right is 0.829 mm in 2 s, to the 1 % that the reference asks of this method; with friction smoothed coarsely a warning says that it may
/// as well stick.
#[test]
fn penalty_slides_just_past_the_limit_as_it_should_or_says_that_it_does_not() {
    let mut file = built_in("block-on-incline", "slides at 1.0001 of the limit");
    file.set("run.method", "penalty").unwrap();
    let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
    near("displacement", record.samples.last().unwrap().q[0], 0.0008290941201235003, 0.01 * 0.00083);
    assert!(record.warnings.is_empty(), "{:?}", record.warnings);
    file.set("contact.0.penalty", "{ slip-speed = 3e-4 }").unwrap();
    let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
    assert!(record.warnings.iter().any(|text| text.contains("may as well stick")), "{:?}", record.warnings);
}
