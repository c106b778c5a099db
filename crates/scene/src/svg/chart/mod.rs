//! Curves and stems over axes: one or several panels, a legend above them and a caption below, so that nothing covers data.

mod decimate;
mod legend;
mod marks;
mod range;

use super::axes::AxisText;
use super::canvas::{Build, MARGIN, Pixel, Sheet, WIDTH};
use super::frame::{Frame, Window};
use super::palette::GREY;
use super::text::{Anchor, Label, Type};

pub(super) use decimate::curve as decimated_curve;
pub use legend::BAND;
pub(super) use legend::{Sample, draw as draw_legend};
pub(crate) use marks::colour;

/// Styles that are told apart; those beyond repeat.
pub const STYLES: usize = marks::COLOURS.len();

/// What an axis shows, in markup: `*v*_x` sets an italic v with the subscript x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its unit; may be empty.
    pub unit: &'a str,
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A line over ascending x, broken at jumps and where a value is not a number.
    Line,
    /// A curve through points in order, broken the same way.
    Curve,
    /// A stem from zero to each value.
    Stems,
    /// A dot at each point, in any order.
    Points,
}

/// Numbers to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    /// Colour and dash, by number.
    pub style: usize,
    /// How it is drawn.
    pub kind: Kind,
    /// Horizontal coordinates.
    pub x: &'a [f64],
    /// Vertical coordinates.
    pub y: &'a [f64],
    /// Points that begin a new piece, ascending.
    pub jumps: &'a [usize],
}

/// A shaded area between two lines over ascending x.
#[derive(Clone, Copy, Debug)]
pub struct Band<'a> {
    /// Horizontal coordinates.
    pub x: &'a [f64],
    /// Lower edge.
    pub low: &'a [f64],
    /// Upper edge.
    pub high: &'a [f64],
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    /// Horizontal axis.
    pub x: Quantity<'a>,
    /// Vertical axis.
    pub y: Quantity<'a>,
    /// Under the series.
    pub band: Option<Band<'a>>,
    /// What the horizontal axis spans at least.
    pub reach: Option<(f64, f64)>,
    /// Whether the vertical axis shows zero wherever the numbers lie.
    pub from_zero: bool,
    /// Words that the numbers 0, 1, 2, ... of the vertical axis stand for; empty for numbers that are numbers.
    pub levels: &'a [&'a str],
    /// From the lowest to the topmost.
    pub series: Vec<Series<'a>>,
}

/// A name in the legend.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The style it explains.
    pub style: usize,
    /// What it is.
    pub name: &'a str,
}

/// How panels lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// One above the other, with one horizontal axis.
    Stacked,
    /// Beside each other, each with its own axes.
    Beside,
}

/// A picture of one or several panels.
#[derive(Clone, Debug)]
pub struct Chart<'a> {
    /// Heading; may be empty.
    pub title: &'a str,
    /// Second line; may be empty.
    pub subtitle: &'a str,
    /// Names of the styles.
    pub legend: Vec<Entry<'a>>,
    /// The panels.
    pub panels: Vec<Panel<'a>>,
    /// How they lie.
    pub arrangement: Arrangement,
    /// A remark below; may be empty.
    pub caption: &'a str,
}

/// Left edge of a plot, unless the numbers of its axis need more, and gap between panels [px].
const LEFT: f64 = 76.0;
const GAP: f64 = 14.0;
/// Room under a plot for ticks and name of the axis [px].
pub(super) const UNDER_AXIS: f64 = 46.0;
/// Height of all panels of a stack together: of one, and of each further one [px].
const ONE: f64 = 300.0;
const FURTHER: f64 = 110.0;
/// Height of panels beside each other [px].
const BESIDE: f64 = 310.0;
/// Pixels a tick of the vertical and of the horizontal axis needs.
const TICK_HEIGHT: f64 = 42.0;
const TICK_WIDTH: f64 = 90.0;

/// The chart as a standalone SVG.
pub fn chart(chart: &Chart<'_>) -> String {
    let mut sheet = Sheet::new(chart.title, chart.subtitle);
    let stems = chart.panels.iter().flat_map(|panel| &panel.series).any(|series| series.kind == Kind::Stems);
    let sample = if stems { Sample::Stem } else { Sample::Line };
    draw_legend(&mut sheet, &chart.legend, sample);
    let top = sheet.cursor + 10.0;
    let bottom = match chart.arrangement {
        Arrangement::Stacked => stacked(&mut sheet, &chart.panels, top),
        Arrangement::Beside => beside(&mut sheet, &chart.panels, top),
    };
    sheet.cursor = bottom + UNDER_AXIS;
    caption(&mut sheet, chart.caption);
    sheet.finish()
}

/// A remark in grey below everything.
pub(super) fn caption(sheet: &mut Sheet, text: &str) {
    for line in Label::wrapped(text, WIDTH - 2.0 * MARGIN, Type::SMALL) {
        sheet.cursor += Type::SMALL.leading();
        sheet.add(line.at((MARGIN, sheet.cursor - 6.0), Type::SMALL, Anchor::Start).with("fill", GREY));
    }
}

fn stacked(sheet: &mut Sheet, panels: &[Panel<'_>], top: f64) -> f64 {
    let count = panels.len().max(1) as f64;
    let height = (ONE + FURTHER * (count - 1.0) - GAP * (count - 1.0)) / count;
    let windows = range::stacked(panels);
    let left = left(panels.iter().zip(windows.iter().copied()), height);
    for (i, (panel, window)) in panels.iter().zip(windows).enumerate() {
        let corner = (left, top + i as f64 * (height + GAP));
        draw_panel(sheet, panel, (corner, WIDTH - MARGIN - left, height), window, i + 1 == panels.len());
    }
    top + count * height + (count - 1.0) * GAP
}

fn beside(sheet: &mut Sheet, panels: &[Panel<'_>], top: f64) -> f64 {
    let count = panels.len().max(1) as f64;
    let left = left(panels.iter().map(|panel| (panel, range::of(panel))), BESIDE);
    let width = (WIDTH - MARGIN) / count - left;
    for (i, panel) in panels.iter().enumerate() {
        let corner = (left + i as f64 * (width + left), top);
        draw_panel(sheet, panel, (corner, width, BESIDE), range::of(panel), true);
    }
    top + BESIDE
}

/// The left edge of panels of some height: where numbers and name of every upright axis fit.
fn left<'a>(panels: impl Iterator<Item = (&'a Panel<'a>, Window)>, height: f64) -> f64 {
    let needed = |(panel, window): (&Panel<'_>, Window)| {
        let frame = Frame { corner: (LEFT, 0.0), width: LEFT, height, window };
        frame.left_room(upright(panel, height))
    };
    panels.map(needed).fold(LEFT, f64::max)
}

fn draw_panel(
    sheet: &mut Sheet,
    panel: &Panel<'_>,
    (corner, width, height): (Pixel, f64, f64),
    window: Window,
    lowest: bool,
) {
    let frame = Frame { corner, width, height, window };
    sheet.add_clipped(corner, width, height, marks::draw(panel, &frame));
    let across = axis(panel.x, width / TICK_WIDTH, lowest);
    sheet.add(frame.axes(across, upright(panel, height)));
}

fn upright<'a>(panel: &Panel<'a>, height: f64) -> AxisText<'a> {
    AxisText { levels: panel.levels, ..axis(panel.y, height / TICK_HEIGHT, true) }
}

fn axis(quantity: Quantity<'_>, ticks: f64, written: bool) -> AxisText<'_> {
    let ticks = (ticks.round() as usize).max(2);
    AxisText { name: quantity.name, unit: quantity.unit, ticks, written, shares_scale: false, levels: &[] }
}
