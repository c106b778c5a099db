//! The penalty method where its softness could hide what the scene says (W3, W4).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::{SceneFile, read_scene};
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind};

const BOXES: &str = r#"
[scene]
gravity = [0, -9.81]
[run]
until = 1
method = "penalty"
[[body]]
name = "lower"
shape = { box = { width = 0.4, height = 0.2 } }
mass = 1
position = [0, 0.1]
[[body]]
name = "upper"
shape = { box = { width = 0.4, height = 0.2 } }
mass = 1
position = [0, UPPER]
[[body]]
name = "floor"
fixed = true
shape = { half-space = { normal = [0, 1] } }
[[contact]]
default = true
law = "kane"
e = 0.3
mu = 0.5
"#;

fn run(scene: carom::scene::toml::Scene) -> Record {
    let record = Prepared::new(scene).unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    record
}

#[test]
fn equal_boxes_stand_flush_on_each_other() {
    for upper in ["0.3", "0.35"] {
        let record = run(read_scene(&BOXES.replace("UPPER", upper), "boxes.toml").unwrap());
        let q = &record.samples.last().unwrap().q;
        // Springs chosen for a depth of 1e-4 of a metre give way by a few times that under what lies on them.
        assert!((q[4] - 0.3).abs() < 1e-3 && q[3].abs() < 1e-6 && q[5].abs() < 1e-6, "{upper}: {q:?}");
    }
}

#[test]
fn static_friction_above_kinetic_makes_the_belt_stick_and_slip() {
    let mut file = SceneFile::parse(builtin("belt-stick-slip").unwrap().text, "belt-stick-slip").unwrap();
    file.set("run.method", "penalty").unwrap();
    file.set("run.tolerance", "1e-9").unwrap();
    let record = run(file.read().unwrap());
    let largest = record.samples.iter().fold(0.0, |m: f64, sample| m.max(sample.q[0]));
    // Where the spring reaches the static limit, 0.06 m, the mass still has the speed of the belt: 0.0683 m with kinetic friction behind it.
    // The tolerance of the reference for this method is 2 %.
    assert!((largest / 0.068284 - 1.0).abs() < 0.02, "{largest}");
}

/// Nine stones above the limit of friction, 0.309 by a linear programme. On the outside of an arch two stones overlap without a corner inside
/// the other one: nothing held them there, and the arch fell and flew apart with 60 kJ.
#[test]
fn stones_that_form_a_ridge_hold_each_other() {
    let mut file = SceneFile::parse(builtin("arch").unwrap().text, "arch").unwrap();
    let changes = [("voussoirs", "9"), ("inner_radius", "0.5"), ("outer_radius", "0.62"), ("mu", "0.3244374")];
    changes.iter().for_each(|(name, value)| file.set(&format!("parameters.{name}"), value).unwrap());
    file.set("run.method", "penalty").unwrap();
    file.set("run.until", "0.2").unwrap();
    let record = run(file.read().unwrap());
    let (first, last) = (&record.samples[0], record.samples.last().unwrap());
    let moved = first.q.iter().zip(&last.q).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
    // Smoothed friction creeps with some 5e-4 m/s at 0.95 of its limit.
    assert!(moved < 3e-4, "{moved}");
}

/// A box that lands flat on two corners rebounds with the e asked for: the springs are for the part of its mass that each corner stops, m/2, and
/// not for that of a corner alone, with which 0.3, 0.5 and 0.8 came back as 0.38, 0.58 and 0.84.
#[test]
fn a_box_that_lands_flat_rebounds_as_asked() {
    for e in [0.3, 0.5, 0.8] {
        let text =
            BOXES.replace("UPPER", "1").replace("e = 0.3", &format!("e = {e}")).replace("until = 1", "until = 0.45");
        // The lower box out of the way.
        let text = text.replace("position = [0, 0.1]", "position = [5, 0.1]").replace("until", "every = 1e-4\nuntil");
        let record = run(read_scene(&text, "box.toml").unwrap());
        let speeds = record.samples.iter().map(|sample| sample.v[4]);
        let (down, up) = speeds.fold((0.0_f64, 0.0_f64), |(down, up), v| (down.min(v), up.max(v)));
        // Contacts last half a millisecond, in which gravity takes some 0.1 % of the speed; damping begins at a depth.
        assert!((-up / down - e).abs() < 0.01, "e = {e}: {}", -up / down);
    }
}

/// The beak of the woodpecker rebounds as e_beak says, also by penalty: its damping was that of e = 0.5 whatever was asked.
#[test]
fn the_woodpecker_pecks_with_any_restitution() {
    let period = |method: &str, e: &str| {
        let mut file = SceneFile::parse(builtin("woodpecker-toy").unwrap().text, "woodpecker").unwrap();
        for (path, value) in [("run.method", method), ("parameters.e_beak", e), ("parameters.until", "2.5")] {
            file.set(path, value).unwrap();
        }
        let record = run(file.read().unwrap());
        let beak = record.events.iter().filter(|event| event.touch.is_some_and(|touch| touch.site.pair == 0));
        let mut pecks: Vec<f64> = Vec::new();
        for event in beak.filter(|event| matches!(event.kind, EventKind::Impact | EventKind::Contact)) {
            if pecks.last().is_none_or(|last| event.t > last + 0.02) {
                pecks.push(event.t);
            }
        }
        let n = pecks.len();
        (pecks[n - 1] - pecks[n - 7]) / 6.0
    };
    for e in ["0.3", "0.4"] {
        let [rigid, soft] = ["events", "penalty"].map(|method| period(method, e));
        // What woodpecker-toy.json allows penalty.
        assert!((soft / rigid - 1.0).abs() < 0.03, "e = {e}: {soft} s, {rigid} s by events");
    }
}

/// Touching balls and three coins have one answer for each rule: by penalty the stiffnesses decide, and that is told.
#[test]
fn impacts_that_others_feel_at_once_are_told() {
    for name in ["newton-cradle", "three-coins"] {
        let mut file = SceneFile::parse(builtin(name).unwrap().text, name).unwrap();
        file.set("run.method", "penalty").unwrap();
        let record = run(file.read().unwrap());
        let told = |text: &&String| text.contains("feel it at once");
        assert_eq!(record.warnings.iter().filter(told).count(), 1, "{name}: {:?}", record.warnings);
    }
    let alone = BOXES.replace("UPPER", "1").replace("position = [0, 0.1]", "position = [5, 0.1]");
    let record = run(read_scene(&alone, "box.toml").unwrap());
    assert!(!record.warnings.iter().any(|text| text.contains("feel it at once")), "{:?}", record.warnings);
}

/// A mass on a slow belt rides with it to x = 0.06 m, slips back and sticks again. What sticks creeps by part of the slip speed, which knew
/// nothing of the belt: the cycle was too long by 2 % at 0.02 m/s and by 7 % at 0.005 m/s.
#[test]
fn what_sticks_to_a_slow_belt_rides_with_it() {
    for belt in [0.02_f64, 0.005] {
        // Stuck from 0.02 to 0.06 m, then about x = 0.04 m with omega = 10/s until as fast as the belt again.
        let period = 0.04 / belt + (std::f64::consts::TAU - 2.0 * (0.2 / belt).atan()) / 10.0;
        let mut file = SceneFile::parse(builtin("belt-stick-slip").unwrap().text, "belt").unwrap();
        let until = 0.06 / belt + 1.2 * period + 0.4;
        let [speed, until] = [belt, until].map(|number| number.to_string());
        let set = [("run.method", "penalty"), ("parameters.belt_speed", &speed), ("parameters.start_v", &speed)];
        for (path, value) in set.into_iter().chain([("run.until", until.as_str())]) {
            file.set(path, value).unwrap();
        }
        let record = run(file.read().unwrap());
        let falls: Vec<f64> =
            record.samples.windows(2).filter(|w| w[0].q[0] >= 0.04 && w[1].q[0] < 0.04).map(|w| w[0].t).collect();
        assert_eq!(falls.len(), 2, "{falls:?}");
        // Smoothed friction lets go a little early; rows are 0.01 s apart.
        assert!((falls[1] - falls[0] - period).abs() < 0.01 * period + 0.01, "{belt} m/s: {falls:?} for {period} s");
    }
}

/// A slip speed alone is taken, and the springs are those that the method chooses: the box sinks in by the same.
#[test]
fn penalty_parameters_may_be_given_in_part() {
    let one = BOXES
        .replace("UPPER", "1")
        .replace("position = [0, 0.1]", "position = [5, 0.1]")
        .replace("until = 1", "until = 0.1");
    let depth = |text: &str| run(read_scene(text, "box.toml").unwrap()).counts.penetration;
    let (chosen, given) = (depth(&one), depth(&format!("{one}penalty = {{ slip-speed = 1e-5 }}\n")));
    // Friction does not carry the box.
    assert!(chosen > 0.0 && (given / chosen - 1.0).abs() < 1e-6, "{chosen}, {given}");
}

/// A rod without thickness comes to lie on a box, past its corner, and sinks in by nanometres. Whether the corner touched it was told by the side of
/// the rod on which the far corner of the box is: contacts came and went by the microsecond, and the run never ended.
#[test]
fn a_thin_rod_lies_still_on_a_box() {
    let text = "[scene]\nname = \"rod\"\ngravity = [0, -9.81]\n[run]\nuntil = 0.4\nmethod = \"penalty\"\n\
        [[body]]\nname = \"box\"\nshape = { box = { width = 0.8, height = 0.4 } }\nposition = [-0.4, -0.2]\nfixed = true\n\
        [[body]]\nname = \"rod\"\nshape = { rod = { length = 0.3 } }\nposition = [-0.031, 0.25]\nmass = 1\nangle = -1.124\nspin = -8.96\n\
        velocity = [-0.28, 0]\n[[contact]]\ndefault = true\nlaw = \"kane\"\ne = 0\nmu = 0\n";
    let record = run(read_scene(text, "rod.toml").unwrap());
    let last = record.samples.last().unwrap();
    // The springs give way by 3e-8 m under its weight.
    assert!(last.q[1].abs() < 1e-6 && last.v[1].abs() < 1e-3, "{last:?}");
    // Some hundred steps until it lies, then long ones.
    assert!(record.counts.steps < 3_000, "{:?}", record.counts);
}
