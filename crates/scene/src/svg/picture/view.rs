//! What part of the plane is shown: all that moves, what is fixed near it, and what links it to something not too far away, at one scale.

use super::super::canvas::{MARGIN, WIDTH};
use super::super::frame::{Frame, Window};
use super::{Figure, Form, Ground, Paint, Picture, Trail};

/// Left edge and width of the widest plot, least and greatest height [px].
const LEFT: f64 = 76.0;
const WIDEST: f64 = WIDTH - MARGIN - LEFT;
const LOWEST: f64 = 150.0;
const HIGHEST: f64 = 560.0;
/// Air around everything, and how far away a fixed thing, and the end of a link, may be to be shown, as shares of the larger side of what
/// moves. Longer links end outside.
const AIR: f64 = 0.06;
const NEAR: f64 = 0.35;
const LINKED: f64 = 1.0;

/// The frame with its upper edge at `top`; a narrow and high one lies in the middle of the sheet.
pub(super) fn frame(picture: &Picture<'_>, top: f64) -> Frame {
    let window = window(&picture.figures, &picture.grounds, &picture.trails);
    let scale = (WIDEST / window.width()).min(HIGHEST / window.height());
    let width = (scale * window.width()).max(LOWEST);
    let height = (scale * window.height()).max(LOWEST);
    let (x, y) = (0.5 * (width / scale - window.width()), 0.5 * (height / scale - window.height()));
    Frame { corner: (LEFT + 0.5 * (WIDEST - width), top), width, height, window: window.padded(x, y) }
}

/// The window: all that moves, and what is fixed near it.
pub(super) fn window(figures: &[Figure], grounds: &[Ground], trails: &[Trail]) -> Window {
    let moving = |figure: &&Figure| matches!(figure.paint, Paint::Body { .. });
    let trails = trails.iter().flat_map(|trail| trail.points.iter().map(|p| (p[0], p[1])));
    let bodies = figures.iter().filter(moving).flat_map(|figure| corners(&figure.form));
    let everything = || figures.iter().flat_map(|figure| corners(&figure.form));
    let square = Window { left: -1.0, right: 1.0, bottom: -1.0, top: 1.0 };
    let shown = Window::around(bodies.chain(trails)).or_else(|| Window::around(everything())).unwrap_or(square);
    let size = shown.width().max(shown.height());
    let size = if size > 0.0 { size } else { 1.0 };
    let near = shown.padded(NEAR * size, NEAR * size);
    let linked = shown.padded(LINKED * size, LINKED * size);
    let fixed = figures.iter().filter(|figure| !moving(figure));
    let around = fixed.filter_map(|figure| {
        let window = Window::around(corners(&figure.form).into_iter())?;
        let whole = figure.paint == Paint::Link && window.within(&linked) == window;
        let reach = if whole { &linked } else { &near };
        meet(&window, reach).then(|| window.within(reach))
    });
    let edges = grounds.iter().filter_map(|ground| edge(ground, &shown, &near));
    around.chain(edges).fold(shown, |all, part| all.joined(&part)).padded(AIR * size, AIR * size)
}

fn meet(one: &Window, other: &Window) -> bool {
    one.left <= other.right && one.right >= other.left && one.bottom <= other.top && one.top >= other.bottom
}

/// The point of the ground nearest to the middle of what moves, if it is near.
fn edge(ground: &Ground, shown: &Window, near: &Window) -> Option<Window> {
    let middle = [0.5 * (shown.left + shown.right), 0.5 * (shown.bottom + shown.top)];
    let [nx, ny] = ground.normal;
    let away = (middle[0] - ground.point[0]) * nx + (middle[1] - ground.point[1]) * ny;
    let foot = (middle[0] - away * nx, middle[1] - away * ny);
    let foot = Window::around(std::iter::once(foot))?;
    meet(&foot, near).then_some(foot)
}

/// Points around a form.
fn corners(form: &Form) -> Vec<(f64, f64)> {
    match form {
        Form::Polygon(points) | Form::Line(points) => points.iter().map(|p| (p[0], p[1])).collect(),
        Form::Circle { centre: [x, y], towards } => {
            let radius = (towards[0] - x).hypot(towards[1] - y);
            vec![(x - radius, y - radius), (x + radius, y + radius)]
        }
    }
}
