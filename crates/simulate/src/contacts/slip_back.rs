//! The slip of contacts that could as well stick.
//!
//! Contacts may have two answers: forces inside the cones that hold them, and a slip. A bolster between friction wedges that turns round is
//! held by no more than the wedges' own springs, and yet cones alone could hold it with forces of any size. The slip is looked for by its
//! signs: those of the motion without friction, and of contacts that would move against their friction the freedom to stick.

use crate::contacts::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::contacts::contact_solver::Solver;

/// Patterns of slip that are tried: in each some contacts stick that slipped in the one before.
const PATTERNS: usize = 4;

impl ContactProblem {
    /// The answer of the plane in which contacts that may stick slip instead, with more than `zero`; `None` if none is found.
    pub fn slip_back(&self, solver: &mut Solver, zero: f64) -> Option<Solution> {
        let mut pattern = self.clone();
        pattern.start.clear();
        for tangent in pattern.tangents.iter_mut().filter(|tangent| matches!(tangent, Tangent::May(_))) {
            *tangent = Tangent::Ratio(0.0);
        }
        let Answer::One(free) = pattern.solve(solver) else { return None };
        for (contact, tangent) in pattern.tangents.iter_mut().enumerate() {
            if let Tangent::May(mu) = self.tangents[contact] {
                let slip = free.u[2 * contact + 1];
                *tangent = if slip.abs() > zero { Tangent::Ratio(-slip.signum() * mu) } else { Tangent::May(mu) };
            }
        }
        for _ in 0..PATTERNS {
            let Answer::One(found) = pattern.solve(solver) else { return None };
            if !self.stick_where_pushed_on(&mut pattern, &found, zero) {
                return (Self::motion(&found) > zero).then_some(found);
            }
        }
        None
    }

    /// Lets contacts stick whose friction, in an answer to a pattern of slips, pushes them on; true if there are some.
    fn stick_where_pushed_on(&self, pattern: &mut Self, found: &Solution, zero: f64) -> bool {
        let mut some = false;
        for (contact, tangent) in pattern.tangents.iter_mut().enumerate() {
            let (slip, may) = (found.u[2 * contact + 1], self.tangents[contact]);
            if let (Tangent::May(_), Tangent::Ratio(ratio)) = (may, *tangent)
                && ratio * slip > 0.0
                && slip.abs() > zero
            {
                (*tangent, some) = (may, true);
            }
        }
        some
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contacts::several::tests::{block, wedge};

    /// A point in a groove that is pushed out goes, whatever the friction, though above the angle of friction it could lock: without
    /// impulses, as if nothing were there.
    #[test]
    fn a_wedge_that_could_lock_goes() {
        for (half, mu) in [(0.2_f64, 0.21), (0.2, 0.9), (0.5, 0.6), (0.5, 0.5)] {
            let found = wedge(half, mu).slip_back(&mut Solver::default(), 1e-9).unwrap();
            assert!((ContactProblem::motion(&found) - half.cos()).abs() < 1e-12, "{found:?}");
        }
    }

    /// A block that is pushed with less than its friction has no other answer than to stay.
    #[test]
    fn what_must_stay_stays() {
        assert!(block().slip_back(&mut Solver::default(), 1e-9).is_none());
    }
}
