//! The scaling of Nesterov and Todd for one second-order cone L = { x_0 >= |x_1| }, x = (x_0, x_1).
//!
//! For x and z inside L there is one symmetric V with V^-1 x = V z = lambda. With det x = x_0^2 - |x_1|^2, bars for division by
//! the square root of it and J = diag(1, -1, ...):
//!
//! ```text
//!     w = (xbar + J zbar) / sqrt(2 (1 + xbar . zbar)),    beta^4 = det x / det z
//!     V = beta [ w_0, w_1^T; w_1, I + w_1 w_1^T / (1 + w_0) ],    V^-2 = (2 J w w^T J - J) / beta^2
//! ```
//!
//! Products and quotients are those of the cone's algebra: x o y = (x . y, x_0 y_1 + y_0 x_1).
//!
//! Source: Nesterov, Todd, *SIAM J. Optim.* 8 (1998); Alizadeh, Goldfarb, *Math. Program.* 95 (2003); Vandenberghe, *The
//! CVXOPT linear and quadratic cone program solvers* (2010), section 4.2.

use super::alart_curnier::Block;
use super::residual::tangential_norm;

/// V of one contact, and lambda.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scaling<const D: usize> {
    w: [f64; D],
    beta: f64,
    pub lambda: [f64; D],
}

impl<const D: usize> Default for Scaling<D> {
    /// V = I: w = e.
    fn default() -> Self {
        let mut w = [0.0; D];
        w[0] = 1.0;
        Self { w, beta: 1.0, lambda: w }
    }
}

/// (x_0 - |x_1|)(x_0 + |x_1|), without cancellation of squares.
pub(crate) fn determinant<const D: usize>(x: &[f64; D]) -> f64 {
    let norm = tangential_norm(x);
    (x[0] - norm) * (x[0] + norm)
}

fn dot<const D: usize>(x: &[f64; D], y: &[f64; D]) -> f64 {
    (0..D).map(|k| x[k] * y[k]).sum()
}

impl<const D: usize> Scaling<D> {
    /// The scaling of x and z; `None` if one is not inside the cone.
    pub fn new(x: &[f64; D], z: &[f64; D]) -> Option<Self> {
        let (a, b) = (determinant(x), determinant(z));
        if !(a > 0.0 && b > 0.0 && x[0] > 0.0 && z[0] > 0.0) {
            return None;
        }
        let (a, b) = (a.sqrt(), b.sqrt());
        let gamma = (2.0 * (1.0 + dot(x, z) / (a * b))).sqrt();
        let mut w = [0.0; D];
        for k in 0..D {
            let sign = if k == 0 { 1.0 } else { -1.0 };
            w[k] = (x[k] / a + sign * z[k] / b) / gamma;
        }
        let mut out = Self { w, beta: (a / b).sqrt(), lambda: [0.0; D] };
        out.lambda = out.times(z);
        Some(out)
    }

    fn apply(&self, x: &[f64; D], sign: f64, factor: f64) -> [f64; D] {
        let along: f64 = (1..D).map(|k| self.w[k] * x[k]).sum();
        let mut out = [0.0; D];
        out[0] = factor * (self.w[0] * x[0] + sign * along);
        for k in 1..D {
            out[k] = factor * (x[k] + self.w[k] * (sign * x[0] + along / (1.0 + self.w[0])));
        }
        out
    }

    /// V x.
    pub fn times(&self, x: &[f64; D]) -> [f64; D] {
        self.apply(x, 1.0, self.beta)
    }

    /// V^-1 x.
    pub fn divide(&self, x: &[f64; D]) -> [f64; D] {
        self.apply(x, -1.0, 1.0 / self.beta)
    }

    /// V^-2.
    pub fn inverse_square(&self) -> Block<D> {
        let factor = 1.0 / (self.beta * self.beta);
        let mut out = [[0.0; D]; D];
        for i in 0..D {
            for j in 0..D {
                let sign = if (i == 0) == (j == 0) { 2.0 } else { -2.0 };
                let own = if i != j {
                    0.0
                } else if i == 0 {
                    -1.0
                } else {
                    1.0
                };
                out[i][j] = factor * (sign * self.w[i] * self.w[j] + own);
            }
        }
        out
    }
}

/// x o y.
pub(crate) fn product<const D: usize>(x: &[f64; D], y: &[f64; D]) -> [f64; D] {
    let mut out = [0.0; D];
    out[0] = dot(x, y);
    for k in 1..D {
        out[k] = x[0] * y[k] + y[0] * x[k];
    }
    out
}

/// y with x o y = v, for x inside the cone.
pub(crate) fn quotient<const D: usize>(x: &[f64; D], v: &[f64; D]) -> [f64; D] {
    let along: f64 = (1..D).map(|k| x[k] * v[k]).sum();
    let mut out = [0.0; D];
    out[0] = (x[0] * v[0] - along) / determinant(x);
    for k in 1..D {
        out[k] = (v[k] - out[0] * x[k]) / x[0];
    }
    out
}

/// `part` of the largest a with x + a d in the cone, one at the most; x is inside.
pub(crate) fn largest_step<const D: usize>(x: &[f64; D], d: &[f64; D], part: f64) -> f64 {
    let (a, c) = (determinant(d), determinant(x));
    let b = x[0] * d[0] - (1..D).map(|k| x[k] * d[k]).sum::<f64>();
    // Roots of c + 2 b s + a s^2 = 0; the least positive one is where the ray leaves the cone or its mirror image.
    let root = (b * b - a * c).max(0.0).sqrt();
    let leave = if b >= root && a >= 0.0 { f64::INFINITY } else { c / (root - b) };
    if leave > 0.0 { (part * leave).min(1.0) } else { 1.0 }
}
