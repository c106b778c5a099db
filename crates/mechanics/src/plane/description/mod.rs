//! What a user says about a world of the plane: plain data, checked only when a world is made of them.
//!
//! Lengths are metres, masses kilograms, angles radians counted counter-clockwise. Bodies are named by text; everything
//! else refers to these names, and the absence of a name means the world itself.

mod body;
mod force;
mod joint;
mod shape;

use glam::DVec2;

pub use body::{BodyDescription, CentreOfMass, Drive, MassDescription, MotionDescription};
pub use force::{Attachment, ForceDescription, ForceFrame, HelicalSpring};
pub use joint::{Anchor, JointDescription, JointKind};
pub use shape::{ArcVertex, Shape, ShapeDescription, Side};

use crate::pair_law::PairLaw;
use crate::system::MinimalDescription;

/// A world of the plane.
#[derive(Debug, Clone)]
pub struct WorldDescription {
    /// The time at which the positions and velocities of the bodies are those given, s.
    pub start: f64,
    /// Acceleration of gravity, m/s^2.
    pub gravity: DVec2,
    /// The bodies; their order is that of the coordinates and of every output.
    pub bodies: Vec<BodyDescription>,
    /// The joints, in the order of the model's equations.
    pub joints: Vec<JointDescription>,
    /// Springs, dampers and applied forces.
    pub forces: Vec<ForceDescription>,
    /// Systems in minimal coordinates; their coordinates follow those of the bodies.
    pub systems: Vec<MinimalDescription>,
    /// Which bodies may touch, and what happens then.
    pub contacts: ContactsDescription,
}

impl WorldDescription {
    /// An empty world without gravity, whose contacts follow `law`.
    pub fn new(law: PairLaw) -> Self {
        let contacts = ContactsDescription { law, pairs: Vec::new(), excluded: Vec::new(), included: Vec::new() };
        Self {
            start: 0.0,
            gravity: DVec2::ZERO,
            bodies: Vec::new(),
            joints: Vec::new(),
            forces: Vec::new(),
            systems: Vec::new(),
            contacts,
        }
    }
}

/// Laws of contact by pairs of bodies. Every pair may touch but two bodies joined by a joint, two that never move by
/// themselves (fixed or prescribed), and the pairs excluded.
#[derive(Debug, Clone)]
pub struct ContactsDescription {
    /// The law of every pair without its own.
    pub law: PairLaw,
    /// Pairs with their own law.
    pub pairs: Vec<PairDescription>,
    /// Pairs that pass through each other.
    pub excluded: Vec<[String; 2]>,
    /// Pairs that touch although a joint connects them.
    pub included: Vec<[String; 2]>,
}

/// The law of one pair. The order of the names is that of events and records: the normal points from the second body to
/// the first. A pair without its own law has the moving body first, and of two moving ones the one that comes first in
/// the world.
#[derive(Debug, Clone)]
pub struct PairDescription {
    /// The two bodies.
    pub between: [String; 2],
    /// Their law.
    pub law: PairLaw,
}
