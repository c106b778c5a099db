//! A circle and what it is nearest to: a line, or another circle.
//!
//! Circle c + R e, e = cos f x + sin f y, x and y across its axis a. Line p + s d. Seen along d the circle is an ellipse and the line a point,
//! and what is asked for is the place of the ellipse that is nearest to the point. With x along d less its part along a, q = |d - a (a . d)|:
//!
//! ```text
//!     |w|^2 / 2 = const + R (A cos f + B sin f) - (R q cos f)^2 / 2,     A = (c - p) . (x - q d),   B = (c - p) . y
//!     0 = -A sin f + B cos f + R q^2 sin f cos f
//! ```
//!
//! A thin ellipse (d nearly across a) has two such places, one on each side: the halves e . d > 0 and e . d < 0 of the circle have one each. A
//! line in the plane of the circle crosses it there.
//!
//! Two circles are nearest where w, from one to the other, is across both tangents. To every point of the first belongs the nearest one of the
//! second; the zeros of w . t along the first are looked for between points of it.

use glam::DVec3;
use smallvec::SmallVec;

use super::crossing::Line;

/// |a . d| from which on the ellipse is so round that only one of its sides counts: any number well between 0 and 1.
const ROUND: f64 = 0.5;

/// Where the two halves meet, as e . d: not at zero, where symmetric places are, which would be in both.
const BORDER: f64 = 1e-6;

/// Newton's steps and halvings until rounding.
const STEPS: usize = 100;

/// Points of a circle between which it is looked for places near another: two places closer than the angle between points are one.
const POINTS: usize = 32;

/// Part of R within which w . t is zero: rounding.
const ZERO: f64 = 1e-9;

/// A circle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Circle {
    pub centre: DVec3,
    /// Unit vector.
    pub axis: DVec3,
    pub radius: f64,
}

/// A place of a circle near a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct NearLine {
    /// e.
    pub direction: DVec3,
    /// How far it is outside the half of the circle that was asked for.
    pub excess: f64,
}

impl Circle {
    pub fn point(&self, direction: DVec3) -> DVec3 {
        self.centre + self.radius * direction
    }

    pub fn tangent(&self, direction: DVec3) -> DVec3 {
        self.axis.cross(direction)
    }

    /// The direction from the centre to the point of the circle that is nearest to a point.
    fn towards(&self, point: DVec3) -> Option<DVec3> {
        (point - self.centre).reject_from_normalized(self.axis).try_normalize()
    }

    /// The place nearest to a line in the half side (e . d) > 0, side = -1 or 1; the one of the whole circle, outside that half, if the half has
    /// none. With side (a . d) <= -1/2 the whole circle is that half, and with 1/2 or more nothing.
    pub fn nearest_to_line(&self, line: &Line, side: f64) -> Option<NearLine> {
        let lean = side * self.axis.dot(line.along);
        let flat = line.along.reject_from_normalized(self.axis);
        let q = flat.length();
        let x = if q > f64::EPSILON { flat / q } else { self.axis.any_orthonormal_vector() };
        let between = self.centre - line.start;
        let a = between.dot(x - x.dot(line.along) * line.along);
        let place = |x: DVec3, a: f64| {
            let y = self.axis.cross(x);
            let b = between.dot(y - y.dot(line.along) * line.along);
            let angle = lowest(a, b, self.radius * q * q, self.radius)?;
            Some(angle.cos() * x + angle.sin() * y)
        };
        let whole = || if a <= 0.0 { place(x, a) } else { place(-x, -a) };
        if lean.abs() >= ROUND {
            let excess = if lean > 0.0 { self.radius } else { f64::NEG_INFINITY };
            return whole().map(|direction| NearLine { direction, excess });
        }
        let direction = place(side * x, side * a).or_else(whole)?;
        Some(NearLine { direction, excess: -self.radius * side * (direction.dot(line.along) - BORDER) })
    }

    /// The places where the distance from another circle is least, by their directions on both.
    pub fn nearest_to_circle(&self, other: &Self) -> SmallVec<[[DVec3; 2]; 2]> {
        let x = self.towards(other.centre).unwrap_or_else(|| self.axis.any_orthonormal_vector());
        let y = self.axis.cross(x);
        let at = |angle: f64| {
            let e = angle.cos() * x + angle.sin() * y;
            Some([e, other.towards(self.point(e))?])
        };
        let slope = |angle: f64| at(angle).map(|pair| self.slope(other, pair));
        // Half a step off the line of the centres, about which places are symmetric.
        let corner = |k: usize| std::f64::consts::TAU * (k as f64 + 0.5) / POINTS as f64;
        let mut found = SmallVec::new();
        let mut before = slope(corner(0));
        for k in 1..=POINTS {
            let after = slope(corner(k));
            if let (Some((low, _)), Some((high, _))) = (before, after)
                && low < 0.0
                && high >= 0.0
                && let Some(angle) = zero((corner(k - 1), corner(k)), 0.5 * (corner(k - 1) + corner(k)), slope)
                && let Some(pair) = at(angle)
                && self.slope(other, pair).0.abs() <= ZERO * self.radius
            {
                found.push(pair);
            }
            before = after;
        }
        found
    }

    /// w . t along this circle, and its rate by the angle, the point of the other following.
    fn slope(&self, other: &Self, [e, f]: [DVec3; 2]) -> (f64, f64) {
        let (t, u) = (self.tangent(e), other.tangent(f));
        let w = self.point(e) - other.point(f);
        let follows = self.radius * t.dot(u) / (other.radius + w.dot(f));
        (w.dot(t), self.radius - w.dot(e) - other.radius * t.dot(u) * follows)
    }
}

/// The angle between -90 and 90 degrees at which A cos f + B sin f - C cos^2 f / 2 is least, if such an angle there is.
fn lowest(a: f64, b: f64, c: f64, size: f64) -> Option<f64> {
    let slope = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        Some((-a * sin + b * cos + c * sin * cos, -a * cos - b * sin + c * (cos * cos - sin * sin)))
    };
    let right = std::f64::consts::FRAC_PI_2;
    if a <= 0.0 {
        let start = (-b).atan2(c - a);
        return zero((-right, right), start, slope);
    }
    // Nearest to the side of a thin ellipse that looks away: between the two angles at which the distance is largest.
    let mut angle = (-b / c).clamp(-1.0, 1.0).asin();
    for _ in 0..STEPS {
        let (value, rate) = slope(angle)?;
        let step = value / rate;
        if rate <= 0.0 || !step.is_finite() {
            return None;
        }
        angle -= step;
        if angle.abs() >= right {
            return None;
        }
        if step.abs() <= 4.0 * f64::EPSILON {
            break;
        }
    }
    (slope(angle)?.0.abs() <= ZERO * size && slope(angle)?.1 > 0.0).then_some(angle)
}

/// The zero of a function that rises through it within a bracket, by Newton's steps; halvings where these leave the bracket or do not become
/// shorter.
fn zero((mut low, mut high): (f64, f64), start: f64, slope: impl Fn(f64) -> Option<(f64, f64)>) -> Option<f64> {
    let (mut angle, mut last) = (start.clamp(low, high), f64::INFINITY);
    for _ in 0..STEPS {
        let (value, rate) = slope(angle)?;
        let step = value / rate;
        if value == 0.0 || step.abs() <= 2.0 * f64::EPSILON {
            break;
        }
        if value < 0.0 {
            low = angle
        } else {
            high = angle
        }
        let newton = angle - step;
        let good = newton > low && newton < high && step.abs() < 0.5 * last;
        (angle, last) = if good { (newton, step.abs()) } else { (0.5 * (low + high), 0.5 * (high - low)) };
        if high - low <= 2.0 * f64::EPSILON {
            break;
        }
    }
    Some(angle)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z).normalize()
    }

    /// Numbers between -1 and 1 that are all over the place.
    fn numbers(seed: usize) -> impl FnMut() -> f64 {
        let mut k = 7 * seed as u64 + 1;
        move || {
            k = k.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (k >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        }
    }

    fn circle(next: &mut impl FnMut() -> f64) -> Circle {
        Circle { centre: DVec3::new(next(), next(), next()), axis: unit(next(), next(), next()), radius: 1.1 + next() }
    }

    fn around(circle: &Circle, count: usize) -> impl Iterator<Item = DVec3> {
        let (x, y) = circle.axis.any_orthonormal_pair();
        (0..count).map(move |k| {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / count as f64).sin_cos();
            cos * x + sin * y
        })
    }

    fn from_line(line: &Line, point: DVec3) -> f64 {
        (point - line.start).reject_from_normalized(line.along).length()
    }

    /// The nearer of the two halves is as near as the nearest of many points, and w is across both.
    #[test]
    fn nearest_places_to_lines() {
        for seed in 0..500 {
            let mut next = numbers(seed);
            let circle = circle(&mut next);
            let line =
                Line { start: DVec3::new(next(), next(), next()), along: unit(next(), next(), next()), length: 1.0 };
            let places: Vec<DVec3> = [-1.0, 1.0]
                .iter()
                .filter_map(|side| circle.nearest_to_line(&line, *side))
                .map(|near| near.direction)
                .collect();
            for e in &places {
                let w = (circle.point(*e) - line.start).reject_from_normalized(line.along);
                // Rounding of numbers of order one.
                assert!(w.dot(circle.tangent(*e)).abs() < 1e-12, "{seed}");
            }
            let least = places.iter().map(|e| from_line(&line, circle.point(*e))).fold(f64::INFINITY, f64::min);
            let sampled =
                around(&circle, 4000).map(|e| from_line(&line, circle.point(e))).fold(f64::INFINITY, f64::min);
            // The places between which the points are differ from the best by less than R (pi / 4000)^2.
            assert!(least <= sampled + 1e-12 && sampled - least < 3e-3, "{seed}: {least} {sampled}");
        }
    }

    /// A line in the plane of a circle crosses it in both halves; tilted or off the plane by little it still has a place in each.
    #[test]
    fn lines_across_a_flat_circle() {
        let circle = Circle { centre: DVec3::ZERO, axis: DVec3::Z, radius: 0.5 };
        for tilt in [0.0, 1e-9, -1e-9, 1e-3, -1e-3] {
            for height in [0.0, 1e-12, -1e-12, 1e-4, -1e-4] {
                let line = Line { start: DVec3::new(0.0, 0.3, height), along: unit(1.0, 0.0, tilt), length: 1.0 };
                for side in [-1.0, 1.0] {
                    let near = circle.nearest_to_line(&line, side).expect("a crossing");
                    // sqrt(0.5^2 - 0.3^2) = 0.4; the tilt moves it by no more than height times tilt and its square.
                    assert!(circle.point(near.direction).distance(DVec3::new(side * 0.4, 0.3, 0.0)) < 1e-6);
                    assert!(near.excess < -0.39, "{}", near.excess);
                }
            }
        }
    }

    /// A line along the axis has one place, in whichever half.
    #[test]
    fn lines_along_the_axis() {
        let circle = Circle { centre: DVec3::ZERO, axis: DVec3::Z, radius: 0.5 };
        let line = Line { start: DVec3::new(0.6, 0.8, -2.0), along: DVec3::Z, length: 4.0 };
        let first = circle.nearest_to_line(&line, -1.0).expect("the nearest place");
        assert!(first.direction.distance(DVec3::new(0.6, 0.8, 0.0)) < 1e-15 && first.excess < 0.0);
        assert!(circle.nearest_to_line(&line, 1.0).is_none_or(|other| other.excess > 0.0));
    }

    #[test]
    fn nearest_places_of_circles() {
        let mut found = 0;
        for seed in 0..500 {
            let mut next = numbers(seed);
            let (a, b) = (circle(&mut next), circle(&mut next));
            let places = a.nearest_to_circle(&b);
            for [e, f] in &places {
                let w = a.point(*e) - b.point(*f);
                // Rounding of numbers of order one, enlarged where the two run along each other.
                assert!(w.dot(a.tangent(*e)).abs() < 1e-9 && w.dot(b.tangent(*f)).abs() < 1e-12, "{seed}");
            }
            let least = places.iter().map(|[e, f]| a.point(*e).distance(b.point(*f))).fold(f64::INFINITY, f64::min);
            let from_b = |p: DVec3| b.towards(p).map_or(f64::INFINITY, |f| p.distance(b.point(f)));
            let sampled = around(&a, 4000).map(|e| from_b(a.point(e))).fold(f64::INFINITY, f64::min);
            assert!(least >= sampled - 3e-3, "{seed}");
            found += usize::from(least <= sampled + 1e-12);
        }
        // Two places within a step of the search may be taken for one, or none.
        assert!(found >= 495, "{found}");
    }
}
