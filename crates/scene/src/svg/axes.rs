//! The box around a plot with ticks, numbers and names of the axes.

use svg::node::element::Group;

use super::canvas::{Build, Stroke, px, rectangle};
use super::frame::Frame;
use super::number::Ticks;
use super::palette::{GREY, INK};
use super::text::{Anchor, Label, Type, shortened};

/// What an axis is called (in markup), how many ticks it should have, and whether numbers and name are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisText<'a> {
    pub(super) name: &'a str,
    pub(super) unit: &'a str,
    pub(super) ticks: usize,
    pub(super) written: bool,
    /// Whether it has the power of ten of the other axis, if that one agrees.
    pub(super) shares_scale: bool,
    /// Words that stand for the numbers 0, 1, 2, ...; empty for numbers.
    pub(super) levels: &'a [&'a str],
}

const TICK: Stroke = Stroke::solid(INK, 1.0);
/// Length of a tick and gap between the box and a number [px].
const TICK_LENGTH: f64 = 5.0;
const GAP: f64 = 6.0;
/// Least distance of the vertical axis' name from the box, its distance from the numbers, and that of its baseline from the edge of the
/// sheet [px].
const NAME_AWAY: f64 = 44.0;
const NAME_GAP: f64 = 8.0;
const NAME_FROM_EDGE: f64 = 14.0;
/// By how much the name of an axis may be longer than the axis [px].
const ROOM: f64 = 10.0;
/// Least gap between two numbers of the horizontal axis [px].
const BETWEEN: f64 = 10.0;

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
        let ticks = self.across(axis, largest);
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
        let ticks = self.upright(axis, largest);
        let mut group = Group::new();
        for (value, text) in axis.labelled(&ticks) {
            let at = self.pixel((self.window.left, value)).1;
            group = group.add(TICK.line((self.corner.0, at), (self.corner.0 + TICK_LENGTH, at)));
            if axis.written {
                let number = Label::plain(&text).at((self.corner.0 - GAP, at + 4.0), Type::SMALL, Anchor::End);
                group = group.add(number.with("fill", GREY).with("class", "tick-y"));
            }
        }
        if !axis.written {
            return group;
        }
        let (lines, face) = axis.lines(&ticks, self.height + ROOM);
        let (nearest, middle) = (self.corner.0 - axis.away(&ticks), self.corner.1 + 0.5 * self.height);
        for (k, line) in lines.iter().rev().enumerate() {
            let x = (nearest - k as f64 * face.leading()).max(NAME_FROM_EDGE);
            let turned = line.at((x, middle), face, Anchor::Middle);
            let turned = turned.with("transform", format!("rotate(-90 {} {})", px(x), px(middle)));
            group = group.add(turned.with("class", "axis-y"));
        }
        group
    }

    /// The ticks of the horizontal axis, so few that their numbers do not run into each other.
    fn across(&self, axis: AxisText<'_>, largest: f64) -> Ticks {
        let ticks = |wanted: usize| Ticks::new(self.window.left, self.window.right, wanted).scaled_with(largest);
        let fits = |ticks: &Ticks| {
            let widest = ticks.labelled().map(|(_, text)| Label::plain(&text).room(Type::SMALL)).fold(0.0, f64::max);
            widest + BETWEEN <= self.width * ticks.step / (self.window.right - self.window.left)
        };
        let fewer = (1..axis.ticks).rev().map(ticks).find(fits);
        let most = ticks(axis.ticks);
        if fits(&most) { most } else { fewer.unwrap_or(most) }
    }

    /// The ticks of the vertical axis.
    fn upright(&self, axis: AxisText<'_>, largest: f64) -> Ticks {
        if !axis.levels.is_empty() {
            return Ticks::whole(axis.levels.len());
        }
        Ticks::new(self.window.bottom, self.window.top, axis.ticks).scaled_with(largest)
    }

    /// What numbers and name of a vertical axis with a scale of its own need at its left [px].
    pub(super) fn left_room(&self, axis: AxisText<'_>) -> f64 {
        let ticks = self.upright(axis, self.window.bottom.abs().max(self.window.top.abs()));
        let (lines, face) = axis.lines(&ticks, self.height + ROOM);
        axis.away(&ticks) + lines.len().saturating_sub(1) as f64 * face.leading() + NAME_FROM_EDGE
    }
}

impl AxisText<'_> {
    /// The ticks with their numbers, or with the words that these stand for.
    fn labelled(&self, ticks: &Ticks) -> Vec<(f64, String)> {
        let word = |(value, number): (f64, String)| {
            (value, self.levels.get(value as usize).map_or(number, |word| (*word).to_owned()))
        };
        ticks.labelled().map(word).collect()
    }

    /// Distance of the name of a vertical axis from the box [px]: beside the longest number.
    fn away(&self, ticks: &Ticks) -> f64 {
        let widths = self.labelled(ticks).into_iter().map(|(_, text)| Label::plain(&text).room(Type::SMALL));
        (GAP + widths.fold(0.0, f64::max) + NAME_GAP).max(NAME_AWAY)
    }

    /// Name and unit in a room of some pixels: in small type where that is needed; where that is not enough the name is cut, not the unit.
    fn label(&self, ticks: &Ticks, room: f64) -> (Label, Type) {
        let unit = ticks.format.unit(self.unit);
        let label = Label::markup(&format!("{}{unit}", self.name));
        match [Type::LABEL, Type::SMALL].into_iter().find(|face| label.room(*face) <= room) {
            Some(face) => (label, face),
            None => {
                let left = room - Label::markup(&unit).room(Type::SMALL);
                (Label::markup(&format!("{}{unit}", shortened(self.name, left, Type::SMALL))), Type::SMALL)
            }
        }
    }

    /// The same on two lines, the unit on the second, where one is too short for it.
    fn lines(&self, ticks: &Ticks, room: f64) -> (Vec<Label>, Type) {
        let unit = ticks.format.unit(self.unit);
        let fits = |text: &str| Label::markup(text).room(Type::SMALL) <= room;
        if fits(&format!("{}{unit}", self.name)) {
            let (label, face) = self.label(ticks, room);
            return (vec![label], face);
        }
        // Between words, at the best where both lines are of a length; within BODY.COLUMN only if nothing else helps.
        let longer =
            |(a, b): &(String, String)| Label::markup(a).width(Type::SMALL).max(Label::markup(b).width(Type::SMALL));
        let broken = |at: &[char]| {
            let ends = self.name.char_indices().filter(|(_, c)| at.contains(c)).map(|(end, _)| end + 1);
            let pairs = ends.map(|end| (self.name[..end].trim().to_owned(), format!("{}{unit}", &self.name[end..])));
            pairs.filter(|(a, b)| fits(a) && fits(b)).min_by(|one, other| longer(one).total_cmp(&longer(other)))
        };
        match broken(&[' ', ':']).or_else(|| broken(&['-', '/'])).or_else(|| broken(&['.'])) {
            Some((first, second)) => (vec![Label::markup(&first), Label::markup(&second)], Type::SMALL),
            None => (vec![self.label(ticks, room).0], Type::SMALL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Window;
    use super::*;

    fn frame(height: f64, top: f64) -> Frame {
        Frame { corner: (76.0, 0.0), width: 700.0, height, window: Window { left: 0.0, right: 1.0, bottom: 0.0, top } }
    }

    fn axis<'a>(name: &'a str, unit: &'a str) -> AxisText<'a> {
        AxisText { name, unit, ticks: 3, written: true, shares_scale: false, levels: &[] }
    }

    /// Seen: the name of the upright axis over its numbers where these are long, for it was kept on the sheet instead of the sheet being made
    /// for it. Right: the room asked for holds both.
    #[test]
    fn long_numbers_push_the_name_away() {
        let (short, long) =
            (frame(300.0, 1.0).left_room(axis("x", "m")), frame(300.0, 0.012_345_6).left_room(axis("x", "m")));
        assert!(short <= 76.0 && long >= short, "{short} {long}");
        let window = Window { left: 0.0, right: 1.0, bottom: 1234.001, top: 1234.009 };
        let needs = Frame { window, ..frame(300.0, 1.0) }.left_room(axis("x", "m"));
        assert!(needs > 85.0, "{needs}");
    }

    /// Seen: numbers with eleven digits over each other. Right: so few that each has its room.
    #[test]
    fn long_numbers_are_few() {
        let window = Window { left: -0.037_048_917_73, right: -0.037_048_917_60, bottom: 0.0, top: 1.0 };
        let frame = Frame { window, ..frame(300.0, 1.0) };
        let ticks = frame.across(AxisText { ticks: 8, ..axis("x", "m") }, 0.037);
        let widest = ticks.labelled().map(|(_, text)| Label::plain(&text).room(Type::SMALL)).fold(0.0, f64::max);
        assert!(!ticks.values.is_empty() && ticks.values.len() as f64 * widest < 700.0, "{ticks:?}");
    }

    /// Numbers that stand for words are written as these.
    #[test]
    fn levels_have_names() {
        let levels = AxisText { levels: &["locked", "stick-slip"], ..axis("regime", "") };
        let ticks = frame(300.0, 1.0).upright(levels, 1.0);
        assert_eq!(levels.labelled(&ticks), [(0.0, "locked".to_owned()), (1.0, "stick-slip".to_owned())]);
    }

    /// Seen: `amplitude:bolster.y-fra…` without its unit beside a low panel. Right: two lines, and the unit whole.
    #[test]
    fn the_unit_of_a_long_name_is_never_cut() {
        let ticks = Ticks::new(0.0, 1.0, 3);
        let (lines, face) = axis("amplitude:bolster.y-frame.y", "mm").lines(&ticks, 160.0);
        assert_eq!(lines.iter().map(Label::text).collect::<Vec<_>>(), ["amplitude:", "bolster.y-frame.y (mm)"]);
        assert!(lines.iter().all(|line| line.room(face) <= 160.0));
        let (label, face) = axis("averylongnamewithoutanyplacetobreakit", "mm").label(&ticks, 130.0);
        assert!(label.room(face) <= 130.0 + face.size && label.text().ends_with("… (mm)"), "{}", label.text());
    }
}
