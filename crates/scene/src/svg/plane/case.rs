//! The numbers of the case in a block.

use carom_impact::plane::ImpulsePlane;

use super::super::canvas::{Build, MARGIN, Pixel, Sheet, WIDTH};
use super::super::number::number;
use super::super::palette::GREY;
use super::super::text::{Anchor, Label, Type};
use super::ends::EndGroup;

/// Share of AC (of its root for B) below which det or B is only rounding.
const ROUNDING: f64 = 1e-14;

/// Distance of two rows [px].
const ROW: f64 = 19.0;

/// Heading and rows of symbol, value and unit from a corner down; returns where the block ends.
pub(super) fn draw(sheet: &mut Sheet, plane: &ImpulsePlane, groups: &[EndGroup], (x, top): Pixel) -> f64 {
    let mut y = top + 11.0;
    sheet.add(Label::plain("Collision").at((x, y), Type::HEAD, Anchor::Start));
    let class = plane.collision().class().to_string();
    sheet.add(Label::plain(&class).at((WIDTH - MARGIN, y), Type::SMALL, Anchor::End).with("fill", GREY));
    y += 4.0;
    let with_moments = groups.iter().any(EndGroup::has_moment);
    let units = WIDTH - MARGIN - if with_moments { 58.0 } else { 38.0 };
    for (symbol, value, unit) in rows(plane, with_moments) {
        y += ROW;
        sheet.add(Label::markup(symbol).at((x, y), Type::LABEL, Anchor::Start));
        sheet.add(number(value).at((units - 6.0, y), Type::LABEL, Anchor::End));
        sheet.add(Label::markup(unit).at((units, y), Type::LABEL, Anchor::Start).with("fill", GREY));
    }
    y
}

fn rows(plane: &ImpulsePlane, with_moments: bool) -> Vec<(&'static str, f64, &'static str)> {
    const INVERSE_MASS: &str = "kg^{−1}";
    const PER_LENGTH: &str = "/(kg m)";
    const SPEED: &str = "m/s";
    let (contact, before) = (plane.collision().contact(), plane.collision().before());
    let size = contact.a * contact.c;
    let coupled = contact.b.abs() > ROUNDING * size.sqrt();
    let det = plane.collision().det();
    let mut rows = vec![
        ("*A*", contact.a, INVERSE_MASS),
        ("*B*", if coupled { contact.b } else { 0.0 }, INVERSE_MASS),
        ("*C*", contact.c, INVERSE_MASS),
    ];
    if with_moments {
        rows.extend([
            ("*D*", contact.d, PER_LENGTH),
            ("*E*", contact.e, PER_LENGTH),
            ("*F*", contact.f, "/(kg m^{2})"),
        ]);
    }
    rows.extend([
        ("det", if det.abs() > ROUNDING * size { det } else { 0.0 }, "kg^{−2}"),
        ("*D*_NA", before.normal, SPEED),
        ("*D*_TA", before.tangential, SPEED),
    ]);
    if with_moments || before.moment != 0.0 {
        rows.push(("*D*_θA", before.moment, "s^{−1}"));
    }
    rows.extend([
        ("*e*", plane.e(), ""),
        ("*μ*", plane.mu(), ""),
        ("*μ*_s", if coupled { contact.mu_s() } else { 0.0 }, ""),
    ]);
    rows
}
