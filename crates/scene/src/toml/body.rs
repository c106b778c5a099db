//! `[[body]]`.

use carom_mechanics::description::CentreOfMass;
use carom_mechanics::plane::description::{BodyDescription, Drive, MassDescription};
use glam::DVec2;

use super::demand::Demand;
use super::error::Fault;
use super::fields::{Coordinates, Fields};
use super::items::Item;
use super::names::{Described, check_name};
use super::node::Value;
use super::shape::shapes;
use crate::quantity::Dimension;

const KEYS: [&str; 13] = [
    "name", "shape", "shapes", "mass", "density", "moment", "centre", "position", "angle", "velocity", "spin", "fixed",
    "material",
];

/// A body of the plane.
pub(super) type Body = super::names::Body<BodyDescription>;

impl Described for BodyDescription {
    type Vector = DVec2;

    fn name(&self) -> &str {
        &self.name
    }

    fn position(&self) -> DVec2 {
        self.position
    }
}

/// Reads one body.
pub(super) fn body(item: &Item<'_>, number: usize) -> Result<Body, Fault> {
    let fields = Fields::of_item(item, item.subject("body", number), &KEYS)?;
    let name = fields.needed_text("name")?;
    check_name(&fields, &name)?;
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
pub(super) fn centre<V: Coordinates + Default>(fields: &Fields<'_>, fixed: bool) -> Result<CentreOfMass<V>, Fault> {
    let origin = CentreOfMass::At(V::default());
    let words = [("computed", CentreOfMass::Computed), ("origin", origin)];
    let given = fields.get("centre").map(|node| &node.value);
    if given.is_none() {
        fields.note("centre", &Demand::words(words.iter().map(|(word, _)| *word)));
    }
    match given {
        None if fixed => Ok(origin),
        None => Ok(CentreOfMass::Computed),
        Some(Value::Text(_)) => Ok(fields.choice("centre", &words)?.unwrap_or(CentreOfMass::Computed)),
        Some(_) => Ok(fields.vector("centre", Dimension::Length)?.map_or(CentreOfMass::Computed, CentreOfMass::At)),
    }
}
