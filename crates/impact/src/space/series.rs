//! Power series cut at a fixed order: products, quotients, exponentials.

use glam::DVec2;

/// Order of the series.
const ORDER: usize = 20;

/// Coefficients of x^0 .. x^ORDER.
#[derive(Clone, Copy, Debug)]
pub(super) struct Series(pub [f64; ORDER + 1]);

impl Series {
    pub fn from_fn(coefficient: impl FnMut(usize) -> f64) -> Self {
        Self(std::array::from_fn(coefficient))
    }

    /// cos(phi + x) and sin(phi + x) for the direction (cos phi, sin phi).
    pub fn cos_sin(direction: DVec2) -> (Self, Self) {
        let (mut cos, mut sin) = (Self([0.0; ORDER + 1]), Self([0.0; ORDER + 1]));
        (cos.0[0], sin.0[0]) = (direction.x, direction.y);
        for j in 1..=ORDER {
            (cos.0[j], sin.0[j]) = (-sin.0[j - 1] / j as f64, cos.0[j - 1] / j as f64);
        }
        (cos, sin)
    }

    /// Value at x.
    pub fn at(&self, x: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |sum, &c| sum * x + c)
    }

    pub fn scaled(&self, factor: f64) -> Self {
        Self(self.0.map(|c| factor * c))
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut product = Self([0.0; ORDER + 1]);
        for (i, a) in self.0.iter().enumerate() {
            for (sum, b) in product.0[i..].iter_mut().zip(&other.0) {
                *sum += a * b;
            }
        }
        product
    }

    /// The quotient; the divisor does not start with zero.
    pub fn over(&self, divisor: &Self) -> Self {
        let mut rest = self.0;
        let mut quotient = Self([0.0; ORDER + 1]);
        for j in 0..=ORDER {
            let q = rest[j] / divisor.0[0];
            quotient.0[j] = q;
            for (rest, d) in rest[j..].iter_mut().zip(&divisor.0) {
                *rest -= q * d;
            }
        }
        quotient
    }

    /// (s - s_0)/x for a series that starts with zero but for rounding.
    pub fn without_first(&self) -> Self {
        Self::from_fn(|j| if j < ORDER { self.0[j + 1] } else { 0.0 })
    }

    /// The integral of (s - s_0)/x: s_1 x + s_2 x^2/2 + ..
    pub fn without_constant_divided(&self) -> Self {
        Self::from_fn(|j| if j == 0 { 0.0 } else { self.0[j] / j as f64 })
    }

    /// s_j/(exponent + j).
    pub fn divided_by_index(&self, exponent: f64) -> Self {
        Self::from_fn(|j| self.0[j] / (exponent + j as f64))
    }

    /// exp of a series that starts with zero: j e_j = sum of i s_i e_(j-i).
    pub fn exponential(&self) -> Self {
        let mut e = Self([0.0; ORDER + 1]);
        e.0[0] = 1.0;
        for j in 1..=ORDER {
            let sum: f64 = (1..=j).map(|i| i as f64 * self.0[i] * e.0[j - i]).sum();
            e.0[j] = sum / j as f64;
        }
        e
    }

    /// True if the last four terms at x are below a share of the first one: every second one may vanish by symmetry, and the
    /// last one of a quotient by a shortened series is not right.
    pub fn is_short(&self, x: f64, share: f64) -> bool {
        let last = ORDER - 3..=ORDER;
        last.map(|j| self.0[j].abs() * x.abs().powi(j as i32)).fold(0.0, f64::max) <= share * self.0[0].abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_of_known_functions() {
        let (cos, sin) = Series::cos_sin(DVec2::X);
        let x = 0.2_f64;
        assert!((sin.over(&cos).at(x) - x.tan()).abs() < 1e-15);
        assert!((sin.exponential().at(x) - x.sin().exp()).abs() < 1e-15);
        assert!((sin.times(&cos).at(x) - x.sin() * x.cos()).abs() < 1e-15);
        // The integral of x^(1/2 - 1) cos x from 0, by its own series.
        let fresnel = cos.divided_by_index(0.5).at(x);
        assert!((fresnel - (2.0 - x * x / 5.0 + x.powi(4) / 108.0 - x.powi(6) / 4680.0)).abs() < 1e-8);
        assert!(sin.without_first().is_short(0.1, 1e-16) && !sin.over(&cos).without_first().is_short(1.2, 1e-16));
    }
}
