//! Joints and forces in space against central differences.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    Anchor, Attachment, Axis, ForceDescription, HelicalSpring, JointDescription, JointFrame, JointKind, JointLimits,
    Shape, WorldDescription,
};
use carom_mechanics::{At, Contact, JointRow, Mass, Model, Touch};
use common::space::{free, path, prescribed, vector};
use common::{DIFFERENCE, Random, close, law};
use glam::DVec3;
use proptest::prelude::*;

/// Equations of each kind.
const EQUATIONS: [usize; 8] = [3, 1, 4, 5, 5, 4, 6, 1];

fn kind(random: &mut Random, which: usize) -> JointKind {
    let [at_a, at_b] = [vector(random, 0.5), vector(random, 0.5)].map(Anchor::Local);
    // Both ends of one point and one axis of the world: closed at the start.
    let here = Anchor::Start(vector(random, 1.0));
    let axis = vector(random, 1.0);
    let frame = |axis: DVec3| JointFrame { at: here, axis: Axis::Start(axis), reference: None };
    let (a, b) = (frame(axis), frame(axis));
    match which {
        0 => JointKind::Spherical { at_a: here, at_b: here },
        1 => JointKind::Planar { at_a: here, at_b: here, normal: Axis::Local(axis) },
        2 => JointKind::Cylindrical { a, b },
        3 => JointKind::Prismatic { a, b },
        4 => JointKind::Revolute { a, b },
        5 => JointKind::Universal { a, b: frame(axis.any_orthogonal_vector()) },
        6 => JointKind::Weld { at_a: here, at_b: here },
        _ => JointKind::Distance { at_a, at_b, length: None },
    }
}

/// Two bodies (one free, the other free, prescribed or the world, on either side) and one joint.
fn jointed(random: &mut Random, which: usize, other: usize) -> World {
    let mut description = WorldDescription::new(law());
    let ball = || Shape::Sphere { radius: 0.2 };
    description.bodies.push(free(random, "a", ball(), DVec3::ZERO));
    let mut b = free(random, "b", ball(), DVec3::new(1.0, 0.5, -0.4));
    if other == 1 {
        b.drive = prescribed(random, b.position);
    }
    description.bodies.push(b);
    let mut names = [Some("a".to_owned()), (other < 2).then(|| "b".to_owned())];
    if random.below(2) == 1 {
        names.reverse();
    }
    let [a, b] = names;
    description.joints.push(JointDescription::new("j", a, b, kind(random, which)));
    World::new(&description).unwrap()
}

fn rows(world: &World, at: At) -> Vec<JointRow> {
    let mut rows = Vec::new();
    world.joints(at, &mut rows);
    rows
}

/// Two bodies and one joint with stops.
fn stopped(random: &mut Random, which: usize) -> World {
    let mut description = WorldDescription::new(law());
    let ball = || Shape::Sphere { radius: 0.2 };
    description.bodies =
        vec![free(random, "a", ball(), DVec3::ZERO), free(random, "b", ball(), DVec3::new(1.0, 0.5, -0.4))];
    let kind = kind(random, which);
    let limits = Some(JointLimits { lower: -0.7, upper: 2.5, restitution: 0.5 });
    let joint = JointDescription::new("j", Some("a".into()), Some("b".into()), kind);
    description.joints.push(JointDescription { limits, ..joint });
    World::new(&description).unwrap()
}

proptest! {
    #![proptest_config(common::cases(300))]

    /// The rate of a stop's gap and the rate of that, where the joint is closed.
    #[test]
    fn stops_are_differentiated(seed in any::<u64>(), which in 2..5usize) {
        let mut random = Random(seed);
        let world = stopped(&mut random, which);
        let mut path = path(&mut random, &world);
        // A turn of both bodies about the axis of a revolute joint is the only motion its angle is meant for.
        let n = path.v.len();
        let (velocities, accelerations) = (world.start().v.clone(), vec![0.0; n]);
        if which == 4 {
            (path.v, path.a) = (velocities, accelerations);
            path.v.copy_within(0..6, 6);
        }
        let mut sites = Vec::new();
        world.sites(path.t, &path.q, 10.0, &mut sites);
        let stops: Vec<_> = sites.into_iter().filter(|site| world.joint_of_pair(site.pair).is_some()).collect();
        prop_assert_eq!(stops.len(), 2);
        for site in stops {
            let look = |at: At| {
                let mut contact = Contact::default();
                world.contact(Touch { site, face: 0 }, at, &mut contact);
                contact
            };
            let here = path.at(&world, 0.0, look);
            close(here.gap, world.gap(site, path.t, &path.q).0, 1e-14, "gap");
            let rate = path.derivative(&world, |at| look(at).gap);
            close(here.along_normal.velocity(&path.v), rate, DIFFERENCE, "D_N");
            let rate = path.derivative(&world, |at| look(at).along_normal.velocity(at.v));
            close(path.acceleration(&here.along_normal), rate, DIFFERENCE, "D_N'");
        }
    }

    /// H v + h is the rate of phi, H v' + eta the rate of that, also where the joint is open.
    #[test]
    fn joints_are_differentiated(seed in any::<u64>(), which in 0..8usize, other in 0..3usize) {
        let mut random = Random(seed);
        let world = jointed(&mut random, which, other);
        let mut path = path(&mut random, &world);
        // Somewhere else than at the start: the joint is open there.
        let d = random.list(path.v.len(), 0.3);
        world.displace(&mut path.q, &d);
        let here = path.at(&world, 0.0, |at| rows(&world, at));
        prop_assert_eq!(here.len(), EQUATIONS[which]);
        for (k, row) in here.iter().enumerate() {
            let rate = path.derivative(&world, |at| rows(&world, at)[k].error);
            close(row.direction.velocity(&path.v), rate, DIFFERENCE, "rate of phi");
            let rate = path.derivative(&world, |at| rows(&world, at)[k].direction.velocity(at.v));
            close(path.acceleration(&row.direction), rate, DIFFERENCE, "rate of H v + h");
        }
    }

    /// Forces of springs are the derivative of their energy; M v' . v and the gyroscopic moments that of the kinetic energy.
    #[test]
    fn springs_have_their_potential(seed in any::<u64>()) {
        let mut random = Random(seed);
        let world = sprung(&mut random);
        let path = path(&mut random, &world);
        let (mut force, mut mass) = (vec![0.0; world.velocities()], Mass::default());
        path.at(&world, 0.0, |at| world.force(at, &mut force));
        world.mass(&path.q, &mut mass);
        let dot = |f: &[f64]| f.iter().zip(&path.v).map(|(f, v)| f * v).sum::<f64>();
        let rate = path.derivative(&world, |at| world.energy(at).potential);
        close(dot(&force), -rate, DIFFERENCE, "power");
        let mut momentum = path.a.clone();
        mass.multiply(&mut momentum);
        let rate = path.derivative(&world, |at| world.energy(at).kinetic);
        close(dot(&momentum), rate, DIFFERENCE, "kinetic energy");
    }
}

/// Two bodies with springs between points off their centres; one of free length zero.
fn sprung(random: &mut Random) -> World {
    let mut description = WorldDescription::new(law());
    description.gravity = DVec3::new(0.5, 0.2, -9.81);
    let ball = || Shape::Sphere { radius: 0.2 };
    description.bodies =
        vec![free(random, "a", ball(), DVec3::ZERO), free(random, "b", ball(), DVec3::new(1.5, 0.5, 0.3))];
    let end = |name: &str, at: DVec3| Attachment { body: Some(name.into()), at: Anchor::Local(at) };
    let (a, b) = (end("a", vector(random, 0.3)), end("b", vector(random, 0.3)));
    let world = Attachment { body: None, at: Anchor::Local(vector(random, 2.0)) };
    let spring = |stiffness: f64, free_length: f64| HelicalSpring { stiffness, free_length };
    let linear = |a: &Attachment, b: &Attachment, free_length: f64| ForceDescription::Spring {
        a: a.clone(),
        b: b.clone(),
        stiffness: 30.0,
        damping: 0.0,
        free_length: Some(free_length),
    };
    description.forces = vec![
        linear(&a, &b, 1.1),
        linear(&a, &world, 0.0),
        ForceDescription::Compression { a, b, springs: vec![spring(20.0, 3.0), spring(50.0, 0.1)], damping: 0.0 },
    ];
    World::new(&description).unwrap()
}
