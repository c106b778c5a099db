//! A plot's frame: data to pixels, and straight lines cut to the frame.

use svg::node::element::Group;

use super::canvas::{Pixel, Stroke};
use super::palette::FAINT;
use super::place::Room;

/// The part of the data plane that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    pub(super) top: f64,
}

/// A window and where it lies on the sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) corner: Pixel,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) window: Window,
}

const ZERO: Stroke = Stroke::solid(FAINT, 1.0);

impl Window {
    pub(super) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f64 {
        self.top - self.bottom
    }

    /// The smallest window around points; none without finite points.
    pub(super) fn around(points: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        points.filter(|(x, y)| x.is_finite() && y.is_finite()).fold(None, |window, (x, y)| {
            let one = Self { left: x, right: x, bottom: y, top: y };
            Some(window.map_or(one, |other: Self| other.joined(&one)))
        })
    }

    /// The smallest window around two.
    pub(super) fn joined(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            bottom: self.bottom.min(other.bottom),
            top: self.top.max(other.top),
        }
    }

    /// Wider and higher by a length on each side.
    pub(super) fn padded(&self, x: f64, y: f64) -> Self {
        Self { left: self.left - x, right: self.right + x, bottom: self.bottom - y, top: self.top + y }
    }

    /// What lies within another window too (never turned inside out).
    pub(super) fn within(&self, other: &Self) -> Self {
        let (left, bottom) = (self.left.clamp(other.left, other.right), self.bottom.clamp(other.bottom, other.top));
        Self { left, right: self.right.clamp(left, other.right), bottom, top: self.top.clamp(bottom, other.top) }
    }

    /// The largest coordinate.
    pub(super) fn largest(&self) -> f64 {
        self.left.abs().max(self.right.abs()).max(self.bottom.abs()).max(self.top.abs())
    }

    /// Distance from the origin to the farthest corner.
    pub(super) fn reach(&self) -> f64 {
        self.left.abs().max(self.right.abs()).hypot(self.bottom.abs().max(self.top.abs()))
    }
}

impl Frame {
    /// Where a point of the data lies on the sheet.
    pub(super) fn pixel(&self, (x, y): (f64, f64)) -> Pixel {
        (
            self.corner.0 + (x - self.window.left) / self.window.width() * self.width,
            self.corner.1 + (self.window.top - y) / self.window.height() * self.height,
        )
    }

    /// True if a pixel lies within the frame, at least a distance from its edge.
    pub(super) fn holds(&self, (x, y): Pixel, distance: f64) -> bool {
        let (right, bottom) = (self.corner.0 + self.width, self.corner.1 + self.height);
        x >= self.corner.0 + distance
            && x <= right - distance
            && y >= self.corner.1 + distance
            && y <= bottom - distance
    }

    /// The frame as a room on the sheet.
    pub(super) fn room(&self) -> Room {
        let half = (0.5 * self.width, 0.5 * self.height);
        Room::upright((self.corner.0 + half.0, self.corner.1 + half.1), half)
    }

    /// The part of a line (or of a ray) within the window, as pixels.
    pub(super) fn cut(&self, start: (f64, f64), direction: (f64, f64), both_ways: bool) -> Option<(Pixel, Pixel)> {
        if ![start.0, start.1, direction.0, direction.1].iter().all(|number| number.is_finite()) {
            return None;
        }
        let (mut from, mut to) = (if both_ways { f64::NEG_INFINITY } else { 0.0 }, f64::INFINITY);
        let window = &self.window;
        for (at, along, low, high) in
            [(start.0, direction.0, window.left, window.right), (start.1, direction.1, window.bottom, window.top)]
        {
            if along == 0.0 {
                if at < low || at > high {
                    return None;
                }
                continue;
            }
            let (one, other) = ((low - at) / along, (high - at) / along);
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        let point = |t: f64| self.pixel((start.0 + t * direction.0, start.1 + t * direction.1));
        (from < to && from.is_finite() && to.is_finite()).then(|| (point(from), point(to)))
    }

    /// Thin lines where x = 0 and y = 0.
    pub(super) fn zero_lines(&self) -> Group {
        let axes = [((0.0, 0.0), (1.0, 0.0)), ((0.0, 0.0), (0.0, 1.0))];
        axes.iter()
            .filter_map(|(start, along)| self.cut(*start, *along, true))
            .fold(Group::new(), |group, (from, to)| group.add(ZERO.line(from, to)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        let window = Window { left: -1.0, right: 1.0, bottom: 0.0, top: 1.0 };
        Frame { corner: (100.0, 50.0), width: 200.0, height: 100.0, window }
    }

    #[test]
    fn corners_map_to_corners() {
        assert_eq!(frame().pixel((-1.0, 1.0)), (100.0, 50.0));
        assert_eq!(frame().pixel((1.0, 0.0)), (300.0, 150.0));
    }

    #[test]
    fn lines_are_cut_to_the_frame() {
        assert_eq!(frame().cut((0.0, 0.5), (1.0, 0.0), true), Some(((100.0, 100.0), (300.0, 100.0))));
        assert_eq!(frame().cut((0.0, 0.0), (1.0, 1.0), false), Some(((200.0, 150.0), (300.0, 50.0))));
        assert_eq!(frame().cut((0.0, 2.0), (1.0, 0.0), true), None);
        assert_eq!(frame().cut((0.0, 2.0), (0.0, 1.0), false), None);
        assert_eq!(frame().cut((f64::NAN, 2.0), (f64::NAN, 1.0), true), None);
    }

    #[test]
    fn a_window_keeps_finite_points_only() {
        let points = [(f64::NAN, 1.0), (2.0, 3.0), (-1.0, 5.0)];
        let window = Window { left: -1.0, right: 2.0, bottom: 3.0, top: 5.0 };
        assert_eq!(Window::around(points.into_iter()), Some(window));
        assert_eq!(Window::around(points[..1].iter().copied()), None);
    }
}
