//! Is there any z >= 0 with w = M z + q >= 0? If not, a certificate.
//!
//! ```text
//!     minimise z0   subject to   w - M z - e z0 = q,   w, z, z0 >= 0
//! ```
//!
//! by the simplex method on the shared tableau. If the least z0 is positive its row reads
//! z0 = b_r - sum_j T_rj x_j with no T_rj > 0 left, and the multipliers y of the rows satisfy
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
use crate::factor;
use crate::matrix::max_abs;
use crate::settings::{Clock, Stop};

/// Reduced costs below this do not count as descent, in the scaled units of the tableau.
const DESCENT: f64 = 1e-10;

/// The sum of forbidden variables below this is zero, in scaled units.
const FEASIBLE: f64 = 1e-9;

/// How far a certificate may miss an inequality, relative to the sum of the absolute terms of that very inequality: some
/// hundred roundings. A larger value would let false certificates pass where the units of the rows differ widely.
const ROUNDING: f64 = 1e-13;

/// Multipliers below this part of the largest are zeros that would only disturb the inequalities, in scaled units.
const NOISE: f64 = 1e-14;

/// How far q . y must be below zero, relative to the sum of its absolute terms.
const MARGIN: f64 = 1e-11;

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

/// True if y >= 0, M^T y <= 0 (to the rounding of each sum) and q . y < 0 by a margin that rounding cannot explain.
pub fn verify_certificate(problem: &Lcp, y: &[f64]) -> bool {
    let n = problem.size();
    if y.len() != n || y.iter().any(|v| !v.is_finite() || *v < 0.0) {
        return false;
    }
    let not_above = |j: usize| {
        let terms = (0..n).map(|i| problem.m()[(i, j)] * y[i]);
        let (sum, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
        sum <= ROUNDING * size
    };
    let terms = problem.q().iter().zip(y).map(|(q, y)| q * y);
    let (product, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
    product < -MARGIN * size && (0..n).all(not_above)
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

/// The multipliers y of the last basis: on the rows R of the nonbasic w they solve, for the basic structural columns K,
///
/// ```text
///     (M^T y)_j = 0   (z_j basic),      e . y = 1   (z0 basic),
/// ```
///
/// which is solved anew from M itself, so that the zeros are zeros to rounding. Scaled to largest entry one.
fn multipliers(problem: &Lcp, tableau: &Tableau) -> Vec<f64> {
    let n = tableau.size();
    let rows: Vec<usize> = (0..n).filter(|&i| matches!(tableau.place(i), Place::Column(_))).collect();
    let structural: Vec<usize> = (n..=2 * n).filter(|&v| matches!(tableau.place(v), Place::Row(_))).collect();
    let k = rows.len();
    let (mut matrix, mut solution) = (vec![0.0; k * k], vec![0.0; k]);
    let mut y = vec![0.0; n];
    if structural.len() != k {
        return y;
    }
    for (a, &variable) in structural.iter().enumerate() {
        for (b, &i) in rows.iter().enumerate() {
            matrix[a * k + b] = if variable == 2 * n { 1.0 } else { tableau.scaled(problem, i, variable - n) };
        }
        solution[a] = if variable == 2 * n { 1.0 } else { 0.0 };
    }
    if !factor::lu_solve(&mut matrix, k, &mut Vec::new(), &mut solution) {
        return y;
    }
    for (&i, &value) in rows.iter().zip(&solution) {
        y[i] = value;
    }
    let noise = NOISE * max_abs(&y);
    y.iter_mut().for_each(|v| *v = if *v < noise { 0.0 } else { *v });
    tableau.unscale_multipliers(&mut y);
    let largest = max_abs(&y);
    if largest > 0.0 {
        y.iter_mut().for_each(|v| *v /= largest);
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
            let y = multipliers(problem, tableau);
            if verify_certificate(problem, &y) { Feasibility::Infeasible(y) } else { Feasibility::Unknown }
        }
        Err(_) => Feasibility::Unknown,
    }
}
