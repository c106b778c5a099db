//! Bodies, grounds and trails as pixels.

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};

use super::palette::rgb;
use super::stage::Stage;
use crate::svg::{Form, Ground, colour};

/// Fill and outline of fixed bodies, as in the stroboscopic picture.
const FIXED: &str = "#e3e3e3";
const GREY: &str = "#5a5a5a";
/// Ink of springs and joints.
const LINK: &str = "#333333";
/// Width of a spring, of an outline and of a rod [px].
const THIN: f32 = 1.0;
const OUTLINE: f32 = 1.5;
const ROD: f32 = 3.0;
/// Radius of a body without extent [px].
const DOT: f32 = 3.5;
/// Opacity of a body's fill and of a trail.
const FILL: u8 = 96;
const TRAIL: u8 = 150;
/// Distance and length of the strokes of a hatched edge [px].
const HATCH_STEP: f32 = 9.0;
const HATCH_LENGTH: f32 = 9.0;
/// Pixels farther out than this are not drawn: the rasteriser's numbers end somewhere.
const FAR: f32 = 1e7;

fn paint(colour: &str, alpha: u8) -> Paint<'static> {
    let [red, green, blue] = rgb(colour);
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}

fn stroke(picture: &mut Pixmap, path: &Path, paint: &Paint<'_>, width: f32) {
    let stroke = Stroke { width, ..Stroke::default() };
    picture.stroke_path(path, paint, &stroke, Transform::identity(), None);
}

/// A path through points; none if it has no length or leaves all bounds.
fn path(points: impl Iterator<Item = (f32, f32)>, close: bool) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for (i, (x, y)) in points.enumerate() {
        if !(x.abs() < FAR && y.abs() < FAR) {
            return None;
        }
        if i == 0 {
            builder.move_to(x, y);
        } else {
            builder.line_to(x, y);
        }
    }
    if close {
        builder.close();
    }
    builder.finish()
}

/// A spring or joint.
pub(super) fn link(picture: &mut Pixmap, stage: &Stage, form: &Form) {
    let ink = paint(LINK, 255);
    let (Form::Polygon(points) | Form::Line(points)) = form else { return };
    let closed = matches!(form, Form::Polygon(_));
    let Some(path) = path(points.iter().map(|point| stage.pixel(*point)), closed) else { return };
    if closed {
        picture.fill_path(&path, &paint("#ffffff", 255), FillRule::Winding, Transform::identity(), None);
    }
    stroke(picture, &path, &ink, THIN);
}

/// A shape in the colour of a style, or as a fixed body.
pub(super) fn figure(picture: &mut Pixmap, stage: &Stage, form: &Form, style: Option<usize>) {
    let ink = paint(style.map_or(GREY, colour), 255);
    let fill = style.map_or_else(|| paint(FIXED, 255), |style| paint(colour(style), FILL));
    let outline = |points: &[[f64; 2]], close| path(points.iter().map(|point| stage.pixel(*point)), close);
    match form {
        Form::Polygon(points) if points.len() == 1 => {
            let (x, y) = stage.pixel(points[0]);
            if let Some(dot) = PathBuilder::from_circle(x, y, DOT) {
                picture.fill_path(&dot, &ink, FillRule::Winding, Transform::identity(), None);
            }
        }
        Form::Polygon(points) => {
            if let Some(path) = outline(points, true) {
                picture.fill_path(&path, &fill, FillRule::Winding, Transform::identity(), None);
                stroke(picture, &path, &ink, OUTLINE);
            }
        }
        Form::Line(points) => {
            if let Some(path) = outline(points, false) {
                stroke(picture, &path, &ink, ROD);
            }
        }
        Form::Circle { centre, towards } => {
            let (c, t) = (stage.pixel(*centre), stage.pixel(*towards));
            let spoke = path([c, t].into_iter(), false);
            let circle = spoke.as_ref().and_then(|_| PathBuilder::from_circle(c.0, c.1, (t.0 - c.0).hypot(t.1 - c.1)));
            if let Some(circle) = circle {
                picture.fill_path(&circle, &fill, FillRule::Winding, Transform::identity(), None);
                stroke(picture, &circle, &ink, OUTLINE);
            }
            if let Some(spoke) = spoke {
                stroke(picture, &spoke, &ink, OUTLINE);
            }
        }
    }
}

/// The hatched edge of a half-space.
pub(super) fn ground(picture: &mut Pixmap, stage: &Stage, ground: &Ground) {
    let ([nx, ny], middle, reach) = (ground.normal, stage.middle(), stage.reach());
    let away = (middle[0] - ground.point[0]) * nx + (middle[1] - ground.point[1]) * ny;
    if away.is_nan() || away.abs() > reach {
        return;
    }
    let foot = [middle[0] - away * nx, middle[1] - away * ny];
    let end = |side: f64| stage.pixel([foot[0] + side * reach * ny, foot[1] - side * reach * nx]);
    let (a, b) = (end(-1.0), end(1.0));
    let ink = paint(GREY, 255);
    let length = (b.0 - a.0).hypot(b.1 - a.1);
    let (ux, uy) = ((b.0 - a.0) / length, (b.1 - a.1) / length);
    // The picture's y goes down: out of the matter is (nx, -ny).
    let (dx, dy) = ((-nx as f32 - ux) * HATCH_LENGTH, (ny as f32 - uy) * HATCH_LENGTH);
    let mut builder = PathBuilder::new();
    for i in 0..(length / HATCH_STEP) as usize {
        let (x, y) = (a.0 + i as f32 * HATCH_STEP * ux, a.1 + i as f32 * HATCH_STEP * uy);
        builder.move_to(x, y);
        builder.line_to(x + dx, y + dy);
    }
    if let Some(hatching) = builder.finish() {
        stroke(picture, &hatching, &ink, 0.8);
    }
    if let Some(edge) = path([a, b].into_iter(), false) {
        stroke(picture, &edge, &ink, 2.0);
    }
}

/// The path of a centre of mass.
pub(super) fn trail(picture: &mut Pixmap, points: impl Iterator<Item = (f32, f32)>, style: usize) {
    if let Some(path) = path(points, false) {
        stroke(picture, &path, &paint(colour(style), TRAIL), 1.2);
    }
}
