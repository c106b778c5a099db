//! The cast of a run: what the files must know of bodies, contacts and shapes to name and draw what a record holds in coordinates.

use std::borrow::Cow;
use std::collections::BTreeMap;

use carom_mechanics::{At, PairLaw, Touch};
use carom_simulate::record::Sample;

use super::joints::Reactions;
use super::solid::Solid;

/// Where the bodies live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Space {
    /// Two coordinates and an angle; contacts have one tangent.
    Plane,
    /// Three coordinates and a quaternion; contacts have two tangents.
    Space,
}

impl Space {
    /// Coordinates of a point.
    pub fn dimensions(self) -> usize {
        match self {
            Self::Plane => 2,
            Self::Space => 3,
        }
    }

    /// Tangents of a contact.
    pub fn tangents(self) -> usize {
        self.dimensions() - 1
    }
}

/// What moves a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Forces and impulses.
    Moving,
    /// A given function of time.
    Prescribed,
    /// Nothing.
    Fixed,
}

/// A part of a body's boundary in the coordinates of the body, for pictures of the plane.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    /// Straight edges.
    Polyline {
        /// The corners in order.
        points: Vec<[f64; 2]>,
        /// Whether the last corner is joined to the first.
        closed: bool,
    },
    /// A circle, drawn with a radius so that its turning is seen.
    Circle {
        /// Its centre.
        centre: [f64; 2],
        /// Its radius.
        radius: f64,
    },
    /// All points p with (p - point) . normal <= 0, drawn as a hatched edge.
    HalfSpace {
        /// A point of the edge.
        point: [f64; 2],
        /// Unit normal, out of the matter.
        normal: [f64; 2],
    },
}

/// One body.
#[derive(Debug, Clone, PartialEq)]
pub struct Member<'a> {
    /// Its name in the scene.
    pub name: Cow<'a, str>,
    /// What moves it.
    pub role: Role,
    /// Its boundary; may be empty.
    pub outlines: Vec<Outline>,
    /// Its surface in space; empty in the plane.
    pub solid: Solid,
}

/// Where a body is and how it moves. In the plane only x, y, `angle` and the last component of `spin` count.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct State {
    /// Position of the centre of mass, in metres.
    pub position: [f64; 3],
    /// Angle in the plane, in radians, counter-clockwise.
    pub angle: f64,
    /// Orientation in space: w, x, y, z.
    pub quaternion: [f64; 4],
    /// Velocity of the centre of mass, in m/s.
    pub velocity: [f64; 3],
    /// Angular velocity in world axes, in rad/s.
    pub spin: [f64; 3],
}

/// Point and unit normal of a contact in the world; the third numbers are zero in the plane.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ContactPoint {
    /// The point.
    pub point: [f64; 3],
    /// The normal.
    pub normal: [f64; 3],
    /// Directions in which the tangential parts act on the first member; the second is zero in the plane, both at stops of joints.
    pub tangents: [[f64; 3]; 2],
}

impl ContactPoint {
    /// The vector of a normal and two tangential parts: force or impulse on the first member.
    pub fn vector(&self, normal: f64, tangential: [f64; 2]) -> [f64; 3] {
        let [t, s] = self.tangents;
        std::array::from_fn(|k| normal * self.normal[k] + tangential[0] * t[k] + tangential[1] * s[k])
    }
}

/// Writes the state of every member at an instant, in their order.
pub type States<'a> = dyn Fn(At<'_>, &mut [State]) + Sync + 'a;
/// The two members of a pair of a [`carom_mechanics::Site`], first and second.
pub type Pairs<'a> = dyn Fn(u32) -> Option<[usize; 2]> + Sync + 'a;
/// Where a contact acts at an instant, and its normal from the second to the first member.
pub type Points<'a> = dyn Fn(Touch, At<'_>) -> Option<ContactPoint> + Sync + 'a;
/// The law of a pair.
pub type Laws<'a> = dyn Fn(u32) -> Option<&'a PairLaw> + Sync + 'a;

/// A number that is neither of a body nor an energy: a coordinate of a system or its velocity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    /// Its column, `SYSTEM.COORDINATE` or `SYSTEM.COORDINATE.rate`.
    pub name: String,
    /// Where it stands in q, or in v.
    pub index: usize,
    /// Whether it stands in v.
    pub is_rate: bool,
}

impl Scalar {
    /// Its value at a sample.
    pub(crate) fn of(&self, sample: &Sample) -> f64 {
        let from = if self.is_rate { &sample.v } else { &sample.q };
        from.get(self.index).copied().unwrap_or(f64::NAN)
    }
}

/// Something drawn that is no body.
#[derive(Debug, Clone, PartialEq)]
pub struct Sketch {
    /// What it is.
    pub kind: SketchKind,
    /// The line it is drawn along; the place of a pin; the middle of a torsion spring and a point along each of its two arms.
    pub points: Vec<[f64; 2]>,
}

/// What is drawn beside bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SketchKind {
    /// A spring between its ends.
    Spring,
    /// A damper between its ends.
    Damper,
    /// A spiral about its middle.
    TorsionSpring,
    /// A damper of rotation about its middle.
    TorsionDamper,
    /// A joint that holds two points together, or one on a line.
    Pin,
    /// A rod without mass: a joint that keeps a distance.
    Bar,
    /// A line of a system in minimal coordinates.
    System,
}

/// What is to be drawn beside the bodies at an instant.
pub type Sketches<'a> = dyn Fn(At<'_>) -> Vec<Sketch> + Sync + 'a;

/// The cast of a run.
pub struct Cast<'a> {
    /// Plane or space.
    pub space: Space,
    /// The bodies.
    pub members: Vec<Member<'a>>,
    /// Coordinates of systems.
    pub scalars: Vec<Scalar>,
    /// Names of the two sides of contacts that are not between members.
    pub contacts: BTreeMap<u32, [String; 2]>,
    /// Springs, joints and systems in pictures.
    pub sketches: Box<Sketches<'a>>,
    /// Their states.
    pub states: Box<States<'a>>,
    /// Who is in a pair.
    pub pair: Box<Pairs<'a>>,
    /// The names of the joints.
    pub joints: Vec<String>,
    /// What they do to the members.
    pub reactions: Box<Reactions<'a>>,
    /// Where contacts act.
    pub point: Box<Points<'a>>,
    /// What rules a pair; asked only for impulse planes.
    pub law: Box<Laws<'a>>,
}

impl Cast<'_> {
    /// Members that can move, as they appear in files and pictures.
    pub fn travellers(&self) -> Vec<usize> {
        (0..self.members.len()).filter(|i| self.members[*i].role != Role::Fixed).collect()
    }

    /// The states of all members at a sample, written over `states`.
    pub fn at_sample(&self, sample: &Sample, states: &mut Vec<State>) {
        self.at(At { t: sample.t, q: &sample.q, v: &sample.v }, states);
    }

    /// The states of all members at an instant, written over `states`.
    pub(crate) fn at(&self, at: At<'_>, states: &mut Vec<State>) {
        states.clear();
        states.resize(self.members.len(), State::default());
        (self.states)(at, states);
    }

    /// The names of the two members of a pair; empty for a pair the cast does not know.
    pub fn names(&self, pair: u32) -> Vec<&str> {
        if let Some(names) = self.contacts.get(&pair) {
            return names.iter().map(String::as_str).collect();
        }
        let members = (self.pair)(pair).into_iter().flatten();
        members.filter_map(|i| self.members.get(i)).map(|member| member.name.as_ref()).collect()
    }
}
