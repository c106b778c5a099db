//! Bodies and points by their names.

use carom_mechanics::plane::description::{Anchor, Attachment};
use glam::DVec2;

use super::body::{Body, WORLD};
use super::error::Fault;
use super::fields::Fields;
use super::nearest::hint;
use super::node::shorten;
use crate::quantity::Dimension;

/// The body of a name.
pub(super) fn body_index(fields: &Fields<'_>, key: &str, name: &str, bodies: &[Body]) -> Result<usize, Fault> {
    bodies.iter().position(|body| body.description.name == name).ok_or_else(|| {
        let known = bodies.iter().map(|body| body.description.name.as_str());
        fields.fault(key, format!("there is no body \"{}\"{}", shorten(name), hint(name, known)))
    })
}

/// Two bodies, or one and the world.
pub(super) struct Ends {
    pub a: usize,
    pub b: Option<usize>,
}

/// `between = [a, b]`, where b may be the world.
pub(super) fn ends(fields: &Fields<'_>, bodies: &[Body]) -> Result<Ends, Fault> {
    let [a, b] = fields.pair("between")?.ok_or_else(|| fields.missing("between"))?;
    if a == b {
        return Err(fields.fault("between", format!("expected two different bodies, got \"{}\" twice", shorten(&a))));
    }
    if a == WORLD {
        return Err(fields.fault("between", "the world comes second"));
    }
    let b = if b == WORLD { None } else { Some(body_index(fields, "between", &b, bodies)?) };
    Ok(Ends { a: body_index(fields, "between", &a, bodies)?, b })
}

/// Keys that say where something acts on two bodies.
pub(super) const ANCHORS: [&str; 5] = ["at", "at-a", "at-b", "start-a", "start-b"];

/// The points on a and b: `at-a` in the frame of the body, `start-a` in the world at the start, `at` in the world for both;
/// else `default`, in the world.
pub(super) fn anchors(fields: &Fields<'_>, default: Option<DVec2>) -> Result<[Anchor; 2], Fault> {
    let both = fields.vector("at", Dimension::Length)?;
    let one = |local: &str, start: &str| {
        let given = [fields.vector(local, Dimension::Length)?, fields.vector(start, Dimension::Length)?, both];
        match given {
            [Some(point), None, None] => Ok(Anchor::Local(point)),
            [None, Some(point), None] | [None, None, Some(point)] => Ok(Anchor::Start(point)),
            [None, None, None] => default.map(Anchor::Start).ok_or_else(|| {
                fields.fault_here(format!(
                    "needs a point: {local} in the frame of the body, or {start} or at in the world"
                ))
            }),
            _ => Err(fields.fault_here(format!("give only one of {local}, {start} and at"))),
        }
    };
    Ok([one("at-a", "start-a")?, one("at-b", "start-b")?])
}

/// Both ends of a spring: the centres of mass unless points are given.
pub(super) fn attachments(fields: &Fields<'_>, ends: &Ends, bodies: &[Body]) -> Result<[Attachment; 2], Fault> {
    let centre = |index: usize| bodies[index].description.position;
    let point = |local: &str, start: &str, body: Option<usize>| {
        let given = (fields.vector(local, Dimension::Length)?, fields.vector(start, Dimension::Length)?);
        match given {
            (Some(point), None) => Ok(Anchor::Local(point)),
            (None, Some(point)) => Ok(Anchor::Start(point)),
            (None, None) => body.map(|index| Anchor::Start(centre(index))).ok_or_else(|| {
                fields.fault_here(format!("needs {local} or {start}: the point of the world it is attached to"))
            }),
            _ => Err(fields.fault_here(format!("give only one of {local} and {start}"))),
        }
    };
    let name = |index: usize| bodies[index].description.name.clone();
    Ok([
        Attachment { body: Some(name(ends.a)), at: point("at-a", "start-a", Some(ends.a))? },
        Attachment { body: ends.b.map(name), at: point("at-b", "start-b", ends.b)? },
    ])
}
