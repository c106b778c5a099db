//! All real roots of a polynomial of low degree, and all zeros of a trigonometric polynomial of degree two.

use std::f64::consts::{PI, TAU};

use super::root::zero_between;

/// Relative error of a root: rounding.
const EXACT: f64 = 2.0 * f64::EPSILON;

/// Real roots in growing order, at most four.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roots {
    values: [f64; 4],
    count: usize,
}

impl Roots {
    fn push(&mut self, value: f64) {
        if self.count < self.values.len() {
            self.values[self.count] = value;
            self.count += 1;
        }
    }

    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.count]
    }
}

fn value(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Real roots of c0 + c1 x + .. by the roots of the derivative, between which the polynomial is monotone.
fn real_roots(coefficients: &[f64]) -> Roots {
    let mut roots = Roots::default();
    let Some(degree) = coefficients.iter().rposition(|&c| c != 0.0) else { return roots };
    let coefficients = &coefficients[..=degree];
    if degree == 0 {
        return roots;
    }
    if degree == 1 {
        roots.push(-coefficients[0] / coefficients[1]);
        return roots;
    }
    let mut slopes = [0.0; 4];
    for k in 1..=degree {
        slopes[k - 1] = k as f64 * coefficients[k];
    }
    // Cauchy's bound on all roots.
    let bound = 1.0 + coefficients[..degree].iter().map(|c| (c / coefficients[degree]).abs()).fold(0.0, f64::max);
    let mut left = -bound;
    for &right in real_roots(&slopes[..degree]).as_slice().iter().chain(&[bound]) {
        let right = right.clamp(left, bound);
        let (a, b) = (value(coefficients, left), value(coefficients, right));
        if a != 0.0 && (b == 0.0 || a * b < 0.0) {
            roots.push(zero_between(left, right, EXACT, |x| value(coefficients, x)));
        }
        left = right;
    }
    roots
}

/// m + a cos x + b sin x + c cos 2x + d sin 2x.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trigonometric {
    pub mean: f64,
    pub first: (f64, f64),
    pub second: (f64, f64),
}

impl Trigonometric {
    fn value(&self, x: f64) -> f64 {
        let ((s1, c1), (s2, c2)) = (x.sin_cos(), (2.0 * x).sin_cos());
        self.mean + self.first.0 * c1 + self.first.1 * s1 + self.second.0 * c2 + self.second.1 * s2
    }

    fn slope(&self, x: f64) -> f64 {
        let ((s1, c1), (s2, c2)) = (x.sin_cos(), (2.0 * x).sin_cos());
        self.first.1 * c1 - self.first.0 * s1 + 2.0 * (self.second.1 * c2 - self.second.0 * s2)
    }

    /// The same as a function of x - shift.
    fn shifted(&self, shift: f64) -> Self {
        let turn = |(a, b): (f64, f64), angle: f64| {
            let (s, c) = angle.sin_cos();
            (a * c + b * s, b * c - a * s)
        };
        Self { mean: self.mean, first: turn(self.first, shift), second: turn(self.second, 2.0 * shift) }
    }

    /// All zeros, as angles; at most four. None if it is zero everywhere.
    pub fn zeros(&self) -> Roots {
        // tan(x/2) is infinite at x = pi: turn so that no zero lies near.
        let far = (0..16).map(|k| f64::from(k) * TAU / 16.0);
        let far = far.fold((0.0, -1.0), |best, x| {
            let size = self.value(x).abs();
            if size > best.1 { (x, size) } else { best }
        });
        let shift = far.0 - PI;
        let Self { mean: m, first: (a, b), second: (c, d) } = self.shifted(shift);
        // Times (1 + t^2)^2, t = tan(x/2).
        let quartic = [m + a + c, 2.0 * b + 4.0 * d, 2.0 * m - 6.0 * c, 2.0 * b - 4.0 * d, m - a + c];
        let mut zeros = Roots::default();
        for &t in real_roots(&quartic).as_slice() {
            zeros.push(self.polished(2.0 * t.atan() + shift));
        }
        zeros
    }

    /// Newton on the trigonometric form, as long as it helps.
    fn polished(&self, mut x: f64) -> f64 {
        for _ in 0..4 {
            let next = x - self.value(x) / self.slope(x);
            let better = self.value(next).abs() < self.value(x).abs();
            if !better {
                break;
            }
            x = next;
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_products() {
        // (x + 2)(x - 1)(x - 3)(x - 4)
        let quartic = [-24.0, 26.0, 3.0, -6.0, 1.0];
        let roots = real_roots(&quartic);
        assert_eq!(roots.as_slice().len(), 4);
        for (root, want) in roots.as_slice().iter().zip([-2.0, 1.0, 3.0, 4.0]) {
            assert!((root - want).abs() < 1e-13, "{root}");
        }
        assert!(real_roots(&[1.0, 0.0, 1.0]).as_slice().is_empty());
        assert!(real_roots(&[0.0; 5]).as_slice().is_empty());
    }

    #[test]
    fn zeros_anywhere_on_the_circle() {
        for k in 0..60 {
            let turn = f64::from(k) * 0.1;
            // cos(2 (x - turn)) has four zeros.
            let waves =
                Trigonometric { mean: 0.0, first: (0.0, 0.0), second: ((2.0 * turn).cos(), (2.0 * turn).sin()) };
            let zeros = waves.zeros();
            assert_eq!(zeros.as_slice().len(), 4, "turned by {turn}");
            assert!(zeros.as_slice().iter().all(|x| (2.0 * (x - turn)).cos().abs() < 1e-14));
        }
    }
}
