//! Bodies of space in a still picture: the faces turned to the eye, or of round bodies the outline of all.

use glam::{DVec2, DVec3};

use super::super::animation::Camera;
use super::super::cast::State;
use super::super::frames::rotation;
use super::super::gltf::outward;
use super::super::solid::Solid;
use crate::svg::Form;

/// Faces up to which each is drawn.
const FEW: usize = 16;

/// What is seen of a body.
pub(super) fn forms(solid: &Solid, state: &State) -> Vec<Form> {
    let (camera, turn) = (Camera::new(), rotation(state).normalize());
    let place = |p: &[f64; 3]| DVec3::from_array(state.position) + turn * DVec3::from_array(*p);
    let corners: Vec<DVec3> = solid.vertices.iter().map(place).collect();
    let seen = |p: DVec3| camera.see(p).0;
    if solid.faces.len() > FEW {
        return vec![Form::Polygon(hull(corners.into_iter().map(seen)))];
    }
    let faces = solid.faces.iter().map(|face| face.iter().map(|k| corners[*k]).collect::<Vec<DVec3>>());
    let turned = faces.filter(|face| face.len() >= 3 && outward(face).dot(camera.towards) > 0.0);
    turned.map(|face| Form::Polygon(face.into_iter().map(seen).collect())).collect()
}

/// The corners of the convex hull of points, counter-clockwise (Andrew's chains).
fn hull(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut points: Vec<DVec2> = points.map(DVec2::from_array).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let mut chain: Vec<DVec2> = Vec::new();
    let back: Vec<DVec2> = points.iter().rev().copied().collect();
    for half in [points, back] {
        let first = chain.len();
        for point in half {
            while chain.len() >= first + 2
                && (chain[chain.len() - 1] - chain[chain.len() - 2]).perp_dot(point - chain[chain.len() - 1]) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
    }
    chain.into_iter().map(|point| point.to_array()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_square_is_its_corners() {
        let points = [[0.0, 0.0], [0.5, 0.5], [1.0, 0.0], [0.5, 0.0], [1.0, 1.0], [0.0, 1.0], [0.2, 0.9]];
        assert_eq!(hull(points.into_iter()), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    }
}
