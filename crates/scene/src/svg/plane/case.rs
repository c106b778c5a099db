//! The numbers of the case in a block.

use carom_impact::plane::ImpulsePlane;

use super::super::canvas::{Build, MARGIN, Pixel, Sheet, WIDTH};
use super::super::number::number;
use super::super::palette::GREY;
use super::super::text::{Anchor, Label, Type};

/// Distance of two rows [px].
const ROW: f64 = 19.0;

/// Heading and rows of symbol, value and unit from a corner down; returns where the block ends.
pub(super) fn draw(sheet: &mut Sheet, plane: &ImpulsePlane, (x, top): Pixel) -> f64 {
    let mut y = top + 11.0;
    sheet.add(Label::plain("Collision").at((x, y), Type::HEAD, Anchor::Start));
    let class = plane.collision().class().to_string();
    sheet.add(Label::plain(&class).at((WIDTH - MARGIN, y), Type::SMALL, Anchor::End).with("fill", GREY));
    y += 4.0;
    for (symbol, value, unit) in rows(plane) {
        y += ROW;
        sheet.add(Label::markup(symbol).at((x, y), Type::LABEL, Anchor::Start));
        sheet.add(number(value).at((WIDTH - MARGIN - 44.0, y), Type::LABEL, Anchor::End));
        sheet.add(Label::markup(unit).at((WIDTH - MARGIN - 38.0, y), Type::LABEL, Anchor::Start).with("fill", GREY));
    }
    y
}

fn rows(plane: &ImpulsePlane) -> Vec<(&'static str, f64, &'static str)> {
    const INVERSE_MASS: &str = "kg^{−1}";
    const SPEED: &str = "m/s";
    let (contact, before) = (plane.collision().contact(), plane.collision().before());
    let mut rows = vec![
        ("*A*", contact.a, INVERSE_MASS),
        ("*B*", contact.b, INVERSE_MASS),
        ("*C*", contact.c, INVERSE_MASS),
        ("*D*_NA", before.normal, SPEED),
        ("*D*_TA", before.tangential, SPEED),
        ("*e*", plane.e(), ""),
        ("*μ*", plane.mu(), ""),
        ("*μ*_s", contact.mu_s(), ""),
    ];
    if before.moment != 0.0 {
        rows.insert(5, ("*D*_θA", before.moment, "s^{−1}"));
    }
    rows
}
