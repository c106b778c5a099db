//! Figures and trails within the frame.

use svg::node::element::{Circle, Element, Group};

use super::super::canvas::{Build, Pixel, Stroke, path_data, px};
use super::super::chart::{colour, decimated_curve};
use super::super::frame::Frame;
use super::super::palette::GREY;
use super::{Figure, Form, Paint, Picture, Trail, hatch};

/// Fill of fixed bodies.
const FIXED: &str = "#e3e3e3";
/// Opacity of the faintest outline, of the fill of the newest and of older ones, which may lie over each other.
const FAINTEST: f64 = 0.22;
const NEWEST_FILL: f64 = 0.4;
const OLDER_FILL: f64 = 0.12;
/// Ink of springs and joints.
const LINK: &str = "#333333";
/// Radius of a body without extent [px].
const DOT: f64 = 3.0;
/// Width of an outline [px].
const OUTLINE: f64 = 1.2;

/// Everything, from the lowest to the topmost.
pub(super) fn content(picture: &Picture<'_>, frame: &Frame) -> Group {
    let mut group = Group::new();
    for ground in &picture.grounds {
        if let Some(drawn) = hatch::draw(ground, frame) {
            group = group.add(drawn);
        }
    }
    let (fixed, moving): (Vec<_>, Vec<_>) = picture.figures.iter().partition(|figure| figure.paint == Paint::Fixed);
    for figure in fixed {
        group = group.add(draw_figure(figure, frame));
    }
    for trail in &picture.trails {
        group = group.add(draw_trail(trail, frame));
    }
    for figure in moving {
        group = group.add(draw_figure(figure, frame));
    }
    group
}

fn draw_trail(trail: &Trail, frame: &Frame) -> Element {
    let pixel = |i: usize| frame.pixel((trail.points[i][0], trail.points[i][1]));
    let kept = decimated_curve(trail.points.len(), &pixel, &[]);
    let points: Vec<Pixel> = kept.into_iter().map(pixel).filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
    let stroke = Stroke { colour: colour(trail.style), width: 0.9, dash: &[4.0, 2.5] };
    Element::from(stroke.path(&points).set("class", "trail"))
}

fn draw_figure(figure: &Figure, frame: &Frame) -> Group {
    let (ink, fill, opacity, fill_opacity) = match figure.paint {
        Paint::Fixed => (GREY, FIXED, 1.0, 1.0),
        Paint::Link => (LINK, "#ffffff", 1.0, 1.0),
        Paint::Body { style, strength } => {
            let opacity = FAINTEST + (1.0 - FAINTEST) * strength.clamp(0.0, 1.0);
            let fill = if strength < 1.0 { OLDER_FILL * opacity } else { NEWEST_FILL };
            (colour(style), colour(style), opacity, fill)
        }
    };
    let shape = |element: Element, fill: &'static str| {
        element.with("fill", fill).with("fill-opacity", px(fill_opacity)).with("class", "figure")
    };
    let group = Group::new()
        .set("stroke", ink)
        .set("stroke-width", px(OUTLINE))
        .set("stroke-opacity", px(opacity))
        .set("stroke-linejoin", "round");
    let pixels = |points: &[[f64; 2]]| -> Vec<Pixel> { points.iter().map(|p| frame.pixel((p[0], p[1]))).collect() };
    match &figure.form {
        // A body without extent.
        Form::Polygon(points) if points.len() == 1 => {
            let at = frame.pixel((points[0][0], points[0][1]));
            let dot = Circle::new().set("cx", px(at.0)).set("cy", px(at.1)).set("r", px(DOT));
            group.add(shape(Element::from(dot), fill))
        }
        Form::Polygon(points) => group.add(shape(outline(&pixels(points), true), fill)),
        Form::Line(points) => {
            let width = if figure.paint == Paint::Link { "1" } else { "2" };
            group.add(shape(outline(&pixels(points), false).with("stroke-width", width), "none"))
        }
        Form::Circle { centre, towards } => {
            let (c, t) = (frame.pixel((centre[0], centre[1])), frame.pixel((towards[0], towards[1])));
            let radius = (t.0 - c.0).hypot(t.1 - c.1);
            let circle = Circle::new().set("cx", px(c.0)).set("cy", px(c.1)).set("r", px(radius));
            let spoke = outline(&[c, t], false).with("fill", "none");
            group.add(shape(Element::from(circle), fill)).add(spoke)
        }
    }
}

fn outline(points: &[Pixel], closed: bool) -> Element {
    Element::new("path").with("d", path_data(points, closed))
}
