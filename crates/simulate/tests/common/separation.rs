//! How far two convex bodies are apart, by their farthest points along directions and nothing else: no features, no contacts.
//!
//! The distance of the difference of two bodies from the origin, by Gilbert's, Johnson's and Keerthi's simplices: every direction n gives
//! min n . a - max n . b <= distance, every simplex a distance that is no less.
#![allow(dead_code)]

use carom_mechanics::space::Pose;
use carom_mechanics::space::description::Shape;
use glam::{DMat3, DVec3};

/// The farthest point of a shape along n, the shape being smaller by `less` all around.
fn farthest(shape: &Shape, pose: &Pose, n: DVec3, less: f64) -> DVec3 {
    let d = pose.rotation.conjugate() * n;
    let flat = DVec3::new(d.x, d.y, 0.0).normalize_or_zero();
    let own = match shape {
        Shape::Sphere { radius } => (radius - less) * d.normalize(),
        Shape::Capsule { radius, length } => DVec3::Z * (0.5 * length).copysign(d.z) + (radius - less) * d.normalize(),
        Shape::Cylinder { radius, length } => DVec3::Z * (0.5 * length - less).copysign(d.z) + (radius - less) * flat,
        Shape::Box { size } => (0.5 * *size - less) * d.signum(),
        Shape::Polyhedron { vertices, .. } => {
            let far = |best: DVec3, v: &DVec3| if v.dot(d) > best.dot(d) { *v } else { best };
            // About the origin, which must be inside.
            vertices.iter().fold(vertices[0], far) * (1.0 - 4.0 * less)
        }
        _ => DVec3::NAN,
    };
    pose.point(own)
}

/// Bounds of the distance of two bodies, from below and from above; both are no more than zero where they overlap.
pub fn bounds(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> [f64; 2] {
    search(a, b, 0.0).0
}

/// How far b is from a along n, both being smaller by `less`.
fn corner(a: (&Shape, &Pose), b: (&Shape, &Pose), n: DVec3, less: f64) -> DVec3 {
    farthest(a.0, a.1, -n, less) - farthest(b.0, b.1, n, less)
}

/// The bounds of two bodies that are smaller by `less`, and the direction of the lower one.
fn search(a: (&Shape, &Pose), b: (&Shape, &Pose), less: f64) -> ([f64; 2], DVec3) {
    let mut v = a.1.position - b.1.position;
    let (mut simplex, mut low) = (Vec::new(), (f64::NEG_INFINITY, DVec3::Z));
    for _ in 0..300 {
        let n = v.normalize_or(DVec3::Z);
        let w = corner(a, b, n, less);
        if n.dot(w) > low.0 {
            low = (n.dot(w), n);
        }
        if v.length() - low.0 < 1e-14 || simplex.contains(&w) {
            break;
        }
        simplex.push(w);
        match nearest(&mut simplex) {
            Some(nearer) => v = nearer,
            None => return ([low.0.min(0.0), 0.0], low.1),
        }
    }
    ([low.0, v.length()], low.1)
}

/// The point of a simplex nearest to the origin, with the corners that it needs; `None` if it has the origin inside.
fn nearest(simplex: &mut Vec<DVec3>) -> Option<DVec3> {
    let parts =
        |set: usize| (0..simplex.len()).filter(move |k| set >> k & 1 == 1).map(|k| simplex[k]).collect::<Vec<_>>();
    let feet = (1..1_usize << simplex.len()).filter_map(|set| foot(&parts(set)).map(|foot| (foot, set)));
    let (foot, set) = feet.min_by(|x, y| x.0.length_squared().total_cmp(&y.0.length_squared()))?;
    *simplex = parts(set);
    (simplex.len() < 4).then_some(foot)
}

/// The foot of the origin on what some corners span, if it is between them.
fn foot(corners: &[DVec3]) -> Option<DVec3> {
    let first = corners[0];
    let sides: Vec<DVec3> = corners[1..].iter().map(|c| *c - first).collect();
    let parts = match sides[..] {
        [] => vec![],
        [u] => vec![-first.dot(u) / u.length_squared()],
        [u, w] => {
            let n = u.cross(w);
            (DMat3::from_cols(u, w, n).inverse() * -first).to_array()[..2].to_vec()
        }
        [u, w, x] => (DMat3::from_cols(u, w, x).inverse() * -first).to_array().to_vec(),
        _ => return None,
    };
    let inside = parts.iter().all(|part| *part >= 0.0) && parts.iter().sum::<f64>() <= 1.0;
    inside.then(|| parts.iter().zip(&sides).fold(first, |sum, (part, side)| sum + *part * *side))
}

/// Whether two bodies are proved to overlap by no more than this: they are as far apart along some direction. Directions are those that separate them best
/// when they are a little smaller.
pub fn are_apart(a: (&Shape, &Pose), b: (&Shape, &Pose), overlap: f64) -> bool {
    [0.0, 1e-7, 1e-6, 1e-5].iter().any(|less| {
        let n = search(a, b, *less).1;
        n.dot(corner(a, b, n, 0.0)) > -overlap
    })
}

/// Whether two bodies are proved to overlap, by more than what they are made smaller by.
pub fn overlap(a: (&Shape, &Pose), b: (&Shape, &Pose), less: f64) -> bool {
    search(a, b, less).0[1] == 0.0
}
