//! Bodies whose motion begins elsewhere than where their own keys put them.

use carom_mechanics::signal::Motion;
use carom_mechanics::{plane, space};

use super::fields::short;

/// Part by which the two places may differ: what numbers written with nine digits are off by.
const SAME: f64 = 1e-8;

/// A sentence for every such body of the plane.
pub(super) fn in_plane(world: &plane::description::WorldDescription) -> Vec<String> {
    let moved = world.bodies.iter().filter_map(|body| match &body.drive {
        plane::description::Drive::Prescribed(motion) => Some((body, motion)),
        _ => None,
    });
    let said = moved.flat_map(|(body, motion)| {
        let own = [
            ("x", body.position.x, &motion.x),
            ("y", body.position.y, &motion.y),
            ("angle", body.angle, &motion.angle),
        ];
        own.into_iter().filter_map(|(key, own, motion)| remark(&body.name, key, own, motion.as_deref()?, world.start))
    });
    said.collect()
}

/// The same of space.
pub(super) fn in_space(world: &space::description::WorldDescription) -> Vec<String> {
    let moved = world.bodies.iter().filter_map(|body| match &body.drive {
        space::description::Drive::Prescribed(motion) => Some((body, motion)),
        _ => None,
    });
    let said = moved.flat_map(|(body, motion)| {
        let own = ["x", "y", "z"].into_iter().zip(body.position.to_array()).zip(&motion.position);
        own.filter_map(|((key, own), motion)| remark(&body.name, key, own, motion.as_deref()?, world.start))
    });
    said.collect()
}

fn remark(name: &str, key: &str, own: f64, motion: &dyn Motion, start: f64) -> Option<String> {
    let begins = motion.at(start).value;
    (own != 0.0 && (own - begins).abs() > SAME * own.abs().max(begins.abs())).then(|| {
        format!(
            "\"{name}\" begins at {key} = {} by its motion, and not at {}, where its own keys put it",
            short(begins),
            short(own)
        )
    })
}
