//! The window of a panel: all data, a little air, and no zooming into rounding.

use super::super::frame::Window;
use super::{Kind, Panel};

/// A spread below this share of the magnitude is rounding: the line is shown flat. Points that are looked at now and then have the errors of a
/// long run.
const ROUNDING: f64 = 1e-9;
const POINT_ROUNDING: f64 = 1e-7;
/// Lengths, angles and their rates below this are rounding whatever there is beside them: an angle of a body that does not turn [m, rad, s].
const NOTHING: f64 = 1e-13;
/// Air above and below lines, beside stems, and around curves, as a share of the spread.
const AIR: f64 = 0.06;
const STEM_AIR: f64 = 0.02;

/// The window of one panel.
pub(super) fn of(panel: &Panel<'_>) -> Window {
    aired(panel, around(panel), 0.0)
}

/// Windows of a stack: one horizontal range, and magnitudes shared by panels of one unit.
pub(super) fn stacked(panels: &[Panel<'_>]) -> Vec<Window> {
    let raw: Vec<_> = panels.iter().map(around).collect();
    let (left, right) =
        raw.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), w| (low.min(w.left), high.max(w.right)));
    let magnitude = |unit: &str| {
        let like = panels.iter().zip(&raw).filter(|(panel, _)| panel.y.unit == unit);
        like.map(|(_, window)| window.top.abs().max(window.bottom.abs())).fold(0.0, f64::max)
    };
    let joined = raw.iter().map(|window| Window { left, right, ..*window });
    panels.iter().zip(joined).map(|(panel, window)| aired(panel, window, magnitude(panel.y.unit))).collect()
}

/// The smallest window around all finite points; the unit square if there are none.
fn around(panel: &Panel<'_>) -> Window {
    let series = panel.series.iter().flat_map(|series| series.x.iter().copied().zip(series.y.iter().copied()));
    let band = panel.band.iter().flat_map(|band| {
        let edges = band.low.iter().chain(band.high).copied();
        band.x.iter().chain(band.x).copied().zip(edges)
    });
    let all = Window::around(series.chain(band));
    let (left, right) = panel.reach.unwrap_or((0.0, 1.0));
    let window = all.unwrap_or(Window { left, right, bottom: 0.0, top: 1.0 });
    let window = match panel.levels.len() {
        0 => window,
        count => Window { bottom: 0.0, top: count as f64 - 1.0, ..window },
    };
    let (bottom, top) =
        if panel.from_zero { (window.bottom.min(0.0), window.top.max(0.0)) } else { (window.bottom, window.top) };
    match panel.reach {
        Some((left, right)) => Window { left: left.min(window.left), right: right.max(window.right), bottom, top },
        None => Window { bottom, top, ..window },
    }
}

fn aired(panel: &Panel<'_>, window: Window, magnitude: f64) -> Window {
    let points = panel.series.iter().any(|series| series.kind == Kind::Points);
    let share = if points { POINT_ROUNDING } else { ROUNDING };
    let (bottom, top) = spread(window.bottom, window.top, magnitude, (share, nothing(panel.y.unit)));
    let is = |kind| panel.series.iter().any(|series| series.kind == kind);
    // Levels stand in a stack with lines, over the same places.
    let across = if is(Kind::Curve) || is(Kind::Points) && panel.levels.is_empty() {
        Some(AIR)
    } else {
        is(Kind::Stems).then_some(STEM_AIR)
    };
    let (left, right) = spread(window.left, window.right, 0.0, (share, nothing(panel.x.unit)));
    let window = Window { left, right, bottom, top };
    window.padded(across.unwrap_or(0.0) * window.width(), AIR * window.height())
}

/// What is as good as zero in a unit.
fn nothing(unit: &str) -> f64 {
    if matches!(unit, "m" | "rad" | "m/s" | "rad/s") { NOTHING } else { 0.0 }
}

/// A range that is one: what is flat, up to a share of its magnitude or up to nothing, gets a height that its magnitude (or that of its
/// neighbours) suggests.
fn spread(low: f64, high: f64, magnitude: f64, (share, nothing): (f64, f64)) -> (f64, f64) {
    let largest = low.abs().max(high.abs()).max(magnitude);
    if high - low > share * largest && high - low > nothing.max(f64::MIN_POSITIVE / f64::EPSILON) {
        return (low, high);
    }
    let (middle, half) = (0.5 * (low + high), if largest > nothing.max(1e-300) { 0.1 * largest } else { 1.0 });
    (middle - half, middle + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_shown_flat() {
        let line = (ROUNDING, 0.0);
        assert_eq!(spread(0.0, 1e-17, 2.0, line), (-0.2 + 0.5e-17, 0.2 + 0.5e-17));
        assert_eq!(spread(0.0, 0.0, 0.0, line), (-1.0, 1.0));
        assert_eq!(spread(-1.0, 3.0, 0.0, line), (-1.0, 3.0));
        let (low, high) = spread(1e6, 1e6 + 1e-9, 0.0, line);
        assert!(low < 9.1e5 && high > 1.09e6);
    }

    /// Seen: a phase portrait of angles of 1e-18 rad, and a Poincaré section of a periodic motion whose numbers overlapped: 0.12 nm at 37 mm.
    #[test]
    fn noise_is_shown_flat() {
        let (low, high) = spread(-1e-16, 1.5e-16, 0.0, (ROUNDING, nothing("rad")));
        assert!(low < -0.9 && high > 0.9);
        assert_eq!(spread(-1e-16, 1.5e-16, 0.0, (ROUNDING, nothing("N"))), (-1e-16, 1.5e-16));
        let (low, high) = spread(-0.037_048_917_73, -0.037_048_917_60, 0.0, (POINT_ROUNDING, nothing("m")));
        assert!(low < -0.04 && high > -0.034);
    }
}
