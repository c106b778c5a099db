//! How far two convex shapes are apart or overlap: the largest separation over all directions that can separate them
//! best (normals of lines, and directions between the centres of circles).
//!
//! Shapes that overlap a little, as they do by time stepping and by penalty, touch where they overlap least: a corner near the end of a face
//! may be nearer to the side of a body than to the face that it has come through, but the two bodies as wholes are not.

use glam::DVec2;
use std::ops::ControlFlow;

use super::outline::{Kind, Line, Outline, TIE};
use super::place::Place;

/// Separation of two shapes at their places in the world; negative is the depth of the overlap. Once it is known to be at least `enough` it is
/// not looked for any further.
pub(crate) fn separation(a: (&Outline, &Place), b: (&Outline, &Place), enough: f64) -> f64 {
    match (a.0.kind, b.0.kind) {
        (Kind::HalfSpace | Kind::Hollow, Kind::HalfSpace | Kind::Hollow) => f64::INFINITY,
        (Kind::HalfSpace | Kind::Hollow, _) => from_unbounded(b, a),
        (_, Kind::HalfSpace | Kind::Hollow) => from_unbounded(a, b),
        _ => between_convex(a.0, b.0, &a.1.seen_from(b.1), enough).0,
    }
}

/// The cosine from which on a face looks along a direction: two faces on each other are turned by little.
const ALONG: f64 = 0.9;

/// How many times as deep as the two overlap a corner outside of b may be under a face of b.
const DEEPER: f64 = 2.0;

/// Whether a shape has an inside and faces.
fn is_solid(outline: &Outline) -> bool {
    outline.kind == Kind::Solid && !outline.is_round()
}

/// Whether corners of two shapes may be under faces without being inside: of two solids, and of a solid and a rod without thickness, whose tip
/// may have sunk into the one edge of a corner while the corner comes through the rod. Of two rods only tips come through.
fn may_be_under(a: &Outline, b: &Outline) -> bool {
    let thin = |outline: &Outline| outline.kind == Kind::Thin;
    is_solid(a) && is_solid(b) || thin(a) && is_solid(b) || is_solid(a) && thin(b)
}

/// The separation of two shapes that overlap, and the direction from b to a along which it is; `None` where they are apart.
fn overlap(a: (&Outline, &Place), b: (&Outline, &Place)) -> Option<(f64, DVec2)> {
    let apart = TIE * a.0.size.max(b.0.size);
    Some(between_convex(a.0, b.0, &a.1.seen_from(b.1), apart)).filter(|(separation, _)| *separation < apart)
}

/// The line of b that looks along a direction.
fn line_along(b: &Outline, u: DVec2) -> Option<usize> {
    let lines = b.lines.iter().enumerate().map(|(face, line)| (face, line.normal.dot(u)));
    let best = lines.filter(|(_, along)| *along > ALONG);
    best.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(face, _)| face)
}

/// The face of a solid b against which sharp corners of a solid a rest if the two overlap: the one that looks along the direction in which
/// they overlap least. `None` where no face does: there a corner of b rests on a face of a.
pub(crate) fn face_between(a: (&Outline, &Place), b: (&Outline, &Place)) -> Option<u32> {
    if !is_solid(a.0) || !is_solid(b.0) {
        return None;
    }
    let (_, u) = overlap(a, b)?;
    let round = b.0.circles.iter().position(|circle| circle.radius > 0.0 && circle.sector.excess(u) <= 0.0);
    let face = round.map(|circle| b.0.lines.len() + circle).or_else(|| line_along(b.0, u));
    face.map(|face| face as u32)
}

/// The line of b that corners of a may be under without being inside of b, beside a sharp edge, and that of a for corners of b: the two overlap
/// across it hardly deeper than they overlap at least. Some corner of one of the two is beside such a line of the other one: of two shapes
/// that overlap, the nearest point on the boundary of their difference is always within one of its sides.
pub(crate) fn lines_above(a: (&Outline, &Place), b: (&Outline, &Place)) -> [Option<usize>; 2] {
    let overlapping = if may_be_under(a.0, b.0) { overlap(a, b) } else { None };
    let Some((separation, u)) = overlapping else { return [None; 2] };
    let place = a.1.seen_from(b.1);
    let own = place.local(place.position - u);
    [line_above(a.0, b.0, &place, separation, u), line_above(b.0, a.0, &b.1.seen_from(a.1), separation, own)]
}

/// The line of b that looks along u, if a, at its place in the frame of b, is hardly deeper under it than their separation.
fn line_above(a: &Outline, b: &Outline, place: &Place, separation: f64, u: DVec2) -> Option<usize> {
    let face = line_along(b, u)?;
    let deepest = depth_under(a, &b.lines[face], place);
    (deepest < 0.0 && deepest >= DEEPER * separation.min(0.0) - TIE * b.size).then_some(face)
}

/// The distance from a line to the lowest point under it of a bounded shape that lies at `place` in its frame.
fn depth_under(a: &Outline, line: &Line, place: &Place) -> f64 {
    let down = place.local(place.position - line.normal);
    line.distance(place.position) - a.support(down)
}

/// The least distance of a bounded shape from a half-space or the wall of a hollow.
fn from_unbounded(a: (&Outline, &Place), b: (&Outline, &Place)) -> f64 {
    let place = a.1.seen_from(b.1);
    let from_lines = b.0.lines.iter().map(|line| {
        let normal = place.local(place.position + line.normal);
        -a.0.support(-normal) - line.normal.dot(line.start - place.position)
    });
    let from_circles = b.0.circles.iter().flat_map(|wall| {
        a.0.circles.iter().filter_map(move |circle| {
            let centre = place.point(circle.centre);
            let (out, distance) = wall.direction(centre);
            let own = place.local(place.position + out);
            circle.belongs(own).then_some(wall.radius - distance - circle.radius)
        })
    });
    from_lines.chain(from_circles).fold(f64::INFINITY, f64::min)
}

/// Both bounded; a lies at `place` in the frame of b. The separation, and the direction from b to a along which it is.
fn between_convex(a: &Outline, b: &Outline, place: &Place, enough: f64) -> (f64, DVec2) {
    let along = |u: DVec2| {
        // u points from b to a.
        let back = place.local(place.position - u);
        (u.dot(place.position) - a.support(back) - b.support(u), u)
    };
    let of_a = a.lines.iter().map(|line| along(-place.turn(line.normal)));
    let of_b = b.lines.iter().map(|line| along(line.normal));
    let between = a
        .circles
        .iter()
        .flat_map(|p| b.circles.iter().filter_map(move |q| (place.point(p.centre) - q.centre).try_normalize()));
    let larger = |most: (f64, DVec2), next: (f64, DVec2)| {
        let most = if next.0 > most.0 { next } else { most };
        if most.0 < enough { ControlFlow::Continue(most) } else { ControlFlow::Break(most) }
    };
    match of_a.chain(of_b).chain(between.map(along)).try_fold((f64::NEG_INFINITY, DVec2::Y), larger) {
        ControlFlow::Continue(most) | ControlFlow::Break(most) => most,
    }
}
