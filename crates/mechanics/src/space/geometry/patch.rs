//! Where two polyhedra touch: one crossing of edges, or the patch of a face on a face.
//!
//! The axis along which the two are farthest apart is a normal of a face or the common normal of two edges (the separating axis
//! theorem). Where it is the normal n of a face f of one of them, the reference, the face of the other that looks most against n and
//! has the lowest corner is the incident one, and the patch is what both have in common seen along n. Its corners are
//!
//! ```text
//!     a corner of the incident face over f                  gap: its height over f
//!     a corner of f under the incident face                 gap: its height over that face
//!     a side of the incident face over a side of f          gap: the height over f where they cross seen along n
//! ```
//!
//! Where edges cross, the corners of the patch that are farther than they are listed too: a body that turns about the crossing comes to
//! rest on them. Boxes have three directions of edges each, so that nine axes belong to pairs of edges, and not one to each of 144 pairs.

use glam::{DMat3, DVec3};
use smallvec::SmallVec;

use super::box_axes::{Farthest, farthest_of_boxes};
use super::mesh::{Face, Mesh};
use super::pairing::Pairing;
use super::solid::{Kind, MOST_DIRECTIONS, Solid};

/// Directions of edges whose sine is below this have no common normal.
pub(super) const PARALLEL: f64 = 1e-6;

/// Edges are preferred to faces where they are farther apart by more than this part of the smaller solid: rounding, and the error that a
/// step leaves, must not turn a patch into one point and back.
const PREFERRED: f64 = 1e-3;

/// Where two overlap, edges are preferred to faces only if they do by less than this part of it: a box that has sunk in a little, tilted on
/// another, would lean now on one crossing of nearly parallel edges and now on another, and sink on.
const SHALLOWER: f64 = 0.5;

/// Corners are over a face if they are outside its sides by no more than this part of the smaller solid.
const INSIDE: f64 = 1e-6;

/// Corners of a patch closer than this part of the smaller solid are one.
const SAME: f64 = 1e-2;

/// One point where two solids touch or nearly do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Met {
    /// A vertex of A on a face of B.
    OfA { vertex: usize, face: usize },
    /// A vertex of B on a face of A.
    OfB { vertex: usize, face: usize },
    /// An edge of A and one of B, with their common normal.
    Edges([usize; 2]),
    /// An edge of A and one of B that is a side of the face that gives the normal: of B if `of_b`, else of A.
    Side { edges: [usize; 2], face: usize, of_b: bool },
}

/// Whether the points where two solids touch can be found by [`patch`].
pub(crate) fn has_patch(a: &Solid, b: &Solid) -> bool {
    let sharp = |solid: &Solid| solid.kind == Kind::Rounded && solid.radius == 0.0 && !solid.mesh.faces.is_empty();
    sharp(a) && sharp(b) && a.directions.len() * b.directions.len() <= MOST_DIRECTIONS
}

/// A polyhedron in the frame of B.
struct Placed<'a> {
    mesh: &'a Mesh,
    vertices: SmallVec<[DVec3; 8]>,
    normals: SmallVec<[DVec3; 8]>,
}

impl<'a> Placed<'a> {
    fn new(mesh: &'a Mesh, place: impl Fn(DVec3) -> DVec3, turn: impl Fn(DVec3) -> DVec3) -> Self {
        Self {
            mesh,
            vertices: mesh.vertices.iter().map(|v| place(*v)).collect(),
            normals: mesh.faces.iter().map(|face| turn(face.normal)).collect(),
        }
    }

    fn lowest(&self, n: DVec3) -> f64 {
        self.vertices.iter().map(|v| n.dot(*v)).fold(f64::INFINITY, f64::min)
    }

    /// n . p of the plane of a face.
    fn offset(&self, face: usize) -> f64 {
        self.normals[face].dot(self.vertices[self.mesh.faces[face].corners[0]])
    }

    /// The face over which the other is highest, and how high; `None` if that is beyond reach.
    fn farthest(&self, other: &Self, reach: f64) -> Option<(f64, usize)> {
        let mut most = (f64::NEG_INFINITY, 0);
        for (i, normal) in self.normals.iter().enumerate() {
            let height = other.lowest(*normal) - self.offset(i);
            if height > reach {
                return None;
            }
            if height > most.0 {
                most = (height, i);
            }
        }
        Some(most)
    }

    /// The face with the lowest corner along n that looks most against n.
    fn incident(&self, n: DVec3) -> usize {
        let height = |i: usize| n.dot(self.vertices[i]);
        let lowest = (1..self.vertices.len()).fold(0, |best, i| if height(i) < height(best) { i } else { best });
        let having = (0..self.normals.len()).filter(|&i| self.mesh.faces[i].corners.contains(&lowest));
        having.min_by(|&i, &j| n.dot(self.normals[i]).total_cmp(&n.dot(self.normals[j]))).unwrap_or(0)
    }

    fn corner(&self, face: &Face, k: usize) -> DVec3 {
        self.vertices[face.corners[k % face.corners.len()]]
    }

    /// The sides of a face, seen along a direction that leaves it.
    fn sides(&self, face: &Face, along: DVec3) -> Sides {
        let side = |k: usize| {
            let (p, q) = (self.corner(face, k), self.corner(face, k + 1));
            let inward = along.cross(q - p).normalize_or_zero();
            (inward, inward.dot(p))
        };
        (0..face.corners.len()).map(side).collect()
    }

    /// The edge from corner k of a face to the next.
    fn side(&self, face: &Face, k: usize) -> Option<usize> {
        let [a, b] = [k, k + 1].map(|k| face.corners[k % face.corners.len()]);
        self.mesh.edges.iter().position(|edge| edge.ends == [a, b] || edge.ends == [b, a])
    }
}

/// For every side of a face the unit vector m that leads inwards across it, and m . p on it.
type Sides = SmallVec<[(DVec3, f64); 4]>;

/// How far a point is inside one side.
fn inside((inward, level): &(DVec3, f64), point: DVec3) -> f64 {
    inward.dot(point) - level
}

/// How far a point is inside each side of a face.
type Insets = SmallVec<[f64; 4]>;

fn insets(sides: &Sides, point: DVec3) -> Insets {
    sides.iter().map(|side| inside(side, point)).collect()
}

/// How far a point is inside the sides of a face, from how far it is inside each.
fn least(insets: &[f64]) -> f64 {
    insets.iter().copied().fold(f64::INFINITY, f64::min)
}

/// Calls `visit` with every point where two solids touch or are within reach, and its gap.
pub(crate) fn patch(pairing: &Pairing, reach: f64, mut visit: impl FnMut(Met, f64)) {
    let boxes = farthest_of_boxes(pairing, reach);
    if matches!(boxes, Some(None)) {
        return;
    }
    let turn = DMat3::from_quat(pairing.place.rotation);
    let a = Placed::new(&pairing.a.mesh, |p| pairing.place.position + turn * p, |n| turn * n);
    let b = Placed::new(&pairing.b.mesh, |p| p, |n| n);
    let Some(Farthest { of_a, of_b, edges }) = boxes.unwrap_or_else(|| farthest(pairing, [&a, &b], reach)) else {
        return;
    };
    let size = pairing.a.size.min(pairing.b.size);
    let faces = of_a.0.max(of_b.0);
    let crossed = crossed(pairing, [&a, &b], edges, faces, size);
    // What is preferred to the patch, and what is nearer than its points.
    let preferred = crossed.filter(|_| edges.0 > SHALLOWER * faces);
    let least = preferred.map_or(f64::NEG_INFINITY, |(_, height)| height.max(0.0));
    if let Some((edges, height)) = preferred {
        visit(Met::Edges(edges), height);
    }
    let mut any = preferred.is_some();
    // The same face stays the reference while the two are alike.
    let own = if of_b.0 >= of_a.0 - PREFERRED * size { (&b, &a, of_b.1, true) } else { (&a, &b, of_a.1, false) };
    let (reference, other, face, of_b) = own;
    face_on_face([reference, other], face, of_b, (reach, size), |met, gap| {
        if gap >= least {
            any = true;
            visit(met, gap);
        }
    });
    // The two faces need not have anything in common.
    if let Some((edges, height)) = crossed.filter(|_| !any) {
        visit(Met::Edges(edges), height);
    }
}

/// The edges that cross where two are farthest apart along the common normal of edges, rather than along that of a face, and their height.
fn crossed(
    pairing: &Pairing,
    solids: [&Placed; 2],
    (apart, normal, directions): (f64, DVec3, [usize; 2]),
    faces: f64,
    size: f64,
) -> Option<([usize; 2], f64)> {
    if apart <= faces + PREFERRED * size {
        return None;
    }
    let edges = lowest_edges(pairing, solids, normal, directions)?;
    let (crossing, _) = pairing.crossing(edges)?;
    crossing.excess.iter().all(|excess| *excess <= INSIDE * size).then_some((edges, crossing.height))
}

/// The axes along which two polyhedra are farthest apart; `None` if one is beyond reach.
fn farthest(pairing: &Pairing, [a, b]: [&Placed; 2], reach: f64) -> Option<Farthest> {
    let (of_b, of_a) = (b.farthest(a, reach)?, a.farthest(b, reach)?);
    Some(Farthest { of_a, of_b, edges: farthest_edges(pairing, [a, b], reach)? })
}

/// The directions of edges whose common normal n separates the solids most, n and by how much; `None` if that is beyond reach.
fn farthest_edges(pairing: &Pairing, [a, b]: [&Placed; 2], reach: f64) -> Option<(f64, DVec3, [usize; 2])> {
    let mut best = (f64::NEG_INFINITY, DVec3::ZERO, [0, 0]);
    for (i, d) in pairing.a.directions.iter().enumerate() {
        let d = pairing.place.rotation * d.along;
        for (j, e) in pairing.b.directions.iter().enumerate() {
            let c = d.cross(e.along);
            let length = c.length();
            if length < PARALLEL {
                continue;
            }
            // From B to A: the sense in which the two are farther apart.
            let n = c / length;
            let senses = [n, -n].map(|n| (a.lowest(n) + b.lowest(-n), n));
            let (apart, n) = if senses[0].0 >= senses[1].0 { senses[0] } else { senses[1] };
            if apart > reach {
                return None;
            }
            if apart > best.0 {
                best = (apart, n, [i, j]);
            }
        }
    }
    Some(best)
}

/// Of the edges of two directions, the lowest of A and the highest of B along n.
fn lowest_edges(pairing: &Pairing, [a, b]: [&Placed; 2], n: DVec3, [i, j]: [usize; 2]) -> Option<[usize; 2]> {
    let middle = |solid: &Placed, edge: usize| {
        let [p, q] = solid.mesh.edges[edge].ends.map(|end| n.dot(solid.vertices[end]));
        p + q
    };
    let of_a = pairing.a.directions.get(i)?.edges.iter().copied();
    let of_b = pairing.b.directions.get(j)?.edges.iter().copied();
    let lowest = of_a.min_by(|&x, &y| middle(a, x).total_cmp(&middle(a, y)))?;
    let highest = of_b.max_by(|&x, &y| middle(b, x).total_cmp(&middle(b, y)))?;
    Some([lowest, highest])
}

/// The patch of a face of the reference and the face of the other that is incident.
fn face_on_face(
    [reference, other]: [&Placed; 2],
    face: usize,
    of_b: bool,
    (reach, size): (f64, f64),
    mut visit: impl FnMut(Met, f64),
) {
    let (n, offset) = (reference.normals[face], reference.offset(face));
    let incident = other.incident(n);
    let (below, above) = (&reference.mesh.faces[face], &other.mesh.faces[incident]);
    let mut taken = SmallVec::<[DVec3; 8]>::new();
    let mut take = |met: Met, point: DVec3, gap: f64| {
        let flat = point - (n.dot(point) - offset) * n;
        if gap <= reach && taken.iter().all(|other| other.distance(flat) > SAME * size) {
            taken.push(flat);
            visit(met, gap);
        }
    };
    let (lower, upper) = (reference.sides(below, n), other.sides(above, -n));
    let corners: SmallVec<[Insets; 4]> = above.corners.iter().map(|&i| insets(&lower, other.vertices[i])).collect();
    for (&vertex, insets) in above.corners.iter().zip(&corners) {
        let point = other.vertices[vertex];
        if least(insets) >= -INSIDE * size {
            let met = if of_b { Met::OfA { vertex, face } } else { Met::OfB { vertex, face } };
            take(met, point, n.dot(point) - offset);
        }
    }
    let (up, level) = (other.normals[incident], other.offset(incident));
    for &vertex in &below.corners {
        let point = reference.vertices[vertex];
        if least(&insets(&upper, point)) >= -INSIDE * size {
            let face = incident;
            let met = if of_b { Met::OfB { vertex, face } } else { Met::OfA { vertex, face } };
            take(met, point, up.dot(point) - level);
        }
    }
    for (k, here) in corners.iter().enumerate() {
        let next = &corners[(k + 1) % corners.len()];
        for l in (0..lower.len()).filter(|&l| here[l] * next[l] <= 0.0) {
            let Some(point) = crossing([other, reference], [above, below], [k, l], n) else { continue };
            let (Some(mine), Some(own)) = (other.side(above, k), reference.side(below, l)) else { continue };
            let edges = if of_b { [mine, own] } else { [own, mine] };
            take(Met::Side { edges, face, of_b }, point, n.dot(point) - offset);
        }
    }
}

/// The point of a side of the first face that is over a side of the second, seen along n.
fn crossing(solids: [&Placed; 2], faces: [&Face; 2], [k, l]: [usize; 2], n: DVec3) -> Option<DVec3> {
    let (p, q) = (solids[0].corner(faces[0], k), solids[0].corner(faces[0], k + 1));
    let (r, s) = (solids[1].corner(faces[1], l), solids[1].corner(faces[1], l + 1));
    let across = n.cross(s - r);
    let slope = across.dot(q - p);
    if slope * slope <= PARALLEL * PARALLEL * (q - p).length_squared() * (s - r).length_squared() {
        return None;
    }
    let part = across.dot(r - p) / slope;
    let point = p + part * (q - p);
    let along = (s - r).dot(point - r) / (s - r).length_squared();
    let between = |part: f64| (0.0..=1.0).contains(&part);
    (between(part) && between(along)).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::description::Shape;
    use crate::space::kinematics::Pose;
    use glam::DQuat;

    fn points(rotation: DQuat, position: DVec3) -> Vec<(Met, f64)> {
        let solid =
            Solid::new(&Shape::Box { size: DVec3::ONE }, &Pose::WORLD).unwrap_or_else(|e| panic!("{}", e.message));
        let place = Pose { position, rotation };
        let mut found = Vec::new();
        patch(&Pairing::new((&solid, &place), (&solid, &Pose::WORLD)), 0.01, |met, gap| found.push((met, gap)));
        found
    }

    #[test]
    fn a_cube_on_a_cube_has_four_corners_and_turned_eight() {
        let flat = points(DQuat::IDENTITY, DVec3::new(0.0, 0.0, 1.001));
        assert_eq!(flat.len(), 4, "{flat:?}");
        let shifted = points(DQuat::IDENTITY, DVec3::new(0.3, 0.2, 0.999));
        assert_eq!(shifted.len(), 4, "{shifted:?}");
        let turned = points(DQuat::from_rotation_z(0.5), DVec3::new(0.0, 0.0, 1.001));
        assert_eq!(turned.len(), 8, "{turned:?}");
        for (_, gap) in flat.iter().chain(&turned) {
            // Rounding of positions of order one.
            assert!((gap - 0.001).abs() < 1e-12, "{gap}");
        }
        assert!(shifted.iter().all(|(_, gap)| (gap + 0.001).abs() < 1e-12));
    }

    #[test]
    fn crossed_edges_meet_in_one_point() {
        let along_x = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
        let upright = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2) * along_x;
        let solid =
            Solid::new(&Shape::Box { size: DVec3::ONE }, &Pose::WORLD).unwrap_or_else(|e| panic!("{}", e.message));
        let (below, above) = (
            Pose { position: DVec3::ZERO, rotation: along_x },
            Pose { position: DVec3::new(0.0, 0.0, 2.0_f64.sqrt() + 0.005), rotation: upright },
        );
        let mut found = Vec::new();
        patch(&Pairing::new((&solid, &above), (&solid, &below)), 0.01, |met, gap| found.push((met, gap)));
        assert!(matches!(found[..], [(Met::Edges(_), gap)] if (gap - 0.005).abs() < 1e-12), "{found:?}");
    }

    /// Two boxes of a pile, a tilted one 3 mm deep in the one below it: it had one crossing of edges that are nearly parallel, another one a step
    /// later, and sank through.
    #[test]
    fn a_cube_that_has_sunk_into_another_one_stands_on_its_corners() {
        let place = |position: [f64; 3], [w, x, y, z]: [f64; 4]| Pose {
            position: DVec3::from_array(position),
            rotation: DQuat::from_xyzw(x, y, z, w).normalize(),
        };
        let below = place([-6.395, -2.705, 1.48], [0.692, -0.115, 0.699, 0.139]);
        let above = place([-6.345, -3.165, 2.455], [0.566, 0.422, 0.581, -0.405]);
        let (position, rotation) = (below.local(above.position), below.rotation.conjugate() * above.rotation);
        let found = points(rotation, position);
        assert!(found.len() >= 3, "{found:?}");
        assert!(found.iter().any(|(_, gap)| *gap < -0.01), "{found:?}");
    }

    /// Two cubes edge on edge whose lower faces see nothing of each other: however deep they have sunk in, there is a point.
    #[test]
    fn cubes_that_overlap_have_a_point_somewhere() {
        let turned = |k: usize| {
            let part = |f: f64| (f * k as f64).sin();
            (
                DQuat::from_scaled_axis(3.0 * DVec3::new(part(1.3), part(2.1), part(3.7))),
                DVec3::new(part(4.9), part(5.3), part(6.1)).normalize() * (0.9 + 0.5 * part(7.7)),
            )
        };
        let solid =
            Solid::new(&Shape::Box { size: DVec3::ONE }, &Pose::WORLD).unwrap_or_else(|e| panic!("{}", e.message));
        let mut overlapping = 0;
        for k in 1..20_000 {
            let (rotation, position) = turned(k);
            let place = Pose { position, rotation };
            let pairing = Pairing::new((&solid, &place), (&solid, &Pose::WORLD));
            let Some(Some(found)) = farthest_of_boxes(&pairing, 0.01) else { continue };
            if found.of_a.0.max(found.of_b.0).max(found.edges.0) < -1e-3 {
                overlapping += 1;
                assert!(!points(rotation, position).is_empty(), "{rotation:?} {position:?}");
            }
        }
        assert!(overlapping > 5000, "{overlapping}");
    }

    #[test]
    fn cubes_apart_do_not_meet() {
        assert!(points(DQuat::IDENTITY, DVec3::new(0.0, 0.0, 1.02)).is_empty());
        assert!(points(DQuat::from_rotation_z(0.3), DVec3::new(1.2, 1.2, 1.0)).is_empty());
    }

    /// Boxes strewn about: their axes say the same as all corners and edges, heights up to rounding of places of order one. Where two
    /// axes are as far as each other they may be exchanged.
    #[test]
    fn axes_of_boxes_are_those_of_their_corners() {
        let cuboid = |size: DVec3| {
            let place = Pose { position: 0.1 * size, rotation: DQuat::from_rotation_y(0.4) };
            Solid::new(&Shape::Box { size }, &place).unwrap_or_else(|e| panic!("{}", e.message))
        };
        let (first, second) = (cuboid(DVec3::new(1.0, 0.5, 0.8)), cuboid(DVec3::new(0.7, 0.9, 0.4)));
        let mut compared = 0;
        for k in 0..2000 {
            let part = |f: f64| (f * f64::from(k)).sin();
            let rotation = DQuat::from_scaled_axis(3.0 * DVec3::new(part(7.1), part(11.3), part(13.7)));
            let place = Pose { position: DVec3::new(part(3.3), part(5.9), part(1.7)), rotation };
            let pairing = Pairing::new((&first, &place), (&second, &Pose::WORLD));
            let a = Placed::new(&first.mesh, |p| place.point(p), |n| rotation * n);
            let b = Placed::new(&second.mesh, |p| p, |n| n);
            let slow = farthest(&pairing, [&a, &b], 0.2);
            let quick = farthest_of_boxes(&pairing, 0.2).unwrap();
            assert_eq!(slow.is_some(), quick.is_some(), "{place:?}");
            let (Some(slow), Some(quick)) = (slow, quick) else { continue };
            compared += 1;
            assert!((slow.of_a.0 - quick.of_a.0).abs() < 1e-12 && slow.of_a.1 == quick.of_a.1, "{slow:?} {quick:?}");
            assert!((slow.of_b.0 - quick.of_b.0).abs() < 1e-12 && slow.of_b.1 == quick.of_b.1, "{slow:?} {quick:?}");
            assert!((slow.edges.0 - quick.edges.0).abs() < 1e-12 && slow.edges.2 == quick.edges.2);
            // The sense is chance where the centres are level along the normal.
            assert!(slow.edges.1.distance(quick.edges.1) < 1e-9, "{slow:?} {quick:?}");
        }
        assert!(compared > 500, "{compared}");
    }
}
