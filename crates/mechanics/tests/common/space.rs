//! Worlds of space for tests.

use std::sync::Arc;

use carom_mechanics::Model;
use carom_mechanics::signal::{Motion, Sinusoid};
use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    BodyDescription, Drive, MassDescription, MotionDescription, Shape, ShapeDescription,
};
use glam::{DQuat, DVec3};

use super::{Path, Random};

pub fn vector(random: &mut Random, size: f64) -> DVec3 {
    DVec3::from_slice(&random.list(3, size))
}

pub fn rotation(random: &mut Random) -> DQuat {
    DQuat::from_scaled_axis(vector(random, 2.0))
}

/// A free body somewhere, its shape off its centre of mass.
pub fn free(random: &mut Random, name: &str, shape: Shape, at: DVec3) -> BodyDescription {
    let placed = ShapeDescription { offset: vector(random, 0.1), rotation: rotation(random), ..shape.into() };
    // Moments that a body can have: sums of second moments.
    let [a, b, c] = [0; 3].map(|_| random.between(0.05, 0.25));
    let moments = DVec3::new(b + c, c + a, a + b);
    BodyDescription {
        mass: MassDescription::of_mass_and_moments(random.between(0.5, 2.0), moments),
        position: at,
        rotation: rotation(random),
        velocity: vector(random, 2.0),
        spin: vector(random, 2.0),
        ..BodyDescription::new(name, placed)
    }
}

/// A motion of every coordinate about a place, and of the angle about an axis.
pub fn prescribed(random: &mut Random, position: DVec3) -> Drive {
    let mut motion = |offset: f64| -> Option<Arc<dyn Motion>> {
        Some(Arc::new(Sinusoid {
            offset,
            amplitude: random.between(0.1, 0.5),
            omega: random.between(0.5, 2.0),
            phase: random.between(0.0, 6.0),
        }))
    };
    let position = position.to_array().map(&mut motion);
    let angle = motion(0.3);
    Drive::Prescribed(MotionDescription { position, axis: vector(random, 1.0), angle })
}

/// A motion through the start of a world with random velocities and accelerations.
pub fn path(random: &mut Random, world: &World) -> Path {
    let n = world.velocities();
    Path { t: world.start().t, q: world.start().q.clone(), v: random.list(n, 2.0), a: random.list(n, 3.0) }
}
