//! `[[force]]`: spring, torsion, compression, applied.

use carom_mechanics::plane::description::ForceDescription;
use carom_mechanics::signal::BodyState;

use super::body::Body;
use super::error::Fault;
use super::expression::Channel;
use super::fields::Fields;
use super::function::signal;
use super::items::Item;
use super::names::{body_index, ends};
use super::scope::States;
use super::springs::{self, Component, Compression, POINTS, Spring, components, frame, point_of_force};
use crate::quantity::Dimension;

/// Each kind with its keys.
const KINDS: [(&str, &[&str]); 4] = [
    ("spring", &["between", "stiffness", "damping", "free-length", POINTS[0], POINTS[1], POINTS[2], POINTS[3]]),
    ("torsion", &["between", "stiffness", "damping", "free-angle"]),
    ("compression", &["between", "springs", "damping", POINTS[0], POINTS[1], POINTS[2], POINTS[3]]),
    ("applied", &["body", "at", "start", "force", "torque", "frame"]),
];

pub(super) fn forces(items: &[Item<'_>], bodies: &[Body]) -> Result<Vec<ForceDescription>, Fault> {
    let names: Vec<String> = bodies.iter().map(|body| body.description.name.clone()).collect();
    items
        .iter()
        .enumerate()
        .map(|(number, item)| force(item, number, bodies, States { bodies: &names, channels: Channel::PLANE }))
        .collect()
}

fn force(item: &Item<'_>, number: usize, bodies: &[Body], states: States<'_>) -> Result<ForceDescription, Fault> {
    let every: Vec<&str> =
        ["name", "kind"].into_iter().chain(KINDS.iter().flat_map(|(_, keys)| keys.iter().copied())).collect();
    let unnamed = Fields::of_item(item, item.subject("force", number), &every)?;
    let (kind, own) = unnamed.chosen("kind", &KINDS.map(|(name, keys)| (name, (name, keys))))?;
    let subject = match unnamed.text("name")? {
        Some(name) => format!("force \"{name}\" ({kind})"),
        None => format!("force {number} ({kind})"),
    };
    let keys: Vec<&str> = ["name", "kind"].into_iter().chain(own.iter().copied()).collect();
    let fields = Fields::of_item(item, subject, &keys)?;
    match kind {
        "spring" => spring(&fields, bodies),
        "torsion" => torsion(&fields, bodies),
        "compression" => compression(&fields, bodies),
        _ => applied(&fields, bodies, states),
    }
}

fn spring(fields: &Fields<'_>, bodies: &[Body]) -> Result<ForceDescription, Fault> {
    let ends = ends(fields, bodies)?;
    let Spring { a, b, stiffness, damping, free_length } = springs::spring(fields, [Some(ends.a), ends.b], bodies)?;
    Ok(ForceDescription::Spring { a, b, stiffness, damping, free_length })
}

fn torsion(fields: &Fields<'_>, bodies: &[Body]) -> Result<ForceDescription, Fault> {
    let ends = ends(fields, bodies)?;
    let name = |index: usize| bodies[index].description.name.clone();
    Ok(ForceDescription::TorsionSpring {
        a: name(ends.a),
        b: ends.b.map(name),
        stiffness: fields.not_negative_or("stiffness", Dimension::Torsion, 0.0)?,
        damping: fields.not_negative_or("damping", Dimension::TorsionDamping, 0.0)?,
        free_angle: fields.number("free-angle", Dimension::Angle)?,
    })
}

fn compression(fields: &Fields<'_>, bodies: &[Body]) -> Result<ForceDescription, Fault> {
    let ends = ends(fields, bodies)?;
    let Compression { a, b, springs, damping } = springs::compression(fields, [Some(ends.a), ends.b], bodies)?;
    Ok(ForceDescription::Compression { a, b, springs, damping })
}

fn applied(fields: &Fields<'_>, bodies: &[Body], states: States<'_>) -> Result<ForceDescription, Fault> {
    let name = fields.needed_text("body")?;
    let body = body_index(fields, "body", &name, bodies)?;
    let at = point_of_force(fields, bodies[body].description.position)?;
    let force: [Component; 2] = components(fields, "force", Dimension::Force, states)?;
    let torque = signal(fields, "torque", Dimension::Torque, states)?;
    if force.iter().all(Option::is_none) && torque.is_none() {
        return Err(fields.fault_here("needs force or torque"));
    }
    let states: Vec<BodyState> = bodies.iter().map(state).collect();
    for (key, signal) in [("force", &force[0]), ("force", &force[1]), ("torque", &torque)] {
        let start = signal.as_ref().map_or(0.0, |signal| signal.value(fields.scope.start, &states));
        if !start.is_finite() {
            return Err(fields.fault(key, format!("at the start its value is {start}; expected a finite number")));
        }
    }
    Ok(ForceDescription::Applied { body: name, at, force, torque, frame: frame(fields)? })
}

/// A body at the start.
fn state(body: &Body) -> BodyState {
    let body = &body.description;
    BodyState {
        x: body.position.x,
        y: body.position.y,
        angle: body.angle,
        vx: body.velocity.x,
        vy: body.velocity.y,
        spin: body.spin,
        ..BodyState::default()
    }
}
