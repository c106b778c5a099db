//! Whether a matrix that has factors takes something to nothing after all.
//!
//! ```text
//!     A z_{k+1} = z_k / |z_k|        inverse iteration: to z with A z = 0, if there is one
//! ```
//!
//! The pivots of an elimination do not tell it: for A z = 0 and y A = 0 the last one is rounding over y_n z_n, and where the loop that is held once
//! too often has small parts in the last row and column, far above rounding. Source: Golub, Van Loan, *Matrix Computations*, section 7.6.1.

/// Steps of inverse iteration: each leaves a part s of what A takes to s, in parts of what it does to z.
const STEPS: usize = 4;

/// The vector of largest entry one that A most nearly takes to nothing, in `z`; `solve` overwrites b with x where A x = b, by the factors.
pub(crate) fn nearest_to_nothing(n: usize, z: &mut Vec<f64>, mut solve: impl FnMut(&mut Vec<f64>)) {
    z.clear();
    // Any vector will do that has a part of it; one without a pattern has.
    z.extend((0..n).map(|i| 1.0 + 0.5 * (i as f64).sin()));
    for _ in 0..STEPS {
        solve(z);
        let largest = z.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        z.iter_mut().for_each(|z| *z /= largest);
    }
}
