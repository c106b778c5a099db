//! Bodies and points by their names.

use std::collections::HashSet;

use carom_mechanics::description::{Anchor, Attachment};

use super::error::{Fault, Origin};
use super::fields::{Coordinates, Fields};
use super::items::Item;
use super::nearest::hint;
use super::node::shorten;
use crate::quantity::Dimension;

/// The name that stands for the world itself.
pub(super) const WORLD: &str = "world";

/// A body, where it was described, and of which material it is.
pub(super) struct Body<D> {
    pub description: D,
    pub at: Origin,
    pub material: Option<String>,
}

/// What every description of a body says.
pub(super) trait Described {
    type Vector: Coordinates;

    fn name(&self) -> &str;

    fn position(&self) -> Self::Vector;
}

/// Reads every body; none may have the name of another.
pub(super) fn bodies<D: Described>(
    items: &[Item<'_>],
    read: impl Fn(&Item<'_>, usize) -> Result<Body<D>, Fault>,
) -> Result<Vec<Body<D>>, Fault> {
    let mut bodies: Vec<Body<D>> = Vec::with_capacity(items.len());
    let mut names = HashSet::new();
    for (number, item) in items.iter().enumerate() {
        let body = read(item, number)?;
        if !names.insert(body.description.name().to_owned()) {
            let problem = "another body has this name; repeated bodies need {i} in it";
            return Err(Fault::new(item.at, item.subject("body", number), problem));
        }
        bodies.push(body);
    }
    Ok(bodies)
}

/// The names that joints have so far.
#[derive(Default)]
pub(super) struct JointNames(HashSet<String>);

impl JointNames {
    /// The name of the next joint: the one it is given, which no other may have, or `made` of its kind and bodies; of several that are
    /// alike the second is called "... 2".
    pub fn next(&mut self, fields: &Fields<'_>, made: String) -> Result<String, Fault> {
        let name = match fields.text("name")? {
            Some(name) if self.0.contains(&name) => {
                let problem =
                    format!("another joint has the name \"{}\"; repeated joints need {{i}} in it", shorten(&name));
                return Err(fields.fault("name", problem));
            }
            Some(name) => name,
            None => self.numbered(made),
        };
        self.0.insert(name.clone());
        Ok(name)
    }

    fn numbered(&self, made: String) -> String {
        let others = (2..).map(|number| format!("{made} {number}"));
        std::iter::once(made.clone()).chain(others).find(|name| !self.0.contains(name)).unwrap_or(made)
    }
}

/// Refuses a name that cannot be that of a body.
pub(super) fn check_name(fields: &Fields<'_>, name: &str) -> Result<(), Fault> {
    if name.is_empty() || name == WORLD {
        return Err(fields.fault("name", format!("\"{name}\" cannot be the name of a body")));
    }
    if let Some(letter) = name.chars().find(|letter| letter.is_control() || *letter == '*') {
        let problem = format!(
            "\"{}\" cannot be the name of a body: {}",
            shorten(name).escape_debug(),
            if letter == '*' { "a star means many bodies in contacts" } else { "it stands on one line of tables" }
        );
        return Err(fields.fault("name", problem));
    }
    Ok(())
}

/// The body of a name.
pub(super) fn body_index<D: Described>(
    fields: &Fields<'_>,
    key: &str,
    name: &str,
    bodies: &[Body<D>],
) -> Result<usize, Fault> {
    bodies.iter().position(|body| body.description.name() == name).ok_or_else(|| {
        let known = bodies.iter().map(|body| body.description.name());
        fields.fault(key, format!("there is no body \"{}\"{}", shorten(name), hint(name, known)))
    })
}

/// Two bodies, or one and the world.
pub(super) struct Ends {
    pub a: usize,
    pub b: Option<usize>,
}

/// `between = [a, b]`, where one may be the world.
pub(super) fn either_ends<D: Described>(fields: &Fields<'_>, bodies: &[Body<D>]) -> Result<[Option<usize>; 2], Fault> {
    let names = fields.pair("between")?.ok_or_else(|| fields.missing("between"))?;
    if names[0] == names[1] {
        let problem = format!("expected two different bodies, got \"{}\" twice", shorten(&names[0]));
        return Err(fields.fault("between", problem));
    }
    let one = |name: &String| {
        if name == WORLD { Ok(None) } else { body_index(fields, "between", name, bodies).map(Some) }
    };
    Ok([one(&names[0])?, one(&names[1])?])
}

/// `between = [a, b]`, where b may be the world.
pub(super) fn ends<D: Described>(fields: &Fields<'_>, bodies: &[Body<D>]) -> Result<Ends, Fault> {
    match either_ends(fields, bodies)? {
        [Some(a), b] => Ok(Ends { a, b }),
        [None, _] => Err(fields.fault("between", "the world comes second")),
    }
}

/// Keys that say where something acts on two bodies.
pub(super) const ANCHORS: [&str; 5] = ["at", "at-a", "at-b", "start-a", "start-b"];

/// The points on a and b: `at-a` in the frame of the body, `start-a` in the world at the start, `at` in the world for both;
/// else `default`, in the world.
pub(super) fn anchors<V: Coordinates>(fields: &Fields<'_>, default: Option<V>) -> Result<[Anchor<V>; 2], Fault> {
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
pub(super) fn attachments<D: Described>(
    fields: &Fields<'_>,
    [a, b]: [Option<usize>; 2],
    bodies: &[Body<D>],
) -> Result<[Attachment<D::Vector>; 2], Fault> {
    let centre = |index: usize| bodies[index].description.position();
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
    let name = |index: usize| bodies[index].description.name().to_owned();
    Ok([
        Attachment { body: a.map(name), at: point("at-a", "start-a", a)? },
        Attachment { body: b.map(name), at: point("at-b", "start-b", b)? },
    ])
}
