//! From the description of a force to the force.

use glam::DVec2;

use super::description::{Anchor, Attachment, ForceDescription};
use super::force::{End, Force};
use super::world::World;
use crate::error::{Bad, finite, named, not_negative};
use crate::spring::Spring;

impl World {
    fn end(&self, field: &'static str, given: &Attachment) -> Result<End, Bad> {
        let body = given.body.as_deref().map(|name| self.find(field, name)).transpose()?;
        self.arm_end(field, body, given.at)
    }

    /// An end, unless it would turn a point, whose moment is only a stand-in.
    fn arm_end(&self, field: &'static str, body: Option<usize>, at: Anchor) -> Result<End, Bad> {
        let end = End { body, at: self.anchor(field, body, at)? };
        if end.at != DVec2::ZERO { self.can_turn(field, body).map(|()| end) } else { Ok(end) }
    }

    fn can_turn(&self, field: &'static str, body: Option<usize>) -> Result<(), Bad> {
        match body.map(|i| &self.bodies[i]) {
            Some(body) if body.is_free() && body.is_point => {
                Err((field, format!("\"{}\" is a point: a torque on it needs its moment of inertia", body.name)))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn force_of(&self, given: &ForceDescription) -> Result<Force, Bad> {
        match given {
            ForceDescription::Spring { a, b, stiffness, damping, free_length } => {
                let ends = [self.end("a", a)?, self.end("b", b)?];
                let [p, q] = ends.map(|end| self.place_at_start(end.body).point(end.at));
                Spring::linear(ends, [*stiffness, *damping, free_length.unwrap_or_else(|| p.distance(q))])
                    .map(Force::Spring)
            }
            ForceDescription::TorsionSpring { a, b, stiffness, damping, free_angle } => {
                let bodies = [Some(self.find("a", a)?), b.as_deref().map(|b| self.find("b", b)).transpose()?];
                self.can_turn("a", bodies[0]).and(self.can_turn("b", bodies[1]))?;
                let held = self.angle_at_start(bodies[0]) - self.angle_at_start(bodies[1]);
                Ok(Force::Torsion {
                    bodies,
                    stiffness: named("stiffness", not_negative(*stiffness))?,
                    damping: named("damping", not_negative(*damping))?,
                    free_angle: named("free_angle", finite(free_angle.unwrap_or(held)))?,
                })
            }
            ForceDescription::Compression { a, b, springs, damping } => {
                let ends = [self.end("a", a)?, self.end("b", b)?];
                Spring::compression(ends, springs, *damping).map(Force::Spring)
            }
            ForceDescription::Applied { body, at, force, torque, frame } => {
                let body = Some(self.find("body", body)?);
                let end = self.arm_end("at", body, *at)?;
                if torque.is_some() {
                    self.can_turn("torque", body)?;
                }
                Ok(Force::Applied { end, force: force.clone(), torque: torque.clone(), frame: *frame })
            }
        }
    }
}
