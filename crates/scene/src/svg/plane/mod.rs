//! The picture of an impulse plane (K4): geometry from [`carom_impact::plane`], paths and end points of laws, a legend.

mod case;
mod ends;
mod geometry;
mod grid;
mod key;
mod labels;
mod legend;
mod window;

use carom_impact::plane::ImpulsePlane;
use carom_impact::{Collision, Impulse, Outcome};

use super::axes::AxisText;
use super::canvas::{MARGIN, Sheet};
use super::frame::Frame;
use ends::EndGroup;

pub use grid::impulse_plane_grid;

/// What a law answered.
#[derive(Clone, Copy, Debug)]
pub struct LawResult<'a> {
    /// Its name in files.
    pub name: &'a str,
    /// Its name in pictures; the name in files if empty.
    pub title: &'a str,
    /// Its answer.
    pub outcome: Outcome,
}

/// A collision and the answers of laws to it, to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The collision.
    pub collision: &'a Collision,
    /// Restitution: places the line of termination.
    pub e: f64,
    /// Friction of the cone and of the laws of the Routh process.
    pub mu: f64,
    /// Heading; may be empty.
    pub title: &'a str,
    /// Second line; may be empty.
    pub subtitle: &'a str,
    /// The answers.
    pub laws: &'a [LawResult<'a>],
}

/// Size and place of the plot [px].
const PLOT: (f64, f64) = (500.0, 484.0);
const PLOT_LEFT: f64 = 72.0;
/// Left edge of the column at the right of the plot [px].
const COLUMN: f64 = 592.0;
/// Room under the plot for ticks and name of the axis [px].
const UNDER_AXIS: f64 = 48.0;

/// Ticks wanted on an axis.
const TICKS: usize = 7;

/// The names of the axes.
const TANGENTIAL: &str = "*I*_T";
const NORMAL: &str = "*I*_N";
const IMPULSE_UNIT: &str = "N s";

/// The impulse plane of a collision with the answers of laws, as a standalone SVG.
pub fn impulse_plane(diagram: &Diagram<'_>) -> String {
    let plane = ImpulsePlane::new(diagram.collision, diagram.e, diagram.mu);
    let groups = ends::group(&plane, diagram.laws);
    let view = window::choose(&plane, &groups, PLOT.0 / PLOT.1);
    let mut sheet = Sheet::new(diagram.title, diagram.subtitle);
    let top = sheet.cursor + 12.0;
    let frame = Frame { corner: (PLOT_LEFT, top), width: PLOT.0, height: PLOT.1, window: view.window };

    draw_plot(&mut sheet, &frame, &plane, &groups);
    sheet.add(frame.axes(axis(TANGENTIAL, TICKS, true), axis(NORMAL, TICKS, true)));
    let below = case::draw(&mut sheet, &plane, &groups, (COLUMN, top));
    let rows = key::rows(&plane, &groups, &frame, true);
    let below = key::column(&mut sheet, &rows, (COLUMN, below + 14.0), view.equal);
    sheet.cursor = (top + PLOT.1 + UNDER_AXIS).max(below) + 4.0;
    legend::draw(&mut sheet, diagram.laws, &groups, &frame);
    sheet.finish()
}

fn axis(name: &str, ticks: usize, written: bool) -> AxisText<'_> {
    AxisText { name, unit: IMPULSE_UNIT, ticks, written, shares_scale: true, levels: &[] }
}

/// Everything within the frame: geometry, paths, end points, numbers and labels.
fn draw_plot(sheet: &mut Sheet, frame: &Frame, plane: &ImpulsePlane, groups: &[EndGroup]) {
    let content =
        geometry::draw(plane, frame).add(ends::draw_paths(groups, frame)).add(labels::draw(plane, groups, frame));
    sheet.add_clipped(frame.corner, frame.width, frame.height, content);
}

/// A point of the plane as the plot's x and y.
fn xy(impulse: Impulse) -> (f64, f64) {
    (impulse.tangential, impulse.normal)
}

/// The name of a law in pictures.
fn title<'a>(law: &LawResult<'a>) -> &'a str {
    if law.title.is_empty() { law.name } else { law.title }
}

/// Left edge of content without a frame [px].
const LEFT: f64 = MARGIN;
