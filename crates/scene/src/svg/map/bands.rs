//! Maps of numbers: bands of colour between round values, a colour bar, and the border of gains.

use std::collections::BTreeSet;

use svg::node::element::Group;

use super::super::canvas::{Build, Pixel, Sheet, Stroke, rectangle};
use super::super::frame::Frame;
use super::super::number::Format;
use super::super::palette::{GREY, INK};
use super::super::text::{Anchor, Label, Type};
use super::cells::Grid;
use super::colours::{hatch, hatches, rows};
use super::edges::{Edges, ZERO, bulk};
use super::names::border;
use super::{Cell, Scale, padded, ramp};

/// How deep the colours of the side with finer steps become.
const SIDE_DEPTH: f64 = 0.65;
/// Width and height of the colour bar [px].
const BAR: (f64, f64) = (22.0, 330.0);
/// Bands whose edges all have room for a number.
const MOST_LABELS: usize = 23;

/// What the numbers are.
#[derive(Clone, Copy)]
pub(super) struct Heading<'a> {
    pub(super) name: &'a str,
    pub(super) unit: &'a str,
}

/// Round values between bands, and their colours.
struct Bands {
    edges: Vec<f64>,
    format: Format,
    scale: Scale,
    zero: f64,
    /// Whether values lie beyond the first and the last edge; they are coloured like the nearest band.
    open: (bool, bool),
    /// The side with finer steps than the other, if any: true for gains.
    finer: Option<bool>,
}

impl Bands {
    fn new(values: &[f64], scale: Scale) -> Self {
        let mut finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        finite.sort_by(f64::total_cmp);
        let (least, most) = (finite.first().copied().unwrap_or(0.0), finite.last().copied().unwrap_or(0.0));
        let (low, high) = bulk(&finite).unwrap_or((least, most));
        let zero = ZERO * low.abs().max(high.abs());
        let (low, high) = match scale {
            Scale::Diverging => (low.min(0.0), high.max(0.0)),
            Scale::Sequential => (low, high),
        };
        let both_signs = scale == Scale::Diverging && least < -zero && most > zero;
        let Edges { values: edges, finest, finer } =
            if both_signs { Edges::about_zero(low, high) } else { Edges::even(low, high, zero) };
        let largest = edges.iter().fold(0.0, |most: f64, edge| most.max(edge.abs()));
        let format = Format::for_ticks(largest, finest);
        let open = (
            edges.first().is_some_and(|edge| least < *edge - zero),
            edges.last().is_some_and(|edge| most > *edge + zero),
        );
        Self { edges, format, scale, zero, open, finer }
    }

    /// The band of a value; zero belongs to the losses.
    fn band(&self, value: f64) -> Option<usize> {
        if !value.is_finite() || self.edges.len() < 2 {
            return None;
        }
        let value = if value.abs() <= self.zero { 0.0 } else { value };
        let below = match self.scale {
            Scale::Diverging => self.edges.partition_point(|edge| *edge < value),
            Scale::Sequential => self.edges.partition_point(|edge| *edge <= value),
        };
        Some(below.saturating_sub(1).min(self.edges.len() - 2))
    }

    fn count(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    fn colour(&self, band: usize) -> String {
        let middle = 0.5 * (self.edges[band] + self.edges[band + 1]);
        match self.scale {
            Scale::Sequential => ramp::sequential((band as f64 + 0.5) / self.count() as f64),
            Scale::Diverging => {
                // One measure for both hues, so that as deep a colour means as large a change, unless one side would be blank.
                let (loss, gain) = (self.edges[0].abs(), self.edges[self.count()].abs());
                let own = if middle < 0.0 { loss } else { gain };
                let finer = self.finer.is_some_and(|gains| gains == (middle > 0.0));
                ramp::diverging(if finer { SIDE_DEPTH * middle / own } else { middle / loss.max(gain) })
            }
        }
    }

    /// True if a band holds gains.
    fn gains(&self, band: usize) -> bool {
        self.scale == Scale::Diverging && self.edges.get(band).is_some_and(|edge| *edge >= 0.0)
    }
}

/// The map and its legend; returns where the legend ends.
pub(super) fn draw(
    sheet: &mut Sheet,
    frame: &Frame,
    (columns, rows_of_cells): (usize, usize),
    cells: &[Cell<'_, f64>],
    (heading, scale): (Heading<'_>, Scale),
    column: Pixel,
) -> f64 {
    let cells = padded(cells, columns.saturating_mul(rows_of_cells), Cell::Missing("no data"));
    let values: Vec<f64> =
        cells.iter().filter_map(|cell| if let Cell::Value(value) = cell { Some(*value) } else { None }).collect();
    let bands = Bands::new(&values, scale);
    let missing = missing(&cells, &bands);
    let class = |cell: &Cell<'_, f64>| {
        let place = |status| missing.iter().position(|other| *other == status).unwrap_or(0);
        match cell {
            Cell::Value(value) => bands.band(*value).unwrap_or_else(|| bands.count() + place(NOT_FINITE)),
            Cell::Missing(status) => bands.count() + place(status),
        }
    };
    let grid = Grid { columns, rows: rows_of_cells, classes: cells.iter().map(class).collect() };
    let reason = |class: usize| missing.get(class - bands.count()).copied().unwrap_or_default();
    let paint = |class: usize| if class < bands.count() { bands.colour(class) } else { hatch(reason(class)) };
    sheet.add(hatches(&missing));
    let kind = |class: usize| if class < bands.count() { Some(bands.gains(class)) } else { None };
    let content = Group::new().add(grid.fills(paint, frame)).add(border(grid.borders(kind, frame), 1.6));
    sheet.add_clipped(frame.corner, frame.width, frame.height, content);
    let below = bar(sheet, &bands, heading, column);
    let entries: Vec<_> = missing.iter().map(|status| (hatch(status), status.replace('-', " "))).collect();
    rows(sheet, "No number", &entries, (column.0, below + 12.0))
}

const NOT_FINITE: &str = "not finite";

/// Kinds of cells without number, in order.
fn missing<'a>(cells: &[Cell<'a, f64>], bands: &Bands) -> Vec<&'a str> {
    let kinds = cells.iter().filter_map(|cell| match cell {
        Cell::Missing(status) => Some(*status),
        Cell::Value(value) => bands.band(*value).is_none().then_some(NOT_FINITE),
    });
    kinds.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The colour bar with its name above and round values at the edges of the bands; returns where it ends.
fn bar(sheet: &mut Sheet, bands: &Bands, heading: Heading<'_>, (x, top): Pixel) -> f64 {
    let name = Label::markup(heading.name);
    let unit = Label::markup(bands.format.unit(heading.unit).trim_start());
    sheet.add(name.at((x, top + 11.0), Type::HEAD, Anchor::Start));
    sheet.add(unit.at((x, top + 30.0), Type::LABEL, Anchor::Start));
    let count = bands.count();
    let (from, step) = (top + 44.0, BAR.1 / count.max(1) as f64);
    let level = |edge: usize| from + BAR.1 - edge as f64 * step;
    for band in 0..count {
        sheet.add(rectangle((x, level(band + 1)), BAR.0, step).set("fill", bands.colour(band)));
    }
    let stride = count.div_ceil(MOST_LABELS).max(1);
    let zero_at = bands.edges.iter().position(|edge| *edge == 0.0).unwrap_or(0);
    for (i, edge) in bands.edges.iter().enumerate() {
        let zero = bands.scale == Scale::Diverging && *edge == 0.0;
        let stroke = Stroke::solid(INK, if zero { 1.8 } else { 0.8 });
        sheet.add(stroke.line((if zero { x } else { x + BAR.0 - 5.0 }, level(i)), (x + BAR.0 + 4.0, level(i))));
        if i.abs_diff(zero_at) % stride == 0 {
            let beyond = match i {
                0 if bands.open.0 => "≤ ",
                _ if i == count && bands.open.1 => "≥ ",
                _ => "",
            };
            let text = Label::plain(&format!("{beyond}{}", bands.format.write(*edge)));
            sheet.add(text.at((x + BAR.0 + 9.0, level(i) + 4.2), Type::SMALL, Anchor::Start));
        }
    }
    let frame = rectangle((x, from), BAR.0, if count > 0 { BAR.1 } else { 0.0 });
    sheet.add(frame.set("fill", "none").set("stroke", INK).set("stroke-width", "1"));
    gains_and_losses(sheet, bands, x + BAR.0 + 58.0, level);
    let Some(gains) = bands.finer else { return from + BAR.1 + 8.0 };
    let note = Label::plain(if gains { "gains: finer steps" } else { "losses: finer steps" });
    sheet.add(note.at((x, from + BAR.1 + 20.0), Type::SMALL, Anchor::Start).with("fill", GREY));
    from + BAR.1 + 26.0
}

/// The words beside the two halves of a diverging bar.
fn gains_and_losses(sheet: &mut Sheet, bands: &Bands, x: f64, level: impl Fn(usize) -> f64) {
    let Some(zero) = bands.edges.iter().position(|edge| *edge == 0.0).filter(|_| bands.scale == Scale::Diverging)
    else {
        return;
    };
    if zero < bands.count() {
        sheet.add(Label::plain("gains").at((x, level(zero) - 6.0), Type::SMALL, Anchor::Start));
    }
    if zero > 0 {
        sheet.add(Label::plain("losses").at((x, level(zero) + 15.0), Type::SMALL, Anchor::Start));
    }
}
