//! What a scene says and nothing comes of.

use carom_mechanics::{plane, space};

use super::said::BodySaid;

/// Part of the rate of Euler parameters along themselves that is rounding of printed digits.
const ALONG: f64 = 1e-2;

/// A sentence for every force of the plane on a body that no force moves.
pub(super) fn forces_of_plane(world: &plane::description::WorldDescription) -> Vec<String> {
    use plane::description::{Drive, ForceDescription};
    let held = |name: &str| world.bodies.iter().any(|body| body.name == name && !matches!(body.drive, Drive::Free));
    let pushed = world.forces.iter().filter_map(|force| match force {
        ForceDescription::Applied { body, .. } if held(body) => Some(pushes_nothing(body)),
        _ => None,
    });
    pushed.collect()
}

/// The same of space.
pub(super) fn forces_of_space(world: &space::description::WorldDescription) -> Vec<String> {
    use space::description::{Drive, ForceDescription};
    let held = |name: &str| world.bodies.iter().any(|body| body.name == name && !matches!(body.drive, Drive::Free));
    let pushed = world.forces.iter().filter_map(|force| match force {
        ForceDescription::Applied { body, .. } if held(body) => Some(pushes_nothing(body)),
        _ => None,
    });
    pushed.collect()
}

fn pushes_nothing(body: &str) -> String {
    format!("the force on \"{body}\" changes nothing: it is fixed, or moves as it is told")
}

/// A sentence for every body whose Euler parameters would change their length: theta . theta' must be zero, and the part of the rate along
/// them is left out.
pub(super) fn rates(world: &space::description::WorldDescription, said: &[BodySaid]) -> Vec<String> {
    let told = world.bodies.iter().zip(said).filter_map(|(body, said)| {
        let (theta, rate) = (said.orientation?, said.orientation_rate?);
        let dot = |a: [f64; 4], b: [f64; 4]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (along, size) = (dot(theta, rate), (dot(theta, theta) * dot(rate, rate)).sqrt());
        (along.abs() > ALONG * size).then(|| {
            format!(
                "\"{}\": theta' = {rate:?} is not perpendicular to theta = {theta:?}; the part along theta, which would change its length, is left out",
                body.name
            )
        })
    });
    told.collect()
}
