//! Small motions about an equilibrium without friction, the closed contacts kept closed.
//!
//! ```text
//!     Z^T K Z x = omega^2 x,     C Z = 0,   Z^T M Z = 1,      K = -d(F + C^T lambda)/dq
//! ```
//!
//! omega^2 < 0: the motion grows instead.

use super::dense::{Rows, dot, eigen, largest, solve};
use super::equilibrium::Balance;
use super::still::Standing;

/// K whose two halves differ by more than this part of it comes from forces without a potential.
const SYMMETRIC: f64 = 1e-5;

/// omega^2 below this part of the largest is zero: differences of the forces are good to some ten digits.
const NEUTRAL: f64 = 1e-9;

/// Whether none of some motions grows.
pub(super) fn are_stable(motions: &[SmallMotion]) -> bool {
    motions.iter().all(|motion| motion.square >= 0.0)
}

/// One small motion.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SmallMotion {
    /// omega^2.
    pub square: f64,
    /// Displacements of all coordinates, the largest of them one.
    pub shape: Vec<f64>,
}

/// All small motions, slowest first, and whether K had a potential.
pub(super) fn modes<W: Standing>(balance: &Balance<'_, W>) -> Option<(Vec<SmallMotion>, bool)> {
    let n = balance.terms.force.len();
    let (squares, axes) = eigen(&balance.terms.mass_rows())?;
    // M^-1/2.
    let root = |x: &[f64]| {
        let mut y = vec![0.0; n];
        for (axis, square) in axes.iter().zip(&squares) {
            let along = dot(axis, x) / square.sqrt();
            y.iter_mut().zip(axis).for_each(|(y, a)| *y += along * a);
        }
        y
    };
    let rows: Rows = balance.rows().iter().map(|row| root(row)).collect();
    let free: Rows = solve(&rows, n, &vec![0.0; rows.len()])?.free.iter().map(|z| root(z)).collect();
    let stiffness = balance.stiffness();
    let pushed: Rows = free.iter().map(|z| stiffness.iter().map(|row| dot(row, z)).collect()).collect();
    let small: Rows = free.iter().map(|z| pushed.iter().map(|k| dot(z, k)).collect()).collect();
    let size = small.iter().map(largest).fold(0.0, f64::max);
    let k = small.len();
    let odd = (0..k)
        .flat_map(|i| (0..i).map(move |j| (i, j)))
        .any(|(i, j)| (small[i][j] - small[j][i]).abs() > SYMMETRIC * size);
    let even: Rows = (0..k).map(|i| (0..k).map(|j| 0.5 * (small[i][j] + small[j][i])).collect()).collect();
    let (mut squares, vectors) = eigen(&even)?;
    let stiffest = largest(&squares);
    squares.iter_mut().filter(|square| square.abs() <= NEUTRAL * stiffest).for_each(|square| *square = 0.0);
    let motion = |(square, vector): (&f64, &Vec<f64>)| {
        let mut shape = vec![0.0; n];
        for (z, along) in free.iter().zip(vector) {
            shape.iter_mut().zip(z).for_each(|(s, z)| *s += along * z);
        }
        let most = shape.iter().copied().fold(0.0, |most: f64, s| if s.abs() > most.abs() { s } else { most });
        shape.iter_mut().for_each(|s| *s /= most);
        SmallMotion { square: *square, shape }
    };
    Some((squares.iter().zip(&vectors).map(motion).collect(), !odd))
}
