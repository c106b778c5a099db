//! The feature of a solid that is nearest to a point.
//!
//! A sharp polyhedron is seen by a sharp vertex p through its planes: d = max_f (n_f . p - o_f), positive outside and
//! zero on the boundary; near edges it is less than the distance, and never more. Where rounding cannot tell which plane
//! is the highest, the one that the vertex's own edges lean away from most is met. With a radius the distance itself
//! counts, to a face, an edge or a vertex.

use glam::DVec3;

use super::mesh::Mesh;

/// Planes within this part of the size of the mesh are equally high: rounding of positions.
const TIE: f64 = 1e-9;

/// A feature of a mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feature {
    Face(usize),
    Edge(usize),
    Vertex(usize),
}

impl Feature {
    /// Its number: faces, then edges, then vertices.
    pub fn number(self, mesh: &Mesh) -> u32 {
        (match self {
            Self::Face(i) => i,
            Self::Edge(i) => mesh.faces.len() + i,
            Self::Vertex(i) => mesh.faces.len() + mesh.edges.len() + i,
        }) as u32
    }

    /// The feature of a number, if there is one.
    pub fn of(number: u32, mesh: &Mesh) -> Option<Self> {
        let (i, f, e) = (number as usize, mesh.faces.len(), mesh.edges.len());
        match i {
            _ if i < f => Some(Self::Face(i)),
            _ if i < f + e => Some(Self::Edge(i - f)),
            _ if i < f + e + mesh.vertices.len() => Some(Self::Vertex(i - f - e)),
            _ => None,
        }
    }
}

/// The highest plane over a point; among equally high ones the one with the largest `lean`.
pub(crate) fn highest(mesh: &Mesh, point: DVec3, size: f64, lean: impl Fn(DVec3) -> f64) -> (f64, usize) {
    let height = |i: usize| mesh.faces[i].normal.dot(point) - mesh.faces[i].offset;
    let most = (0..mesh.faces.len()).map(height).fold(f64::NEG_INFINITY, f64::max);
    let tied = || (0..mesh.faces.len()).filter(|&i| height(i) >= most - TIE * size);
    if tied().count() < 2 {
        return (most, tied().next().unwrap_or(0));
    }
    let leaning = |i: &usize| lean(mesh.faces[*i].normal);
    let face = tied().max_by(|i, j| leaning(i).total_cmp(&leaning(j)).then(j.cmp(i)));
    (most, face.unwrap_or(0))
}

/// Distance of a point from a mesh and its nearest feature; inside, minus the least depth under a face.
pub(crate) fn nearest(mesh: &Mesh, point: DVec3) -> (f64, Feature) {
    let over = mesh.faces.iter().enumerate().map(|(i, face)| (face.normal.dot(point) - face.offset, i, face));
    let highest = over.clone().fold((f64::NEG_INFINITY, 0), |most, (h, i, _)| if h > most.0 { (h, i) } else { most });
    if highest.0 <= 0.0 && !mesh.faces.is_empty() {
        return (highest.0, Feature::Face(highest.1));
    }
    let mut best = (f64::INFINITY, Feature::Vertex(0));
    for (height, i, face) in over.filter(|(height, ..)| *height > 0.0) {
        if height < best.0 && mesh.inset(face, point - height * face.normal) >= 0.0 {
            best = (height, Feature::Face(i));
        }
    }
    if best.0.is_finite() {
        return best;
    }
    for (i, edge) in mesh.edges.iter().enumerate() {
        let [p, q] = edge.ends.map(|end| mesh.vertices[end]);
        let part = (point - p).dot(q - p) / (q - p).length_squared();
        let distance = point.distance(p + part * (q - p));
        if part > 0.0 && part < 1.0 && distance < best.0 {
            best = (distance, Feature::Edge(i));
        }
    }
    for (i, &vertex) in mesh.vertices.iter().enumerate() {
        if point.distance(vertex) < best.0 {
            best = (point.distance(vertex), Feature::Vertex(i));
        }
    }
    best
}
