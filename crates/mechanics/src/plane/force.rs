//! Springs, dampers and applied forces: their generalised forces and potentials.
//!
//! ```text
//!     torsion         m = k (z - z_0) + c z'               U = k (z - z_0)^2 / 2,     z = z_a - z_b
//! ```

use std::sync::Arc;

use glam::DVec2;

use super::description::ForceFrame;
use super::kinematics::Kinematics;
use crate::rigid::Rigid;
use crate::signal::{BodyState, Signal};
use crate::spring::{self, SpringLaw, body_of};

/// A point of a body (`None`: the world), relative to its centre of mass.
pub(super) type End = spring::End<DVec2>;

/// A force of a world.
#[derive(Debug, Clone)]
pub(super) enum Force {
    Spring(spring::Spring<DVec2>),
    Torsion { bodies: [Option<usize>; 2], stiffness: f64, damping: f64, free_angle: f64 },
    Applied { end: End, force: [Option<Arc<dyn Signal>>; 2], torque: Option<Arc<dyn Signal>>, frame: ForceFrame },
}

/// The bodies at one instant; `states` is filled only if some force looks at it.
pub(super) struct Scene<'a> {
    pub t: f64,
    pub bodies: &'a [Kinematics],
    pub states: &'a [BodyState],
}

impl Scene<'_> {
    fn body(&self, body: Option<usize>) -> &Kinematics {
        body_of(self.bodies, body)
    }

    fn value(&self, signal: &Option<Arc<dyn Signal>>) -> f64 {
        signal.as_ref().map_or(0.0, |signal| signal.value(self.t, self.states))
    }
}

impl Force {
    /// Whether it gives back what it takes: not a mere damper.
    pub fn has_stiffness(&self) -> bool {
        match self {
            Self::Spring(spring) => !matches!(spring.law, SpringLaw::Linear { stiffness: 0.0, .. }),
            Self::Torsion { stiffness, .. } => *stiffness > 0.0,
            Self::Applied { .. } => false,
        }
    }

    /// Whether it looks at the state of the bodies.
    pub fn needs_states(&self) -> bool {
        matches!(self, Self::Applied { .. })
    }

    /// The bodies it is between; `None` of the world.
    pub fn bodies(&self) -> [Option<usize>; 2] {
        match self {
            Self::Spring(spring) => [spring.ends[0].body, spring.ends[1].body],
            Self::Torsion { bodies, .. } => *bodies,
            Self::Applied { end, .. } => [end.body, None],
        }
    }

    /// Adds its generalised forces.
    pub fn add(&self, scene: &Scene, forces: &mut [f64]) {
        match self {
            Self::Spring(spring) => spring.add(scene.bodies, forces),
            Self::Torsion { bodies, stiffness, damping, free_angle } => {
                let [a, b] = bodies.map(|body| scene.body(body));
                let torque = stiffness * (a.angle - b.angle - free_angle) + damping * (a.spin - b.spin);
                a.turn(-torque, forces);
                b.turn(torque, forces);
            }
            Self::Applied { end, force, torque, frame } => {
                let body = scene.body(end.body);
                let given = DVec2::new(scene.value(&force[0]), scene.value(&force[1]));
                let force = if *frame == ForceFrame::Body { body.place.turn(given) } else { given };
                body.push(body.place.point(end.at), force, forces);
                body.turn(scene.value(torque), forces);
            }
        }
    }

    /// Its potential energy; zero for applied forces.
    pub fn potential(&self, scene: &Scene) -> f64 {
        match self {
            Self::Spring(spring) => spring.potential(scene.bodies),
            Self::Torsion { bodies, stiffness, free_angle, .. } => {
                let [a, b] = bodies.map(|body| scene.body(body));
                0.5 * stiffness * (a.angle - b.angle - free_angle).powi(2)
            }
            Self::Applied { .. } => 0.0,
        }
    }

    /// The rate of its potential energy.
    pub fn potential_rate(&self, scene: &Scene) -> f64 {
        match self {
            Self::Spring(spring) => spring.potential_rate(scene.bodies),
            Self::Torsion { bodies, stiffness, free_angle, .. } => {
                let [a, b] = bodies.map(|body| scene.body(body));
                stiffness * (a.angle - b.angle - free_angle) * (a.spin - b.spin)
            }
            Self::Applied { .. } => 0.0,
        }
    }

    /// Whether it does work that is no change of its potential energy, its ends being free or fixed.
    pub fn is_driven(&self) -> bool {
        match self {
            Self::Spring(spring) => spring.damping > 0.0,
            Self::Torsion { damping, .. } => *damping > 0.0,
            Self::Applied { .. } => true,
        }
    }

    /// Whether it is not smooth somewhere in the state.
    pub fn has_kinks(&self) -> bool {
        match self {
            Self::Spring(spring) => spring.has_kinks(),
            Self::Torsion { .. } => false,
            Self::Applied { .. } => self.signals().any(|signal| signal.has_kinks()),
        }
    }

    /// Adds the numbers that pass zero where it is not smooth.
    pub fn kinks(&self, scene: &Scene, kinks: &mut Vec<f64>) {
        match self {
            Self::Spring(spring) => spring.kinks(scene.bodies, kinks),
            _ => self.signals().for_each(|signal| signal.kinks(scene.t, scene.states, kinks)),
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
        let given = match self {
            Self::Applied { force: [x, y], torque, .. } => [x.as_deref(), y.as_deref(), torque.as_deref()],
            _ => [None; 3],
        };
        given.into_iter().flatten()
    }
}
