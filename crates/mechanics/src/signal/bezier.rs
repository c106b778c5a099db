//! One Bezier curve whose control points are samples (t_i, f_i).
//!
//! ```text
//!     t(u) = sum_i B_i(u) t_i,   f(u) = sum_i B_i(u) f_i,   B_i(u) = C(N, i) u^i (1 - u)^(N - i),   0 <= u <= 1
//! ```
//!
//! Equally spaced times make t(u) linear; otherwise u is found from t by Newton's method kept inside a bracket (t(u)
//! ascends because the t_i do). A force is zero before the first sample and after the last; a place stays where it is.

use super::table::{TableError, check};
use super::{Jet, Motion};

/// A Bezier curve over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Bezier {
    times: Vec<f64>,
    values: Vec<f64>,
    /// Whether it stays at its ends instead of being zero outside.
    stays: bool,
}

/// Value, first and second derivative by u of the Bernstein sum over `points` (de Casteljau's scheme).
fn bernstein(points: &[f64], u: f64) -> [f64; 3] {
    let n = points.len() - 1;
    let mut work: smallvec::SmallVec<[f64; 16]> = points.iter().copied().collect();
    let mut result = [points[0], 0.0, 0.0];
    for level in (0..=n).rev() {
        // `work` holds the level + 1 points of the curve of that degree.
        match level {
            2 => result[2] = (n * n.saturating_sub(1)) as f64 * (work[2] - 2.0 * work[1] + work[0]),
            1 => result[1] = n as f64 * (work[1] - work[0]),
            0 => result[0] = work[0],
            _ => {}
        }
        for i in 0..level {
            work[i] += u * (work[i + 1] - work[i]);
        }
    }
    result
}

impl Bezier {
    /// The curve with the control points (times, values), times ascending.
    pub fn new(times: Vec<f64>, values: Vec<f64>) -> Result<Self, TableError> {
        check(&times, &values)?;
        Ok(Self { times, values, stays: false })
    }

    /// The same with its ends kept outside, as a place is.
    pub fn staying(self) -> Self {
        Self { stays: true, ..self }
    }

    /// Outside its samples.
    fn outside(&self, end: usize) -> Jet {
        Jet { value: if self.stays { self.values[end] } else { 0.0 }, ..Jet::default() }
    }

    /// The parameter u with t(u) = t.
    fn parameter(&self, t: f64) -> f64 {
        let (start, end) = (self.times[0], self.times[self.times.len() - 1]);
        let (mut low, mut high) = (0.0, 1.0);
        let mut u = (t - start) / (end - start);
        // Bisection alone would need 52 halvings; Newton's method needs about five.
        for _ in 0..60 {
            let [at, slope, _] = bernstein(&self.times, u);
            let miss = at - t;
            if miss > 0.0 {
                high = u
            } else {
                low = u
            }
            let newton = u - miss / slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - u).abs() <= f64::EPSILON {
                return next;
            }
            u = next;
        }
        u
    }
}

impl Motion for Bezier {
    fn at(&self, t: f64) -> Jet {
        let last = self.times.len() - 1;
        if t < self.times[0] || t >= self.times[last] {
            return self.outside(if t < self.times[0] { 0 } else { last });
        }
        let u = self.parameter(t);
        let [_, time_rate, time_second] = bernstein(&self.times, u);
        let [value, by_u, second] = bernstein(&self.values, u);
        // f' = f_u / t_u,  f'' = (f_uu - f' t_uu) / t_u^2
        let rate = by_u / time_rate;
        Jet { value, rate, acceleration: (second - rate * time_second) / (time_rate * time_rate) }
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        [self.times[0], self.times[self.times.len() - 1]].into_iter().find(|&end| end > t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table on a Bezier curve fell back to zero at its end.
    #[test]
    fn a_place_stays_and_a_force_ends() {
        let curve = Bezier::new(vec![0.5, 1.0, 1.5], vec![0.1, 0.2, 0.3]).unwrap();
        let (before, after) = (curve.at(0.4), curve.at(1.5));
        assert_eq!((before.value, after.value), (0.0, 0.0));
        let place = curve.clone().staying();
        assert_eq!((place.at(0.4).value, place.at(1.5).value, place.at(9.0).rate), (0.1, 0.3, 0.0));
        assert_eq!(place.at(0.7), curve.at(0.7));
    }
}
