//! Polyhedra that overlap: some site says so, whichever way they came to.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

mod common;

use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::space::{Pose, World};
use carom_mechanics::{Model, Site};
use common::space::{rotation, vector};
use common::{Random, law};
use glam::DVec3;

/// The corners of tetrahedra, thin ones among them, about their centre of mass.
fn corners(random: &mut Random) -> [DVec3; 4] {
    let corners = [0; 4].map(|_| vector(random, 1.0));
    let middle = corners.iter().sum::<DVec3>() / 4.0;
    corners.map(|corner| corner - middle)
}

fn tetrahedron([a, b, c, d]: [DVec3; 4]) -> Shape {
    let outward = (b - a).cross(c - a).dot(d - a) < 0.0;
    let faces = if outward {
        vec![vec![0, 1, 2], vec![0, 3, 1], vec![0, 2, 3], vec![1, 3, 2]]
    } else {
        vec![vec![0, 2, 1], vec![0, 1, 3], vec![0, 3, 2], vec![1, 2, 3]]
    };
    Shape::Polyhedron { vertices: vec![a, b, c, d], faces }
}

/// How far two sets of corners are apart along the normals of all triangles and pairs of lines between corners, of which those of faces and edges
/// are some; negative is the least depth of an overlap.
fn apart(a: &[DVec3], b: &[DVec3]) -> f64 {
    let lines = |corners: &[DVec3]| -> Vec<DVec3> {
        corners.iter().flat_map(|p| corners.iter().map(move |q| *q - *p)).filter(|d| *d != DVec3::ZERO).collect()
    };
    let (of_a, of_b) = (lines(a), lines(b));
    let all: Vec<DVec3> = of_a.iter().chain(&of_b).copied().collect();
    let normals = all.iter().flat_map(|d| all.iter().filter_map(|e| d.cross(*e).try_normalize()));
    let along = |n: DVec3| {
        let low = a.iter().map(|p| n.dot(*p)).fold(f64::INFINITY, f64::min);
        low - b.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max)
    };
    normals.map(along).fold(f64::NEG_INFINITY, f64::max)
}

/// Two tetrahedra far from each other, with their corners.
fn two(random: &mut Random) -> Option<(World, [[DVec3; 4]; 2])> {
    let shapes = [corners(random), corners(random)];
    let mut description = WorldDescription::new(law());
    for (k, shape) in shapes.iter().enumerate() {
        let body = BodyDescription {
            mass: MassDescription::of_mass_and_moments(1.0, DVec3::ONE),
            position: DVec3::new(10.0 * k as f64, 0.0, 0.0),
            rotation: rotation(random),
            ..BodyDescription::new(["a", "b"][k], tetrahedron(*shape))
        };
        description.bodies.push(body);
    }
    Some((World::new(&description).ok()?, shapes))
}

/// Random tetrahedra moved into each other by 1e-5 to 0.1 m: each pair has a site whose gap is not positive. A vertex that had come in through one
/// face of a thin wedge and out through the other one was outside of it by its highest plane; where no edges crossed either, in one pair of fifty,
/// nothing was closed, and such bodies sank into each other by events without a word.
#[test]
fn what_overlaps_has_a_closed_site() {
    let mut random = Random(7);
    let mut sites: Vec<Site> = Vec::new();
    let mut overlaps = 0;
    while overlaps < 2_000 {
        let Some((world, shapes)) = two(&mut random) else { continue };
        let mut q = world.start().q.clone();
        let way = vector(&mut random, 1.0).normalize_or(DVec3::X);
        let depth = 10.0_f64.powf(random.between(-5.0, -1.0));
        let placed = |q: &[f64]| {
            let poses = [Pose::read(q), Pose::read(&q[7..])];
            [0, 1].map(|k| shapes[k].map(|corner| poses[k].point(corner)))
        };
        // As near as the two can come along the way without an overlap, by halving, and then further by the depth.
        let first = DVec3::from_slice(&q[..3]);
        let put = |distance: f64, q: &mut Vec<f64>| {
            (first + way * distance).to_array().iter().enumerate().for_each(|(i, x)| q[7 + i] = *x);
            let [a, b] = placed(q);
            apart(&a, &b)
        };
        let (mut low, mut high) = (0.0, 10.0);
        for _ in 0..50 {
            let middle = 0.5 * (low + high);
            if put(middle, &mut q) > 0.0 { high = middle } else { low = middle }
        }
        let separation = put(high - depth, &mut q);
        if separation > -1e-6 {
            continue;
        }
        overlaps += 1;
        world.sites(0.0, &q, 0.0, &mut sites);
        assert!(!sites.is_empty(), "an overlap of {:e} m has no site: {shapes:?} at {q:?}", -separation);
        let (told, _) = world.overlap(0.0, &q).unwrap();
        // Both are computed in numbers of order one, normals of lines a thousandth of that.
        assert!((told + separation).abs() < 1e-9, "told {told:e}, {separation:e}");
    }
}
