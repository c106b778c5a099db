//! Random scenes of discs, boxes, rods and pins: the same motion in any frame, for any order of the bodies, on any thread (X3, the accuracy
//! contract).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    Anchor, BodyDescription, JointDescription, JointKind, Shape, WorldDescription,
};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, Record};
use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use scene::*;

/// Where the whole scene lies.
#[derive(Clone, Copy)]
struct Frame {
    turn: f64,
    shift: DVec2,
}

const HERE: Frame = Frame { turn: 0.0, shift: DVec2::ZERO };

impl Frame {
    fn vector(self, v: DVec2) -> DVec2 {
        DVec2::from_angle(self.turn).rotate(v)
    }

    fn point(self, p: DVec2) -> DVec2 {
        self.vector(p) + self.shift
    }
}

fn shape(chance: &mut Pcg64Mcg) -> Shape {
    match chance.random_range(0..3) {
        0 => Shape::Disc { radius: chance.random_range(0.08..0.18) },
        1 => Shape::Box { width: chance.random_range(0.2..0.4), height: chance.random_range(0.15..0.3) },
        _ => Shape::Rod { length: chance.random_range(0.2..0.35), radius: chance.random_range(0.02..0.05) },
    }
}

/// Three to six bodies thrown at each other over a floor; every third pair of neighbours is pinned together.
fn thrown(seed: u64, frame: Frame) -> WorldDescription {
    let mut chance = Pcg64Mcg::seed_from_u64(seed);
    let mut world = floor(coulomb(0.4, 0.3), 9.81, 0.0);
    world.gravity = frame.vector(world.gravity);
    world.bodies[0] = BodyDescription::fixed("floor", Shape::HalfSpace { normal: frame.vector(DVec2::Y) });
    world.bodies[0].position = frame.shift;
    for k in 0..3 + (seed % 4) as usize {
        let place = DVec2::new(0.55 * k as f64 - 0.8, chance.random_range(0.5..0.8));
        let mut one = body(&format!("body{k}"), shape(&mut chance), chance.random_range(0.5..1.5), frame.point(place));
        one.angle = frame.turn + chance.random_range(-1.5..1.5);
        let pinned = k % 3 == 2;
        let throw = DVec2::new(-1.5 * k as f64 + chance.random_range(0.0..1.0), chance.random_range(-0.5..0.5));
        // Bodies that a pin joins start with one velocity and no spin: no joint is torn.
        one.velocity = if pinned { world.bodies[k].velocity } else { frame.vector(throw) };
        one.spin = if k % 3 == 0 { chance.random_range(-1.0..1.0) } else { 0.0 };
        if pinned {
            let middle = Anchor::Start(0.5 * (one.position + world.bodies[k].position));
            let kind = JointKind::Pin { at_a: middle, at_b: middle };
            let b = Some(format!("body{}", k - 1));
            world.joints.push(JointDescription { name: format!("pin{k}"), a: one.name.clone(), b, kind });
        }
        world.bodies.push(one);
    }
    world
}

fn play(world: &WorldDescription, until: f64) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let record = run(&world, &mut state, &Settings { every: Some(0.05), ..Settings::until(until) });
    assert_eq!(record.end, End::Time);
    (record, state)
}

#[test]
fn nothing_penetrates_and_joints_hold() {
    for seed in 0..40 {
        let (record, _) = play(&thrown(seed, HERE), 1.5);
        let (depth, t) = deepest(&World::new(&thrown(seed, HERE)).unwrap(), &record);
        assert!(depth < 1e-9, "seed {seed}: {depth:e} at {t}");
        assert!(record.counts.penetration < 1e-9, "seed {seed}: {:e} {:?}", record.counts.penetration, record.events);
        assert!(record.counts.joint_error < 1e-10, "seed {seed}: {:e}", record.counts.joint_error);
        assert!(record.warnings.is_empty(), "seed {seed}: {:?}", record.warnings);
    }
}

/// The scenes are chaotic: how far rounding has grown is a matter of the number of impacts until then. A tenth of a millimetre
/// after half a second is far above it and far below what a wrong frame, order or mode does.
const APART: f64 = 1e-4;

#[test]
fn the_motion_is_the_same_in_another_frame() {
    let frame = Frame { turn: 0.7, shift: DVec2::new(3.0, -2.0) };
    for seed in 0..40 {
        let (_, here) = play(&thrown(seed, HERE), 0.5);
        let (_, there) = play(&thrown(seed, frame), 0.5);
        for (a, b) in here.q.chunks_exact(3).zip(there.q.chunks_exact(3)) {
            let apart = frame.point(DVec2::new(a[0], a[1])).distance(DVec2::new(b[0], b[1]));
            assert!(apart < APART && (a[2] + frame.turn - b[2]).abs() < 10.0 * APART, "seed {seed}: {a:?} {b:?}");
        }
    }
}

#[test]
fn the_order_of_the_bodies_does_not_matter() {
    for seed in 0..40 {
        let world = thrown(seed, HERE);
        let mut turned = world.clone();
        turned.bodies.reverse();
        let (_, one) = play(&world, 0.5);
        let (_, other) = play(&turned, 0.5);
        for (a, b) in one.q.chunks_exact(3).zip(other.q.chunks_exact(3).rev()) {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 10.0 * APART), "seed {seed}: {a:?} {b:?}");
        }
    }
}

#[test]
fn a_run_has_the_same_bits_on_any_thread() {
    for seed in 0..8 {
        let alone = play(&thrown(seed, HERE), 1.0);
        let together = std::thread::scope(|scope| {
            let threads = [0, 1].map(|_| scope.spawn(|| play(&thrown(seed, HERE), 1.0)));
            threads.map(|thread| thread.join().unwrap())
        });
        assert!(together.iter().all(|other| *other == alone), "seed {seed}");
    }
}
