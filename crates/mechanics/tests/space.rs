//! A body in space: the rate of its pose, its contact and its energy by central differences.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_mechanics::space::{POSITIONS, Pose, SphereOnPlane, SphereOnPlaneDescription, VELOCITIES};
use carom_mechanics::{At, Contact, Mass, Model, Site, Touch};
use common::{DIFFERENCE, Path, Random, close, law};
use glam::{DQuat, DVec3};
use proptest::prelude::*;

fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_slice(&random.list(3, size))
}

fn body(random: &mut Random, gravity: DVec3) -> (SphereOnPlane, Path) {
    let given = SphereOnPlaneDescription {
        mass: random.between(0.5, 2.0),
        moments: DVec3::new(random.between(0.1, 0.5), random.between(0.1, 0.5), random.between(0.1, 0.5)),
        centre: vector(random, 0.3),
        radius: random.between(0.1, 0.5),
        gravity,
        point: vector(random, 0.5),
        normal: vector(random, 1.0) + DVec3::Z,
        law: law(),
    };
    let pose = Pose { position: vector(random, 1.0), rotation: DQuat::from_scaled_axis(vector(random, 2.0)) };
    let mut q = vec![0.0; POSITIONS];
    pose.write(&mut q);
    let path = Path { t: 0.0, q, v: random.list(VELOCITIES, 2.0), a: random.list(VELOCITIES, 3.0) };
    (SphereOnPlane::new(given).unwrap(), path)
}

fn contact(body: &SphereOnPlane, at: At) -> Contact {
    let mut contact = Contact::default();
    body.contact(Touch { site: Site { pair: 0, feature: 0 }, face: 0 }, at, &mut contact);
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
