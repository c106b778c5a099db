//! `[[motion]]`: a body that moves as a function of time says.

use carom_mechanics::plane::description::{Drive, MotionDescription};
use glam::DVec2;

use super::body::Body;
use super::error::Fault;
use super::fields::Fields;
use super::function::{Kind, motion};
use super::items::Item;
use super::names::body_index;
use crate::quantity::Dimension;

const KEYS: [&str; 5] = ["name", "body", "x", "y", "angle"];

/// What is wrong with a velocity beside a motion.
pub(super) const MOVED: &str = "this body moves as its motion says; take away its keys velocity and spin";

/// Gives the bodies their motions.
pub(super) fn motions(items: &[Item<'_>], bodies: &mut [Body]) -> Result<(), Fault> {
    for (number, item) in items.iter().enumerate() {
        let fields = Fields::of_item(item, format!("motion {number}"), &KEYS)?;
        let name = fields.needed_text("body")?;
        let fields = fields.named(format!("motion of \"{name}\""));
        let body = &mut bodies[body_index(&fields, "body", &name, bodies)?].description;
        match body.drive {
            Drive::Free => {}
            Drive::Fixed => return Err(fields.fault("body", "this body is fixed; take away its key fixed to move it")),
            Drive::Prescribed(_) => return Err(fields.fault("body", "this body has a motion already")),
        }
        if body.velocity != DVec2::ZERO || body.spin != 0.0 {
            return Err(fields.fault("body", MOVED));
        }
        let along = |start| Kind { value: Dimension::Length, rate: Dimension::Velocity, start, is_place: true };
        let turning =
            Kind { value: Dimension::Angle, rate: Dimension::AngularVelocity, start: body.angle, is_place: true };
        let description = MotionDescription {
            x: motion(&fields, "x", along(body.position.x))?,
            y: motion(&fields, "y", along(body.position.y))?,
            angle: motion(&fields, "angle", turning)?,
        };
        if description.x.is_none() && description.y.is_none() && description.angle.is_none() {
            return Err(fields.fault_here("needs at least one of x, y, angle"));
        }
        body.drive = Drive::Prescribed(description);
    }
    Ok(())
}
