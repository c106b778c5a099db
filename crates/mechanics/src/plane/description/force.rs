//! Forces as a user says them.

use std::sync::Arc;

use glam::DVec2;

use super::joint::Anchor;
use crate::description::{ForceFrame, HelicalSpring};
use crate::signal::Signal;

/// A point of a body or of the world where a force acts.
pub type Attachment = crate::description::Attachment<DVec2>;

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
