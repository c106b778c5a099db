//! How far two convex bodies are apart, by their farthest points along directions and nothing else: no features, no contacts.
//!
//! The distance is the largest over all unit vectors n of min n . a - max n . b; below zero it is minus the least depth. Every n gives a bound
//! from below, so that a value found is a proof that the bodies overlap by no more.
#![allow(dead_code)]

use carom_mechanics::space::Pose;
use carom_mechanics::space::description::Shape;
use glam::DVec3;

/// The largest n . p of a placed shape.
fn reach(shape: &Shape, pose: &Pose, n: DVec3) -> f64 {
    let d = pose.rotation.conjugate() * n;
    let own = match shape {
        Shape::Sphere { radius } => *radius,
        Shape::Capsule { radius, length } => 0.5 * length * d.z.abs() + radius,
        Shape::Cylinder { radius, length } => 0.5 * length * d.z.abs() + radius * d.x.hypot(d.y),
        Shape::Box { size } => 0.5 * size.dot(d.abs()),
        Shape::Polyhedron { vertices, .. } => vertices.iter().map(|v| v.dot(d)).fold(f64::NEG_INFINITY, f64::max),
        _ => f64::INFINITY,
    };
    own + pose.position.dot(n)
}

/// How far `a` and `b` are apart along n, from b to a.
fn along(a: (&Shape, &Pose), b: (&Shape, &Pose), n: DVec3) -> f64 {
    -reach(a.0, a.1, -n) - reach(b.0, b.1, n)
}

/// Directions to start from: those of the centres, of faces and flat ends, and some all around.
fn starts(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> Vec<DVec3> {
    let mut starts = vec![(a.1.position - b.1.position).normalize_or(DVec3::X)];
    for (shape, pose) in [a, b] {
        let normals = match shape {
            Shape::Polyhedron { vertices, faces } => {
                let normal = |face: &Vec<usize>| {
                    let [p, q, r] = [0, 1, 2].map(|k| vertices[face[k]]);
                    (q - p).cross(r - p).normalize_or(DVec3::X)
                };
                faces.iter().map(normal).collect()
            }
            _ => DVec3::AXES.to_vec(),
        };
        starts.extend(normals.iter().flat_map(|n| [pose.rotation * *n, pose.rotation * -*n]));
    }
    // A spiral over the sphere.
    starts.extend((0..100).map(|k| {
        let z = (2 * k + 1) as f64 / 100.0 - 1.0;
        let (sin, cos) = (2.399_963_229_728_653 * k as f64).sin_cos();
        DVec3::new((1.0 - z * z).sqrt() * cos, (1.0 - z * z).sqrt() * sin, z)
    }));
    starts
}

/// The distance; negative is an overlap. Found by turning the best directions by ever smaller angles, down to 1e-12.
pub fn separation(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> f64 {
    let mut starts: Vec<(f64, DVec3)> = starts(a, b).into_iter().map(|n| (along(a, b, n), n)).collect();
    starts.sort_by(|x, y| y.0.total_cmp(&x.0));
    let refined = starts.iter().take(4).map(|&start| refine(a, b, start));
    refined.fold(f64::NEG_INFINITY, f64::max)
}

fn refine(a: (&Shape, &Pose), b: (&Shape, &Pose), (mut best, mut n): (f64, DVec3)) -> f64 {
    let mut angle = 0.3;
    while angle > 1e-12 {
        let (u, w) = n.any_orthonormal_pair();
        let mut better = false;
        for k in 0..12 {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / 12.0).sin_cos();
            let tried = (n + angle * (cos * u + sin * w)).normalize();
            let value = along(a, b, tried);
            if value > best {
                (best, n, better) = (value, tried, true);
            }
        }
        if !better {
            angle *= 0.6;
        }
    }
    best
}
