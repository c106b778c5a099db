//! The sheet and its primitives: coordinates in px, rounded to hundredths, so that the same picture has the same bytes.

use svg::node::Node;
use svg::node::element::{Element, Group, Line, Path, Rectangle};

use super::palette::{FAINT, INK};
use super::text::{Anchor, Label, Type};

/// Width of every picture [px].
pub(super) const WIDTH: f64 = 800.0;
/// Space between the edge of the sheet and its content [px].
pub(super) const MARGIN: f64 = 18.0;

/// A point of the sheet [px], y down.
pub(super) type Pixel = (f64, f64);

/// A coordinate as text: at most two decimals, never "-0", and "0" for what is not a number.
pub(super) fn px(value: f64) -> String {
    let mut text = String::new();
    push_px(&mut text, value);
    text
}

/// Appends a coordinate as text. Written as a whole number of hundredths, which costs a tenth of the shortest text of a number.
fn push_px(text: &mut String, value: f64) {
    let hundredths = (value * 100.0).round();
    if !hundredths.is_finite() || hundredths == 0.0 {
        return text.push('0');
    }
    if hundredths.abs() >= WHOLE {
        return text.push_str(&(hundredths / 100.0).to_string());
    }
    if hundredths < 0.0 {
        text.push('-');
    }
    let hundredths = hundredths.abs() as u64;
    push_whole(text, hundredths / 100);
    let (tenth, hundredth) = ((hundredths / 10 % 10) as u8, (hundredths % 10) as u8);
    if tenth + hundredth > 0 {
        text.push('.');
        text.push((b'0' + tenth) as char);
    }
    if hundredth > 0 {
        text.push((b'0' + hundredth) as char);
    }
}

/// Numbers of hundredths up to which doubles are whole.
const WHOLE: f64 = 1e15;

fn push_whole(text: &mut String, number: u64) {
    if number >= 10 {
        push_whole(text, number / 10);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}

/// Path data through points.
pub(super) fn path_data(points: &[Pixel], close: bool) -> String {
    let mut data = String::with_capacity(14 * points.len());
    for (i, (x, y)) in points.iter().enumerate() {
        data.push_str(if i == 0 { "M" } else { "L" });
        push_px(&mut data, *x);
        data.push(' ');
        push_px(&mut data, *y);
    }
    if close {
        data.push('Z');
    }
    data
}

/// Lengths of strokes and gaps [px]; solid if empty.
pub(super) type Dash = &'static [f64];

/// A stroke: colour, width and dash.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) colour: &'static str,
    pub(super) width: f64,
    pub(super) dash: Dash,
}

impl Stroke {
    pub(super) const fn solid(colour: &'static str, width: f64) -> Self {
        Self { colour, width, dash: &[] }
    }

    fn dash_array(self) -> String {
        let lengths: Vec<String> = self.dash.iter().copied().map(px).collect();
        if lengths.is_empty() { "none".to_owned() } else { lengths.join(" ") }
    }

    /// An open path through points.
    pub(super) fn path(self, points: &[Pixel]) -> Path {
        Path::new()
            .set("d", path_data(points, false))
            .set("fill", "none")
            .set("stroke", self.colour)
            .set("stroke-width", px(self.width))
            .set("stroke-dasharray", self.dash_array())
            .set("stroke-linejoin", "round")
    }

    /// A straight stroke.
    pub(super) fn line(self, from: Pixel, to: Pixel) -> Line {
        Line::new()
            .set("x1", px(from.0))
            .set("y1", px(from.1))
            .set("x2", px(to.0))
            .set("y2", px(to.1))
            .set("stroke", self.colour)
            .set("stroke-width", px(self.width))
            .set("stroke-dasharray", self.dash_array())
    }
}

/// A filled polygon.
pub(super) fn filled(points: &[Pixel], colour: &'static str) -> Path {
    Path::new().set("d", path_data(points, true)).set("fill", colour)
}

/// A rectangle by corner and size.
pub(super) fn rectangle((x, y): Pixel, width: f64, height: f64) -> Rectangle {
    Rectangle::new().set("x", px(x)).set("y", px(y)).set("width", px(width)).set("height", px(height))
}

/// What is drawn so far, from top to bottom of the sheet.
pub(super) struct Sheet {
    content: Group,
    /// Where the next block may begin [px].
    pub(super) cursor: f64,
}

impl Sheet {
    /// A sheet with a title and a subtitle (each may be empty).
    pub(super) fn new(title: &str, subtitle: &str) -> Self {
        let mut sheet = Self { content: Group::new(), cursor: MARGIN };
        for (text, face) in [(title, Type::TITLE), (subtitle, Type::BODY)] {
            for line in Label::wrapped(text, WIDTH - 2.0 * MARGIN, face) {
                sheet.cursor += face.leading();
                sheet.add(line.at((MARGIN, sheet.cursor - 5.0), face, Anchor::Start));
            }
        }
        sheet
    }

    pub(super) fn add(&mut self, node: impl Into<Box<dyn Node>>) {
        self.content.append(node);
    }

    /// Adds what must not leave a rectangle.
    pub(super) fn add_clipped(&mut self, corner: Pixel, width: f64, height: f64, content: Group) {
        self.add(
            Element::from(svg::node::element::SVG::new())
                .with("x", px(corner.0))
                .with("y", px(corner.1))
                .with("width", px(width))
                .with("height", px(height))
                .with("viewBox", [corner.0, corner.1, width, height].map(px).join(" "))
                .with("overflow", "hidden")
                .with_child(content),
        );
    }

    /// A thin rule across the sheet at the cursor.
    pub(super) fn rule(&mut self) {
        let y = self.cursor;
        self.add(Stroke::solid(FAINT, 1.0).line((MARGIN, y), (WIDTH - MARGIN, y)));
    }

    /// The whole file.
    pub(super) fn finish(self) -> String {
        let height = (self.cursor + MARGIN).ceil();
        let document = svg::Document::new()
            .set("width", px(WIDTH))
            .set("height", px(height))
            .set("viewBox", [0.0, 0.0, WIDTH, height].map(px).join(" "))
            .set("font-family", "Helvetica, Arial, sans-serif")
            .set("fill", INK)
            .add(rectangle((0.0, 0.0), WIDTH, height).set("fill", "#ffffff"))
            .add(self.content);
        let mut text = document.to_string();
        text.push('\n');
        text
    }
}

/// Building an element in one expression.
pub(super) trait Build {
    fn with(self, name: &str, value: impl Into<svg::node::Value>) -> Self;
    fn with_child(self, child: impl Into<Box<dyn Node>>) -> Self;
}

impl Build for Element {
    fn with(mut self, name: &str, value: impl Into<svg::node::Value>) -> Self {
        self.assign(name, value);
        self
    }

    fn with_child(mut self, child: impl Into<Box<dyn Node>>) -> Self {
        self.append(child);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short_and_never_nan() {
        let values = [1.0, -0.001, 2.345_6, f64::NAN, f64::INFINITY, -12.3].map(px);
        assert_eq!(values, ["1", "0", "2.35", "0", "0", "-12.3"]);
    }

    #[test]
    fn coordinates_are_the_shortest_text_of_hundredths() {
        for value in
            [0.0, 0.004, -0.004, 0.1, 0.05, -0.57, 12.0, 100.1, -123.456, 99.999, 1e13, -2.5e14, 1e17, f64::NAN]
        {
            let rounded = (value * 100.0_f64).round() / 100.0;
            let expected = if rounded.is_finite() && rounded != 0.0 { rounded.to_string() } else { "0".to_owned() };
            assert_eq!(px(value), expected, "{value}");
        }
    }

    #[test]
    fn path_data_closes() {
        assert_eq!(path_data(&[(0.0, 1.0), (2.0, 3.5)], true), "M0 1L2 3.5Z");
    }
}
