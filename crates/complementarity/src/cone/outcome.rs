//! What a solver of frictional contact problems answers.

use super::FrictionProblem;
use crate::settings::Stop;
use std::fmt;
use std::time::Duration;

/// The named ends of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ConeStatus {
    /// r solves the problem to the tolerance asked.
    Solved,
    /// No r in the cones gives velocities that do not penetrate; the certificate proves it.
    Infeasible,
    /// The iterations, the time or the attainable accuracy ended first; nothing is proved.
    #[default]
    Limit,
}

impl ConeStatus {
    /// The word used in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Infeasible => "infeasible",
            Self::Limit => "limit",
        }
    }
}

impl fmt::Display for ConeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One method tried by the default solver.
#[derive(Debug, Clone, PartialEq)]
pub struct ConeAttempt {
    /// Name of the method.
    pub solver: &'static str,
    /// How it ended.
    pub status: ConeStatus,
    /// Residual of its best r.
    pub residual: f64,
    /// Its iterations or sweeps.
    pub iterations: usize,
    /// Time it took.
    pub time: Duration,
}

/// Status, best iterate and how it was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConeOutcome {
    /// How the solve ended.
    pub status: ConeStatus,
    /// The reactions of the best iterate.
    pub r: Vec<f64>,
    /// u = W r + q.
    pub u: Vec<f64>,
    /// Residual of r, see [`super::residual`].
    pub residual: f64,
    /// Iterations or sweeps of the method that gave the answer.
    pub iterations: usize,
    /// Name of the method that gave the answer.
    pub solver: &'static str,
    /// Why it stopped without an answer.
    pub stop: Option<Stop>,
    /// The proof of infeasibility, see [`super::verify_certificate`].
    pub certificate: Option<Vec<f64>>,
    /// Every method tried, in order, where more than one was.
    pub attempts: Vec<ConeAttempt>,
}

impl ConeOutcome {
    /// Clears everything; r becomes the start or zeros.
    pub(crate) fn reset(&mut self, solver: &'static str, n: usize, start: Option<&[f64]>) {
        self.status = ConeStatus::Limit;
        self.r.clear();
        match start {
            Some(start) => self.r.extend_from_slice(start),
            None => self.r.resize(n, 0.0),
        }
        self.u.clear();
        self.u.resize(n, 0.0);
        self.residual = f64::INFINITY;
        self.iterations = 0;
        self.solver = solver;
        self.stop = None;
        self.certificate = None;
        self.attempts.clear();
    }

    /// Copies all but the certificate and the attempts, into the storage there is.
    pub(crate) fn take(&mut self, other: &Self) {
        self.status = other.status;
        self.r.clone_from(&other.r);
        self.u.clone_from(&other.u);
        self.residual = other.residual;
        self.iterations = other.iterations;
        self.solver = other.solver;
        self.stop = other.stop;
    }

    /// Computes u and the residual of r.
    pub(crate) fn measure(&mut self, problem: &FrictionProblem) -> f64 {
        problem.w().multiply_add(&self.r, problem.q(), &mut self.u);
        self.residual = problem.law().residual(&self.r, &self.u);
        self.residual
    }

    /// Measures; solved if the residual is within the tolerance, else limit for the reason given.
    pub(crate) fn judge(&mut self, problem: &FrictionProblem, tolerance: f64, stop: Stop) {
        let solved = self.measure(problem) <= tolerance;
        self.status = if solved { ConeStatus::Solved } else { ConeStatus::Limit };
        self.stop = (!solved).then_some(stop);
    }
}
