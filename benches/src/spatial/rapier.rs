//! Rapier (rapier3d-f64) on the chain: its own parameters but for the step, no sleeping; joints by impulses, and by joint angles.

use rapier3d_f64::prelude::*;

use super::chain::{ANGLE, GRAVITY, LENGTH, MASS, MOMENTS, UNTIL};
use super::trial::{Trial, timed};

/// The chain with fixed steps.
pub(crate) fn steps(links: usize, steps: usize, by_angles: bool) -> Trial {
    let step = UNTIL / steps as f64;
    let make = || build(links, step, by_angles);
    let ((world, last), seconds) = timed(make, |(world, _)| (0..steps).for_each(|_| world.step()));
    let tip = world.bodies[last].position() * Vector::new(0.5 * LENGTH, 0.0, 0.0);
    Trial {
        engine: if by_angles { "Rapier, angles" } else { "Rapier" },
        setting: format!("step {step:.0e} s"),
        seconds,
        tip: [tip.x, tip.y, tip.z],
        energy: None,
        evaluations: None,
    }
}

fn build(links: usize, step: f64, by_angles: bool) -> (PhysicsWorld, RigidBodyHandle) {
    let mut world = PhysicsWorld::new();
    world.integration_parameters.dt = step;
    world.gravity = Vector::new(0.0, 0.0, -GRAVITY);
    let inertia = MassProperties::new(Vector::ZERO, MASS, Vector::from(MOMENTS));
    let turn = std::f64::consts::FRAC_PI_2 - ANGLE;
    let mut before = (world.insert_body(RigidBodyBuilder::fixed().rotation(Vector::new(0.0, turn, 0.0))), 0.0);
    for k in 0..links {
        let middle = (k as f64 + 0.5) * LENGTH;
        let place = Vector::new(middle * ANGLE.sin(), 0.0, -middle * ANGLE.cos());
        let body = RigidBodyBuilder::dynamic().translation(place).rotation(Vector::new(0.0, turn, 0.0));
        let body = world.insert_body(body.can_sleep(false).additional_mass_properties(inertia));
        let side = if k % 2 == 0 { 1.0 } else { -1.0 };
        let joint = RevoluteJointBuilder::new(Vector::new(0.0, side, 1.0).normalize())
            .local_anchor1(Vector::new(before.1, 0.0, 0.0))
            .local_anchor2(Vector::new(-0.5 * LENGTH, 0.0, 0.0));
        if by_angles {
            world.insert_multibody_joint(before.0, body, joint);
        } else {
            world.insert_impulse_joint(before.0, body, joint);
        }
        before = (body, 0.5 * LENGTH);
    }
    (world, before.0)
}
