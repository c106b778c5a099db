//! Small multiples: one panel per law, one window for all.

use carom_impact::Warning;
use carom_impact::plane::ImpulsePlane;

use super::super::canvas::{Build, MARGIN, Pixel, Sheet, WIDTH};
use super::super::frame::{Frame, Window};
use super::super::number::Format;
use super::super::palette::{GREY, WARN};
use super::super::text::{Anchor, Label, Type};
use super::ends::EndGroup;
use super::{
    COLUMN, Diagram, LEFT, LawResult, NORMAL, TANGENTIAL, UNDER_AXIS, axis, case, ends, geometry, key, legend, title,
    window,
};

/// Panels beside each other.
const COLUMNS: usize = 3;
/// Left edge of the first panel, space between panels, height of a panel and of the text above it [px].
const FIRST: f64 = 66.0;
const GAP: f64 = 16.0;
const HEIGHT: f64 = 216.0;
const ABOVE: f64 = 42.0;
const PANEL: f64 = (WIDTH - FIRST - MARGIN - GAP * (COLUMNS as f64 - 1.0)) / COLUMNS as f64;
/// Ticks of a panel's axis.
const TICKS: usize = 4;

/// The impulse plane once per law, with a common window and a common key, as a standalone SVG.
pub fn impulse_plane_grid(diagram: &Diagram<'_>) -> String {
    let plane = ImpulsePlane::new(diagram.collision, diagram.e, diagram.mu);
    let groups = ends::group(&plane, diagram.laws);
    let view = window::choose(&plane, &groups, PANEL / HEIGHT);
    let mut sheet = Sheet::new(diagram.title, diagram.subtitle);
    let top = sheet.cursor + 6.0;
    let largest = groups.iter().map(|group| group.at.magnitude()).fold(0.0, f64::max);
    let format = Format::for_values_on_axes(largest, view.window.largest());
    for (i, law) in diagram.laws.iter().enumerate() {
        let (column, row) = (i % COLUMNS, i / COLUMNS);
        let corner = (FIRST + column as f64 * (PANEL + GAP), top + row as f64 * (HEIGHT + ABOVE) + ABOVE);
        let lowest = i + COLUMNS >= diagram.laws.len();
        let group = groups.iter().find(|group| group.laws.contains(&i)).map(|group| group.only(i));
        panel(&mut sheet, &plane, frame(corner, view.window), (column == 0, lowest), group.as_ref());
        heading(&mut sheet, law, group.as_ref(), format, corner);
    }
    let rows = diagram.laws.len().div_ceil(COLUMNS) as f64;
    sheet.cursor = top + rows * (HEIGHT + ABOVE) + UNDER_AXIS;
    let corner = (COLUMN, sheet.cursor);
    let below = case::draw(&mut sheet, &plane, &groups, corner);
    let scale = if view.equal { "" } else { key::UNEQUAL };
    let moment = if groups.iter().any(EndGroup::has_moment) { key::MOMENT } else { "" };
    let rows = key::rows(&plane, &groups, &frame((0.0, 0.0), view.window), false);
    key::block(&mut sheet, &rows, (LEFT, COLUMN - LEFT - GAP), &[scale, moment]);
    sheet.cursor = sheet.cursor.max(below);
    sheet.finish()
}

fn frame(corner: Pixel, window: Window) -> Frame {
    Frame { corner, width: PANEL, height: HEIGHT, window }
}

/// The plane with the path and end point of one law; the axes carry numbers at the left and lower edge of the grid.
fn panel(
    sheet: &mut Sheet,
    plane: &ImpulsePlane,
    frame: Frame,
    (first, lowest): (bool, bool),
    group: Option<&EndGroup>,
) {
    let mut content = geometry::draw(plane, &frame);
    if let Some(group) = group {
        content = content.add(ends::draw_paths(std::slice::from_ref(group), &frame));
    }
    sheet.add_clipped(frame.corner, frame.width, frame.height, content);
    sheet.add(frame.axes(axis(TANGENTIAL, TICKS, lowest), axis(NORMAL, TICKS, first)));
}

/// Title and numbers above a panel, or its status.
fn heading(sheet: &mut Sheet, law: &LawResult<'_>, group: Option<&EndGroup>, format: Format, (x, top): Pixel) {
    let lines = Label::wrapped(title(law), PANEL, Type { bold: true, ..Type::BODY });
    if let Some(line) = lines.first() {
        sheet.add(line.at((x, top - 23.0), Type { bold: true, ..Type::BODY }, Anchor::Start));
    }
    let Some(group) = group else {
        let status = law.outcome.status.as_str().replace('-', " ");
        sheet.add(Label::plain(&status).at((x, top - 7.0), Type::BODY, Anchor::Start).with("fill", WARN));
        return;
    };
    let dagger = if group.has_moment() { "†" } else { "" };
    let text = format!(
        "*I*_N {}, *I*_T {}{}{dagger}",
        format.write(group.at.normal),
        format.write(group.at.tangential),
        format.unit("")
    );
    sheet.add(Label::markup(&text).at((x, top - 7.0), Type::LABEL, Anchor::Start).with("fill", GREY));
    if law.outcome.warnings.contains(Warning::EnergyCreated) {
        sheet.add(legend::gains((x + PANEL - 54.0, top - 7.0)));
    }
}
