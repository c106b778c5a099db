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

/// Half angles of arcs below which their segments are integrated: the closed form takes differences of numbers of the size r^4, of which
/// a shallow arc leaves nothing. Ten points are exact to rounding up to here: the root below is zero at t = 1 / sin a > 2.
const SHALLOW: f64 = 0.5;

/// Points and weights of Gauss and Legendre, ten between -1 and 1; the other five are the mirror images.
const GAUSS: [(f64, f64); 5] = [
    (0.1488743389816312, 0.2955242247147529),
    (0.4333953941292472, 0.2692667193099963),
    (0.6794095682990244, 0.219086362515982),
    (0.8650633666889845, 0.1494513491505806),
    (0.9739065285171717, 0.0666713443086881),
];

/// The part of a disc between the chord p q and the arc counter-clockwise from p to q.
fn segment(p: DVec2, q: DVec2, centre: DVec2, radius: f64) -> Area {
    let (from, to) = (p - centre, q - centre);
    let half = 0.5 * angle_between(from, to).rem_euclid(2.0 * PI);
    if half < SHALLOW { shallow_segment(p, q, radius) } else { deep_segment(from, centre, radius, half) }
}

/// The sector of half angle a less a triangle.
fn deep_segment(from: DVec2, centre: DVec2, radius: f64, half: f64) -> Area {
    let (sin, cos) = half.sin_cos();
    let triangle = radius * radius * sin * cos;
    let area = radius * radius * half - triangle;
    let first = 2.0 / 3.0 * (radius * sin).powi(3);
    let polar = 0.5 * radius.powi(4) * half - triangle * radius * radius * (0.5 * cos * cos + sin * sin / 6.0);
    let centroid = first / area;
    let middle = DVec2::from_angle(half).rotate(from) / radius;
    Area::new(area, centre + centroid * middle, polar - area * centroid * centroid)
}

/// With w half the chord, sin a = w / r, and x = w t along the chord, the arc is y = w sin a (1 - t^2) / (sqrt(1 - sin^2 a t^2) + cos a)
/// above it:
///
/// ```text
///     A = int y dx,   A c = int y^2/2 dx,   J = int (x^2 y + y^3/3) dx - A c^2
/// ```
fn shallow_segment(p: DVec2, q: DVec2, radius: f64) -> Area {
    let chord = q - p;
    let w = 0.5 * chord.length();
    let sin = w / radius;
    let cos = (1.0 - sin * sin).sqrt();
    let (mut area, mut first, mut along, mut across) = (0.0, 0.0, 0.0, 0.0);
    for (t, weight) in GAUSS {
        let y = sin * (1.0 - t * t) / ((1.0 - sin * sin * t * t).sqrt() + cos);
        area += 2.0 * weight * y;
        first += weight * y * y;
        along += 2.0 * weight * t * t * y;
        across += weight * y * y * y * 2.0 / 3.0;
    }
    let centroid = first / area;
    let outwards = -chord.perp().normalize();
    let polar = along + across - area * centroid * centroid;
    Area::new(area * w * w, p + 0.5 * chord + centroid * w * outwards, polar * w.powi(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen: a square with a side that bulges by 1e-6 of its length had the moment of a point. The same half angle by both ways agrees
    /// to what the closed form leaves, and a flat segment tends to the parabola: A = 2/3 c s, J = A (c^2/20 + 12 s^2/175).
    #[test]
    fn segments_of_shallow_arcs_keep_their_digits() {
        for half in [0.2_f64, 0.4, 0.499] {
            let (from, to) = (DVec2::new(half.cos(), -half.sin()), DVec2::new(half.cos(), half.sin()));
            let (shallow, deep) = (shallow_segment(from, to, 1.0), deep_segment(from, DVec2::ZERO, 1.0, half));
            // The closed form keeps rounding over half^5, at most 1e-12 here.
            assert!((shallow.area / deep.area - 1.0).abs() < 1e-12, "{half}: {shallow:?} {deep:?}");
            assert!((shallow.polar / deep.polar - 1.0).abs() < 1e-11, "{half}: {shallow:?} {deep:?}");
            assert!(shallow.centroid.distance(deep.centroid) < 1e-12, "{half}: {shallow:?} {deep:?}");
        }
        for bulge in [1e-4, 1e-6, 1e-9] {
            let (p, q) = (DVec2::new(2.0, 1.0), DVec2::new(3.0, 1.0));
            let sagitta: f64 = 0.5 * bulge;
            let radius = (0.25 + sagitta * sagitta) / (2.0 * sagitta);
            let segment = shallow_segment(p, q, radius);
            // What the parabola leaves out is of the order of the bulge squared.
            assert!((segment.area / (2.0 / 3.0 * sagitta) - 1.0).abs() < 1e-7, "{bulge}: {segment:?}");
            assert!((segment.polar / segment.area * 20.0 - 1.0).abs() < 1e-7, "{bulge}: {segment:?}");
            assert!(segment.centroid.distance(DVec2::new(2.5, 1.0 - 0.4 * sagitta)) < 1e-8, "{bulge}: {segment:?}");
        }
    }
}
