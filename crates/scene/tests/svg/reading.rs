//! Reading a picture back: numbers of attributes, axes from their ticks, boxes of texts.

use roxmltree::{Document, Node};

/// Parses a picture and checks what holds for every one: size, and no attribute that is not a number where one should be.
pub fn parse(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("width"), Some("800"));
    assert!(root.attribute("viewBox").unwrap().starts_with("0 0 800 "));
    for node in document.descendants() {
        for attribute in node.attributes() {
            let value = attribute.value();
            assert!(!value.contains("NaN") && !value.contains("inf"), "{} = {value}", attribute.name());
        }
        if node.has_tag_name("path") {
            assert!(node.attribute("d").is_some());
        }
    }
    document
}

pub fn with_class<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

pub fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

pub fn text_of(node: Node<'_, '_>) -> String {
    node.descendants()
        .filter(|child| child.is_text())
        .map(|child| child.text().unwrap_or(""))
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Points of path data made of M and L.
pub fn points(path: Node<'_, '_>) -> Vec<(f64, f64)> {
    let data = path.attribute("d").unwrap().trim_end_matches('Z');
    let pairs = data.split(['M', 'L']).filter(|part| !part.is_empty());
    let point = |pair: &str| {
        let (x, y) = pair.split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    };
    pairs.map(point).collect()
}

/// Mean of the corners: the centre of every marker.
pub fn centre(path: Node<'_, '_>) -> (f64, f64) {
    let corners = points(path);
    let count = corners.len() as f64;
    let (x, y) = corners.iter().fold((0.0, 0.0), |(x, y), corner| (x + corner.0, y + corner.1));
    (x / count, y / count)
}

/// value = offset + scale pixel, read from the ticks of one axis.
#[derive(Clone, Copy, Debug)]
pub struct Ruler {
    offset: f64,
    scale: f64,
}

impl Ruler {
    /// From the first and last tick of an axis and the power of ten in its name; `shift` is the distance of a number's anchor from its tick.
    fn read(document: &Document<'_>, axis: &str, shift: f64) -> Self {
        let ticks = with_class(document, &format!("tick-{axis}"));
        let title = text_of(with_class(document, &format!("axis-{axis}"))[0]).replace('−', "-");
        let digits = |c: char| !(c == '-' || c.is_ascii_digit());
        let exponent = title.split_once("(10").map_or("0", |(_, rest)| rest.split(digits).next().unwrap());
        let power = 10f64.powi(exponent.parse().unwrap());
        let read = |node: Node<'_, '_>| {
            let pixel = number(node, axis) - shift;
            (pixel, text_of(node).replace('−', "-").parse::<f64>().unwrap() * power)
        };
        let (first, last) = (read(ticks[0]), read(*ticks.last().unwrap()));
        let scale = (last.1 - first.1) / (last.0 - first.0);
        Self { offset: first.1 - scale * first.0, scale }
    }

    pub fn value(&self, pixel: f64) -> f64 {
        self.offset + self.scale * pixel
    }

    pub fn pixel(&self, value: f64) -> f64 {
        (value - self.offset) / self.scale
    }
}

/// Both rulers of a plane or map.
pub fn rulers(document: &Document<'_>) -> (Ruler, Ruler) {
    (Ruler::read(document, "x", 0.0), Ruler::read(document, "y", 4.0))
}

/// A text's middle line as points, by a rough width of 0.5 sizes per character.
pub fn spine(text: Node<'_, '_>) -> Vec<(f64, f64)> {
    let (x, y, size) =
        (number(text, "x"), number(text, "y") - 0.33 * number(text, "font-size"), number(text, "font-size"));
    let width = 0.5 * size * text_of(text).chars().count() as f64;
    let start = match text.attribute("text-anchor") {
        Some("middle") => x - 0.5 * width,
        Some("end") => x - width,
        _ => x,
    };
    let turn = text
        .attribute("transform")
        .and_then(|turn| turn.strip_prefix("rotate(")?.strip_suffix(')'))
        .map(|turn| turn.split(' ').map(|part| part.parse::<f64>().unwrap()).collect::<Vec<_>>());
    (0..=8)
        .map(|i| (start + width * f64::from(i) / 8.0, y))
        .map(|(px, py)| match &turn {
            Some(turn) => {
                let (sin, cos) = turn[0].to_radians().sin_cos();
                let (dx, dy) = (px - turn[1], py - turn[2]);
                (turn[1] + cos * dx - sin * dy, turn[2] + sin * dx + cos * dy)
            }
            None => (px, py),
        })
        .collect()
}

/// All texts lie on the sheet and none is smaller than 11 px.
pub fn check_texts(document: &Document<'_>) {
    let height = number(document.root_element(), "height");
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        for (x, y) in spine(text) {
            assert!((0.0..=800.0).contains(&x) && (0.0..=height).contains(&y), "{} at {x} {y}", text_of(text));
        }
        let spans = text.descendants().filter(|node| node.has_attribute("font-size"));
        spans.for_each(|span| assert!(number(span, "font-size") >= 11.0, "{}", text_of(text)));
    }
}
