//! `[[joint]]`: pin, slider, weld, point-on-line, distance.

use carom_mechanics::plane::description::{JointDescription, JointKind};
use glam::DVec2;

use super::body::Body;
use super::error::{Fault, Origin};
use super::fields::Fields;
use super::items::Item;
use super::names::{ANCHORS, JointNames, WORLD, anchors, ends};
use crate::quantity::Dimension;

/// A joint and where it was described.
pub(super) struct Joint {
    pub description: JointDescription,
    pub at: Origin,
}

/// The keys every joint has.
const COMMON: [&str; 3] = ["name", "kind", "between"];

/// Each kind with the keys of its own.
const KINDS: [(&str, &[&str]); 5] = [
    ("pin", &[]),
    ("slider", &["axis", "angle"]),
    ("weld", &["angle"]),
    ("point-on-line", &["axis"]),
    ("distance", &["length"]),
];

pub(super) fn joints(items: &[Item<'_>], bodies: &[Body]) -> Result<Vec<Joint>, Fault> {
    let mut names = JointNames::default();
    items.iter().enumerate().map(|(number, item)| joint(item, number, bodies, &mut names)).collect()
}

fn joint(item: &Item<'_>, number: usize, bodies: &[Body], names: &mut JointNames) -> Result<Joint, Fault> {
    let every: Vec<&str> = COMMON.into_iter().chain(ANCHORS).chain(["axis", "angle", "length"]).collect();
    let fields = Fields::of_item(item, item.subject("joint", number), &every)?;
    let (kind, own) = fields.chosen("kind", &KINDS.map(|(name, keys)| (name, (name, keys))))?;
    let ends = ends(&fields, bodies)?;
    let name_of = |index: usize| bodies[index].description.name.clone();
    let (a, b) = (name_of(ends.a), ends.b.map(name_of));
    let name = names.next(&fields, format!("{kind} {a}-{}", b.as_deref().unwrap_or(WORLD)))?;
    let keys: Vec<&str> = COMMON.into_iter().chain(ANCHORS).chain(own.iter().copied()).collect();
    let fields = Fields::of_item(item, format!("joint \"{name}\" ({kind})"), &keys)?;
    let kind = joint_kind(&fields, kind, bodies[ends.a].description.position)?;
    Ok(Joint { description: JointDescription { name, a, b, kind }, at: item.at })
}

/// Lines and welds pass through the centre of a unless points are given.
fn joint_kind(fields: &Fields<'_>, kind: &str, centre_of_a: DVec2) -> Result<JointKind, Fault> {
    let default = (!["pin", "distance"].contains(&kind)).then_some(centre_of_a);
    let [at_a, at_b] = anchors(fields, default)?;
    let angle = fields.number("angle", Dimension::Angle)?;
    Ok(match kind {
        "pin" => JointKind::Pin { at_a, at_b },
        "slider" => JointKind::Slider { at_a, at_b, axis: fields.needed_direction("axis")?, angle },
        "weld" => JointKind::Weld { at_a, at_b, angle },
        "point-on-line" => JointKind::PointOnLine { at_a, at_b, axis: fields.needed_direction("axis")? },
        _ => JointKind::Distance { at_a, at_b, length: fields.positive("length", Dimension::Length)? },
    })
}
