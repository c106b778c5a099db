//! Forces as a user says them.

use std::sync::Arc;

use super::joint::Anchor;
use crate::signal::Signal;

/// A point of a body or of the world where a force acts.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment {
    /// The body; `None` is the world.
    pub body: Option<String>,
    /// Which point.
    pub at: Anchor,
}

/// One of several springs between the same two points: pushes while shorter than its free length, never pulls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HelicalSpring {
    /// N/m.
    pub stiffness: f64,
    /// m.
    pub free_length: f64,
}

/// The frame in which the components of a force are given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ForceFrame {
    /// The world.
    #[default]
    World,
    /// The body, turning with it.
    Body,
}

/// A force.
#[derive(Debug, Clone)]
pub enum ForceDescription {
    /// A linear spring and damper: pulls the two points together with stiffness (l - l0) + damping l'.
    Spring {
        /// One end.
        a: Attachment,
        /// The other end.
        b: Attachment,
        /// N/m.
        stiffness: f64,
        /// N s/m.
        damping: f64,
        /// l0, m; the distance at the start if absent.
        free_length: Option<f64>,
    },
    /// A torsion spring and damper: turns a back with stiffness (theta - theta0) + damping theta', theta the angle of a
    /// less that of b.
    TorsionSpring {
        /// Body a.
        a: String,
        /// Body b; `None` is the world.
        b: Option<String>,
        /// N m/rad.
        stiffness: f64,
        /// N m s/rad.
        damping: f64,
        /// theta0; the angle at the start if absent.
        free_angle: Option<f64>,
    },
    /// Nested helical springs between two points, acting only in compression (W5): each pushes with stiffness (l0 - l)
    /// while l < l0. The damper acts while any of them is compressed.
    Compression {
        /// One end.
        a: Attachment,
        /// The other end.
        b: Attachment,
        /// The springs.
        springs: Vec<HelicalSpring>,
        /// N s/m.
        damping: f64,
    },
    /// A force and torque on a body as functions of time and of the state of all bodies.
    Applied {
        /// The body.
        body: String,
        /// Where the force acts.
        at: Anchor,
        /// Force components x and y, N; `None` is zero.
        force: [Option<Arc<dyn Signal>>; 2],
        /// Torque, N m; `None` is zero.
        torque: Option<Arc<dyn Signal>>,
        /// Frame of the components.
        frame: ForceFrame,
    },
}
