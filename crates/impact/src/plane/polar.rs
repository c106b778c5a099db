//! Curves given by their distance from the origin, r(angle), turned into points as close as the eye needs them.

use super::ImpulsePlane;
use crate::Impulse;

/// Largest distance between curve and polygon, as a share of the reach. A plot of 1000 pixels shows a fifth of a pixel.
const FLATNESS: f64 = 2e-4;

/// Halvings of a gap between two rays: from a degree they lead below the resolution of an angle in f64 pictures.
const HALVINGS: usize = 16;

/// A ray and the point of the curve on it.
type Sample = (f64, Impulse);

/// Points of r(angle) on the given rays (in order) and between them wherever the chord leaves the curve.
pub(super) fn trace(angles: &[f64], reach: f64, radius: impl Fn(f64) -> f64) -> Vec<Impulse> {
    let at = |angle: f64| (angle, ImpulsePlane::direction(angle) * radius(angle));
    let mut points = Vec::with_capacity(2 * angles.len());
    let mut previous: Option<Sample> = None;
    for &angle in angles {
        let sample = at(angle);
        if let Some(start) = previous {
            refine(start, sample, reach * FLATNESS, HALVINGS, &at, &mut points);
        }
        points.push(sample.1);
        previous = Some(sample);
    }
    points.retain(Impulse::is_finite);
    points
}

/// Adds the points strictly between two samples.
fn refine(
    start: Sample,
    end: Sample,
    tolerance: f64,
    left: usize,
    at: &impl Fn(f64) -> Sample,
    points: &mut Vec<Impulse>,
) {
    let middle = at(0.5 * (start.0 + end.0));
    let gap = distance(middle.1, start.1, end.1);
    if left == 0 || gap.is_nan() || gap <= tolerance {
        return;
    }
    refine(start, middle, tolerance, left - 1, at, points);
    points.push(middle.1);
    refine(middle, end, tolerance, left - 1, at, points);
}

/// Distance of a point from the segment between two others.
fn distance(point: Impulse, start: Impulse, end: Impulse) -> f64 {
    let (along, to) = (end - start, point - start);
    let square = dot(along, along);
    let share = if square > 0.0 { (dot(to, along) / square).clamp(0.0, 1.0) } else { 0.0 };
    let gap = to - along * share;
    gap.normal.hypot(gap.tangential)
}

fn dot(one: Impulse, other: Impulse) -> f64 {
    one.normal * other.normal + one.tangential * other.tangential
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_through_the_origin_is_followed_within_the_tolerance() {
        // r = 2 cos(angle): the circle of radius 1 about (I_N, I_T) = (1, 0).
        let points = trace(&[-1.5, 0.0, 1.5], 2.0, |angle| 2.0 * angle.cos());
        for pair in points.windows(2) {
            let middle = (pair[0] + pair[1]) * 0.5;
            let radius = (middle.normal - 1.0).hypot(middle.tangential);
            assert!((1.0 - radius).abs() < 2.0 * 2.0 * FLATNESS, "{radius}");
        }
        assert!(points.len() < 200);
    }

    #[test]
    fn infinite_radii_are_left_out() {
        let points = trace(&[0.0, 0.5, 1.0], 1.0, |angle| if angle > 0.7 { f64::INFINITY } else { 1.0 });
        assert!(!points.is_empty() && points.iter().all(Impulse::is_finite));
    }
}
