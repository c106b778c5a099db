//! Area, centroid and polar second moment of shapes, for density one.
//!
//! ```text
//!     A = int dA,    A c = int p dA,    J = int |p - c|^2 dA
//! ```
//!
//! A rod without thickness has its length in place of A, a point has 1. Moments are kept about the centroid: far from
//! it they would lose digits.

use std::f64::consts::PI;

use glam::DVec2;

use super::outline::angle_between;
use super::place::Place;
use super::shapes::arc;
use crate::plane::description::{ArcVertex, Shape, Side};

/// A, c and J.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Area {
    /// A.
    pub area: f64,
    /// c.
    pub centroid: DVec2,
    /// J about the centroid.
    pub polar: f64,
}

impl Area {
    fn new(area: f64, centroid: DVec2, polar: f64) -> Self {
        Self { area, centroid, polar }
    }

    /// Two areas together, the second `factor` times as dense: J = J_1 + J_2 + A_1 A_2 / (A_1 + A_2) |c_1 - c_2|^2.
    pub fn plus(self, other: Self, factor: f64) -> Self {
        let (more, area) = (factor * other.area, self.area + factor * other.area);
        if area == 0.0 {
            return self;
        }
        let between = other.centroid - self.centroid;
        Self {
            area,
            centroid: self.centroid + between * (more / area),
            polar: self.polar + factor * other.polar + self.area * more / area * between.length_squared(),
        }
    }

    /// Polar moment about a point: J + A |p - c|^2.
    pub fn polar_about(&self, point: DVec2) -> f64 {
        self.polar + self.area * point.distance_squared(self.centroid)
    }

    /// The area of a shape placed in the frame of its body.
    pub fn of(shape: &Shape, place: &Place) -> Self {
        let own = match shape {
            Shape::Point => Self::new(1.0, DVec2::ZERO, 0.0),
            Shape::Disc { radius } => Self::new(PI * radius * radius, DVec2::ZERO, 0.5 * PI * radius.powi(4)),
            Shape::Rod { length, radius } => rod(*length, *radius),
            Shape::Box { width, height } => {
                let area = width * height;
                Self::new(area, DVec2::ZERO, area * (width * width + height * height) / 12.0)
            }
            Shape::Polygon { points } => {
                outline(&points.iter().map(|&point| ArcVertex { point, side: Side::Straight }).collect::<Vec<_>>())
            }
            Shape::ArcFaced { vertices } => outline(vertices),
            Shape::HalfSpace { .. } | Shape::Hollow { .. } => Self::default(),
        };
        Self { centroid: place.point(own.centroid), ..own }
    }
}

/// A segment, or a rectangle with two half discs.
fn rod(length: f64, radius: f64) -> Area {
    if radius == 0.0 {
        return Area::new(length, DVec2::ZERO, length.powi(3) / 12.0);
    }
    let rectangle = 2.0 * radius * length;
    let discs = PI * radius * radius;
    let arm = 0.5 * length;
    // A half disc has its centroid 4 r / (3 pi) beyond the centre of its circle.
    let polar = rectangle * (length * length + 4.0 * radius * radius) / 12.0
        + discs * (0.5 * radius * radius + arm * arm + 2.0 * arm * 4.0 * radius / (3.0 * PI));
    Area::new(rectangle + discs, DVec2::ZERO, polar)
}

/// Triangles from the first vertex, and the segments of the arcs.
fn outline(vertices: &[ArcVertex]) -> Area {
    let Some(origin) = vertices.first().map(|v| v.point) else { return Area::default() };
    let mut sum = Area::default();
    for (i, vertex) in vertices.iter().enumerate() {
        let (p, q) = (vertex.point, vertices[(i + 1) % vertices.len()].point);
        let (a, b) = (p - origin, q - origin);
        let area = 0.5 * a.perp_dot(b);
        // J of a triangle is A / 36 times the sum of its squared sides.
        let sides = a.length_squared() + b.length_squared() + (a - b).length_squared();
        sum = sum.plus(Area::new(area, origin + (a + b) / 3.0, area * sides / 36.0), 1.0);
        if let Some((centre, radius)) = arc(p, q, vertex.side) {
            sum = sum.plus(segment(p, q, centre, radius), 1.0);
        }
    }
    sum
}

/// The part of a disc between the chord p q and the arc counter-clockwise from p to q: the sector of half angle a less
/// a triangle.
fn segment(p: DVec2, q: DVec2, centre: DVec2, radius: f64) -> Area {
    let (from, to) = (p - centre, q - centre);
    let half = 0.5 * angle_between(from, to).rem_euclid(2.0 * PI);
    let (sin, cos) = half.sin_cos();
    let triangle = radius * radius * sin * cos;
    let area = radius * radius * half - triangle;
    let first = 2.0 / 3.0 * (radius * sin).powi(3);
    let polar = 0.5 * radius.powi(4) * half - triangle * radius * radius * (0.5 * cos * cos + sin * sin / 6.0);
    let centroid = first / area;
    let middle = DVec2::from_angle(half).rotate(from) / radius;
    Area::new(area, centre + centroid * middle, polar - area * centroid * centroid)
}
