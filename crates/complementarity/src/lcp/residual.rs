//! The one residual of the class, used by stop rules, tests and the command line.
//!
//! ```text
//!     natural map    f_i = min(z_i, w_i)
//!     residual       max_i |f_i| / max(1, |q|, |z|)        (maximum norms)
//! ```
//!
//! f = 0 exactly at the solutions, and |f| bounds max(-min z, -min w) too.
//!
//! That residual goes to zero too where z goes to infinity along a ray of a problem without solution, and
//! where q is tiny. A solver therefore claims `solved` only if the residual in the problem's own units,
//!
//! ```text
//!     max_i |min(z_i / s, w_i / |q|)|,    s = max(|z|, |q| / |M|)   (largest entries),
//! ```
//!
//! is within the tolerance as well (or within the rounding of w, where that is larger).
//!
//! Far away on a ray even that is small, since s is large. So the smaller of the z_i / s and w_i / |q| that are z_i are set to
//! zero, as they are in the solution that z claims to be near, and w of that point must keep its signs: w_i >= 0 for those, w_i = 0
//! for the others, to the same part of |q|. Pivoting methods have exact zeros there already.

use super::Lcp;
use crate::matrix::max_abs;

/// Relative rounding of w = M z + q that a solution may show: some hundred units of 2.2e-16.
const ROUNDING: f64 = 1e-13;

/// Rounding beyond this part of |q| is not excused: such a z cannot be verified.
const MAX_ROUNDING: f64 = 1e-6;

/// max_i |min(z_i, w_i)|, in the units of z and w; NaN if an entry is NaN.
pub fn natural_residual(z: &[f64], w: &[f64]) -> f64 {
    let mut largest = 0.0_f64;
    for (z_i, w_i) in z.iter().zip(w) {
        let value = if z_i.is_nan() || w_i.is_nan() { f64::NAN } else { z_i.min(*w_i).abs() };
        if value.is_nan() || value > largest {
            largest = value;
        }
    }
    largest
}

/// The natural residual over max(1, |q|, |z|): no unit, comparable between problems.
pub fn residual(q: &[f64], z: &[f64], w: &[f64]) -> f64 {
    natural_residual(z, w) / max_abs(q).max(max_abs(z)).max(1.0)
}

/// max_i |min(z_i / s, w_i / |q|)| with s = max(|z|, |q| / |M|): the natural residual in the problem's own units; does not
/// change when M or q are multiplied by a positive number.
pub fn scaled_residual(problem: &Lcp, z: &[f64], w: &[f64]) -> f64 {
    scaled(problem, z, w, max_abs(z))
}

/// s = max(|z|, |q| / |M|).
fn unit(problem: &Lcp, size_of_z: f64) -> f64 {
    let natural = if problem.largest() > 0.0 { problem.size_of_q() / problem.largest() } else { 0.0 };
    size_of_z.max(natural)
}

fn scaled(problem: &Lcp, z: &[f64], w: &[f64], size_of_z: f64) -> f64 {
    let invert = |size: f64| if size > 0.0 { 1.0 / size } else { 1.0 };
    let (for_z, for_w) = (invert(unit(problem, size_of_z)), invert(problem.size_of_q()));
    z.iter().zip(w).fold(0.0, |m: f64, (z_i, w_i)| m.max((z_i * for_z).min(w_i * for_w).abs()))
}

/// The residual, and whether z counts as a solution to the tolerance.
pub(crate) fn judge(problem: &Lcp, z: &[f64], w: &[f64], tolerance: f64) -> (f64, bool) {
    let (size, size_of_z) = (problem.size_of_q(), max_abs(z));
    let value = natural_residual(z, w) / size.max(size_of_z).max(1.0);
    if value.is_nan() || value > tolerance {
        return (value, false);
    }
    if size == 0.0 {
        return (value, true);
    }
    let allowed = allowed(problem, size_of_z, tolerance);
    (value, scaled(problem, z, w, size_of_z) <= allowed && keeps_its_signs(problem, z, w, size_of_z, allowed))
}

/// Whether w keeps its signs, to `allowed` times |q|, when the z_i that stand for zeros are zeros.
fn keeps_its_signs(problem: &Lcp, z: &[f64], w: &[f64], size_of_z: f64, allowed: f64) -> bool {
    let size = problem.size_of_q();
    let (for_z, for_w) = (1.0 / unit(problem, size_of_z), 1.0 / size);
    let cut = |i: usize| z[i] * for_z < w[i] * for_w;
    if (0..z.len()).all(|i| z[i] == 0.0 || !cut(i)) {
        return true;
    }
    let moved = |i: usize| {
        let row = problem.m().row(i);
        w[i] - (0..z.len()).filter(|&j| cut(j)).map(|j| row[j] * z[j]).sum::<f64>()
    };
    let limit = allowed * size;
    (0..z.len()).all(|i| moved(i) >= -limit && (cut(i) || moved(i) <= limit))
}

/// What the residual in the problem's own units may be: the tolerance, or the rounding of w where that is larger. q must not vanish.
pub(crate) fn allowed(problem: &Lcp, size_of_z: f64, tolerance: f64) -> f64 {
    let rounding = ROUNDING * problem.largest() * size_of_z / problem.size_of_q();
    tolerance.max(rounding.min(MAX_ROUNDING))
}
