//! Rapier (rapier3d-f64) on a pile: its own parameters but for the step, no sleeping.

use cpu_time::ProcessTime;
use rapier3d_f64::prelude::*;

use super::{DENSITY, Form, GRAVITY, LOOK, Outcome, PATIENCE, Pile};

pub(super) const RAPIER: &str = "Rapier";

/// The pile with fixed steps, until its end or the end of our patience.
pub(super) fn run(pile: &Pile, step: f64) -> Outcome {
    let (mut world, bodies) = build(pile, step);
    let (each, count) = ((LOOK / step).round() as usize, (pile.settings.until / LOOK).round() as usize);
    let (mut looks, mut seconds) = (Vec::new(), 0.0);
    while looks.len() < count && seconds < PATIENCE {
        let before = ProcessTime::now();
        (0..each).for_each(|_| world.step());
        seconds += before.elapsed().as_secs_f64();
        looks.push(bodies.iter().flat_map(|&body| place(&world.bodies[body])).collect());
    }
    let setting = format!("step {:.1} ms", 1e3 * step);
    Outcome { engine: RAPIER, setting, seconds, simulated: LOOK * looks.len() as f64, looks, residual: None }
}

fn place(body: &RigidBody) -> [f64; 7] {
    let (at, turn) = (body.translation(), body.rotation());
    [at.x, at.y, at.z, turn.w, turn.x, turn.y, turn.z]
}

fn build(pile: &Pile, step: f64) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld::new();
    world.integration_parameters.dt = step;
    world.gravity = Vector::new(0.0, 0.0, -GRAVITY);
    for [normal, point] in &pile.planes {
        let plane =
            ColliderBuilder::new(SharedShape::halfspace(Vector::from(*normal))).friction(pile.mu).restitution(0.0);
        world.insert(RigidBodyBuilder::fixed().translation(Vector::from(*point)), plane);
    }
    let insert = |(form, q): (&Form, &[f64])| {
        let collider = match *form {
            Form::Box([x, y, z]) => ColliderBuilder::cuboid(0.5 * x, 0.5 * y, 0.5 * z),
            Form::Ball(radius) => ColliderBuilder::ball(radius),
        };
        let turn = Rotation::from_xyzw(q[4], q[5], q[6], q[3]);
        let body = RigidBodyBuilder::dynamic().translation(Vector::new(q[0], q[1], q[2])).can_sleep(false);
        let body = body.rotation(turn.to_scaled_axis());
        world.insert(body, collider.density(DENSITY).friction(pile.mu).restitution(0.0)).0
    };
    let bodies = pile.forms.iter().zip(pile.world.start().q.chunks_exact(7)).map(insert).collect();
    (world, bodies)
}
