//! `[[motion]]` of space: x, y, z, and an angle about an axis of the world.

use carom_mechanics::space::description::{Drive, MotionDescription};
use glam::DVec3;

use super::super::error::Fault;
use super::super::fields::Fields;
use super::super::function::{Kind, motion};
use super::super::items::Item;
use super::super::motion::MOVED;
use super::super::names::{Body, body_index};
use super::body::SpatialBody;
use crate::quantity::Dimension;

const KEYS: [&str; 7] = ["name", "body", "x", "y", "z", "axis", "angle"];

/// Gives the bodies their motions.
pub(crate) fn motions(items: &[Item<'_>], bodies: &mut [Body<SpatialBody>]) -> Result<(), Fault> {
    for (number, item) in items.iter().enumerate() {
        let fields = Fields::of_item(item, format!("motion {number}"), &KEYS)?;
        let name = fields.needed_text("body")?;
        let fields = fields.named(format!("motion of \"{name}\""));
        let index = body_index(&fields, "body", &name, bodies)?;
        let body = &mut bodies[index].description.description;
        match body.drive {
            Drive::Free => {}
            Drive::Fixed => return Err(fields.fault("body", "this body is fixed; take away its key fixed to move it")),
            Drive::Prescribed(_) => return Err(fields.fault("body", "this body has a motion already")),
        }
        if body.velocity != DVec3::ZERO || body.spin != DVec3::ZERO {
            return Err(fields.fault("body", MOVED));
        }
        let along = |start| Kind { value: Dimension::Length, rate: Dimension::Velocity, start, is_place: true };
        let turning = Kind { value: Dimension::Angle, rate: Dimension::AngularVelocity, start: 0.0, is_place: true };
        let description = MotionDescription {
            position: [
                motion(&fields, "x", along(body.position.x))?,
                motion(&fields, "y", along(body.position.y))?,
                motion(&fields, "z", along(body.position.z))?,
            ],
            axis: fields.direction("axis")?.unwrap_or(DVec3::Z),
            angle: motion(&fields, "angle", turning)?,
        };
        if description.position.iter().all(Option::is_none) && description.angle.is_none() {
            return Err(fields.fault_here("needs at least one of x, y, z, angle"));
        }
        body.drive = Drive::Prescribed(description);
    }
    Ok(())
}
