//! Joints and forces against central differences, and the count of a mechanism's ways to move.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at the first surprise

mod common;

use std::sync::Arc;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    Anchor, Attachment, BodyDescription, ForceDescription, ForceFrame, HelicalSpring, JointDescription, JointKind,
    MassDescription, Shape, WorldDescription,
};
use carom_mechanics::signal::{BodyState, Constant, Signal};
use carom_mechanics::{At, JointRow, Model};
use common::{DIFFERENCE, Path, Random, close, free, law, prescribed};
use glam::DVec2;
use proptest::prelude::*;

fn kind(random: &mut Random, which: usize) -> JointKind {
    let [at_a, at_b] = [random.vector(0.5), random.vector(0.5)].map(Anchor::Local);
    // Both ends of one point of the world: closed at the start.
    let here = Anchor::Start(random.vector(1.0));
    let axis = random.vector(1.0);
    match which {
        0 => JointKind::Pin { at_a: here, at_b: here },
        1 => JointKind::Slider { at_a: here, at_b: here, axis, angle: None },
        2 => JointKind::Weld { at_a: here, at_b: here, angle: None },
        3 => JointKind::PointOnLine { at_a: here, at_b: here, axis },
        _ => JointKind::Distance { at_a, at_b, length: None },
    }
}

/// Two bodies (b free, prescribed or the world) and one joint.
fn jointed(random: &mut Random, which: usize, other: usize) -> World {
    let mut description = WorldDescription::new(law());
    let disc = || Shape::Disc { radius: 0.2 };
    description.bodies.push(free(random, "a", disc(), DVec2::ZERO));
    let mut b = free(random, "b", disc(), DVec2::new(1.0, 0.5));
    if other == 1 {
        b.drive = prescribed(random, b.position, b.angle);
    }
    description.bodies.push(b);
    let b = (other < 2).then(|| "b".to_owned());
    let kind = kind(random, which);
    description.joints.push(JointDescription { name: "j".into(), a: "a".into(), b, kind });
    World::new(&description).unwrap()
}

fn rows(world: &World, at: At) -> Vec<JointRow> {
    let mut rows = Vec::new();
    world.joints(at, &mut rows);
    rows
}

proptest! {
    #![proptest_config(common::cases(300))]

    /// H v + h is the rate of phi, H v' + eta the rate of that, also where the joint is open.
    #[test]
    fn joints_are_differentiated(seed in any::<u64>(), which in 0..5usize, other in 0..3usize) {
        let mut random = Random(seed);
        let world = jointed(&mut random, which, other);
        let path = Path::random(&mut random, &world);
        let here = path.at(&world, 0.0, |at| rows(&world, at));
        prop_assert_eq!(here.len(), [2, 2, 3, 1, 1][which]);
        for (k, row) in here.iter().enumerate() {
            let rate = path.derivative(&world, |at| rows(&world, at)[k].error);
            close(row.direction.velocity(&path.v), rate, DIFFERENCE, "rate of phi");
            let rate = path.derivative(&world, |at| rows(&world, at)[k].direction.velocity(at.v));
            close(path.acceleration(&row.direction), rate, DIFFERENCE, "rate of H v + h");
        }
    }

    /// Forces of springs are the derivative of their energy; the total energy of a free motion is constant.
    #[test]
    fn springs_have_their_potential(seed in any::<u64>()) {
        let mut random = Random(seed);
        let world = sprung(&mut random, 0.0);
        let path = Path::random(&mut random, &world);
        let mut force = vec![0.0; world.velocities()];
        path.at(&world, 0.0, |at| world.force(at, &mut force));
        let power: f64 = force.iter().zip(&path.v).map(|(f, v)| f * v).sum();
        let rate = path.derivative(&world, |at| world.energy(at).potential);
        close(power, -rate, DIFFERENCE, "power");
        let work: f64 = (0..path.v.len()).map(|i| {
            let mut mass = carom_mechanics::Mass::default();
            world.mass(&path.q, &mut mass);
            let mut momentum = path.a.clone();
            mass.multiply(&mut momentum);
            momentum[i] * path.v[i]
        }).sum();
        let rate = path.derivative(&world, |at| world.energy(at).kinetic);
        close(work, rate, DIFFERENCE, "kinetic energy");
    }

    /// Dampers only take energy, and springs between two bodies give no net force or moment.
    #[test]
    fn dampers_dissipate(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (with, without) = (sprung(&mut Random(seed), 1.5), sprung(&mut Random(seed), 0.0));
        let path = Path::random(&mut random, &with);
        let forces = |world: &World| {
            let mut force = vec![0.0; world.velocities()];
            path.at(world, 0.0, |at| world.force(at, &mut force));
            force
        };
        let power: f64 = forces(&with).iter().zip(forces(&without)).zip(&path.v).map(|((f, g), v)| (f - g) * v).sum();
        prop_assert!(power <= 1e-12);
    }
}

/// Two bodies with one spring of each kind between them.
fn sprung(random: &mut Random, damping: f64) -> World {
    let mut description = WorldDescription::new(law());
    description.gravity = DVec2::new(0.5, -9.81);
    let disc = || Shape::Disc { radius: 0.2 };
    description.bodies = vec![free(random, "a", disc(), DVec2::ZERO), free(random, "b", disc(), DVec2::new(1.5, 0.5))];
    let end = |name: &str, at: DVec2| Attachment { body: Some(name.into()), at: Anchor::Local(at) };
    let (a, b) = (end("a", random.vector(0.3)), end("b", random.vector(0.3)));
    let spring = |stiffness: f64, free_length: f64| HelicalSpring { stiffness, free_length };
    description.forces = vec![
        ForceDescription::Spring { a: a.clone(), b: b.clone(), stiffness: 30.0, damping, free_length: Some(1.1) },
        ForceDescription::TorsionSpring {
            a: "a".into(),
            b: Some("b".into()),
            stiffness: 7.0,
            damping,
            free_angle: None,
        },
        ForceDescription::TorsionSpring { a: "b".into(), b: None, stiffness: 2.0, damping, free_angle: Some(0.3) },
        ForceDescription::Compression { a, b, springs: vec![spring(20.0, 3.0), spring(50.0, 0.1)], damping },
    ];
    World::new(&description).unwrap()
}

/// A force that looks at the state of another body.
#[derive(Debug)]
struct Follow;

impl Signal for Follow {
    fn value(&self, t: f64, bodies: &[BodyState]) -> f64 {
        t + 10.0 * bodies[1].x + bodies[1].spin
    }
}

#[test]
fn applied_forces_see_all_bodies() {
    let mut random = Random(5);
    let mut description = WorldDescription::new(law());
    let disc = || Shape::Disc { radius: 0.2 };
    let mut a = free(&mut random, "a", disc(), DVec2::ZERO);
    a.shapes = vec![disc().into()];
    a.angle = std::f64::consts::FRAC_PI_2;
    description.bodies = vec![a, free(&mut random, "b", disc(), DVec2::new(2.0, 0.0))];
    description.forces = vec![ForceDescription::Applied {
        body: "a".into(),
        at: Anchor::Local(DVec2::new(0.1, 0.0)),
        force: [Some(Arc::new(Follow)), Some(Arc::new(Constant(3.0)))],
        torque: Some(Arc::new(Constant(0.5))),
        frame: ForceFrame::Body,
    }];
    let world = World::new(&description).unwrap();
    let start = world.start();
    let mut force = vec![0.0; 6];
    world.force(At { t: 0.25, q: &start.q, v: &start.v }, &mut force);
    let along = 0.25 + 10.0 * start.q[3] + start.v[5];
    // Turned by a quarter: (f, 3) becomes (-3, f), at (0, 0.1): moment 0.3.
    for (got, expected) in force.iter().zip([-3.0, along, 0.8, 0.0, 0.0, 0.0]) {
        close(*got, expected, 1e-14, "force");
    }
}

#[test]
fn nested_springs_act_one_after_the_other() {
    // W5: free lengths 0.3 and 0.2: none above 0.3, one down to 0.2, then both.
    let mut description = WorldDescription::new(law());
    description.bodies = vec![BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec2::new(0.0, 0.25),
        ..BodyDescription::new("plate", Shape::Box { width: 0.1, height: 0.1 })
    }];
    let springs = vec![
        HelicalSpring { stiffness: 100.0, free_length: 0.3 },
        HelicalSpring { stiffness: 1000.0, free_length: 0.2 },
    ];
    description.forces = vec![ForceDescription::Compression {
        a: Attachment { body: Some("plate".into()), at: Anchor::Local(DVec2::ZERO) },
        b: Attachment { body: None, at: Anchor::Local(DVec2::ZERO) },
        springs,
        damping: 0.0,
    }];
    let world = World::new(&description).unwrap();
    for (y, expected) in [(0.35, 0.0), (0.25, 5.0), (0.15, 15.0 + 50.0)] {
        let mut force = vec![0.0; 3];
        world.force(At { t: 0.0, q: &[0.0, y, 0.0], v: &[0.0; 3] }, &mut force);
        close(force[1], expected, 1e-13, "push");
    }
}

/// Bars of a closed chain through these points; the first bar is the ground.
fn linkage(points: &[DVec2], extra: bool) -> World {
    let mut description = WorldDescription::new(law());
    let n = points.len();
    let name = |i: usize| format!("bar{i}");
    for i in 1..n {
        let (p, q) = (points[i - 1], points[i]);
        description.bodies.push(BodyDescription {
            mass: MassDescription::of_mass(1.0),
            position: 0.5 * (p + q),
            angle: (q - p).to_angle(),
            ..BodyDescription::new(name(i), Shape::Rod { length: p.distance(q), radius: 0.0 })
        });
    }
    let mut pin = |a: String, b: Option<String>, at: DVec2| {
        let kind = JointKind::Pin { at_a: Anchor::Start(at), at_b: Anchor::Start(at) };
        description.joints.push(JointDescription { name: format!("pin{}", description.joints.len()), a, b, kind });
    };
    pin(name(1), None, points[0]);
    for (i, &point) in points.iter().enumerate().take(n - 1).skip(1) {
        pin(name(i), Some(name(i + 1)), point);
    }
    pin(name(n - 1), None, points[n - 1]);
    if extra {
        pin(name(1), None, points[0]);
    }
    World::new(&description).unwrap()
}

#[test]
fn a_four_bar_linkage_has_one_way_to_move() {
    let points = [(0.0, 0.0), (0.0, 1.0), (2.0, 1.5), (2.0, 0.0)].map(DVec2::from);
    let mobility = linkage(&points, false).mobility();
    assert_eq!((mobility.gruebler, mobility.mobility, mobility.equations), (1, 1, 8));
    // A second pin at the same place is redundant: Gruebler's count is wrong.
    let world = linkage(&points, true);
    let mobility = world.mobility();
    assert_eq!((mobility.gruebler, mobility.mobility, mobility.rank), (-1, 1, 8));
    let redundant: Vec<(String, usize)> = world.redundant_joints().into_iter().map(|r| (r.joint, r.implied)).collect();
    assert_eq!(redundant, [("pin0".to_owned(), 2), ("pin4".to_owned(), 2)]);
    assert!(linkage(&points, false).redundant_joints().is_empty());
}

#[test]
fn a_flat_linkage_has_a_second_way_at_that_instant() {
    let points = [(0.0, 0.0), (1.0, 0.0), (3.0, 0.0), (4.0, 0.0)].map(DVec2::from);
    let mobility = linkage(&points, false).mobility();
    assert_eq!((mobility.gruebler, mobility.mobility), (1, 2));
}
