//! Closed contacts and what their friction does.

use carom_mechanics::Touch;
use serde::{Deserialize, Serialize};

/// What the friction of a closed contact does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Grip {
    /// No slip: the friction force is whatever it takes.
    Stick,
    /// In the plane: slip along the tangent times this sign (+1 or -1); friction opposes it.
    Slip(f64),
    /// In space: slip along this direction (of length one), which does not turn; friction opposes it.
    Straight([f64; 2]),
    /// In space: slip that turns; friction opposes its velocity, and where that is next to nothing, this direction, which it had last.
    Slide([f64; 2]),
    /// A law that never sticks: friction follows the slip velocity.
    Creep,
}

/// A closed contact.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Closed {
    /// Which one.
    pub touch: Touch,
    /// Its friction.
    pub grip: Grip,
}

impl Grip {
    /// The slip that starts into a direction along the tangents.
    pub(crate) fn towards(direction: [f64; 2], tangents: usize) -> Self {
        let length = direction[0].hypot(direction[1]);
        match tangents {
            1 => Self::Slip(direction[0].signum()),
            _ if length > 0.0 => Self::Straight(direction.map(|d| d / length)),
            _ => Self::Straight([1.0, 0.0]),
        }
    }

    /// Whether it slips and could stick.
    pub(crate) fn slips(self) -> bool {
        matches!(self, Self::Slip(_)) || self.slide().is_some()
    }

    /// Whether it slips against the way it slipped before.
    pub(crate) fn turns_back(self, before: Self) -> bool {
        match (before, self) {
            (Self::Slip(a), Self::Slip(b)) => a != b,
            _ => before.slide().zip(self.slide()).is_some_and(|([a, b], [x, y])| a * x + b * y < 0.0),
        }
    }

    /// The direction of a slip in space.
    pub(crate) fn slide(self) -> Option<[f64; 2]> {
        match self {
            Self::Straight(way) | Self::Slide(way) => Some(way),
            Self::Stick | Self::Slip(_) | Self::Creep => None,
        }
    }
}
