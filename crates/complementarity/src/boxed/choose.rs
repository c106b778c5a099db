//! The default solver of boxed problems: Dantzig first, then the equivalent LCP with its own default, then sweeps.

use super::problem::judge;
use super::{BoxedGaussSeidel, BoxedLcp, BoxedSolver, Dantzig, convert};
use crate::error::InputError;
use crate::lcp::{Choose, LcpSolver, Outcome, Status};
use crate::settings::{Clock, Settings, Stop};

/// The default solver of boxed problems.
#[derive(Debug, Clone, Default)]
pub struct BoxedChoose {
    dantzig: Dantzig,
    sweeps: BoxedGaussSeidel,
    lcp: Choose,
}

impl BoxedChoose {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// The equivalent LCP; infeasible and unsolvable carry over, the certificate belongs to the LCP of [`convert`].
    fn by_conversion(
        &mut self,
        problem: &BoxedLcp,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let converted = convert(problem)?;
        let inner = self.lcp.solve(&converted.lcp, None, settings)?;
        outcome.reset(inner.solver, problem.size());
        outcome.z = converted.back(&inner.z);
        outcome.iterations = inner.iterations;
        judge(problem, settings.tolerance, inner.status, inner.stop.unwrap_or(Stop::Stalled), outcome);
        if outcome.status == Status::Solved {
            outcome.stop = None;
        } else if inner.status == Status::Solved {
            outcome.status = Status::Limit;
        } else if matches!(inner.status, Status::Infeasible | Status::Unsolvable) {
            outcome.stop = None;
            outcome.certificate = inner.certificate;
        }
        Ok(())
    }
}

impl BoxedSolver for BoxedChoose {
    fn name(&self) -> &'static str {
        "default"
    }

    fn solve_into(
        &mut self,
        problem: &BoxedLcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let clock = Clock::start(settings);
        self.dantzig.solve_into(problem, start, settings, outcome)?;
        if outcome.status == Status::Solved {
            return Ok(());
        }
        let mut attempts = vec![outcome.attempt()];
        let mut rest = settings.clone();
        rest.time_limit = settings.time_limit.map(|limit| limit.saturating_sub(clock.elapsed()));
        self.by_conversion(problem, &rest, outcome)?;
        attempts.push(outcome.attempt());
        if matches!(outcome.status, Status::Ray | Status::Limit) && clock.stop().is_none() {
            let before = outcome.clone();
            rest.time_limit = settings.time_limit.map(|limit| limit.saturating_sub(clock.elapsed()));
            self.sweeps.solve_into(problem, Some(&before.z), &rest, outcome)?;
            attempts.push(outcome.attempt());
            if outcome.residual > before.residual {
                *outcome = before;
            }
        }
        outcome.attempts = attempts;
        Ok(())
    }
}
