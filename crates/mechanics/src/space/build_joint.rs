//! From the description of a joint to the joint.

use glam::DVec3;

use super::description::{Anchor, Axis, JointDescription, JointFrame, JointFriction, JointKind, JointLimits};
use super::joint::{Equation, Joint};
use super::kinematics::{Kinematics, Pose};
use super::pad::{PAD, Pad};
use super::stop::{Coordinate, Rub, Stop};
use super::world::World;
use crate::error::{Bad, OPEN, START, Subject, WorldError, finite, named, no_body, not_negative, positive};
use crate::joint_rows::{open, torn, torn_by};
use crate::model::Direction;
use crate::pair_law::{Friction, PairLaw};
use carom_impact::Coefficients;
use carom_impact::laws::by_name;

/// The two bodies of a joint.
type Two = [Option<usize>; 2];

/// A point and an axis relative to the centre of mass, with the reference if it is given.
struct Local {
    at: DVec3,
    axis: DVec3,
    reference: Option<DVec3>,
}

impl World {
    pub(super) fn joint(&self, given: &JointDescription) -> Result<Joint, WorldError> {
        let fail = |(field, message): Bad| WorldError::new(Subject::Joint(given.name.clone()), field, message);
        let joint = self.joint_of(given).map_err(fail)?;
        self.check_open(&joint).map_err(fail)?;
        Ok(joint)
    }

    pub(super) fn find(&self, field: &'static str, name: Option<&str>) -> Result<Option<usize>, Bad> {
        name.map(|name| self.body(name).ok_or_else(|| (field, no_body(name)))).transpose()
    }

    pub(super) fn pose_at_start(&self, body: Option<usize>) -> Pose {
        body.map_or(Pose::WORLD, |i| self.bodies[i].pose(self.start.t, &self.start.q))
    }

    fn kinematics_at_start(&self, body: Option<usize>) -> Kinematics {
        body.map_or(Kinematics::WORLD, |i| self.bodies[i].kinematics(self.start.at()))
    }

    /// An anchor relative to the centre of mass of its body.
    pub(super) fn anchor(&self, field: &'static str, body: Option<usize>, anchor: Anchor) -> Result<DVec3, Bad> {
        let (Anchor::Local(point) | Anchor::Start(point)) = anchor;
        point.to_array().into_iter().try_for_each(|x| named(field, finite(x)).map(|_| ()))?;
        Ok(match anchor {
            Anchor::Local(point) => point - body.map_or(DVec3::ZERO, |i| self.bodies[i].centre),
            Anchor::Start(point) => self.pose_at_start(body).local(point),
        })
    }

    /// A unit vector in the frame of its body.
    fn axis(&self, field: &'static str, body: Option<usize>, axis: Axis) -> Result<DVec3, Bad> {
        let (Axis::Local(given) | Axis::Start(given)) = axis;
        let unit = given.try_normalize().ok_or_else(|| (field, format!("must have a length, got {given}")))?;
        Ok(match axis {
            Axis::Local(_) => unit,
            Axis::Start(_) => self.pose_at_start(body).rotation.conjugate() * unit,
        })
    }

    fn frame(&self, field: &'static str, body: Option<usize>, given: &JointFrame) -> Result<Local, Bad> {
        let at = self.anchor(field, body, given.at)?;
        let axis = self.axis(field, body, given.axis)?;
        let across = |reference: Axis| {
            let given = self.axis(field, body, reference)?;
            let along = || (field, "the reference direction must not lie along the axis".to_owned());
            given.reject_from_normalized(axis).try_normalize().ok_or_else(along)
        };
        Ok(Local { at, axis, reference: given.reference.map(across).transpose()? })
    }

    fn joint_of(&self, given: &JointDescription) -> Result<Joint, Bad> {
        let bodies = [self.find("a", given.a.as_deref())?, self.find("b", given.b.as_deref())?];
        if bodies[0] == bodies[1] {
            let name = given.a.as_deref().map_or("the world".to_owned(), |name| format!("\"{name}\""));
            return Err(("b", format!("a joint needs two bodies, both are {name}")));
        }
        if bodies.iter().flatten().all(|&i| !self.bodies[i].is_free()) {
            return Err(("a", "neither body moves by itself: the joint has nothing to hold".into()));
        }
        let (at, equations) = self.equations(&given.kind, bodies)?;
        Ok(Joint { name: given.name.clone(), bodies, at, equations })
    }

    fn equations(&self, kind: &JointKind, bodies: Two) -> Result<([DVec3; 2], Vec<Equation>), Bad> {
        let points = |at_a: Anchor, at_b: Anchor| -> Result<[DVec3; 2], Bad> {
            Ok([self.anchor("at_a", bodies[0], at_a)?, self.anchor("at_b", bodies[1], at_b)?])
        };
        let frames = |a: &JointFrame, b: &JointFrame| -> Result<[Local; 2], Bad> {
            Ok([self.frame("frame_a", bodies[0], a)?, self.frame("frame_b", bodies[1], b)?])
        };
        Ok(match kind {
            JointKind::FixedPoint { at } => {
                if bodies[1].is_some() {
                    return Err(("b", "a fixed point is fixed in the world: leave b out".into()));
                }
                let at = self.anchor("at", bodies[0], *at)?;
                ([at, self.pose_at_start(bodies[0]).point(at)], vec![Equation::Coincide])
            }
            JointKind::Spherical { at_a, at_b } => (points(*at_a, *at_b)?, vec![Equation::Coincide]),
            JointKind::Planar { at_a, at_b, normal } => {
                (points(*at_a, *at_b)?, vec![Equation::InPlane(self.axis("normal", bodies[1], *normal)?)])
            }
            JointKind::Cylindrical { a, b } => {
                let [a, b] = frames(a, b)?;
                ([a.at, b.at], on_line(&b).into_iter().chain(parallel(&a, &b)).collect())
            }
            JointKind::Prismatic { a, b } => {
                let [a, b] = frames(a, b)?;
                let held = self.held_angle(bodies, &a, &b);
                ([a.at, b.at], on_line(&b).into_iter().chain(parallel(&a, &b)).chain([held]).collect())
            }
            JointKind::Revolute { a, b } => {
                let [a, b] = frames(a, b)?;
                ([a.at, b.at], [Equation::Coincide].into_iter().chain(parallel(&a, &b)).collect())
            }
            JointKind::Universal { a, b } => {
                let [a, b] = frames(a, b)?;
                ([a.at, b.at], vec![Equation::Coincide, Equation::Perpendicular(a.axis, b.axis)])
            }
            JointKind::Weld { at_a, at_b } => {
                let turn = self.pose_at_start(bodies[1]).seen_from(&self.pose_at_start(bodies[0])).rotation;
                let held = [(0, 1), (1, 2), (2, 0)]
                    .map(|(i, j)| Equation::Perpendicular(turn * DVec3::AXES[i], DVec3::AXES[j]));
                (points(*at_a, *at_b)?, [Equation::Coincide].into_iter().chain(held).collect())
            }
            JointKind::Distance { at_a, at_b, length } => {
                let at = points(*at_a, *at_b)?;
                let [p, q] = [0, 1].map(|i| self.pose_at_start(bodies[i]).point(at[i]));
                let length = named("length", positive(length.unwrap_or_else(|| p.distance(q))))?;
                (at, vec![Equation::Distance(length)])
            }
        })
    }

    /// The equation that keeps a from turning about the axis: by the references, or as at the start.
    fn held_angle(&self, bodies: Two, a: &Local, b: &Local) -> Equation {
        if let (Some(u), Some(reference)) = (a.reference, b.reference) {
            return Equation::Perpendicular(u, b.axis.cross(reference));
        }
        let (u, s) = b.axis.any_orthonormal_pair();
        let turn = self.pose_at_start(bodies[1]).seen_from(&self.pose_at_start(bodies[0])).rotation;
        Equation::Perpendicular(turn * u, s)
    }

    /// Adds the stops and the friction of the joint added last.
    pub(super) fn add_resistance(&mut self, given: &JointDescription) -> Result<(), WorldError> {
        let fail = |(field, message): Bad| WorldError::new(Subject::Joint(given.name.clone()), field, message);
        if given.limits.is_none() && given.friction.is_none() {
            return Ok(());
        }
        let joint = self.joints.len() - 1;
        let coordinate = self.coordinate(&given.kind, self.joints[joint].bodies).map_err(fail)?;
        if let Some(limits) = &given.limits {
            let stop = self.stop_of(joint, coordinate, limits).map_err(fail)?;
            self.stops.push(stop);
        }
        if let Some(friction) = &given.friction {
            self.add_friction(joint, coordinate, friction).map_err(fail)?;
        }
        Ok(())
    }

    /// Adds a pad for friction that sticks, and what is smooth.
    fn add_friction(&mut self, joint: usize, coordinate: Coordinate, given: &JointFriction) -> Result<(), Bad> {
        let coulomb = named("friction", not_negative(given.coulomb))?;
        let viscous = named("friction", not_negative(given.viscous))?;
        let speed = given.speed.map(|speed| named("friction", positive(speed))).transpose()?;
        if speed.is_none() && coulomb > 0.0 {
            let impact = by_name("newton", &Coefficients { e: Some(0.0), ..Coefficients::default() })
                .map_err(|error| ("friction", error.to_string()))?;
            let law = PairLaw { impact, restitution: 0.0, friction: Friction::Coulomb { mu: 1.0 }, penalty: None };
            let at = [self.start.q.len(), self.start.v.len()];
            self.start.q.extend([0.0; PAD]);
            self.start.v.extend([0.0; PAD]);
            self.pads.push(Pad { joint, coordinate, press: coulomb, at, law });
        }
        let smooth = if speed.is_some() { coulomb } else { 0.0 };
        if smooth > 0.0 || viscous > 0.0 {
            self.rubs.push(Rub { joint, coordinate, coulomb: smooth, viscous, speed: speed.unwrap_or(1.0) });
        }
        Ok(())
    }

    /// What a joint leaves.
    fn coordinate(&self, kind: &JointKind, bodies: Two) -> Result<Coordinate, Bad> {
        let frames = |a: &JointFrame, b: &JointFrame| -> Result<[Local; 2], Bad> {
            Ok([self.frame("frame_a", bodies[0], a)?, self.frame("frame_b", bodies[1], b)?])
        };
        match kind {
            JointKind::Revolute { a, b } => {
                let [a, b] = frames(a, b)?;
                let turn = self.pose_at_start(bodies[1]).seen_from(&self.pose_at_start(bodies[0])).rotation;
                let across = b.axis.any_orthonormal_vector();
                let [of_a, of_b] = match (a.reference, b.reference) {
                    (Some(of_a), Some(of_b)) => [of_a, of_b],
                    _ => [turn * across, across],
                };
                Ok(Coordinate::Turn { axis: b.axis, of_a, of_b })
            }
            JointKind::Prismatic { a, b } | JointKind::Cylindrical { a, b } => {
                Ok(Coordinate::Way { axis: frames(a, b)?[1].axis })
            }
            _ => Err(("kind", "only revolute, prismatic and cylindrical joints have limits and friction".into())),
        }
    }

    fn stop_of(&self, joint: usize, coordinate: Coordinate, limits: &JointLimits) -> Result<Stop, Bad> {
        let lower = named("limits", finite(limits.lower))?;
        let upper = named("limits", finite(limits.upper))?;
        if upper <= lower {
            return Err(("limits", format!("the upper limit must be above the lower one, got {lower} and {upper}")));
        }
        if matches!(coordinate, Coordinate::Turn { .. }) && upper - lower >= std::f64::consts::TAU {
            return Err(("limits", "the angle must range over less than a full turn; leave the limits out".into()));
        }
        let e = limits.restitution;
        let impact = by_name("newton", &Coefficients { e: Some(e), ..Coefficients::default() })
            .map_err(|error| ("restitution", error.to_string()))?;
        let law = PairLaw { impact, restitution: e, friction: Friction::Coulomb { mu: 0.0 }, penalty: None };
        let stop = Stop { joint, coordinate, lower, upper, law };
        let [a, b] = self.joined(joint, self.start.at());
        let least =
            [false, true].map(|side| stop.gap(side, &self.joints[joint], &a, &b)).into_iter().fold(1.0, f64::min);
        if least < -START {
            return Err(("limits", format!("the joint is outside its limits at the start by {:.3e} m or rad", -least)));
        }
        Ok(stop)
    }

    /// Refuses a joint that is open at the start.
    fn check_open(&self, joint: &Joint) -> Result<(), Bad> {
        let [a, b] = joint.bodies.map(|body| self.kinematics_at_start(body));
        let size = joint.bodies.iter().flatten().map(|&i| self.bodies[i].radius).fold(0.0, f64::max);
        let arms = joint.at[0].length() + joint.at[1].length();
        let mut worst = 0.0_f64;
        joint.rows(&a, &b, |error, _| worst = worst.max(error.abs()));
        // Lengths are compared with the mechanism's, angles with one.
        if worst <= OPEN * arms.max(size).max(1.0) { Ok(()) } else { Err(("at_a", open(worst))) }
    }

    /// Refuses velocities at the start that would open a joint. Methods can begin from such velocities too: they take the nearest ones that
    /// no joint forbids.
    pub fn check_velocities(&self) -> Result<(), WorldError> {
        let mut direction = Direction::default();
        for joint in &self.joints {
            let [a, b] = joint.bodies.map(|body| self.kinematics_at_start(body));
            let mut worst = None;
            joint.rows(&a, &b, |_, fill| {
                fill(&mut direction);
                worst = torn(&direction, &self.start.v).into_iter().chain(worst).reduce(f64::max);
            });
            if let Some(velocity) = worst {
                let subject = Subject::Joint(joint.name.clone());
                return Err(WorldError::new(subject, "velocity", torn_by(velocity)));
            }
        }
        Ok(())
    }
}

/// The point of a on the axis of b.
fn on_line(b: &Local) -> [Equation; 2] {
    let (u, s) = b.axis.any_orthonormal_pair();
    [u, s].map(Equation::InPlane)
}

/// The axis of a along that of b.
fn parallel(a: &Local, b: &Local) -> [Equation; 2] {
    let (u, s) = b.axis.any_orthonormal_pair();
    [u, s].map(|across| Equation::Perpendicular(a.axis, across))
}
