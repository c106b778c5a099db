//! Cylinders: the nearest feature of one to a point, and its rims.
//!
//! With the axis a (a unit vector), the middles c_0 and c_1 of the flat ends, and a point at the distance rho from the axis:
//!
//! ```text
//!     flat end    a . (p - c_1) or -a . (p - c_0)       faces 0 and 1
//!     side        rho - r                               edge 0
//!     rim         |p - (c_k + r rho^)|                  vertices 0 and 1
//! ```
//!
//! A rim meets a plane of normal n at its lowest point c_k + r e, e = -m / |m|, m = n - a (a . n) = a x (n x a). Where the cylinder stands flat,
//! m says nothing: three points of the rim that turn with the body, and a fourth in place of the lowest one, hold it then.
//!
//! Rims against edges, sides and other rims: [`curve`](super::curve).

use glam::DVec3;

use super::nearest::Feature;
use super::solid::Solid;
use crate::model::FLAT_RIM;

/// Points of a rim that a plane may meet: the lowest one, or another in its place, and three that turn with the body.
pub(crate) const RIM_POINTS: usize = 4;

/// Unit vector along the axis, from vertex 0 to vertex 1.
pub(crate) fn axis(cylinder: &Solid) -> DVec3 {
    cylinder.mesh.faces[1].normal
}

/// Signed distance of a point and the nearest feature.
pub(crate) fn nearest(cylinder: &Solid, point: DVec3) -> (f64, Feature) {
    let (along, radius) = (axis(cylinder), cylinder.radius);
    let height = |face: usize| cylinder.mesh.faces[face].normal.dot(point) - cylinder.mesh.faces[face].offset;
    let end = if height(1) > height(0) { 1 } else { 0 };
    let out = (point - cylinder.mesh.vertices[0]).reject_from_normalized(along).length() - radius;
    match (height(end) > 0.0, out > 0.0) {
        (true, true) => (height(end).hypot(out), Feature::Vertex(end)),
        (true, false) => (height(end), Feature::Face(end)),
        (false, true) => (out, Feature::Edge(0)),
        (false, false) if height(end) > out => (height(end), Feature::Face(end)),
        (false, false) => (out, Feature::Edge(0)),
    }
}

/// How high a sharp vertex is over the flat ends and the side, the highest of them, and which it is: as over the planes of a polyhedron, positive
/// outside, and never a rim, which a vertex meets by its edges.
pub(crate) fn highest(cylinder: &Solid, point: DVec3) -> (f64, Feature) {
    let height = |face: usize| cylinder.mesh.faces[face].normal.dot(point) - cylinder.mesh.faces[face].offset;
    let end = if height(1) > height(0) { 1 } else { 0 };
    let out = (point - cylinder.mesh.vertices[0]).reject_from_normalized(axis(cylinder)).length() - cylinder.radius;
    if height(end) >= out { (height(end), Feature::Face(end)) } else { (out, Feature::Edge(0)) }
}

/// How far inside a feature the place nearest to a point is.
pub(crate) fn margin(cylinder: &Solid, point: DVec3, feature: Feature) -> f64 {
    let along = axis(cylinder);
    let height = |face: usize| cylinder.mesh.faces[face].normal.dot(point) - cylinder.mesh.faces[face].offset;
    let out = (point - cylinder.mesh.vertices[0]).reject_from_normalized(along).length() - cylinder.radius;
    match feature {
        Feature::Face(_) => -out,
        Feature::Edge(_) => -height(0).max(height(1)),
        Feature::Vertex(end) => height(end).min(out),
    }
}

/// The direction e of the k-th of four points of a rim against a plane of normal n, with its rate by those of the axis and of n; `turn` is
/// the angular velocity of the cylinder, `fixed` a direction of it across its axis. All in one frame.
pub(crate) fn rim_direction(
    [a, n]: [DVec3; 2],
    [a_rate, n_rate]: [DVec3; 2],
    turn: DVec3,
    fixed: DVec3,
    k: usize,
) -> (DVec3, DVec3) {
    // n - a (a . n) without the cancellation that would leave a height of 1e-16 r / |m|: 1e-9 m where the axis is off by 1e-8.
    let across = n.cross(a);
    let m = a.cross(across);
    let size = m.length();
    if k == 0 && size >= FLAT_RIM {
        let m_rate = a_rate.cross(across) + a.cross(n_rate.cross(a) + n.cross(a_rate));
        let unit = m / size;
        return (-unit, -(m_rate - unit * unit.dot(m_rate)) / size);
    }
    let e = match k {
        0 => fixed,
        1 => a.cross(fixed),
        2 => -fixed,
        _ => -a.cross(fixed),
    };
    (e, turn.cross(e))
}

/// A direction of the body across the axis.
pub(crate) fn fixed_direction(cylinder: &Solid) -> DVec3 {
    axis(cylinder).any_orthonormal_vector()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rim whose axis is off the normal by alpha is lowest at n . e = -alpha. As n - a (a . n) it came out with an error of 1e-16 / alpha: a gap
    /// of 1e-9 m for a cylinder that was off by 1e-8, which bounced for ever.
    #[test]
    fn the_lowest_point_of_a_nearly_flat_rim() {
        for alpha in [1e-3_f64, 1e-5, 1e-7, 3e-9] {
            let axis = DVec3::new(alpha.sin() * 0.6, alpha.sin() * 0.8, alpha.cos());
            let (e, _) = rim_direction([axis, DVec3::Z], [DVec3::ZERO; 2], DVec3::ZERO, DVec3::X, 0);
            // Rounding of the axis.
            assert!((e.z + alpha.sin()).abs() < 1e-15, "{alpha}: {}", e.z);
        }
    }
}
