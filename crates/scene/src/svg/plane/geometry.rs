//! Conic, lines and admissible region on the sheet.

use carom_impact::plane::{ImpulsePlane, LineKind, PlaneLine};
use svg::node::element::Group;

use super::super::canvas::{Dash, Pixel, Stroke, filled};
use super::super::frame::Frame;
use super::super::palette::{GREY, INK, SHADE};
use super::xy;

/// The conic's stroke.
pub(super) const CONIC: Stroke = Stroke::solid(INK, 1.6);

/// Magnitude below which e or mu makes two lines one.
const NOTHING: f64 = 1e-12;

/// Dash of a line.
pub(super) fn stroke(kind: LineKind) -> Stroke {
    let dash: Dash = match kind {
        LineKind::Compression => &[9.0, 4.0],
        LineKind::Termination => &[9.0, 3.0, 2.0, 3.0],
        LineKind::Sticking => &[2.0, 3.0],
        LineKind::FrictionForward | LineKind::FrictionBackward => &[],
        LineKind::ReverseSliding => &[5.0, 3.0],
    };
    Stroke { colour: GREY, width: 1.2, dash }
}

/// The lines to draw: those that would lie on another one are left out (e = 0, mu = 0).
pub(super) fn lines(plane: &ImpulsePlane) -> Vec<PlaneLine> {
    let mut lines = plane.lines();
    lines.retain(|line| match line.kind {
        LineKind::Termination => plane.e().abs() > NOTHING,
        LineKind::FrictionBackward | LineKind::ReverseSliding => plane.mu() > NOTHING,
        _ => true,
    });
    lines
}

/// A line's part within the frame.
pub(super) fn segment(line: &PlaneLine, frame: &Frame) -> Option<(Pixel, Pixel)> {
    frame.cut(xy(line.start), xy(line.direction), line.both_ways)
}

/// The conic on the sheet: a closed polygon that leaves the frame where it is cut off.
pub(super) fn conic(plane: &ImpulsePlane, frame: &Frame) -> Vec<Pixel> {
    plane.conic(1.01 * frame.window.reach()).into_iter().map(|point| frame.pixel(xy(point))).collect()
}

/// The admissible region on the sheet.
pub(super) fn region(plane: &ImpulsePlane, frame: &Frame) -> Vec<Pixel> {
    plane.region(1.01 * frame.window.reach()).into_iter().map(|point| frame.pixel(xy(point))).collect()
}

/// Region, axes through the origin, lines and conic, from the lowest to the topmost.
pub(super) fn draw(plane: &ImpulsePlane, frame: &Frame) -> Group {
    let region = region(plane, frame);
    let mut drawing = Group::new();
    if region.len() > 2 {
        drawing = drawing.add(filled(&region, SHADE).set("class", "region"));
    }
    drawing = drawing.add(frame.zero_lines());
    if region.len() == 2 {
        drawing = drawing.add(Stroke::solid(SHADE, 9.0).path(&region).set("class", "region"));
    }
    for line in lines(plane) {
        if let Some((from, to)) = segment(&line, frame) {
            drawing = drawing.add(stroke(line.kind).line(from, to).set("class", "line"));
        }
    }
    let outline = conic(plane, frame);
    if outline.is_empty() { drawing } else { drawing.add(CONIC.path(&outline).set("class", "conic")) }
}
