//! Is there any z >= 0 with w = M z + q >= 0? If not, a certificate.
//!
//! ```text
//!     minimise z0   subject to   w - M z - e z0 = q,   w, z, z0 >= 0
//! ```
//!
//! by the simplex method on the shared tableau. If the least z0 is positive its row reads z0 = b_r - sum_j T_rj x_j with no
//! T_rj > 0 left, and the multipliers y of the rows are the certificate: y >= 0, M^T y <= 0, q . y < 0.
//!
//! Source: Farkas' lemma; CPS, theorem 2.7.9.

use super::certificate::Multipliers;
use super::simplex::{drive_out, start_with_artificial};
use super::tableau::Tableau;
use super::{Lcp, Outcome, Status};
use crate::settings::Clock;

/// What the feasibility test found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Feasibility {
    /// Some z >= 0 gives w >= 0.
    Feasible,
    /// None does; the certificate was verified.
    Infeasible,
    /// The limits or rounding ended the test.
    Unknown,
}

/// The test with its work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct FeasibilityTest {
    tableau: Tableau,
    forbidden: Vec<bool>,
    multipliers: Multipliers,
    /// Pivots of the last test.
    pub pivots: usize,
}

impl FeasibilityTest {
    /// Decides with scaled rows and columns, and without where that leaves infeasibility unproved.
    pub fn decide(&mut self, problem: &Lcp, clock: &Clock) -> Feasibility {
        self.pivots = 0;
        let first = self.run(problem, true, clock);
        if first == Feasibility::Infeasible {
            return first;
        }
        match self.run(problem, false, clock) {
            Feasibility::Unknown => first,
            second => second,
        }
    }

    fn run(&mut self, problem: &Lcp, equilibrate: bool, clock: &Clock) -> Feasibility {
        let n = problem.size();
        self.tableau.load(problem, |_| 1.0, equilibrate);
        if !start_with_artificial(&mut self.tableau) {
            return Feasibility::Feasible;
        }
        self.pivots += 1;
        self.forbidden.clear();
        self.forbidden.resize(2 * n + 1, false);
        self.forbidden[2 * n] = true;
        // A linear program takes a few n pivots as a rule; the rest is room for degenerate ones.
        match drive_out(&mut self.tableau, &self.forbidden, 100 + 50 * n, clock, &mut self.pivots) {
            Ok(true) => Feasibility::Feasible,
            Ok(false) if self.multipliers.certify(problem, &self.tableau, &self.forbidden) => Feasibility::Infeasible,
            _ => Feasibility::Unknown,
        }
    }

    /// Writes the proof of the last test, which found the problem infeasible, into the outcome.
    pub fn write(&self, outcome: &mut Outcome) {
        outcome.status = Status::Infeasible;
        outcome.stop = None;
        outcome.certificate.clear();
        outcome.certificate.extend_from_slice(self.multipliers.y());
    }
}
