//! Joints that form trees: the answers of articulated inertias against the rows of the same joints.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    Anchor, Attachment, Axis, BodyDescription, ForceDescription, JointDescription, JointFrame, JointKind,
    MassDescription, Shape, WorldDescription,
};
use carom_mechanics::{At, JointRow, Mass, Model, Opened};
use common::space::{free, prescribed, vector};
use common::{Random, law};
use glam::{DQuat, DVec3};
use proptest::prelude::*;

const BODIES: usize = 7;

/// Rounding of some hundred operations with numbers of order one to some hundreds, and inertias that differ by factors of some tens.
const ROUNDING: f64 = 1e-11;

fn kind(random: &mut Random) -> JointKind {
    let here = Anchor::Start(vector(random, 1.0));
    let axis = vector(random, 1.0);
    let frame = |axis: DVec3| JointFrame { at: here, axis: Axis::Start(axis), reference: None };
    match random.below(5) {
        0 => JointKind::Spherical { at_a: here, at_b: here },
        1 => JointKind::Universal { a: frame(axis), b: frame(axis.any_orthogonal_vector()) },
        2 => JointKind::Weld { at_a: here, at_b: here },
        _ => JointKind::Revolute { a: frame(axis), b: frame(axis) },
    }
}

/// Bodies of which each but some hangs on an earlier one, on the world or on a body that is moved, from either side of its joint.
fn forest(random: &mut Random) -> WorldDescription {
    let mut description = WorldDescription::new(law());
    let ball = || Shape::Sphere { radius: 0.2 };
    let mut moved = BodyDescription::new("moved", ball());
    moved.drive = prescribed(random, DVec3::new(0.3, -0.2, 0.1));
    description.bodies.push(moved);
    for k in 1..BODIES {
        description.bodies.push(free(random, &format!("body-{k}"), ball(), DVec3::new(k as f64, 0.5, -0.4)));
        let other = random.below(k + 2);
        // The first may float; of what is left one hangs on the world.
        if k == 1 && random.below(2) == 0 || other > k {
            continue;
        }
        let other = (other < k).then(|| description.bodies[other].name.clone());
        let mut names = [Some(format!("body-{k}")), other];
        if random.below(2) == 1 {
            names.reverse();
        }
        let [a, b] = names;
        description.joints.push(JointDescription::new(format!("joint-{k}"), a, b, kind(random)));
    }
    let end = |body: &str, at: DVec3| Attachment { body: Some(body.to_owned()), at: Anchor::Local(at) };
    description.forces.push(ForceDescription::Spring {
        a: end("body-2", vector(random, 0.3)),
        b: end("body-5", vector(random, 0.3)),
        stiffness: 20.0,
        damping: 1.0,
        free_length: None,
    });
    description
}

/// An instant near the start, the joints open by a little and moving apart.
fn instant(random: &mut Random, world: &World) -> (f64, Vec<f64>, Vec<f64>) {
    let (n, mut q) = (world.velocities(), world.start().q.clone());
    world.displace(&mut q, &random.list(n, 0.01));
    (random.between(0.0, 1.0), q, random.list(n, 2.0))
}

/// M, F and the rows at an instant.
fn terms(world: &World, at: At) -> (Mass, Vec<f64>, Vec<JointRow>) {
    let (mut mass, mut force, mut rows) = (Mass::default(), vec![0.0; at.v.len()], Vec::new());
    world.mass(at.q, &mut mass);
    world.force(at, &mut force);
    world.joints(at, &mut rows);
    (mass, force, rows)
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |m, x| m.max(x.abs()))
}

fn accelerations(world: &World, at: At) -> (Vec<f64>, Vec<f64>) {
    let mut tree = world.tree().unwrap();
    let (mut rate, mut acceleration) = (vec![0.0; at.q.len()], vec![0.0; at.v.len()]);
    tree.rate(at, &mut rate, &mut acceleration);
    (rate, acceleration)
}

proptest! {
    #![proptest_config(common::cases(200))]

    /// M v' = F + H^T lambda and H v' + eta = 0.
    #[test]
    fn accelerations_and_reactions_solve_the_equations_of_the_rows(seed in any::<u64>()) {
        let mut random = Random(seed);
        let mut description = forest(&mut random);
        description.gravity = vector(&mut random, 10.0);
        let world = World::new(&description).unwrap();
        if description.joints.is_empty() {
            prop_assert!(world.tree().is_none());
            return Ok(());
        }
        let (t, q, v) = instant(&mut random, &world);
        let at = At { t, q: &q, v: &v };
        let mut tree = world.tree().unwrap();
        let (mut rate, mut acceleration, mut reactions) = (vec![0.0; q.len()], vec![0.0; v.len()], Vec::new());
        tree.rate(at, &mut rate, &mut acceleration);
        tree.reactions(at, &mut reactions);
        let mut expected = vec![0.0; q.len()];
        world.rate(&q, &v, &mut expected);
        prop_assert_eq!(&rate, &expected);
        let (mass, force, rows) = terms(&world, at);
        prop_assert_eq!(rows.len(), reactions.len());
        let mut left = acceleration.clone();
        mass.multiply(&mut left);
        let size = 1.0 + largest(&left).max(largest(&force)).max(largest(&reactions));
        left.iter_mut().zip(&force).for_each(|(left, force)| *left -= force);
        rows.iter().zip(&reactions).for_each(|(row, lambda)| row.direction.row.add_to(-lambda, &mut left));
        prop_assert!(largest(&left) <= ROUNDING * size, "{:e} of {size:e}", largest(&left));
        for row in &rows {
            let left = row.direction.row.dot(&acceleration) + row.direction.bias;
            prop_assert!(left.abs() <= ROUNDING * (1.0 + largest(&acceleration)), "{left:e}");
        }
    }

    /// H d + error = 0, and M d is across every velocity that the joints allow: of those one is what another gravity adds.
    #[test]
    fn corrections_close_the_joints_by_the_shortest_way(seed in any::<u64>()) {
        let mut random = Random(seed);
        let mut description = forest(&mut random);
        let world = World::new(&description).unwrap();
        let Some(mut tree) = world.tree() else { return Ok(()) };
        let (t, q, v) = instant(&mut random, &world);
        let at = At { t, q: &q, v: &v };
        let (mut rate, mut without) = (vec![0.0; q.len()], vec![0.0; v.len()]);
        tree.rate(at, &mut rate, &mut without);
        description.gravity = vector(&mut random, 10.0);
        let (_, with) = accelerations(&World::new(&description).unwrap(), at);
        let allowed: Vec<f64> = with.iter().zip(&without).map(|(a, b)| a - b).collect();
        let (mass, _, rows) = terms(&world, at);
        for opened in [Opened::Positions, Opened::Velocities] {
            let error = |row: &JointRow| match opened {
                Opened::Positions => row.error,
                Opened::Velocities => row.direction.velocity(&v),
            };
            let mut d = vec![0.0; v.len()];
            let most = tree.look(at, opened);
            tree.correct(&mut d);
            let worst = rows.iter().fold(0.0_f64, |m, row| m.max(error(row).abs()));
            // Both are the largest error, in other directions.
            prop_assert!(most <= 3.0 * worst + ROUNDING && worst <= 3.0 * most + ROUNDING, "{most} {worst}");
            for row in &rows {
                let left = row.direction.row.dot(&d) + error(row);
                prop_assert!(left.abs() <= ROUNDING * (1.0 + largest(&d)), "{left:e}");
            }
            mass.multiply(&mut d);
            let work: f64 = d.iter().zip(&allowed).map(|(d, a)| d * a).sum();
            prop_assert!(work.abs() <= ROUNDING * (1.0 + largest(&d) * largest(&allowed)), "{work:e}");
        }
    }
}

proptest! {
    #![proptest_config(common::cases(100))]

    /// The factors of one instant serve corrections at another one close to it: every correction takes out all but as much of the errors as
    /// the two are apart.
    #[test]
    fn corrections_by_the_factors_of_another_instant_converge(seed in any::<u64>()) {
        let mut random = Random(seed);
        let world = World::new(&forest(&mut random)).unwrap();
        let Some(mut tree) = world.tree() else { return Ok(()) };
        let (t, n, mut q) = (world.start().t, world.velocities(), world.start().q.clone());
        let still = vec![0.0; n];
        world.displace(&mut q, &random.list(n, 1e-4));
        let (mut rate, mut acceleration) = (vec![0.0; q.len()], still.clone());
        tree.rate(At { t, q: &q, v: &still }, &mut rate, &mut acceleration);
        let mut errors = Vec::new();
        for _ in 0..4 {
            errors.push(tree.look(At { t, q: &q, v: &still }, Opened::Positions));
            let mut d = still.clone();
            tree.correct(&mut d);
            world.displace(&mut q, &d);
        }
        // From 1e-4 by factors of at least some hundreds; arms of some metres amplify.
        prop_assert!(errors[1] <= 1e-6 && errors[2] <= 1e-8 && errors[3] <= 1e-10, "{errors:?}");
    }
}

/// A chain of links that hangs plumb, turned by an angle that has no exact cosine.
fn plumb(links: usize) -> WorldDescription {
    let mut world = WorldDescription::new(law());
    world.gravity = DVec3::new(0.0, 0.0, -9.81);
    let turn = DQuat::from_rotation_z(0.7);
    for k in 0..links {
        world.bodies.push(BodyDescription {
            mass: MassDescription::of_density(1000.0),
            position: DVec3::new(0.0, 0.0, -0.1 * k as f64 - 0.05),
            rotation: turn * DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2),
            ..BodyDescription::new(format!("link-{k}"), Shape::Box { size: DVec3::new(0.1, 0.02, 0.02) })
        });
        let here = JointFrame {
            at: Anchor::Start(DVec3::new(0.0, 0.0, -0.1 * k as f64)),
            axis: Axis::Start(turn * DVec3::Y),
            reference: None,
        };
        let (a, b) = (format!("link-{k}"), (k > 0).then(|| format!("link-{}", k - 1)));
        world.joints.push(JointDescription::new(
            format!("hinge-{k}"),
            Some(a),
            b,
            JointKind::Revolute { a: here, b: here },
        ));
    }
    world
}

/// What hangs at rest must not creep by rounding.
#[test]
fn a_chain_that_hangs_plumb_does_not_move() {
    let world = World::new(&plumb(20)).unwrap();
    let (_, acceleration) = accelerations(&world, world.start().at());
    assert!(acceleration.iter().all(|a| *a == 0.0), "{:e}", largest(&acceleration));
}

#[test]
fn loops_and_sliding_joints_have_no_tree() {
    let mut ring = plumb(3);
    assert!(World::new(&ring).unwrap().tree().is_some());
    let end = Anchor::Start(DVec3::new(0.0, 0.0, -0.3));
    let kind = JointKind::Spherical { at_a: end, at_b: end };
    ring.joints.push(JointDescription::new("closes", Some("link-2".to_owned()), None, kind));
    assert!(World::new(&ring).unwrap().tree().is_none());
    let mut sliding = plumb(3);
    if let JointKind::Revolute { a, b } = sliding.joints[1].kind.clone() {
        sliding.joints[1].kind = JointKind::Prismatic { a, b };
    }
    assert!(World::new(&sliding).unwrap().tree().is_none());
}
