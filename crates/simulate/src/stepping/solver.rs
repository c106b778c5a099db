//! Solves the cone problem of a group of contacts, whatever its size, from the impulses of the last step.
//!
//! Sweeps, Newton, paths through the modes and interior points in turn, with numbers of iterations that keep a step short; the best
//! answer is kept. Few contacts that resist get the default of the cone problems, which tries everything. What is tried on many
//! contacts never depends on the clock.
//!
//! Contacts may be asked for rebounds that no velocity can give all at once (a body between two walls that are both hit): they press
//! each other without end, and give up their restitution. Without any there always is an answer, since rest is one.

use crate::algebra::linear::Linear;
use crate::contacts::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::contacts::contact_solver::Solver;
use carom_complementarity::cone::{
    ConeChoose, ConeGaussSeidel, ConeInterior, ConeNewton, ConeOutcome, ConePath, ConePyramid, ConeSolver, ConeStatus,
    FrictionProblem, residual,
};
use carom_complementarity::{InputError, Settings};

/// Contacts up to which everything is tried.
const FEW: usize = 12;

/// Contacts of the plane that are solved as by events: few enough for that, and more than hold a body. Where friction could hold contacts that
/// could as well slip, as those of a friction wedge, impulses found from those of the last step would hold them as long as that is possible; by
/// events they slip as soon as they can, and so they do here.
const SEVERAL: std::ops::RangeInclusive<usize> = 3..=FEW;

/// Velocities below this part of those without impulses are none: rounding and what the answer is off by.
const AT_REST: f64 = 1e-9;

/// Iterations of each method where everything is tried: listing modes knows no end of its own, and what finds an answer does so in
/// fewer. Not the clock, on which no run may depend.
const EVERYTHING: usize = 200;

/// Iterations of the methods in turn. Each begins where the last one stopped, but for the interior points, which begin anew.
const METHODS: [(Method, usize); 6] = [
    (Method::Sweeps, 60),
    (Method::Newton, 30),
    (Method::Path, 150),
    (Method::Inside, 60),
    (Method::Plain, 25),
    (Method::Path, 100),
];

/// Rebounds are taken to contradict each other where the problem without them is solved to this part of the residual with them.
const CLEARLY: f64 = 0.1;

/// Rounds in which only contacts that press each other without end give up their restitution; in the next all do.
const ROUNDS: usize = 3;

/// Impulses larger than so many times the sum of all that single contacts would need are no answer, and no start: contacts whose
/// rebounds contradict each other press without end, and where forces are not unique what is left of that stays.
const INSANE: f64 = 100.0;

/// What is tried.
#[derive(Debug, Clone, Copy)]
enum Method {
    Sweeps,
    Newton,
    /// In the plane only.
    Path,
    Inside,
    /// Newton without sweeps.
    Plain,
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
    path: ConePath,
    inside: ConeInterior,
    plain: ConeNewton,
    pyramid: ConePyramid,
    modes: Solver,
    linear: Linear,
    outcome: ConeOutcome,
    from: Vec<f64>,
    best: Vec<f64>,
    least: f64,
}

impl GroupSolver {
    /// Solves a problem from a start, the impulses of the last step, in which contacts may have slipped, to the tolerance, if that can be. Where it cannot, contacts give up their restitution, that is,
    /// take the velocities of `plain` for those of the problem: those that press each other without end, then all.
    pub fn solve(
        &mut self,
        mut problem: FrictionProblem,
        plain: &[f64],
        (start, slips): (&[f64], bool),
        tolerance: f64,
    ) -> Result<Solved<'_>, InputError> {
        let several = problem.dim() == 2 && SEVERAL.contains(&problem.contacts());
        if several && self.solve_as_by_events(&problem, start, slips, tolerance) {
            return Ok(Solved { impulses: &self.best, residual: self.least, without_restitution: false });
        }
        let start = if is_sane(&problem, start) { start.to_vec() } else { vec![0.0; start.len()] };
        let mut without_restitution = false;
        self.search(&problem, problem.q() != plain, &start, tolerance)?;
        for round in 0.. {
            if self.least <= tolerance || problem.q() == plain {
                break;
            }
            let kept = (self.best.clone(), self.least);
            let q = given_up(&problem, plain, &self.from, round < ROUNDS);
            let other = problem.clone().with_q(q)?;
            self.search(&other, other.q() != plain, &start, tolerance)?;
            if self.least > tolerance && self.least > CLEARLY * kept.1 && other.q() == plain {
                (self.best, self.least) = kept;
                break;
            }
            (problem, without_restitution) = (other, true);
        }
        self.try_all(&problem, tolerance)?;
        Ok(Solved { impulses: &self.best, residual: self.least, without_restitution })
    }

    /// Solves few contacts of the plane as the exact method does, from the least impulses with which all would stick, or where some slipped from
    /// those of the last step. Where that leaves everything at rest, a slip is looked for by its signs. False if neither gets there.
    fn solve_as_by_events(&mut self, problem: &FrictionProblem, last: &[f64], slips: bool, tolerance: f64) -> bool {
        let mut same = as_contacts(problem);
        same.start = last.to_vec();
        if !slips {
            same.start.iter_mut().zip(problem.q()).for_each(|(start, q)| *start = -q);
            self.linear.solve_symmetric(problem.size(), &same.g, &mut same.start);
        }
        let first = self.modes_of(&same, problem, tolerance);
        if first.as_ref().is_some_and(|solution| moves(&same, solution)) {
            return self.take(problem, first);
        }
        let slipping = same.slip_back(&mut self.modes, AT_REST * same.size);
        let slipping = slipping.filter(|solution| residual(problem, &solution.r, &solution.u) <= tolerance);
        self.take(problem, slipping.or(first))
    }

    /// The answer that contact modes find from the start of a problem, if it is within the tolerance.
    fn modes_of(&mut self, same: &ContactProblem, problem: &FrictionProblem, tolerance: f64) -> Option<Solution> {
        let Answer::One(solution) = self.modes.solve(same) else { return None };
        (residual(problem, &solution.r, &solution.u) <= tolerance).then_some(solution)
    }

    fn take(&mut self, problem: &FrictionProblem, solution: Option<Solution>) -> bool {
        let Some(solution) = solution else { return false };
        self.least = residual(problem, &solution.r, &solution.u);
        self.best = solution.r;
        true
    }

    /// The same with pyramids of so many sides in place of the cones, by pivots from nothing; where they do not get there all contacts
    /// give up their restitution.
    pub fn solve_pyramid(
        &mut self,
        problem: FrictionProblem,
        plain: &[f64],
        sides: usize,
        tolerance: f64,
    ) -> Result<Solved<'_>, InputError> {
        let settings = Settings::default().with_tolerance(tolerance).untimed();
        self.least = self.pyramid.solve(&problem, sides, &settings, &mut self.best)?;
        let without_restitution = self.least > tolerance && problem.q() != plain;
        if without_restitution {
            let problem = problem.with_q(plain.to_vec())?;
            self.least = self.pyramid.solve(&problem, sides, &settings, &mut self.best)?;
        }
        Ok(Solved { impulses: &self.best, residual: self.least, without_restitution })
    }

    /// All methods in turn until one solves the problem or, where contacts want rebounds, they press each other without end.
    fn search(
        &mut self,
        problem: &FrictionProblem,
        rebounds: bool,
        start: &[f64],
        tolerance: f64,
    ) -> Result<(), InputError> {
        self.from.clear();
        self.from.extend_from_slice(start);
        self.best.clear();
        self.best.extend_from_slice(start);
        self.least = f64::INFINITY;
        for (method, iterations) in METHODS {
            if self.attempt(method, iterations, problem, tolerance)? {
                break;
            }
            if !is_sane(problem, &self.from) {
                if rebounds {
                    break;
                }
                self.from.clone_from(&self.best);
            }
        }
        Ok(())
    }

    /// Everything on few contacts that are not solved yet.
    fn try_all(&mut self, problem: &FrictionProblem, tolerance: f64) -> Result<(), InputError> {
        if self.least > tolerance && problem.contacts() <= FEW {
            self.from.clone_from(&self.best);
            let settings = Settings::default().with_tolerance(tolerance).with_max_iterations(EVERYTHING).untimed();
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
        let settings = Settings::default().with_tolerance(tolerance).with_max_iterations(iterations).untimed();
        let solver: &mut dyn ConeSolver = match method {
            Method::Sweeps => &mut self.sweeps,
            Method::Newton => &mut self.newton,
            Method::Path => &mut self.path,
            Method::Inside => &mut self.inside,
            Method::Plain => {
                self.plain.start_close();
                &mut self.plain
            }
        };
        let start = if matches!(method, Method::Inside) { None } else { Some(&self.from[..]) };
        solver.solve_into(problem, start, &settings, &mut self.outcome)?;
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

/// The problem of contacts of the plane in the words of the exact method, without a start.
fn as_contacts(problem: &FrictionProblem) -> ContactProblem {
    let n = problem.size();
    let mut g = vec![0.0; n * n];
    for contact in 0..problem.contacts() {
        for (other, block) in problem.w().row(contact) {
            for (k, value) in block.iter().enumerate() {
                g[(2 * contact + k / 2) * n + 2 * other + k % 2] = *value;
            }
        }
    }
    let tangents = problem.mu().iter().map(|mu| Tangent::May(*mu)).collect();
    let size = problem.q().iter().fold(0.0_f64, |m, q| m.max(q.abs()));
    ContactProblem { g, b: problem.q().to_vec(), tangents, size, ..ContactProblem::default() }
}

/// Whether contacts move in an answer.
fn moves(problem: &ContactProblem, solution: &Solution) -> bool {
    ContactProblem::motion(solution) > AT_REST * problem.size
}

/// The largest normal impulse that can be believed.
fn largest(problem: &FrictionProblem) -> f64 {
    let single = |(i, q): (usize, &f64)| problem.rho()[i / problem.dim()] * q.abs();
    INSANE * problem.q().iter().enumerate().map(single).sum::<f64>()
}

/// Whether no normal impulse is beyond belief.
fn is_sane(problem: &FrictionProblem, impulses: &[f64]) -> bool {
    let most = largest(problem);
    impulses.iter().step_by(problem.dim()).all(|r| *r <= most)
}

/// The velocities of a problem after contacts have given up their restitution: those with impulses beyond belief if `some` and
/// there are any, else all.
fn given_up(problem: &FrictionProblem, plain: &[f64], impulses: &[f64], some: bool) -> Vec<f64> {
    let (dim, most) = (problem.dim(), largest(problem));
    let pressed = |i: usize| impulses[i / dim * dim] > most && problem.q()[i] != plain[i];
    let few = some && (0..plain.len()).any(pressed);
    let choose = |i: usize| if !few || pressed(i) { plain[i] } else { problem.q()[i] };
    (0..plain.len()).map(choose).collect()
}
