//! Solves the cone problem of a group of contacts, whatever its size, from the impulses of the last step.
//!
//! Few contacts: the default of the cone problems, which tries everything. Many: its first methods in turn, each where the last one
//! stopped, with numbers of iterations that keep a step short; the best answer is kept. What is tried never depends on the clock.

use carom_complementarity::cone::{
    ConeChoose, ConeGaussSeidel, ConeInterior, ConeNewton, ConeOutcome, ConeSolver, ConeStatus, FrictionProblem,
};
use carom_complementarity::{InputError, Settings};

/// Contacts up to which everything is tried.
const FEW: usize = 100;

/// Sweeps, Newton steps and steps of the interior points for many contacts.
const SWEEPS: usize = 60;
const STEPS: usize = 30;
const INSIDE: usize = 60;

/// Sweeps where nothing else helped.
const LAST_SWEEPS: usize = 500;

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
    /// The impulses of a problem, found from a start to the residual asked if that can be, and the residual reached.
    pub fn solve(
        &mut self,
        problem: &FrictionProblem,
        start: &[f64],
        tolerance: f64,
    ) -> Result<(&[f64], f64), InputError> {
        if problem.contacts() <= FEW {
            let settings = Settings::default().with_tolerance(tolerance);
            self.all.solve_into(problem, Some(start), &settings, &mut self.outcome)?;
            return Ok((&self.outcome.r, self.outcome.residual));
        }
        self.from.clear();
        self.from.extend_from_slice(start);
        self.best.clear();
        self.best.extend_from_slice(start);
        self.least = f64::INFINITY;
        for (method, iterations) in [
            (Method::Sweeps, SWEEPS),
            (Method::Newton, STEPS),
            (Method::Inside, INSIDE),
            (Method::Newton, STEPS),
            (Method::Sweeps, LAST_SWEEPS),
        ] {
            if self.attempt(method, iterations, problem, tolerance)? {
                break;
            }
        }
        Ok((&self.best, self.least))
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
        if self.outcome.residual < self.least {
            self.least = self.outcome.residual;
            self.best.clone_from(&self.outcome.r);
        }
        Ok(self.outcome.status == ConeStatus::Solved)
    }
}

/// What is tried on many contacts.
#[derive(Debug, Clone, Copy)]
enum Method {
    Sweeps,
    Newton,
    Inside,
}
