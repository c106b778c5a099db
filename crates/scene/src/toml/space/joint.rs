//! `[[joint]]` of space: fixed-point, spherical, planar, cylindrical, prismatic, revolute, universal, weld, distance.

use carom_mechanics::space::description::{
    Anchor, Axis, JointDescription, JointFrame, JointFriction, JointKind, JointLimits,
};
use glam::DVec3;

use super::super::error::{Fault, Origin};
use super::super::fields::Fields;
use super::super::items::Item;
use super::super::names::{ANCHORS, Body, Described, JointNames, WORLD, anchors, body_index, either_ends};
use super::body::SpatialBody;
use crate::quantity::Dimension;

/// A joint, where it was described, and the plane of a planar one as it was given.
pub(crate) struct SpatialJoint {
    pub description: JointDescription,
    pub at: Origin,
    pub plane: Option<[f64; 4]>,
}

/// Joints that may have stops and friction, and the keys of these.
const RESISTING: [&str; 3] = ["cylindrical", "prismatic", "revolute"];
const RESISTANCE: [&str; 5] = ["limits", "restitution", "friction", "viscous", "friction-speed"];

const AXES: [&str; 3] = ["axis", "axis-a", "axis-b"];
const REFERENCES: [&str; 3] = ["reference", "reference-a", "reference-b"];

/// Each kind with the keys of its own, beside name, kind and between.
fn keys_of(kind: &str) -> Vec<&'static str> {
    let own: &[&str] = match kind {
        "fixed-point" => return vec!["body", "between", "at", "start"],
        "planar" => &["normal", "plane"],
        "distance" => &["length"],
        _ => &[],
    };
    let mut keys = vec!["between"];
    keys.extend(ANCHORS);
    if ["cylindrical", "prismatic", "revolute", "universal"].contains(&kind) {
        keys.extend(AXES);
        keys.extend(REFERENCES);
    }
    if RESISTING.contains(&kind) {
        keys.extend(RESISTANCE);
    }
    keys.extend(own);
    keys
}

const KINDS: [&str; 9] =
    ["fixed-point", "spherical", "planar", "cylindrical", "prismatic", "revolute", "universal", "weld", "distance"];

pub(crate) fn joints(items: &[Item<'_>], bodies: &[Body<SpatialBody>]) -> Result<Vec<SpatialJoint>, Fault> {
    let mut names = JointNames::default();
    items.iter().enumerate().map(|(number, item)| joint(item, number, bodies, &mut names)).collect()
}

fn joint(
    item: &Item<'_>,
    number: usize,
    bodies: &[Body<SpatialBody>],
    names: &mut JointNames,
) -> Result<SpatialJoint, Fault> {
    let mut every: Vec<&str> =
        ["name", "kind"].into_iter().chain(KINDS.iter().flat_map(|kind| keys_of(kind))).collect();
    every.sort_unstable();
    every.dedup();
    let fields = Fields::of_item(item, item.subject("joint", number), &every)?;
    let kind = fields.chosen("kind", &KINDS.map(|name| (name, name)))?;
    let [a, b] =
        if kind == "fixed-point" { [Some(held_body(&fields, bodies)?), None] } else { either_ends(&fields, bodies)? };
    let name_of = |index: usize| bodies[index].description.name().to_owned();
    let joined = [a, b].map(|end| end.map_or_else(|| WORLD.to_owned(), name_of));
    let name = names.next(&fields, format!("{kind} {}", joined.join("-")))?;
    let keys: Vec<&str> = ["name", "kind"].into_iter().chain(keys_of(kind)).collect();
    let fields = Fields::of_item(item, format!("joint \"{name}\" ({kind})"), &keys)?;
    let (limits, friction) = resistance(&fields, kind)?;
    let (kind, plane) = joint_kind(&fields, kind, a.or(b).map(|index| bodies[index].description.position()))?;
    let (a, b) = (a.map(name_of), b.map(name_of));
    Ok(SpatialJoint { description: JointDescription { name, a, b, kind, limits, friction }, at: item.at, plane })
}

/// The body of a fixed point: `body`, or `between` it and the world.
fn held_body(fields: &Fields<'_>, bodies: &[Body<SpatialBody>]) -> Result<usize, Fault> {
    if !fields.has("between") {
        let name = fields.needed_text("body")?;
        return body_index(fields, "body", &name, bodies);
    }
    if fields.has("body") {
        return Err(fields.fault("between", "give either body or between, not both"));
    }
    match either_ends(fields, bodies)? {
        [Some(body), None] | [None, Some(body)] => Ok(body),
        _ => Err(fields.fault(
            "between",
            "a fixed point is one of the world: name a body and \"world\", or take kind = \"spherical\"",
        )),
    }
}

/// The stops and the friction of a joint, of an angle or of a way.
fn resistance(fields: &Fields<'_>, kind: &str) -> Result<(Option<JointLimits>, Option<JointFriction>), Fault> {
    if !RESISTING.contains(&kind) {
        return Ok((None, None));
    }
    let [way, rate, push, drag] = if kind == "revolute" {
        [Dimension::Angle, Dimension::AngularVelocity, Dimension::Torque, Dimension::TorsionDamping]
    } else {
        [Dimension::Length, Dimension::Velocity, Dimension::Force, Dimension::Damping]
    };
    let restitution = fields.not_negative_or("restitution", Dimension::None, 0.0)?;
    let range = fields.array::<2>("limits", way)?;
    let limits = range.map(|[lower, upper]| JointLimits { lower, upper, restitution });
    if limits.is_none() && fields.has("restitution") {
        return Err(fields.fault("restitution", "belongs to limits = [lower, upper], which are not given"));
    }
    let coulomb = fields.not_negative_or("friction", push, 0.0)?;
    let viscous = fields.not_negative_or("viscous", drag, 0.0)?;
    let speed = fields.positive("friction-speed", rate)?;
    let rubs = coulomb > 0.0 || viscous > 0.0;
    Ok((limits, rubs.then_some(JointFriction { coulomb, viscous, speed })))
}

/// Joints other than points that coincide pass through the centre of the first body unless points are given.
fn joint_kind(fields: &Fields<'_>, kind: &str, centre: Option<DVec3>) -> Result<(JointKind, Option<[f64; 4]>), Fault> {
    if kind == "fixed-point" {
        return Ok((JointKind::FixedPoint { at: fixed_point(fields, centre)? }, None));
    }
    if let Some(plane) = fields.array::<4>("plane", Dimension::None)? {
        return on_plane(fields, plane).map(|kind| (kind, Some(plane)));
    }
    let [at_a, at_b] = anchors(fields, if kind == "weld" { centre } else { None })?;
    let frames = || -> Result<(JointFrame, JointFrame), Fault> {
        let [wa, wb] = axes(fields, AXES)?.ok_or_else(|| fields.missing("axis"))?;
        let references = axes(fields, REFERENCES)?;
        let reference = |side: usize| references.map(|both| both[side]);
        Ok((
            JointFrame { at: at_a, axis: wa, reference: reference(0) },
            JointFrame { at: at_b, axis: wb, reference: reference(1) },
        ))
    };
    let kind = match kind {
        "spherical" => JointKind::Spherical { at_a, at_b },
        "planar" => JointKind::Planar { at_a, at_b, normal: Axis::Local(fields.needed_direction("normal")?) },
        "cylindrical" => frames().map(|(a, b)| JointKind::Cylindrical { a, b })?,
        "prismatic" => frames().map(|(a, b)| JointKind::Prismatic { a, b })?,
        "revolute" => frames().map(|(a, b)| JointKind::Revolute { a, b })?,
        "universal" => frames().map(|(a, b)| JointKind::Universal { a, b })?,
        "weld" => JointKind::Weld { at_a, at_b },
        _ => JointKind::Distance { at_a, at_b, length: fields.positive("length", Dimension::Length)? },
    };
    Ok((kind, None))
}

fn fixed_point(fields: &Fields<'_>, centre: Option<DVec3>) -> Result<Anchor, Fault> {
    // Between two ends `at` is in the world, as for all joints; of one body it is in its frame, as for forces.
    if let (true, Some(point)) = (fields.has("between"), fields.vector("at", Dimension::Length)?) {
        return if fields.has("start") {
            Err(fields.fault("start", "give either at or start, not both"))
        } else {
            Ok(Anchor::Start(point))
        };
    }
    match centre {
        Some(centre) => super::super::springs::point_of_force(fields, centre),
        None => Err(fields.missing("body")),
    }
}

/// `plane = [a, b, c, d]` in the frame of b: the points with a x + b y + c z + d = 0.
fn on_plane(fields: &Fields<'_>, [a, b, c, d]: [f64; 4]) -> Result<JointKind, Fault> {
    let normal = DVec3::new(a, b, c);
    if normal.length() <= 0.0 || !normal.length().is_finite() {
        return Err(fields.fault("plane", "expected a plane [a, b, c, d] with a normal, got a, b, c without length"));
    }
    if ["normal", "at", "at-b", "start-b"].iter().any(|key| fields.has(key)) {
        return Err(fields.fault("plane", "give either plane and the point at-a, or normal and points, not both"));
    }
    let at_a = match (fields.vector("at-a", Dimension::Length)?, fields.vector("start-a", Dimension::Length)?) {
        (Some(point), None) => Anchor::Local(point),
        (None, Some(point)) => Anchor::Start(point),
        _ => return Err(fields.fault_here("needs the point on the plane: at-a or start-a")),
    };
    let at_b = Anchor::Local(-d / normal.length_squared() * normal);
    Ok(JointKind::Planar { at_a, at_b, normal: Axis::Local(normal) })
}

/// A direction of both bodies: one in the world at the start, or one in the frame of each.
fn axes(fields: &Fields<'_>, [both, a, b]: [&str; 3]) -> Result<Option<[Axis; 2]>, Fault> {
    match (fields.direction(both)?, fields.direction(a)?, fields.direction(b)?) {
        (None, None, None) => Ok(None),
        (Some(direction), None, None) => Ok(Some([Axis::Start(direction); 2])),
        (None, Some(a), Some(b)) => Ok(Some([Axis::Local(a), Axis::Local(b)])),
        _ => {
            Err(fields
                .fault_here(format!("give either {both}, in the world, or {a} and {b}, in the frames of the bodies")))
        }
    }
}
