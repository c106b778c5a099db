//! Swatches, hatches and rows of a map's legend.

use std::collections::BTreeSet;

use svg::node::element::{Definitions, Element, Rectangle};

use super::super::canvas::{Build, MARGIN, Pixel, Sheet, WIDTH, px, rectangle};
use super::super::palette::{GREY, INK};
use super::super::text::{Anchor, Label, Type};

/// Distance of two rows and size of a swatch [px].
const ROW: f64 = 21.0;
const SWATCH: (f64, f64) = (24.0, 14.0);

/// Hatches for cells without value, one for each reason: angle, distance and width of the lines. Other reasons share the last.
const HATCHES: [(&str, f64, f64, f64); 9] = [
    ("no-solution", 45.0, 6.0, 1.3),
    ("no-impact", -45.0, 6.0, 1.3),
    ("indeterminate", 0.0, 5.0, 1.3),
    ("multiple", 90.0, 5.0, 1.3),
    ("inadmissible", 45.0, 9.0, 3.2),
    ("singular", -45.0, 9.0, 3.2),
    ("bad-input", 0.0, 9.0, 3.2),
    ("no data", 90.0, 11.0, 0.9),
    ("", 90.0, 9.0, 3.2),
];

/// Place of a reason among the hatches.
fn place(reason: &str) -> usize {
    HATCHES.iter().position(|(known, ..)| *known == reason).unwrap_or(HATCHES.len() - 1)
}

/// The paint of a kind of missing cell.
pub(super) fn hatch(reason: &str) -> String {
    format!("url(#hatch-{})", place(reason))
}

/// The patterns behind [`hatch`] for these reasons.
pub(super) fn hatches(reasons: &[&str]) -> Definitions {
    let wanted: BTreeSet<usize> = reasons.iter().map(|reason| place(reason)).collect();
    wanted.into_iter().fold(Definitions::new(), |definitions, i| {
        let (_, angle, step, width) = &HATCHES[i];
        let stripe = rectangle((0.0, 0.0), *step, *width).set("fill", "#8a8a8a");
        let ground: Rectangle = rectangle((0.0, 0.0), *step, *step).set("fill", "#ffffff");
        definitions.add(
            Element::new("pattern")
                .with("id", format!("hatch-{i}"))
                .with("width", px(*step))
                .with("height", px(*step))
                .with("patternUnits", "userSpaceOnUse")
                .with("patternTransform", format!("rotate({})", px(*angle)))
                .with_child(ground)
                .with_child(stripe),
        )
    })
}

/// Swatch and text of each row from a corner down; returns where the block ends.
pub(super) fn rows(sheet: &mut Sheet, heading: &str, entries: &[(String, String)], (x, top): Pixel) -> f64 {
    if entries.is_empty() {
        return top;
    }
    sheet.add(Label::plain(heading).at((x, top + 11.0), Type::HEAD, Anchor::Start));
    let mut y = top + 14.0;
    for (paint, text) in entries {
        let lines = Label::wrapped(text, WIDTH - MARGIN - x - SWATCH.0 - 8.0, Type::BODY);
        y += ROW;
        let swatch = rectangle((x, y - 11.5), SWATCH.0, SWATCH.1).set("fill", paint.as_str());
        sheet.add(swatch.set("stroke", GREY).set("stroke-width", px(0.8)));
        for (i, line) in lines.iter().enumerate() {
            y += if i == 0 { 0.0 } else { 16.0 };
            sheet.add(line.at((x + SWATCH.0 + 8.0, y), Type::BODY, Anchor::Start).with("fill", INK));
        }
    }
    y + 6.0
}
