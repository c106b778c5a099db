//! The simplex method on the shared tableau: drives a set of *forbidden* variables to zero.
//!
//! ```text
//!     minimise the sum of the forbidden variables   subject to   w - M z - d z0 = q,   w, z, z0 >= 0
//! ```
//!
//! With z0 alone forbidden this is the first phase of a linear program and asks whether the problem is feasible; with one
//! variable of some pairs forbidden too it asks whether that choice of complementary variables is possible.
//!
//! Source: Dantzig, *Linear Programming and Extensions* (1963), chapter 5; Bland, *Math. Operations Research* 2 (1977).

use super::tableau::Tableau;
use crate::settings::{Clock, Stop};

/// Reduced costs below this do not count as descent, in the scaled units of the tableau.
const DESCENT: f64 = 1e-10;

/// The sum of forbidden variables below this is zero, in scaled units.
const FEASIBLE: f64 = 1e-9;

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
        clock.check(*pivots - start, limit)?;
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
