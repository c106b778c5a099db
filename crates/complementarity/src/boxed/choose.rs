//! The default solver of boxed problems: Dantzig first, then the equivalent LCP with its own default, then sweeps.

use super::{BoxedGaussSeidel, BoxedLcp, BoxedSolver, ConvertedProblem, Dantzig, convert};
use crate::error::InputError;
use crate::lcp::{Attempt, Choose, LcpSolver, Outcome, Status};
use crate::settings::{Clock, Settings, Stop};

/// The default solver of boxed problems.
#[derive(Debug, Clone, Default)]
pub struct BoxedChoose {
    dantzig: Dantzig,
    sweeps: BoxedGaussSeidel,
    lcp: Choose,
    converted: Option<ConvertedProblem>,
    /// The outcome of the equivalent LCP, and of the sweeps.
    inner: Outcome,
    attempts: Vec<Attempt>,
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
        let converted = match &mut self.converted {
            Some(converted) => {
                converted.rewrite(problem)?;
                converted
            }
            none => none.insert(convert(problem)?),
        };
        let inner = &mut self.inner;
        self.lcp.solve_into(&converted.lcp, None, settings, inner)?;
        outcome.reset(inner.solver, problem.size());
        converted.write_back(&inner.z, &mut outcome.z);
        outcome.iterations = inner.iterations;
        let proved = matches!(inner.status, Status::Infeasible | Status::Unsolvable);
        let otherwise = if inner.status == Status::Solved { Status::Limit } else { inner.status };
        outcome.judge(problem, settings.tolerance, otherwise, inner.stop.unwrap_or(Stop::Stalled));
        if proved && outcome.status != Status::Solved {
            outcome.stop = None;
            outcome.certificate.extend_from_slice(&inner.certificate);
        }
        if let Some((_, before)) = inner.attempts.split_last() {
            self.attempts.extend_from_slice(before);
        }
        self.attempts.push(outcome.attempt());
        Ok(())
    }

    /// Sweeps from the last z; kept where they come nearer.
    fn by_sweeps(&mut self, problem: &BoxedLcp, settings: &Settings, outcome: &mut Outcome) -> Result<(), InputError> {
        self.sweeps.solve_into(problem, Some(&outcome.z), settings, &mut self.inner)?;
        self.attempts.push(self.inner.attempt());
        if self.inner.residual <= outcome.residual {
            std::mem::swap(&mut self.inner, outcome);
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
        self.attempts.clear();
        self.attempts.push(outcome.attempt());
        self.by_conversion(problem, &clock.rest_of(settings), outcome)?;
        if matches!(outcome.status, Status::Ray | Status::Limit) && clock.stop().is_none() {
            self.by_sweeps(problem, &clock.rest_of(settings), outcome)?;
        }
        outcome.attempts.clone_from(&self.attempts);
        Ok(())
    }
}
