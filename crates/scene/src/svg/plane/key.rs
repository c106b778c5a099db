//! The key to lines and marks, as a column beside a plot or as a block under a grid.

use carom_impact::plane::{CornerKind, ImpulsePlane, LineKind};
use svg::node::element::Group;

use super::super::canvas::{Build, Pixel, Sheet, Stroke, rectangle};
use super::super::frame::Frame;
use super::super::palette::{GREY, INK, SHADE};
use super::super::text::{Anchor, Label, Type};
use super::ends::EndGroup;
use super::{ends, geometry, labels, xy};

/// Distance of two rows and width of a sample [px].
const ROW: f64 = 19.0;
const SAMPLE: f64 = 30.0;

const HEADING: &str = "Lines and marks";
pub(super) const UNEQUAL: &str = "axes differ in scale";
pub(super) const MOMENT: &str = "† has a moment impulse: conic and lines do not hold for it";

/// What a sample shows.
pub(super) enum Mark {
    Stroke(Stroke),
    Region,
    Compression,
    /// The number at an end point.
    Number,
    /// An end point without number, as in a grid.
    End,
    /// An arrow to an end point outside.
    Beyond,
}

/// A sample and what it is.
pub(super) type Row = (Mark, &'static str);

/// Heading and rows from a corner down; returns where the column ends.
pub(super) fn column(sheet: &mut Sheet, rows: &[Row], (x, top): Pixel, equal: bool) -> f64 {
    let mut y = top + 11.0;
    sheet.add(Label::plain(HEADING).at((x, y), Type::HEAD, Anchor::Start));
    y += 4.0;
    for row in rows {
        y += ROW;
        sheet.add(entry(row, (x, y)));
    }
    if !equal {
        y += ROW;
        let note = Label::plain(UNEQUAL);
        sheet.add(note.at((x, y), Type::BODY, Anchor::Start).with("fill", GREY));
    }
    y
}

/// The same in two columns under the cursor, with notes (empty ones are left out).
pub(super) fn block(sheet: &mut Sheet, rows: &[Row], (left, width): (f64, f64), notes: &[&str]) {
    let top = sheet.cursor;
    let lines = rows.len().div_ceil(2).max(1);
    sheet.add(Label::plain(HEADING).at((left, top + 11.0), Type::HEAD, Anchor::Start));
    for (i, row) in rows.iter().enumerate() {
        let at = (left + 0.5 * width * (i / lines) as f64, top + 15.0 + ROW * (1 + i % lines) as f64);
        sheet.add(entry(row, at));
    }
    sheet.cursor = top + 15.0 + ROW * lines as f64;
    for note in notes.iter().filter(|note| !note.is_empty()) {
        sheet.cursor += ROW;
        sheet.add(Label::plain(note).at((left, sheet.cursor), Type::BODY, Anchor::Start).with("fill", GREY));
    }
}

fn entry((mark, text): &(Mark, &str), (x, y): Pixel) -> Group {
    let middle = (x + 0.5 * SAMPLE, y - 4.5);
    let group = Group::new();
    let group = match mark {
        Mark::Stroke(stroke) => group.add(stroke.line((x, middle.1), (x + SAMPLE, middle.1))),
        Mark::Region => group.add(rectangle((x, y - 11.0), SAMPLE, 13.0).set("fill", SHADE)),
        Mark::Compression => group.add(ends::open_circle(middle, INK).set("class", "key")),
        Mark::Number => {
            let number =
                Label::plain("1").at((middle.0, middle.1 + 4.0), Type { size: 11.0, bold: false }, Anchor::Middle);
            group.add(labels::disc(middle, 7.0, GREY)).add(number.with("fill", GREY))
        }
        Mark::End => group.add(labels::disc(middle, 4.5, "#ffffff").set("fill", GREY)),
        Mark::Beyond => {
            group.add(ends::arrow((middle.0 + 0.5 * ends::ARROW, middle.1), (1.0, 0.0), GREY).set("class", "key"))
        }
    };
    group.add(Label::markup(text).at((x + SAMPLE + 8.0, y), Type::BODY, Anchor::Start))
}

/// The rows that the picture needs: what is in sight within its frame.
pub(super) fn rows(plane: &ImpulsePlane, groups: &[EndGroup], frame: &Frame, numbered: bool) -> Vec<Row> {
    let lines = geometry::lines(plane);
    let drawn: Vec<_> =
        lines.iter().filter(|line| geometry::segment(line, frame).is_some()).map(|line| line.kind).collect();
    let apart = lines.iter().any(|line| line.kind == LineKind::Termination);
    let friction =
        [LineKind::FrictionForward, LineKind::FrictionBackward].into_iter().find(|kind| drawn.contains(kind));
    let names = [
        (Some(LineKind::Compression), if apart { COMPRESSION } else { BOTH }),
        (Some(LineKind::Termination), "Newton’s termination"),
        (Some(LineKind::Sticking), "sticking"),
        (friction, if plane.mu() == 0.0 { "no friction" } else { "limits of friction" }),
        (Some(LineKind::ReverseSliding), "reverse sliding"),
    ];
    let mut rows = Vec::new();
    if in_sight(&geometry::conic(plane, frame), frame) {
        rows.push((Mark::Stroke(geometry::CONIC), "no change of energy"));
    }
    for (kind, text) in names {
        rows.extend(kind.filter(|kind| drawn.contains(kind)).map(|kind| (Mark::Stroke(geometry::stroke(kind)), text)));
    }
    let region = geometry::region(plane, frame);
    if in_sight(&region, frame) || surrounds(&region, frame.room().centre) {
        rows.push((Mark::Region, "admissible region"));
    }
    let corners = groups.iter().flat_map(|group| &group.paths).flat_map(|path| &path.corners);
    let mut compressed = corners.filter(|corner| corner.kind == CornerKind::Compression);
    if compressed.any(|corner| frame.holds(frame.pixel(xy(corner.at)), 0.0)) {
        rows.push((Mark::Compression, "C, compression ends"));
    }
    if groups.iter().any(|group| frame.holds(frame.pixel(xy(group.at)), 0.0)) {
        rows.push((if numbered { Mark::Number } else { Mark::End }, "E, end of a law"));
    }
    if groups.iter().any(|group| ends::beyond(group, frame).is_some()) {
        rows.push((Mark::Beyond, "E outside the plot"));
    }
    rows
}

/// True if a polyline passes through the frame.
fn in_sight(points: &[Pixel], frame: &Frame) -> bool {
    let room = frame.room();
    points.windows(2).any(|pair| room.is_crossed((pair[0], pair[1])))
}

/// True if a polygon goes around a point.
fn surrounds(points: &[Pixel], (x, y): Pixel) -> bool {
    let next = points.iter().cycle().skip(1);
    let crossings = points
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.1 > y) != (b.1 > y) && x < a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1));
    crossings.count() % 2 == 1
}

const COMPRESSION: &str = "maximum compression";
const BOTH: &str = "compression, termination";
