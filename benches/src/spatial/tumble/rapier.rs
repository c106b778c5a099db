//! Rapier (rapier3d-f64) on the tumbling body: its own parameters but for the step, gyroscopic forces on.

use rapier3d_f64::prelude::*;

use super::{MASS, MOMENTS, SPIN, Tumble, UNTIL, attitude};
use crate::spatial::trial::timed;

/// With fixed steps.
pub(super) fn run(steps: usize) -> Tumble {
    let step = UNTIL / steps as f64;
    let make = || {
        let mut world = PhysicsWorld::new();
        world.integration_parameters.dt = step;
        world.gravity = Vector::ZERO;
        let inertia = MassProperties::new(Vector::ZERO, MASS, Vector::from(MOMENTS));
        let body = RigidBodyBuilder::dynamic().additional_mass_properties(inertia).angvel(Vector::from(SPIN));
        let body = world.insert_body(body.can_sleep(false).gyroscopic_forces_enabled(true));
        (world, body)
    };
    let ((world, body), seconds) = timed(make, |(world, _)| (0..steps).for_each(|_| world.step()));
    let turn = world.bodies[body].rotation();
    Tumble {
        engine: "Rapier",
        setting: format!("step {step:.0e} s"),
        seconds,
        attitude: attitude([turn.w, turn.x, turn.y, turn.z]),
    }
}
