//! Rims and sides of cylinders against edges, sides and rims: gaps in closed form, and against the distance of the bodies as wholes.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at the first surprise

mod common;
#[path = "../../simulate/tests/common/separation.rs"]
mod separation;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::space::{Pose, World};
use carom_mechanics::{At, Contact, Model, Site, Touch};
use common::space::{rotation, vector};
use common::{Random, law};
use glam::{DQuat, DVec3};
use proptest::prelude::*;
use separation::{bounds, overlap};

fn placed(name: &str, shape: &Shape, pose: &Pose) -> BodyDescription {
    BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: pose.position,
        rotation: pose.rotation,
        ..BodyDescription::new(name, shape.clone())
    }
}

fn world(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> Option<World> {
    let mut description = WorldDescription::new(law());
    description.bodies = vec![placed("a", a.0, a.1), placed("b", b.0, b.1)];
    World::new(&description).ok()
}

fn pose(x: f64, y: f64, z: f64, rotation: DQuat) -> Pose {
    Pose { position: DVec3::new(x, y, z), rotation }
}

fn contacts(world: &World, reach: f64) -> Vec<Contact> {
    let (start, mut sites) = (world.start(), Vec::new());
    world.sites(0.0, &start.q, reach, &mut sites);
    let at = At { t: 0.0, q: &start.q, v: &start.v };
    let contact = |site: Site| {
        let (gap, face) = world.gap(site, 0.0, &start.q);
        let touch = Touch { site, face };
        let mut contact = Contact::default();
        world.contact(touch, at, &mut contact);
        let valid = world.margin(touch, 0.0, &start.q) > -1e-9 && gap <= reach;
        valid.then_some(contact)
    };
    sites.into_iter().filter_map(contact).collect()
}

const STILL: DQuat = DQuat::IDENTITY;

fn about_x(angle: f64) -> DQuat {
    DQuat::from_rotation_x(angle)
}

fn can() -> Shape {
    Shape::Cylinder { radius: 0.3, length: 0.8 }
}

fn points(contacts: &[Contact]) -> Vec<DVec3> {
    contacts.iter().map(|c| DVec3::from_array(c.point)).collect()
}

/// Contacts of `a` with `b` within 1e-6, as many as told, all with this gap and normal (from b to a).
fn expect(what: &str, a: (&Shape, &Pose), b: (&Shape, &Pose), count: usize, gap: f64, normal: DVec3) -> Vec<DVec3> {
    let world = world(a, b).unwrap_or_else(|| panic!("{what} overlap"));
    let found = contacts(&world, gap + 1e-6);
    assert_eq!(found.len(), count, "{what}: {:?}", points(&found));
    for contact in &found {
        // Rounding of positions of order one; normals of crossings that are nearly parallel are as good as their sines.
        assert!((contact.gap - gap).abs() < 1e-12, "{what}: gap {}", contact.gap);
        let n = DVec3::from_array(contact.normal);
        let sign = if world.bodies_of_pair(1) == (0, 1) { 1.0 } else { -1.0 };
        assert!((n - sign * normal).length() < 1e-9, "{what}: normal {n}");
    }
    points(&found)
}

/// A cylinder across an edge of a cube that stands on another edge: one point; along it: the ends of what is common.
#[test]
fn cylinders_on_an_edge() {
    let ridge = (&Shape::Box { size: DVec3::ONE }, &pose(0.0, 0.0, 0.0, about_x(FRAC_PI_4)));
    let top = 0.5_f64.sqrt() + 0.3 + 1e-3;
    let across = expect("across", (&can(), &pose(0.1, 0.0, top, about_x(FRAC_PI_2))), ridge, 1, 1e-3, DVec3::Z);
    // On the underside of the cylinder or on the edge, by a millimetre.
    assert!(across[0].distance(DVec3::new(0.1, 0.0, 0.5_f64.sqrt())) < 2e-3);
    let along = DQuat::from_rotation_y(FRAC_PI_2);
    let ends = expect("along", (&can(), &pose(0.0, 0.0, top, along)), ridge, 2, 1e-3, DVec3::Z);
    assert!((ends[0].x - ends[1].x).abs() > 0.79, "{ends:?}");
    // Shifted, so that one end of the edge carries.
    let ends = expect("shifted", (&can(), &pose(0.3, 0.0, top, along)), ridge, 2, 1e-3, DVec3::Z);
    assert!(((ends[0].x - ends[1].x).abs() - 0.6).abs() < 1e-9, "{ends:?}");
}

/// A can that leans over the edge of a table with its rim: the normal is across the edge and the rim.
#[test]
fn a_rim_on_an_edge() {
    // The edge runs along y at the origin, the rim crosses it with the tangent x: its lowest point is there.
    let table = (
        &Shape::Box { size: DVec3::new(1.0, 1.0, 1.0) },
        &pose(0.0, 0.0, -0.5_f64.sqrt(), DQuat::from_rotation_y(FRAC_PI_4)),
    );
    for lean in [0.2_f64, 0.7, 1.2] {
        let turn = about_x(lean);
        let low = turn * DVec3::new(0.0, -0.3, -0.4);
        let lowest =
            if low.z < (turn * DVec3::new(0.0, 0.3, -0.4)).z { low } else { turn * DVec3::new(0.0, 0.3, -0.4) };
        let place = pose(-lowest.x, 0.05 - lowest.y, 1e-3 - lowest.z, turn);
        let met = expect("leaning", (&can(), &place), table, 1, 1e-3, DVec3::Z);
        assert!(met[0].distance(DVec3::new(0.0, 0.05, 1e-3)) < 2e-3, "{met:?}");
    }
}

/// Cylinders on cylinders: crossed, parallel, rim on side, stacked, and shifted.
#[test]
fn cylinders_on_cylinders() {
    let lying = pose(0.0, 0.0, 0.0, DQuat::from_rotation_y(FRAC_PI_2));
    let crossed = pose(0.1, 0.2, 0.601, about_x(FRAC_PI_2));
    expect("crossed", (&can(), &crossed), (&can(), &lying), 1, 1e-3, DVec3::Z);
    let parallel = pose(0.2, 0.0, 0.601, DQuat::from_rotation_y(FRAC_PI_2) * DQuat::from_rotation_z(0.4));
    let ends = expect("parallel", (&can(), &parallel), (&can(), &lying), 2, 1e-3, DVec3::Z);
    assert!(((ends[0].x - ends[1].x).abs() - 0.6).abs() < 1e-9, "{ends:?}");
    // A can that leans by 0.5 rad in the plane across the axis of the one below: its lowest point is on top of that.
    let lean = about_x(0.5);
    let low = lean * DVec3::new(0.0, -0.3, -0.4);
    let leaning = pose(0.1, -low.y, 0.301 - low.z, lean);
    expect("rim on side", (&can(), &leaning), (&can(), &lying), 1, 1e-3, DVec3::Z);
    let below = pose(0.0, 0.0, 0.0, STILL);
    let small = Shape::Cylinder { radius: 0.1, length: 0.2 };
    expect("small on large", (&small, &pose(0.15, 0.0, 0.501, STILL)), (&can(), &below), 4, 1e-3, DVec3::Z);
    expect("large on small", (&can(), &pose(0.15, 0.0, 0.501, STILL)), (&small, &below), 4, 1e-3, DVec3::Z);
    let shifted = pose(0.2, 0.1, 0.801, DQuat::from_rotation_z(0.3));
    let lens = expect("shifted", (&can(), &shifted), (&can(), &below), 5, 1e-3, DVec3::Z);
    // Two of them are where the rims cross: 0.3 from both axes.
    let on_both = |p: &&DVec3| (p.x.hypot(p.y) - 0.3).abs() < 1e-9 && ((p.x - 0.2).hypot(p.y - 0.1) - 0.3).abs() < 1e-9;
    assert_eq!(lens.iter().filter(on_both).count(), 2, "{lens:?}");
}

/// A can that stands on a beam narrower than itself, and a beam on a can: where the edges cross the rim.
#[test]
fn flat_on_a_beam() {
    let beam = Shape::Box { size: DVec3::new(4.0, 0.3, 0.2) };
    let (below, above) =
        (pose(0.0, 0.0, 0.0, DQuat::from_rotation_z(0.2)), pose(0.0, 0.0, 0.501, DQuat::from_rotation_z(1.0)));
    let met = expect("can on a beam", (&can(), &above), (&beam, &below), 4, 1e-3, DVec3::Z);
    let crossing = |p: &&DVec3| ((below.rotation.conjugate() * **p).y.abs() - 0.15).abs() < 1e-9;
    assert_eq!(met.iter().filter(crossing).count(), 4, "{met:?}");
    let bar = Shape::Capsule { radius: 0.1, length: 4.0 };
    let flat = pose(0.0, 0.1, 0.501, DQuat::from_rotation_y(FRAC_PI_2));
    let met = expect("capsule on a can", (&bar, &flat), (&can(), &pose(0.0, 0.0, 0.0, STILL)), 2, 1e-3, DVec3::Z);
    assert!(((met[0].x - met[1].x).abs() - 2.0 * (0.09_f64 - 0.01).sqrt()).abs() < 1e-9, "{met:?}");
}

fn shape(random: &mut Random, kinds: usize) -> Shape {
    match random.below(kinds) {
        0 => Shape::Cylinder { radius: random.between(0.1, 0.5), length: random.between(0.1, 0.9) },
        1 => Shape::Box { size: DVec3::new(0.4, 0.6, 0.9) * random.between(0.5, 1.0) },
        2 => Shape::Capsule { radius: random.between(0.1, 0.3), length: random.between(0.3, 0.8) },
        3 => Shape::Sphere { radius: random.between(0.1, 0.4) },
        _ => {
            let vertices = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
            let faces = vec![vec![0, 1, 2], vec![0, 3, 1], vec![0, 2, 3], vec![1, 3, 2]];
            Shape::Polyhedron { vertices: vertices.map(|v| 0.4 * DVec3::from_array(v)).to_vec(), faces }
        }
    }
}

proptest! {
    #![proptest_config(common::cases(300))]

    /// A cylinder and another body pushed together until they touch, as wholes: the least gap of all sites is what they are apart, there and 1e-3
    /// before, and no site is closed that should not be.
    #[test]
    fn the_least_gap_is_the_distance(seed in any::<u64>()) {
        let mut random = Random(seed);
        let (a, b) = (shape(&mut random, 1), shape(&mut random, 5));
        let (turn, other) = (rotation(&mut random), rotation(&mut random));
        let way = vector(&mut random, 1.0).normalize_or(DVec3::X);
        let beside = vector(&mut random, 0.2);
        let below = Pose { position: DVec3::ZERO, rotation: other };
        let above = |part: f64| Pose { position: beside + way * part, rotation: turn };
        let distance = |part: f64| bounds((&a, &above(part)), (&b, &below));
        let (mut low, mut high) = (0.0, 4.0);
        prop_assume!(distance(low)[1] == 0.0);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if distance(middle)[0] > 1e-9 { high = middle } else { low = middle }
        }
        // A little further on they overlap, and are refused.
        if overlap((&a, &above(high - 1e-5)), (&b, &below), 1e-7) {
            prop_assert!(world((&a, &above(high - 1e-5)), (&b, &below)).is_none(), "{a:?} {b:?} are not said to overlap");
        }
        for more in [0.0, 1e-3, 0.02] {
            let world = world((&a, &above(high + more)), (&b, &below));
            prop_assert!(world.is_some(), "{more}: {a:?} {b:?} are said to overlap");
            let (world, [_, distance]) = (world.unwrap(), distance(high + more));
            let mut sites = Vec::new();
            world.sites(0.0, &world.start().q, 1.0, &mut sites);
            let least = sites.iter().map(|&site| world.gap(site, 0.0, &world.start().q).0).fold(1.0, f64::min);
            // Both bounds of the distance are good to 1e-9. Over the planes of a polyhedron a vertex is less high than it is far, and curves that are
            // not where a contact can be are open by 1e-4 of the smaller body at least.
            prop_assert!(least < distance + 1e-9, "{more}: {least} is more than {distance}: {a:?} {b:?}");
            prop_assert!(least > (0.1 * distance).min(1e-6) - 1e-9, "{more}: {least} is less than {distance}: {a:?} {b:?}");
        }
    }
}
