//! A world of space: bodies, joints, forces and pairs, ready to be asked by a method.

use glam::{DQuat, DVec3};

use super::body::Body;
use super::force::{Force, Scene};
use super::geometry::principal;
use super::joint::Joint;
use super::kinematics::{Kinematics, Pose, VELOCITIES};
use super::pad::Pad;
use super::stop::{Rub, Stop};
use crate::mobility::{Mobility, Redundant, mobility, redundant};
use crate::model::{At, Model, Pace, Start};
use crate::pairs::{Pairs, TURNED};
use crate::signal::{BodyState, Jolt};
use crate::spring::SpringState;

/// A step moves nothing by more than a quarter of the size of the smallest body, and gaps are looked at in eight points of it: a corner
/// that goes through a plate is seen in it if the size is no more than this many widths of the plate.
const THIN: f64 = 8.0;

/// The thinnest that a body is taken to be, as part of its radius: thinner ones would need steps without number.
const THINNEST: f64 = 0.01;

/// A world of space. Free bodies have the coordinates q = (x, y, z, q_w, q_x, q_y, q_z) and v = (v, w) in the axes of the
/// world, one after the other in the order of the description, x, y and z being those of the centre of mass. After them come two
/// coordinates for every joint with friction that sticks, all zero for ever.
#[derive(Debug, Clone)]
pub struct World {
    pub(super) gravity: DVec3,
    pub(super) bodies: Vec<Body>,
    pub(super) joints: Vec<Joint>,
    pub(super) forces: Vec<Force>,
    pub(super) pairs: Pairs,
    /// Stops of joints; as pairs they come after those of the bodies.
    pub(super) stops: Vec<Stop>,
    pub(super) rubs: Vec<Rub>,
    /// Pads of joints with friction that sticks; as pairs they come after the stops, as coordinates after the bodies.
    pub(super) pads: Vec<Pad>,
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

    /// First coordinates of a body, of q and of v; `None` if it is fixed or prescribed.
    pub fn coordinates(&self, body: usize) -> Option<[usize; 2]> {
        self.bodies.get(body)?.coordinates()
    }

    /// Whether a body follows a prescribed motion (and is not just fixed).
    pub fn is_prescribed(&self, body: usize) -> bool {
        self.bodies.get(body).is_some_and(|body| body.motions().next().is_some())
    }

    /// Mass of a body, its principal moments of inertia in ascending order, and the rotation from their axes to the
    /// frame of the body; `None` if it is fixed or prescribed.
    pub fn inertia(&self, body: usize) -> Option<(f64, DVec3, DQuat)> {
        let body = self.bodies.get(body).filter(|body| body.is_free())?;
        let (moments, axes) = principal(body.inertia);
        Some((body.mass, moments, axes))
    }

    /// Centre of mass of a body in the frame of its description.
    pub fn centre(&self, body: usize) -> Option<DVec3> {
        self.bodies.get(body).map(|body| body.centre)
    }

    /// Names of the joints in the order of [`JointRow::joint`](crate::JointRow).
    pub fn joint_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.joints.iter().map(|joint| joint.name.as_str())
    }

    /// Gruebler's count and the true mobility at the start.
    pub fn mobility(&self) -> Mobility {
        let bodies = self.bodies.iter().filter(|body| body.is_free()).count();
        mobility(self, &self.start, bodies, VELOCITIES * bodies)
    }

    /// The joints of whose equations some follow from those of the others.
    pub fn redundant_joints(&self) -> Vec<Redundant> {
        redundant(self, &self.start, self.joint_names())
    }

    /// Where everything begins.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// First and second body of a pair: the normal points from the second to the first. The pair of a joint's stops, or of its friction,
    /// has the bodies of the joint, twice the same if the other is the world.
    pub fn bodies_of_pair(&self, pair: u32) -> (usize, usize) {
        let Some(joint) = self.joint_of_pair(pair) else { return self.pairs.oriented(pair) };
        match self.joints[joint].bodies {
            [Some(a), Some(b)] => (a, b),
            [Some(one), None] | [None, Some(one)] => (one, one),
            [None, None] => (0, 0),
        }
    }

    /// The joint whose stops or friction a pair is; `None` for a pair of bodies.
    pub fn joint_of_pair(&self, pair: u32) -> Option<usize> {
        self.stop(pair).map(|stop| stop.joint).or_else(|| self.pad(pair).map(|pad| pad.joint))
    }

    /// The pairs that are stops of joints, with the names of the joints.
    pub fn stop_pairs(&self) -> impl Iterator<Item = (u32, &str)> {
        self.stops.iter().zip(self.first_stop()..).map(|(stop, pair)| (pair, self.joints[stop.joint].name.as_str()))
    }

    /// The pairs that are friction of joints, with the names of the joints.
    pub fn friction_pairs(&self) -> impl Iterator<Item = (u32, &str)> {
        self.pads.iter().zip(self.first_pad()..).map(|(pad, pair)| (pair, self.joints[pad.joint].name.as_str()))
    }

    /// The pair of the first stop.
    pub(super) fn first_stop(&self) -> u32 {
        (self.bodies.len() * self.bodies.len()) as u32
    }

    /// The pair of the first pad.
    pub(super) fn first_pad(&self) -> u32 {
        self.first_stop() + self.stops.len() as u32
    }

    pub(super) fn stop(&self, pair: u32) -> Option<&Stop> {
        self.stops.get(pair.checked_sub(self.first_stop())? as usize)
    }

    pub(super) fn pad(&self, pair: u32) -> Option<&Pad> {
        self.pads.get(pair.checked_sub(self.first_pad())? as usize)
    }

    /// The two bodies of a joint.
    pub(super) fn joined(&self, joint: usize, at: At) -> [Kinematics; 2] {
        let of = |body: Option<usize>| body.map_or(Kinematics::WORLD, |i| self.bodies[i].kinematics(at));
        let [a, b] = self.joints[joint].bodies;
        [of(a), of(b)]
    }

    /// Where a body is at (t, q): its centre of mass and rotation.
    pub fn pose(&self, body: usize, t: f64, q: &[f64]) -> Option<Pose> {
        self.bodies.get(body).map(|body| body.pose(t, q))
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
            Force::Applied { .. } => None,
        };
        self.forces.iter().enumerate().filter_map(spring).collect()
    }

    pub(super) fn kinematics(&self, at: At) -> Vec<Kinematics> {
        self.bodies.iter().map(|body| body.kinematics(at)).collect()
    }

    /// Calls `visit` with the bodies as forces see them.
    pub(super) fn scene<T>(&self, at: At, visit: impl FnOnce(&Scene) -> T) -> T {
        let bodies = self.kinematics(at);
        let look = self.forces.iter().any(Force::needs_states);
        let states: Vec<_> = if look { bodies.iter().map(state).collect() } else { Vec::new() };
        visit(&Scene { t: at.t, bodies: &bodies, states: &states })
    }

    /// Speed of the fastest part of any boundary and size of the smallest moving body. A body without end counts as far as the
    /// farthest other. Where nothing touches anything only the turning of bodies counts.
    pub(super) fn fastest(&self, at: At) -> Pace {
        if self.is_apart() {
            let spins =
                self.bodies.iter().filter_map(Body::coordinates).map(|[_, k]| DVec3::from_slice(&at.v[k + 3..]));
            return Pace { speed: spins.map(DVec3::length).fold(0.0, f64::max), size: TURNED };
        }
        let bodies = self.kinematics(at);
        let extent = |i: usize| {
            let to = |k: usize| bodies[k].pose.position.distance(bodies[i].pose.position) + self.bodies[k].radius;
            if self.bodies[i].unbounded { (0..bodies.len()).map(to).fold(0.0, f64::max) } else { self.bodies[i].swing }
        };
        let speed = |i: usize| {
            let turning = bodies[i].spin.length();
            bodies[i].velocity.length() + if turning == 0.0 { 0.0 } else { turning * extent(i) }
        };
        let sizes = self.bodies.iter().filter(|body| body.is_free() && body.radius > 0.0).map(|body| body.radius);
        // Nothing goes through a body that has only bodies without end about it.
        let bounded = || self.bodies.iter().filter(|body| !body.unbounded && body.radius > 0.0);
        let alone = bounded().nth(1).is_none();
        let widths = bounded().filter(|_| !alone).map(|body| (THIN * body.width).max(THINNEST * body.radius));
        let grains = bounded().filter(|_| !alone).map(|body| body.grain);
        // The gap of a stop may be an angle.
        let turning = |stop: &Stop| {
            let [a, b] = self.joints[stop.joint].bodies.map(|body| body.map_or(DVec3::ZERO, |i| bodies[i].spin));
            a.distance(b)
        };
        Pace {
            speed: (0..bodies.len()).map(speed).chain(self.stops.iter().map(turning)).fold(0.0, f64::max),
            size: sizes.chain(widths).chain(grains).fold(f64::INFINITY, f64::min),
        }
    }

    /// The first instant after t at which a prescribed motion or a force is not smooth.
    pub(super) fn corner_after(&self, t: f64) -> Option<f64> {
        let motions = self.bodies.iter().flat_map(|body| body.motions()).filter_map(|motion| motion.next_corner(t));
        let forces = self.forces.iter().filter_map(|force| force.next_corner(t));
        motions.chain(forces).reduce(f64::min)
    }

    /// The first such instant that is not after `end`.
    pub(super) fn corner_within(&self, t: f64, end: f64) -> Option<f64> {
        let motions = self.bodies.iter().flat_map(|body| body.motions()).filter_map(|m| m.corner_before(t, end));
        let forces = self.forces.iter().filter_map(|force| force.corner_before(t, end));
        motions.chain(forces).reduce(f64::min)
    }

    /// What the motions do between two instants.
    pub(super) fn jolt_of_motions(&self, before: f64, after: f64) -> Jolt {
        let motions = self.bodies.iter().flat_map(|body| body.motions().map(|motion| (body.name.as_str(), motion)));
        motions.map(|(name, motion)| Jolt::of(&**motion, name, before, after)).fold(Jolt::None, Jolt::or)
    }
}

fn state(k: &Kinematics) -> BodyState {
    let (p, r) = (k.pose.position, k.pose.rotation);
    BodyState {
        x: p.x,
        y: p.y,
        z: p.z,
        angle: 0.0,
        vx: k.velocity.x,
        vy: k.velocity.y,
        vz: k.velocity.z,
        spin: k.spin.z,
        rotation: [r.w, r.x, r.y, r.z],
        tumble: [k.spin.x, k.spin.y],
    }
}
