//! The default solver: sweeps first, then Newton, then both again with other parameters.
//!
//! 1. Nonsmooth Gauss-Seidel, `FIRST_SWEEPS` sweeps: solves easy problems and gives Newton a start.
//! 2. Newton with smoothing: a few factorisations; solves most of the rest.
//! 3. Accelerated gradients: far fewer operations per step than either, good where Newton's steps wander.
//! 4. While there is time: all three again, with twice as many sweeps and other parameters of Newton.
//!
//! The best iterate of all is returned, and every method tried is recorded in the attempts of the outcome.

use super::{
    ConeAccelerated, ConeAttempt, ConeGaussSeidel, ConeNewton, ConeOutcome, ConeSolver, ConeStatus, FrictionProblem,
};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Sweeps before the first Newton step.
const FIRST_SWEEPS: usize = 100;

/// Newton steps of one round. A run that goes well takes 5 to 50, the longest useful one seen (a planar pile of 2020 contacts) 530.
const ROUND_STEPS: usize = 700;

/// Gradient steps of the first round.
const FIRST_GRADIENTS: usize = 1_000;

/// Rounds at most; the last has 128 times the sweeps and gradient steps of the first. Bounds the work where no time limit is set.
const MAX_ROUNDS: usize = 8;

/// First shift and memory of Newton in the rounds, in turn.
const PARAMETERS: [(f64, usize); 4] = [(1e-3, 5), (1e-2, 10), (1e-4, 8), (1e-2, 5)];

/// The default solver.
#[derive(Debug, Clone, Default)]
pub struct ConeChoose {
    sweeps: ConeGaussSeidel,
    newton: ConeNewton,
    gradients: ConeAccelerated,
    best: ConeOutcome,
    last: Vec<f64>,
}

impl ConeChoose {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Runs one method in the time left, keeps the best and notes the attempt. True if the search ends here.
fn attempt(
    solver: &mut dyn ConeSolver,
    problem: &FrictionProblem,
    start: Option<&[f64]>,
    limits: (usize, &Settings, &Clock),
    best: &mut ConeOutcome,
    outcome: &mut ConeOutcome,
) -> Result<bool, InputError> {
    let (iterations, settings, clock) = limits;
    let mut own = settings.clone();
    own.max_iterations = Some(settings.max_iterations.map_or(iterations, |limit| limit.min(iterations)));
    own.time_limit = settings.time_limit.map(|limit| limit.saturating_sub(clock.elapsed()));
    let before = clock.elapsed();
    solver.solve_into(problem, start, &own, outcome)?;
    best.attempts.push(ConeAttempt {
        solver: outcome.solver,
        status: outcome.status,
        residual: outcome.residual,
        iterations: outcome.iterations,
        time: clock.elapsed().saturating_sub(before),
    });
    if outcome.residual < best.residual {
        let attempts = std::mem::take(&mut best.attempts);
        best.clone_from(outcome);
        best.attempts = attempts;
    }
    Ok(outcome.status == ConeStatus::Solved || matches!(clock.stop(), Some(Stop::Time | Stop::Interrupt)))
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
        let clock = Clock::start(settings);
        self.best.reset(self.name(), problem.size(), start);
        self.last.clear();
        self.last.extend_from_slice(&self.best.r);
        let mut sweeps = FIRST_SWEEPS;
        for round in 0..MAX_ROUNDS {
            let limits = (sweeps, settings, &clock);
            if attempt(&mut self.sweeps, problem, Some(&self.last), limits, &mut self.best, outcome)? {
                break;
            }
            self.last.copy_from_slice(&outcome.r);
            (self.newton.shift, self.newton.memory) = PARAMETERS[round % PARAMETERS.len()];
            let limits = (ROUND_STEPS, settings, &clock);
            if attempt(&mut self.newton, problem, Some(&self.last), limits, &mut self.best, outcome)? {
                break;
            }
            let limits = (FIRST_GRADIENTS << round, settings, &clock);
            if attempt(&mut self.gradients, problem, Some(&self.last), limits, &mut self.best, outcome)? {
                break;
            }
            self.last.copy_from_slice(&outcome.r);
            sweeps *= 2;
        }
        outcome.clone_from(&self.best);
        if outcome.status != ConeStatus::Solved {
            outcome.stop = clock.stop().or(Some(Stop::Iterations));
        }
        Ok(())
    }
}
