//! Dantzig's method for boxed problems: one variable after the other is brought to rights.
//!
//! Variables already settled keep their conditions; the others are not looked at. To settle i, z_i is moved from its bound in the
//! direction that lowers |w_i|. In the tableau of principal pivots the settled ones follow as
//!
//! ```text
//!     dz_j = M'_ji dt   (j between its bounds),      dw_j = M'_ji dt   (j at a bound),      dw_i = M'_ii dt.
//! ```
//!
//! The first of these ends the move: w_i = 0 (i is now between its bounds), z_i at its other bound, a z_j at a bound (j is
//! exchanged out), a w_j zero (j is exchanged in; then the move goes on). Ends for symmetric positive definite M; used for
//! joints, limits and friction bounds. Free variables come first, as they never leave again.
//!
//! Source: Baraff (1994), section 4; Cottle, Dantzig, *Linear Algebra Appl.* 1 (1968).

use super::{BoxedLcp, BoxedSolver};
use crate::error::InputError;
use crate::lcp::principal::Principal;
use crate::lcp::{Bounded, Outcome, Status};
use crate::settings::{Clock, Settings, Stop};

/// Rates below this are zero, in units where the largest entry of M is near one.
const ZERO: f64 = 1e-12;

/// Dantzig's method.
#[derive(Debug, Clone, Default)]
pub struct Dantzig {
    tableau: Principal,
    z: Vec<f64>,
    w: Vec<f64>,
    settled: Vec<bool>,
    order: Vec<usize>,
}

/// What ends the move of a variable.
#[derive(Clone, Copy)]
enum Event {
    /// w_i is zero.
    Balanced,
    /// z_i is at its other bound.
    Bound(f64),
    /// Settled j changes between being at a bound (the value given) and between its bounds.
    Exchange(usize, Option<f64>),
}

impl Dantzig {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    fn run(&mut self, problem: &BoxedLcp, limit: usize, clock: &Clock, pivots: &mut usize) -> Result<(), Stop> {
        for k in 0..self.order.len() {
            let i = self.order[k];
            let mut moves = 0;
            while !self.is_right(problem, i) {
                clock.check(*pivots, limit)?;
                *pivots += 1;
                moves += 1;
                if self.advance(problem, i)? {
                    break;
                }
                if moves > 20 + 10 * problem.size() {
                    return Err(Stop::Stalled);
                }
            }
            self.settled[i] = true;
        }
        Ok(())
    }

    /// Whether z_i at its bound (or free) has a w_i of the right sign.
    fn is_right(&self, problem: &BoxedLcp, i: usize) -> bool {
        let (z, w) = (self.z[i], self.w[i]);
        w == 0.0 || (w > 0.0 && z <= problem.lower()[i]) || (w < 0.0 && z >= problem.upper()[i])
    }

    /// Moves z_i to the next event; true if i is then settled.
    fn advance(&mut self, problem: &BoxedLcp, i: usize) -> Result<bool, Stop> {
        let direction = if self.w[i] < 0.0 { 1.0 } else { -1.0 };
        let (step, event) = self.next_event(problem, i, direction);
        let Some(event) = event else { return Err(Stop::Ray) };
        for j in (0..self.z.len()).filter(|&j| j != i) {
            let change = self.tableau.entry(j, i) * direction * step;
            if self.tableau.exchanged[j] { self.z[j] += change } else { self.w[j] += change }
        }
        self.z[i] += direction * step;
        self.w[i] += self.tableau.entry(i, i) * direction * step;
        match event {
            Event::Balanced => {
                self.w[i] = 0.0;
                self.tableau.exchange(i);
                Ok(true)
            }
            Event::Bound(value) => {
                self.z[i] = value;
                Ok(true)
            }
            Event::Exchange(j, bound) => {
                if self.tableau.entry(j, j).abs() <= ZERO {
                    return Err(Stop::Ray);
                }
                match bound {
                    Some(value) => self.z[j] = value,
                    None => self.w[j] = 0.0,
                }
                self.tableau.exchange(j);
                Ok(false)
            }
        }
    }

    /// The shortest move and what ends it; no event means a ray.
    fn next_event(&self, problem: &BoxedLcp, i: usize, direction: f64) -> (f64, Option<Event>) {
        let (mut step, mut event) = (f64::INFINITY, None);
        let mut offer = |t: f64, e: Event| {
            if t < step {
                (step, event) = (t.max(0.0), Some(e));
            }
        };
        let own = self.tableau.entry(i, i);
        if own > ZERO {
            offer(self.w[i].abs() / own, Event::Balanced);
        }
        let target = if direction > 0.0 { problem.upper()[i] } else { problem.lower()[i] };
        if target.is_finite() {
            offer((target - self.z[i]).abs(), Event::Bound(target));
        }
        for j in (0..self.z.len()).filter(|&j| self.settled[j]) {
            let rate = self.tableau.entry(j, i) * direction;
            if rate.abs() <= ZERO {
                continue;
            }
            if self.tableau.exchanged[j] {
                let bound = if rate > 0.0 { problem.upper()[j] } else { problem.lower()[j] };
                if bound.is_finite() {
                    offer((bound - self.z[j]) / rate, Event::Exchange(j, Some(bound)));
                }
            } else if self.w[j] * rate < 0.0 && problem.lower()[j] < problem.upper()[j] {
                offer(-self.w[j] / rate, Event::Exchange(j, None));
            }
        }
        (step, event)
    }
}

impl BoxedSolver for Dantzig {
    fn name(&self) -> &'static str {
        "dantzig"
    }

    /// The status is ray where nothing ends a move or a pivot is zero.
    fn solve_into(
        &mut self,
        problem: &BoxedLcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let n = problem.size();
        outcome.begin(self.name(), n, start, settings)?;
        if let Some(start) = start {
            outcome.z.copy_from_slice(start);
            outcome.judge(problem, settings.tolerance, Status::Limit, Stop::Stalled);
            if outcome.status == Status::Solved {
                return Ok(());
            }
        }
        let clock = Clock::start(settings);
        let scale = self.tableau.load_matrix(problem.plain());
        self.z.clear();
        self.z.extend((0..n).map(|i| problem.clamp(i, 0.0)));
        self.w.clear();
        self.w.resize(n, 0.0);
        problem.plain().w(&self.z, &mut self.w);
        self.w.iter_mut().for_each(|w| *w *= scale);
        self.settled.clear();
        self.settled.resize(n, false);
        let free = |i: usize| problem.lower()[i] == f64::NEG_INFINITY && problem.upper()[i] == f64::INFINITY;
        self.order.clear();
        self.order.extend((0..n).filter(|&i| free(i)));
        self.order.extend((0..n).filter(|&i| !free(i)));
        let limit = settings.max_iterations.unwrap_or(1_000 + 20 * n);
        let end = self.run(problem, limit, &clock, &mut outcome.iterations);
        outcome.z.copy_from_slice(&self.z);
        outcome.conclude(problem, settings.tolerance, end);
        Ok(())
    }
}
