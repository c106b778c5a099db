//! Volume, centroid and second moments of shapes.
//!
//! ```text
//!     V = int dV,   S = int x dV,   C = int x x^T dV,   J = tr(C) 1 - C
//!     tetrahedron 0 a b c, d = a . (b x c):   V = d / 6,   S = d (a + b + c) / 24,
//!                                             C = d (a a^T + b b^T + c c^T + s s^T) / 120,   s = a + b + c
//! ```

use glam::{DMat3, DQuat, DVec3};

use super::mesh::Mesh;
use crate::space::description::Shape;

/// Integrals over a shape in the frame of its body, times a density. Second moments are kept about the centroid: far from it they would
/// lose digits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Volume {
    /// V.
    pub volume: f64,
    /// c = S / V.
    centroid: DVec3,
    /// C about c.
    second: DMat3,
}

/// x y^T.
fn outer(x: DVec3, y: DVec3) -> DMat3 {
    DMat3::from_cols(x * y.x, x * y.y, x * y.z)
}

impl Volume {
    /// Nothing.
    pub const NONE: Self = Self { volume: 0.0, centroid: DVec3::ZERO, second: DMat3::ZERO };

    /// Of a shape in its own frame; nothing for a half-space and for a mesh that is none.
    pub fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Sphere { radius } => {
                let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
                Self::centred(volume, DVec3::splat(0.2 * radius * radius))
            }
            Shape::Ellipsoid { semi_axes } => {
                let volume = 4.0 / 3.0 * std::f64::consts::PI * semi_axes.element_product();
                Self::centred(volume, 0.2 * *semi_axes * *semi_axes)
            }
            Shape::Box { size } => Self::centred(size.element_product(), *size * *size / 12.0),
            Shape::Cylinder { radius, length } => {
                let side = 0.25 * radius * radius;
                Self::centred(
                    std::f64::consts::PI * radius * radius * length,
                    DVec3::new(side, side, length * length / 12.0),
                )
            }
            Shape::Capsule { radius, length } => Self::capsule(*radius, *length),
            Shape::Polyhedron { vertices, faces } => Mesh::new(vertices, faces).map_or(Self::NONE, |m| m.volume()),
            Shape::HalfSpace { .. } => Self::NONE,
        }
    }

    /// About the centroid, with the mean squares of x, y, z.
    fn centred(volume: f64, squares: DVec3) -> Self {
        Self { volume, centroid: DVec3::ZERO, second: DMat3::from_diagonal(volume * squares) }
    }

    /// A cylinder and two half spheres, whose centroids are 3 r / 8 above their centres.
    fn capsule(radius: f64, length: f64) -> Self {
        let cylinder = Self::of(&Shape::Cylinder { radius, length });
        let ball = Self::of(&Shape::Sphere { radius });
        let (half, r) = (0.5 * length, radius);
        // int z^2 over both halves: V (r^2/5 + 2 (3 r/8) half + half^2).
        let shift = ball.volume * (0.75 * r * half + half * half);
        let second = cylinder.second + ball.second + DMat3::from_diagonal(DVec3::new(0.0, 0.0, shift));
        Self { volume: cylinder.volume + ball.volume, centroid: DVec3::ZERO, second }
    }

    /// Of the tetrahedra between a point and triangles; those of triangles that are clockwise seen from outside count as negative.
    pub fn of_tetrahedra(from: DVec3, triangles: impl Iterator<Item = [DVec3; 3]>) -> Self {
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for corners in triangles {
            let [a, b, c] = corners.map(|corner| corner - from);
            let (d, s) = (a.dot(b.cross(c)), a + b + c);
            volume += d / 6.0;
            first += s * (d / 24.0);
            second += (outer(a, a) + outer(b, b) + outer(c, c) + outer(s, s)) * (d / 120.0);
        }
        if volume == 0.0 {
            return Self::NONE;
        }
        Self { volume, centroid: from + first / volume, second: second - outer(first, first) * (1.0 / volume) }
    }

    /// Turned, then moved.
    pub fn placed(&self, offset: DVec3, rotation: DQuat) -> Self {
        let r = DMat3::from_quat(rotation);
        Self { volume: self.volume, centroid: r * self.centroid + offset, second: r * self.second * r.transpose() }
    }

    /// The sum with another one of this density: C = C_1 + C_2 + V_1 V_2 / (V_1 + V_2) d d^T, d = c_2 - c_1.
    pub fn plus(&self, other: &Self, density: f64) -> Self {
        let (more, volume) = (density * other.volume, self.volume + density * other.volume);
        if volume == 0.0 {
            return *self;
        }
        let between = other.centroid - self.centroid;
        Self {
            volume,
            centroid: self.centroid + between * (more / volume),
            second: self.second + other.second * density + outer(between, between) * (self.volume * (more / volume)),
        }
    }

    /// c; the origin without volume.
    pub fn centroid(&self) -> DVec3 {
        self.centroid
    }

    /// J about a point.
    pub fn inertia_about(&self, point: DVec3) -> DMat3 {
        let away = self.centroid - point;
        let c = self.second + outer(away, away) * self.volume;
        let trace = c.x_axis.x + c.y_axis.y + c.z_axis.z;
        let j = DMat3::from_diagonal(DVec3::splat(trace)) - c;
        (j + j.transpose()) * 0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen: the moments of a cube 1000 of its sides away were off by 1.6e-6, and at 1e5 they were 0.87, 1.94 and 2.06 instead of 1.
    #[test]
    fn moments_keep_their_digits_far_from_the_origin() {
        let cube = Mesh::cuboid(DVec3::splat(0.5));
        for away in [0.0, 1e3, 1e6] {
            let far = cube.mapped(|vertex| vertex + DVec3::splat(away), |turn| turn);
            let volume = far.volume();
            let j = volume.inertia_about(volume.centroid()) * 6.0;
            // The coordinates are exact, and so is their middle but for a rounding.
            let allowed = 1e-14 + 4.0 * f64::EPSILON * away;
            assert!((j - DMat3::IDENTITY).to_cols_array().iter().all(|x| x.abs() <= allowed), "{away}: {j}");
        }
    }
}
