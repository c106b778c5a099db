//! A world of the plane or of space, whichever a scene is of.

use carom_mechanics::signal::BodyState;
use carom_mechanics::{At, Mobility, Redundant, Touch, plane, space};

use crate::output::{ContactPoint, planar, spatial};

/// The world of a scene.
#[derive(Debug, Clone)]
pub enum World {
    /// Of the plane.
    Plane(plane::World),
    /// Of space.
    Space(space::World),
}

impl World {
    /// The world of the plane, if it is one.
    pub fn plane(&self) -> Option<&plane::World> {
        match self {
            Self::Plane(world) => Some(world),
            Self::Space(_) => None,
        }
    }

    /// The same, taken out.
    pub fn into_plane(self) -> Option<plane::World> {
        match self {
            Self::Plane(world) => Some(world),
            Self::Space(_) => None,
        }
    }

    /// The world of space, if it is one.
    pub fn space(&self) -> Option<&space::World> {
        match self {
            Self::Plane(_) => None,
            Self::Space(world) => Some(world),
        }
    }

    /// Where everything begins.
    pub fn start(&self) -> &plane::Start {
        match self {
            Self::Plane(world) => world.start(),
            Self::Space(world) => world.start(),
        }
    }

    /// The names of all bodies.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Plane(world) => world.names().collect(),
            Self::Space(world) => world.names().collect(),
        }
    }

    /// Number of a body by its name.
    pub fn body(&self, name: &str) -> Option<usize> {
        match self {
            Self::Plane(world) => world.body(name),
            Self::Space(world) => world.body(name),
        }
    }

    /// Whether forces and impulses move a body.
    pub fn is_free(&self, body: usize) -> bool {
        match self {
            Self::Plane(world) => world.coordinate(body).is_some(),
            Self::Space(world) => world.coordinates(body).is_some(),
        }
    }

    /// State of every body, written over `states`.
    pub fn states(&self, at: At, states: &mut Vec<BodyState>) {
        match self {
            Self::Plane(world) => world.states(at, states),
            Self::Space(world) => world.states(at, states),
        }
    }

    /// First and second body of a pair of a contact; none if it is not between two bodies.
    pub fn bodies_of_pair(&self, pair: u32) -> Option<[usize; 2]> {
        match self {
            Self::Plane(world) => planar::bodies_of(world, pair),
            Self::Space(world) => spatial::bodies_of(world, pair),
        }
    }

    /// Where a contact acts at an instant, and along what.
    pub fn contact_point(&self, touch: Touch, at: At) -> ContactPoint {
        match self {
            Self::Plane(world) => planar::contact_point(world, touch, at),
            Self::Space(world) => spatial::contact_point(world, touch, at),
        }
    }

    /// Gruebler's count and the true mobility at the start.
    pub fn mobility(&self) -> Mobility {
        match self {
            Self::Plane(world) => world.mobility(),
            Self::Space(world) => world.mobility(),
        }
    }

    /// The joints of whose equations some follow from those of the others.
    pub fn redundant_joints(&self) -> Vec<Redundant> {
        match self {
            Self::Plane(world) => world.redundant_joints(),
            Self::Space(world) => world.redundant_joints(),
        }
    }
}
