//! Nonsmooth Gauss-Seidel: every contact in turn is solved exactly, the others held.
//!
//! ```text
//!     b_i = q_i + sum_(j != i) W_ij r_j,    r_i <- exact solution of u_i = W_ii r_i + b_i under Coulomb's law
//! ```
//!
//! Robust, no factorisation, linear convergence that may be slow on hyperstatic piles. The order of the contacts alternates
//! between forwards and backwards so that an impulse crosses a chain in either direction in one sweep. Sweeps that leave the
//! residual as it was, to the last bit, have stalled.
//!
//! Source: Jean, Moreau (1992); Jourdan, Alart, Jean, *CMAME* 155 (1998); Acary, Brogliato (2008), section 13.7.

use super::local::LocalBlock;
use super::residual::part;
use super::{ConeOutcome, ConeSolver, FrictionProblem};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Sweeps allowed where the settings name no limit.
const DEFAULT_SWEEPS: usize = 100_000;

/// Sweeps between two computations of the residual, which costs about half a sweep; fewer where the end is near.
const CHECK_EVERY: usize = 5;

/// Nonsmooth Gauss-Seidel.
#[derive(Debug, Clone, Default)]
pub struct ConeGaussSeidel {
    plane: Vec<LocalBlock<2>>,
    space: Vec<LocalBlock<3>>,
    best: Vec<f64>,
}

impl ConeGaussSeidel {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }
}

/// Prepares every contact.
pub(crate) fn prepare<const D: usize>(problem: &FrictionProblem, blocks: &mut Vec<LocalBlock<D>>) {
    prepare_blocks(problem.contacts(), |i| (problem.w().diagonal(i), problem.mu()[i]), blocks);
}

/// Prepares contacts from their diagonal blocks and friction coefficients.
pub(crate) fn prepare_blocks<'a, const D: usize>(
    contacts: usize,
    contact: impl Fn(usize) -> (&'a [f64], f64),
    blocks: &mut Vec<LocalBlock<D>>,
) {
    blocks.clear();
    blocks.extend((0..contacts).map(contact).map(|(diagonal, mu)| LocalBlock::new(diagonal, mu)));
}

/// Sweeps to the next look at the residual: what linear convergence from `last` over the usual number of sweeps to `value` leaves
/// to the tolerance, at least one and at most the usual number.
fn sweeps_left(value: f64, last: f64, tolerance: f64) -> usize {
    let rate = (value / last).ln() / CHECK_EVERY as f64;
    let left = ((tolerance / value).ln() / rate).ceil();
    // Where there is no last value or no convergence `left` is NaN or negative.
    if left >= 1.0 && left < CHECK_EVERY as f64 { left as usize } else { CHECK_EVERY }
}

/// One contact.
#[inline(always)]
fn relax<const D: usize>(problem: &FrictionProblem, block: &LocalBlock<D>, contact: usize, r: &mut [f64]) {
    let mut b = problem.w().row_times::<D>(contact, r, problem.q());
    let own = block.times(&part(r, contact));
    for k in 0..D {
        b[k] -= own[k];
    }
    r[contact * D..(contact + 1) * D].copy_from_slice(&block.solve(&b));
}

/// One sweep, forwards or backwards.
pub(crate) fn sweep<const D: usize>(
    problem: &FrictionProblem,
    blocks: &[LocalBlock<D>],
    backwards: bool,
    r: &mut [f64],
) {
    if backwards {
        for (contact, block) in blocks.iter().enumerate().rev() {
            relax(problem, block, contact, r);
        }
    } else {
        for (contact, block) in blocks.iter().enumerate() {
            relax(problem, block, contact, r);
        }
    }
}

impl ConeSolver for ConeGaussSeidel {
    fn name(&self) -> &'static str {
        "nsgs"
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
        let clock = Clock::start(settings);
        let space = problem.dim() == 3;
        if space {
            prepare(problem, &mut self.space)
        } else {
            prepare(problem, &mut self.plane)
        }
        let limit = settings.max_iterations.unwrap_or(DEFAULT_SWEEPS);
        let (mut stop, mut last, mut next) = (Stop::Iterations, f64::NAN, CHECK_EVERY);
        self.best.clear();
        self.best.extend_from_slice(&outcome.r);
        let mut least = outcome.measure(problem);
        while outcome.iterations < limit && least > settings.tolerance {
            let backwards = outcome.iterations % 2 == 1;
            if space {
                sweep(problem, &self.space, backwards, &mut outcome.r);
            } else {
                sweep(problem, &self.plane, backwards, &mut outcome.r);
            }
            outcome.iterations += 1;
            if outcome.iterations == next || outcome.iterations == limit {
                let value = outcome.measure(problem);
                next += sweeps_left(value, last, settings.tolerance);
                if value < least {
                    least = value;
                    self.best.copy_from_slice(&outcome.r);
                }
                if let Some(reason) = clock.stop().or((value == last).then_some(Stop::Stalled)) {
                    stop = reason;
                    break;
                }
                last = value;
            }
        }
        outcome.r.copy_from_slice(&self.best);
        outcome.judge(problem, settings.tolerance, stop);
        Ok(())
    }
}
