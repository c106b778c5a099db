//! The parts of `[[force]]` that are the same in the plane and in space.

use std::sync::Arc;

use carom_mechanics::description::{Anchor, Attachment, ForceFrame, HelicalSpring};
use carom_mechanics::signal::Signal;

use super::error::Fault;
use super::fields::{Coordinates, Fields};
use super::function::signal;
use super::names::{Body, Described, attachments};
use super::node::{Entry, Node, Table, Value};
use super::scope::States;
use crate::quantity::Dimension;

/// Where a spring acts.
pub(super) const POINTS: [&str; 4] = ["at-a", "at-b", "start-a", "start-b"];

/// A spring and damper.
pub(super) struct Spring<V> {
    pub a: Attachment<V>,
    pub b: Attachment<V>,
    pub stiffness: f64,
    pub damping: f64,
    pub free_length: Option<f64>,
}

pub(super) fn spring<D: Described>(
    fields: &Fields<'_>,
    ends: [Option<usize>; 2],
    bodies: &[Body<D>],
) -> Result<Spring<D::Vector>, Fault> {
    let [a, b] = attachments(fields, ends, bodies)?;
    let free_length = fields.has("free-length").then(|| fields.not_negative_or("free-length", Dimension::Length, 0.0));
    Ok(Spring {
        a,
        b,
        stiffness: fields.not_negative_or("stiffness", Dimension::Stiffness, 0.0)?,
        damping: fields.not_negative_or("damping", Dimension::Damping, 0.0)?,
        free_length: free_length.transpose()?,
    })
}

/// Nested springs that only push.
pub(super) struct Compression<V> {
    pub a: Attachment<V>,
    pub b: Attachment<V>,
    pub springs: Vec<HelicalSpring>,
    pub damping: f64,
}

pub(super) fn compression<D: Described>(
    fields: &Fields<'_>,
    ends: [Option<usize>; 2],
    bodies: &[Body<D>],
) -> Result<Compression<D::Vector>, Fault> {
    let [a, b] = attachments(fields, ends, bodies)?;
    let list = fields.list("springs")?.ok_or_else(|| fields.missing("springs"))?;
    if list.is_empty() {
        return Err(fields.fault("springs", "expected one spring or more"));
    }
    let spring = |(index, node): (usize, &Node)| {
        let subject = format!("{}, spring {index}", fields.subject);
        let inside = Fields::new(node, node.at, subject, &["stiffness", "free-length"], fields.scope)?;
        Ok(HelicalSpring {
            stiffness: inside.needed_positive("stiffness", Dimension::Stiffness)?,
            free_length: inside.needed_positive("free-length", Dimension::Length)?,
        })
    };
    Ok(Compression {
        a,
        b,
        springs: list.iter().enumerate().map(spring).collect::<Result<_, Fault>>()?,
        damping: fields.not_negative_or("damping", Dimension::Damping, 0.0)?,
    })
}

/// Where a force acts: `at` in the frame of the body, `start` in the world at the start, else at the centre of mass.
pub(super) fn point_of_force<V: Coordinates>(fields: &Fields<'_>, centre: V) -> Result<Anchor<V>, Fault> {
    match (fields.vector("at", Dimension::Length)?, fields.vector("start", Dimension::Length)?) {
        (Some(point), None) => Ok(Anchor::Local(point)),
        (None, Some(point)) => Ok(Anchor::Start(point)),
        (None, None) => Ok(Anchor::Start(centre)),
        _ => Err(fields.fault_here("give either at (in the frame of the body) or start (in the world), not both")),
    }
}

/// The frame of the components of a force.
pub(super) fn frame(fields: &Fields<'_>) -> Result<ForceFrame, Fault> {
    let frames = [("world", ForceFrame::World), ("body", ForceFrame::Body)];
    Ok(fields.choice("frame", &frames)?.unwrap_or_default())
}

/// A component of a force or torque.
pub(super) type Component = Option<Arc<dyn Signal>>;

/// `force = [x, y]` or `[x, y, z]`, each a number, an expression or a table.
pub(super) fn components<const N: usize>(
    fields: &Fields<'_>,
    key: &str,
    dimension: Dimension,
    states: States<'_>,
) -> Result<[Component; N], Fault> {
    const AXES: [&str; 3] = ["x", "y", "z"];
    let mut components = std::array::from_fn(|_| None);
    let Some(list) = fields.list(key)? else { return Ok(components) };
    if list.len() != N {
        let shape = AXES[..N.min(3)].join(", ");
        return Err(fields.fault(key, format!("expected the components [{shape}], got {}", list.len())));
    }
    for ((component, node), axis) in components.iter_mut().zip(list).zip(AXES) {
        // A component is read as a field of its own, so that its errors name it.
        let entries = vec![Entry { key: axis.to_owned(), at: node.at, node: node.clone() }];
        let table = Node { at: node.at, value: Value::Table(Table { entries }) };
        let inside = Fields::new(&table, node.at, format!("{}, {key}", fields.subject), &[axis], fields.scope)?;
        *component = signal(&inside, axis, dimension, states)?;
    }
    Ok(components)
}
