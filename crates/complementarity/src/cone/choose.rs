//! The default solver: sweeps, Newton, interior points, gradients; then all again with other parameters.
//!
//! 1. Nonsmooth Gauss-Seidel, `FIRST_SWEEPS` sweeps: solves easy problems and gives Newton a start.
//! 2. Newton with smoothing, a few steps: solves most of the rest.
//! 3. The problem as an LCP where it is one: in the plane, and without friction.
//! 4. Interior points, which need no good start, finished by a few steps of Newton (for mu > 1 without its sweeps first).
//! 5. Is there a solution at all? A proof that there is none ends the search.
//! 6. Newton for long, from the point of the interior points if that is far better and in every other round, else from the sweeps.
//! 7. Accelerated gradients, good where Newton's steps wander.
//! 8. From 1 again with twice as many sweeps and other parameters, while there is time and the residual still falls.
//!
//! The best iterate of all is returned, and every method tried is recorded in the attempts of the outcome.

use super::as_lcp::{AsLcp, FRICTIONLESS, is_lcp};
use super::infeasible::prove;
use super::{
    ConeAccelerated, ConeAttempt, ConeGaussSeidel, ConeInterior, ConeNewton, ConeOutcome, ConeSolver, ConeStatus,
    FrictionProblem,
};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Sweeps before the first Newton step.
const FIRST_SWEEPS: usize = 100;

/// Newton steps before the interior points are tried: a run that goes well takes 4 to 15.
const FIRST_STEPS: usize = 15;

/// Part of the time left that the methods for LCPs get: where they fail they may do so slowly.
const LCP_TIME: f64 = 0.5;

/// Steps of the interior points. A run that goes well takes 10 to 40.
const INTERIOR_STEPS: usize = 100;

/// Newton steps that finish the interior points.
const FINISHING_STEPS: usize = 25;

/// Newton steps of one round; the longest useful run seen took 480.
const ROUND_STEPS: usize = 500;

/// The long run of Newton starts from what the interior points found if their residual is below this part of what the first steps
/// reached; points that are only somewhat better are often dead ends.
const CLEARLY: f64 = 1e-3;

/// Gradient steps of the first round.
const FIRST_GRADIENTS: usize = 1_000;

/// Rounds at most; the last has 128 times the sweeps and gradient steps of the first. Bounds the work where no time limit is set.
const MAX_ROUNDS: usize = 8;

/// Rounds in a row that did not lower the residual to `PROGRESS` of what it was; then the search has stalled.
const IDLE_ROUNDS: usize = 2;
const PROGRESS: f64 = 0.99;

/// First shift and memory of Newton and first reactions of the interior points in the rounds, in turn: small and large ones.
const PARAMETERS: [(f64, usize, f64); 4] = [(1e-3, 5, 0.1), (1e-2, 10, 1.0), (1e-4, 8, 10.0), (1e-2, 5, 0.01)];

/// The default solver.
#[derive(Debug, Clone, Default)]
pub struct ConeChoose {
    sweeps: ConeGaussSeidel,
    newton: ConeNewton,
    interior: ConeInterior,
    gradients: ConeAccelerated,
    /// Newton without sweeps.
    plain: ConeNewton,
    as_lcp: AsLcp,
    best: ConeOutcome,
    /// Where the sweeps and gradients stand.
    last: Vec<f64>,
    /// Where Newton starts.
    from: Vec<f64>,
}

impl ConeChoose {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Interior points, finished by Newton: for mu > 1 without sweeps first, as they may lead away from the solution. True if
    /// the search ends here.
    fn inside(&mut self, search: &Search, outcome: &mut ConeOutcome) -> Result<bool, InputError> {
        let best = &mut self.best;
        if search.attempt(&mut self.interior, None, INTERIOR_STEPS, best, outcome)? {
            return Ok(true);
        }
        self.from.clone_from(&outcome.r);
        self.plain.start_close();
        if search.is_steep() && search.attempt(&mut self.plain, Some(&self.from), FINISHING_STEPS, best, outcome)? {
            return Ok(true);
        }
        search.attempt(&mut self.newton, Some(&self.from), FINISHING_STEPS, best, outcome)
    }

    /// One round. True if the search ends here.
    fn round(&mut self, search: &Search, round: usize, outcome: &mut ConeOutcome) -> Result<bool, InputError> {
        let reaction;
        (self.newton.shift, self.newton.memory, reaction) = PARAMETERS[round % PARAMETERS.len()];
        self.interior.reaction = reaction;
        let best = &mut self.best;
        if search.attempt(&mut self.sweeps, Some(&self.last), FIRST_SWEEPS << round, best, outcome)? {
            return Ok(true);
        }
        self.last.copy_from_slice(&outcome.r);
        if round == 0 && search.attempt(&mut self.newton, Some(&self.last), FIRST_STEPS, best, outcome)? {
            return Ok(true);
        }
        if round == 0 && search.attempt_as_lcp(&mut self.as_lcp, best, outcome)? {
            return Ok(true);
        }
        let before = best.residual;
        if self.inside(search, outcome)? || (round == 0 && search.has_no_solution(&mut self.best)) {
            return Ok(true);
        }
        let best = &mut self.best;
        let inside = best.residual < CLEARLY * before || round % 2 == 1;
        self.from.clone_from(if inside { &outcome.r } else { &self.last });
        if search.attempt(&mut self.newton, Some(&self.from), ROUND_STEPS, best, outcome)? {
            return Ok(true);
        }
        let ended = search.attempt(&mut self.gradients, Some(&self.last), FIRST_GRADIENTS << round, best, outcome)?;
        self.last.copy_from_slice(&outcome.r);
        Ok(ended)
    }
}

/// What all attempts share.
struct Search<'a> {
    problem: &'a FrictionProblem,
    settings: &'a Settings<'a>,
    clock: Clock<'a>,
}

impl Search<'_> {
    /// Whether some coefficient of friction is above one.
    fn is_steep(&self) -> bool {
        self.problem.mu().iter().any(|&mu| mu > 1.0)
    }

    /// The settings with the time left.
    fn rest(&self) -> Settings<'_> {
        let mut own = self.settings.clone();
        own.time_limit = self.settings.time_limit.map(|limit| limit.saturating_sub(self.clock.elapsed()));
        own
    }

    /// Runs one method for so many iterations in the time left. True if the search ends here.
    fn attempt(
        &self,
        solver: &mut dyn ConeSolver,
        start: Option<&[f64]>,
        iterations: usize,
        best: &mut ConeOutcome,
        outcome: &mut ConeOutcome,
    ) -> Result<bool, InputError> {
        let mut own = self.rest();
        own.max_iterations = Some(self.settings.max_iterations.map_or(iterations, |limit| limit.min(iterations)));
        self.run(solver, start, &own, best, outcome)
    }

    /// Tries the problem as an LCP, if it is one, in a part of the time left. True if the search ends here.
    fn attempt_as_lcp(
        &self,
        solver: &mut AsLcp,
        best: &mut ConeOutcome,
        outcome: &mut ConeOutcome,
    ) -> Result<bool, InputError> {
        if !is_lcp(self.problem) {
            return Ok(false);
        }
        let mut own = self.rest();
        own.time_limit = own.time_limit.map(|limit| limit.mul_f64(LCP_TIME));
        self.run(solver, None, &own, best, outcome)
    }

    /// Runs one method, keeps the best and notes the attempt. True if the search ends here.
    fn run(
        &self,
        solver: &mut dyn ConeSolver,
        start: Option<&[f64]>,
        own: &Settings,
        best: &mut ConeOutcome,
        outcome: &mut ConeOutcome,
    ) -> Result<bool, InputError> {
        let before = self.clock.elapsed();
        solver.solve_into(self.problem, start, own, outcome)?;
        best.attempts.push(ConeAttempt {
            solver: outcome.solver,
            status: outcome.status,
            residual: outcome.residual,
            iterations: outcome.iterations,
            time: self.clock.elapsed().saturating_sub(before),
        });
        if outcome.residual < best.residual {
            best.take(outcome);
        }
        Ok(outcome.status == ConeStatus::Solved || self.clock.stop().is_some())
    }

    /// Tries to prove that there is no solution.
    fn has_no_solution(&self, best: &mut ConeOutcome) -> bool {
        best.certificate = prove(self.problem, &self.rest());
        if best.certificate.is_some() {
            best.status = ConeStatus::Infeasible;
            best.solver = FRICTIONLESS;
            best.stop = None;
        }
        best.certificate.is_some()
    }
}

impl ConeSolver for ConeChoose {
    fn name(&self) -> &'static str {
        "default"
    }

    fn solve_into(
        &mut self,
        problem: &FrictionProblem,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, problem.size())?;
        let search = Search { problem, settings, clock: Clock::start(settings) };
        self.best.reset(self.name(), problem.size(), start);
        self.last.clone_from(&self.best.r);
        let (mut idle, mut stop) = (0, Stop::Iterations);
        for round in 0..MAX_ROUNDS {
            let before = self.best.residual;
            if self.round(&search, round, outcome)? {
                break;
            }
            idle = if self.best.residual < PROGRESS * before { 0 } else { idle + 1 };
            if idle == IDLE_ROUNDS {
                stop = Stop::Stalled;
                break;
            }
        }
        outcome.take(&self.best);
        std::mem::swap(&mut outcome.attempts, &mut self.best.attempts);
        outcome.certificate = self.best.certificate.take();
        if outcome.status == ConeStatus::Limit {
            outcome.stop = search.clock.stop().or(Some(stop));
        }
        Ok(())
    }
}
