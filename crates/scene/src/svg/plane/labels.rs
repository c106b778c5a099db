//! Numbers at the end points and names along the lines, placed where they cover least.

use carom_impact::plane::{CornerKind, ImpulsePlane, LineKind};
use svg::node::element::{Circle, Group};

use super::super::canvas::{Build, Pixel, Stroke, px};
use super::super::frame::Frame;
use super::super::palette::{GREY, INK, MARKER};
use super::super::place::{Obstacles, Room};
use super::super::text::{Anchor, Label, Type};
use super::ends::{self, ARROW, COMPRESSION_RADIUS, EndGroup, pixels};
use super::{geometry, xy};

/// Radius of the disc behind a number [px].
const TAG: f64 = 9.5;
/// Distances of a number from its point [px]; from the third on a leader line joins them.
const DISTANCES: [f64; 6] = [17.0, 22.0, 32.0, 44.0, 58.0, 74.0];
const LEADER_FROM: f64 = 24.0;
/// Directions tried at each distance.
const DIRECTIONS: usize = 24;
/// Places tried along a line.
const PLACES: usize = 80;
/// Distance of a name from its line [px].
const OFF_LINE: f64 = 12.0;

/// Cost of a name or number across a line of the plane, across a chord of the conic, and across a path or leader.
const ACROSS_LINE: f64 = 20.0;
const ACROSS_CHORD: f64 = 14.0;
const ACROSS_PATH: f64 = 60.0;
/// The same across an axis through the origin, and across the leader line of another number.
const ACROSS_AXIS: f64 = 2.0;
const ACROSS_LEADER: f64 = 150.0;
/// A name that would cost more is left to the key.
const TOO_CROWDED: f64 = 110.0;

/// Numbers of the groups and names of the lines.
pub(super) fn draw(plane: &ImpulsePlane, groups: &[EndGroup], frame: &Frame) -> Group {
    let mut obstacles = obstacles(plane, groups, frame);
    let drawing = groups.iter().zip(ends::sizes(groups, frame)).fold(Group::new(), |drawing, (group, size)| {
        let crowded = ends::is_crowded(group, groups, frame);
        number(drawing, group, (size, crowded), frame, &mut obstacles)
    });
    let drawing = geometry::lines(plane).iter().fold(drawing, |drawing, line| {
        let Some((from, to)) = geometry::segment(line, frame) else { return drawing };
        let places = (1..PLACES).map(|i| {
            let t = i as f64 / PLACES as f64;
            // The ends of a line are the places where a reader looks for its name.
            let own = 10.0 * t.min(1.0 - t);
            ((from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1)), (to.1 - from.1).atan2(to.0 - from.0), own)
        });
        name(drawing, &Label::markup(line_name(line.kind, plane.mu())), places, frame, &mut obstacles)
    });
    let outline = geometry::conic(plane, frame);
    let stride = (outline.len() / (2 * PLACES)).max(1);
    let chords = outline.windows(2).step_by(stride).map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        (from, (to.1 - from.1).atan2(to.0 - from.0), 0.0)
    });
    name(drawing, &Label::markup(CONIC_NAME), chords, frame, &mut obstacles)
}

const CONIC_NAME: &str = "*T* = *T*_A";

/// What stands along a line.
fn line_name(kind: LineKind, mu: f64) -> &'static str {
    match kind {
        LineKind::Compression => "*D*_N = 0",
        LineKind::Termination => "*D*_N = −*e* *D*_NA",
        LineKind::Sticking => "*D*_T = 0",
        LineKind::FrictionForward if mu == 0.0 => "*I*_T = 0",
        LineKind::FrictionForward => "*I*_T = −*μ* *I*_N",
        LineKind::FrictionBackward => "*I*_T = *μ* *I*_N",
        LineKind::ReverseSliding => "reverse",
    }
}

/// Markers and lines of the plot.
fn obstacles(plane: &ImpulsePlane, groups: &[EndGroup], frame: &Frame) -> Obstacles {
    // The origin, where all paths begin, is no place for a name.
    let origin = Room::upright(frame.pixel((0.0, 0.0)), (12.0, 12.0));
    let mut obstacles = Obstacles { rooms: vec![origin], ..Default::default() };
    let axes = [(1.0, 0.0), (0.0, 1.0)].into_iter().filter_map(|along| frame.cut((0.0, 0.0), along, true));
    obstacles.segments.extend(axes.map(|(from, to)| (from, to, ACROSS_AXIS)));
    let lines = geometry::lines(plane);
    let segments = lines.iter().filter_map(|line| geometry::segment(line, frame));
    obstacles.segments.extend(segments.map(|(from, to)| (from, to, ACROSS_LINE)));
    let outline = geometry::conic(plane, frame);
    obstacles.segments.extend(outline.windows(2).map(|pair| (pair[0], pair[1], ACROSS_CHORD)));
    for (group, size) in groups.iter().zip(ends::sizes(groups, frame)) {
        let (at, half) = match ends::beyond(group, frame) {
            Some((tip, along)) => ((tip.0 - 0.5 * ARROW * along.0, tip.1 - 0.5 * ARROW * along.1), 0.5 * ARROW),
            None => (frame.pixel(xy(group.at)), MARKER * size + 1.0),
        };
        obstacles.rooms.push(Room::upright(at, (half, half)));
        // An arrow must not seem to point at a number.
        let ahead = ends::beyond(group, frame).map(|(tip, along)| (tip.0 + ARROW * along.0, tip.1 + ARROW * along.1));
        obstacles.rooms.extend(ahead.map(|at| Room::upright(at, (ARROW, ARROW))));
        for path in &group.paths {
            let corners = pixels(path, frame);
            obstacles.segments.extend(corners.windows(2).map(|pair| (pair[0], pair[1], ACROSS_PATH)));
            let compressed =
                path.corners.iter().zip(&corners).filter(|(corner, _)| corner.kind == CornerKind::Compression);
            let half = (COMPRESSION_RADIUS, COMPRESSION_RADIUS);
            obstacles.rooms.extend(compressed.map(|(_, at)| Room::upright(*at, half)));
        }
    }
    obstacles
}

/// The number of a group beside its end point (or the arrow to it), with a leader line if it had to go far or the point is crowded.
fn number(
    drawing: Group,
    group: &EndGroup,
    (size, crowded): (f64, bool),
    frame: &Frame,
    obstacles: &mut Obstacles,
) -> Group {
    let beyond = ends::beyond(group, frame);
    let end = beyond.map_or_else(
        || frame.pixel(xy(group.at)),
        |(tip, along)| (tip.0 - 0.6 * ARROW * along.0, tip.1 - 0.6 * ARROW * along.1),
    );
    if !frame.holds(end, 0.0) {
        return drawing;
    }
    let Some((room, _, at)) = obstacles.best(number_places(end, crowded, frame, obstacles).into_iter()) else {
        return drawing;
    };
    obstacles.rooms.push(room);
    let far = distance(at, end);
    let drawing = if far > LEADER_FROM {
        obstacles.segments.push((end, at, ACROSS_LEADER));
        let toward = |length: f64| (end.0 + (at.0 - end.0) * length / far, end.1 + (at.1 - end.1) * length / far);
        let start = (MARKER * size + 1.0).min(far - TAG);
        drawing.add(Stroke::solid(INK, 0.9).line(toward(start), toward(far - TAG)))
    } else {
        drawing
    };
    drawing.add(tag(group, at))
}

/// Places for a number around a point within the frame, each with the cost of its distance and leader line.
fn number_places(end: Pixel, crowded: bool, frame: &Frame, obstacles: &Obstacles) -> Vec<(Room, f64, Pixel)> {
    let from = if crowded { LEADER_FROM } else { 0.0 };
    let rings = DISTANCES.iter().filter(|distance| **distance > from).enumerate();
    let places = rings.flat_map(|(ring, distance)| {
        (0..DIRECTIONS).map(move |i| {
            let angle = std::f64::consts::TAU * (i as f64 / DIRECTIONS as f64 - 0.125);
            ((end.0 + distance * angle.cos(), end.1 + distance * angle.sin()), 9.0 * ring as f64)
        })
    });
    let inside = places.filter(|(at, _)| frame.holds(*at, TAG + 2.0));
    let priced = inside.map(|(at, own)| {
        let leader = if distance(at, end) > LEADER_FROM { obstacles.leader_cost((end, at)) } else { 0.0 };
        (Room::upright(at, (TAG, TAG)), own + leader, at)
    });
    priced.collect()
}

fn distance(one: Pixel, other: Pixel) -> f64 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// The disc of a number.
pub(super) fn disc((x, y): Pixel, radius: f64, colour: &'static str) -> Circle {
    Circle::new()
        .set("cx", px(x))
        .set("cy", px(y))
        .set("r", px(radius))
        .set("fill", "#ffffff")
        .set("stroke", colour)
        .set("stroke-width", px(1.4))
}

/// A number in a disc; a dagger marks a moment.
pub(super) fn tag(group: &EndGroup, (x, y): Pixel) -> Group {
    let disc = disc((x, y), TAG, group.style.colour());
    let text = Label::plain(&group.number.to_string()).at((x, y + 4.2), Type::SMALL, Anchor::Middle);
    let drawing = Group::new().add(disc).add(text.with("class", "number"));
    if group.has_moment() {
        drawing.add(Label::plain("†").at((x + TAG, y - 4.0), Type::SMALL, Anchor::Start))
    } else {
        drawing
    }
}

/// A name along a line: candidates are a point of the line, its angle and a cost.
fn name(
    drawing: Group,
    label: &Label,
    places: impl Iterator<Item = (Pixel, f64, f64)>,
    frame: &Frame,
    obstacles: &mut Obstacles,
) -> Group {
    let half = (0.5 * label.width(Type::LABEL), 0.5 * Type::LABEL.size);
    let rooms = places.flat_map(|(at, angle, own)| {
        let angle = upright(angle);
        [(1.0, 0.0), (-1.0, 2.0)].map(|(side, cost)| {
            let off = side * OFF_LINE;
            let centre = (at.0 + off * angle.sin(), at.1 - off * angle.cos());
            (Room { centre, half, angle }, own + cost, ())
        })
    });
    let inside = rooms.filter(|(room, ..)| room.corners().iter().all(|corner| frame.holds(*corner, 4.0)));
    let Some((room, ..)) = obstacles.best(inside).filter(|(_, cost, ())| *cost <= TOO_CROWDED) else { return drawing };
    obstacles.names.push(room);
    let (x, y) = room.centre;
    let turn = format!("rotate({} {} {})", px(room.angle.to_degrees()), px(x), px(y));
    let text = label.rimmed_at((x, y + 0.33 * Type::LABEL.size), Type::LABEL, Anchor::Middle);
    drawing.add(text.with("fill", GREY).with("transform", turn).with("class", "name"))
}

/// The same line read from left to right.
fn upright(angle: f64) -> f64 {
    use std::f64::consts::{FRAC_PI_2, PI};
    if angle > FRAC_PI_2 + 1e-9 {
        angle - PI
    } else if angle <= -FRAC_PI_2 + 1e-9 {
        angle + PI
    } else {
        angle
    }
}
