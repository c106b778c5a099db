//! The default solver: the fast method first, then safer ones, then a proof.
//!
//! 1. Block pivoting: a few linear systems; solves almost every positive definite problem. Left out where a diagonal entry
//!    of M is not positive (games, linear programs); contact with friction in Stewart and Trinkle's form is tried by its modes.
//! 2. Lemke, first with graded d where the diagonal is not positive, then with d = e; then scaled rows and columns; for bimatrix games Lemke and Howson.
//! 3. The feasibility test: infeasible with a verified certificate.
//! 4. Keller, Lemke with other covering vectors; for n up to 16 the enumeration: a solution, or the proof that there is none (unsolvable).
//! 5. Semismooth Newton from several starts, interior points; for n from 17 to 64 the enumeration, which may end on a limit.
//!
//! Every method tried is recorded in the attempts of the outcome.

use super::block_pivot::BlockPivot;
use super::contact_modes::ContactModes;
use super::enumerate::{EnumerationSolver, MAX_ENUMERATION, MAX_SEARCH};
use super::feasibility::{Feasibility, FeasibilityTest};
use super::interior_point::InteriorPoint;
use super::keller::Keller;
use super::lemke::{Cover, Lemke};
use super::lemke_howson::{LemkeHowson, bimatrix_block};
use super::newton::{Merit, Newton};
use super::{Attempt, Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::settings::{Clock, Settings};

/// Covering vectors tried after d = e. Each costs one more run of Lemke's method on hard problems only.
const COVERS: u32 = 4;

/// Starts tried by the semismooth Newton method, each a different point of the positive orthant.
const NEWTON_STARTS: u32 = 4;

/// The default solver.
#[derive(Debug, Clone, Default)]
pub struct Choose {
    block: BlockPivot,
    modes: ContactModes,
    lemke: Lemke,
    howson: LemkeHowson,
    keller: Keller,
    newton: Newton,
    interior: InteriorPoint,
    enumeration: EnumerationSolver,
    feasibility: FeasibilityTest,
    best: Outcome,
    guess: Vec<f64>,
}

impl Choose {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Runs the methods after the first one; leaves the answer in `outcome`.
    fn fall_back(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let clock = Clock::start(settings);
        let best = std::mem::take(&mut self.best);
        let mut trial = Trial::begin(Trial { problem, start, settings, clock: &clock, best, outcome });
        let ended = self.search(&mut trial);
        self.best = trial.end();
        ended.map(|_| ())
    }

    /// The methods in order; true as soon as one ends the search.
    fn search(&mut self, trial: &mut Trial) -> Result<bool, InputError> {
        let (n, start) = (trial.problem.size(), trial.start);
        Ok(self.run_lemke(trial)?
            || (bimatrix_block(trial.problem).is_some() && trial.run(&mut self.howson, start)?)
            || trial.prove_infeasible(&mut self.feasibility)
            || trial.run(&mut self.keller, start)?
            || self.run_other_covers(trial)?
            || (n <= MAX_ENUMERATION && trial.run(&mut self.enumeration, None)?)
            || self.run_newton(trial)?
            || trial.run(&mut self.interior, start)?
            || (n > MAX_ENUMERATION && n <= MAX_SEARCH && trial.run(&mut self.enumeration, None)?))
    }

    fn run_lemke(&mut self, trial: &mut Trial) -> Result<bool, InputError> {
        let graded_is_left = trial.best.solver == self.modes.name();
        let covers = [(Cover::Graded, false), (Cover::Ones, false), (Cover::Ones, true)];
        for (cover, equilibrate) in covers.into_iter().skip(usize::from(!graded_is_left)) {
            (self.lemke.cover, self.lemke.equilibrate) = (cover, equilibrate);
            if trial.run(&mut self.lemke, trial.start)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn run_other_covers(&mut self, trial: &mut Trial) -> Result<bool, InputError> {
        for k in 1..=COVERS {
            self.lemke.cover = Cover::Spread(k);
            self.lemke.equilibrate = k.is_multiple_of(2);
            if trial.run(&mut self.lemke, None)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn run_newton(&mut self, trial: &mut Trial) -> Result<bool, InputError> {
        for k in 0..NEWTON_STARTS {
            self.newton.merit = if k.is_multiple_of(2) { Merit::FischerBurmeister } else { Merit::Minimum };
            self.guess.clear();
            self.guess.extend((0..trial.problem.size()).map(|i| spread(i, k)));
            if trial.run(&mut self.newton, Some(&self.guess))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// A number in [0, 1) for every pair (i, k), evenly spread.
fn spread(i: usize, k: u32) -> f64 {
    ((i as f64 + 1.0) * (f64::from(k) + 1.0) * 0.618_033_988_749_894_9).fract()
}

/// The state of one call: what is left of the time, and the best outcome so far with all attempts.
struct Trial<'a, 'b> {
    problem: &'a Lcp,
    start: Option<&'a [f64]>,
    settings: &'a Settings<'b>,
    clock: &'a Clock<'b>,
    best: Outcome,
    /// The outcome of the method that ran last; at the end the best one.
    outcome: &'a mut Outcome,
}

impl Trial<'_, '_> {
    /// Notes the outcome of the first method.
    fn begin(mut self) -> Self {
        self.best.attempts.clear();
        self.best.attempts.push(self.outcome.attempt());
        self.keep();
        self
    }

    /// The outcome becomes the best one; the list of attempts stays there.
    fn keep(&mut self) {
        std::mem::swap(&mut self.best, self.outcome);
        std::mem::swap(&mut self.best.attempts, &mut self.outcome.attempts);
    }

    /// Runs one method in the time left. True if the search ends here, with a solution, a proof or no time left.
    fn run(&mut self, solver: &mut dyn LcpSolver, start: Option<&[f64]>) -> Result<bool, InputError> {
        let settings = self.clock.rest_of(self.settings);
        solver.solve_into(self.problem, start, &settings, self.outcome)?;
        self.best.attempts.push(self.outcome.attempt());
        let decided = !matches!(self.outcome.status, Status::Ray | Status::Limit);
        if decided || self.best.residual.is_nan() || self.outcome.residual < self.best.residual {
            self.keep();
        }
        let stop = self.clock.stop();
        if stop.is_some() && !decided {
            (self.best.status, self.best.stop) = (Status::Limit, stop);
        }
        Ok(decided || stop.is_some())
    }

    /// Runs the feasibility test. True if the problem is infeasible.
    fn prove_infeasible(&mut self, test: &mut FeasibilityTest) -> bool {
        if test.decide(self.problem, self.clock) != Feasibility::Infeasible {
            return false;
        }
        test.write(&mut self.best);
        (self.best.solver, self.best.iterations) = ("feasibility", test.pivots);
        // The test has no z of its own.
        let attempt = Attempt { residual: f64::INFINITY, ..self.best.attempt() };
        self.best.attempts.push(attempt);
        true
    }

    /// Hands the best outcome over and gives the other one back for the next call.
    fn end(mut self) -> Outcome {
        std::mem::swap(&mut self.best, self.outcome);
        self.best
    }
}

impl LcpSolver for Choose {
    fn name(&self) -> &'static str {
        "default"
    }

    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        // Block pivoting needs a P-matrix; a diagonal that is not positive says at once that M is none.
        if problem.has_positive_diagonal() {
            self.block.solve_into(problem, start, settings, outcome)?;
        } else if self.modes.applies(problem) {
            self.modes.solve_recognised(problem, start, settings, outcome)?;
        } else if start.is_some() {
            self.block.solve_into(problem, start, settings, outcome)?;
        } else {
            self.lemke.cover = Cover::Graded;
            self.lemke.equilibrate = false;
            self.lemke.solve_into(problem, None, settings, outcome)?;
        }
        if outcome.status == Status::Solved {
            return Ok(());
        }
        self.fall_back(problem, start, settings, outcome)
    }
}
