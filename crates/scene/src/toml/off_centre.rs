//! Polyhedra of `.shp` files whose centre of mass is not where the format has it: at the origin of their coordinates (appendix A.1.3).
//!
//! With V = sum a . (b x c) / 6 over triangles (a, b, c), fans of the faces, the centre of the volume is sum (a + b + c) (a . (b x c)) / 24 V,
//! all seen from one of the vertices: far away digits would be lost.

use carom_mechanics::space::description::CentreOfMass;
use glam::DVec3;

use super::scene::Spatial;

/// Distances up to this part of the largest extent are those of rounded vertices.
const NEAR: f64 = 1e-3;

/// A sentence for every body whose centre is taken at the origin of its shape file while that of its volume is elsewhere.
pub(super) fn remarks(spatial: &Spatial) -> Vec<String> {
    let bodies = spatial.world.bodies.iter().zip(&spatial.said.bodies);
    let off = bodies.filter(|(body, _)| body.centre == CentreOfMass::ORIGIN).filter_map(|(body, said)| {
        let polyhedron = said.polyhedron.as_ref()?;
        let shape = polyhedron.name.as_ref()?;
        let vertices: Vec<DVec3> = polyhedron.vertices.iter().map(|(_, at)| DVec3::from_array(*at)).collect();
        let centre = centre(&vertices, polyhedron.faces.iter().map(|(_, corners)| &corners[..]))?;
        let low = vertices.iter().copied().reduce(DVec3::min)?;
        let high = vertices.iter().copied().reduce(DVec3::max)?;
        let far = centre.length() > NEAR * (high - low).max_element();
        far.then(|| {
            let [x, y, z] = centre.to_array();
            format!(
                "\"{}\": the coordinates of its shape \"{shape}\" should have their origin at the centre of mass, but the middle of its \
                 volume is at ({x:.4}, {y:.4}, {z:.4}) m; the run takes the origin for the centre of mass",
                body.name
            )
        })
    });
    off.collect()
}

/// The centre of a volume between faces; none without volume.
fn centre<'f>(vertices: &[DVec3], faces: impl Iterator<Item = &'f [usize]>) -> Option<DVec3> {
    let (from, mut volume, mut first) = (*vertices.first()?, 0.0, DVec3::ZERO);
    for face in faces {
        let corner = |k: usize| face.get(k).and_then(|corner| vertices.get(*corner)).map(|vertex| *vertex - from);
        for k in 2..face.len() {
            let (a, b, c) = (corner(0)?, corner(k - 1)?, corner(k)?);
            let d = a.dot(b.cross(c));
            volume += d / 6.0;
            first += (a + b + c) * (d / 24.0);
        }
    }
    (volume != 0.0).then(|| from + first / volume)
}
