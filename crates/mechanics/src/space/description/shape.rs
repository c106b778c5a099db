//! Shapes as a user says them, in the frame of their body.

use glam::{DQuat, DVec3};

/// One shape of a body.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeDescription {
    /// What it is.
    pub shape: Shape,
    /// Where its own origin lies in the frame of the body.
    pub offset: DVec3,
    /// How it is turned in the frame of the body; made of length one.
    pub rotation: DQuat,
    /// Mass per volume in kg/m^3; `None` takes the body's. If the body's mass is given, only the ratios between its
    /// shapes count.
    pub density: Option<f64>,
}

impl ShapeDescription {
    /// A shape at the origin of its body, not turned.
    pub fn new(shape: Shape) -> Self {
        Self { shape, offset: DVec3::ZERO, rotation: DQuat::IDENTITY, density: None }
    }
}

impl From<Shape> for ShapeDescription {
    fn from(shape: Shape) -> Self {
        Self::new(shape)
    }
}

/// A convex shape in its own frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A sphere with its centre at the origin.
    Sphere {
        /// Radius, m.
        radius: f64,
    },
    /// A box with its middle at the origin.
    Box {
        /// Along x, y and z, m.
        size: DVec3,
    },
    /// A cylinder about z with its middle at the origin.
    Cylinder {
        /// Radius, m.
        radius: f64,
        /// Along z, m.
        length: f64,
    },
    /// Everything within `radius` of the straight line from (0, 0, -length/2) to (0, 0, length/2).
    Capsule {
        /// Radius, m.
        radius: f64,
        /// Distance of the centres of the two ends, m.
        length: f64,
    },
    /// An ellipsoid with its middle at the origin. It touches half-spaces only.
    Ellipsoid {
        /// Half its extent along x, y and z, m.
        semi_axes: DVec3,
    },
    /// A convex polyhedron.
    Polyhedron {
        /// Its vertices, m.
        vertices: Vec<DVec3>,
        /// Its faces: the numbers of their vertices (from 0), counter-clockwise seen from outside. Faces in one plane
        /// count as one.
        faces: Vec<Vec<usize>>,
    },
    /// All points p with normal . p <= 0: the boundary passes through the origin, the normal points out of the
    /// material. Only for bodies that are fixed or prescribed.
    HalfSpace {
        /// Outward normal, of any length.
        normal: DVec3,
    },
}
