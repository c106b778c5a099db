//! The box around a plot with ticks, numbers and names of the axes.

use svg::node::element::Group;

use super::canvas::{Build, Stroke, px, rectangle};
use super::frame::Frame;
use super::number::Ticks;
use super::palette::{GREY, INK};
use super::text::{Anchor, Label, Type};

/// What an axis is called (in markup), how many ticks it should have, and whether numbers and name are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisText<'a> {
    pub(super) name: &'a str,
    pub(super) unit: &'a str,
    pub(super) ticks: usize,
    pub(super) written: bool,
    /// Whether it has the power of ten of the other axis, if that one agrees.
    pub(super) shares_scale: bool,
}

const TICK: Stroke = Stroke::solid(INK, 1.0);
/// Length of a tick and gap between the box and a number [px].
const TICK_LENGTH: f64 = 5.0;
const GAP: f64 = 6.0;
/// Least distance of the vertical axis' name from the box, and of its top from the edge of the sheet [px].
const NAME_AWAY: f64 = 44.0;
const NAME_FROM_EDGE: f64 = 14.0;
/// By how much the name of an axis may be longer than the axis [px].
const ROOM: f64 = 24.0;

impl Frame {
    /// The box with both axes.
    pub(super) fn axes(&self, x: AxisText<'_>, y: AxisText<'_>) -> Group {
        let outline = rectangle(self.corner, self.width, self.height).set("fill", "none").set("stroke", INK);
        let window = &self.window;
        let shared = x.shares_scale && y.shares_scale;
        let (width, height) = (window.left.abs().max(window.right.abs()), window.bottom.abs().max(window.top.abs()));
        let largest = |own: f64| if shared { width.max(height) } else { own };
        Group::new()
            .add(outline.set("stroke-width", "1"))
            .add(self.horizontal(x, largest(width)))
            .add(self.vertical(y, largest(height)))
    }

    fn horizontal(&self, axis: AxisText<'_>, largest: f64) -> Group {
        let bottom = self.corner.1 + self.height;
        let ticks = Ticks::new(self.window.left, self.window.right, axis.ticks).scaled_with(largest);
        let mut group = Group::new();
        for (value, text) in ticks.labelled() {
            let at = self.pixel((value, self.window.bottom)).0;
            group = group.add(TICK.line((at, bottom), (at, bottom - TICK_LENGTH)));
            if axis.written {
                let number = Label::plain(&text).at((at, bottom + 16.0), Type::SMALL, Anchor::Middle);
                group = group.add(number.with("fill", GREY).with("class", "tick-x"));
            }
        }
        if !axis.written {
            return group;
        }
        let place = (self.corner.0 + 0.5 * self.width, bottom + 36.0);
        let (label, face) = axis.label(&ticks, self.width + ROOM);
        group.add(label.at(place, face, Anchor::Middle).with("class", "axis-x"))
    }

    fn vertical(&self, axis: AxisText<'_>, largest: f64) -> Group {
        let ticks = Ticks::new(self.window.bottom, self.window.top, axis.ticks).scaled_with(largest);
        let mut group = Group::new();
        let mut widest: f64 = 0.0;
        for (value, text) in ticks.labelled() {
            let at = self.pixel((self.window.left, value)).1;
            group = group.add(TICK.line((self.corner.0, at), (self.corner.0 + TICK_LENGTH, at)));
            if axis.written {
                let label = Label::plain(&text);
                widest = widest.max(label.width(Type::SMALL));
                let number = label.at((self.corner.0 - GAP, at + 4.0), Type::SMALL, Anchor::End);
                group = group.add(number.with("fill", GREY).with("class", "tick-y"));
            }
        }
        if !axis.written {
            return group;
        }
        let away = (GAP + widest + 8.0).max(NAME_AWAY);
        let (x, y) = ((self.corner.0 - away).max(NAME_FROM_EDGE), self.corner.1 + 0.5 * self.height);
        let (label, face) = axis.label(&ticks, self.height + ROOM);
        let turned = label.at((x, y), face, Anchor::Middle);
        group.add(turned.with("transform", format!("rotate(-90 {} {})", px(x), px(y))).with("class", "axis-y"))
    }
}

impl AxisText<'_> {
    /// Name and unit in a room of some pixels: in small type where that is needed, cut where that is not enough.
    fn label(&self, ticks: &Ticks, room: f64) -> (Label, Type) {
        let text = format!("{}{}", self.name, ticks.format.unit(self.unit));
        let label = Label::markup(&text);
        match [Type::LABEL, Type::SMALL].into_iter().find(|face| label.width(*face) <= room) {
            Some(face) => (label, face),
            None => (Label::cut(&text, room, Type::SMALL), Type::SMALL),
        }
    }
}
