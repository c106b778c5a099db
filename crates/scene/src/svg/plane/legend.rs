//! The table of laws: number, marker, path, impulses and energy change; then laws without numbers and notes.

use carom_impact::{Outcome, Status, Warning};
use svg::node::element::Group;

use super::super::canvas::{Build, Pixel, Sheet, filled};
use super::super::frame::Frame;
use super::super::number::Format;
use super::super::palette::{GREY, WARN};
use super::super::text::{Anchor, Label, Type};
use super::ends::EndGroup;
use super::labels::tag;
use super::{IMPULSE_UNIT, LEFT, LawResult, title, xy};

/// Distance of two rows [px].
const ROW: f64 = 19.0;
/// Columns: number, marker, path and title begin, the numbers end here [px].
const NUMBER: f64 = LEFT + 11.0;
const MARKER_AT: f64 = LEFT + 38.0;
const PATH: f64 = LEFT + 56.0;
const TITLE: f64 = LEFT + 96.0;
const NORMAL_END: f64 = 460.0;
const TANGENTIAL_END: f64 = 566.0;
const ENERGY_END: f64 = 704.0;
const REMARK: f64 = 716.0;

/// Formats of the three columns of numbers.
struct Formats {
    impulse: Format,
    energy: Format,
}

/// The table at the cursor.
pub(super) fn draw(sheet: &mut Sheet, laws: &[LawResult<'_>], groups: &[EndGroup], frame: &Frame) {
    if laws.is_empty() {
        return;
    }
    let formats = formats(laws, groups, frame);
    head(sheet, &formats);
    for group in groups {
        sheet.rule();
        sheet.cursor += 3.0;
        rows(sheet, laws, group, &formats, frame);
        sheet.cursor += 5.0;
    }
    sheet.rule();
    without_numbers(sheet, laws);
    moments(sheet, groups, &formats);
}

fn formats(laws: &[LawResult<'_>], groups: &[EndGroup], frame: &Frame) -> Formats {
    let impulses = groups.iter().map(|group| group.at.normal.abs().max(group.at.tangential.abs()));
    let energies = numbered(laws).map(|outcome| outcome.energy.total().abs()).filter(|energy| energy.is_finite());
    Formats {
        impulse: Format::for_values_on_axes(impulses.fold(0.0, f64::max), frame.window.largest()),
        energy: Format::for_values(energies.fold(0.0, f64::max)),
    }
}

fn numbered<'a>(laws: &'a [LawResult<'_>]) -> impl Iterator<Item = &'a Outcome> {
    laws.iter().map(|law| &law.outcome).filter(|outcome| outcome.has_numbers())
}

fn head(sheet: &mut Sheet, formats: &Formats) {
    sheet.cursor += ROW;
    let y = sheet.cursor - 3.0;
    sheet.add(Label::plain("Law").at((TITLE, y), Type::HEAD, Anchor::Start));
    let unit = formats.impulse.unit(IMPULSE_UNIT);
    for (text, x) in [
        (format!("*I*_N{unit}"), NORMAL_END),
        (format!("*I*_T{unit}"), TANGENTIAL_END),
        (format!("*T*_E − *T*_A{}", formats.energy.unit("J")), ENERGY_END),
    ] {
        sheet.add(Label::markup(&text).at((x, y), Type::LABEL, Anchor::End));
    }
    sheet.cursor += 4.0;
}

/// The laws of a group, one under the other; the numbers beside the first.
fn rows(sheet: &mut Sheet, laws: &[LawResult<'_>], group: &EndGroup, formats: &Formats, frame: &Frame) {
    for (row, place) in group.laws.iter().enumerate() {
        let Some(law) = laws.get(*place) else { continue };
        sheet.cursor += ROW;
        let y = sheet.cursor - 5.0;
        if row == 0 {
            sheet.add(tag(group, (NUMBER, y - 4.5)));
            sheet.add(group.style.marker((MARKER_AT, y - 4.5)).set("class", "key"));
            numbers(sheet, &law.outcome, formats, y);
        }
        if let Some(stroke) = group.stroke_of(*place) {
            sheet.add(stroke.line((PATH, y - 4.5), (PATH + 32.0, y - 4.5)));
        }
        let outside = if frame.holds(frame.pixel(xy(group.at)), 0.0) { "" } else { " (outside the plot)" };
        let status = if law.outcome.status == Status::Inadmissible { " (inadmissible)" } else { "" };
        let line = Label::wrapped(&format!("{}{status}{outside}", title(law)), NORMAL_END - 70.0 - TITLE, Type::BODY);
        for (i, part) in line.iter().enumerate() {
            sheet.cursor += if i == 0 { 0.0 } else { ROW };
            sheet.add(part.at((TITLE, sheet.cursor - 5.0), Type::BODY, Anchor::Start));
        }
    }
}

/// Impulses, energy change and remark of a group.
fn numbers(sheet: &mut Sheet, outcome: &Outcome, formats: &Formats, y: f64) {
    let energy = outcome.energy.total();
    for (text, x) in [
        (formats.impulse.write(outcome.impulse.normal), NORMAL_END),
        (formats.impulse.write(outcome.impulse.tangential), TANGENTIAL_END),
        (formats.energy.write(energy), ENERGY_END),
    ] {
        sheet.add(Label::plain(&text).at((x, y), Type::BODY, Anchor::End));
    }
    if outcome.warnings.contains(Warning::EnergyCreated) {
        sheet.add(gains((REMARK, y)));
    }
}

/// The mark of an energy gain.
pub(super) fn gains((x, y): Pixel) -> Group {
    let triangle = [(x, y), (x + 11.0, y), (x + 5.5, y - 10.0)];
    let word = Label::plain("gains").at((x + 16.0, y), Type { bold: true, ..Type::BODY }, Anchor::Start);
    Group::new().add(filled(&triangle, WARN)).add(word.with("fill", WARN)).set("class", "gains")
}

/// Laws without numbers, with their status.
fn without_numbers(sheet: &mut Sheet, laws: &[LawResult<'_>]) {
    for law in laws.iter().filter(|law| !law.outcome.has_numbers() || !law.outcome.impulse.is_finite()) {
        sheet.cursor += ROW;
        let y = sheet.cursor - 3.0;
        sheet.add(Label::plain(title(law)).at((TITLE, y), Type::BODY, Anchor::Start));
        let status = law.outcome.status.as_str().replace('-', " ");
        sheet.add(Label::plain(&status).at((NORMAL_END, y), Type::BODY, Anchor::End).with("fill", WARN));
    }
}

/// One note for each end point with a moment impulse.
fn moments(sheet: &mut Sheet, groups: &[EndGroup], formats: &Formats) {
    for group in groups.iter().filter(|group| group.has_moment()) {
        sheet.cursor += ROW;
        let text = format!(
            "† {} has a moment impulse *I*_θ = {}{}: the energy conic and the lines do not hold for it.",
            group.number,
            formats.impulse.write(group.at.moment),
            formats.impulse.unit("N m s").replace(" (", " ").replace(')', ""),
        );
        sheet.add(Label::markup(&text).at((LEFT, sheet.cursor - 2.0), Type::LABEL, Anchor::Start).with("fill", GREY));
    }
}
