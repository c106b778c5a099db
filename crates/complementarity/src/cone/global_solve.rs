//! Solvers of the problem of a system of bodies.
//!
//! Nonsmooth Gauss-Seidel on the velocities of the bodies, without W:
//!
//! ```text
//!     u_i = H_i^T v + w_i,    r_i+ = exact solution for b_i = u_i - W_ii r_i,    v <- v + Y_i (r_i+ - r_i)
//! ```
//!
//! The default runs it first and, where that is slow, forms W and goes on with the solvers for it from the reactions reached.

use super::gauss_seidel::prepare_blocks;
use super::local::LocalBlock;
use super::residual::part;
use super::{ConeAttempt, ConeChoose, ConeOutcome, ConeSolver, ConeStatus, GlobalProblem};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Sweeps allowed where the settings name no limit.
const DEFAULT_SWEEPS: usize = 100_000;

/// Sweeps before the default forms W.
const FIRST_SWEEPS: usize = 200;

/// Sweeps between two computations of the residual; v is computed anew there, which takes out its rounding.
const CHECK_EVERY: usize = 5;

/// Nonsmooth Gauss-Seidel on the velocities of the bodies, with storage that is kept. The name in outcomes is `nsgs-global`.
#[derive(Debug, Clone, Default)]
pub struct GlobalSweeps {
    plane: Vec<LocalBlock<2>>,
    space: Vec<LocalBlock<3>>,
    v: Vec<f64>,
}

impl GlobalSweeps {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves and writes the result into `outcome`, whose vectors are reused.
    pub fn solve_into(
        &mut self,
        problem: &GlobalProblem,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, problem.size())?;
        outcome.reset("nsgs-global", problem.size(), start);
        self.v.clear();
        self.v.resize(problem.freedoms(), 0.0);
        let stop = if problem.dim() == 3 {
            sweeps(problem, settings, &mut self.space, &mut self.v, outcome)
        } else {
            sweeps(problem, settings, &mut self.plane, &mut self.v, outcome)
        };
        let solved = outcome.residual <= settings.tolerance;
        outcome.status = if solved { ConeStatus::Solved } else { ConeStatus::Limit };
        outcome.stop = (!solved).then_some(stop);
        Ok(())
    }
}

/// [`GlobalSweeps`] once.
pub fn solve_global_sweeps(
    problem: &GlobalProblem,
    start: Option<&[f64]>,
    settings: &Settings,
) -> Result<ConeOutcome, InputError> {
    let mut outcome = ConeOutcome::default();
    GlobalSweeps::new().solve_into(problem, start, settings, &mut outcome)?;
    Ok(outcome)
}

/// Sweeps until the tolerance or a limit; the residual of the last r is left in the outcome.
fn sweeps<const D: usize>(
    problem: &GlobalProblem,
    settings: &Settings,
    blocks: &mut Vec<LocalBlock<D>>,
    v: &mut [f64],
    outcome: &mut ConeOutcome,
) -> Stop {
    let clock = Clock::start(settings);
    prepare_blocks(problem.contacts(), |i| (problem.diagonal(i), problem.mu()[i]), blocks);
    let limit = settings.max_iterations.unwrap_or(DEFAULT_SWEEPS);
    loop {
        let last = outcome.residual;
        problem.velocities(&outcome.r, v);
        problem.contact_velocities(v, &mut outcome.u);
        outcome.residual = problem.law().residual(&outcome.r, &outcome.u);
        if outcome.residual <= settings.tolerance || outcome.iterations >= limit {
            return Stop::Iterations;
        }
        if let Some(stop) = clock.stop().or((outcome.residual == last).then_some(Stop::Stalled)) {
            return stop;
        }
        for _ in 0..CHECK_EVERY {
            sweep(problem, blocks, &mut outcome.r, v);
            outcome.iterations += 1;
        }
    }
}

/// One sweep over the contacts; r and v change together.
fn sweep<const D: usize>(problem: &GlobalProblem, blocks: &[LocalBlock<D>], r: &mut [f64], v: &mut [f64]) {
    for (contact, block) in blocks.iter().enumerate() {
        let old = part::<D>(r, contact);
        let mut b = [0.0; D];
        problem.contact_velocity(contact, v, &mut b);
        let own = block.times(&old);
        for k in 0..D {
            b[k] -= own[k];
        }
        let new = block.solve(&b);
        let mut change = new;
        for k in 0..D {
            change[k] -= old[k];
        }
        problem.push(contact, &change, v);
        r[contact * D..(contact + 1) * D].copy_from_slice(&new);
    }
}

/// The default: sweeps without W, then the default solver for W where they do not suffice.
pub fn solve_global(
    problem: &GlobalProblem,
    start: Option<&[f64]>,
    settings: &Settings,
) -> Result<ConeOutcome, InputError> {
    let clock = Clock::start(settings);
    let mut first = settings.clone();
    first.max_iterations = Some(settings.max_iterations.map_or(FIRST_SWEEPS, |limit| limit.min(FIRST_SWEEPS)));
    let swept = solve_global_sweeps(problem, start, &first)?;
    let attempt = ConeAttempt {
        solver: swept.solver,
        status: swept.status,
        residual: swept.residual,
        iterations: swept.iterations,
        time: clock.elapsed(),
    };
    if swept.status == ConeStatus::Solved || clock.stop().is_some() {
        return Ok(ConeOutcome { attempts: vec![attempt], ..swept });
    }
    let mut rest = settings.clone();
    rest.time_limit = settings.time_limit.map(|limit| limit.saturating_sub(clock.elapsed()));
    let mut outcome = ConeChoose::new().solve(&problem.condense()?, Some(&swept.r), &rest)?;
    outcome.attempts.insert(0, attempt);
    Ok(outcome)
}
