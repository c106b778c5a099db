//! From the description of a force to the force.

use super::build::{Bad, named};
use super::description::{Attachment, ForceDescription};
use super::error::{finite, not_negative, positive};
use super::force::{End, Force};
use super::world::World;

impl World {
    fn end(&self, field: &'static str, given: &Attachment) -> Result<End, Bad> {
        let body = given.body.as_deref().map(|name| self.find(field, name)).transpose()?;
        Ok(End { body, at: self.anchor(field, body, given.at)? })
    }

    pub(super) fn force_of(&self, given: &ForceDescription) -> Result<Force, Bad> {
        let length = |ends: &[End; 2]| {
            let [p, q] = ends.map(|end| self.place_at_start(end.body).point(end.at));
            p.distance(q)
        };
        Ok(match given {
            ForceDescription::Spring { a, b, stiffness, damping, free_length } => {
                let ends = [self.end("a", a)?, self.end("b", b)?];
                Force::Spring {
                    ends,
                    stiffness: named("stiffness", not_negative(*stiffness))?,
                    damping: named("damping", not_negative(*damping))?,
                    free_length: named("free_length", not_negative(free_length.unwrap_or_else(|| length(&ends))))?,
                }
            }
            ForceDescription::TorsionSpring { a, b, stiffness, damping, free_angle } => {
                let bodies = [Some(self.find("a", a)?), b.as_deref().map(|b| self.find("b", b)).transpose()?];
                let held = self.angle_at_start(bodies[0]) - self.angle_at_start(bodies[1]);
                Force::Torsion {
                    bodies,
                    stiffness: named("stiffness", not_negative(*stiffness))?,
                    damping: named("damping", not_negative(*damping))?,
                    free_angle: named("free_angle", finite(free_angle.unwrap_or(held)))?,
                }
            }
            ForceDescription::Compression { a, b, springs, damping } => {
                for spring in springs {
                    named("stiffness", not_negative(spring.stiffness))?;
                    named("free_length", positive(spring.free_length))?;
                }
                let ends = [self.end("a", a)?, self.end("b", b)?];
                let damping = named("damping", not_negative(*damping))?;
                Force::Compression { ends, springs: springs.clone(), damping }
            }
            ForceDescription::Applied { body, at, force, torque, frame } => {
                let body = Some(self.find("body", body)?);
                let end = End { body, at: self.anchor("at", body, *at)? };
                Force::Applied { end, force: force.clone(), torque: torque.clone(), frame: *frame }
            }
        })
    }
}
