//! Closed contacts and what their friction does.

use carom_mechanics::Touch;
use serde::{Deserialize, Serialize};

/// What the friction of a closed contact does (in the plane).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Grip {
    /// No slip: the friction force is whatever it takes.
    Stick,
    /// Slip along the tangent times this sign (+1 or -1); friction opposes it.
    Slip(f64),
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
