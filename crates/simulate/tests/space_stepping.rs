//! Time stepping in space: the cone solver on bodies that roll, slide and lean on each other (X4, X5).
#![allow(clippy::unwrap_used)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::space::World;
use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::events::State;
use carom_simulate::record::{End, Record};
use carom_simulate::{Settings, stepping};
use glam::{DQuat, DVec3};

const GRAVITY: f64 = 9.81;

fn law(e: f64, mu: f64) -> PairLaw {
    let impact = by_name("kane", &Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() }).unwrap();
    PairLaw { impact, restitution: e, friction: Friction::Coulomb { mu }, penalty: None }
}

fn on_floor(bodies: Vec<BodyDescription>, law: PairLaw) -> WorldDescription {
    let mut description = WorldDescription::new(law);
    description.gravity = DVec3::new(0.0, 0.0, -GRAVITY);
    description.bodies = bodies;
    description.bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec3::Z }));
    description
}

fn go(description: &WorldDescription, until: f64, step: f64) -> Record {
    let world = World::new(description).unwrap();
    let start = world.start();
    let mut state = State { t: 0.0, q: start.q.clone(), v: start.v.clone(), closed: Vec::new(), step: 0.0 };
    let record = stepping::run(&world, &mut state, &Settings { step, ..Settings::until(until) });
    assert_eq!(record.end, End::Time);
    record
}

/// A sphere thrown with spin ends rolling with the speed that the moment of momentum about its contact says, whatever the step.
#[test]
fn a_sphere_ends_rolling() {
    let ball = BodyDescription {
        mass: MassDescription::of_mass(7.0),
        position: DVec3::new(0.0, 0.0, 0.108),
        velocity: DVec3::new(6.0, 1.0, 0.0),
        spin: DVec3::new(20.0, -35.0, 4.0),
        ..BodyDescription::new("ball", Shape::Sphere { radius: 0.108 })
    };
    let record = go(&on_floor(vec![ball], law(0.0, 0.12)), 4.0, 2e-3);
    let end = record.samples.last().unwrap();
    let velocity = DVec3::new(3.205_714_285_714_286, 0.097_142_857_142_857_2, 0.0);
    assert!((DVec3::from_slice(&end.v) - velocity).length() < 1e-8, "{:?}", end.v);
}

/// A box on a slope holds at 0.999 of the limit and slides at 1.001, whichever way the slope faces.
#[test]
fn a_box_on_a_slope_that_faces_any_way() {
    let slope: f64 = 0.4;
    for heading in [0.0, 0.5, 2.0, 3.7] {
        let down = DQuat::from_rotation_z(heading) * DVec3::X;
        for part in [1.001, 0.999] {
            let mu = part * slope.tan();
            let body = BodyDescription {
                mass: MassDescription::of_mass(2.0),
                position: DVec3::new(0.0, 0.0, 0.1),
                ..BodyDescription::new("box", Shape::Box { size: DVec3::new(0.4, 0.3, 0.2) })
            };
            let mut description = on_floor(vec![body], law(0.0, mu));
            description.gravity = GRAVITY * (slope.sin() * down - slope.cos() * DVec3::Z);
            let end = go(&description, 1.0, 5e-3).samples.pop().unwrap();
            let moved = DVec3::from_slice(&end.q) - DVec3::new(0.0, 0.0, 0.1);
            let expected = 0.5 * GRAVITY * (slope.sin() - mu * slope.cos()).max(0.0) * down;
            // Constant acceleration is exact; the solver leaves its residual.
            assert!((moved - expected).length() < 1e-6, "{heading} {part}: {moved} {expected}");
        }
    }
}

/// A small heap of boxes, balls and capsules comes to rest: it loses energy only, and nothing goes through anything.
#[test]
fn a_heap_comes_to_rest() {
    let mut bodies = Vec::new();
    for k in 0..8 {
        let shape = match k % 3 {
            0 => Shape::Box { size: DVec3::new(0.3, 0.4, 0.2) },
            1 => Shape::Sphere { radius: 0.15 },
            _ => Shape::Capsule { radius: 0.12, length: 0.3 },
        };
        let (x, y) = (0.11 * f64::from(k % 2), 0.07 * f64::from(k % 3));
        bodies.push(BodyDescription {
            mass: MassDescription::of_mass(1.0),
            position: DVec3::new(x, y, 0.5 + 0.6 * f64::from(k)),
            rotation: DQuat::from_euler(glam::EulerRot::XYZ, 0.3 * f64::from(k), 0.2, 0.1),
            ..BodyDescription::new(format!("body {k}"), shape)
        });
    }
    let record = go(&on_floor(bodies, law(0.0, 0.5)), 3.0, 2e-3);
    let energies: Vec<f64> = record.samples.iter().map(|sample| sample.energy.total()).collect();
    let rise = energies.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
    // Of 170 J at the start; gyroscopic moments are taken at the velocities before the step, which is good to its square.
    assert!(rise < 1e-3, "energy rises by {rise}");
    // Half a stride of the fastest fall in one step.
    assert!(record.counts.penetration < 2e-2, "{}", record.counts.penetration);
    let end = record.samples.last().unwrap();
    assert!(end.q.chunks_exact(7).all(|q| q[2] > 0.05), "{:?}", end.q);
}
