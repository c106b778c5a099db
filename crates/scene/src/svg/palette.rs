//! Colours, dashes and marker shapes: all told apart without colour vision and in print.

use svg::node::element::Path;

use super::canvas::{Dash, path_data, px};

/// Ink of text and axes.
pub(super) const INK: &str = "#222222";
/// Ink of secondary text and of the lines of the plane.
pub(super) const GREY: &str = "#5a5a5a";
/// Rules, ticks and grid.
pub(super) const FAINT: &str = "#c9c9c9";
/// The admissible region.
pub(super) const SHADE: &str = "#e8eef5";
/// The mark of an energy gain.
pub(super) const WARN: &str = "#b03a00";

/// Okabe and Ito's colours for thin marks on white (without their yellow, which white swallows).
pub(super) const STRONG: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// Light fills under dark text, told apart under the common colour vision deficiencies (Paul Tol's "light" scheme).
pub(super) const LIGHT: [&str; 9] =
    ["#77aadd", "#eedd88", "#ee8866", "#99ddff", "#bbcc33", "#ffaabb", "#44bb99", "#dddddd", "#aaaa00"];

/// Dashes of paths; the first is solid.
const DASHES: [Dash; 5] = [&[], &[16.0, 5.0], &[9.0, 4.0], &[14.0, 3.0, 4.0, 3.0], &[4.0, 3.0]];

/// The dash of the i-th path.
pub(super) fn dash(i: usize) -> Dash {
    DASHES[i % DASHES.len()]
}

/// Radius of a marker [px].
pub(super) const MARKER: f64 = 5.5;

/// Colour and marker shape by index; no two of the first 49 are alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    index: usize,
}

impl Style {
    pub(super) fn new(index: usize) -> Self {
        Self { index }
    }

    pub(super) fn colour(self) -> &'static str {
        STRONG[self.index % STRONG.len()]
    }

    /// A filled marker about a point.
    pub(super) fn marker(self, (x, y): (f64, f64)) -> Path {
        let corners: Vec<_> = self.outline().into_iter().map(|(dx, dy)| (x + MARKER * dx, y + MARKER * dy)).collect();
        Path::new()
            .set("d", path_data(&corners, true))
            .set("fill", self.colour())
            .set("stroke", "#ffffff")
            .set("stroke-width", px(1.0))
            .set("stroke-linejoin", "round")
    }

    /// Corners of the shape with unit size.
    fn outline(self) -> Vec<(f64, f64)> {
        let shift = self.index / STRONG.len();
        match (self.index + shift) % 7 {
            0 => polygon(16, 0.0, 1.0),
            1 => polygon(4, 0.125, 1.2),
            2 => polygon(3, 0.75, 1.3),
            3 => polygon(4, 0.0, 1.3),
            4 => polygon(3, 0.25, 1.3),
            5 => star(),
            _ => polygon(6, 0.0, 1.15),
        }
    }
}

/// A regular polygon; `turn` is the direction of its first corner in turns, clockwise from the right.
fn polygon(corners: usize, turn: f64, radius: f64) -> Vec<(f64, f64)> {
    let angle = |i: usize| std::f64::consts::TAU * (turn + i as f64 / corners as f64);
    (0..corners).map(|i| (radius * angle(i).cos(), radius * angle(i).sin())).collect()
}

/// A star of five points, one up.
fn star() -> Vec<(f64, f64)> {
    let ring = polygon(10, 0.75, 1.5).into_iter().enumerate();
    ring.map(|(i, (x, y))| if i % 2 == 0 { (x, y) } else { (0.5 * x, 0.5 * y) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_differ() {
        let seen: std::collections::HashSet<_> =
            (0..49).map(|i| (Style::new(i).colour(), format!("{:?}", Style::new(i).outline()))).collect();
        assert_eq!(seen.len(), 49);
    }
}
