//! Corners against rods without thickness.
//!
//! Such a rod has no inside: a distance to it is never negative. The corner a has passed through the rod if the rod
//! cuts it off from its body, that is, if both edges that meet at a (for another thin rod: the rod itself) cross the
//! segment. Then its gap is minus its distance from the line of the rod. Of two thin rods that cross, only the end that
//! went least through is so counted. A single point has no edges: give it, or the rod, a radius.

use glam::DVec2;

use super::nearest::Nearest;
use super::outline::{Circle, Kind, Outline, Sector};
use super::place::Place;

/// Whether the segments a-b and c-d cross.
fn cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let side = |from: DVec2, to: DVec2, p: DVec2| (to - from).perp_dot(p - from);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Distance of a point from the line through two others.
fn off_line(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    ((to - from).perp_dot(point - from) / (to - from).length()).abs()
}

/// The face of the thin rod nearest to the corner `circle` of a body that lies at `place` in the frame of the rod.
pub(super) fn nearest_side(rod: &Outline, corner: DVec2, cone: &Sector, circle: &Circle, place: &Place) -> Nearest {
    let near = rod.nearest(corner, cone);
    let (Some(neighbours), [first, second]) = (circle.neighbours, rod.circles.as_slice()) else {
        return positive(rod, near);
    };
    let (c, d) = (first.centre, second.centre);
    let [before, next] = neighbours.map(|p| place.point(p));
    if circle.radius > 0.0 || !cross(corner, before, c, d) || !cross(corner, next, c, d) {
        // Not cut off: outside, but flush with the rod the corner's own cone has chosen the side.
        return if near.distance.abs() > super::outline::TIE * rod.size { positive(rod, near) } else { near };
    }
    let depth = off_line(corner, c, d);
    let other_is_less = before == next
        && (off_line(before, c, d) < depth
            || off_line(c, corner, before) < depth
            || off_line(d, corner, before) < depth);
    if other_is_less {
        return positive(rod, near);
    }
    let face = u32::from(rod.lines[0].distance(corner) > 0.0);
    Nearest { face, distance: -depth, normal: rod.lines[face as usize].normal }
}

/// The same distance on the side where it is positive.
pub(super) fn positive(rod: &Outline, near: Nearest) -> Nearest {
    if near.distance >= 0.0 || rod.kind != Kind::Thin || near.face > 1 {
        return near;
    }
    let face = 1 - near.face;
    Nearest { face, distance: -near.distance, normal: rod.lines[face as usize].normal }
}
