//! From a description to a world.

use std::collections::{BTreeSet, HashMap};

use glam::DVec2;

use super::body::Body;
use super::description::{Anchor, BodyDescription, Drive, WorldDescription};
use super::geometry::{Place, separation};
use super::sites::{CIRCLE_BITS, OUTLINE_BITS, near_pairs};
use super::systems::Systems;
use super::world::World;
use crate::error::{Bad, ENOUGH, START, Subject, WorldError, finite, named, no_body, overlap};
use crate::model::Start;
use crate::pairs::Pairs;

impl World {
    /// The world of a description, or what is wrong with it.
    pub fn new(description: &WorldDescription) -> Result<Self, WorldError> {
        let fail = |field: &str, message: String| WorldError::new(Subject::World, field, message);
        finite(description.gravity.x).and(finite(description.gravity.y)).map_err(|m| fail("gravity", m))?;
        finite(description.start).map_err(|m| fail("start", m))?;
        let bodies = bodies(&description.bodies, description.start)?;
        let free = bodies.iter().map(Body::is_free).collect();
        let pairs = Pairs::new(description.contacts.law.clone(), free);
        let mut start = start(description, &bodies);
        let systems = Systems::new(&description.systems, bodies.len(), &mut start)?;
        let (joints, forces) = (Vec::new(), Vec::new());
        let mut world = Self { gravity: description.gravity, bodies, joints, forces, pairs, systems, start };
        for given in &description.joints {
            let joint = world.joint(given)?;
            if let Some(b) = joint.b {
                world.pairs.set_excluded(joint.a, b, true);
            }
            world.joints.push(joint);
        }
        for (index, given) in description.forces.iter().enumerate() {
            let fail = |(field, message): Bad| WorldError::new(Subject::Force(index), field, message);
            let force = world.force_of(given).map_err(fail)?;
            world.forces.push(force);
        }
        let Self { pairs, bodies, .. } = &mut world;
        let numbers: HashMap<&str, usize> =
            bodies.iter().enumerate().map(|(i, body)| (body.name.as_str(), i)).collect();
        pairs.describe(&description.contacts, |name| numbers.get(name).copied())?;
        world.check_overlap()?;
        Ok(world)
    }
}

fn bodies(given: &[BodyDescription], start: f64) -> Result<Vec<Body>, WorldError> {
    let fail =
        |name: &str, field: &str, message: &str| Err(WorldError::new(Subject::Body(name.into()), field, message));
    // Pairs are numbered i n + j in 32 bits.
    if given.len() > usize::from(u16::MAX) {
        return Err(WorldError::new(Subject::World, "bodies", "there may be at most 65535 bodies"));
    }
    let (mut names, mut bodies, mut coordinate) = (BTreeSet::new(), Vec::with_capacity(given.len()), 0);
    for body in given {
        if !names.insert(body.name.as_str()) {
            return fail(&body.name, "name", "another body has this name");
        }
        let made = Body::new(body, coordinate)?;
        if made.outlines.len() >= 1 << OUTLINE_BITS || made.circles.len() >= 1 << CIRCLE_BITS {
            return fail(&body.name, "shape", "too many shapes or corners: at most 4095 and 524287");
        }
        if !made.is_finite_at(start) {
            return fail(&body.name, "motion", "the prescribed motion is not a finite number at the start");
        }
        coordinate += if made.is_free() { 3 } else { 0 };
        bodies.push(made);
    }
    Ok(bodies)
}

fn start(given: &WorldDescription, bodies: &[Body]) -> Start {
    let mut start = Start { t: given.start, ..Start::default() };
    for (body, made) in given.bodies.iter().zip(bodies) {
        if matches!(body.drive, Drive::Free) {
            start.q.extend(made.start);
            start.v.extend([body.velocity.x, body.velocity.y, body.spin]);
        }
    }
    start
}

impl World {
    pub(super) fn place_at_start(&self, body: Option<usize>) -> Place {
        body.map_or(Place::WORLD, |i| self.bodies[i].place(self.start.t, &self.start.q))
    }

    pub(super) fn angle_at_start(&self, body: Option<usize>) -> f64 {
        let at = crate::model::At { t: self.start.t, q: &self.start.q, v: &self.start.v };
        body.map_or(0.0, |i| self.bodies[i].kinematics(at).angle)
    }

    /// An anchor relative to the centre of mass of its body.
    pub(super) fn anchor(&self, field: &'static str, body: Option<usize>, anchor: Anchor) -> Result<DVec2, Bad> {
        let (Anchor::Local(point) | Anchor::Start(point)) = anchor;
        named(field, finite(point.x).and(finite(point.y)))?;
        Ok(match anchor {
            Anchor::Local(point) => point - body.map_or(DVec2::ZERO, |i| self.bodies[i].centre),
            Anchor::Start(point) => self.place_at_start(body).local(point),
        })
    }

    pub(super) fn find(&self, field: &'static str, name: &str) -> Result<usize, Bad> {
        self.body(name).ok_or_else(|| (field, no_body(name)))
    }

    /// Refuses bodies that overlap at the start.
    fn check_overlap(&self) -> Result<(), WorldError> {
        let places: Vec<Place> = (0..self.bodies.len()).map(|i| self.place_at_start(Some(i))).collect();
        let Some((depth, i, j)) = self.deepest_overlap(&places) else { return Ok(()) };
        let pair = Subject::Pair(self.bodies[i].name.clone(), self.bodies[j].name.clone());
        Err(WorldError::new(pair, "position", overlap(depth)))
    }

    /// The deepest overlap beyond rounding of two bodies at these places that can touch, among the first [`ENOUGH`] of them.
    pub(super) fn deepest_overlap(&self, places: &[Place]) -> Option<(f64, usize, usize)> {
        let mut worst: Option<(f64, usize, usize)> = None;
        let mut seen = 0;
        near_pairs(self, places, 0.0, |i, j| {
            if seen == ENOUGH {
                return;
            }
            for a in &self.bodies[i].outlines {
                for b in &self.bodies[j].outlines {
                    let least = START * a.size.min(b.size).max(START);
                    let depth = -separation((a, &places[i]), (b, &places[j]), -least);
                    if depth > least {
                        seen = (seen + 1).min(ENOUGH);
                        worst = worst.filter(|(deepest, ..)| *deepest >= depth).or(Some((depth, i, j)));
                    }
                }
            }
        });
        worst
    }
}
