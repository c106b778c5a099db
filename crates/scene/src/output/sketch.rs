//! Springs, joints and systems as lines.

use super::cast::{Sketch, SketchKind};
use crate::svg::Form;

/// Windings of a spring, and their width as a share of its length.
const WINDINGS: usize = 8;
const WIDTH: f64 = 0.05;
/// The straight ends of a spring as a share of its length.
const END: f64 = 0.15;
/// Corners of the circle that stands for a pin.
const ROUND: usize = 16;

/// The windings of a spring are no wider than so many pins.
const WIDEST: f64 = 3.0;

/// The shape of a sketch; `size` is the radius of a pin in metres.
pub(super) fn shape(sketch: &Sketch, size: f64) -> Option<Form> {
    match (sketch.kind, &sketch.points[..]) {
        (SketchKind::Spring, &[a, b]) => Some(Form::Line(spring(a, b, WIDEST * size))),
        (SketchKind::Pin, &[centre, ..]) => Some(Form::Polygon(pin(centre, size))),
        (SketchKind::Bar | SketchKind::System, points) if points.len() > 1 => Some(Form::Line(points.to_vec())),
        _ => None,
    }
}

/// A zigzag between two points, no wider to each side than `widest`.
fn spring(a: [f64; 2], b: [f64; 2], widest: f64) -> Vec<[f64; 2]> {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0].hypot(along[1]);
    let width = if length > 0.0 { WIDTH.min(widest / length) } else { 0.0 };
    let at = |share: f64, side: f64| {
        let out = width * side;
        [a[0] + share * along[0] - out * along[1], a[1] + share * along[1] + out * along[0]]
    };
    let turns = 2 * WINDINGS;
    let winding = (0..turns).map(|k| {
        let share = END + (1.0 - 2.0 * END) * (k as f64 + 0.5) / turns as f64;
        at(share, if k % 2 == 0 { 1.0 } else { -1.0 })
    });
    [a, at(END, 0.0)].into_iter().chain(winding).chain([at(1.0 - END, 0.0), b]).collect()
}

fn pin([x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let (sin, cos) = (std::f64::consts::TAU * k as f64 / ROUND as f64).sin_cos();
        [x + radius * cos, y + radius * sin]
    };
    (0..ROUND).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spring_goes_from_end_to_end_and_stays_beside_its_line() {
        let points = spring([0.0, 0.0], [2.0, 0.0], 1.0);
        assert_eq!((points[0], points[points.len() - 1]), ([0.0, 0.0], [2.0, 0.0]));
        assert!(points.iter().all(|p| p[1].abs() <= 0.1 && (0.0..=2.0).contains(&p[0])));
        assert!(points.iter().any(|p| p[1] > 0.05) && points.iter().any(|p| p[1] < -0.05));
    }
}
