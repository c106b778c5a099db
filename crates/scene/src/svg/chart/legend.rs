//! The legend: samples and names in rows above the plots.

use super::super::canvas::{MARGIN, Sheet, Stroke, WIDTH, rectangle};
use super::super::text::{Anchor, Label, Type};
use super::{Entry, marks};

/// Distance of two rows, gap after a sample and after a name [px].
const ROW: f64 = 20.0;
const AFTER_SAMPLE: f64 = 7.0;
const AFTER_NAME: f64 = 22.0;
/// Longest name [px]; a longer one is cut.
const LONGEST: f64 = 230.0;

/// What samples show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Sample {
    Line,
    Stem,
    Fill,
}

impl Sample {
    /// Length of a sample [px].
    fn length(self) -> f64 {
        match self {
            Self::Line => 34.0,
            Self::Stem => 8.0,
            Self::Fill => 14.0,
        }
    }
}

/// The style of a legend's entry that explains the band.
pub const BAND: usize = usize::MAX;

/// Draws entries from the cursor down, as many a row as fit.
pub(in super::super) fn draw(sheet: &mut Sheet, entries: &[Entry<'_>], sample: Sample) {
    let mut x = f64::INFINITY;
    for entry in entries {
        let label = Label::cut(entry.name, LONGEST, Type::BODY);
        let width = sample.length() + AFTER_SAMPLE + label.room(Type::BODY);
        if x + width > WIDTH - MARGIN {
            x = MARGIN;
            sheet.cursor += ROW;
        }
        let y = sheet.cursor - 4.0;
        draw_sample(sheet, entry.style, sample, (x, y - 4.5));
        sheet.add(label.at((x + sample.length() + AFTER_SAMPLE, y), Type::BODY, Anchor::Start));
        x += width + AFTER_NAME;
    }
}

fn draw_sample(sheet: &mut Sheet, style: usize, sample: Sample, (x, y): (f64, f64)) {
    let (colour, length) = (marks::colour(style), sample.length());
    match sample {
        _ if style == BAND => sheet.add(marks::band_sample((x, y), length)),
        Sample::Line => sheet.add(marks::stroke(style).line((x, y), (x + length, y))),
        Sample::Stem => {
            let middle = x + 0.5 * length;
            sheet.add(Stroke::solid(colour, 1.2).line((middle, y + 5.0), (middle, y - 4.0)));
            sheet.add(marks::dot((middle, y - 4.0), 2.6, colour));
        }
        Sample::Fill => {
            let swatch = rectangle((x, y - 0.4 * length), length, 0.8 * length).set("fill", colour);
            sheet.add(swatch.set("fill-opacity", "0.3").set("stroke", colour));
        }
    }
}
