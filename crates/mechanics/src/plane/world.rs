//! A world of the plane: bodies, joints, forces and pairs, ready to be asked by a method.

use glam::DVec2;
use smallvec::SmallVec;

use super::body::{Body, Mover};
use super::force::{Force, Scene};
use super::joint::Joint;
use super::kinematics::Kinematics;
use super::systems::Systems;
use crate::mobility::{Mobility, Redundant, mobility, redundant};
use crate::model::{At, Pace, Start};
use crate::pairs::{Pairs, TURNED};
use crate::signal::{BodyState, Jolt, Motion};
use crate::spring::SpringState;

/// Bodies up to which what is known of them at an instant is kept without allocation.
const FEW: usize = 8;

/// A world of the plane. Free bodies have the coordinates q = (x, y, angle), one after the other in the order of the
/// description, x and y being those of the centre of mass; v = q'.
#[derive(Debug, Clone)]
pub struct World {
    pub(super) gravity: DVec2,
    pub(super) bodies: Vec<Body>,
    pub(super) joints: Vec<Joint>,
    pub(super) forces: Vec<Force>,
    pub(super) pairs: Pairs,
    pub(super) systems: Systems,
    pub(super) start: Start,
}

impl World {
    /// Number of bodies, fixed and prescribed ones included.
    pub fn body_count(&self) -> usize {
        self.bodies.len()
    }

    /// Names of all bodies in the order of the description.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.bodies.iter().map(|body| body.name.as_str())
    }

    /// Number of a body by its name.
    pub fn body(&self, name: &str) -> Option<usize> {
        self.bodies.iter().position(|body| body.name == name)
    }

    /// First coordinate of a body; `None` if it is fixed or prescribed.
    pub fn coordinate(&self, body: usize) -> Option<usize> {
        self.bodies.get(body)?.coordinate()
    }

    /// Whether a body follows a prescribed motion (and is not just fixed).
    pub fn is_prescribed(&self, body: usize) -> bool {
        let mover = self.bodies.get(body).map(|body| &body.mover);
        matches!(mover, Some(Mover::Prescribed(motions)) if motions.iter().any(Option::is_some))
    }

    /// Mass and moment of inertia of a body; `None` if it is fixed or prescribed.
    pub fn inertia(&self, body: usize) -> Option<(f64, f64)> {
        self.bodies.get(body).filter(|body| body.is_free()).map(|body| (body.mass, body.moment))
    }

    /// Names of the joints in the order of [`JointRow::joint`](crate::JointRow).
    pub fn joint_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.joints.iter().map(|joint| joint.name.as_str())
    }

    /// Gruebler's count and the true mobility at the start.
    pub fn mobility(&self) -> Mobility {
        let bodies = self.bodies.iter().filter(|body| body.is_free()).count();
        mobility(self, &self.start, bodies, self.start.v.len())
    }

    /// The joints of whose equations some follow from those of the others.
    pub fn redundant_joints(&self) -> Vec<Redundant> {
        redundant(self, &self.start, self.joint_names())
    }

    /// Where everything begins.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// First and second body of a pair: the normal points from the second to the first.
    pub fn bodies_of_pair(&self, pair: u32) -> (usize, usize) {
        self.pairs.oriented(pair)
    }

    /// State of every body, fixed and prescribed ones included, written over `states`.
    pub fn states(&self, at: At, states: &mut Vec<BodyState>) {
        states.clear();
        states.extend(self.bodies.iter().map(|body| state(&body.kinematics(at))));
    }

    /// Length, push and compressions of every spring between two points.
    pub fn springs(&self, at: At) -> Vec<SpringState> {
        let bodies = self.kinematics(at);
        let spring = |(number, force): (usize, &Force)| match force {
            Force::Spring(spring) => Some(spring.state(number, &bodies)),
            Force::Torsion { .. } | Force::Applied { .. } => None,
        };
        self.forces.iter().enumerate().filter_map(spring).collect()
    }

    pub(super) fn kinematics(&self, at: At) -> SmallVec<[Kinematics; FEW]> {
        self.bodies.iter().map(|body| body.kinematics(at)).collect()
    }

    /// The weights of the bodies, written over `force`.
    pub(super) fn weights(&self, force: &mut [f64]) {
        force.fill(0.0);
        for body in &self.bodies {
            if let Some(i) = body.coordinate() {
                force[i] = body.mass * self.gravity.x;
                force[i + 1] = body.mass * self.gravity.y;
            }
        }
    }

    /// Calls `visit` with the bodies as forces see them.
    pub(super) fn scene<T>(&self, at: At, visit: impl FnOnce(&Scene) -> T) -> T {
        let bodies = self.kinematics(at);
        let look = self.forces.iter().any(Force::needs_states);
        let states: SmallVec<[BodyState; FEW]> =
            if look { bodies.iter().map(state).collect() } else { SmallVec::new() };
        visit(&Scene { t: at.t, bodies: &bodies, states: &states })
    }

    /// Speed of the fastest part of any boundary and size of the smallest moving body. Where nothing touches anything only the turning of
    /// bodies counts.
    pub(super) fn fastest(&self, at: At) -> Pace {
        let bodies = self.kinematics(at);
        let own = self.systems.pace(at);
        if self.pairs.apart && own.size == f64::INFINITY {
            return Pace { speed: bodies.iter().map(|k| k.spin.abs()).fold(0.0, f64::max), size: TURNED };
        }
        let sizes = self.bodies.iter().filter(|body| body.is_free() && body.radius > 0.0).map(|body| body.radius);
        let speed = self.fastest_from(&bodies, DVec2::ZERO);
        Pace { speed: speed.max(own.speed), size: sizes.fold(own.size, f64::min) }
    }

    /// Speed of the fastest part of any boundary seen from the middle of all velocities.
    pub(super) fn fastest_together(&self, at: At) -> f64 {
        let bodies = self.kinematics(at);
        let (least, most) = bodies.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(least, most), body| {
            (least.min(body.velocity), most.max(body.velocity))
        });
        self.fastest_from(&bodies, 0.5 * (least + most))
    }

    /// The same seen from a frame that moves with a velocity. A body without end counts as far as the farthest other.
    fn fastest_from(&self, bodies: &[Kinematics], frame: DVec2) -> f64 {
        let extent = |i: usize| {
            let to = |k: usize| bodies[k].place.position.distance(bodies[i].place.position) + self.bodies[k].radius;
            if self.bodies[i].unbounded { (0..bodies.len()).map(to).fold(0.0, f64::max) } else { self.bodies[i].swing }
        };
        let speed = |i: usize| {
            let k = &bodies[i];
            (k.velocity - frame).length() + if k.spin == 0.0 { 0.0 } else { k.spin.abs() * extent(i) }
        };
        (0..bodies.len()).map(speed).fold(0.0, f64::max)
    }

    /// The first instant after t at which a prescribed motion or a force is not smooth.
    pub(super) fn corner_after(&self, t: f64) -> Option<f64> {
        let motions = self.motions().filter_map(|(_, motion)| motion.next_corner(t));
        let forces = self.forces.iter().filter_map(|force| force.next_corner(t));
        motions.chain(forces).chain(self.systems.next_corner(t)).reduce(f64::min)
    }

    /// The first such instant that is not after `end`.
    pub(super) fn corner_within(&self, t: f64, end: f64) -> Option<f64> {
        let motions = self.motions().filter_map(|(_, motion)| motion.corner_before(t, end));
        let forces = self.forces.iter().filter_map(|force| force.corner_before(t, end));
        motions.chain(forces).chain(self.systems.corner_before(t, end)).reduce(f64::min)
    }

    /// Prescribed motions, each with the name of its body.
    fn motions(&self) -> impl Iterator<Item = (&str, &dyn Motion)> {
        self.bodies.iter().flat_map(|body| {
            let motions: &[_] = match &body.mover {
                Mover::Prescribed(motions) => motions,
                Mover::Free(_) => &[],
            };
            motions.iter().flatten().map(|motion| (body.name.as_str(), &**motion))
        })
    }

    /// What the motions do between two instants.
    pub(super) fn jolt_of_motions(&self, before: f64, after: f64) -> Jolt {
        let jolts = self.motions().map(|(name, motion)| Jolt::of(motion, name, before, after));
        jolts.fold(Jolt::None, Jolt::or)
    }
}

fn state(k: &Kinematics) -> BodyState {
    let p = k.place.position;
    BodyState {
        x: p.x,
        y: p.y,
        angle: k.angle,
        vx: k.velocity.x,
        vy: k.velocity.y,
        spin: k.spin,
        ..BodyState::default()
    }
}
