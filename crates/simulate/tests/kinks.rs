//! Springs that only push (W5): where they begin and cease to act is located, so that the integrator keeps its accuracy.
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    Anchor, Attachment, ForceDescription, HelicalSpring, JointDescription, JointKind, Shape, WorldDescription,
};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, Record};
use glam::DVec2;
use scene::*;

const G: f64 = 9.81;
const SPRINGS: [(f64, f64); 2] = [(500.0, 0.5), (2000.0, 0.47)];
const START: f64 = 0.6;

/// A mass of one kilogram above two nested springs.
fn dropped(damping: f64) -> WorldDescription {
    let mut world = WorldDescription::new(coulomb(0.0, 0.0));
    world.gravity = DVec2::new(0.0, -G);
    world.bodies.push(body("mass", Shape::Disc { radius: 0.05 }, 1.0, DVec2::new(0.0, START)));
    world.forces.push(ForceDescription::Compression {
        a: Attachment { body: Some("mass".to_owned()), at: Anchor::Local(DVec2::ZERO) },
        b: Attachment { body: None, at: Anchor::Local(DVec2::ZERO) },
        springs: SPRINGS.map(|(stiffness, free_length)| HelicalSpring { stiffness, free_length }).to_vec(),
        damping,
    });
    world
}

fn play(world: &WorldDescription, settings: &Settings) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let record = run(&world, &mut state, settings);
    assert_eq!(record.end, End::Time);
    (record, state)
}

/// Time and speed at which u'' = -w^2 u gets from u with speed v downwards to `to`.
fn swing(w: f64, (u, v): (f64, f64), to: f64) -> (f64, f64) {
    let size = u.hypot(v / w);
    let (first, last) = ((v / w).atan2(u), (to / size).clamp(-1.0, 1.0).acos());
    ((last - first) / w, size * w * last.sin())
}

/// The time after which the mass is back where it was dropped: twice fall, one spring, both springs up to the turn.
fn period() -> f64 {
    let [(k1, l1), (k2, l2)] = SPRINGS;
    let fall = (2.0 * (START - l1) / G).sqrt();
    let (one, speed) = swing(k1.sqrt(), (G / k1, G * fall), l2 - l1 + G / k1);
    let both = k1 + k2;
    let rest = (k1 * l1 + k2 * l2 - G) / both;
    let depth = (l2 - rest).hypot(speed / both.sqrt());
    let (two, _) = swing(both.sqrt(), (l2 - rest, speed), -depth);
    2.0 * (fall + one + two)
}

#[test]
fn a_mass_comes_back_from_nested_springs_as_exactly_as_asked() {
    let mut evaluations = Vec::new();
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let settings = Settings { every: None, tolerance, ..Settings::until(period()) };
        let (record, state) = play(&dropped(0.0), &settings);
        // Some tens of steps, each with an error of the tolerance, and rounding times the number of steps.
        let allowed = 100.0 * tolerance + 1e-12;
        assert!((state.q[1] - START).abs() < allowed, "{tolerance:e}: {:e}", state.q[1] - START);
        assert!(state.v[1].abs() < 10.0 * allowed, "{tolerance:e}: {:e}", state.v[1]);
        evaluations.push(record.counts.evaluations as f64);
    }
    // A method of order five needs 10^(12/5) / 10^(6/5) = 16 times the steps; across kinks that are not located it is of order two.
    assert!(evaluations[2] < 20.0 * evaluations[0], "{evaluations:?}");
}

#[test]
fn a_damper_that_never_pulls_only_takes_energy() {
    let (record, state) = play(&dropped(5.0), &Settings::until(3.0));
    let energies: Vec<f64> = record.samples.iter().map(|sample| sample.energy.total()).collect();
    // The tolerance of a step, 1e-10, times their number.
    assert!(energies.windows(2).all(|pair| pair[1] < pair[0] + 1e-8));
    // At rest on the springs: k_1 (l_1 - y) = m g, above the second one.
    near("rest", state.q[1], SPRINGS[0].1 - G / SPRINGS[0].0, 1e-3);
}

#[test]
fn velocities_that_tear_a_joint_are_projected_with_a_warning() {
    let mut world = WorldDescription::new(coulomb(0.0, 0.0));
    let mut bar = body("bar", Shape::Rod { length: 1.0, radius: 0.0 }, 1.0, DVec2::new(0.5, 0.0));
    bar.velocity = DVec2::new(0.3, 1.0);
    world.bodies.push(bar);
    let at = Anchor::Start(DVec2::ZERO);
    let kind = JointKind::Pin { at_a: at, at_b: at };
    world.joints.push(JointDescription { name: "hinge".to_owned(), a: "bar".to_owned(), b: None, kind });
    let (record, state) = play(&world, &Settings::until(1e-12));
    assert!(record.warnings.iter().any(|text| text.contains("joint \"hinge\"")), "{:?}", record.warnings);
    // The momentum about the pin, m v l/2, is kept: w = m v (l/2) / (m l^2 / 3).
    near("spin", state.v[2], 1.5, 1e-9);
    near("x", state.v[0], 0.0, 1e-9);
}
