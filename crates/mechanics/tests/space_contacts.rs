//! Contacts in space: gaps, rows and biases by central differences, and the sites of pairs of shapes.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_mechanics::space::World;
use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{At, Contact, Direction, Model, Site, Touch};
use common::space::{free, path, prescribed, vector};
use common::{DIFFERENCE, Random, close, law};
use glam::{DQuat, DVec3};
use proptest::prelude::*;

fn tetrahedron() -> Shape {
    let vertices = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let faces = vec![vec![0, 1, 2], vec![0, 3, 1], vec![0, 2, 3], vec![1, 3, 2]];
    Shape::Polyhedron { vertices: vertices.map(|v| 0.4 * DVec3::from_array(v)).to_vec(), faces }
}

fn shape(random: &mut Random, kinds: usize) -> Shape {
    match random.below(kinds) {
        4 => Shape::Cylinder { radius: random.between(0.2, 0.4), length: random.between(0.1, 0.8) },
        0 => Shape::Sphere { radius: random.between(0.1, 0.4) },
        1 => Shape::Capsule { radius: random.between(0.1, 0.3), length: random.between(0.3, 0.8) },
        2 => Shape::Box { size: DVec3::new(0.4, 0.6, 0.9) * random.between(0.5, 1.0) },
        _ => tetrahedron(),
    }
}

/// Two bodies near each other; the second may follow a motion or be a half-space.
fn two(random: &mut Random) -> Option<World> {
    let mut description = WorldDescription::new(law());
    let (first, second) = (shape(random, 5), shape(random, 5));
    description.bodies.push(free(random, "a", first, DVec3::ZERO));
    let at = vector(random, 1.0).normalize_or(DVec3::X) * random.between(0.6, 1.3);
    let mut b = free(random, "b", second, at);
    match random.below(3) {
        0 => b.drive = prescribed(random, at),
        1 => {
            b = BodyDescription::fixed("b", Shape::HalfSpace { normal: -at });
            b.position = at;
            b.drive = prescribed(random, at);
        }
        _ => {}
    }
    description.bodies.push(b);
    if random.below(2) == 1 {
        description.bodies.reverse();
    }
    World::new(&description).ok()
}

fn sites(world: &World, reach: f64) -> Vec<Site> {
    let mut sites = Vec::new();
    world.sites(0.0, &world.start().q, reach, &mut sites);
    sites
}

fn contact(world: &World, touch: Touch, at: At) -> Contact {
    let mut contact = Contact::default();
    world.contact(touch, at, &mut contact);
    contact
}

proptest! {
    #![proptest_config(common::cases(300))]

    /// D_N is the rate of the gap, and D' = W^T v' + zeta for every direction.
    #[test]
    fn rows_and_biases(seed in any::<u64>()) {
        let mut random = Random(seed);
        let Some(world) = two(&mut random) else { return Ok(()) };
        let path = path(&mut random, &world);
        for site in sites(&world, 1.0) {
            let (gap, face) = world.gap(site, 0.0, &path.q);
            let touch = Touch { site, face };
            let look = |at: At| contact(&world, touch, at);
            let here = path.at(&world, 0.0, look);
            // Where the site is open sideways its gap is larger than that of its lines or points.
            prop_assert!(gap >= here.gap - 1e-12 || here.gap < 0.0);
            if !path.converged(&world, |at| look(at).gap) {
                continue;
            }
            let rate = path.derivative(&world, |at| look(at).gap);
            close(here.along_normal.velocity(&path.v), rate, DIFFERENCE, "D_N");
            let directions: [fn(&Contact) -> &Direction; 4] =
                [|c| &c.along_normal, |c| &c.tangential[0], |c| &c.tangential[1], |c| &c.moment];
            for direction in directions {
                if path.converged(&world, |at| direction(&look(at)).velocity(at.v)) {
                    let rate = path.derivative(&world, |at| direction(&look(at)).velocity(at.v));
                    close(path.acceleration(direction(&here)), rate, DIFFERENCE, "D'");
                }
            }
        }
    }

    /// The least gap of all sites is zero where two bodies that approach first touch: bisecting the way to the first overlap that
    /// the description itself refuses.
    #[test]
    fn bodies_touch_where_a_gap_is_zero(seed in any::<u64>()) {
        let mut random = Random(seed);
        // A cylinder may touch with its rim where it is not looked for.
        let (first, second) = (shape(&mut random, 4), shape(&mut random, 4));
        let mut a = free(&mut random, "a", first, DVec3::ZERO);
        let mut b = free(&mut random, "b", second, DVec3::ZERO);
        (a.velocity, b.velocity) = (DVec3::ZERO, DVec3::ZERO);
        let way = vector(&mut random, 1.0).normalize_or(DVec3::X);
        let place = |part: f64| {
            let mut description = WorldDescription::new(law());
            description.bodies = vec![a.clone(), BodyDescription { position: way * part, ..b.clone() }];
            World::new(&description)
        };
        prop_assume!(place(0.0).is_err());
        let (mut low, mut high) = (0.0, 4.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if place(middle).is_ok() { high = middle } else { low = middle }
        }
        let world = place(high).unwrap();
        let least = sites(&world, 1.0).iter().map(|&site| world.gap(site, 0.0, &world.start().q).0).fold(1.0, f64::min);
        // The description allows an overlap of 1e-9 of the size.
        prop_assert!(least.abs() < 3e-9, "least gap {least}");
        // Further away no gap is zero, and none is negative.
        let apart = place(high + 0.05).unwrap();
        let gaps = sites(&apart, 1.0);
        prop_assert!(gaps.iter().all(|&site| apart.gap(site, 0.0, &apart.start().q).0 > 1e-6));
    }
}

fn boxes(size: DVec3, upper: BodyDescription) -> World {
    let mut description = WorldDescription::new(law());
    description.bodies = vec![upper, BodyDescription::fixed("table", Shape::Box { size })];
    World::new(&description).unwrap()
}

fn touching(world: &World) -> usize {
    let q = &world.start().q;
    let margin = |site: Site, face: u32| world.margin(Touch { site, face }, 0.0, q);
    let near = sites(world, 1e-9);
    near.iter().filter(|&&site| margin(site, world.gap(site, 0.0, q).1) > -1e-9).count()
}

/// A face on a face has as many points as the patch has corners.
#[test]
fn faces_on_faces() {
    let upper = |size: DVec3, rotation: DQuat, x: f64| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec3::new(x, 0.0, 1.0 + 0.5 * size.z),
        rotation,
        ..BodyDescription::new("box", Shape::Box { size })
    };
    let table = DVec3::new(4.0, 4.0, 2.0);
    let turn = DQuat::from_rotation_z(0.3);
    // Four vertices on the table.
    assert_eq!(touching(&boxes(table, upper(DVec3::ONE, turn, 0.0))), 4);
    // A long bar across the table: its sides cross the table's.
    assert_eq!(touching(&boxes(table, upper(DVec3::new(9.0, 1.0, 1.0), turn, 0.0))), 4);
    // A bar with one end on the table: two vertices and two crossings.
    assert_eq!(touching(&boxes(table, upper(DVec3::new(3.0, 1.0, 1.0), DQuat::IDENTITY, 2.0))), 4);
    // A small table under a large box: the vertices are the table's.
    assert_eq!(touching(&boxes(DVec3::new(1.0, 1.0, 2.0), upper(DVec3::new(3.0, 3.0, 1.0), turn, 0.0))), 4);
}

/// A cylinder stands on its rim, lies on its side, and leans.
#[test]
fn cylinders_on_a_table() {
    let placed = |rotation: DQuat, z: f64| BodyDescription {
        mass: MassDescription::of_mass(1.0),
        position: DVec3::new(0.1, 0.2, 1.0 + z),
        rotation,
        ..BodyDescription::new("can", Shape::Cylinder { radius: 0.3, length: 0.8 })
    };
    let table = DVec3::new(4.0, 4.0, 2.0);
    assert_eq!(touching(&boxes(table, placed(DQuat::from_rotation_z(0.4), 0.4))), 4);
    assert_eq!(
        touching(&boxes(
            table,
            placed(DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2) * DQuat::from_rotation_z(0.3), 0.3)
        )),
        2
    );
    let lean: f64 = 0.5;
    assert_eq!(
        touching(&boxes(
            table,
            placed(DQuat::from_rotation_x(lean) * DQuat::from_rotation_z(0.3), 0.4 * lean.cos() + 0.3 * lean.sin())
        )),
        1
    );
}
