//! What comes and goes within a step (K8, W5, X3): pushes, motions, springs that are met for a moment, contacts that open for a moment, slips that
//! just come to rest.
//!
//! Seen by a cold tester: by events each of these was passed over without a word where a step happened to be longer than it, though rows
//! stood closer: a piston went through a ball, a kick gave no velocity, a spring gave energy, a body did not ride with its belt.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::{SceneFile, read_scene};
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind};

fn ran(text: &str) -> Record {
    let record = Prepared::new(read_scene(text, "passing.toml").unwrap()).unwrap().run(None).record;
    assert_eq!(record.end, End::Time);
    record
}

fn times(record: &Record, kind: EventKind) -> Vec<f64> {
    record.events.iter().filter(|event| event.kind == kind).map(|event| event.t).collect()
}

/// A kick F exp(-(w (t - t_0))^2) gives F sqrt(pi)/w of momentum.
#[test]
fn a_kick_is_felt_whole() {
    for every in [0.02, 2.0] {
        let record = ran(&format!(
            r#"
            [run]
            until = 2
            every = {every}
            [[body]]
            name = "ball"
            shape = {{ disc = {{ radius = 0.05 }} }}
            mass = 1
            [[force]]
            kind = "applied"
            body = "ball"
            force = ["= 100*exp(-((t - 0.777)*50)^2)", 0]
            "#
        ));
        let right = 100.0 * std::f64::consts::PI.sqrt() / 50.0;
        // The tolerance of a step is 1e-10, and there are hundreds.
        assert!((record.samples.last().unwrap().v[0] - right).abs() < 1e-8, "rows every {every} s");
    }
}

/// A piston at x = A exp(-(w (t - t_0))^2) meets a ball at d on its way out, and the ball leaves with 1 + e of its velocity there.
#[test]
fn a_piston_that_rests_before_and_after_hits() {
    for (w, d, e) in [(20.0, 0.05_f64, 0.5), (30.0, 0.09, 1.0), (15.0, 0.02, 0.0)] {
        let record = ran(&format!(
            r#"
            [run]
            until = 2
            [[body]]
            name = "ball"
            shape = {{ disc = {{ radius = 0.05 }} }}
            mass = 1
            position = [{}, 0]
            [[body]]
            name = "piston"
            shape = {{ box = {{ width = 0.2, height = 0.1 }} }}
            position = [-0.1, 0]
            [[motion]]
            body = "piston"
            x = "= -0.1 + 0.1*exp(-((t - 0.777)*{w})^2)"
            [[contact]]
            default = true
            law = "newton"
            e = {e}
            "#,
            d + 0.05
        ));
        let deep = (0.1 / d).ln().sqrt();
        let (hit, velocity) = (0.777 - deep / w, 2.0 * w * deep * d);
        // Times to what rounding of a gap leaves; velocities by what the piston accelerates in that time.
        assert!((times(&record, EventKind::Impact)[0] - hit).abs() < 1e-9, "{w} {d}");
        // Without restitution the ball is pushed on up to the inflexion of the motion, at w (t_0 - t) = 1/sqrt 2.
        let fastest = if e > 0.0 { (1.0 + e) * velocity } else { 0.1 * w * (2.0_f64 / std::f64::consts::E).sqrt() };
        assert!((record.samples.last().unwrap().v[0] - fastest).abs() < 1e-7, "{w} {d} {e}");
    }
}

/// A mass thrown up to 5 m meets a spring of stiffness k there, d before its highest point, for some milliseconds: half an oscillation about
/// the place where the spring carries it, and back with the velocity it came with.
#[test]
fn a_spring_met_for_a_moment_gives_back_what_it_took() {
    let spring = "kind = \"compression\"\nbetween = [\"m\", \"world\"]\nstart-b = [0, 6]\n\
        springs = [{ stiffness = STIFF, free-length = \"= 1 + DEPTH\" }]";
    let expression = "kind = \"applied\"\nbody = \"m\"\nforce = [0, \"= -STIFF*max(0, m.y - (5 - DEPTH))\"]";
    for (stiff, depth, every) in
        [(1e6_f64, 1e-3_f64, 0.02), (1e6, 3e-3, 0.3), (1e6, 3e-4, 0.02), (1e4, 1e-3, 0.02), (1e8, 1e-6, 0.02)]
    {
        let back = (20.0 * depth).sqrt();
        let omega = stiff.sqrt();
        let met = 1.0 - back / 10.0 + 2.0 * (back / omega).atan2(10.0 / stiff) / omega;
        let left = 2.0 - met;
        let right = 5.0 - depth - back * left - 5.0 * left * left;
        for force in [spring, expression] {
            let force = force.replace("STIFF", &stiff.to_string()).replace("DEPTH", &depth.to_string());
            let record = ran(&format!(
                r#"
                [scene]
                gravity = [0, -10]
                [run]
                until = 2
                every = {every}
                [[body]]
                name = "m"
                shape = {{ point = {{}} }}
                mass = 1
                velocity = [0, 10]
                [[force]]
                {force}
                "#
            ));
            let height = record.samples.last().unwrap().q[1];
            // The time to the spring is good to 1e-11 of a step of 1e-10, over the velocity of 0.08 to 0.24 m/s with which it is met.
            assert!((height - right).abs() < 1e-8, "{stiff} {depth} {height} {right}");
        }
    }
}

/// A block without friction is lifted by c m g sin^2(3 t), which is more than its weight from asin(1/sqrt c)/3 on, for as little as a tenth of a
/// second; the second time half a period later, if it is down again by then.
#[test]
fn a_contact_without_friction_opens_under_a_short_lift() {
    for (over, every) in [(1.03_f64, 0.02), (1.1, 0.1), (1.5, 0.5)] {
        let record = ran(&format!(
            r#"
            [scene]
            gravity = [0, -10]
            [run]
            until = 2
            every = {every}
            [[body]]
            name = "ball"
            shape = {{ disc = {{ radius = 0.1 }} }}
            mass = 1
            position = [0, 0.1]
            [[body]]
            name = "floor"
            fixed = true
            shape = {{ half-space = {{ normal = [0, 1] }} }}
            [[force]]
            kind = "applied"
            body = "ball"
            force = [0, "= 10*{over}*sin(3*t)^2"]
            [[contact]]
            default = true
            law = "newton"
            e = 0
            "#
        ));
        let first = (1.0 / over).sqrt().asin() / 3.0;
        let opened = times(&record, EventKind::Separation);
        assert_eq!(opened.len(), 2, "{over}: {opened:?}");
        for (got, right) in opened.iter().zip([first, first + std::f64::consts::FRAC_PI_3]) {
            // What rounding leaves of the force over the rate with which it falls.
            assert!((got - right).abs() < 1e-9, "{over}: {got} {right}");
        }
    }
}

/// A mass on a belt swings about mu_k N/k with an amplitude of (1 + p) v_b/omega: it just comes to the velocity of the belt, at
/// asin(1/(1 + p))/omega, and rides on it.
#[test]
fn a_slip_that_just_comes_to_rest_sticks() {
    for excess in [1e-4_f64, 1e-6, 1e-8] {
        let mut scene = SceneFile::parse(builtin("belt-stick-slip").unwrap().text, "belt-stick-slip").unwrap();
        scene.set("parameters.start_x", &format!("{}", 0.04 - 0.02 * (1.0 + excess))).unwrap();
        scene.set("parameters.start_v", "0").unwrap();
        scene.set("parameters.until", "0.5").unwrap();
        let record = Prepared::new(scene.read().unwrap()).unwrap().run(None).record;
        let right = (1.0 / (1.0 + excess)).asin() / 10.0;
        // An error e of the velocity, 1e-12 a step, is one of e/(2 sqrt(2 p)) seconds near the crest.
        assert!((times(&record, EventKind::Stick)[0] - right).abs() < 1e-8, "{excess}");
        // It rides until the spring pulls with 0.6 N.
        let broken = right + (0.06 - 0.04 + 0.02 * (1.0 + excess) * (10.0 * right).cos()) / 0.2;
        assert!((times(&record, EventKind::Slip)[0] - broken).abs() < 1e-8, "{excess}");
    }
}

/// Contacts struck in sequence: the fastest first, whichever body is written first; where they are equally fast the run says that the order of
/// the scene decides.
#[test]
fn a_sequence_has_its_own_order() {
    let disc = |name: &str, x: f64, y: f64, v: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nshape = {{ disc = {{ radius = 1 }} }}\nmass = 1\nposition = [{x}, {y}]\nvelocity = [{v}, 0]\n"
        )
    };
    let struck = |angles: [f64; 2], turned: bool| {
        let [a, b] = angles.map(|angle: f64| (2.0 * angle.cos(), 2.0 * angle.sin()));
        let mut bodies = [disc("a", a.0, a.1, 0.0), disc("b", b.0, b.1, 0.0), disc("striker", 0.0, 0.0, 1.0)];
        if turned {
            bodies.swap(0, 1);
        }
        let head = "[run]\nuntil = 0.01\nsimultaneous = \"sequence\"\n";
        let record = ran(&format!("{head}{}[[contact]]\ndefault = true\nlaw = \"newton\"\ne = 0.8\n", bodies.concat()));
        let mut v = record.samples.last().unwrap().v.clone();
        if turned {
            (0..3).for_each(|i| v.swap(i, 3 + i));
        }
        (v, record.warnings.iter().any(|text| text.contains("approach equally fast")))
    };
    let ((one, told), (other, told_too)) = (struck([0.6, -0.7], false), struck([0.6, -0.7], true));
    // Rounding of sums in another order.
    assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < 1e-14), "{one:?} {other:?}");
    assert!(!told && !told_too);
    // The faster, at 0.6 rad, first: it gets (1 + e)/2 cos 0.6 along its line, and the striker keeps the rest.
    let along = 0.9 * 0.6_f64.cos();
    assert!((one[0] - along * 0.6_f64.cos()).abs() < 1e-14 && (one[1] - along * 0.6_f64.sin()).abs() < 1e-14);
    assert!(struck([0.6, -0.6], false).1);
}
