//! `[[body]]` of space.

use carom_mechanics::space::description::{BodyDescription, Drive};
use glam::{DQuat, DVec3};

use super::super::body::centre;
use super::super::error::Fault;
use super::super::fields::Fields;
use super::super::items::Item;
use super::super::names::{Body, Described, check_name};
use super::super::said::BodySaid;
use super::mass::{MASS_KEYS, mass};
use super::shape::{Folder, shapes};
use crate::quantity::Dimension;

const KEYS: [&str; 12] = [
    "name",
    "shape",
    "shapes",
    "centre",
    "position",
    "orientation",
    "axis",
    "angle",
    "velocity",
    "spin",
    "orientation-rate",
    "fixed",
];

/// A body of space, and what its description does not keep of the words of the file.
pub(crate) struct SpatialBody {
    pub description: BodyDescription,
    pub said: BodySaid,
}

impl Described for SpatialBody {
    type Vector = DVec3;

    fn name(&self) -> &str {
        &self.description.name
    }

    fn position(&self) -> DVec3 {
        self.description.position
    }
}

/// Reads one body; `folder` is that of the scene file, for meshes.
pub(crate) fn body(item: &Item<'_>, number: usize, folder: Folder<'_>) -> Result<Body<SpatialBody>, Fault> {
    let keys: Vec<&str> = KEYS.into_iter().chain(MASS_KEYS).chain(["material"]).collect();
    let fields = Fields::of_item(item, item.subject("body", number), &keys)?;
    let name = fields.needed_text("name")?;
    check_name(&fields, &name)?;
    let fixed = fields.flag("fixed")?.unwrap_or(false);
    let (shapes, polyhedron) = shapes(&fields, folder)?;
    let (rotation, orientation) = rotation(&fields)?;
    let (spin, orientation_rate) = spin(&fields, orientation)?;
    let description = BodyDescription {
        mass: mass(&fields, polyhedron.as_ref())?,
        shapes,
        centre: centre(&fields, fixed)?,
        drive: if fixed { Drive::Fixed } else { Drive::Free },
        position: fields.vector("position", Dimension::Length)?.unwrap_or(DVec3::ZERO),
        rotation,
        velocity: fields.vector("velocity", Dimension::Velocity)?.unwrap_or(DVec3::ZERO),
        spin,
        name,
    };
    if fixed && (description.velocity != DVec3::ZERO || spin != DVec3::ZERO) {
        let key = if spin != DVec3::ZERO { "spin" } else { "velocity" };
        return Err(fields.fault(key, "a fixed body does not move; use [[motion]] to move it"));
    }
    let said = BodySaid { orientation, orientation_rate, polyhedron };
    let description = SpatialBody { description, said };
    Ok(Body { description, at: item.at, material: fields.text("material")? })
}

/// Quaternions this far from length 1 are a mistake, not rounding.
const ROUNDED: f64 = 0.02;

/// `orientation = [w, x, y, z]`, or `angle` about `axis` (z if absent); and the quaternion as it was given.
fn rotation(fields: &Fields<'_>) -> Result<(DQuat, Option<[f64; 4]>), Fault> {
    if let Some(given) = fields.array("orientation", Dimension::None)? {
        if fields.has("axis") || fields.has("angle") {
            return Err(fields.fault("orientation", "give either orientation, or axis and angle, not both"));
        }
        let rotation = quaternion(given);
        if (rotation.length() - 1.0).abs() > ROUNDED {
            let problem = format!("expected a quaternion [w, x, y, z] of length 1, got length {}", rotation.length());
            return Err(fields.fault("orientation", problem));
        }
        return Ok((rotation.normalize(), Some(given)));
    }
    let axis = fields.direction("axis")?.unwrap_or(DVec3::Z);
    let angle = fields.number_or("angle", Dimension::Angle, 0.0)?;
    Ok((DQuat::from_axis_angle(axis.normalize(), angle), None))
}

fn quaternion([w, x, y, z]: [f64; 4]) -> DQuat {
    DQuat::from_xyzw(x, y, z, w)
}

/// `spin = [x, y, z]` in the axes of the world, or `orientation-rate = [w, x, y, z]`, the derivative of the quaternion:
/// w = 2 theta' theta* / |theta|^2, of which the vector part counts.
fn spin(fields: &Fields<'_>, orientation: Option<[f64; 4]>) -> Result<(DVec3, Option<[f64; 4]>), Fault> {
    let Some(rate) = fields.array("orientation-rate", Dimension::None)? else {
        return Ok((fields.vector("spin", Dimension::AngularVelocity)?.unwrap_or(DVec3::ZERO), None));
    };
    let Some(orientation) = orientation else {
        return Err(fields.fault("orientation-rate", "needs the key \"orientation\" beside it"));
    };
    if fields.has("spin") {
        return Err(fields.fault("orientation-rate", "give either spin or orientation-rate, not both"));
    }
    let theta = quaternion(orientation);
    let product = quaternion(rate).mul_quat(theta.conjugate());
    let spin = 2.0 * DVec3::new(product.x, product.y, product.z) / theta.length_squared();
    Ok((spin, Some(rate)))
}
