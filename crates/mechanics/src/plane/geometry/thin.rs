//! Corners against rods without thickness, and tip on tip.
//!
//! Such a rod has no inside: a distance to it is never negative. The corner a has passed through the rod if the rod
//! cuts it off from its body, that is, if both edges that meet at a (for another thin rod: the rod itself) cross the
//! segment, or the rod stands on one of them with a tip. Then its gap is minus its distance from the line of the rod. Of two thin rods that cross, only the end that
//! went least through is so counted (both if equally). A single point has no edges: give it, or the rod, a radius.
//!
//! The tip of another thin rod touches the side a hair above it, by more than rounding: of two such rods flat on each other the sign of the distance
//! alone tells which one is above.
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
use std::f64::consts::TAU;

use super::nearest::Nearest;
use super::outline::{Circle, Edge, Edges, Kind, Outline, Sector, TIE, angle_between};
use super::place::Place;

/// Angle between two thin rods below which they lie flat on each other even where their tips meet.
const FLAT: f64 = 1e-6;

/// Part of the length of a rod by which its tip may miss an edge on which it stands, or its side a corner that lies on it: lasting contacts are
/// off by much less.
const STANDS: f64 = 1e-6;

/// The same by which a rod must be under an edge to have sunk into the body: less is rounding of rods that lie on it.
const SUNK: f64 = 1e-9;

/// How far above the side of a rod, in parts of its size, the tip of another one touches it: ten times the error with which an exact method holds
/// positions. Of rods that lie flat on each other nothing but the sign of their distance tells which one is above, and it must not be that of
/// rounding.
const SKIN: f64 = 1e-2 * TIE;

/// On which side of a line through two points a third lies, and how far times the distance of the two.
fn side(from: DVec2, to: DVec2, point: DVec2) -> f64 {
    (to - from).perp_dot(point - from)
}

/// Whether the segments a-b and c-d cross.
fn cross(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Whether the rod c-d cuts the edge a-b of a body that lies to the left of it, or for `turning` = -1 to the right: it crosses it, stands on it with
/// a tip and has a and b on its two sides, or turns about its other end b, which lies on the rod: rounding says on which side. A rod that has a tip
/// there must go into the body. So does one that lies flat just under it: on which side of the rod the other end b is, far away, says nothing.
fn cuts([c, d]: [DVec2; 2], a: DVec2, b: DVec2, turning: f64) -> bool {
    let scale = (b - a).length() * (d - c).length();
    let flat = STANDS * scale;
    let under = [c, d].map(|end| turning * side(a, b, end));
    let lies = under.iter().all(|depth| (SUNK * scale..=flat).contains(depth));
    let stands = under[0].abs().min(under[1].abs()) <= flat;
    let (of_a, of_b) = (side(c, d, a), side(c, d, b));
    let turns = of_b.abs() <= STANDS * (d - c).length_squared() && of_b.abs() < of_a.abs();
    let goes_through = under[0] * under[1] < 0.0;
    let goes_in = stands && under[0] + under[1] > SUNK * scale;
    lies || (goes_through || stands) && of_a * of_b < 0.0 || turns && (goes_through || goes_in)
}

/// Distance of a point from the line through two others.
fn off_line(point: DVec2, from: DVec2, to: DVec2) -> f64 {
    ((to - from).perp_dot(point - from) / (to - from).length()).abs()
}

/// How far an outline at `place` reaches from the line of a rod towards a corner of it, and how far to the other side: the part that reaches less
/// far is the one that has passed through the rod, as the base of a triangle that lies on the rod and has sunk a little.
fn reaches(owner: &Outline, place: &Place, [c, d]: [DVec2; 2], corner: DVec2) -> [f64; 2] {
    let towards = side(c, d, corner).signum() * (d - c).normalize().perp();
    [towards, -towards].map(|u| owner.support(place.local(place.position + u)) + u.dot(place.position - c))
}

/// The edge from a corner to a point of another frame, in which its outline lies at `place`.
fn edge_at(edge: &Edge, place: &Place) -> Edge {
    Edge { end: place.point(edge.end), arc: edge.arc.map(|centre| place.point(centre)) }
}

/// Where the straight edge ends that stands for an edge from the corner a when a rod c-d may cut it. An arc is crossed where the line of the rod first
/// meets it on the way from a, in the sense `turning`; the straight edge through there goes on as far again behind the rod.
fn straight_end(edge: Edge, a: DVec2, [c, d]: [DVec2; 2], turning: f64) -> DVec2 {
    let Some(centre) = edge.arc else { return edge.end };
    let from = a - centre;
    let ahead = |to: DVec2| (turning * angle_between(from, to)).rem_euclid(TAU);
    let along = (d - c).normalize();
    let foot = along.perp() * along.perp_dot(c - centre);
    let half_chord = (from.length_squared() - foot.length_squared()).max(0.0).sqrt();
    let crossings = [foot - half_chord * along, foot + half_chord * along];
    let first = if ahead(crossings[0]) < ahead(crossings[1]) { crossings[0] } else { crossings[1] };
    if half_chord > 0.0 && ahead(first) <= ahead(edge.end - centre) { a + 2.0 * (first - from) } else { edge.end }
}

/// Whether the rod c-d cuts a corner off from its body, which lies at `place` in the frame of the rod.
fn is_cut_off(rod: [DVec2; 2], corner: DVec2, edges: &Edges, place: &Place) -> bool {
    match edges {
        Edges::Rod(end) => cross(corner, place.point(*end), rod[0], rod[1]),
        Edges::Two(edges) => edges.iter().zip([-1.0, 1.0]).all(|(edge, turning)| {
            cuts(rod, corner, straight_end(edge_at(edge, place), corner, rod, turning), turning)
        }),
    }
}

/// The face of the thin rod nearest to the corner `circle` of the outline `owner` that lies at `place` in the frame of the rod.
pub(super) fn nearest_side(
    rod: &Outline,
    (corner, cone): (DVec2, &Sector),
    (owner, circle): (&Outline, &Circle),
    place: &Place,
) -> Nearest {
    let near = rod.nearest(corner, cone);
    let (Some(edges), [first, second]) = (circle.edges, rod.circles.as_slice()) else {
        return positive(rod, near);
    };
    for (face, end) in rod.circles.iter().enumerate() {
        if let Some(normal) = tip_normal(circle, end, place) {
            let face = (rod.lines.len() + face) as u32;
            return Nearest { face, distance: normal.dot(corner - end.centre), normal };
        }
    }
    let (c, d) = (first.centre, second.centre);
    let skin = skin(circle, rod);
    let lifted = |near: Nearest| match near.face {
        0 | 1 => Nearest { distance: near.distance - skin, ..near },
        _ => near,
    };
    if !is_cut_off([c, d], corner, &edges, place) {
        // Not cut off: outside, but flush with the rod the corner's own cone has chosen the side, if it can: that of a rod that lies flat cannot.
        let chosen = skin == 0.0 || cone.excess(-near.normal) < -FLAT;
        let is_flush = chosen && near.distance.abs() <= TIE * rod.size;
        return lifted(if is_flush { near } else { positive(rod, near) });
    }
    let depth = off_line(corner, c, d);
    // Tips that crossed like the sides of a roof went equally deep, up to rounding: both count.
    let less = |other: f64, own: f64| other < own - TIE * rod.size;
    let other_is_less = match edges {
        Edges::Rod(end) => {
            let end = place.point(end);
            let others = [off_line(end, c, d), off_line(c, corner, end), off_line(d, corner, end)];
            others.into_iter().any(|other| less(other, depth))
        }
        Edges::Two(_) => {
            let [own, other] = reaches(owner, place, [c, d], corner);
            less(other, own)
        }
    };
    if other_is_less {
        return lifted(positive(rod, near));
    }
    let face = u32::from(rod.lines[0].distance(corner) > 0.0);
    lifted(Nearest { face, distance: -depth, normal: rod.lines[face as usize].normal })
}

/// How far above the side of a rod a corner touches it: that of another rod without thickness a little, others not at all.
pub(crate) fn skin(corner: &Circle, rod: &Outline) -> f64 {
    if rod.kind == Kind::Thin && matches!(corner.edges, Some(Edges::Rod(_))) { SKIN * rod.size } else { 0.0 }
}

/// The length within which two tips meet: rounding of the rod of `tip`; `None` if it is not the tip of a thin rod.
fn tip_width(tip: &Circle) -> Option<f64> {
    match tip.edges? {
        Edges::Rod(end) => Some(0.5 * TIE * tip.centre.distance(end)),
        Edges::Two(_) => None,
    }
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

/// What a meeting of two tips adds to the gap of the one that does not own it: as much as a tip may miss an edge on which it stands, so that it is
/// not closed, and so little that the tip is near as soon as they have parted. `None` if they do not meet.
pub(super) fn meeting_tips(own: &Circle, end: &Circle, place: &Place) -> Option<f64> {
    tip_normal(own, end, place)?;
    match end.edges? {
        Edges::Rod(other) => Some(STANDS * end.centre.distance(other)),
        Edges::Two(_) => None,
    }
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
