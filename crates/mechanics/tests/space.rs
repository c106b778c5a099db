//! A body in space: the rate of its pose, its contact and its energy by central differences.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_mechanics::space::description::{BodyDescription, Shape, WorldDescription};
use carom_mechanics::space::{POSITIONS, VELOCITIES, World};
use carom_mechanics::{At, Contact, Mass, Model, Touch};
use common::space::{free, path, vector};
use common::{DIFFERENCE, Path, Random, close, law};
use glam::DVec3;
use proptest::prelude::*;

/// A body with a spherical part off its centre over a plane that leans.
fn body(random: &mut Random, gravity: DVec3) -> (World, Path) {
    let shape = Shape::Sphere { radius: random.between(0.1, 0.5) };
    let normal = vector(random, 1.0) + DVec3::Z;
    let mut description = WorldDescription::new(law());
    description.gravity = gravity;
    description.bodies = vec![
        free(random, "ball", shape, DVec3::ZERO),
        BodyDescription { position: -2.0 * normal, ..BodyDescription::fixed("plane", Shape::HalfSpace { normal }) },
    ];
    let world = World::new(&description).unwrap();
    let path = path(random, &world);
    (world, path)
}

fn contact(body: &World, at: At) -> Contact {
    let (mut contact, mut sites) = (Contact::default(), Vec::new());
    body.sites(at.t, at.q, 100.0, &mut sites);
    body.contact(Touch { site: sites[0], face: 0 }, at, &mut contact);
    contact
}

proptest! {
    #![proptest_config(common::cases(100))]

    #[test]
    fn rate_is_the_rate_of_displacements(seed in any::<u64>()) {
        let (body, path) = body(&mut Random(seed), DVec3::ZERO);
        let mut rate = vec![0.0; POSITIONS];
        body.rate(&path.q, &path.v, &mut rate);
        for (k, got) in rate.iter().enumerate() {
            close(*got, path.derivative(&body, |at| at.q[k]), DIFFERENCE, "rate");
        }
    }

    #[test]
    fn rows_and_biases(seed in any::<u64>()) {
        let (body, path) = body(&mut Random(seed), DVec3::ZERO);
        let here = path.at(&body, 0.0, |at| contact(&body, at));
        let rate = path.derivative(&body, |at| contact(&body, at).gap);
        close(here.along_normal.velocity(&path.v), rate, DIFFERENCE, "D_N");
        let directions: [fn(&Contact) -> &carom_mechanics::Direction; 4] =
            [|c| &c.along_normal, |c| &c.tangential[0], |c| &c.tangential[1], |c| &c.moment];
        for direction in directions {
            let rate = path.derivative(&body, |at| direction(&contact(&body, at)).velocity(at.v));
            close(path.acceleration(direction(&here)), rate, DIFFERENCE, "D'");
        }
        // The tangential velocity is that of the material point at the point of contact.
        let (p, x) = (DVec3::from(here.point), DVec3::from_slice(&path.q));
        let velocity = DVec3::from_slice(&path.v) + DVec3::from_slice(&path.v[3..]).cross(p - x);
        let n = DVec3::from(here.normal);
        let slip = here.tangential[0].velocity(&path.v).hypot(here.tangential[1].velocity(&path.v));
        close(slip, (velocity - velocity.dot(n) * n).length(), 1e-13, "slip");
    }

    /// Free of contact, energy is constant and so is the angular momentum about the centre of mass.
    #[test]
    fn free_motion_conserves(seed in any::<u64>()) {
        let (body, mut path) = body(&mut Random(seed), DVec3::new(0.0, 0.5, -9.81));
        let mut mass = Mass::default();
        body.mass(&path.q, &mut mass);
        let mut a = vec![0.0; VELOCITIES];
        body.force(At { t: 0.0, q: &path.q, v: &path.v }, &mut a);
        mass.solve(&mut a);
        path.a = a;
        close(path.derivative(&body, |at| body.energy(at).total()), 0.0, DIFFERENCE, "power");
        for k in 3..6 {
            let momentum = |at: At| {
                let (mut mass, mut p) = (Mass::default(), at.v.to_vec());
                body.mass(at.q, &mut mass);
                mass.multiply(&mut p);
                p[k]
            };
            close(path.derivative(&body, momentum), 0.0, DIFFERENCE, "angular momentum");
        }
    }
}
