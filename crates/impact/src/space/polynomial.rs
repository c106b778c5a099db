//! Polynomials of one step: values, and the first point where one rises through zero.

/// Order of the Taylor steps. The cost of a step grows with its square, its length in proportion to the 16/order-th root of
/// the tolerance; measured, 16 to 24 cost the same.
pub(super) const ORDER: usize = 20;

/// Coefficients of x^0 .. x^ORDER.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polynomial(pub [f64; ORDER + 1]);

impl Polynomial {
    /// Value at x.
    pub fn at(&self, x: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, &c| sum * x + c)
    }

    /// Value and derivative at x.
    fn with_slope(&self, x: f64) -> (f64, f64) {
        self.0.iter().rev().fold((0.0, 0.0), |(value, slope), &c| (value * x + c, slope * x + value))
    }

    /// The same minus a constant.
    pub fn minus(mut self, constant: f64) -> Self {
        self.0[0] -= constant;
        self
    }

    /// The root between a and b where the ends have different signs (or one is zero): Newton, with bisection where it leaves the bracket.
    pub fn root(&self, mut a: f64, mut b: f64) -> f64 {
        let (at_a, at_b) = (self.at(a), self.at(b));
        if at_a == 0.0 {
            return a;
        }
        if at_b == 0.0 {
            return b;
        }
        let mut x = a + (b - a) * at_a / (at_a - at_b);
        for _ in 0..100 {
            let (value, slope) = self.with_slope(x);
            if value == 0.0 {
                return x;
            }
            if (value < 0.0) == (at_a < 0.0) {
                a = x;
            } else {
                b = x;
            }
            let newton = x - value / slope;
            let next = if newton > a && newton < b { newton } else { 0.5 * (a + b) };
            if (next - x).abs() <= 2.0 * f64::EPSILON * x.abs() {
                return next;
            }
            x = next;
        }
        x
    }

    /// Points strictly inside the breaks where the sign changes, if the polynomial is monotone between neighbouring breaks.
    pub fn roots_between(&self, breaks: &Breaks) -> Breaks {
        let mut roots = Breaks::of(breaks.first());
        for (a, b) in breaks.pairs() {
            if self.at(a) * self.at(b) < 0.0 {
                roots.push(self.root(a, b));
            }
        }
        roots.push(breaks.last());
        roots
    }

    /// The first point at which the polynomial is zero or more, if it starts negative and is monotone between neighbouring breaks.
    pub fn first_rise(&self, breaks: &Breaks) -> Option<f64> {
        breaks.pairs().find(|&(_, b)| self.at(b) >= 0.0).map(|(a, b)| self.root(a, b))
    }
}

/// Points that cut a step into pieces, in order; at most eight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Breaks {
    points: [f64; 8],
    count: usize,
}

impl Breaks {
    fn of(first: f64) -> Self {
        let mut breaks = Self { points: [0.0; 8], count: 0 };
        breaks.push(first);
        breaks
    }

    /// A whole step.
    pub fn whole(length: f64) -> Self {
        let mut breaks = Self::of(0.0);
        breaks.push(length);
        breaks
    }

    fn push(&mut self, point: f64) {
        if self.count < self.points.len() {
            self.points[self.count] = point;
            self.count += 1;
        }
    }

    fn first(&self) -> f64 {
        self.points[0]
    }

    fn last(&self) -> f64 {
        self.points[self.count - 1]
    }

    /// The points between the ends.
    pub fn inner(&self) -> &[f64] {
        &self.points[1..self.count - 1]
    }

    fn pairs(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.points[..self.count].windows(2).map(|pair| (pair[0], pair[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rise_is_found_between_breaks() {
        // (x - 1)(x - 2)(x - 3) = x^3 - 6 x^2 + 11 x - 6, monotone between 2 -+ 1/sqrt(3).
        let mut cubic = Polynomial([0.0; ORDER + 1]);
        cubic.0[..4].copy_from_slice(&[-6.0, 11.0, -6.0, 1.0]);
        let mut slope = Polynomial([0.0; ORDER + 1]);
        slope.0[..3].copy_from_slice(&[11.0, -12.0, 3.0]);
        let mut halves = Breaks::of(0.0);
        halves.push(2.0);
        halves.push(4.0);
        let breaks = slope.roots_between(&halves);
        assert_eq!(breaks.inner().len(), 2);
        let first = cubic.first_rise(&breaks).unwrap();
        assert!((first - 1.0).abs() < 1e-14, "{first}");
        let roots = cubic.roots_between(&breaks);
        assert!((roots.inner()[1] - 2.0).abs() < 1e-14);
    }
}
