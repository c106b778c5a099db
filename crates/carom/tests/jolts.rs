//! Prescribed motions that are not smooth (K8, X3): walls, belts and joints whose velocity jumps, and motions that are none.
//!
//! Seen by a cold tester: by events a block on a belt that starts at once had the belt's velocity at once, a ball on a table that starts at
//! once left it without an impact, corners written as expressions were stepped over, by penalty a joint to such a body was torn in silence,
//! and bodies were carried along by a motion that jumps.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::toml::{SceneFile, read_scene};
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind, Sample};

const TABLE: &str = "{ table = { times = [0, 0.5, 2], values = [0, 0, 1.5] } }";

/// The same ramp from t = 0.5 on in every way in which it can be written; the last but one is t^2 - 0.25, with the same velocity at first.
const RAMPS: [&str; 6] = [
    TABLE,
    r#""= max(0, t - 0.5)""#,
    r#""= if(t > 0.5, t - 0.5, 0)""#,
    r#""= if(t < 0.5, 0, t - 0.5)""#,
    r#""= (abs(t - 0.5) + t - 0.5)/2""#,
    r#""= max(0, t^2 - 0.25)""#,
];

const BELT: &str = r#"
[scene]
gravity = [0, -10]
[run]
until = 1
every = 0.05
method = "METHOD"
[[body]]
name = "belt"
shape = { half-space = { normal = [0, 1] } }
[[motion]]
body = "belt"
x = MOTION
[[body]]
name = "block"
shape = { box = { width = 0.2, height = 0.1 } }
mass = 1
position = [0, 0.05]
[[contact]]
default = true
law = "kane"
e = 0
mu = 0.3
"#;

const BALL: &str = r#"
[scene]
gravity = [0, -10]
[run]
until = 1
every = 0.05
method = "METHOD"
[[body]]
name = "table"
shape = { box = { width = 1, height = 0.1 } }
[[motion]]
body = "table"
y = MOTION
[[body]]
name = "ball"
shape = { disc = { radius = 0.05 } }
mass = 1
position = [0, 0.1]
[[contact]]
default = true
law = "newton"
e = 0.5
"#;

const PENDULUM: &str = r#"
[scene]
gravity = [0, -10]
collisions = false
[run]
until = 1
every = 0.05
method = "METHOD"
[[body]]
name = "cart"
shape = { box = { width = 0.2, height = 0.1 } }
[[motion]]
body = "cart"
x = MOTION
[[body]]
name = "rod"
shape = { rod = { length = 1 } }
mass = 1
position = [0, -0.5]
angle = "-90 deg"
[[joint]]
name = "pin"
kind = "pin"
between = ["rod", "cart"]
at = [0, 0]
"#;

fn run(scene: &str, method: &str, motion: &str) -> Record {
    let text = scene.replace("METHOD", method).replace("MOTION", motion);
    Prepared::new(read_scene(&text, "jolts.toml").unwrap()).unwrap().run(None).record
}

/// The last row at a time.
fn row(record: &Record, t: f64) -> &Sample {
    record.samples.iter().rfind(|sample| (sample.t - t).abs() < 1e-9).unwrap()
}

fn near(what: &str, got: f64, right: f64, within: f64) {
    assert!((got - right).abs() <= within, "{what}: {got}, right is {right}");
}

/// Without an impulse along the normal there is none of friction: the block keeps its velocity and slips, v = 3 (t - 0.5).
#[test]
fn a_belt_that_starts_at_once_slips_under_its_block() {
    for motion in RAMPS {
        let record = run(BELT, "events", motion);
        assert_eq!(record.end, End::Time, "{motion}");
        let late = row(&record, 0.7);
        // The tolerance of the run, 1e-10, over a few steps.
        near(motion, late.q[0], 0.06, 1e-9);
        near(motion, late.v[0], 0.6, 1e-9);
        assert_eq!(record.of_kind(EventKind::Impact).count(), 0, "{motion}");
        let slip = record.of_kind(EventKind::Slip).next().unwrap();
        near(motion, slip.t, 0.5, 1e-12);
        assert!(record.counts.energy_drift < 1e-8, "{motion}: {:?}", record.counts);
    }
    // The belt has 1 m/s: the block has it after 1/3 s, and 1/6 m less way than the belt.
    let record = run(BELT, "events", TABLE);
    near("at the end", record.samples.last().unwrap().q[0], 0.5 - 1.0 / 6.0, 1e-9);
}

/// The table comes with 1 m/s: an impact by the law of the contact, v = 1 + e. Up to the next one y = 0.1 + 1.5 s - 5 s^2.
#[test]
fn a_table_that_starts_upwards_hits_the_ball_on_it() {
    for motion in RAMPS {
        let record = run(BALL, "events", motion);
        assert_eq!(record.end, End::Time, "{motion}");
        let impact = record.of_kind(EventKind::Impact).next().unwrap();
        near(motion, impact.t, 0.5, 1e-12);
        let part = impact.impact.as_ref().unwrap();
        near(motion, part.before[0], -1.0, 1e-9);
        near(motion, part.impulse[0], 1.5, 1e-9);
        let rows: Vec<&Sample> = record.samples.iter().filter(|sample| sample.t == impact.t).collect();
        assert!(rows.len() >= 2, "{motion}: rows before and after");
        near(motion, rows[0].v[1], 0.0, 1e-9);
        near(motion, rows[1].v[1], 1.5, 1e-9);
        near(motion, row(&record, 0.55).q[1], 0.1625, 1e-9);
        assert!(record.counts.energy_drift < 1e-8, "{motion}: {:?}", record.counts);
    }
}

/// The same in space.
#[test]
fn a_table_in_space_hits_too() {
    let scene = BALL
        .replace("gravity = [0, -10]", "space = \"space\"\ngravity = [0, 0, -10]")
        .replace("box = { width = 1, height = 0.1 }", "box = { size = [1, 1, 0.1] }")
        .replace("disc", "sphere")
        .replace("y = MOTION", "z = MOTION")
        .replace("position = [0, 0.1]", "position = [0, 0, 0.1]");
    for motion in RAMPS {
        let record = run(&scene, "events", motion);
        near(motion, record.of_kind(EventKind::Impact).next().unwrap().t, 0.5, 1e-12);
        near(motion, row(&record, 0.55).q[2], 0.1625, 1e-9);
    }
}

/// By steps of a millisecond the impact is up to one late, and so is the motion behind it: 1.5 mm.
#[test]
fn by_stepping_and_by_penalty_the_table_hits_too() {
    for motion in RAMPS {
        near(motion, row(&run(BALL, "stepping", motion), 0.55).q[1], 0.1625, 2e-3);
    }
    for motion in RAMPS {
        near(motion, row(&run(BELT, "stepping", motion), 0.7).q[0], 0.06, 2e-3);
        near(motion, row(&run(BELT, "penalty", motion), 0.7).q[0], 0.06, 1e-4);
    }
}

/// No impulse pulls: the ball falls, y = 0.1 - 5 s^2, until the table, 1 m/s below it, is met at s = 0.2.
#[test]
fn a_table_that_starts_downwards_leaves_the_ball_behind() {
    for motion in [TABLE.replace("1.5]", "-1.5]"), r#""= min(0, 0.5 - t)""#.to_owned()] {
        let record = run(BALL, "events", &motion);
        assert_eq!(record.end, End::Time, "{motion}");
        let parting = record.of_kind(EventKind::Separation).next().unwrap();
        near(&motion, parting.t, 0.5, 1e-12);
        near(&motion, row(&record, 0.6).q[1], 0.05, 1e-9);
        near(&motion, record.of_kind(EventKind::Impact).next().unwrap().t, 0.7, 1e-9);
    }
}

/// The pin gets 1 m/s: with the impulse P at the end of the rod 4 P/m = 1, so that the middle has 0.25 m/s and the spin is 1.5 rad/s. Seen by
/// penalty: the rod hung where it was, its joint torn by half a metre.
#[test]
fn a_joint_to_a_body_that_starts_at_once_is_struck() {
    for method in ["events", "penalty"] {
        for motion in &RAMPS[..5] {
            let record = run(PENDULUM, method, motion);
            let what = format!("{method}, {motion}");
            assert_eq!(record.end, End::Time, "{what}");
            let impact = record.of_kind(EventKind::Impact).next().unwrap();
            assert!(impact.text.contains("joint \"pin\" is struck"), "{what}: {}", impact.text);
            let rows: Vec<&Sample> = record.samples.iter().filter(|sample| sample.t == impact.t).collect();
            assert!(rows.len() >= 2 && rows[0].v[0].abs() < 1e-9, "{what}: rows before and after");
            near(&what, rows[1].v[0], 0.25, 1e-9);
            near(&what, rows[1].v[2].abs(), 1.5, 1e-9);
            // By penalty joints are held in accelerations only.
            assert!(record.counts.joint_error < 1e-7, "{what}: {:?}", record.counts);
            assert!(record.counts.energy_drift < 1e-7, "{what}: {:?}", record.counts);
            near(&what, record.samples.last().unwrap().q[0], 0.320_767_930_667, 1e-7);
        }
    }
}

const LEVER: &str = r#"
[scene]
gravity = [0, -10]
[run]
until = 0.52
every = 0.01
[[body]]
name = "post"
[[motion]]
body = "post"
y = MOTION
[[body]]
name = "support"
fixed = true
shape = { disc = { radius = 0.1 } }
position = [0.8, -0.1]
[[body]]
name = "rod"
shape = { rod = { length = 1 } }
mass = 1
position = [0.5, 0]
[[joint]]
name = "pin"
kind = "pin"
between = ["rod", "post"]
at = [0, 0]
[[contact]]
default = true
law = "newton"
e = 0.5
"#;

/// The pin of a rod gets 1 m/s upwards: alone it would turn the rod with -1.5 rad/s and press its point at 0.8 m with 0.2 m/s on the support.
/// By Newton's law that point leaves with 0.1 m/s, which with the pin at 1 m/s makes -1.125 rad/s and 0.4375 m/s of the middle.
#[test]
fn contacts_take_part_where_joints_are_struck() {
    for motion in &RAMPS[..5] {
        let record = run(LEVER, "events", motion);
        assert_eq!(record.end, End::Time, "{motion}");
        let rows: Vec<&Sample> = record.samples.iter().filter(|sample| (sample.t - 0.5).abs() < 1e-12).collect();
        let after = rows.last().unwrap();
        near(motion, after.v[1], 0.4375, 1e-9);
        near(motion, after.v[2], -1.125, 1e-9);
        near(
            motion,
            record.of_kind(EventKind::Impact).filter_map(|e| e.impact.as_ref()).next().unwrap().after[0],
            0.1,
            1e-9,
        );
        assert!(record.counts.energy_drift < 1e-8, "{motion}: {:?}", record.counts);
    }
}

/// Corners that no table and no line of time tells: of a belt that swings and is folded at each turn. Its velocity jumps by 2 A w = 1 m/s, and
/// the block slips from each of them on.
#[test]
fn corners_of_what_swings_are_found() {
    let record = run(BELT, "events", r#""= 0.1*abs(sin(5*t))""#);
    assert_eq!(record.end, End::Time);
    let turn = std::f64::consts::PI / 5.0;
    let after = record.events.iter().find(|event| event.t > turn - 1e-6).unwrap();
    near("the event of the corner", after.t, turn, 1e-12);
    assert!(record.counts.energy_drift < 1e-8, "{:?}", record.counts);
}

/// A motion whose place jumps is none, and neither is one that runs to infinity: the run ends, by every method, and says when and who. Seen:
/// the ball was carried along; with a pole the run by events did not end.
#[test]
fn motions_that_break_end_the_run() {
    let cases = [
        (r#""= if(t > 0.25, 0.3, 0)""#, "jumps by 3.000e-1"),
        (r#""= 0.1*floor(4*t)""#, "jumps by 1.000e-1"),
        (r#""= 4e-3 + 1e-3/(t - 0.25)""#, "\"table\""),
        (r#""= 1e-3*(tan(2*pi*t))""#, "\"table\""),
    ];
    for method in ["events", "stepping", "penalty"] {
        for (motion, says) in cases {
            let End::Verdict(text) = run(BALL, method, motion).end else { panic!("{method}, {motion}: no verdict") };
            let right =
                text.contains("t = 0.25") && text.contains("prescribed motion of \"table\"") && text.contains(says);
            assert!(right, "{method}, {motion}: {text}");
        }
    }
}

/// Nothing else moves here, and no step of an integrator is too long for the ball.
#[test]
fn a_motion_to_infinity_ends_a_run_of_which_nothing_else_is_left() {
    let scene = BALL.replace("mass = 1\nposition", "fixed = true\nposition");
    for method in ["events", "stepping", "penalty"] {
        let record = run(&scene, method, r#""= 0.01/(0.25 - t) - 0.04""#);
        assert!(matches!(&record.end, End::Verdict(text) if text.contains("t = 0.25 s")), "{method}: {:?}", record.end);
    }
}

/// Large overlaps, open joints and energy from nowhere are told at the end. A spring of 100 N/m under 10 N gives way by 0.1 m.
#[test]
fn what_a_user_should_not_overlook_is_told_at_the_end() {
    let soft = BALL.replace("e = 0.5", "e = 0.5\npenalty = { stiffness = 200, damping = 20 }");
    let record = run(&soft, "penalty", "0");
    assert!(record.warnings.iter().any(|text| text.contains("overlap")), "{:?}", record.warnings);
    for name in ["bouncing-ball", "double-pendulum", "belt-stick-slip", "ball-on-oscillating-table", "rocking-block"] {
        let file = SceneFile::parse(carom::scene::builtin::builtin(name).unwrap().text, name).unwrap();
        let record = Prepared::new(file.read().unwrap()).unwrap().run(None).record;
        let false_alarm = record.warnings.iter().find(|text| text.contains("over the whole run"));
        assert_eq!(false_alarm, None, "{name}");
    }
}
