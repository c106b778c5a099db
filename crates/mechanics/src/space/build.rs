//! From a description to a world.

use std::collections::{BTreeSet, HashMap};

use carom_impact::space::Law;

use super::body::Body;
use super::description::{BodyDescription, WorldDescription};
use super::geometry::{Kind, Pairing};
use super::kinematics::{POSITIONS, Pose, VELOCITIES};
use super::sites::{EDGE_BITS, SOLID_BITS, VERTEX_BITS, near_pairs};
use super::world::World;
use crate::description::ContactsDescription;
use crate::error::{Bad, ENOUGH, START, Subject, WorldError, finite, overlap};
use crate::model::Start;
use crate::pairs::Pairs;

impl World {
    /// The world of a description, or what is wrong with it.
    pub fn new(description: &WorldDescription) -> Result<Self, WorldError> {
        let fail = |field: &str, message: String| WorldError::new(Subject::World, field, message);
        let gravity = description.gravity.to_array();
        gravity.into_iter().try_for_each(|x| finite(x).map(|_| ())).map_err(|m| fail("gravity", m))?;
        finite(description.start).map_err(|m| fail("start", m))?;
        check_laws(&description.contacts)?;
        let bodies = bodies(&description.bodies, description.start)?;
        let free = bodies.iter().map(Body::is_free).collect();
        let pairs = Pairs::new(description.contacts.law.clone(), free);
        let start = start(description, &bodies);
        let (joints, forces) = (Vec::new(), Vec::new());
        let (stops, rubs, pads) = (Vec::new(), Vec::new(), Vec::new());
        let mut world = Self { gravity: description.gravity, bodies, joints, forces, pairs, stops, rubs, pads, start };
        for given in &description.joints {
            let joint = world.joint(given)?;
            if let [Some(a), Some(b)] = joint.bodies {
                world.pairs.set_excluded(a, b, true);
            }
            world.joints.push(joint);
            world.add_resistance(given)?;
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
        world.check_ellipsoids()?;
        world.check_overlap()?;
        Ok(world)
    }
}

/// Refuses laws of impact that are defined in the plane only.
fn check_laws(given: &ContactsDescription) -> Result<(), WorldError> {
    Law::from_plane(given.law.impact)
        .map_err(|error| WorldError::new(Subject::World, "contacts.law", error.to_string()))?;
    for pair in &given.pairs {
        let [a, b] = pair.between.clone();
        Law::from_plane(pair.law.impact)
            .map_err(|error| WorldError::new(Subject::Pair(a, b), "law", error.to_string()))?;
    }
    Ok(())
}

fn bodies(given: &[BodyDescription], start: f64) -> Result<Vec<Body>, WorldError> {
    let fail =
        |name: &str, field: &str, message: &str| Err(WorldError::new(Subject::Body(name.into()), field, message));
    // Pairs are numbered i n + j in 32 bits.
    if given.len() > usize::from(u16::MAX) {
        return Err(WorldError::new(Subject::World, "bodies", "there may be at most 65535 bodies"));
    }
    let (mut names, mut bodies, mut coordinates) = (BTreeSet::new(), Vec::with_capacity(given.len()), [0, 0]);
    for body in given {
        if !names.insert(body.name.as_str()) {
            return fail(&body.name, "name", "another body has this name");
        }
        let made = Body::new(body, coordinates)?;
        let most = [SOLID_BITS, VERTEX_BITS, EDGE_BITS].map(|bits| 1_usize << bits);
        if made.solids.len() > most[0] || made.vertices.len() > most[1] || made.edges.len() > most[2] {
            let message = "too many shapes, vertices or edges: at most 4096, 262144 and 32768";
            return fail(&body.name, "shape", message);
        }
        if !made.is_finite_at(start) {
            return fail(&body.name, "motion", "the prescribed motion is not a finite number at the start");
        }
        if made.is_free() {
            coordinates = [coordinates[0] + POSITIONS, coordinates[1] + VELOCITIES];
        }
        bodies.push(made);
    }
    Ok(bodies)
}

fn start(given: &WorldDescription, bodies: &[Body]) -> Start {
    let mut start = Start { t: given.start, ..Start::default() };
    for (body, made) in given.bodies.iter().zip(bodies).filter(|(_, made)| made.is_free()) {
        let mut q = [0.0; POSITIONS];
        made.start.write(&mut q);
        start.q.extend(q);
        start.v.extend(body.velocity.to_array().into_iter().chain(body.spin.to_array()));
    }
    start
}

impl World {
    /// Refuses ellipsoids that may meet anything but half-spaces.
    fn check_ellipsoids(&self) -> Result<(), WorldError> {
        let has = |body: &Body, kind: Kind| body.solids.iter().any(|solid| solid.kind == kind);
        let ellipsoids = (0..self.bodies.len()).filter(|&i| has(&self.bodies[i], Kind::Ellipsoid));
        for i in ellipsoids {
            let other = |j: &usize| {
                let solids = &self.bodies[*j].solids;
                *j != i && self.pairs.touch(i.min(*j), i.max(*j)) && solids.iter().any(|s| s.kind != Kind::HalfSpace)
            };
            if let Some(j) = (0..self.bodies.len()).find(other) {
                let pair = Subject::Pair(self.bodies[i].name.clone(), self.bodies[j].name.clone());
                let message = "an ellipsoid touches half-spaces only; let the pair pass through each other (collide = false in its \
                               contact), or take a polyhedron";
                return Err(WorldError::new(pair, "shape", message));
            }
        }
        Ok(())
    }

    /// Refuses bodies that overlap at the start.
    fn check_overlap(&self) -> Result<(), WorldError> {
        let poses: Vec<Pose> = (0..self.bodies.len()).map(|i| self.pose_at_start(Some(i))).collect();
        let mut worst: Option<(f64, usize, usize)> = None;
        let mut seen = 0;
        near_pairs(
            self,
            &poses,
            |_| 0.0,
            0.0,
            |i, j| {
                if seen == ENOUGH {
                    return;
                }
                for a in &self.bodies[i].solids {
                    for b in &self.bodies[j].solids {
                        let depth = Pairing::new((a, &poses[i]), (b, &poses[j])).overlap();
                        let size = a.size.min(b.size).max(START);
                        if depth > START * size {
                            seen = (seen + 1).min(ENOUGH);
                            worst = worst.filter(|(deepest, ..)| *deepest >= depth).or(Some((depth, i, j)));
                        }
                    }
                }
            },
        );
        let Some((depth, i, j)) = worst else { return Ok(()) };
        let pair = Subject::Pair(self.bodies[i].name.clone(), self.bodies[j].name.clone());
        Err(WorldError::new(pair, "position", overlap(depth)))
    }
}
