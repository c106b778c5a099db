//! Joints as a user says them.

use glam::DVec2;

/// A joint between body a and body b, or the world.
#[derive(Debug, Clone, PartialEq)]
pub struct JointDescription {
    /// Its name, for errors and records.
    pub name: String,
    /// Body a.
    pub a: String,
    /// Body b; `None` is the world.
    pub b: Option<String>,
    /// What it keeps.
    pub kind: JointKind,
}

/// A point of a body.
pub type Anchor = crate::description::Anchor<DVec2>;

/// What a joint keeps. Axes and angles are those of b: `axis` is a direction, of any length, in the frame of b.
#[derive(Debug, Clone, PartialEq)]
pub enum JointKind {
    /// The two points coincide; the bodies may turn. Two equations.
    Pin {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
    },
    /// The point of a moves on the line through the point of b along the axis, and a does not turn against b. Two
    /// equations.
    Slider {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
        /// Direction of the line, in the frame of b.
        axis: DVec2,
        /// Angle of a less that of b; as at the start if absent.
        angle: Option<f64>,
    },
    /// The two points coincide and a does not turn against b. Three equations.
    Weld {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
        /// Angle of a less that of b; as at the start if absent.
        angle: Option<f64>,
    },
    /// The point of a moves on the line through the point of b along the axis; a may turn. One equation.
    PointOnLine {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
        /// Direction of the line, in the frame of b.
        axis: DVec2,
    },
    /// The two points keep their distance. One equation.
    Distance {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
        /// The distance, m, positive; that of the start if absent.
        length: Option<f64>,
    },
}
