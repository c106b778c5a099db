//! Maps of names: light fills, borders, a name in every region that has room for it.

use std::collections::BTreeSet;

use svg::node::element::{Group, Path};

use super::super::canvas::{Build, Pixel, Sheet, px};
use super::super::frame::Frame;
use super::super::palette::{INK, fills};
use super::super::text::{Anchor, Label, Type};
use super::Cell;
use super::cells::Grid;
use super::colours::{hatch, hatches, rows};
use super::regions::{Region, regions};

/// What a cell beyond the end of the list is called.
const NO_DATA: &str = "no data";
/// A step sideways counts this many steps up when inner points are sought: names are wider than high.
const SIDEWAYS: f64 = 0.4;

/// Classes of a map: names first, then kinds of missing cells.
struct Classes<'a> {
    names: Vec<&'a str>,
    fills: Vec<&'static str>,
    missing: Vec<&'a str>,
}

impl<'a> Classes<'a> {
    fn of(cells: &[Cell<'a, &'a str>]) -> Self {
        let (mut names, mut missing) = (BTreeSet::new(), BTreeSet::new());
        for cell in cells {
            match cell {
                Cell::Value(name) => names.insert(*name),
                Cell::Missing(status) => missing.insert(*status),
            };
        }
        let names: Vec<_> = names.into_iter().collect();
        Self { fills: fills(&names), names, missing: missing.into_iter().collect() }
    }

    fn class(&self, cell: &Cell<'a, &'a str>) -> usize {
        match cell {
            Cell::Value(name) => self.names.binary_search(name).unwrap_or(0),
            Cell::Missing(status) => self.names.len() + self.missing.binary_search(status).unwrap_or(0),
        }
    }

    fn paint(&self, class: usize) -> String {
        match class.checked_sub(self.names.len()) {
            None => self.fills.get(class).copied().unwrap_or_default().to_owned(),
            Some(missing) => hatch(self.missing.get(missing).copied().unwrap_or_default()),
        }
    }

    fn name(&self, class: usize) -> String {
        match class.checked_sub(self.names.len()) {
            None => self.names.get(class).copied().unwrap_or_default().to_owned(),
            Some(missing) => self.missing.get(missing).copied().unwrap_or_default().replace('-', " "),
        }
    }
}

/// The map and its legend; returns where the legend ends.
pub(super) fn draw<'a>(
    sheet: &mut Sheet,
    frame: &Frame,
    (columns, rows_of_cells): (usize, usize),
    cells: &[Cell<'a, &'a str>],
    column: Pixel,
) -> f64 {
    let wanted = columns.saturating_mul(rows_of_cells);
    let padded: Vec<_> = super::padded(cells, wanted, Cell::Missing(NO_DATA));
    let classes = Classes::of(&padded);
    let grid = Grid { columns, rows: rows_of_cells, classes: padded.iter().map(|cell| classes.class(cell)).collect() };
    sheet.add(hatches(&classes.missing));
    let content = Group::new()
        .add(grid.fills(|class| classes.paint(class), frame))
        .add(border(grid.borders(|class| class, frame), 1.2))
        .add(names_within(&grid, &classes, frame));
    sheet.add_clipped(frame.corner, frame.width, frame.height, content);
    let count = classes.names.len() + classes.missing.len();
    let entries: Vec<_> = (0..count).map(|class| (classes.paint(class), classes.name(class))).collect();
    rows(sheet, "Regions", &entries, column)
}

/// A stroke along borders.
pub(super) fn border(data: String, width: f64) -> Path {
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", INK)
        .set("stroke-width", px(width))
        .set("stroke-linecap", "square")
        .set("class", "border")
}

/// Names at the inner points of regions with room.
fn names_within(grid: &Grid, classes: &Classes<'_>, frame: &Frame) -> Group {
    let cell = grid.cell(frame);
    let sideways = SIDEWAYS * cell.0 / cell.1;
    regions(grid, sideways).iter().fold(Group::new(), |group, region| {
        let label = Label::plain(&classes.name(region.class));
        if !has_room(grid, region, cell, label.width(Type::LABEL)) {
            return group;
        }
        let x = frame.corner.0 + (region.inner.0 as f64 + 0.5) * cell.0;
        let y = frame.corner.1 + frame.height - (region.inner.1 as f64 + 0.5) * cell.1;
        let text = label.at((x, y + 0.35 * Type::LABEL.size), Type::LABEL, Anchor::Middle);
        let rimmed = classes.paint(region.class);
        let rim = if region.class < classes.names.len() { rimmed } else { "#ffffff".to_owned() };
        group.add(
            text.with("stroke", rim).with("stroke-width", "4").with("paint-order", "stroke").with("class", "region"),
        )
    })
}

/// True if a name fits around the inner point without leaving the region.
fn has_room(grid: &Grid, region: &Region, cell: (f64, f64), width: f64) -> bool {
    let half = |length: f64, cell: f64| (0.5 * length / cell).ceil() as usize;
    let (wide, high) = (half(width + 6.0, cell.0), half(Type::LABEL.size + 6.0, cell.1));
    let (column, row) = region.inner;
    if column < wide || row < high || column + wide >= grid.columns || row + high >= grid.rows {
        return false;
    }
    (row - high..=row + high)
        .all(|row| (column - wide..=column + wide).all(|column| grid.class(column, row) == Some(region.class)))
}
