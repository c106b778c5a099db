//! What a solver answers.

use super::problem::Bounded;
use crate::error::{InputError, check_start};
use crate::settings::{Settings, Stop};
use std::fmt;

/// The named ends of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Status {
    /// z solves the problem to the tolerance asked.
    Solved,
    /// Proved: no z >= 0 gives w >= 0. The certificate was verified.
    Infeasible,
    /// Proved by enumeration: there are z >= 0 with w >= 0, yet none is complementary.
    Unsolvable,
    /// The method stopped on a ray or a singular pivot; nothing is proved.
    Ray,
    /// The iterations, the time or the attainable accuracy ended first; nothing is proved.
    #[default]
    Limit,
}

impl Status {
    /// The word used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Infeasible => "infeasible",
            Self::Unsolvable => "unsolvable",
            Self::Ray => "ray",
            Self::Limit => "limit",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One method tried by the default solver.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attempt {
    /// Name of the method.
    pub solver: &'static str,
    /// How it ended.
    pub status: Status,
    /// Residual of its last z; infinite for the feasibility test, which has none.
    pub residual: f64,
    /// Its pivots or iterations.
    pub iterations: usize,
}

/// Status, last iterate and how it was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// How the solve ended.
    pub status: Status,
    /// The last z; a solution if the status is solved.
    pub z: Vec<f64>,
    /// w = M z + q for that z.
    pub w: Vec<f64>,
    /// Residual of z, see [`super::residual`].
    pub residual: f64,
    /// Pivots or iterations of the method that gave the answer.
    pub iterations: usize,
    /// Name of the method that gave the answer.
    pub solver: &'static str,
    /// For infeasible: y >= 0 with M^T y <= 0 and q . y < 0. Empty otherwise.
    pub certificate: Vec<f64>,
    /// Why it stopped without an answer.
    pub stop: Option<Stop>,
    /// Every method tried, in order, where more than one was.
    pub attempts: Vec<Attempt>,
}

impl Outcome {
    /// How every solver begins: settings and start are checked, the outcome is cleared.
    pub(crate) fn begin(
        &mut self,
        solver: &'static str,
        n: usize,
        start: Option<&[f64]>,
        settings: &Settings,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, n)?;
        self.reset(solver, n);
        Ok(())
    }

    /// Clears everything and sets z to zeros of length n.
    pub(crate) fn reset(&mut self, solver: &'static str, n: usize) {
        self.status = Status::Limit;
        self.z.clear();
        self.z.resize(n, 0.0);
        self.w.clear();
        self.w.resize(n, 0.0);
        self.residual = f64::INFINITY;
        self.iterations = 0;
        self.solver = solver;
        self.certificate.clear();
        self.stop = None;
        self.attempts.clear();
    }

    /// Computes w and the residual of z; solved if the residual is within the tolerance, else the
    /// status given.
    pub(crate) fn judge<P: Bounded>(&mut self, problem: &P, tolerance: f64, otherwise: Status, stop: Stop) {
        problem.plain().w(&self.z, &mut self.w);
        self.judge_with_w(problem, tolerance, otherwise, stop);
    }

    /// As [`Outcome::judge`] where w = M z + q is already there.
    pub(crate) fn judge_with_w<P: Bounded>(&mut self, problem: &P, tolerance: f64, otherwise: Status, stop: Stop) {
        if !self.z.iter().chain(&self.w).all(|x| x.is_finite()) {
            // Numbers near the ends of the floating-point range overflow; the point nearest to zero is worth more than that.
            self.z.iter_mut().enumerate().for_each(|(i, z)| *z = problem.clamp(i, 0.0));
            problem.plain().w(&self.z, &mut self.w);
        }
        let solved;
        (self.residual, solved) = problem.judge(&self.z, &self.w, tolerance);
        if solved {
            self.status = Status::Solved;
            self.stop = None;
        } else {
            self.status = otherwise;
            self.stop = Some(stop);
        }
    }

    /// As [`Outcome::judge`] at the end of a method, which says why it stopped: a ray is a ray, all else a limit.
    pub(crate) fn conclude<P: Bounded>(&mut self, problem: &P, tolerance: f64, end: Result<(), Stop>) {
        match end {
            Ok(()) => self.judge(problem, tolerance, Status::Limit, Stop::Stalled),
            Err(Stop::Ray) => self.judge(problem, tolerance, Status::Ray, Stop::Ray),
            Err(stop) => self.judge(problem, tolerance, Status::Limit, stop),
        }
    }

    /// The line this outcome adds to the list of attempts.
    pub(crate) fn attempt(&self) -> Attempt {
        Attempt { solver: self.solver, status: self.status, residual: self.residual, iterations: self.iterations }
    }
}
