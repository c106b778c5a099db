//! Solves the cone problem of a group of contacts, whatever its size, from the impulses of the last step.
//!
//! Sweeps, Newton and interior points in turn, each where the last one stopped, with numbers of iterations that keep a step short; the
//! best answer is kept. Few contacts that resist get the default of the cone problems, which tries everything. What is tried on many
//! contacts never depends on the clock.
//!
//! Contacts may be asked for rebounds that no velocity can give all at once (a body between two walls that are both hit). Without
//! restitution there always is an answer, since rest is one: it is taken then.

use carom_complementarity::cone::{
    ConeChoose, ConeGaussSeidel, ConeInterior, ConeNewton, ConeOutcome, ConeSolver, ConeStatus, FrictionProblem,
};
use carom_complementarity::{InputError, Settings};

/// Contacts up to which everything is tried.
const FEW: usize = 12;

/// Iterations of the methods in turn.
const METHODS: [(Method, usize); 5] =
    [(Method::Sweeps, 60), (Method::Newton, 30), (Method::Inside, 60), (Method::Newton, 30), (Method::Sweeps, 500)];

/// Rebounds are taken to contradict each other where the problem without them is solved to this part of the residual with them.
const CLEARLY: f64 = 0.1;

/// What is tried.
#[derive(Debug, Clone, Copy)]
enum Method {
    Sweeps,
    Newton,
    Inside,
}

/// Impulses found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solved<'a> {
    pub impulses: &'a [f64],
    pub residual: f64,
    /// Whether restitution was given up.
    pub without_restitution: bool,
}

/// The methods with their work arrays.
#[derive(Debug, Clone, Default)]
pub(super) struct GroupSolver {
    all: ConeChoose,
    sweeps: ConeGaussSeidel,
    newton: ConeNewton,
    inside: ConeInterior,
    outcome: ConeOutcome,
    from: Vec<f64>,
    best: Vec<f64>,
    least: f64,
}

impl GroupSolver {
    /// Solves a problem from a start to the tolerance, if that can be; `plain` makes the same without restitution, `None` where
    /// there is none.
    pub fn solve(
        &mut self,
        problem: &FrictionProblem,
        plain: impl FnOnce() -> Option<FrictionProblem>,
        start: &[f64],
        tolerance: f64,
    ) -> Result<Solved<'_>, InputError> {
        self.search(problem, start, tolerance)?;
        let (with, mut other) = (self.least, None);
        if with > tolerance {
            other = plain();
        }
        if let Some(plain) = &other {
            let kept = self.best.clone();
            self.search(plain, start, tolerance)?;
            if self.least > CLEARLY * with {
                (self.best, self.least, other) = (kept, with, None);
            }
        }
        let without_restitution = other.is_some();
        self.try_all(other.as_ref().unwrap_or(problem), tolerance)?;
        Ok(Solved { impulses: &self.best, residual: self.least, without_restitution })
    }

    /// All methods in turn until one solves the problem.
    fn search(&mut self, problem: &FrictionProblem, start: &[f64], tolerance: f64) -> Result<(), InputError> {
        self.from.clear();
        self.from.extend_from_slice(start);
        self.best.clear();
        self.best.extend_from_slice(start);
        self.least = f64::INFINITY;
        for (method, iterations) in METHODS {
            if self.attempt(method, iterations, problem, tolerance)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Everything on few contacts that are not solved yet.
    fn try_all(&mut self, problem: &FrictionProblem, tolerance: f64) -> Result<(), InputError> {
        if self.least > tolerance && problem.contacts() <= FEW {
            self.from.clone_from(&self.best);
            let settings = Settings::default().with_tolerance(tolerance);
            self.all.solve_into(problem, Some(&self.from), &settings, &mut self.outcome)?;
            self.keep();
        }
        Ok(())
    }

    /// One method from where the last one stopped. True if the problem is solved.
    fn attempt(
        &mut self,
        method: Method,
        iterations: usize,
        problem: &FrictionProblem,
        tolerance: f64,
    ) -> Result<bool, InputError> {
        let mut settings = Settings::default().with_tolerance(tolerance).with_max_iterations(iterations);
        settings.time_limit = None;
        let solver: &mut dyn ConeSolver = match method {
            Method::Sweeps => &mut self.sweeps,
            Method::Newton => &mut self.newton,
            Method::Inside => &mut self.inside,
        };
        solver.solve_into(problem, Some(&self.from), &settings, &mut self.outcome)?;
        self.from.clone_from(&self.outcome.r);
        self.keep();
        Ok(self.outcome.status == ConeStatus::Solved)
    }

    /// Keeps the last answer if it is the best.
    fn keep(&mut self) {
        if self.outcome.residual < self.least {
            self.least = self.outcome.residual;
            self.best.clone_from(&self.outcome.r);
        }
    }
}
