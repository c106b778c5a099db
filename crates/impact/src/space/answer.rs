//! What a law in space finds.

use super::{Collision, Impulse, Velocity};
use crate::Work;

/// What the contact did during the impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Newton without friction.
    Frictionless,
    /// Kane: no tangential velocity at the end.
    Stick,
    /// Kane: sliding at the end.
    Slip,
    /// Walton: the tangential velocity is restored by e_t.
    Roll,
    /// Walton, and path laws whose slip never stopped.
    Slide,
    /// Path laws: the slip stopped, in compression or expansion, and stuck or went on.
    Stopped {
        /// Whether it stopped in compression.
        in_compression: bool,
        /// Whether it stuck.
        stuck: bool,
    },
    /// Glocker-Pfeiffer: whether each phase sticks.
    Phases {
        /// At the end of compression.
        compression_sticks: bool,
        /// At the end of expansion.
        expansion_sticks: bool,
    },
    /// Chatterjee-Ruina: the scaled impulse lies inside the cone.
    Inside,
    /// Chatterjee-Ruina: the impulse was cut back to the cone.
    Clipped,
}

impl Mode {
    /// The name used in files and tables.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Frictionless => "frictionless",
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Roll => "roll",
            Self::Slide => "slide",
            Self::Inside => "inside",
            Self::Clipped => "clipped",
            Self::Stopped { in_compression: true, stuck: true } => "C-stick",
            Self::Stopped { in_compression: true, stuck: false } => "C-reslip",
            Self::Stopped { in_compression: false, stuck: true } => "E-stick",
            Self::Stopped { in_compression: false, stuck: false } => "E-reslip",
            Self::Phases { compression_sticks: true, expansion_sticks: true } => "C:stick,E:stick",
            Self::Phases { compression_sticks: true, expansion_sticks: false } => "C:stick,E:slip",
            Self::Phases { compression_sticks: false, expansion_sticks: true } => "C:slip,E:stick",
            Self::Phases { compression_sticks: false, expansion_sticks: false } => "C:slip,E:slip",
        }
    }
}

/// Facts of a path through impulse space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathFacts {
    /// Angle by which the slip turned until it stopped or the impact ended (rad).
    pub turning: f64,
    /// Normal impulse at which the slip stopped.
    pub stop: Option<f64>,
    /// Whether the bodies approached again after the end of compression.
    pub recompression: bool,
}

/// What a law found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Total impulse.
    pub impulse: Impulse,
    /// Relative velocity after.
    pub after: Velocity,
    /// What the contact did.
    pub mode: Mode,
    /// Impulse of the compression phase, for laws that have phases.
    pub compression: Option<Impulse>,
    /// Works along the path, for path laws.
    pub work: Option<Work>,
    /// Facts of the path, for path laws.
    pub path: Option<PathFacts>,
    /// kappa of Chatterjee and Ruina.
    pub kappa: Option<f64>,
}

impl Answer {
    /// An answer of a law without phases; the velocities after follow from the impulse.
    pub(super) fn new(collision: &Collision, impulse: Impulse, mode: Mode) -> Self {
        let after = collision.after(impulse);
        Self { impulse, after, mode, compression: None, work: None, path: None, kappa: None }
    }
}
