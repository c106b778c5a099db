//! Text with subscripts, superscripts and italics, its width, and its SVG.
//!
//! Markup of labels: `*I*_N` sets an italic I with the subscript N, `10^{-6}` a superscript; braces hold more than letters and digits.
//! Text of users is taken as it is ([`Label::plain`]).

use svg::node::Blob;
use svg::node::element::Element;

use super::canvas::{Build, Pixel, px};
use super::glyphs::{advance, escaped};

/// Size of sub- and superscripts against the text around them.
const SCRIPT: f64 = 0.8;
/// No text is smaller [px].
const SMALLEST: f64 = 11.0;
/// How far a subscript sinks and a superscript rises, in sizes of the text around.
const SINK: f64 = 0.24;
const RISE: f64 = -0.36;

/// How much wider than in Helvetica text may be where that font is not at hand: in DejaVu Sans.
const BROAD: f64 = 1.12;

/// A size of type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Type {
    pub(super) size: f64,
    pub(super) bold: bool,
}

impl Type {
    pub(super) const TITLE: Self = Self { size: 18.0, bold: true };
    pub(super) const HEAD: Self = Self { size: 14.0, bold: true };
    pub(super) const BODY: Self = Self { size: 13.0, bold: false };
    pub(super) const LABEL: Self = Self { size: 14.0, bold: false };
    pub(super) const SMALL: Self = Self { size: 12.0, bold: false };

    /// Distance of two lines of text.
    pub(super) fn leading(self) -> f64 {
        (self.size * 1.4).round()
    }
}

/// Where the given point lies in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Base,
    Sub,
    Super,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Run {
    text: String,
    level: Level,
    italic: bool,
}

/// One line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    runs: Vec<Run>,
}

impl Label {
    /// Text as it is.
    pub(super) fn plain(text: &str) -> Self {
        let mut label = Self::default();
        label.push(text, Level::Base, false);
        label
    }

    /// Text with markup.
    pub(super) fn markup(text: &str) -> Self {
        let mut label = Self::default();
        let (mut rest, mut italic) = (text, false);
        while let Some(at) = rest.find(['*', '_', '^']) {
            label.push(&rest[..at], Level::Base, italic);
            let (mark, tail) = rest[at..].split_at(1);
            if mark == "*" {
                italic = !italic;
                rest = tail;
            } else {
                let (script, after) = argument(tail);
                label.push(script, if mark == "_" { Level::Sub } else { Level::Super }, false);
                rest = after;
            }
        }
        label.push(rest, Level::Base, italic);
        label
    }

    /// Plain text broken at spaces into lines of at most a width; none for empty text.
    pub(super) fn wrapped(text: &str, width: f64, face: Type) -> Vec<Self> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let word = shortened(word, width, face);
            match lines.last_mut() {
                Some(line) if Self::plain(&format!("{line} {word}")).room(face) <= width => {
                    line.push(' ');
                    line.push_str(&word);
                }
                _ => lines.push(word),
            }
        }
        lines.iter().map(|line| Self::plain(line)).collect()
    }

    /// Plain text on one line, cut to a width.
    pub(super) fn cut(text: &str, width: f64, face: Type) -> Self {
        Self::plain(&shortened(text, width, face))
    }

    fn push(&mut self, text: &str, level: Level, italic: bool) {
        if !text.is_empty() {
            self.runs.push(Run { text: text.to_owned(), level, italic });
        }
    }

    /// Width in Helvetica, a little on the safe side [px].
    pub(super) fn width(&self, face: Type) -> f64 {
        let weight = if face.bold { 1.07 } else { 1.0 };
        self.runs.iter().map(|run| weight * run.size(face) * run.text.chars().map(advance).sum::<f64>()).sum()
    }

    /// The bare text.
    #[cfg(test)]
    pub(super) fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }

    /// Width in the broadest font it may be set in [px]: what must not be cut off or written over has that much room.
    pub(super) fn room(&self, face: Type) -> f64 {
        BROAD * self.width(face)
    }

    /// The text element with its anchor at a point on the baseline.
    pub(super) fn at(&self, (x, y): Pixel, face: Type, anchor: Anchor) -> Element {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let element = Element::new("text")
            .with("x", px(x))
            .with("y", px(y))
            .with("font-size", px(face.size))
            .with("text-anchor", anchor)
            .with_child(Blob::new(self.content(face)));
        if face.bold { element.with("font-weight", "bold") } else { element }
    }

    /// The same with a white rim, legible across lines.
    pub(super) fn rimmed_at(&self, at: Pixel, face: Type, anchor: Anchor) -> Element {
        self.at(at, face, anchor)
            .with("stroke", "#ffffff")
            .with("stroke-width", "3.5")
            .with("stroke-linejoin", "round")
            .with("paint-order", "stroke")
    }

    /// Escaped text and tspans; a shift of the baseline is undone by the next run. Spaces between runs become shifts too, since some
    /// viewers trim the text of every span.
    fn content(&self, face: Type) -> String {
        let mut content = String::new();
        let (mut baseline, mut spaces) = (0.0, 0);
        for run in &self.runs {
            let inner = run.text.trim_matches(' ');
            spaces += run.text.len() - run.text.trim_start_matches(' ').len();
            if inner.is_empty() {
                continue;
            }
            let target = face.size * run.level.shift();
            let shift = (spaces as f64 * face.size * advance(' '), target - baseline);
            let attributes = run.attributes(shift, face);
            let text = escaped(inner);
            if attributes.is_empty() {
                content.push_str(&text);
            } else {
                content.push_str(&format!("<tspan{attributes}>{text}</tspan>"));
            }
            spaces = run.text.len() - run.text.trim_end_matches(' ').len();
            baseline = target;
        }
        content
    }
}

impl Level {
    fn shift(self) -> f64 {
        match self {
            Self::Base => 0.0,
            Self::Sub => SINK,
            Self::Super => RISE,
        }
    }
}

impl Run {
    fn attributes(&self, (dx, dy): (f64, f64), face: Type) -> String {
        let mut attributes = String::new();
        for (name, shift) in [("dx", dx), ("dy", dy)].into_iter().filter(|(_, shift)| *shift != 0.0) {
            attributes.push_str(&format!(" {name}=\"{}\"", px(shift)));
        }
        if self.level != Level::Base {
            attributes.push_str(&format!(" font-size=\"{}\"", px(self.size(face))));
        }
        if self.italic {
            attributes.push_str(" font-style=\"italic\"");
        }
        attributes
    }

    fn size(&self, face: Type) -> f64 {
        if self.level == Level::Base { face.size } else { (SCRIPT * face.size).max(SMALLEST) }
    }
}

/// What follows a `_` or `^`: the inside of braces, or letters and digits; and the rest.
fn argument(text: &str) -> (&str, &str) {
    if let Some((inside, after)) = text.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
        return (inside, after);
    }
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    text.split_at(end)
}

/// A word cut to a width, with an ellipsis if it had to be.
pub(super) fn shortened(word: &str, width: f64, face: Type) -> String {
    if Label::plain(word).room(face) <= width {
        return word.to_owned();
    }
    let mut kept = String::new();
    for character in word.chars() {
        kept.push(character);
        if Label::plain(&kept).room(face) + face.size > width {
            break;
        }
    }
    kept.push('…');
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_shifted_spans_that_return_to_the_baseline() {
        let label = Label::markup("*I*_N (10^{-6} N s)");
        let face = Type { size: 15.0, bold: false };
        assert_eq!(
            label.content(face),
            "<tspan font-style=\"italic\">I</tspan><tspan dy=\"3.6\" font-size=\"12\">N</tspan>\
             <tspan dx=\"4.35\" dy=\"-3.6\">(10</tspan><tspan dy=\"-5.4\" font-size=\"12\">-6</tspan><tspan dx=\"4.35\" dy=\"5.4\">N s)</tspan>"
        );
    }

    #[test]
    fn text_of_users_is_escaped() {
        assert_eq!(Label::plain("a<b & \u{1}c_d*").content(Type::BODY), "a&lt;b &amp; c_d*");
    }

    #[test]
    fn lines_are_broken_within_the_width() {
        let text =
            "Kane-Levinson-Whittaker, Glocker-Pfeiffer, Wang-Mason with an extraordinarilylongwordwithoutspacesinside";
        let lines = Label::wrapped(text, 150.0, Type::BODY);
        assert!(lines.len() >= 3);
        assert!(lines.iter().all(|line| line.width(Type::BODY) <= 150.0 + Type::BODY.size));
        assert!(Label::wrapped("", 100.0, Type::BODY).is_empty());
    }

    #[test]
    fn strange_markup_is_harmless() {
        for text in ["_", "^", "a_", "*", "**", "_{", "x_{y", "x^{}z", "ä_ö"] {
            assert!(Label::markup(text).width(Type::BODY).is_finite());
        }
    }
}
