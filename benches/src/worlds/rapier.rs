//! Rapier (rapier2d-f64) on the scenes: its own parameters but for the step, and no sleeping.

use rapier2d_f64::prelude::*;

use super::scene::{BLOCK, BLOCK_FRICTION, BOX, BOX_FRICTION, CHAIN, GRAVITY, RADIUS, Scene};
use super::trial::{Trial, timed};

pub(crate) const RAPIER: &str = "Rapier";
/// A scene with fixed steps.
pub(crate) fn steps(scene: Scene, steps: usize) -> Trial {
    let step = scene.until() / steps as f64;
    let ((world, bodies), seconds) =
        timed_from(|| build(scene, step), |(world, _)| (0..steps).for_each(|_| world.step()));
    let places = bodies.iter().map(|&handle| place(&world.bodies[handle])).collect();
    let contacts = world.contact_pairs().flat_map(|pair| pair.manifolds()).map(|m| m.data.solver_contacts.len()).sum();
    Trial { engine: RAPIER, setting: format!("step {step:.2e} s"), steps: Some(steps), seconds, places, contacts }
}

/// The least time of the second part alone.
fn timed_from<T>(mut first: impl FnMut() -> T, mut second: impl FnMut(&mut T)) -> (T, f64) {
    let mut world = first();
    let mut inside = f64::INFINITY;
    timed(|| {
        world = first();
        let start = std::time::Instant::now();
        second(&mut world);
        inside = inside.min(start.elapsed().as_secs_f64());
    });
    (world, inside)
}

fn place(body: &RigidBody) -> [f64; 3] {
    let at = body.translation();
    [at.x, at.y, body.rotation().angle()]
}

fn build(scene: Scene, step: f64) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld::new();
    world.integration_parameters.dt = step;
    world.gravity = Vector::new(0.0, -GRAVITY);
    if let Scene::Incline { ratio } = scene {
        let (sin, cos) = Scene::slope(ratio).sin_cos();
        world.gravity = Vector::new(GRAVITY * sin, -GRAVITY * cos);
    }
    let (e, mu) = match scene {
        Scene::Ball { e } => (e, 0.0),
        Scene::Incline { .. } => (0.0, BLOCK_FRICTION),
        Scene::Chain { .. } => (0.0, 0.0),
        Scene::Wall { .. } => (0.0, BOX_FRICTION),
    };
    let touching = |collider: ColliderBuilder| collider.mass(1.0).friction(mu).restitution(e);
    let bodies: Vec<RigidBodyHandle> = scene
        .start()
        .into_iter()
        .map(|[x, y, angle]| {
            let body = RigidBodyBuilder::dynamic().translation(Vector::new(x, y)).rotation(angle).can_sleep(false);
            match scene {
                Scene::Ball { .. } => world.insert(body, touching(ColliderBuilder::ball(RADIUS))).0,
                Scene::Incline { .. } => {
                    world.insert(body, touching(ColliderBuilder::cuboid(BLOCK[0] / 2.0, BLOCK[1] / 2.0))).0
                }
                Scene::Wall { .. } => {
                    world.insert(body, touching(ColliderBuilder::cuboid(BOX[0] / 2.0, BOX[1] / 2.0))).0
                }
                Scene::Chain { links } => {
                    let (length, mass) = (CHAIN / links as f64, 1.0 / links as f64);
                    let inertia = MassProperties::new(Vector::ZERO, mass, mass * length * length / 12.0);
                    world.insert_body(body.additional_mass_properties(inertia))
                }
            }
        })
        .collect();
    match scene {
        Scene::Chain { links } => pin(&mut world, &bodies, 0.5 * CHAIN / links as f64),
        _ => {
            let floor = touching(ColliderBuilder::new(SharedShape::halfspace(Vector::Y)));
            world.insert(RigidBodyBuilder::fixed(), floor);
        }
    }
    (world, bodies)
}

/// Pins every link to the one before, the first to the world.
fn pin(world: &mut PhysicsWorld, bodies: &[RigidBodyHandle], half: f64) {
    let mut before = (world.insert_body(RigidBodyBuilder::fixed()), 0.0);
    for &body in bodies {
        let joint = RevoluteJointBuilder::new()
            .local_anchor1(Vector::new(before.1, 0.0))
            .local_anchor2(Vector::new(-half, 0.0));
        world.insert_impulse_joint(before.0, body, joint);
        before = (body, half);
    }
}
