//! Springs, dampers and applied forces: their generalised forces and potentials.

use std::sync::Arc;

use glam::DVec3;

use super::description::{Anchor, Attachment, ForceDescription, ForceFrame};
use super::kinematics::Kinematics;
use super::world::World;
use crate::error::Bad;
use crate::rigid::Rigid;
use crate::signal::{BodyState, Signal};
use crate::spring::{self, Spring, body_of};

/// A point of a body (`None`: the world), relative to its centre of mass.
type End = spring::End<DVec3>;

/// Components of a vector as functions of time and state; absent ones are zero.
type Signals = [Option<Arc<dyn Signal>>; 3];

/// A force of a world.
#[derive(Debug, Clone)]
pub(super) enum Force {
    Spring(Spring<DVec3>),
    Applied { end: End, force: Signals, torque: Signals, frame: ForceFrame },
}

/// The bodies at one instant; `states` is filled only if some force looks at it.
pub(super) struct Scene<'a> {
    pub t: f64,
    pub bodies: &'a [Kinematics],
    pub states: &'a [BodyState],
}

impl Scene<'_> {
    fn value(&self, signals: &Signals) -> DVec3 {
        let of = |i: usize| signals[i].as_ref().map_or(0.0, |signal| signal.value(self.t, self.states));
        DVec3::new(of(0), of(1), of(2))
    }
}

impl Force {
    /// Whether it looks at the state of the bodies.
    pub fn needs_states(&self) -> bool {
        matches!(self, Self::Applied { .. })
    }

    /// Adds its generalised forces.
    pub fn add(&self, scene: &Scene, forces: &mut [f64]) {
        match self {
            Self::Spring(spring) => spring.add(scene.bodies, forces),
            Self::Applied { end, force, torque, frame } => {
                let body = body_of(scene.bodies, end.body);
                let [force, torque] = [force, torque].map(|given| match frame {
                    ForceFrame::World => scene.value(given),
                    ForceFrame::Body => body.pose.rotation * scene.value(given),
                });
                body.push(body.point(end.at), force, forces);
                body.turn(torque, forces);
            }
        }
    }

    /// Its potential energy; zero for applied forces.
    pub fn potential(&self, scene: &Scene) -> f64 {
        match self {
            Self::Spring(spring) => spring.potential(scene.bodies),
            Self::Applied { .. } => 0.0,
        }
    }

    /// The rate of its potential energy.
    pub fn potential_rate(&self, scene: &Scene) -> f64 {
        match self {
            Self::Spring(spring) => spring.potential_rate(scene.bodies),
            Self::Applied { .. } => 0.0,
        }
    }

    /// Whether it does work that is no change of its potential energy, its ends being free or fixed.
    pub fn is_driven(&self) -> bool {
        match self {
            Self::Spring(spring) => spring.damping > 0.0,
            Self::Applied { .. } => true,
        }
    }

    /// Whether it is not smooth somewhere in the state.
    pub fn has_kinks(&self) -> bool {
        match self {
            Self::Spring(spring) => spring.has_kinks(),
            Self::Applied { .. } => self.signals().any(|signal| signal.has_kinks()),
        }
    }

    /// Adds the numbers that pass zero where it is not smooth.
    pub fn kinks(&self, scene: &Scene, kinks: &mut Vec<f64>) {
        match self {
            Self::Spring(spring) => spring.kinks(scene.bodies, kinks),
            Self::Applied { .. } => self.signals().for_each(|signal| signal.kinks(scene.t, scene.states, kinks)),
        }
    }

    /// The first instant after t at which it is not smooth.
    pub fn next_corner(&self, t: f64) -> Option<f64> {
        self.signals().filter_map(|signal| signal.next_corner(t)).reduce(f64::min)
    }

    /// The first such instant that is not after `end`.
    pub fn corner_before(&self, t: f64, end: f64) -> Option<f64> {
        self.signals().filter_map(|signal| signal.corner_before(t, end)).reduce(f64::min)
    }

    /// What an applied force is made of; nothing of others.
    fn signals(&self) -> impl Iterator<Item = &dyn Signal> {
        let given: [&[Option<Arc<dyn Signal>>]; 2] = match self {
            Self::Applied { force, torque, .. } => [force, torque],
            Self::Spring(_) => [&[], &[]],
        };
        given.into_iter().flatten().flatten().map(|signal| &**signal)
    }
}

impl World {
    fn end(&self, field: &'static str, given: &Attachment) -> Result<End, Bad> {
        self.end_at(field, given.body.as_deref(), given.at)
    }

    fn end_at(&self, field: &'static str, body: Option<&str>, at: Anchor) -> Result<End, Bad> {
        let body = self.find(field, body)?;
        Ok(End { body, at: self.anchor(field, body, at)? })
    }

    pub(super) fn force_of(&self, given: &ForceDescription) -> Result<Force, Bad> {
        match given {
            ForceDescription::Spring { a, b, stiffness, damping, free_length } => {
                let ends = [self.end("a", a)?, self.end("b", b)?];
                let [p, q] = ends.map(|end| self.pose_at_start(end.body).point(end.at));
                Spring::linear(ends, [*stiffness, *damping, free_length.unwrap_or_else(|| p.distance(q))])
                    .map(Force::Spring)
            }
            ForceDescription::Compression { a, b, springs, damping } => {
                let ends = [self.end("a", a)?, self.end("b", b)?];
                Spring::compression(ends, springs, *damping).map(Force::Spring)
            }
            ForceDescription::Applied { body, at, force, torque, frame } => Ok(Force::Applied {
                end: self.end_at("body", Some(body), *at)?,
                force: force.clone(),
                torque: torque.clone(),
                frame: *frame,
            }),
        }
    }
}
