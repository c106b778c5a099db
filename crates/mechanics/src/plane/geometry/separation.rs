//! How far two convex shapes are apart or overlap: the largest separation over all directions that can separate them
//! best (normals of lines, and directions between the centres of circles).

use glam::DVec2;
use std::ops::ControlFlow;

use super::outline::{Kind, Outline};
use super::place::Place;

/// Separation of two shapes at their places in the world; negative is the depth of the overlap. Once it is known to be at least `enough` it is
/// not looked for any further.
pub(crate) fn separation(a: (&Outline, &Place), b: (&Outline, &Place), enough: f64) -> f64 {
    match (a.0.kind, b.0.kind) {
        (Kind::HalfSpace | Kind::Hollow, Kind::HalfSpace | Kind::Hollow) => f64::INFINITY,
        (Kind::HalfSpace | Kind::Hollow, _) => from_unbounded(b, a),
        (_, Kind::HalfSpace | Kind::Hollow) => from_unbounded(a, b),
        _ => between_convex(a.0, b.0, &a.1.seen_from(b.1), enough),
    }
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

/// Both bounded; a lies at `place` in the frame of b.
fn between_convex(a: &Outline, b: &Outline, place: &Place, enough: f64) -> f64 {
    let along = |u: DVec2| {
        // u points from b to a.
        let back = place.local(place.position - u);
        u.dot(place.position) - a.support(back) - b.support(u)
    };
    let of_a = a.lines.iter().map(|line| along(-place.turn(line.normal)));
    let of_b = b.lines.iter().map(|line| along(line.normal));
    let between = a
        .circles
        .iter()
        .flat_map(|p| b.circles.iter().filter_map(move |q| (place.point(p.centre) - q.centre).try_normalize()));
    let larger = |most: f64, next: f64| {
        let most = most.max(next);
        if most < enough { ControlFlow::Continue(most) } else { ControlFlow::Break(most) }
    };
    match of_a.chain(of_b).chain(between.map(along)).try_fold(f64::NEG_INFINITY, larger) {
        ControlFlow::Continue(most) | ControlFlow::Break(most) => most,
    }
}
