//! Which part of the plane is shown.

use carom_impact::plane::ImpulsePlane;

use super::super::frame::Window;
use super::ends::EndGroup;
use super::xy;

/// End points farther out than this many times the median are left outside: they would shrink all others to a dot.
const OUTLIER: f64 = 12.0;
/// An ellipse is shown whole if it reaches no farther beyond the points than this share of their size.
const WHOLE_CONIC: f64 = 1.3;
/// Otherwise as much of it as lies within this share.
const PART_OF_CONIC: f64 = 0.5;
/// Sides more unlike than this are not drawn to one scale.
const MOST_UNLIKE: f64 = 6.0;
/// Margin around what must be seen, as a share of the window.
const PADDING: f64 = 0.08;

/// A window, and whether both axes have one scale.
pub(super) struct View {
    pub(super) window: Window,
    pub(super) equal: bool,
}

/// The window for a plot whose width is `aspect` times its height.
pub(super) fn choose(plane: &ImpulsePlane, groups: &[EndGroup], aspect: f64) -> View {
    let fallback = Window { left: -1.0, right: 1.0, bottom: -1.0, top: 1.0 };
    let wanted = important(plane, groups).filter(|window| window.reach() > 0.0).or_else(|| whole_conic(plane));
    let size = wanted.map_or(0.0, |window| window.width().max(window.height()));
    let Some(core) = wanted.filter(|_| size > 0.0 && size.is_finite()) else {
        return View { window: fallback, equal: true };
    };
    let shown = with_conic(plane, core, size);
    let (width, height) = (shown.width(), shown.height());
    let unlike = (width / aspect).max(height) / (width / aspect).min(height);
    let equal = unlike <= MOST_UNLIKE || !unlike.is_finite();
    let padded = if equal {
        let side = (width / aspect).max(height) * (1.0 + 2.0 * PADDING);
        shown.padded(0.5 * (side * aspect - width), 0.5 * (side - height))
    } else {
        shown.padded(PADDING * width, PADDING * height)
    };
    View { window: padded, equal }
}

/// Around the origin, the frictionless ends of both phases, and the corners and ends of all laws but outliers and inadmissible ones.
fn important(plane: &ImpulsePlane, groups: &[EndGroup]) -> Option<Window> {
    let (a, approach) = (plane.collision().contact().a, -plane.collision().before().normal);
    let straight = [0.0, 1.0, 1.0 + plane.e()].map(|share| (0.0, share.max(0.0) * approach.max(0.0) / a));
    let mut sizes: Vec<f64> = groups.iter().map(|group| group.at.magnitude()).collect();
    sizes.push(straight[2].1);
    sizes.sort_by(f64::total_cmp);
    let limit = OUTLIER * sizes.get(sizes.len() / 2).copied().unwrap_or(0.0);
    let near = groups.iter().filter(|group| group.admissible && group.at.magnitude() <= limit);
    let ends = near.flat_map(|group| {
        let corners = group.paths.iter().flat_map(|path| path.corners.iter().map(|corner| xy(corner.at)));
        corners.chain([xy(group.at)])
    });
    Window::around(straight.into_iter().chain(ends))
}

/// With the conic, or a part of it where it is much larger.
fn with_conic(plane: &ImpulsePlane, core: Window, size: f64) -> Window {
    let near = core.padded(WHOLE_CONIC * size, WHOLE_CONIC * size);
    if let Some(whole) = whole_conic(plane).filter(|whole| near.joined(whole) == near) {
        return core.joined(&whole);
    }
    let part = core.padded(PART_OF_CONIC * size, PART_OF_CONIC * size);
    let conic = Window::around(plane.conic(part.reach()).into_iter().map(xy));
    conic.map_or(core, |conic| core.joined(&conic.within(&part)))
}

/// The box around the conic, if it is an ellipse.
fn whole_conic(plane: &ImpulsePlane) -> Option<Window> {
    plane.conic_bounds().and_then(|(low, high)| Window::around([xy(low), xy(high)].into_iter()))
}
