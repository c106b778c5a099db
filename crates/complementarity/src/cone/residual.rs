//! The one residual of the class, used by stop rules, tests and the command line.
//!
//! ```text
//!     natural map   f_i = (r_i - P_K(r_i - rho_i u~_i)) / rho_i,   u~ = u + mu |u_T| n,   rho_i = 1 / max_k W_ii,kk
//!     residual      |f| / |q|      (Euclidean norms)
//! ```
//!
//! Reactions so large that W r + q is mostly rounding are told by it too: the residual is never below that rounding.
//!
//! f is a velocity; rho makes it independent of the units of W. f = 0 exactly at the solutions. De Saxce's form measures the
//! same three conditions apart: r outside K, u~ outside K*, and the power u~ . r.

use super::FrictionProblem;

/// Where the rounding of W r, relative to |q|, is above this, the residual is not below that rounding. Reactions of a squeezed body
/// that grow without end would else count as a solution once q is lost in W r + q. Ordinary reactions make it 1e-16 to 1e-12.
const LOST: f64 = 1e-9;

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
    if D == 2 { r[1].abs() } else { (r[1] * r[1] + r[2] * r[2]).sqrt() }
}

/// The natural map of one contact, without the difference of r and its projection: reactions so large that rho u~ is lost in their
/// rounding would pass for a solution. With m = r - rho u~ and d = |m_T| - mu m_N,
///
/// ```text
///     m inside -K*           f = r / rho
///     m inside K             f = u~
///     else, t = m_T/|m_T|    f_N = u~_N - mu d / (rho (1 + mu^2)),    f_T = u_T + d t / (rho (1 + mu^2))
/// ```
///
/// where d = (|r_T| - mu r_N) + (|m_T| - |r_T|) + mu rho u~_N, the second part by its difference of squares.
#[inline(always)]
pub(crate) fn natural_map<const D: usize>(r: [f64; D], mut u: [f64; D], mu: f64, rho: f64) -> [f64; D] {
    u[0] += mu * tangential_norm(&u);
    let mut moved = r;
    let mut squares = 0.0;
    for k in 0..D {
        moved[k] -= rho * u[k];
    }
    for k in 1..D {
        squares += rho * u[k] * (rho * u[k] - 2.0 * r[k]);
    }
    let (before, after) = (tangential_norm(&r), tangential_norm(&moved));
    let sum = before + after;
    let change = if sum > 0.0 { squares / sum } else { 0.0 };
    let outside = before - mu * r[0] + change + mu * rho * u[0];
    // As in the projection: without friction a pull straight down is on the border of the cone as well.
    if mu * after <= -moved[0] {
        return r.map(|v| v / rho);
    }
    if outside <= 0.0 {
        return u;
    }
    let along = outside / (rho * (1.0 + mu * mu));
    u[0] -= mu * along;
    for k in 1..D {
        u[k] += along * moved[k] / after;
    }
    u
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
    /// The residual of reactions r with velocities u.
    pub fn residual(&self, r: &[f64], u: &[f64]) -> f64 {
        let (map, moved) = if self.dim == 3 { self.sum_squares::<3>(r, u) } else { self.sum_squares::<2>(r, u) };
        let rounding = f64::EPSILON * moved.sqrt() / self.scale;
        let residual = map.sqrt() / self.scale;
        if rounding > LOST { residual.max(rounding) } else { residual }
    }

    /// Sums over the contacts of |f_i|^2 and of |r_i / rho_i|^2, the velocities that reactions make where they act.
    fn sum_squares<const D: usize>(&self, r: &[f64], u: &[f64]) -> (f64, f64) {
        let (mut map, mut moved) = (0.0, 0.0);
        for i in 0..self.mu.len() {
            let (r, rho) = (part::<D>(r, i), self.rho[i]);
            let f = natural_map(r, part(u, i), self.mu[i], rho);
            map += f.iter().map(|v| v * v).sum::<f64>();
            moved += r.iter().map(|v| v * v).sum::<f64>() / (rho * rho);
        }
        (map, moved)
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
            velocity = velocity.max(mu * tangential_norm(&u) - shifted);
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
