//! Shapes as a user says them, in the frame of their body.

use glam::DVec2;

/// One shape of a body.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeDescription {
    /// What it is.
    pub shape: Shape,
    /// Where its own origin lies in the frame of the body.
    pub offset: DVec2,
    /// How it is turned in the frame of the body.
    pub angle: f64,
    /// Mass per area in kg/m^2 (per length in kg/m for a rod without thickness, in kg for a point); `None` takes the
    /// body's. If the body's mass is given, only the ratios between its shapes count.
    pub density: Option<f64>,
}

impl ShapeDescription {
    /// A shape at the origin of its body, not turned.
    pub fn new(shape: Shape) -> Self {
        Self { shape, offset: DVec2::ZERO, angle: 0.0, density: None }
    }
}

impl From<Shape> for ShapeDescription {
    fn from(shape: Shape) -> Self {
        Self::new(shape)
    }
}

/// A convex shape (or the outside of a circle) in its own frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A point at the origin. It has no sides: to let two points, or a point and a rod without thickness, bounce off
    /// each other, give one of them a radius.
    Point,
    /// A straight rod along x with its middle at the origin: from (-length/2, 0) to (length/2, 0), and everything
    /// within `radius` of it (round ends). A rod of radius zero has no thickness; its mass is spread over its length.
    Rod {
        /// Distance of the centres of the two ends, m.
        length: f64,
        /// Half its thickness, m.
        radius: f64,
    },
    /// A disc with its centre at the origin.
    Disc {
        /// Radius, m.
        radius: f64,
    },
    /// A rectangle with its middle at the origin.
    Box {
        /// Along x, m.
        width: f64,
        /// Along y, m.
        height: f64,
    },
    /// A convex polygon.
    Polygon {
        /// Its corners counter-clockwise.
        points: Vec<DVec2>,
    },
    /// A convex outline of straight and circular sides.
    ArcFaced {
        /// Its vertices counter-clockwise, each with the side that leads to the next.
        vertices: Vec<ArcVertex>,
    },
    /// All points p with normal . p <= 0: the boundary passes through the origin, the normal points out of the
    /// material. Only for bodies that are fixed or prescribed.
    HalfSpace {
        /// Outward normal, of any length.
        normal: DVec2,
    },
    /// All points outside a circle about the origin: a drum, a ring, a bearing. Has no mass of its own.
    Hollow {
        /// Radius of the circle, m.
        radius: f64,
    },
}

/// A vertex of an outline and the side after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArcVertex {
    /// Where it is.
    pub point: DVec2,
    /// The side from here to the next vertex.
    pub side: Side,
}

/// A side of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Side {
    /// A straight edge.
    Straight,
    /// An arc bulging outwards: the tangent of a quarter of the angle it spans, positive (1 is a half circle).
    Bulge(f64),
    /// The arc about this centre, counter-clockwise to the next vertex, which must be as far from it.
    Centre(DVec2),
}
