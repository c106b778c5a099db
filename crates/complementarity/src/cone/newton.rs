//! Semismooth Newton method on Alart and Curnier's function, smoothed by Gauss-Seidel sweeps.
//!
//! With F and its linearisation A dr + B du of `alart_curnier` each step solves
//!
//! ```text
//!     (A + B (W + s/rho I)) d = -F,       r <- S(r + length d)
//! ```
//!
//! * The shift s keeps the system regular where W is singular (hyperstatic contacts): a step of the proximal point
//!   method, which has the same solutions. It shrinks while steps succeed and grows when they fail.
//! * S is a few sweeps of nonsmooth Gauss-Seidel. A Newton step sends contacts whose mode was guessed wrong far
//!   away; the exact local solves bring them back, and the full step is then usually accepted.
//! * The length is halved until the residual is below the largest of the last few: a monotone search stalls on
//!   the kinks of F.
//!
//! Source: Alart, Curnier, *CMAME* 92 (1991); Grippo, Lampariello, Lucidi, *SIAM J. Numer. Anal.* 23 (1986)
//! (search that is not monotone); Acary, Bremond, Huber (2018), section 4.6 (proximal).

use super::alart_curnier::{Linearised, linearise};
use super::block_lu::BlockLu;
use super::gauss_seidel::{prepare, sweep};
use super::local::LocalBlock;
use super::residual::part;
use super::{ConeOutcome, ConeSolver, FrictionProblem};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Steps allowed where the settings name no limit.
const DEFAULT_ITERATIONS: usize = 2_000;

/// The length is halved at most this often; then the step has failed.
const LENGTHS: usize = 5;

/// Factors by which the shift shrinks after a good step and grows after a failed one.
const SHRINK: f64 = 0.5;
const GROW: f64 = 4.0;

/// Least and largest shift, in units of the largest diagonal entry of each block. Below the least the systems of
/// hyperstatic problems are singular to rounding; with the largest a step is hardly better than a sweep.
const LEAST_SHIFT: f64 = 1e-9;
const LARGEST_SHIFT: f64 = 1.0;

/// The first shift where the start is close to a solution.
const CLOSE_SHIFT: f64 = 1e-6;

/// So many failed steps in a row end the search: neither steps nor sweeps lead anywhere.
const FAILURES: usize = 30;

/// Sweeps after a failed step, to start the next one from elsewhere.
const RECOVERY_SWEEPS: usize = 50;

/// Semismooth Newton method.
#[derive(Debug, Clone)]
pub struct ConeNewton {
    /// The first shift s. Larger is safer, smaller is faster near the solution.
    pub shift: f64,
    /// Gauss-Seidel sweeps after each step; zero gives the plain method.
    pub smoothing: usize,
    /// How many of the last residuals a new one may be compared with. One makes the search monotone.
    pub memory: usize,
    plane: Work<2>,
    space: Work<3>,
}

impl Default for ConeNewton {
    /// Values found on the 41 problems of the collection: shift 1e-3, 5 sweeps, the last 5 residuals.
    fn default() -> Self {
        Self { shift: 1e-3, smoothing: 5, memory: 5, plane: Work::default(), space: Work::default() }
    }
}

impl ConeNewton {
    /// With the default parameters.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes it the plain method, for starts close to a solution: no sweeps and a small first shift.
    pub fn start_close(&mut self) {
        (self.smoothing, self.shift) = (0, CLOSE_SHIFT);
    }
}

/// Work arrays for blocks of size D.
#[derive(Debug, Clone, Default)]
struct Work<const D: usize> {
    lu: BlockLu<D>,
    local: Vec<LocalBlock<D>>,
    linearised: Vec<Linearised<D>>,
    direction: Vec<f64>,
    trial: Vec<f64>,
    trial_u: Vec<f64>,
    best: Vec<f64>,
    history: Vec<f64>,
}

/// The parameters of [`ConeNewton`] without its work arrays.
#[derive(Clone, Copy)]
struct Parameters {
    shift: f64,
    smoothing: usize,
    memory: usize,
}

impl<const D: usize> Work<D> {
    fn run(
        &mut self,
        problem: &FrictionProblem,
        how: Parameters,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Stop {
        let clock = Clock::start(settings);
        let mut value = outcome.measure(problem);
        if value <= settings.tolerance {
            return Stop::Stalled;
        }
        prepare(problem, &mut self.local);
        self.start(problem, outcome, value);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_ITERATIONS);
        let mut shift = how.shift.clamp(LEAST_SHIFT, LARGEST_SHIFT);
        let (mut least, mut failures) = (value, 0);
        let stop = loop {
            if least <= settings.tolerance || outcome.iterations >= limit {
                break Stop::Iterations;
            }
            if let Some(stop) = clock.stop() {
                break stop;
            }
            outcome.iterations += 1;
            let accepted =
                if self.find_direction(problem, outcome, shift) { self.search(problem, how, outcome) } else { None };
            failures = if accepted.is_some() { 0 } else { failures + 1 };
            if failures == FAILURES {
                break Stop::Stalled;
            }
            (value, shift) = match accepted {
                Some(value) => (value, (shift * SHRINK).max(LEAST_SHIFT)),
                None => (self.recover(problem, outcome), (shift * GROW).min(LARGEST_SHIFT)),
            };
            if self.history.len() >= how.memory.max(1) {
                self.history.remove(0);
            }
            self.history.push(value);
            if value < least {
                least = value;
                self.best.copy_from_slice(&outcome.r);
            }
        };
        outcome.r.copy_from_slice(&self.best);
        stop
    }

    fn start(&mut self, problem: &FrictionProblem, outcome: &ConeOutcome, value: f64) {
        self.lu.prepare(problem.w());
        for vector in [&mut self.direction, &mut self.trial, &mut self.trial_u] {
            vector.clear();
            vector.resize(problem.size(), 0.0);
        }
        self.best.clear();
        self.best.extend_from_slice(&outcome.r);
        self.history.clear();
        self.history.push(value);
        self.linearised.clear();
    }

    /// Newton's direction; false if the system is singular.
    fn find_direction(&mut self, problem: &FrictionProblem, outcome: &ConeOutcome, shift: f64) -> bool {
        let (mu, rho) = (problem.mu(), problem.rho());
        self.linearised.clear();
        for i in 0..problem.contacts() {
            let contact = linearise::<D>(part(&outcome.r, i), part(&outcome.u, i), mu[i], rho[i]);
            for k in 0..D {
                self.direction[i * D + k] = -contact.f[k];
            }
            self.linearised.push(contact);
        }
        if !self.lu.factor(problem.w(), &self.linearised, |i| shift / rho[i]) {
            return false;
        }
        self.lu.solve(&mut self.direction);
        true
    }

    /// Moves along the direction; the new residual, or `None` if no length is good enough.
    fn search(&mut self, problem: &FrictionProblem, how: Parameters, outcome: &mut ConeOutcome) -> Option<f64> {
        let reference = self.history.iter().fold(0.0_f64, |m, v| m.max(*v));
        let mut length = 1.0;
        for _ in 0..LENGTHS {
            for ((t, r), d) in self.trial.iter_mut().zip(&outcome.r).zip(&self.direction) {
                *t = r + length * d;
            }
            for k in 0..how.smoothing {
                sweep(problem, &self.local, k % 2 == 1, &mut self.trial);
            }
            problem.w().multiply_add(&self.trial, problem.q(), &mut self.trial_u);
            let value = problem.law().residual(&self.trial, &self.trial_u);
            if value < reference {
                outcome.r.copy_from_slice(&self.trial);
                outcome.u.copy_from_slice(&self.trial_u);
                return Some(value);
            }
            length *= 0.5;
        }
        None
    }

    /// Sweeps from the last point; the new residual.
    fn recover(&mut self, problem: &FrictionProblem, outcome: &mut ConeOutcome) -> f64 {
        for k in 0..RECOVERY_SWEEPS {
            sweep(problem, &self.local, k % 2 == 1, &mut outcome.r);
        }
        outcome.measure(problem)
    }
}

impl ConeSolver for ConeNewton {
    fn name(&self) -> &'static str {
        "newton"
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
        outcome.reset(self.name(), problem.size(), start);
        let how = Parameters { shift: self.shift, smoothing: self.smoothing, memory: self.memory };
        let stop = if problem.dim() == 3 {
            self.space.run(problem, how, settings, outcome)
        } else {
            self.plane.run(problem, how, settings, outcome)
        };
        outcome.judge(problem, settings.tolerance, stop);
        Ok(())
    }
}
