//! Joints as a user says them.

use glam::DVec3;

/// A joint between body a and body b; one of them may be the world.
#[derive(Debug, Clone, PartialEq)]
pub struct JointDescription {
    /// Its name, for errors and records.
    pub name: String,
    /// Body a; `None` is the world.
    pub a: Option<String>,
    /// Body b; `None` is the world.
    pub b: Option<String>,
    /// What it keeps.
    pub kind: JointKind,
    /// How far it goes; revolute, prismatic and cylindrical joints only.
    pub limits: Option<JointLimits>,
    /// What resists it; revolute, prismatic and cylindrical joints only.
    pub friction: Option<JointFriction>,
}

impl JointDescription {
    /// A joint without limits and friction.
    pub fn new(name: impl Into<String>, a: Option<String>, b: Option<String>, kind: JointKind) -> Self {
        Self { name: name.into(), a, b, kind, limits: None, friction: None }
    }
}

/// How far a joint goes: of a revolute joint the angle in rad that a has turned about the axis of b, from the start or, if both
/// frames have one, from the references in line; of a prismatic or cylindrical one the way in m of the point of a along the axis of
/// b, from the point of b.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointLimits {
    /// Least value.
    pub lower: f64,
    /// Largest value; an angle may range over less than a full turn.
    pub upper: f64,
    /// Newton's restitution at the stops.
    pub restitution: f64,
}

/// What resists the motion that a joint leaves (a turn for revolute joints, a way for prismatic and cylindrical ones): dry friction, and
/// viscous rate. Dry friction is set-valued, at most coulomb while the joint sticks and coulomb while it moves; with a speed it is
/// coulomb tanh(rate / speed) instead, which never quite sticks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointFriction {
    /// N m, or N.
    pub coulomb: f64,
    /// N m s/rad, or N s/m.
    pub viscous: f64,
    /// Rate below which the first part grows from zero, rad/s or m/s, positive; `None` for friction that sticks.
    pub speed: Option<f64>,
}

/// A point of a body.
pub type Anchor = crate::description::Anchor<DVec3>;

/// A direction of a body, of any length but zero.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Axis {
    /// In the frame of the body (for the world: in the world).
    Local(DVec3),
    /// The direction of the body that points there in the world at the start.
    Start(DVec3),
}

/// A point and an axis of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointFrame {
    /// The point.
    pub at: Anchor,
    /// w, the axis of the joint.
    pub axis: Axis,
    /// u, a direction across the axis: joints that keep the bodies from turning about the axis keep the u of both in
    /// one plane with it. `None` keeps the angle of the start.
    pub reference: Option<Axis>,
}

/// What a joint keeps.
#[derive(Debug, Clone, PartialEq)]
pub enum JointKind {
    /// The point of a stays where it is in the world at the start; b must be the world. Three equations.
    FixedPoint {
        /// Point of a.
        at: Anchor,
    },
    /// The two points coincide; the bodies may turn every way. Three equations.
    Spherical {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
    },
    /// The point of a stays in the plane of b through the point of b. One equation.
    Planar {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
        /// Normal of the plane, a direction of b.
        normal: Axis,
    },
    /// The two axes lie on one line; a may turn about it and move along it. Four equations.
    Cylindrical {
        /// Of a; its reference is not used.
        a: JointFrame,
        /// Of b; its reference is not used.
        b: JointFrame,
    },
    /// The two axes lie on one line; a may move along it but not turn. Five equations.
    Prismatic {
        /// Of a.
        a: JointFrame,
        /// Of b.
        b: JointFrame,
    },
    /// The two points coincide and the two axes have one direction: a may turn about it. Five equations.
    Revolute {
        /// Of a; its reference is not used.
        a: JointFrame,
        /// Of b; its reference is not used.
        b: JointFrame,
    },
    /// The two points coincide and the two axes stay perpendicular (Cardan). Four equations.
    Universal {
        /// Of a; its reference is not used.
        a: JointFrame,
        /// Of b; its reference is not used.
        b: JointFrame,
    },
    /// The two points coincide and a does not turn against b, as at the start. Six equations.
    Weld {
        /// Point of a.
        at_a: Anchor,
        /// Point of b.
        at_b: Anchor,
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
