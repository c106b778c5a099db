//! `[[force]]`: spring, torsion, compression, applied.

use carom_mechanics::plane::description::{Anchor, ForceDescription, ForceFrame, HelicalSpring};
use carom_mechanics::signal::{BodyState, Signal};

use super::body::Body;
use super::error::Fault;
use super::fields::Fields;
use super::function::signal;
use super::items::Item;
use super::names::{attachments, body_index, ends};
use super::node::Value;
use crate::quantity::Dimension;

/// Where a spring acts.
const POINTS: [&str; 4] = ["at-a", "at-b", "start-a", "start-b"];

/// Each kind with its keys.
const KINDS: [(&str, &[&str]); 4] = [
    ("spring", &["between", "stiffness", "damping", "free-length", POINTS[0], POINTS[1], POINTS[2], POINTS[3]]),
    ("torsion", &["between", "stiffness", "damping", "free-angle"]),
    ("compression", &["between", "springs", "damping", POINTS[0], POINTS[1], POINTS[2], POINTS[3]]),
    ("applied", &["body", "at", "start", "force", "torque", "frame"]),
];

pub(super) fn forces(items: &[Item<'_>], bodies: &[Body]) -> Result<Vec<ForceDescription>, Fault> {
    let names: Vec<String> = bodies.iter().map(|body| body.description.name.clone()).collect();
    items.iter().enumerate().map(|(number, item)| force(item, number, bodies, &names)).collect()
}

fn force(item: &Item<'_>, number: usize, bodies: &[Body], names: &[String]) -> Result<ForceDescription, Fault> {
    let every: Vec<&str> =
        ["name", "kind"].into_iter().chain(KINDS.iter().flat_map(|(_, keys)| keys.iter().copied())).collect();
    let unnamed = Fields::of_item(item, item.subject("force", number), &every)?;
    let kind = unnamed.choice("kind", &KINDS.map(|(name, keys)| (name, (name, keys))))?;
    let (kind, own) = kind.ok_or_else(|| unnamed.missing("kind"))?;
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
        _ => applied(&fields, bodies, names),
    }
}

fn spring(fields: &Fields<'_>, bodies: &[Body]) -> Result<ForceDescription, Fault> {
    let [a, b] = attachments(fields, &ends(fields, bodies)?, bodies)?;
    let free_length = fields.has("free-length").then(|| fields.not_negative_or("free-length", Dimension::Length, 0.0));
    Ok(ForceDescription::Spring {
        a,
        b,
        stiffness: fields.not_negative_or("stiffness", Dimension::Stiffness, 0.0)?,
        damping: fields.not_negative_or("damping", Dimension::Damping, 0.0)?,
        free_length: free_length.transpose()?,
    })
}

fn torsion(fields: &Fields<'_>, bodies: &[Body]) -> Result<ForceDescription, Fault> {
    let ends = ends(fields, bodies)?;
    let name = |index: usize| bodies[index].description.name.clone();
    Ok(ForceDescription::TorsionSpring {
        a: name(ends.a),
        b: ends.b.map(name),
        stiffness: fields.not_negative_or("stiffness", Dimension::None, 0.0)?,
        damping: fields.not_negative_or("damping", Dimension::None, 0.0)?,
        free_angle: fields.number("free-angle", Dimension::Angle)?,
    })
}

fn compression(fields: &Fields<'_>, bodies: &[Body]) -> Result<ForceDescription, Fault> {
    let [a, b] = attachments(fields, &ends(fields, bodies)?, bodies)?;
    let list = fields.list("springs")?.ok_or_else(|| fields.missing("springs"))?;
    let spring = |(index, node): (usize, _)| {
        let node: &super::node::Node = node;
        let subject = format!("{}, spring {index}", fields.subject);
        let inside = Fields::new(node, node.at, subject, &["stiffness", "free-length"], fields.scope)?;
        Ok(HelicalSpring {
            stiffness: inside.needed_positive("stiffness", Dimension::Stiffness)?,
            free_length: inside.needed_positive("free-length", Dimension::Length)?,
        })
    };
    Ok(ForceDescription::Compression {
        a,
        b,
        springs: list.iter().enumerate().map(spring).collect::<Result<_, Fault>>()?,
        damping: fields.not_negative_or("damping", Dimension::Damping, 0.0)?,
    })
}

fn applied(fields: &Fields<'_>, bodies: &[Body], names: &[String]) -> Result<ForceDescription, Fault> {
    let name = fields.needed_text("body")?;
    let body = body_index(fields, "body", &name, bodies)?;
    let at = match (fields.vector("at", Dimension::Length)?, fields.vector("start", Dimension::Length)?) {
        (Some(point), None) => Anchor::Local(point),
        (None, Some(point)) => Anchor::Start(point),
        (None, None) => Anchor::Start(bodies[body].description.position),
        _ => {
            return Err(
                fields.fault_here("give either at (in the frame of the body) or start (in the world), not both")
            );
        }
    };
    let force = components(fields, names)?;
    let torque = signal(fields, "torque", Dimension::Torque, names)?;
    if force.iter().all(Option::is_none) && torque.is_none() {
        return Err(fields.fault_here("needs force or torque"));
    }
    let states: Vec<BodyState> = bodies.iter().map(state).collect();
    for (key, signal) in [("force", &force[0]), ("force", &force[1]), ("torque", &torque)] {
        let start = signal.as_ref().map_or(0.0, |signal| signal.value(0.0, &states));
        if !start.is_finite() {
            return Err(fields.fault(key, format!("at the start its value is {start}; expected a finite number")));
        }
    }
    let frames = [("world", ForceFrame::World), ("body", ForceFrame::Body)];
    let frame = fields.choice("frame", &frames)?.unwrap_or_default();
    Ok(ForceDescription::Applied { body: name, at, force, torque, frame })
}

type Component = Option<std::sync::Arc<dyn Signal>>;

/// `force = [x, y]`, each a number, an expression or a table.
fn components(fields: &Fields<'_>, names: &[String]) -> Result<[Component; 2], Fault> {
    let Some(list) = fields.list("force")? else { return Ok([None, None]) };
    let [x, y] = list else {
        return Err(fields.fault("force", format!("expected two components [x, y], got {}", list.len())));
    };
    let component = |node: &super::node::Node, key: &str| {
        // A component is read as a field of its own, so that its errors name it.
        let table = super::node::Node {
            at: node.at,
            value: Value::Table(super::node::Table {
                entries: vec![super::node::Entry { key: key.to_owned(), at: node.at, node: node.clone() }],
            }),
        };
        let inside = Fields::new(&table, node.at, format!("{}, force", fields.subject), &[key], fields.scope)?;
        signal(&inside, key, Dimension::Force, names)
    };
    Ok([component(x, "x")?, component(y, "y")?])
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
