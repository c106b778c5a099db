//! The key to lines and marks, as a column beside a plot or as a block under a grid.

use carom_impact::plane::{ImpulsePlane, LineKind};
use svg::node::element::Group;

use super::super::canvas::{Build, Pixel, Sheet, Stroke, rectangle};
use super::super::palette::{GREY, INK, SHADE, Style};
use super::super::text::{Anchor, Label, Type};
use super::{ends, geometry};

/// Distance of two rows and width of a sample [px].
const ROW: f64 = 19.0;
const SAMPLE: f64 = 30.0;

const HEADING: &str = "Lines and marks";
pub(super) const UNEQUAL: &str = "axes differ in scale";
pub(super) const MOMENT: &str = "† has a moment impulse: conic and lines do not hold for it";

/// What a sample shows.
enum Mark {
    Stroke(Stroke),
    Region,
    Compression,
    End,
}

/// Heading and rows from a corner down; returns where the column ends.
pub(super) fn column(sheet: &mut Sheet, plane: &ImpulsePlane, (x, top): Pixel, equal: bool) -> f64 {
    let mut y = top + 11.0;
    sheet.add(Label::plain(HEADING).at((x, y), Type::HEAD, Anchor::Start));
    y += 4.0;
    for row in rows(plane) {
        y += ROW;
        sheet.add(entry(&row, (x, y)));
    }
    if !equal {
        y += ROW;
        let note = Label::plain(UNEQUAL);
        sheet.add(note.at((x, y), Type::BODY, Anchor::Start).with("fill", GREY));
    }
    y
}

/// The same in two columns under the cursor, with notes (empty ones are left out).
pub(super) fn block(sheet: &mut Sheet, plane: &ImpulsePlane, (left, width): (f64, f64), notes: &[&str]) {
    let top = sheet.cursor;
    let rows = rows(plane);
    let lines = rows.len().div_ceil(2);
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
        Mark::End => group.add(Style::new(6).marker(middle).set("class", "key")),
    };
    group.add(Label::markup(text).at((x + SAMPLE + 8.0, y), Type::BODY, Anchor::Start))
}

/// The rows that the picture needs.
fn rows(plane: &ImpulsePlane) -> Vec<(Mark, &'static str)> {
    let drawn: Vec<_> = geometry::lines(plane).iter().map(|line| line.kind).collect();
    let names = [
        (LineKind::Compression, if drawn.contains(&LineKind::Termination) { COMPRESSION } else { BOTH }),
        (LineKind::Termination, "Newton’s termination"),
        (LineKind::Sticking, "sticking"),
        (LineKind::FrictionForward, "limits of friction"),
        (LineKind::ReverseSliding, "reverse sliding"),
    ];
    let lines = names.into_iter().filter(|(kind, _)| drawn.contains(kind));
    let mut rows = vec![(Mark::Stroke(geometry::CONIC), "no change of energy")];
    rows.extend(lines.map(|(kind, text)| (Mark::Stroke(geometry::stroke(kind)), text)));
    if plane.region_slopes().is_some() {
        rows.push((Mark::Region, "admissible region"));
    }
    rows.push((Mark::Compression, "C, compression ends"));
    rows.push((Mark::End, "E, end of a law"));
    rows
}

const COMPRESSION: &str = "maximum compression";
const BOTH: &str = "compression, termination";
