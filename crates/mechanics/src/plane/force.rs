//! Springs, dampers and applied forces: their generalised forces and potentials.
//!
//! A spring between p_a and p_b of length l = |p_a - p_b| pushes a with -f n and b with f n, n = (p_a - p_b) / l:
//!
//! ```text
//!     spring          f = k (l - l_0) + c l'               U = k (l - l_0)^2 / 2
//!     torsion         m = k (z - z_0) + c z'               U = k (z - z_0)^2 / 2,     z = z_a - z_b
//!     compression     f = sum over l < l_0i of k_i (l - l_0i), plus c l' while any acts (but never pulling)
//! ```

use std::sync::Arc;

use glam::DVec2;

use super::description::{ForceFrame, HelicalSpring};
use super::kinematics::Kinematics;
use crate::rigid::{Rigid, relative};
use crate::signal::{BodyState, Signal};

/// A point of a body (`None`: the world), relative to its centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct End {
    pub body: Option<usize>,
    pub at: DVec2,
}

/// A force of a world.
#[derive(Debug, Clone)]
pub(super) enum Force {
    Spring { ends: [End; 2], stiffness: f64, damping: f64, free_length: f64 },
    Torsion { bodies: [Option<usize>; 2], stiffness: f64, damping: f64, free_angle: f64 },
    Compression { ends: [End; 2], springs: Vec<HelicalSpring>, damping: f64 },
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
        body.map_or(&Kinematics::WORLD, |i| &self.bodies[i])
    }

    /// Length, its rate, the unit vector from the second end to the first, and the ends.
    fn stretch(&self, ends: &[End; 2]) -> (f64, f64, DVec2, [DVec2; 2]) {
        let [a, b] = ends.map(|end| self.body(end.body));
        let [p_a, p_b] = [a.place.point(ends[0].at), b.place.point(ends[1].at)];
        let n = (p_a - p_b).normalize_or_zero();
        (p_a.distance(p_b), n.dot(relative(a, b, [p_a, p_b])), n, [p_a, p_b])
    }

    fn value(&self, signal: &Option<Arc<dyn Signal>>) -> f64 {
        signal.as_ref().map_or(0.0, |signal| signal.value(self.t, self.states))
    }
}

impl Force {
    /// Whether it gives back what it takes: not a mere damper.
    pub fn has_stiffness(&self) -> bool {
        match self {
            Self::Spring { stiffness, .. } | Self::Torsion { stiffness, .. } => *stiffness > 0.0,
            Self::Compression { .. } => true,
            Self::Applied { .. } => false,
        }
    }

    /// Whether it looks at the state of the bodies.
    pub fn needs_states(&self) -> bool {
        matches!(self, Self::Applied { .. })
    }

    /// Adds its generalised forces.
    pub fn add(&self, scene: &Scene, forces: &mut [f64]) {
        match self {
            Self::Spring { ends, stiffness, damping, free_length } => {
                let (length, rate, n, points) = scene.stretch(ends);
                let tension = stiffness * (length - free_length) + damping * rate;
                pull(scene, ends, points, tension * n, forces);
            }
            Self::Compression { ends, springs, damping } => {
                let (length, rate, n, points) = scene.stretch(ends);
                let elastic: f64 = springs.iter().map(|s| s.stiffness * (length - s.free_length).min(0.0)).sum();
                if elastic < 0.0 {
                    pull(scene, ends, points, (elastic + damping * rate).min(0.0) * n, forces);
                }
            }
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
            Self::Spring { ends, stiffness, free_length, .. } => {
                0.5 * stiffness * (scene.stretch(ends).0 - free_length).powi(2)
            }
            Self::Compression { ends, springs, .. } => {
                let length = scene.stretch(ends).0;
                springs.iter().map(|s| 0.5 * s.stiffness * (length - s.free_length).min(0.0).powi(2)).sum()
            }
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
            Self::Spring { ends, stiffness, free_length, .. } => {
                let (length, rate, ..) = scene.stretch(ends);
                stiffness * (length - free_length) * rate
            }
            Self::Compression { ends, springs, .. } => {
                let (length, rate, ..) = scene.stretch(ends);
                springs.iter().map(|s| s.stiffness * (length - s.free_length).min(0.0)).sum::<f64>() * rate
            }
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
            Self::Spring { damping, .. } | Self::Compression { damping, .. } | Self::Torsion { damping, .. } => {
                *damping > 0.0
            }
            Self::Applied { .. } => true,
        }
    }

    /// Whether it is not smooth somewhere in the state.
    pub fn has_kinks(&self) -> bool {
        matches!(self, Self::Compression { .. })
    }

    /// Adds the numbers that pass zero where it is not smooth: (l - l_0i) / l_0i of every spring that only pushes, and
    /// (f_elastic + c l') / sum k_i l_0i, where the damper would begin to pull.
    pub fn kinks(&self, scene: &Scene, kinks: &mut Vec<f64>) {
        let Self::Compression { ends, springs, damping } = self else { return };
        let (length, rate, ..) = scene.stretch(ends);
        kinks.extend(springs.iter().map(|s| length / s.free_length - 1.0));
        if *damping != 0.0 {
            let elastic: f64 = springs.iter().map(|s| s.stiffness * (length - s.free_length).min(0.0)).sum();
            let size: f64 = springs.iter().map(|s| s.stiffness * s.free_length).sum();
            kinks.push((elastic + damping * rate) / size);
        }
    }

    /// The first instant after t at which it is not smooth.
    pub fn next_corner(&self, t: f64) -> Option<f64> {
        let Self::Applied { force: [x, y], torque, .. } = self else { return None };
        [x, y, torque].into_iter().flatten().filter_map(|signal| signal.next_corner(t)).reduce(f64::min)
    }
}

/// Pulls the first end with -tension and the second with tension.
fn pull(scene: &Scene, ends: &[End; 2], points: [DVec2; 2], tension: DVec2, forces: &mut [f64]) {
    scene.body(ends[0].body).push(points[0], -tension, forces);
    scene.body(ends[1].body).push(points[1], tension, forces);
}
