//! Bodies in the plane: outlines (fainter the older), trails, fixed bodies and hatched ground, on axes of one scale.

mod draw;
mod hatch;
mod view;

use super::axes::AxisText;
use super::canvas::Sheet;
use super::chart::{Entry, Sample, UNDER_AXIS, caption, draw_legend};

/// A shape in world coordinates, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A closed outline.
    Polygon(Vec<[f64; 2]>),
    /// An open line, as of a rod.
    Line(Vec<[f64; 2]>),
    /// A circle with one radius, so that its turning is seen.
    Circle {
        /// Its centre.
        centre: [f64; 2],
        /// The end of the radius.
        towards: [f64; 2],
    },
}

/// How a shape is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Paint {
    /// As a fixed body.
    Fixed,
    /// As a spring or joint.
    Link,
    /// In a colour by number, from 0 (faintest) to 1 (now).
    Body {
        /// The number of the colour.
        style: usize,
        /// From 0 to 1.
        strength: f64,
    },
}

/// A shape and how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The shape.
    pub form: Form,
    /// How it is drawn.
    pub paint: Paint,
}

/// The edge of a half-space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// A point of the edge.
    pub point: [f64; 2],
    /// Its normal, out of the matter.
    pub normal: [f64; 2],
}

/// The path of a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// The number of its colour.
    pub style: usize,
    /// Its points in order.
    pub points: Vec<[f64; 2]>,
}

/// A picture to be drawn.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// Heading; may be empty.
    pub title: &'a str,
    /// Second line; may be empty.
    pub subtitle: &'a str,
    /// Names of the colours.
    pub legend: Vec<Entry<'a>>,
    /// From the lowest to the topmost.
    pub figures: Vec<Figure>,
    /// Edges of half-spaces.
    pub grounds: Vec<Ground>,
    /// Paths.
    pub trails: Vec<Trail>,
    /// Names of the two axes.
    pub axes: [&'a str; 2],
    /// A remark below; may be empty.
    pub caption: &'a str,
}

/// Pixels a tick needs.
const TICK: f64 = 80.0;

/// The picture as a standalone SVG.
pub fn picture(picture: &Picture<'_>) -> String {
    let mut sheet = Sheet::new(picture.title, picture.subtitle);
    draw_legend(&mut sheet, &picture.legend, Sample::Fill);
    let frame = view::frame(picture, sheet.cursor + 10.0);
    sheet.add_clipped(frame.corner, frame.width, frame.height, draw::content(picture, &frame));
    let axis = |name, length: f64| {
        let ticks = ((length / TICK).round() as usize).max(2);
        AxisText { name, unit: "m", ticks, written: true, shares_scale: true, levels: &[] }
    };
    sheet.add(frame.axes(axis(picture.axes[0], frame.width), axis(picture.axes[1], frame.height)));
    sheet.cursor = frame.corner.1 + frame.height + UNDER_AXIS;
    caption(&mut sheet, picture.caption);
    sheet.finish()
}

/// What part of the plane shows these things well: left, right, bottom, top, in metres.
pub(crate) fn window_around(figures: &[Figure], grounds: &[Ground]) -> [f64; 4] {
    let window = view::window(figures, grounds, &[]);
    [window.left, window.right, window.bottom, window.top]
}
