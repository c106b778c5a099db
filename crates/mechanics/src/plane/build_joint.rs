//! From the description of a joint to the joint.

use glam::DVec2;

use super::description::{JointDescription, JointKind};
use super::joint::{Equation, Joint};
use super::kinematics::Kinematics;
use super::world::World;
use crate::error::{Bad, OPEN, Subject, WorldError, finite, named, positive};
use crate::joint_rows::{open, torn, torn_by};
use crate::model::{At, Direction};

impl World {
    pub(super) fn joint(&self, given: &JointDescription) -> Result<Joint, WorldError> {
        let fail = |(field, message): Bad| WorldError::new(Subject::Joint(given.name.clone()), field, message);
        let joint = self.joint_of(given).map_err(fail)?;
        self.check_open(&joint).map_err(fail)?;
        self.check_point(&joint).map_err(fail)?;
        Ok(joint)
    }

    fn joint_of(&self, given: &JointDescription) -> Result<Joint, Bad> {
        let a = self.find("a", &given.a)?;
        let b = given.b.as_deref().map(|name| self.find("b", name)).transpose()?;
        if Some(a) == b {
            return Err(("b", format!("a joint needs two bodies, both are \"{}\"", given.a)));
        }
        if !self.bodies[a].is_free() && b.is_none_or(|b| !self.bodies[b].is_free()) {
            return Err(("a", "neither body moves by itself: the joint has nothing to hold".into()));
        }
        let (JointKind::Pin { at_a, at_b }
        | JointKind::Slider { at_a, at_b, .. }
        | JointKind::Weld { at_a, at_b, .. }
        | JointKind::PointOnLine { at_a, at_b, .. }
        | JointKind::Distance { at_a, at_b, .. }) = given.kind;
        let at = [self.anchor("at_a", Some(a), at_a)?, self.anchor("at_b", b, at_b)?];
        let equations = self.equations(&given.kind, (a, b), at)?;
        Ok(Joint { name: given.name.clone(), a, b, at, equations })
    }

    fn equations(
        &self,
        kind: &JointKind,
        (a, b): (usize, Option<usize>),
        at: [DVec2; 2],
    ) -> Result<Vec<Equation>, Bad> {
        let on_line = |axis: DVec2| match axis.try_normalize() {
            Some(axis) => Ok(Equation::OnLine(axis.perp())),
            None => Err(("axis", format!("must have a length, got {axis}"))),
        };
        let turn = |angle: Option<f64>| {
            let held = self.angle_at_start(Some(a)) - self.angle_at_start(b);
            named("angle", finite(angle.unwrap_or(held))).map(Equation::Angle)
        };
        Ok(match *kind {
            JointKind::Pin { .. } => vec![Equation::Coincide],
            JointKind::Slider { axis, angle, .. } => vec![on_line(axis)?, turn(angle)?],
            JointKind::Weld { angle, .. } => vec![Equation::Coincide, turn(angle)?],
            JointKind::PointOnLine { axis, .. } => vec![on_line(axis)?],
            JointKind::Distance { length, .. } => {
                let held = self.place_at_start(Some(a)).point(at[0]).distance(self.place_at_start(b).point(at[1]));
                vec![Equation::Distance(named("length", positive(length.unwrap_or(held)))?)]
            }
        })
    }

    /// Refuses a joint that is open at the start.
    fn check_open(&self, joint: &Joint) -> Result<(), Bad> {
        let at = At { t: self.start.t, q: &self.start.q, v: &self.start.v };
        let a = self.bodies[joint.a].kinematics(at);
        let b = joint.b.map_or(Kinematics::WORLD, |b| self.bodies[b].kinematics(at));
        let arms = joint.at[0].length() + joint.at[1].length();
        let mut worst = 0.0_f64;
        joint.rows(&a, &b, |error, _| worst = worst.max(error.abs()));
        // Lengths are compared with the mechanism's, angles with one.
        let allowed = OPEN * arms.max(self.bodies[joint.a].radius).max(1.0);
        if worst <= allowed {
            return Ok(());
        }
        Err(("at_a", open(worst)))
    }

    /// Refuses velocities at the start that would open a joint. Methods can begin from such velocities too: they take the nearest ones that
    /// no joint forbids.
    pub fn check_velocities(&self) -> Result<(), WorldError> {
        let fail =
            |joint: &Joint, (field, message): Bad| WorldError::new(Subject::Joint(joint.name.clone()), field, message);
        self.joints.iter().try_for_each(|joint| self.check_torn(joint).map_err(|bad| fail(joint, bad)))
    }

    fn check_torn(&self, joint: &Joint) -> Result<(), Bad> {
        let at = At { t: self.start.t, q: &self.start.q, v: &self.start.v };
        let a = self.bodies[joint.a].kinematics(at);
        let b = joint.b.map_or(Kinematics::WORLD, |b| self.bodies[b].kinematics(at));
        let mut direction = Direction::default();
        let mut worst = None;
        joint.rows(&a, &b, |_, fill| {
            fill(&mut direction);
            worst = torn(&direction, &self.start.v).into_iter().chain(worst).reduce(f64::max);
        });
        worst.map_or(Ok(()), |velocity| Err(("velocity", torn_by(velocity))))
    }

    /// Refuses a joint that would feel the moment of a point, which is only a stand-in.
    fn check_point(&self, joint: &Joint) -> Result<(), Bad> {
        let turns = joint.equations.iter().any(|equation| matches!(equation, Equation::Angle(_)));
        for (body, at, field) in [(Some(joint.a), joint.at[0], "a"), (joint.b, joint.at[1], "b")] {
            let Some(body) = body.map(|i| &self.bodies[i]) else { continue };
            if body.is_free() && body.is_point && (turns || at != DVec2::ZERO) {
                return Err((
                    field,
                    format!("\"{}\" is a point: a joint off it needs its moment of inertia", body.name),
                ));
            }
        }
        Ok(())
    }
}
