//! The surface of a body as a mesh with flat faces: every face has vertices of its own, with its normal.

use glam::DVec3;
use serde_json::{Value, json};

use super::super::solid::Solid;
use super::buffer::Buffer;

/// Half the side of the square that stands for a half-space [m]: as far as the farthest body, and this many times that.
const GROUND: f64 = 2.0;

/// The mesh of a body; `None` if it has no surface. `reach` is how far bodies get from the origin.
pub(super) fn mesh(name: &str, solid: &Solid, reach: f64, material: usize, buffer: &mut Buffer) -> Option<Value> {
    let (mut points, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let mut face = |corners: &[DVec3]| {
        let first = points.len() as u32;
        let normal = outward(corners).to_array().map(|part| part as f32);
        for corner in corners {
            points.push(corner.to_array().map(|part| part as f32));
            normals.push(normal);
        }
        indices.extend((1..corners.len() as u32 - 1).flat_map(|k| [first, first + k, first + k + 1]));
    };
    for corners in solid.faces.iter().filter(|corners| corners.len() >= 3) {
        let corners: Vec<DVec3> = corners.iter().map(|k| DVec3::from_array(solid.vertices[*k])).collect();
        face(&corners);
    }
    for [point, normal] in &solid.planes {
        face(&square(DVec3::from_array(*point), DVec3::from_array(*normal), GROUND * reach));
    }
    if indices.is_empty() {
        return None;
    }
    let (position, normal) = (buffer.vertices(&points), buffer.vertices(&normals));
    let indices = buffer.indices(&indices);
    Some(json!({
        "name": name,
        "primitives": [{
            "attributes": { "POSITION": position, "NORMAL": normal }, "indices": indices, "material": material
        }]
    }))
}

/// The normal of a face whose corners are counter-clockwise (Newell's sum over its edges).
pub(in super::super) fn outward(corners: &[DVec3]) -> DVec3 {
    let next = corners.iter().cycle().skip(1);
    let sum: DVec3 = corners.iter().zip(next).map(|(a, b)| a.cross(*b)).sum();
    sum.try_normalize().unwrap_or(DVec3::Z)
}

/// A square about a point, counter-clockwise seen from where the normal points.
pub(in super::super) fn square(point: DVec3, normal: DVec3, half: f64) -> [DVec3; 4] {
    let (u, v) = normal.any_orthonormal_pair();
    let (u, v) = if u.cross(v).dot(normal) > 0.0 { (half * u, half * v) } else { (half * v, half * u) };
    [point - u - v, point + u - v, point + u + v, point - u + v]
}
