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
const LIGHT: [&str; 9] =
    ["#77aadd", "#eedd88", "#ee8866", "#99ddff", "#bbcc33", "#ffaabb", "#44bb99", "#dddddd", "#aaaa00"];

/// The fixed fills of regimes, contact modes and statuses, so that two maps agree: green where the slip stops for good, blue where it goes on,
/// orange and red where it turns round; of two phases the hue tells the first and the shade the second.
const MODES: [(&str, &str); 33] = [
    ("locked", "#9fb7d4"),
    ("stick-slip", "#f2e3a0"),
    ("sliding", "#f0a58f"),
    ("apart", "#c9b8e0"),
    ("slide", "#77aadd"),
    ("C-stick", "#44bb99"),
    ("E-stick", "#bbcc33"),
    ("C-reverse", "#ee8866"),
    ("E-reverse", "#ffaabb"),
    ("stick", "#8ed08b"),
    ("reverse", "#f4a582"),
    ("roll", "#99ddff"),
    ("inside", "#eedd88"),
    ("clipped", "#aaaa00"),
    ("frictionless", "#dddddd"),
    ("impulse-ratio", "#c8b3e6"),
    ("C:stick,E:stick", "#a9e2cb"),
    ("C:stick,E:slip+", "#5fc6a0"),
    ("C:stick,E:slip-", "#9bbf5a"),
    ("C:slip+,E:stick", "#bfe0f7"),
    ("C:slip+,E:slip+", "#6aaee6"),
    ("C:slip+,E:slip-", "#a3a5e8"),
    ("C:slip-,E:stick", "#fbe3b3"),
    ("C:slip-,E:slip+", "#e5c23a"),
    ("C:slip-,E:slip-", "#ef9a63"),
    ("ok", "#e4efe0"),
    ("no-impact", "#c4ccd4"),
    ("no-solution", "#d98880"),
    ("indeterminate", "#d7bde2"),
    ("multiple", "#f7dc6f"),
    ("inadmissible", "#e5989b"),
    ("singular", "#a6acaf"),
    ("bad-input", "#bfa58a"),
];

/// Fills of names in their order: the fixed one of a known name; for the others those of [`LIGHT`] that are left, in order.
pub(super) fn fills(names: &[&str]) -> Vec<&'static str> {
    let known = |name: &str| MODES.iter().find(|(known, _)| *known == name).map(|(_, fill)| *fill);
    let used: Vec<_> = names.iter().filter_map(|name| known(name)).collect();
    let left: Vec<_> = LIGHT.into_iter().filter(|fill| !used.contains(fill)).collect();
    let mut rest = if left.is_empty() { &LIGHT[..] } else { &left[..] }.iter().cycle();
    names.iter().map(|name| known(name).or_else(|| rest.next().copied()).unwrap_or(LIGHT[0])).collect()
}

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
    pub(super) fn marker(self, at: (f64, f64)) -> Path {
        self.sized_marker(at, 1.0)
    }

    /// A marker some times the usual size.
    pub(super) fn sized_marker(self, (x, y): (f64, f64), size: f64) -> Path {
        let radius = MARKER * size;
        let corners: Vec<_> = self.outline().into_iter().map(|(dx, dy)| (x + radius * dx, y + radius * dy)).collect();
        Path::new()
            .set("d", path_data(&corners, true))
            .set("fill", self.colour())
            .set("stroke", "#ffffff")
            .set("stroke-width", px(1.0))
            .set("stroke-linejoin", "round")
    }

    /// Area of the shape with unit size.
    pub(super) fn area(self) -> f64 {
        let corners = self.outline();
        let next = corners.iter().cycle().skip(1);
        0.5 * corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs()
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

    #[test]
    fn known_names_keep_their_fill_and_no_two_share_one() {
        let all: Vec<_> = MODES.iter().map(|(name, _)| *name).collect();
        let distinct: std::collections::HashSet<_> = fills(&all).into_iter().collect();
        assert_eq!(distinct.len(), MODES.len());
        assert_eq!(fills(&["C-stick", "slide"])[1], fills(&["E-stick", "new", "slide"])[2]);
        // The first two of the light colours are left: the first is that of sliding.
        assert_eq!(fills(&["a", "b", "slide"]), [LIGHT[1], LIGHT[2], LIGHT[0]]);
        assert_eq!(fills(&["x"; 12]).len(), 12);
    }
}
