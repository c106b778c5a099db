//! A map over two parameters (K5): contact modes, statuses, energies or impulses, one value per cell.

mod bands;
mod cells;
mod colours;
mod edges;
mod names;
mod ramp;
mod regions;

use super::axes::AxisText;
use super::canvas::{Pixel, Sheet};
use super::frame::{Frame, Window};

/// One parameter of a map: its range is cut into cells of equal width.
#[derive(Clone, Copy, Debug)]
pub struct Axis<'a> {
    /// What it is, in markup: `*D*_TA` sets an italic D with the subscript TA.
    pub name: &'a str,
    /// Its unit; may be empty.
    pub unit: &'a str,
    /// Lower edge of the first cell.
    pub from: f64,
    /// Upper edge of the last cell.
    pub to: f64,
    /// Number of cells.
    pub count: usize,
}

/// What is known of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a, T> {
    /// A value: the name of a mode, or a number.
    Value(T),
    /// No value, and why: "no-solution".
    Missing(&'a str),
}

/// Colours of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// From low to high.
    Sequential,
    /// Losses and gains in two hues, with the border at zero drawn: for energies.
    Diverging,
}

/// One value per cell, row by row from the lower left corner, x first.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// Names: contact modes or statuses.
    Names(&'a [Cell<'a, &'a str>]),
    /// Numbers.
    Numbers {
        /// The cells.
        cells: &'a [Cell<'a, f64>],
        /// What they are, in markup.
        name: &'a str,
        /// Their unit; may be empty.
        unit: &'a str,
        /// How they are coloured.
        scale: Scale,
    },
}

/// A map to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Map<'a> {
    /// Heading; may be empty.
    pub title: &'a str,
    /// Second line; may be empty.
    pub subtitle: &'a str,
    /// Horizontal parameter.
    pub x: Axis<'a>,
    /// Vertical parameter.
    pub y: Axis<'a>,
    /// The values; cells beyond the end of the list count as missing.
    pub field: Field<'a>,
}

impl Axis<'_> {
    /// The parameter in the middle of a cell.
    pub fn value(&self, cell: usize) -> f64 {
        self.from + (self.to - self.from) * ((cell as f64 + 0.5) / self.count as f64)
    }

    fn text(&self) -> AxisText<'_> {
        AxisText { name: self.name, unit: self.unit, ticks: 7, written: true, shares_scale: false, levels: &[] }
    }
}

/// Values of a function at the middle of every cell, in the order of a [`Field`].
pub fn sample<T>(x: &Axis<'_>, y: &Axis<'_>, mut value: impl FnMut(f64, f64) -> T) -> Vec<T> {
    let mut values = Vec::new();
    for row in 0..y.count {
        values.extend((0..x.count).map(|column| value(x.value(column), y.value(row))));
    }
    values
}

/// Exactly as many cells as wanted.
fn padded<T: Copy>(cells: &[T], wanted: usize, rest: T) -> Vec<T> {
    cells.iter().copied().chain(std::iter::repeat(rest)).take(wanted).collect()
}

/// Cells of the largest map that is drawn; a finer one would show nothing more at this width.
const MOST_CELLS: usize = 4_000_000;

/// Size and place of the plot [px].
const PLOT: (f64, f64) = (560.0, 484.0);
const PLOT_LEFT: f64 = 76.0;
/// Left edge of the column at its right [px].
const COLUMN: f64 = 656.0;
/// Room under the plot for ticks and name of the axis [px].
const UNDER_AXIS: f64 = 46.0;

/// The map as a standalone SVG; of more than four million cells only the axes.
pub fn map(map: &Map<'_>) -> String {
    let mut sheet = Sheet::new(map.title, map.subtitle);
    let top = sheet.cursor + 12.0;
    let window = Window { left: map.x.from, right: map.x.to, bottom: map.y.from, top: map.y.to };
    let frame = Frame { corner: (PLOT_LEFT, top), width: PLOT.0, height: PLOT.1, window };
    let drawable = map.x.count.saturating_mul(map.y.count) <= MOST_CELLS;
    let size = if drawable { (map.x.count, map.y.count) } else { (0, 0) };
    let column: Pixel = (COLUMN, top);
    let below = match map.field {
        Field::Names(cells) => names::draw(&mut sheet, &frame, size, cells, column),
        Field::Numbers { cells, name, unit, scale } => {
            let heading = bands::Heading { name, unit };
            bands::draw(&mut sheet, &frame, size, cells, (heading, scale), column)
        }
    };
    sheet.add(frame.axes(map.x.text(), map.y.text()));
    sheet.cursor = below.max(top + PLOT.1 + UNDER_AXIS);
    sheet.finish()
}
