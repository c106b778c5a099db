//! What statics answers.

use serde::Serialize;

use super::cones::Interval;

/// Everything statics has to say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Whether friction can hold the world as it starts; nothing is said of worlds of space.
    pub start_can_rest: Option<bool>,
    /// The equilibrium without friction.
    pub equilibrium: Option<Equilibrium>,
    /// Why there is none.
    pub no_equilibrium: Option<String>,
    /// Forces with friction, at the equilibrium or, without a stable one, at the start.
    pub forces: Vec<ContactForces>,
    /// The same of the joints' equations.
    pub joints: Vec<JointForces>,
    /// Along the coordinate asked for.
    pub along: Option<Along>,
    /// What the numbers do not cover.
    pub warnings: Vec<String>,
}

/// An equilibrium without friction.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Equilibrium {
    /// Every body that moves.
    pub bodies: Vec<Place>,
    /// Every spring between two points.
    pub springs: Vec<Spring>,
    /// Normal force of every closed contact, N.
    pub normals: Vec<Normal>,
    /// Small motions, slowest first.
    pub modes: Vec<Mode>,
}

/// Where a body is, or how a mode moves it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Place {
    /// Its name.
    pub body: String,
    /// Centre of mass, m.
    pub x: f64,
    /// Centre of mass, m.
    pub y: f64,
    /// rad; in space that by which it has turned since the start.
    pub angle: f64,
    /// What there is more in space.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub space: Option<InSpace>,
}

/// Where a body of space is besides x and y.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct InSpace {
    /// Centre of mass, m.
    pub z: f64,
    /// How it has turned since the start, about the axes of the world: axis times angle, rad.
    pub turn: [f64; 3],
}

/// A spring in equilibrium.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spring {
    /// Its name in the scene.
    pub name: String,
    /// m.
    pub length: f64,
    /// N; negative where it pulls.
    pub push: f64,
    /// Of each coil, m; negative if it is not reached.
    pub compressions: Vec<f64>,
}

/// The normal force of a contact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Normal {
    /// Its two bodies.
    pub between: String,
    /// Where it is, m: two numbers in the plane, three in space.
    pub point: Vec<f64>,
    /// N.
    pub force: f64,
}

/// A small motion.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mode {
    /// Frequency, Hz; zero for a motion that nothing brings back.
    pub frequency: f64,
    /// Rate with which it grows instead, 1/s.
    pub growth: f64,
    /// How the bodies move, the largest coordinate one.
    pub shape: Vec<Place>,
}

/// What the forces of a contact may be.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContactForces {
    /// Its two bodies.
    pub between: String,
    /// Where it is, m.
    pub point: [f64; 2],
    /// Least and largest normal force, N; null where there is no end.
    pub normal: Interval,
    /// Least and largest friction force, N.
    pub friction: Interval,
    /// Whether there is only one.
    pub unique: bool,
}

/// What the force of an equation of a joint may be.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JointForces {
    /// The joint.
    pub joint: String,
    /// Least and largest, N or N m.
    pub force: Interval,
}

/// Along one coordinate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Along {
    /// The coordinate.
    pub of: String,
    /// Its value at the equilibrium or, without one, at the start.
    pub value: f64,
    /// The interval in which friction can hold the world; an end is null where none was found.
    pub can_rest: Option<[Option<f64>; 2]>,
    /// The interval in which it must: no slide begins.
    pub must_rest: Option<[Option<f64>; 2]>,
    /// The forces along the coordinate that friction can hold; null where there is no end.
    pub holds: Option<Interval>,
    /// The forces along the coordinate with which it slides down and up without acceleration.
    pub slips: [Option<f64>; 2],
    /// Sliding down.
    pub down: Sliding,
    /// Sliding up.
    pub up: Sliding,
}

/// A slide that begins at the value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sliding {
    /// Number of answers of the complementarity problem of its normal forces.
    pub answers: usize,
    /// Normal forces, in the order of the contacts, N.
    pub normals: Vec<f64>,
    /// Acceleration of the coordinate.
    pub acceleration: Option<f64>,
    /// Frequency of the slide, Hz; null where it does not come back.
    pub frequency: Option<f64>,
}

/// The holding forces along a coordinate, for a picture.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Curves {
    /// Values of the coordinate.
    pub value: Vec<f64>,
    /// The force that holds it there without friction.
    pub frictionless: Vec<f64>,
    /// The force with which it slides down.
    pub down: Vec<f64>,
    /// The force with which it slides up.
    pub up: Vec<f64>,
}
