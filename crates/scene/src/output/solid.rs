//! Bodies of space as surfaces of flat faces, for pictures, frames and animations.

use std::f64::consts::{PI, TAU};

use carom_mechanics::space::description::{BodyDescription, Shape};
use glam::DVec3;

/// Vertices in the frame of the body about its centre of mass, and faces by their numbers, counter-clockwise seen from outside.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Solid {
    /// The vertices, in m.
    pub vertices: Vec<[f64; 3]>,
    /// The faces.
    pub faces: Vec<Vec<usize>>,
    /// Half-spaces have no end: of them the point and the outward normal.
    pub planes: Vec<[[f64; 3]; 2]>,
}

/// Sides of a round body around its axis, and from pole to pole.
const AROUND: usize = 24;
const ALONG: usize = 12;

impl Solid {
    /// The surface of a body whose centre of mass lies at `centre` of its frame.
    pub(super) fn of_body(body: &BodyDescription, centre: DVec3) -> Self {
        let mut solid = Self::default();
        for shape in &body.shapes {
            let place = |p: DVec3| (shape.offset + shape.rotation * p - centre).to_array();
            if let Shape::HalfSpace { normal } = &shape.shape {
                let normal = (shape.rotation * *normal).normalize_or_zero();
                solid.planes.push([place(DVec3::ZERO), normal.to_array()]);
                continue;
            }
            let (vertices, faces) = flat(&shape.shape);
            let first = solid.vertices.len();
            solid.vertices.extend(vertices.into_iter().map(place));
            solid.faces.extend(faces.into_iter().map(|face| face.into_iter().map(|k| first + k).collect()));
        }
        solid
    }

    /// The faces cut into triangles.
    pub fn triangles(&self) -> impl Iterator<Item = [usize; 3]> + '_ {
        self.faces.iter().flat_map(|face| (1..face.len().saturating_sub(1)).map(|k| [face[0], face[k], face[k + 1]]))
    }
}

type Faces = Vec<Vec<usize>>;

/// The flat faces of a shape, or that come near it.
fn flat(shape: &Shape) -> (Vec<DVec3>, Faces) {
    match shape {
        Shape::Polyhedron { vertices, faces } => (vertices.clone(), faces.clone()),
        Shape::Box { size } => box_of(*size),
        Shape::Sphere { radius } => ball(*radius),
        Shape::Ellipsoid { semi_axes } => {
            let (vertices, faces) = ball(1.0);
            (vertices.into_iter().map(|vertex| *semi_axes * vertex).collect(), faces)
        }
        Shape::Cylinder { radius, length } => {
            turned(&[[*radius, -0.5 * length], [*radius, 0.5 * length]], -0.5 * length, 0.5 * length)
        }
        Shape::Capsule { radius, length } => {
            let half = ALONG / 2;
            let cap = |k: usize, sign: f64| {
                let (sin, cos) = (0.5 * PI * k as f64 / half as f64).sin_cos();
                [radius * sin, sign * (0.5 * length + radius * cos)]
            };
            let profile: Vec<[f64; 2]> =
                (1..=half).map(|k| cap(k, -1.0)).chain((1..=half).rev().map(|k| cap(k, 1.0))).collect();
            turned(&profile, -0.5 * length - radius, 0.5 * length + radius)
        }
        Shape::HalfSpace { .. } => (Vec::new(), Vec::new()),
    }
}

/// The faces that come near a sphere.
fn ball(radius: f64) -> (Vec<DVec3>, Faces) {
    let ring = |k: usize| (PI * k as f64 / ALONG as f64).sin_cos();
    let profile = (1..ALONG).map(ring).map(|(sin, cos)| [radius * sin, -radius * cos]);
    turned(&profile.collect::<Vec<_>>(), -radius, radius)
}

/// The corners and faces of a box.
pub(crate) fn box_of(size: DVec3) -> (Vec<DVec3>, Faces) {
    let sign = |k: usize, bit: usize| if k >> bit & 1 == 1 { 0.5 } else { -0.5 };
    let corners = (0..8).map(|k| size * DVec3::new(sign(k, 2), sign(k, 1), sign(k, 0))).collect();
    let faces = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
    (corners, faces.iter().map(|face| face.to_vec()).collect())
}

/// A profile of points (r, z), ascending, turned about z, between a lowest and a highest point of the axis.
fn turned(profile: &[[f64; 2]], low: f64, high: f64) -> (Vec<DVec3>, Faces) {
    let mut vertices = Vec::new();
    for [r, z] in profile {
        vertices.extend((0..AROUND).map(|k| {
            let (sin, cos) = (TAU * k as f64 / AROUND as f64).sin_cos();
            DVec3::new(r * cos, r * sin, *z)
        }));
    }
    let at = |ring: usize, k: usize| ring * AROUND + k % AROUND;
    let mut faces = Vec::new();
    for ring in 1..profile.len() {
        faces.extend((0..AROUND).map(|k| vec![at(ring - 1, k), at(ring - 1, k + 1), at(ring, k + 1), at(ring, k)]));
    }
    let last = profile.len().saturating_sub(1);
    let (bottom, top) = (vertices.len(), vertices.len() + 1);
    vertices.extend([DVec3::new(0.0, 0.0, low), DVec3::new(0.0, 0.0, high)]);
    faces.extend((0..AROUND).map(|k| vec![at(0, k + 1), at(0, k), bottom]));
    faces.extend((0..AROUND).map(|k| vec![at(last, k), at(last, k + 1), top]));
    (vertices, faces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume(shape: &Shape) -> f64 {
        let (vertices, faces) = flat(shape);
        let six = |face: &Vec<usize>| {
            (1..face.len() - 1)
                .map(|k| vertices[face[0]].dot(vertices[face[k]].cross(vertices[face[k + 1]])))
                .sum::<f64>()
        };
        faces.iter().map(six).sum::<f64>() / 6.0
    }

    /// Faces look outwards and close: the volume is that of the body, a little less where it is round.
    #[test]
    fn surfaces_enclose_their_bodies() {
        let cases = [
            (Shape::Box { size: DVec3::new(1.0, 2.0, 3.0) }, 6.0),
            (Shape::Sphere { radius: 2.0 }, 32.0 * PI / 3.0),
            (Shape::Cylinder { radius: 1.0, length: 2.0 }, TAU),
            (Shape::Capsule { radius: 1.0, length: 2.0 }, TAU + 4.0 * PI / 3.0),
        ];
        for (shape, exact) in cases {
            let got = volume(&shape);
            // 24 sides of a circle have 1.1 % less area, 12 strips of a sphere as much again.
            assert!(got <= exact * (1.0 + 1e-12) && got > 0.96 * exact, "{shape:?}: {got} of {exact}");
        }
    }
}
