//! Polyhedra with tens of thousands of faces: checked, and near each other, in a time that grows little faster than their faces (B1, B6).
#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::collections::HashMap;

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::space::World;
use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, Model, PairLaw, Site};
use glam::{DQuat, DVec3};

type Polyhedron = (Vec<DVec3>, Vec<Vec<usize>>);

/// An icosahedron whose triangles are split into four so many times, all vertices on the unit sphere.
fn ball(splits: usize) -> Polyhedron {
    let g = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let pairs = [(-1.0, g), (1.0, g), (-1.0, -g), (1.0, -g)];
    let mut vertices: Vec<DVec3> = pairs.iter().map(|&(a, b)| DVec3::new(a, b, 0.0)).collect();
    vertices.extend(pairs.iter().map(|&(a, b)| DVec3::new(0.0, a, b)));
    vertices.extend(pairs.iter().map(|&(a, b)| DVec3::new(b, 0.0, a)));
    vertices.iter_mut().for_each(|v| *v = v.normalize());
    let near = |i: usize, j: usize| vertices[i].distance(vertices[j]) < 1.1;
    let mut faces: Vec<[usize; 3]> = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(i, k) {
                    let out = (vertices[j] - vertices[i]).cross(vertices[k] - vertices[i]).dot(vertices[i]) > 0.0;
                    faces.push(if out { [i, j, k] } else { [i, k, j] });
                }
            }
        }
    }
    for _ in 0..splits {
        let mut middles: HashMap<(usize, usize), usize> = HashMap::new();
        let mut middle = |a: usize, b: usize| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                vertices.push((vertices[a] + vertices[b]).normalize());
                vertices.len() - 1
            })
        };
        faces = faces
            .into_iter()
            .flat_map(|[a, b, c]| {
                let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
                [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
            })
            .collect();
    }
    (vertices, faces.into_iter().map(Vec::from).collect())
}

fn body(name: &str, (vertices, faces): &Polyhedron, position: DVec3) -> BodyDescription {
    let shape = Shape::Polyhedron { vertices: vertices.clone(), faces: faces.clone() };
    BodyDescription { mass: MassDescription::of_density(1.0), position, ..BodyDescription::new(name, shape) }
}

fn world(bodies: Vec<BodyDescription>) -> Result<World, String> {
    let impact = by_name("newton", &Coefficients { e: Some(1.0), ..Coefficients::default() }).unwrap();
    let law = PairLaw { impact, restitution: 1.0, friction: Friction::Coulomb { mu: 0.0 }, penalty: None };
    let mut description = WorldDescription::new(law);
    description.bodies = bodies;
    World::new(&description).map_err(|error| error.to_string())
}

/// The least gap of all sites, and how many are within reach.
fn least_gap(world: &World, reach: f64) -> (f64, usize) {
    let mut sites: Vec<Site> = Vec::new();
    world.sites(0.0, &world.start().q, reach, &mut sites);
    let gaps = sites.iter().map(|site| world.gap(*site, 0.0, &world.start().q).0);
    (gaps.fold(f64::INFINITY, f64::min), sites.len())
}

#[test]
fn the_volume_of_a_fine_ball() {
    let fine = ball(5);
    assert_eq!(fine.1.len(), 20_480);
    let world = world(vec![body("ball", &fine, DVec3::ZERO)]).unwrap();
    let (mass, moments, _) = world.inertia(0).unwrap();
    let sphere = 4.0 / 3.0 * std::f64::consts::PI;
    // Facets lie inside the sphere by about an eighth of the square of an edge of 0.035.
    assert!(mass < sphere && mass > 0.998 * sphere, "{mass}");
    assert!((moments / (0.4 * mass) - DVec3::ONE).abs().max_element() < 2e-3, "{moments}");
}

/// The vertex of one ball over the other: the gap is at most that of the highest plane under it, whatever the number of faces.
#[test]
fn two_fine_balls_see_each_other() {
    let turned = DQuat::from_rotation_arc(ball(0).0[0], -DVec3::Z);
    for splits in [2, 3, 5] {
        let fine = ball(splits);
        let above = |height: f64| BodyDescription { rotation: turned, ..body("above", &fine, height * DVec3::Z) };
        let faces = world(vec![above(2.05), body("below", &fine, DVec3::ZERO)]).unwrap();
        let (gap, count) = least_gap(&faces, 0.1);
        let low = 1.05 * DVec3::Z;
        let over = |face: &Vec<usize>| {
            let [p, q, r] = [0, 1, 2].map(|k| fine.0[face[k]]);
            (q - p).cross(r - p).normalize().dot(low - p)
        };
        let expected = fine.1.iter().map(over).fold(f64::NEG_INFINITY, f64::max);
        // Vertices of the lower ball may be nearer to planes of the upper one; heights over planes and along common normals of
        // edges are less than the distance, by little.
        assert!(gap <= expected + 1e-12 && gap > 0.9 * 0.05, "{splits}: {gap} {expected}");
        assert!(count > 0);
    }
}

/// Far from each other there is nothing to list, overlapping they are refused.
#[test]
fn fine_balls_apart_and_together() {
    let fine = ball(5);
    let apart = world(vec![body("a", &fine, 2.2 * DVec3::Z), body("b", &fine, DVec3::ZERO)]).unwrap();
    assert_eq!(least_gap(&apart, 0.1).1, 0);
    let error = world(vec![body("a", &fine, 1.9 * DVec3::Z), body("b", &fine, DVec3::ZERO)]).unwrap_err();
    assert!(error.contains("overlap"), "{error}");
}

#[test]
fn broken_fine_meshes_are_refused() {
    let (vertices, faces) = ball(4);
    let refused = |vertices: &[DVec3], faces: &[Vec<usize>]| {
        world(vec![body("broken", &(vertices.to_vec(), faces.to_vec()), DVec3::ZERO)]).unwrap_err()
    };
    let mut dented = vertices.clone();
    dented[100] *= 0.99;
    assert!(refused(&dented, &faces).contains("not convex"));
    let mut spiked = vertices.clone();
    spiked[100] *= 1.2;
    assert!(refused(&spiked, &faces).contains("not convex"));
    let reversed: Vec<Vec<usize>> = faces.iter().map(|face| face.iter().rev().copied().collect()).collect();
    assert!(refused(&vertices, &reversed).contains("inside out"));
    assert!(refused(&vertices, &faces[1..]).contains("open"));
    let mut two = vertices.clone();
    two.extend(vertices.iter().map(|v| *v + 3.0 * DVec3::X));
    let mut both = faces.clone();
    both.extend(faces.iter().map(|face| face.iter().map(|i| i + vertices.len()).collect::<Vec<_>>()));
    assert!(refused(&two, &both).contains("several pieces"));
}
