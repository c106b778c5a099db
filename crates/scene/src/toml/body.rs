//! `[[body]]`.

use carom_mechanics::plane::description::{BodyDescription, CentreOfMass, Drive, MassDescription};
use glam::DVec2;

use super::error::{Fault, Origin};
use super::fields::Fields;
use super::items::Item;
use super::node::Value;
use super::shape::shapes;
use crate::quantity::Dimension;

/// The name that stands for the world itself.
pub(super) const WORLD: &str = "world";

const KEYS: [&str; 13] = [
    "name", "shape", "shapes", "mass", "density", "moment", "centre", "position", "angle", "velocity", "spin", "fixed",
    "material",
];

/// A body, where it was described, and of which material it is.
pub(super) struct Body {
    pub description: BodyDescription,
    pub at: Origin,
    pub material: Option<String>,
}

pub(super) fn bodies(items: &[Item<'_>]) -> Result<Vec<Body>, Fault> {
    let mut bodies: Vec<Body> = Vec::with_capacity(items.len());
    let mut names = std::collections::HashSet::new();
    for (number, item) in items.iter().enumerate() {
        let body = body(item, number)?;
        if !names.insert(body.description.name.clone()) {
            let problem = "another body has this name; repeated bodies need {i} in it";
            return Err(Fault::new(item.at, item.subject("body", number), problem));
        }
        bodies.push(body);
    }
    Ok(bodies)
}

fn body(item: &Item<'_>, number: usize) -> Result<Body, Fault> {
    let fields = Fields::of_item(item, item.subject("body", number), &KEYS)?;
    let name = fields.needed_text("name")?;
    if name.is_empty() || name == WORLD {
        return Err(fields.fault("name", format!("\"{name}\" cannot be the name of a body")));
    }
    let fixed = fields.flag("fixed")?.unwrap_or(false);
    let description = BodyDescription {
        shapes: shapes(&fields)?,
        mass: mass(&fields)?,
        centre: centre(&fields, fixed)?,
        drive: if fixed { Drive::Fixed } else { Drive::Free },
        position: fields.vector("position", Dimension::Length)?.unwrap_or(DVec2::ZERO),
        angle: fields.number_or("angle", Dimension::Angle, 0.0)?,
        velocity: fields.vector("velocity", Dimension::Velocity)?.unwrap_or(DVec2::ZERO),
        spin: fields.number_or("spin", Dimension::AngularVelocity, 0.0)?,
        name,
    };
    if fixed && (description.velocity != DVec2::ZERO || description.spin != 0.0) {
        let key = if description.spin != 0.0 { "spin" } else { "velocity" };
        return Err(fields.fault(key, "a fixed body does not move; use [[motion]] to move it"));
    }
    Ok(Body { description, at: item.at, material: fields.text("material")? })
}

fn mass(fields: &Fields<'_>) -> Result<MassDescription, Fault> {
    let mass = MassDescription {
        mass: fields.positive("mass", Dimension::Mass)?,
        density: fields.positive("density", Dimension::Density)?,
        moment: fields.positive("moment", Dimension::Moment)?,
    };
    if mass.mass.is_some() && mass.density.is_some() {
        return Err(fields.fault("density", "give either mass or density, not both"));
    }
    Ok(mass)
}

/// A point, `"computed"` from the shapes (free bodies), or `"origin"` of the body's frame (fixed ones).
fn centre(fields: &Fields<'_>, fixed: bool) -> Result<CentreOfMass, Fault> {
    let words = [("computed", CentreOfMass::Computed), ("origin", CentreOfMass::ORIGIN)];
    match fields.get("centre").map(|node| &node.value) {
        None if fixed => Ok(CentreOfMass::ORIGIN),
        None => Ok(CentreOfMass::Computed),
        Some(Value::Text(_)) => Ok(fields.choice("centre", &words)?.unwrap_or_default()),
        Some(_) => Ok(fields.vector("centre", Dimension::Length)?.map_or(CentreOfMass::Computed, CentreOfMass::At)),
    }
}
