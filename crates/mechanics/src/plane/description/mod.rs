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
pub use force::{Attachment, ForceDescription};
pub use joint::{Anchor, JointDescription, JointKind};
pub use shape::{ArcVertex, Shape, ShapeDescription, Side};

pub use crate::description::{ContactsDescription, ForceFrame, HelicalSpring, PairDescription};
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
        Self {
            start: 0.0,
            gravity: DVec2::ZERO,
            bodies: Vec::new(),
            joints: Vec::new(),
            forces: Vec::new(),
            systems: Vec::new(),
            contacts: ContactsDescription::new(law),
        }
    }
}
