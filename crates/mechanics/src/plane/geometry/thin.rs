//! Corners against rods without thickness, and tip on tip.
//!
//! Such a rod has no inside: a distance to it is never negative. The corner a has passed through the rod if the rod
//! cuts it off from its body, that is, if both edges that meet at a (for another thin rod: the rod itself) cross the
//! segment, or the rod stands on one of them with a tip. Then its gap is minus its distance from the line of the rod. Of two thin rods that cross, only the end that
//! went least through is so counted (both if equally). A single point has no edges: give it, or the rod, a radius.
//!
//! Where the tips a and b of two thin rods meet, every direction between their sides could be the normal. The one taken
//! is that in which both rods look alike, with the unit vectors m_a and m_b out of their ends:
//!
//! ```text
//!     n = (m_b - m_a) / |m_b - m_a|,     gap = n . (a - b)
//! ```
//!
//! It turns with the mean of the two spins. A tip that has moved sideways by more than rounding meets a side, or passes.

use glam::DVec2;

use super::nearest::Nearest;
use super::outline::{Circle, Kind, Outline, Sector, TIE};
use super::place::Place;

/// Angle between two thin rods below which they lie flat on each other even where their tips meet.
const FLAT: f64 = 1e-6;

/// Part of the length of a rod by which its tip may miss an edge on which it stands, or its side a corner that lies on it: lasting contacts are
/// off by much less.
const STANDS: f64 = 1e-6;

/// The same by which a rod must be under an edge to have sunk into the body: less is rounding of rods that lie on it.
const SUNK: f64 = 1e-9;

/// On which side of a line through two points a third lies, and how far times the distance of the two.
fn side(from: DVec2, to: DVec2, point: DVec2) -> f64 {
    (to - from).perp_dot(point - from)
}

/// Whether the segments a-b and c-d cross.
fn cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Whether the rod c-d cuts the edge a-b of a body that has a corner at `inside` of it: it crosses it, stands on it with a tip and has a and b on its
/// two sides, or turns about its other end b, which lies on the rod: rounding says on which side. So does one that lies flat just under it: on
/// which side of the rod the other end b is, far away, says nothing.
fn cuts([c, d]: [DVec2; 2], a: DVec2, b: DVec2, inside: DVec2) -> bool {
    let (scale, under) = ((b - a).length() * (d - c).length(), side(a, b, inside).signum());
    let flat = STANDS * scale;
    let lies = [c, d].iter().all(|end| (SUNK * scale..=flat).contains(&(under * side(a, b, *end))));
    let least = side(a, b, c).abs().min(side(a, b, d).abs());
    let stands = least <= flat;
    let (of_a, of_b) = (side(c, d, a), side(c, d, b));
    let turns = of_b.abs() <= STANDS * (d - c).length_squared() && of_b.abs() < of_a.abs();
    lies || cross(a, b, c, d) || stands && of_a * of_b < 0.0 || turns && side(a, b, c) * side(a, b, d) < 0.0
}

/// Distance of a point from the line through two others.
fn off_line(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    ((to - from).perp_dot(point - from) / (to - from).length()).abs()
}

/// How far an outline reaches to the other side of the line of a rod than a corner of it: that is the part which has passed through the rod, if
/// it reaches less far than the corner, as a triangle that lies on the rod and has sunk a little.
fn beyond(owner: &Outline, place: &Place, [c, d]: [DVec2; 2], corner: DVec2) -> f64 {
    let own = side(c, d, corner).signum() * (d - c).length();
    let reach = |circle: &Circle| circle.radius - side(c, d, place.point(circle.centre)) / own;
    owner.circles.iter().map(reach).fold(f64::NEG_INFINITY, f64::max)
}

/// The face of the thin rod nearest to the corner `circle` of the outline `owner` that lies at `place` in the frame of the rod.
pub(super) fn nearest_side(
    rod: &Outline,
    (corner, cone): (DVec2, &Sector),
    (owner, circle): (&Outline, &Circle),
    place: &Place,
) -> Nearest {
    let near = rod.nearest(corner, cone);
    let (Some(neighbours), [first, second]) = (circle.neighbours, rod.circles.as_slice()) else {
        return positive(rod, near);
    };
    for (face, end) in rod.circles.iter().enumerate() {
        if let Some(normal) = tip_normal(circle, end, place) {
            let face = (rod.lines.len() + face) as u32;
            return Nearest { face, distance: normal.dot(corner - end.centre), normal };
        }
    }
    let (c, d) = (first.centre, second.centre);
    let [before, next] = neighbours.map(|p| place.point(p));
    let is_tip = before == next;
    let is_cut = |end: DVec2, other: DVec2| match is_tip {
        true => cross(corner, end, c, d),
        false => cuts([c, d], corner, end, other),
    };
    if circle.radius > 0.0 || !is_cut(before, next) || !is_cut(next, before) {
        // Not cut off: outside, but flush with the rod the corner's own cone has chosen the side.
        return if near.distance.abs() > TIE * rod.size { positive(rod, near) } else { near };
    }
    let depth = off_line(corner, c, d);
    // Tips that crossed like the sides of a roof went equally deep, up to rounding: both count.
    let less = |other: f64| other < depth - TIE * rod.size;
    let other_is_less = if is_tip {
        let others = [off_line(before, c, d), off_line(c, corner, before), off_line(d, corner, before)];
        others.into_iter().any(less)
    } else {
        less(beyond(owner, place, [c, d], corner))
    };
    if other_is_less {
        return positive(rod, near);
    }
    let face = u32::from(rod.lines[0].distance(corner) > 0.0);
    Nearest { face, distance: -depth, normal: rod.lines[face as usize].normal }
}

/// The length within which two tips meet: rounding of the rod of `tip`; `None` if it is not the tip of a thin rod.
fn tip_width(tip: &Circle) -> Option<f64> {
    let [before, next] = tip.neighbours?;
    (tip.radius == 0.0 && before == next).then(|| 0.5 * TIE * tip.centre.distance(before))
}

/// Whether both are tips of thin rods.
pub(crate) fn are_tips(own: &Circle, end: &Circle) -> bool {
    tip_width(own).is_some() && tip_width(end).is_some()
}

/// The normal out of the tip `end` of a thin rod at the tip `own` of another, which lies at `place` in its frame; `None`
/// if they do not meet, or lie flat on each other.
pub(crate) fn tip_normal(own: &Circle, end: &Circle, place: &Place) -> Option<DVec2> {
    let width = tip_width(end).filter(|_| tip_width(own).is_some())?;
    if place.point(own.centre).distance(end.centre) > width {
        return None;
    }
    let across = end.sector.middle - place.turn(own.sector.middle);
    (across.length() > FLAT).then(|| across.normalize())
}

/// How far two tips that meet are from passing each other sideways.
pub(super) fn tip_margin(own: &Circle, end: &Circle, place: &Place) -> Option<f64> {
    let normal = tip_normal(own, end, place)?;
    let sideways = normal.perp_dot(place.point(own.centre) - end.centre).abs();
    tip_width(end).map(|width| width - sideways)
}

/// The same distance on the side where it is positive.
pub(super) fn positive(rod: &Outline, near: Nearest) -> Nearest {
    if near.distance >= 0.0 || rod.kind != Kind::Thin || near.face > 1 {
        return near;
    }
    let face = 1 - near.face;
    Nearest { face, distance: -near.distance, normal: rod.lines[face as usize].normal }
}
