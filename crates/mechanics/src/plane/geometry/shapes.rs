//! From the shape that a user says to its outline in the frame of the body.

use glam::DVec2;
use smallvec::SmallVec;

use super::outline::{Circle, Edge, Edges, Kind, Line, Outline, Sector, angle_between};
use super::place::Place;
use crate::plane::description::{ArcVertex, Shape, Side};

/// Two ends of an arc may differ this much in their distance from its centre, relative to it: numbers written with nine
/// digits.
const ARC_MISFIT: f64 = 1e-9;

/// Why a shape cannot be: the field and the sentence.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ShapeError {
    /// Which number of the shape.
    pub field: &'static str,
    /// What is wrong with it.
    pub message: String,
}

fn wrong<T>(field: &'static str, message: impl Into<String>) -> Result<T, ShapeError> {
    Err(ShapeError { field, message: message.into() })
}

fn positive(field: &'static str, value: f64) -> Result<(), ShapeError> {
    if value.is_finite() && value > 0.0 { Ok(()) } else { wrong(field, format!("must be positive, got {value}")) }
}

impl Outline {
    /// The outline of a shape placed in the frame of its body.
    pub fn of(shape: &Shape, place: &Place) -> Result<Self, ShapeError> {
        match shape {
            Shape::Point => Ok(round(place.position, 0.0)),
            Shape::Disc { radius } => positive("radius", *radius).map(|()| round(place.position, *radius)),
            Shape::Rod { length, radius } => rod(*length, *radius, place),
            Shape::Box { width, height } => {
                positive("width", *width)?;
                positive("height", *height)?;
                let (x, y) = (0.5 * width, 0.5 * height);
                polygon(&[(-x, -y), (x, -y), (x, y), (-x, y)].map(|p| place.point(p.into())))
            }
            Shape::Polygon { points } => polygon(&points.iter().map(|&p| place.point(p)).collect::<Vec<_>>()),
            Shape::ArcFaced { vertices } => arc_faced(vertices, place),
            Shape::HalfSpace { normal } => {
                let Some(normal) = normal.try_normalize() else {
                    return wrong("normal", format!("must have a length, got {normal}"));
                };
                let line = Line { start: place.position, normal: place.turn(normal), length: f64::INFINITY };
                Ok(Self::new(Kind::HalfSpace, vec![line], Vec::new()))
            }
            Shape::Hollow { radius } => {
                positive("radius", *radius)?;
                let Self { circles, .. } = round(place.position, *radius);
                Ok(Self::new(Kind::Hollow, Vec::new(), circles))
            }
        }
    }
}

fn round(centre: DVec2, radius: f64) -> Outline {
    let circle = Circle { centre, radius, sector: Sector::ALL, inside: true, edges: None };
    Outline::new(Kind::Solid, Vec::new(), vec![circle])
}

/// Two sides and two round (or sharp) ends: the faces are upper side, lower side, right end, left end.
fn rod(length: f64, radius: f64, place: &Place) -> Result<Outline, ShapeError> {
    positive("length", length)?;
    if !(radius.is_finite() && radius >= 0.0) {
        return wrong("radius", format!("must not be negative, got {radius}"));
    }
    let ends = [0.5 * length, -0.5 * length].map(|x| place.point(DVec2::new(x, 0.0)));
    let up = place.turn(DVec2::Y);
    let side = |from: DVec2, up: DVec2| Line { start: from + radius * up, normal: up, length };
    let end = |centre: DVec2, other: DVec2, out: f64| {
        let sector = Sector { middle: out * place.turn(DVec2::X), half: std::f64::consts::FRAC_PI_2 };
        let edges = (radius == 0.0).then_some(Edges::Rod(other));
        Circle { centre, radius, sector, inside: true, edges }
    };
    let circles = vec![end(ends[0], ends[1], 1.0), end(ends[1], ends[0], -1.0)];
    let kind = if radius > 0.0 { Kind::Solid } else { Kind::Thin };
    Ok(Outline::new(kind, vec![side(ends[0], up), side(ends[1], -up)], circles))
}

/// The corners counter-clockwise in the frame of the body.
fn polygon(points: &[DVec2]) -> Result<Outline, ShapeError> {
    let straight = |&point: &DVec2| ArcVertex { point, side: Side::Straight };
    outline(&points.iter().map(straight).collect::<Vec<_>>(), "points")
}

fn arc_faced(vertices: &[ArcVertex], place: &Place) -> Result<Outline, ShapeError> {
    let placed = vertices.iter().map(|vertex| ArcVertex {
        point: place.point(vertex.point),
        side: match vertex.side {
            Side::Centre(centre) => Side::Centre(place.point(centre)),
            side => side,
        },
    });
    outline(&placed.collect::<Vec<_>>(), "vertices")
}

/// Centre and radius of an arc from one point to the next.
pub(crate) fn arc(from: DVec2, to: DVec2, side: Side) -> Option<(DVec2, f64)> {
    match side {
        Side::Straight => None,
        Side::Centre(centre) => Some((centre, 0.5 * (centre.distance(from) + centre.distance(to)))),
        Side::Bulge(b) => {
            // With the chord c and b = tan(angle/4): radius = c (1 + b^2) / (4 b), centre (1 - b^2) c / (4 b) left of
            // the chord.
            let chord = to - from;
            let centre = 0.5 * (from + to) + chord.perp() * ((1.0 - b * b) / (4.0 * b));
            Some((centre, chord.length() * (1.0 + b * b) / (4.0 * b)))
        }
    }
}

fn check_side(index: usize, from: DVec2, to: DVec2, side: Side) -> Result<(), ShapeError> {
    let finite = match side {
        Side::Straight => true,
        Side::Bulge(bulge) => bulge.is_finite() && bulge > 0.0,
        Side::Centre(centre) => centre.is_finite(),
    };
    if !from.is_finite() || !finite {
        return wrong("vertices", format!("vertex {index} must be finite, and its bulge positive"));
    }
    if from == to {
        return wrong("vertices", format!("vertex {index} and the next are the same point {from}"));
    }
    if let (Side::Centre(centre), Some((_, radius))) = (side, arc(from, to, side)) {
        let misfit = (centre.distance(from) - centre.distance(to)).abs();
        if misfit > ARC_MISFIT * radius {
            let message = format!(
                "the ends of the arc after vertex {index} differ by {misfit} m in their distance from its centre"
            );
            return wrong("vertices", message);
        }
    }
    Ok(())
}

/// Outward normals at the two ends of a side.
fn end_normals(from: DVec2, to: DVec2, side: Side) -> [DVec2; 2] {
    match arc(from, to, side) {
        Some((centre, _)) => [from, to].map(|end| (end - centre).normalize_or(DVec2::X)),
        None => [Line::between(from, to).normal; 2],
    }
}

/// The outline with these vertices, if they go round once counter-clockwise and never turn right.
fn outline(vertices: &[ArcVertex], field: &'static str) -> Result<Outline, ShapeError> {
    let n = vertices.len();
    if n < 2 || (n < 3 && vertices.iter().all(|v| v.side == Side::Straight)) {
        return wrong(field, format!("an outline needs at least three corners, got {n}"));
    }
    let ends = |i: usize| (vertices[i % n].point, vertices[(i + 1) % n].point, vertices[i % n].side);
    for i in 0..n {
        let (from, to, side) = ends(i);
        check_side(i, from, to, side).map_err(|error| ShapeError { field, ..error })?;
    }
    let (mut lines, mut circles) = (Vec::new(), Vec::new());
    for i in 0..n {
        let (before, here, side) = ends(i + n - 1);
        let (_, next, after) = ends(i);
        let normals = [end_normals(before, here, side)[1], end_normals(here, next, after)[0]];
        let Some(sector) = corner(normals) else {
            let message =
                format!("must be convex and counter-clockwise: the outline turns right at corner {i}, counted from 0");
            return wrong(field, message);
        };
        let edge =
            |from: DVec2, to: DVec2, side: Side, end: DVec2| Edge { end, arc: arc(from, to, side).map(|arc| arc.0) };
        circles.push(Circle::vertex(here, sector, [edge(before, here, side, before), edge(here, next, after, next)]));
        match arc(here, next, after) {
            None => lines.push(Line::between(here, next)),
            Some((centre, radius)) => {
                let [from, to] = end_normals(here, next, after);
                let sector = Sector::between(from, to);
                circles.push(Circle { centre, radius, sector, inside: false, edges: None });
            }
        }
    }
    let turn: f64 = circles.iter().map(|circle| 2.0 * circle.sector.half).sum();
    // A whole number of turns, up to rounding.
    if (turn - std::f64::consts::TAU).abs() > 1e-6 {
        return wrong(field, "must be convex and go round once: this outline crosses itself");
    }
    Ok(finish(lines, circles))
}

/// The cone of normals of a corner between the normals before and after it; `None` if it turns right. Rounding of the
/// coordinates turns a smooth joint either way by about 1e-16 of their size over a side.
fn corner([before, after]: [DVec2; 2]) -> Option<Sector> {
    let turning = angle_between(before, after);
    (turning >= -ARC_MISFIT).then(|| Sector::between(before, if turning > 0.0 { after } else { before }))
}

/// Marks the arcs whose whole circle is inside, drops vertices that do nothing, and puts the arcs after the vertices.
fn finish(lines: Vec<Line>, circles: Vec<Circle>) -> Outline {
    let (mut arcs, vertices): (Vec<_>, Vec<_>) = circles.into_iter().partition(|c| c.radius > 0.0);
    let whole: SmallVec<[bool; 8]> = (0..arcs.len())
        .map(|i| {
            let (centre, radius) = (arcs[i].centre, arcs[i].radius * (1.0 - ARC_MISFIT));
            let behind = |line: &Line| line.distance(centre) <= -radius;
            let within = |k: usize| k == i || reach(&arcs[k], centre) <= arcs[k].radius - radius;
            lines.iter().all(behind) && (0..arcs.len()).all(within)
        })
        .collect();
    arcs.iter_mut().zip(whole).for_each(|(arc, whole)| arc.inside = whole);
    // Where an arc goes smoothly over into the next side, its whole circle already does what the vertex would do.
    let smooth = |vertex: &Circle| {
        let on = |arc: &Circle| (arc.centre.distance(vertex.centre) - arc.radius).abs() <= ARC_MISFIT * arc.radius;
        vertex.sector.half <= ARC_MISFIT && arcs.iter().any(|arc| arc.inside && on(arc))
    };
    let kept: Vec<Circle> = vertices.into_iter().filter(|vertex| !smooth(vertex)).chain(arcs.iter().copied()).collect();
    Outline::new(Kind::Solid, lines, kept)
}

/// Largest u . (p - c) over the directions u of an arc's sector.
fn reach(arc: &Circle, p: DVec2) -> f64 {
    let (direction, distance) = arc.direction(p);
    match arc.sector.ends() {
        Some(ends) if !arc.sector.faces(direction) => distance * ends[0].dot(direction).max(ends[1].dot(direction)),
        _ => distance,
    }
}
