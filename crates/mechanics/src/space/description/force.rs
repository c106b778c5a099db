//! Forces as a user says them.

use std::sync::Arc;

use glam::DVec3;

use super::joint::Anchor;
use crate::description::{ForceFrame, HelicalSpring};
use crate::signal::Signal;

/// A point of a body or of the world where a force acts.
pub type Attachment = crate::description::Attachment<DVec3>;

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
    /// Nested helical springs between two points, acting only in compression: each pushes with stiffness (l0 - l) while
    /// l < l0. The damper acts while any of them is compressed.
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
        /// Force components, N; `None` is zero.
        force: [Option<Arc<dyn Signal>>; 3],
        /// Torque components, N m; `None` is zero.
        torque: [Option<Arc<dyn Signal>>; 3],
        /// Frame of the components.
        frame: ForceFrame,
    },
}
