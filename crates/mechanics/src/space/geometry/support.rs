//! How far two solids are apart, by their farthest points only: the nearest point to the origin of all differences a - b, found by simplices
//! of such differences.
//!
//! ```text
//!     w = s_A(-v) - s_B(v),      n = v / |v|,      n . w <= distance <= |v|
//! ```
//!
//! s(d) is the farthest point along d, v the point of the last simplex that is nearest to the origin, w the next corner. n . w is how far the two
//! are apart along n, whatever n is: the largest one seen bounds the distance from below, and is its value where the steps have ended. Cost
//! grows with the vertices, not with pairs of edges.
//!
//! Source: Gilbert, Johnson, Keerthi, *IEEE J. Robotics and Automation* 4 (1988).

use glam::DVec3;
use smallvec::SmallVec;

use super::cylinder;
use super::pairing::Pairing;
use super::solid::{Kind, Solid};

/// Corners until the steps end: some ten are needed, rounding may make them go on.
const CORNERS: usize = 64;

/// Steps end where the bounds of the distance differ by this part of the smaller solid: rounding of its vertices.
const EXACT: f64 = 1e-13;

/// Sines below this are zero: a direction along the axis of a cylinder has all points of a flat end as the farthest.
const FLAT: f64 = 1e-12;

/// The direction along which two solids are farthest apart, as far as is known, in the frame of B, from B to A.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Apart {
    pub along: DVec3,
    /// How far; negative where they overlap along it.
    pub distance: f64,
}

/// The farthest point of a solid along a direction, in its frame; a half-space has none.
fn farthest(solid: &Solid, d: DVec3) -> DVec3 {
    let corner = || {
        let far = |best: DVec3, v: &DVec3| if d.dot(*v) > d.dot(best) { *v } else { best };
        solid.mesh.vertices.iter().fold(solid.mesh.vertices.first().copied().unwrap_or(DVec3::ZERO), far)
    };
    match solid.kind {
        Kind::Rounded | Kind::HalfSpace => corner() + solid.radius * d.normalize_or_zero(),
        Kind::Cylinder => {
            let out = d.reject_from_normalized(cylinder::axis(solid));
            // What rounding leaves of a direction along the axis may point anywhere.
            let flat = out.length_squared() <= FLAT * FLAT * d.length_squared();
            corner() + if flat { DVec3::ZERO } else { solid.radius * out.normalize_or_zero() }
        }
        Kind::Ellipsoid => {
            let m = solid.squares * d;
            corner() + m / d.dot(m).sqrt().max(f64::MIN_POSITIVE)
        }
    }
}

/// How far two bounded solids are apart along a unit vector from B to A, in the frame of B; negative where they overlap along it.
pub(crate) fn apart_along(pairing: &Pairing, n: DVec3) -> f64 {
    let Pairing { a, b, place } = pairing;
    n.dot(place.point(farthest(a, place.rotation.conjugate() * -n)) - farthest(b, n))
}

/// How far two bounded solids are apart.
pub(crate) fn apart(pairing: &Pairing) -> Apart {
    apart_shrunk(pairing, 0.0)
}

/// The same of solids that have shrunk towards the middles of their vertices by a part of what they are.
pub(crate) fn apart_shrunk(pairing: &Pairing, part: f64) -> Apart {
    let Pairing { a, b, place } = pairing;
    let shrunk = |solid: &Solid, n: DVec3| {
        let point = farthest(solid, n);
        if part == 0.0 { point } else { point.lerp(solid.mesh.middle(), part) }
    };
    let corner = |n: DVec3| place.point(shrunk(a, place.rotation.conjugate() * -n)) - shrunk(b, n);
    let size = a.size.min(b.size);
    let start = place.position.try_normalize().unwrap_or(DVec3::Z);
    let mut best = Apart { along: start, distance: f64::NEG_INFINITY };
    let (mut simplex, mut n) = (SmallVec::<[DVec3; 4]>::new(), start);
    for _ in 0..CORNERS {
        let w = corner(n);
        if n.dot(w) > best.distance {
            best = Apart { along: n, distance: n.dot(w) };
        }
        let repeated = simplex.contains(&w);
        simplex.push(w);
        let Some(v) = nearest_to_origin(&mut simplex).filter(|_| !repeated) else { break };
        let length = v.length();
        if length <= EXACT * size || length - best.distance <= EXACT * size {
            break;
        }
        n = v / length;
    }
    best
}

/// The point of a simplex that is nearest to the origin; corners that it does not need are dropped. `None` where the simplex has the origin
/// inside.
fn nearest_to_origin(simplex: &mut SmallVec<[DVec3; 4]>) -> Option<DVec3> {
    let mut best: Option<(DVec3, usize)> = None;
    for chosen in 1..1_usize << simplex.len() {
        let corners: SmallVec<[DVec3; 4]> = kept(simplex, chosen);
        let Some(point) = foot(&corners) else { continue };
        if best.is_none_or(|(least, _)| point.length_squared() < least.length_squared()) {
            best = Some((point, chosen));
        }
    }
    let (point, chosen) = best?;
    *simplex = kept(simplex, chosen);
    (simplex.len() < 4).then_some(point)
}

fn kept(simplex: &[DVec3], chosen: usize) -> SmallVec<[DVec3; 4]> {
    simplex.iter().enumerate().filter(|(k, _)| chosen >> k & 1 == 1).map(|(_, corner)| *corner).collect()
}

/// The foot of the origin on the point, line, plane or space of some corners, if it lies between all of them.
fn foot(corners: &[DVec3]) -> Option<DVec3> {
    let (first, rest) = corners.split_first()?;
    let sides: SmallVec<[DVec3; 3]> = rest.iter().map(|corner| *corner - *first).collect();
    let parts: SmallVec<[f64; 3]> = match sides[..] {
        [] => SmallVec::new(),
        [u] => SmallVec::from_slice(&[-first.dot(u) / u.length_squared()]),
        [u, w] => {
            let (c, from) = (u.cross(w), -*first);
            let square = c.length_squared();
            SmallVec::from_slice(&[from.cross(w).dot(c) / square, u.cross(from).dot(c) / square])
        }
        [u, w, x] => {
            let (volume, from) = (u.dot(w.cross(x)), -*first);
            let part = |a: DVec3, b: DVec3| from.dot(a.cross(b)) / volume;
            SmallVec::from_slice(&[part(w, x), part(x, u), part(u, w)])
        }
        _ => return None,
    };
    // A NaN of corners in one line or plane is not positive.
    let inside = parts.iter().all(|part| *part > 0.0) && parts.iter().sum::<f64>() < 1.0;
    inside.then(|| *first + parts.iter().zip(&sides).map(|(part, side)| *part * *side).sum::<DVec3>())
}

/// What of two solids apart along a direction can come within reach of each other.
#[derive(Debug, Clone)]
pub(crate) struct Slab {
    /// Vertices and edges of A, then those of B.
    pub vertices: [Vec<usize>; 2],
    pub edges: [Vec<usize>; 2],
}

impl Slab {
    /// Of two polytopes with their radii.
    pub fn new(pairing: &Pairing, reach: f64) -> Self {
        let Pairing { a, b, place } = pairing;
        let n = apart(pairing).along;
        let heights = |solid: &Solid, height: &dyn Fn(DVec3) -> f64| -> Vec<f64> {
            solid.mesh.vertices.iter().map(|v| height(*v)).collect()
        };
        let (of_a, of_b) = (heights(a, &|v| n.dot(place.point(v))), heights(b, &|v| -n.dot(v)));
        let least = |heights: &[f64]| heights.iter().copied().fold(f64::INFINITY, f64::min);
        // A vertex at this height over the farthest point of the other solid is as far from it at least.
        let within = reach + a.radius + b.radius;
        let (low_a, low_b) = (within - least(&of_b), within - least(&of_a));
        let near = |heights: &[f64], most: f64| (0..heights.len()).filter(|&k| heights[k] <= most).collect();
        let crossing = |solid: &Solid, heights: &[f64], most: f64| {
            let low = |edge: usize| solid.mesh.edges[edge].ends.iter().any(|&end| heights[end] <= most);
            (0..solid.mesh.edges.len()).filter(|&edge| low(edge)).collect()
        };
        Self {
            vertices: [near(&of_a, low_a), near(&of_b, low_b)],
            edges: [crossing(a, &of_a, low_a), crossing(b, &of_b, low_b)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::description::Shape;
    use crate::space::kinematics::Pose;
    use glam::DQuat;

    fn solid(shape: &Shape) -> Solid {
        Solid::new(shape, &Pose::WORLD).unwrap_or_else(|error| panic!("{}", error.message))
    }

    fn distance(a: &Shape, b: &Shape, place: Pose) -> f64 {
        apart(&Pairing::new((&solid(a), &place), (&solid(b), &Pose::WORLD))).distance
    }

    fn at(x: f64, y: f64, z: f64, rotation: DQuat) -> Pose {
        Pose { position: DVec3::new(x, y, z), rotation }
    }

    #[test]
    fn distances_in_closed_form() {
        let (cube, ball) = (Shape::Box { size: DVec3::ONE }, Shape::Sphere { radius: 0.25 });
        let coin = Shape::Cylinder { radius: 0.5, length: 0.1 };
        let still = DQuat::IDENTITY;
        let corner = 0.5 * 3.0_f64.sqrt();
        let cases = [
            (distance(&cube, &cube, at(1.25, 0.3, -0.2, still)), 0.25),
            (distance(&cube, &cube, at(2.0, 2.0, 2.0, still)), 3.0_f64.sqrt()),
            (distance(&ball, &cube, at(0.6, 0.9, 0.5, still)), (0.01_f64 + 0.16).sqrt() - 0.25),
            // A corner over a face.
            (
                distance(&cube, &cube, at(0.0, 0.0, 2.0, DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z))),
                1.5 - corner,
            ),
            // The rim of an upright coin over an edge of the cube, the coin turned by 45 degrees about that edge.
            (
                distance(&coin, &cube, at(0.0, 0.0, 2.0, DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4))),
                1.5 - (0.5 + 0.05) * 0.5_f64.sqrt(),
            ),
        ];
        for (k, (got, expected)) in cases.into_iter().enumerate() {
            // Flat features end the steps at rounding, round ones where the bounds meet.
            assert!((got - expected).abs() < 1e-9, "case {k}: {got} {expected}");
        }
    }

    #[test]
    fn what_overlaps_is_not_apart() {
        let cube = Shape::Box { size: DVec3::ONE };
        let turned = DQuat::from_scaled_axis(DVec3::new(0.3, 0.5, -0.2));
        assert!(distance(&cube, &cube, at(0.4, 0.1, 0.2, turned)) < 0.0);
        let (a, b) = (solid(&cube), solid(&cube));
        let touching = Pairing::new((&a, &at(0.999, 0.0, 0.0, DQuat::IDENTITY)), (&b, &Pose::WORLD));
        assert!(apart(&touching).distance < 0.0);
        // Shrunk by a hundredth of their half sizes they are not.
        assert!(apart_shrunk(&touching, 0.01).distance > 0.0);
    }

    #[test]
    fn a_slab_has_all_that_is_near() {
        let cube = solid(&Shape::Box { size: DVec3::ONE });
        let above = at(0.2, 0.1, 1.01, DQuat::IDENTITY);
        let slab = Slab::new(&Pairing::new((&cube, &above), (&cube, &Pose::WORLD)), 0.02);
        assert_eq!(slab.vertices.each_ref().map(Vec::len), [4, 4]);
        // The sides of the two faces, and the edges that end in their corners.
        assert_eq!(slab.edges.each_ref().map(Vec::len), [8, 8]);
    }
}
