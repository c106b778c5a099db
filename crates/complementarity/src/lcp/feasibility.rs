//! Is there any z >= 0 with w = M z + q >= 0? If not, a certificate.
//!
//! ```text
//!     minimise z0   subject to   w - M z - e z0 = q,   w, z, z0 >= 0
//! ```
//!
//! by the simplex method on the shared tableau. If the least z0 is positive its row reads
//! z0 = b_r - sum_j T_rj x_j with no T_rj > 0 left, and y_k = -T_r(w_k) satisfies
//!
//! ```text
//!     y >= 0,   M^T y <= 0,   q . y < 0,
//! ```
//!
//! so that y . w = (M^T y) . z + q . y < 0 for every z >= 0: no w >= 0 exists (Farkas' lemma; CPS, theorem 2.7.9).
//!
//! The same simplex method drives any set of *forbidden* variables to zero; the enumeration uses it to
//! ask whether a choice of complementary variables is possible.

use super::Lcp;
use super::tableau::{Place, Tableau};
use crate::matrix::max_abs;
use crate::settings::{Clock, Stop};

/// Reduced costs below this do not count as descent, in the scaled units of the tableau.
const DESCENT: f64 = 1e-10;

/// The sum of forbidden variables below this is zero, in scaled units.
const FEASIBLE: f64 = 1e-9;

/// How far a certificate may miss its inequalities, relative to |M| |y|; beyond the rounding of a
/// product and far below what would let a false certificate pass.
const CERTIFICATE: f64 = 1e-10;

/// What the feasibility test found.
#[derive(Debug, Clone, PartialEq)]
pub enum Feasibility {
    /// Some z >= 0 gives w >= 0.
    Feasible,
    /// None does; the verified certificate.
    Infeasible(Vec<f64>),
    /// The limits or rounding ended the test.
    Unknown,
}

/// True if y >= 0, M^T y <= 0 (to rounding) and q . y < 0 by a margin that rounding cannot explain.
pub fn verify_certificate(problem: &Lcp, y: &[f64]) -> bool {
    let n = problem.size();
    if y.len() != n || y.iter().any(|v| !v.is_finite() || *v < 0.0) {
        return false;
    }
    let mut column = vec![0.0; n];
    problem.m().multiply_transposed(y, &mut column);
    let size = max_abs(y);
    let slack = CERTIFICATE * problem.m().max_abs() * size;
    let product = crate::matrix::dot(problem.q(), y);
    let margin = CERTIFICATE * max_abs(problem.q()) * size;
    column.iter().all(|&c| c <= slack) && product < -margin
}

/// Drives the forbidden variables of a feasible basis to zero. True if that is possible.
/// On false the last tableau is optimal: no column with a positive sum over the forbidden rows is left.
pub(crate) fn drive_out(
    tableau: &mut Tableau,
    forbidden: &[bool],
    limit: usize,
    clock: &Clock,
    pivots: &mut usize,
) -> Result<bool, Stop> {
    let n = tableau.size();
    let start = *pivots;
    loop {
        let sum: f64 = (0..n).filter(|&r| forbidden[tableau.basic(r)]).map(|r| tableau.value(r).max(0.0)).sum();
        if sum <= FEASIBLE {
            return Ok(true);
        }
        if *pivots - start >= limit {
            return Err(Stop::Iterations);
        }
        if let Some(stop) = clock.stop_at(*pivots) {
            return Err(stop);
        }
        let Some(column) = entering(tableau, forbidden, *pivots - start > 4 * n) else {
            return Ok(false);
        };
        let preferred = (0..n).map(|r| tableau.basic(r)).find(|&v| forbidden[v]).unwrap_or(usize::MAX);
        let Some(row) = tableau.leaving_row(column, preferred) else {
            return Err(Stop::Stalled);
        };
        tableau.pivot(row, column);
        *pivots += 1;
    }
}

/// The column that lowers the sum of forbidden variables most, or the first one that does.
fn entering(tableau: &Tableau, forbidden: &[bool], first: bool) -> Option<usize> {
    let n = tableau.size();
    let mut best = None;
    let mut steepest = DESCENT;
    for column in (0..=n).filter(|&c| !forbidden[tableau.nonbasic(c)]) {
        let rate: f64 = (0..n).filter(|&r| forbidden[tableau.basic(r)]).map(|r| tableau.entry(r, column)).sum();
        if rate > steepest {
            steepest = rate;
            best = Some(column);
            if first {
                break;
            }
        }
    }
    best
}

/// Puts z0 into the basis so that every basic variable is >= 0. False if q >= 0 already.
pub(crate) fn start_with_artificial(tableau: &mut Tableau) -> bool {
    let n = tableau.size();
    let worst = (0..n).rev().min_by(|&a, &b| tableau.value(a).total_cmp(&tableau.value(b)));
    match worst {
        Some(row) if tableau.value(row) < 0.0 => {
            tableau.pivot(row, n);
            true
        }
        _ => false,
    }
}

/// y_k = -T_r(w_k) for the row r of z0, in the units of the problem, scaled to largest entry one.
fn multipliers(tableau: &Tableau) -> Vec<f64> {
    let n = tableau.size();
    let mut y = vec![0.0; n];
    if let Place::Row(row) = tableau.place(tableau.artificial()) {
        for (k, y_k) in y.iter_mut().enumerate() {
            if let Place::Column(column) = tableau.place(k) {
                *y_k = (-tableau.entry(row, column)).max(0.0);
            }
        }
    }
    tableau.unscale_multipliers(&mut y);
    let largest = max_abs(&y);
    if largest > 0.0 {
        // Entries at rounding level are zeros that would only disturb the inequalities.
        for y_k in &mut y {
            *y_k = if *y_k < 1e-14 * largest { 0.0 } else { *y_k / largest };
        }
    }
    y
}

/// Decides feasibility; the tableau is left at the last basis.
pub(crate) fn decide(problem: &Lcp, tableau: &mut Tableau, equilibrate: bool, clock: &Clock) -> Feasibility {
    let n = problem.size();
    tableau.load(problem, |_| 1.0, equilibrate);
    if !start_with_artificial(tableau) {
        return Feasibility::Feasible;
    }
    let mut forbidden = vec![false; 2 * n + 1];
    forbidden[2 * n] = true;
    let mut pivots = 0;
    match drive_out(tableau, &forbidden, 100 + 50 * n, clock, &mut pivots) {
        Ok(true) => Feasibility::Feasible,
        Ok(false) => {
            let y = multipliers(tableau);
            if verify_certificate(problem, &y) { Feasibility::Infeasible(y) } else { Feasibility::Unknown }
        }
        Err(_) => Feasibility::Unknown,
    }
}
