//! The one residual of the class, used by stop rules, tests and the command line.
//!
//! ```text
//!     natural map   f_i = (r_i - P_K(r_i - rho_i u~_i)) / rho_i,   u~ = u + mu |u_T| n,   rho_i = 1 / max_k W_ii,kk
//!     penetration   p_i = min(u_iN, 0)
//!     residual      max(|f|, |p|) / |q|      (Euclidean norms)
//! ```
//!
//! f is a velocity; rho makes it independent of the units of W. f = 0 exactly at the solutions, where p = 0 too. p stands beside it
//! because f does not see it for large mu: at r = 0 with u_T other than zero f is about p/mu.
//!
//! Reactions so large that W r + q is mostly rounding are told by it too: the residual is never below that rounding. For mu > 1
//! a slip speed below that rounding counts as none in u~. De Saxce's form measures the same three conditions apart: r outside K,
//! u~ outside K*, and the power u~ . r.

use super::FrictionProblem;
use super::natural_map::natural_map;
use crate::lcp::power_of_two;

/// Where the rounding of W r, relative to |q|, is above this, the residual is not below that rounding. Reactions of a squeezed body
/// that grow without end would else count as a solution once q is lost in W r + q. Ordinary reactions make it 1e-16 to 1e-12.
const LOST: f64 = 1e-9;

/// Slip speeds below so many roundings of W r count as none where mu > 1: a sum of some ten terms is off by a few.
const SLIP: f64 = 4.0;

/// Squares below this may have lost digits to the end of the range of numbers.
const LEAST_SQUARE: f64 = 1e-280;

/// Projection on the cone |r_T| <= mu r_N.
#[inline(always)]
pub(crate) fn project_cone<const D: usize>(r: [f64; D], mu: f64) -> [f64; D] {
    let tangential = tangential_norm(&r);
    // Below the cone comes first: without friction a pull straight down is on the border of |r_T| <= mu r_N as well.
    if mu * tangential <= -r[0] {
        return [0.0; D];
    }
    if tangential <= mu * r[0] {
        return r;
    }
    let normal = (r[0] + mu * tangential) / (1.0 + mu * mu);
    let mut out = [normal; D];
    for k in 1..D {
        out[k] = mu * normal * r[k] / tangential;
    }
    out
}

/// |r_T|.
#[inline(always)]
pub(crate) fn tangential_norm<const D: usize>(r: &[f64; D]) -> f64 {
    if D == 2 {
        return r[1].abs();
    }
    let square = r[1] * r[1] + r[2] * r[2];
    if square > LEAST_SQUARE && square < f64::INFINITY { square.sqrt() } else { small_or_large_norm(r[1], r[2]) }
}

/// Whether |r_T| <= mu r_N, by squares where they are numbers.
#[inline(always)]
pub(crate) fn is_inside<const D: usize>(r: &[f64; D], mu: f64) -> bool {
    let limit = mu * r[0];
    if D == 3 {
        let (square, limit) = (r[1] * r[1] + r[2] * r[2], limit * limit);
        if square > LEAST_SQUARE && square < f64::INFINITY && limit < f64::INFINITY {
            return r[0] > 0.0 && square <= limit;
        }
    }
    tangential_norm(r) <= limit
}

/// |r_T| where its square is zero, has lost digits or has overflowed.
#[cold]
fn small_or_large_norm(x: f64, y: f64) -> f64 {
    if x == 0.0 && y == 0.0 { 0.0 } else { x.hypot(y) }
}

/// Part of a contact as an array.
#[inline(always)]
pub(crate) fn part<const D: usize>(x: &[f64], contact: usize) -> [f64; D] {
    let mut out = [0.0; D];
    out.copy_from_slice(&x[contact * D..(contact + 1) * D]);
    out
}

/// What Coulomb's law of a whole problem needs: dimension, coefficients, rho and the size of the velocities.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ContactLaw<'a> {
    pub dim: usize,
    pub mu: &'a [f64],
    pub rho: &'a [f64],
    pub scale: f64,
}

impl ContactLaw<'_> {
    /// The residual of reactions r with velocities u. NaN stays NaN.
    pub fn residual(&self, r: &[f64], u: &[f64]) -> f64 {
        if self.dim == 3 { self.measure::<3>(r, u) } else { self.measure::<2>(r, u) }
    }

    /// Squares are taken in units of a power of two near |q|: exact, and no tiny velocity vanishes in its own square.
    fn measure<const D: usize>(&self, r: &[f64], u: &[f64]) -> f64 {
        let unit = power_of_two(self.scale);
        let (per_unit, scale) = (unit.recip(), self.scale / unit);
        let moved = self.moved::<D>(r, per_unit).sqrt();
        let rounding = f64::EPSILON * moved;
        let (map, penetration) = self.sum_squares::<D>(r, u, per_unit, SLIP * rounding);
        let mut residual = map.sqrt() / scale;
        for other in [penetration.sqrt() / scale, if rounding > LOST * scale { rounding / scale } else { 0.0 }] {
            // Not `max`, which would prefer any number to NaN.
            residual = if other > residual { other } else { residual };
        }
        residual
    }

    /// Sum over the contacts of |r_i / rho_i|^2, the velocities that reactions make where they act.
    fn moved<const D: usize>(&self, r: &[f64], per_unit: f64) -> f64 {
        let of = |i: usize| part::<D>(r, i).iter().map(|v| (v * per_unit / self.rho[i]).powi(2)).sum::<f64>();
        (0..self.mu.len()).map(of).sum()
    }

    /// Sums over the contacts of |f_i|^2 and of p_i^2.
    fn sum_squares<const D: usize>(&self, r: &[f64], u: &[f64], per_unit: f64, rounding: f64) -> (f64, f64) {
        let (mut map, mut penetration) = (0.0, 0.0);
        for i in 0..self.mu.len() {
            let (r, u) = (part::<D>(r, i).map(|v| v * per_unit), part::<D>(u, i).map(|v| v * per_unit));
            let f = natural_map(r, u, self.mu[i], self.rho[i], rounding);
            map += f.iter().map(|v| v * v).sum::<f64>();
            penetration += u[0].min(0.0).powi(2);
        }
        (map, penetration)
    }

    /// De Saxce's three conditions, see [`de_saxce_residual`].
    pub fn de_saxce(&self, r: &[f64], u: &[f64]) -> (f64, f64, f64) {
        if self.dim == 3 { self.conditions::<3>(r, u) } else { self.conditions::<2>(r, u) }
    }

    fn conditions<const D: usize>(&self, r: &[f64], u: &[f64]) -> (f64, f64, f64) {
        let (mut force, mut velocity, mut power, mut largest) = (0.0_f64, 0.0_f64, 0.0_f64, 0.0_f64);
        for i in 0..self.mu.len() {
            let (r, u, mu) = (part::<D>(r, i), part::<D>(u, i), self.mu[i]);
            let shifted = u[0] + mu * tangential_norm(&u);
            force = force.max(tangential_norm(&r) - mu * r[0]).max(-r[0]);
            // mu |u_T| - u~_N.
            velocity = velocity.max(-u[0]);
            let tangential: f64 = (1..D).map(|k| r[k] * u[k]).sum();
            power = power.max((r[0] * shifted + tangential).abs());
            largest = r.iter().fold(largest, |m, v| m.max(v.abs()));
        }
        let size = if largest > 0.0 { largest } else { 1.0 };
        (force / size, velocity / self.scale, power / (self.scale * size))
    }
}

/// The residual of reactions r with velocities u = W r + q; no unit. NaN stays NaN.
pub fn residual(problem: &FrictionProblem, r: &[f64], u: &[f64]) -> f64 {
    problem.law().residual(r, u)
}

/// De Saxce's form, largest over the contacts: how far r is outside K (relative to the largest reaction), how far
/// u~ is outside K* (relative to |q|), and |u~ . r| (relative to both).
pub fn de_saxce_residual(problem: &FrictionProblem, r: &[f64], u: &[f64]) -> (f64, f64, f64) {
    problem.law().de_saxce(r, u)
}
