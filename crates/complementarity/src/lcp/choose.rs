//! The default solver: the fast method first, then safer ones, then a proof.
//!
//! 1. Block pivoting: a few linear systems; solves almost every positive definite problem. Left out where a diagonal entry
//!    of M is not positive (games, linear programs); contact with friction in Stewart and Trinkle's form is tried by its modes.
//! 2. Lemke, first with graded d where the diagonal is not positive, then with d = e; then scaled rows and columns; for bimatrix games Lemke and Howson.
//! 3. The feasibility test: infeasible with a verified certificate.
//! 4. Keller, Lemke with other covering vectors; for n up to 16 the enumeration: a solution, or the proof that there is none (unsolvable).
//! 5. Semismooth Newton from several starts, interior points.
//!
//! Every method tried is recorded in the attempts of the outcome.

use super::block_pivot::BlockPivot;
use super::contact_modes::ContactModes;
use super::enumerate::{MAX_ENUMERATION, enumerate};
use super::feasibility::{Feasibility, decide};
use super::interior_point::InteriorPoint;
use super::keller::Keller;
use super::lemke::{Cover, Lemke};
use super::lemke_howson::{LemkeHowson, bimatrix_block};
use super::newton::{Merit, Newton};
use super::tableau::Tableau;
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::settings::{Clock, Settings, Stop};

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
    tableau: Tableau,
    best: Outcome,
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
        let mut trial = Trial { problem, settings, clock: &clock, best: &mut self.best, outcome };
        trial.keep_first();
        let graded_is_left = trial.outcome.solver == self.modes.name();
        let covers = [(Cover::Graded, false), (Cover::Ones, false), (Cover::Ones, true)];
        for (cover, equilibrate) in covers.into_iter().skip(usize::from(!graded_is_left)) {
            (self.lemke.cover, self.lemke.equilibrate) = (cover, equilibrate);
            if trial.run(&mut self.lemke, start)? {
                return Ok(());
            }
        }
        if bimatrix_block(problem).is_some() && trial.run(&mut self.howson, start)? {
            return Ok(());
        }
        for equilibrate in [true, false] {
            if let Feasibility::Infeasible(y) = decide(problem, &mut self.tableau, equilibrate, &clock) {
                trial.infeasible(y);
                return Ok(());
            }
        }
        if trial.run(&mut self.keller, start)? {
            return Ok(());
        }
        for k in 1..=COVERS {
            self.lemke.cover = Cover::Spread(k);
            self.lemke.equilibrate = k.is_multiple_of(2);
            if trial.run(&mut self.lemke, None)? {
                return Ok(());
            }
        }
        if problem.size() <= MAX_ENUMERATION && trial.enumerate()? {
            return Ok(());
        }
        for k in 0..NEWTON_STARTS {
            self.newton.merit = if k.is_multiple_of(2) { Merit::FischerBurmeister } else { Merit::Minimum };
            let guess: Vec<f64> = (0..problem.size()).map(|i| spread(i, k)).collect();
            if trial.run(&mut self.newton, Some(&guess))? {
                return Ok(());
            }
        }
        trial.run(&mut self.interior, start)?;
        Ok(())
    }
}

/// A number in [0, 1) for every pair (i, k), evenly spread.
fn spread(i: usize, k: u32) -> f64 {
    ((i as f64 + 1.0) * (f64::from(k) + 1.0) * 0.618_033_988_749_894_9).fract()
}

/// The state of one call: what is left of the time, and the best outcome so far.
struct Trial<'a, 'b> {
    problem: &'a Lcp,
    settings: &'a Settings<'b>,
    clock: &'a Clock<'b>,
    best: &'a mut Outcome,
    outcome: &'a mut Outcome,
}

impl Trial<'_, '_> {
    /// Notes the outcome of the first method.
    fn keep_first(&mut self) {
        self.best.clone_from(self.outcome);
        self.best.attempts = vec![self.outcome.attempt()];
    }

    /// Runs one method in the time left. True if the search ends here, with `outcome` filled.
    fn run(&mut self, solver: &mut dyn LcpSolver, start: Option<&[f64]>) -> Result<bool, InputError> {
        let mut settings = self.settings.clone();
        if let Some(limit) = settings.time_limit {
            settings.time_limit = Some(limit.saturating_sub(self.clock.elapsed()));
        }
        let mut attempts = std::mem::take(&mut self.best.attempts);
        solver.solve_into(self.problem, start, &settings, self.outcome)?;
        attempts.push(self.outcome.attempt());
        let solved = self.outcome.status == Status::Solved;
        if solved || self.outcome.residual < self.best.residual {
            self.best.clone_from(self.outcome);
        }
        self.best.attempts = attempts;
        let out_of_time = matches!(self.clock.stop(), Some(Stop::Time | Stop::Interrupt));
        if out_of_time && !solved {
            self.best.status = Status::Limit;
            self.best.stop = self.clock.stop();
        }
        self.outcome.clone_from(self.best);
        Ok(solved || out_of_time)
    }

    fn infeasible(&mut self, certificate: Vec<f64>) {
        self.outcome.clone_from(self.best);
        self.outcome.status = Status::Infeasible;
        self.outcome.solver = "feasibility";
        self.outcome.stop = None;
        self.outcome.certificate = Some(certificate);
    }

    /// Whether some z >= 0 gives w >= 0, proved: half of the claim `unsolvable`.
    fn is_feasible(&self) -> bool {
        let test = |equilibrate| decide(self.problem, &mut Tableau::default(), equilibrate, self.clock);
        [true, false].into_iter().any(|equilibrate| matches!(test(equilibrate), Feasibility::Feasible))
    }

    /// Runs the enumeration. True if it found a solution or proved that there is none.
    fn enumerate(&mut self) -> Result<bool, InputError> {
        let found = enumerate(self.problem, self.settings)?;
        self.outcome.clone_from(self.best);
        self.outcome.solver = "enumeration";
        self.outcome.iterations = found.pivots;
        if let Some(z) = found.solutions.first() {
            self.outcome.z.clone_from(z);
            self.outcome.judge(self.problem, self.settings.tolerance, Status::Limit, Stop::Stalled);
        } else if found.complete && self.is_feasible() {
            self.outcome.status = Status::Unsolvable;
            self.outcome.stop = None;
        } else {
            return Ok(false);
        }
        let attempt = self.outcome.attempt();
        self.outcome.attempts.push(attempt);
        Ok(self.outcome.status != Status::Limit)
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
