//! `[[force]]` of space: spring, compression, applied, interpolated.

use std::sync::Arc;

use carom_mechanics::signal::{Bezier, BodyState, Signal};
use carom_mechanics::space::description::{ForceDescription, ForceFrame};
use glam::DVec3;

use super::super::error::{Fault, Origin};
use super::super::expression::Channel;
use super::super::fields::{Fields, vector};
use super::super::items::Item;
use super::super::names::{Body, Described, body_index, either_ends};
use super::super::scope::States;
use super::super::springs::{self, Component, Compression, POINTS, Spring, components, frame, point_of_force};
use super::body::SpatialBody;
use crate::articulated::ForceSample;
use crate::quantity::Dimension;

/// A force, its name and place, and the samples of an interpolated one.
pub(crate) struct SpatialForce {
    pub description: ForceDescription,
    pub name: Option<String>,
    pub at: Origin,
    pub samples: Vec<ForceSample>,
}

/// Each kind with its keys.
const KINDS: [(&str, &[&str]); 4] = [
    ("spring", &["between", "stiffness", "damping", "free-length", POINTS[0], POINTS[1], POINTS[2], POINTS[3]]),
    ("compression", &["between", "springs", "damping", POINTS[0], POINTS[1], POINTS[2], POINTS[3]]),
    ("applied", &["body", "at", "start", "force", "torque", "frame"]),
    ("interpolated", &["body", "at", "start", "times", "forces", "torques"]),
];

pub(crate) fn forces(items: &[Item<'_>], bodies: &[Body<SpatialBody>]) -> Result<Vec<SpatialForce>, Fault> {
    let names: Vec<String> = bodies.iter().map(|body| body.description.name().to_owned()).collect();
    items
        .iter()
        .enumerate()
        .map(|(number, item)| force(item, number, bodies, States { bodies: &names, channels: Channel::SPACE }))
        .collect()
}

fn force(
    item: &Item<'_>,
    number: usize,
    bodies: &[Body<SpatialBody>],
    states: States<'_>,
) -> Result<SpatialForce, Fault> {
    let every: Vec<&str> =
        ["name", "kind"].into_iter().chain(KINDS.iter().flat_map(|(_, keys)| keys.iter().copied())).collect();
    let unnamed = Fields::of_item(item, item.subject("force", number), &every)?;
    let (kind, own) = unnamed.chosen("kind", &KINDS.map(|(name, keys)| (name, (name, keys))))?;
    let name = unnamed.text("name")?;
    let subject = match &name {
        Some(name) => format!("force \"{name}\" ({kind})"),
        None => format!("force {number} ({kind})"),
    };
    let keys: Vec<&str> = ["name", "kind"].into_iter().chain(own.iter().copied()).collect();
    let fields = Fields::of_item(item, subject, &keys)?;
    let mut samples = Vec::new();
    let description = match kind {
        "spring" => {
            let Spring { a, b, stiffness, damping, free_length } =
                springs::spring(&fields, either_ends(&fields, bodies)?, bodies)?;
            ForceDescription::Spring { a, b, stiffness, damping, free_length }
        }
        "compression" => {
            let Compression { a, b, springs, damping } =
                springs::compression(&fields, either_ends(&fields, bodies)?, bodies)?;
            ForceDescription::Compression { a, b, springs, damping }
        }
        "applied" => applied(&fields, bodies, states)?,
        _ => {
            samples = self::samples(&fields)?;
            interpolated(&fields, bodies, &samples)?
        }
    };
    Ok(SpatialForce { description, name, at: item.at, samples })
}

fn applied(fields: &Fields<'_>, bodies: &[Body<SpatialBody>], states: States<'_>) -> Result<ForceDescription, Fault> {
    let name = fields.needed_text("body")?;
    let body = body_index(fields, "body", &name, bodies)?;
    let at = point_of_force(fields, bodies[body].description.position())?;
    let force: [Component; 3] = components(fields, "force", Dimension::Force, states)?;
    let torque: [Component; 3] = components(fields, "torque", Dimension::Torque, states)?;
    if force.iter().chain(&torque).all(Option::is_none) {
        return Err(fields.fault_here("needs force or torque"));
    }
    let states: Vec<BodyState> = bodies.iter().map(|body| state(&body.description)).collect();
    for (key, signals) in [("force", &force), ("torque", &torque)] {
        for signal in signals.iter().flatten() {
            let start = signal.value(fields.scope.start, &states);
            if !start.is_finite() {
                return Err(fields.fault(key, format!("at the start its value is {start}; expected a finite number")));
            }
        }
    }
    Ok(ForceDescription::Applied { body: name, at, force, torque, frame: frame(fields)? })
}

/// `times = [..]`, `forces = [[x, y, z], ..]`, `torques = [[x, y, z], ..]`: one sample each.
fn samples(fields: &Fields<'_>) -> Result<Vec<ForceSample>, Fault> {
    let times = fields.numbers("times", Dimension::Time)?;
    let of = |key: &str, dimension: Dimension| -> Result<Vec<[f64; 3]>, Fault> {
        let Some(list) = fields.list(key)? else { return Ok(vec![[0.0; 3]; times.len()]) };
        if list.len() != times.len() {
            let problem = format!("expected as many as times, {}, got {}", times.len(), list.len());
            return Err(fields.fault(key, problem));
        }
        let one = |node| vector::<DVec3>(node, dimension, fields.scope).map(|vector| vector.to_array());
        list.iter().map(|node| one(node).map_err(|problem| fields.fault(key, problem))).collect()
    };
    let (forces, torques) = (of("forces", Dimension::Force)?, of("torques", Dimension::Torque)?);
    let parts = times.into_iter().zip(forces).zip(torques);
    Ok(parts.map(|((time, force), torque)| ForceSample { time, force, torque }).collect())
}

/// Bezier curves whose control points are the samples, zero outside them.
fn interpolated(
    fields: &Fields<'_>,
    bodies: &[Body<SpatialBody>],
    samples: &[ForceSample],
) -> Result<ForceDescription, Fault> {
    let name = fields.needed_text("body")?;
    let body = body_index(fields, "body", &name, bodies)?;
    let at = point_of_force(fields, bodies[body].description.position())?;
    let times: Vec<f64> = samples.iter().map(|sample| sample.time).collect();
    let curve = |values: Vec<f64>| -> Result<Component, Fault> {
        let bezier = Bezier::new(times.clone(), values.clone()).map_err(|error| fields.fault("times", error))?;
        let used = values.iter().any(|value| *value != 0.0);
        Ok(used.then(|| Arc::new(bezier) as Arc<dyn Signal>))
    };
    let mut force = [None, None, None];
    let mut torque = [None, None, None];
    for axis in 0..3 {
        force[axis] = curve(samples.iter().map(|sample| sample.force[axis]).collect())?;
        torque[axis] = curve(samples.iter().map(|sample| sample.torque[axis]).collect())?;
    }
    Ok(ForceDescription::Applied { body: name, at, force, torque, frame: ForceFrame::World })
}

/// A body at the start.
fn state(body: &SpatialBody) -> BodyState {
    let body = &body.description;
    let (p, v, w, r) = (body.position, body.velocity, body.spin, body.rotation);
    BodyState {
        x: p.x,
        y: p.y,
        z: p.z,
        angle: 0.0,
        vx: v.x,
        vy: v.y,
        vz: v.z,
        spin: w.z,
        rotation: [r.w, r.x, r.y, r.z],
        tumble: [w.x, w.y],
    }
}
