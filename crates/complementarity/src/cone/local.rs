//! The exact solution of one contact.
//!
//! For a block A (positive definite) and b find r with u = A r + b under Coulomb's law. Three cases:
//!
//! ```text
//!     take-off   b_N >= 0:                        r = 0
//!     stick      r = -A^-1 b  in K:                u = 0
//!     slip       u_N = 0, |r_T| = mu r_N, u_T = -alpha r_T, alpha > 0
//! ```
//!
//! In the slip case r_N = -(b_N + A_NT r_T)/A_NN leaves (S + alpha I) r_T = -c with the Schur complement
//! S = A_TT - A_TN A_NT / A_NN and c = b_T - A_TN b_N / A_NN, and alpha is the root of
//!
//! ```text
//!     h(alpha) = |r_T(alpha)| - mu r_N(alpha),   h(0) > 0,   h(infinity) = mu b_N / A_NN < 0,
//! ```
//!
//! found by Newton's method, inside a bracket, on psi(alpha) = mu r_N / |r_T| - 1 = -h / |r_T|, which has the same root and is a straight
//! line where c is an eigenvector of S: |r_T| = |c| / (s + alpha) then. In the plane r_T has the sign of -c and r_N follows at once.
//!
//! Source: Bonnefon, Daviet, *Quartic formulation of Coulomb 3D frictional contact* (2011), who write h = 0 as a quartic; for psi, Moré,
//! Sorensen, *SIAM J. Sci. Stat. Comput.* 4 (1983), section 3.

use super::residual::{is_inside, tangential_norm};

/// Newton steps for alpha; convergence is quadratic, so more than ten are rare and forty only guard.
const MAX_STEPS: usize = 60;

/// The root is accepted where |h| is below this part of |r_T| + mu r_N: rounding.
const ROOT: f64 = 4e-16;

/// Where |h| is below this part of the same, one more step of Newton's method, which squares it, ends the search.
const NEARLY: f64 = 1e-8;

/// The same in sweeps, which come back to every contact from where it was left, while its neighbours move it by more than this squared: one step
/// of Newton's method from there is mostly enough, and more of them saved no sweep.
const ROUGHLY: f64 = 0.3;

/// Larger coefficients of friction count as this one here: |r_T| > 1e100 r_N is not met, and mu r_N does not overflow.
const LARGEST_FRICTION: f64 = 1e100;

/// One contact's block with what the three cases need, computed once per problem.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LocalBlock<const D: usize> {
    a: [[f64; D]; D],
    inverse_normal: f64,
    /// S, as (S_11, S_12, S_21, S_22); in the plane only S_11. And -1 over its determinant, in space.
    schur: [f64; 4],
    inverse: f64,
    mu: f64,
}

impl<const D: usize> LocalBlock<D> {
    /// Prepares the block. If A_NN is not positive no reaction opens the contact, and it gets none.
    pub fn new(block: &[f64], mu: f64) -> Self {
        let mut a = [[0.0; D]; D];
        for i in 0..D {
            a[i].copy_from_slice(&block[i * D..(i + 1) * D]);
        }
        let inverse_normal = if a[0][0] > 0.0 { 1.0 / a[0][0] } else { 0.0 };
        let mut schur = [0.0; 4];
        for i in 1..D {
            for j in 1..D {
                schur[(i - 1) * 2 + j - 1] = a[i][j] - a[i][0] * a[0][j] * inverse_normal;
            }
        }
        let inverse = -1.0 / (schur[0] * schur[3] - schur[1] * schur[2]);
        Self { a, inverse_normal, schur, inverse, mu: mu.min(LARGEST_FRICTION) }
    }

    /// 1 / A_NN; zero where that is not positive.
    pub fn inverse_normal(&self) -> f64 {
        self.inverse_normal
    }

    /// The coefficient of friction.
    pub fn friction(&self) -> f64 {
        self.mu
    }

    /// Takes another coefficient of friction.
    pub fn set_friction(&mut self, mu: f64) {
        self.mu = mu.min(LARGEST_FRICTION);
    }

    /// A r.
    #[inline(always)]
    pub fn times(&self, r: &[f64; D]) -> [f64; D] {
        let mut out = [0.0; D];
        for i in 0..D {
            for j in 0..D {
                out[i] += self.a[i][j] * r[j];
            }
        }
        out
    }

    /// r that solves the contact for b.
    #[inline(always)]
    pub fn solve(&self, b: &[f64; D]) -> [f64; D] {
        self.solve_until(b, &[0.0; D], NEARLY)
    }

    /// The same within sweeps, from the r of the last one: a slip is good to some hundredths at first, and to rounding as the sweeps settle.
    #[inline(always)]
    pub fn solve_from(&self, b: &[f64; D], last: &[f64; D]) -> [f64; D] {
        self.solve_until(b, last, ROUGHLY)
    }

    #[inline(always)]
    fn solve_until(&self, b: &[f64; D], guess: &[f64; D], nearly: f64) -> [f64; D] {
        if b[0] >= 0.0 || self.inverse_normal == 0.0 {
            return [0.0; D];
        }
        let mut c = [0.0; 2];
        for i in 1..D {
            c[i - 1] = b[i] - self.a[i][0] * b[0] * self.inverse_normal;
        }
        let stick = self.with(b, &c, self.schur, self.inverse);
        if is_inside(&stick, self.mu) {
            return stick;
        }
        if self.mu == 0.0 {
            return self.frictionless(b);
        }
        if D == 2 { self.slip_plane(b, &c) } else { self.slip_space(b, &c, guess, nearly) }
    }

    /// r_N alone.
    fn frictionless(&self, b: &[f64; D]) -> [f64; D] {
        let mut r = [0.0; D];
        r[0] = -b[0] * self.inverse_normal;
        r
    }

    /// r for given S + alpha I and, in space, -1 over its determinant, with u_N = 0.
    #[inline(always)]
    fn with(&self, b: &[f64; D], c: &[f64; 2], [s11, s12, s21, s22]: [f64; 4], scale: f64) -> [f64; D] {
        let mut r = [0.0; D];
        if D == 2 {
            r[1] = -c[0] / s11;
        } else {
            r[1] = scale * (s22 * c[0] - s12 * c[1]);
            r[2] = scale * (s11 * c[1] - s21 * c[0]);
        }
        r[0] = b[0];
        for k in 1..D {
            r[0] += self.a[0][k] * r[k];
        }
        r[0] *= -self.inverse_normal;
        r
    }

    #[inline(always)]
    fn shifted(&self, alpha: f64) -> [f64; 4] {
        [self.schur[0] + alpha, self.schur[1], self.schur[2], self.schur[3] + alpha]
    }

    /// r_T = -sign(c) mu r_N. Where A_NN - sign(c) mu A_NT is not positive (strong coupling) the contact has no sliding solution of
    /// that sign; the frictionless normal reaction with the largest friction is returned and the sweep goes on.
    fn slip_plane(&self, b: &[f64; D], c: &[f64; 2]) -> [f64; D] {
        let slope = -self.mu * c[0].signum();
        let stiffness = self.a[0][0] + slope * self.a[0][1];
        let mut r = self.frictionless(b);
        if stiffness > 0.0 {
            r[0] = -b[0] / stiffness;
        }
        r[1] = slope * r[0];
        r
    }

    /// Newton's method on psi inside a bracket [low, high] with psi(low) < 0 < psi(high).
    #[inline(always)]
    fn slip_space(&self, b: &[f64; D], c: &[f64; 2], guess: &[f64; D], nearly: f64) -> [f64; D] {
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let mut alpha = self.first_alpha(b, c, guess);
        let mut r = [0.0; D];
        let mut last = false;
        for _ in 0..MAX_STEPS {
            let [s11, s12, s21, s22] = self.shifted(alpha);
            let scale = -1.0 / (s11 * s22 - s12 * s21);
            r = self.with(b, c, [s11, s12, s21, s22], scale);
            if last {
                break;
            }
            let (norm, limit) = (tangential_norm(&r), self.mu * r[0]);
            let (h, size) = (norm - limit, norm + limit.abs());
            if h.abs() <= ROOT * size {
                break;
            }
            if h > 0.0 {
                low = alpha
            } else {
                high = alpha
            }
            // (S + alpha I) r_T' = -r_T.
            let (d1, d2) = (scale * (s22 * r[1] - s12 * r[2]), scale * (s11 * r[2] - s21 * r[1]));
            let limit_rate = -self.mu * self.inverse_normal * (self.a[0][1] * d1 + self.a[0][2] * d2);
            let next = alpha + h * norm * norm / (limit_rate * norm * norm - limit * (r[1] * d1 + r[2] * d2));
            let inside = next > low && next < high;
            last = inside && h.abs() <= nearly * size;
            let bisection = if high == f64::INFINITY { 4.0 * alpha } else { 0.5 * (low + high) };
            let next = if inside { next } else { bisection };
            if next == alpha {
                break;
            }
            alpha = next;
        }
        self.on_the_cone(r)
    }

    /// The alpha of a guess, |c + S r_T| / |r_T|; without one that at which |c| / (size of S + alpha) would be the friction limit of the
    /// frictionless normal reaction.
    #[inline(always)]
    fn first_alpha(&self, b: &[f64; D], c: &[f64; 2], guess: &[f64; D]) -> f64 {
        let size = 0.5 * (self.schur[0] + self.schur[3]);
        let square = guess[1] * guess[1] + guess[2] * guess[2];
        if square > 0.0 {
            let [s11, s12, s21, s22] = self.schur;
            let (x, y) = (c[0] + s11 * guess[1] + s12 * guess[2], c[1] + s21 * guess[1] + s22 * guess[2]);
            let alpha = ((x * x + y * y) / square).sqrt();
            if alpha.is_finite() && alpha > 1e-3 * size {
                return alpha;
            }
        }
        let limit = self.mu * -b[0] * self.inverse_normal;
        (c[0].hypot(c[1]) / limit - size).max(1e-3 * size.abs())
    }

    /// Takes out the last rounding: |r_T| = mu r_N exactly, r_N >= 0.
    fn on_the_cone(&self, mut r: [f64; D]) -> [f64; D] {
        let norm = tangential_norm(&r);
        r[0] = r[0].max(0.0);
        let factor = if norm > 0.0 { self.mu * r[0] / norm } else { 0.0 };
        for k in 1..D {
            r[k] *= factor;
        }
        r
    }
}
