//! Contact problems in space.
//!
//! ```text
//!     0 <= u_N  perp  r_N - p >= 0,     |r_T| <= mu r_N,     |u_T| r_T = -mu r_N u_T          p: the preload, mostly zero
//! ```
//!
//! Where no contact may stick, every friction force is known up to its size, and the problem is the one of the plane with
//! the tangents along these forces. Otherwise the cones are round: Newton's method on Alart and Curnier's equations from
//! the forces of the instant before, then sweeps and the chain of the cone solvers. Forces of contacts that slip are taken
//! into the columns of W, which then is not symmetric.

use crate::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::contact_solver::Solver;
use carom_complementarity::Settings;
use carom_complementarity::cone::{
    BlockMatrix, ConeChoose, ConeGaussSeidel, ConeNewton, ConeOutcome, ConeSolver, FrictionProblem,
};

/// Residual to which a problem is solved: far below what decides between modes.
const TOLERANCE: f64 = 1e-13;

/// Residual that is still an answer where rounding keeps a solver from the last digits.
const ROUNDED: f64 = 1e-10;

/// Sweeps over contacts with a preload: convergence is linear, a sweep takes microseconds.
const SWEEPS: usize = 200_000;

/// Iterations of Newton's method and sweeps before it.
const NEWTON: usize = 60;
const BEFORE: usize = 400;

/// The cone solvers with their work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConeSolvers {
    newton: ConeNewton,
    sweeps: ConeGaussSeidel,
    all: ConeChoose,
    outcome: ConeOutcome,
}

impl Solver {
    /// Solves a problem with two tangents.
    pub(crate) fn solve_in_space(&mut self, problem: &ContactProblem) -> Answer {
        let sticks = |tangent: &Tangent| matches!(tangent, Tangent::May(mu) if *mu > 0.0);
        if !problem.tangents.iter().any(sticks) {
            let (flat, ways) = flattened(problem);
            let lift = |solution: &Solution| lifted(problem, &ways, solution);
            return match self.solve(&flat) {
                Answer::One(solution) => Answer::One(lift(&solution)),
                Answer::Several(all) => Answer::Several(all.iter().map(lift).collect()),
                other => other,
            };
        }
        let found = if problem.preload.iter().any(|p| *p > 0.0) { swept(problem) } else { self.cones.solve(problem) };
        found.map_or(Answer::Unknown, Answer::One)
    }
}

/// r_T / r_N of a contact whose friction is known.
fn ratio(tangent: &Tangent) -> [f64; 2] {
    if let Tangent::Along(ratio) = tangent { *ratio } else { [0.0; 2] }
}

/// The problem in the plane of every contact's normal and friction, and the directions of friction.
fn flattened(problem: &ContactProblem) -> (ContactProblem, Vec<[f64; 2]>) {
    let count = problem.tangents.len();
    let sizes: Vec<f64> = problem.tangents.iter().map(|tangent| ratio(tangent)).map(|[x, y]| x.hypot(y)).collect();
    let way =
        |(tangent, size): (&Tangent, &f64)| if *size > 0.0 { ratio(tangent).map(|x| x / size) } else { [1.0, 0.0] };
    let ways: Vec<[f64; 2]> = problem.tangents.iter().zip(&sizes).map(way).collect();
    // The two directions of a contact as factors of its three.
    let factors = |c: usize, k: usize| if k == 0 { [1.0, 0.0, 0.0] } else { [0.0, ways[c][0], ways[c][1]] };
    let measured = |c: usize, k: usize, line: &dyn Fn(usize) -> f64| {
        (0..3).map(|i| factors(c, k)[i] * line(3 * c + i)).sum::<f64>()
    };
    let places: Vec<(usize, usize)> = (0..count).flat_map(|c| [(c, 0), (c, 1)]).collect();
    let g = places.iter().flat_map(|&(c, k)| {
        let entry = move |d: usize, l: usize| {
            measured(c, k, &|row| measured(d, l, &|column| problem.g[row * 3 * count + column]))
        };
        places.iter().map(move |&(d, l)| entry(d, l)).collect::<Vec<_>>()
    });
    let flat = ContactProblem {
        g: g.collect(),
        b: places.iter().map(|&(c, k)| measured(c, k, &|row| problem.b[row])).collect(),
        tangents: sizes.iter().map(|&size| Tangent::Ratio(size)).collect(),
        space: false,
        preload: problem.preload.clone(),
        size: problem.size,
        start: if problem.start.is_empty() {
            Vec::new()
        } else {
            places.iter().map(|&(c, k)| measured(c, k, &|row| problem.start[row])).collect()
        },
    };
    (flat, ways)
}

/// A solution of the flattened problem in space.
fn lifted(problem: &ContactProblem, ways: &[[f64; 2]], solution: &Solution) -> Solution {
    let force = |(r, way): (&[f64], &[f64; 2])| [r[0], r[1] * way[0], r[1] * way[1]];
    let r: Vec<f64> = solution.r.chunks_exact(2).zip(ways).flat_map(force).collect();
    Solution { u: problem.velocities(&r), r, residual: solution.residual }
}

impl ConeSolvers {
    fn solve(&mut self, problem: &ContactProblem) -> Option<Solution> {
        let cones = as_cones(problem)?;
        let start =
            if problem.start.len() == problem.b.len() { problem.start.clone() } else { vec![0.0; problem.b.len()] };
        let mut best: Option<(f64, Vec<f64>)> = None;
        let mut from = start;
        let quick = |iterations: usize| {
            let mut settings = Settings::default().with_tolerance(TOLERANCE).with_max_iterations(iterations);
            settings.time_limit = None;
            settings
        };
        for round in 0..4 {
            let (solver, settings): (&mut dyn ConeSolver, _) = match round {
                0 | 2 => (&mut self.newton, quick(NEWTON)),
                1 => (&mut self.sweeps, quick(BEFORE)),
                _ => (&mut self.all, quick(100 * BEFORE)),
            };
            solver.solve_into(&cones, Some(&from), &settings, &mut self.outcome).ok()?;
            if best.as_ref().is_none_or(|(least, _)| self.outcome.residual < *least) {
                best = Some((self.outcome.residual, self.outcome.r.clone()));
            }
            if best.as_ref().is_some_and(|(least, _)| *least <= TOLERANCE || (round > 1 && *least <= ROUNDED)) {
                break;
            }
            if round == 1 {
                from.clone_from(&self.outcome.r);
            }
        }
        let (residual, mut r) = best.filter(|(least, _)| *least <= ROUNDED)?;
        for (tangent, r) in problem.tangents.iter().zip(r.chunks_exact_mut(3)) {
            if let Tangent::Along([x, y]) = tangent {
                (r[1], r[2]) = (x * r[0], y * r[0]);
            }
        }
        Some(Solution { u: problem.velocities(&r), r, residual })
    }
}

/// The cone problem; contacts with known friction have none of their own, their normal column carries it.
fn as_cones(problem: &ContactProblem) -> Option<FrictionProblem> {
    let count = problem.tangents.len();
    let n = 3 * count;
    let mut w = problem.g.clone();
    for (c, tangent) in problem.tangents.iter().enumerate() {
        let Tangent::Along([x, y]) = tangent else { continue };
        for line in w.chunks_exact_mut(n) {
            line[3 * c] += x * line[3 * c + 1] + y * line[3 * c + 2];
        }
    }
    let mu = problem.tangents.iter().map(|tangent| if let Tangent::May(mu) = tangent { *mu } else { 0.0 }).collect();
    FrictionProblem::new(BlockMatrix::from_dense(3, count, &w).ok()?, problem.b.clone(), mu).ok()
}

/// Projected sweeps, contact after contact, for problems with a preload (Poisson's expansion with friction).
fn swept(problem: &ContactProblem) -> Option<Solution> {
    let count = problem.tangents.len();
    let n = 3 * count;
    let mut r = vec![0.0; n];
    let size = problem.b.iter().fold(0.0_f64, |m, b| m.max(b.abs())).max(f64::MIN_POSITIVE);
    let steps: Vec<f64> = (0..count)
        .map(|c| (0..3).map(|k| problem.g[(3 * c + k) * (n + 1)]).fold(0.0, f64::max))
        .map(|own| if own > 0.0 { 0.7 / own } else { 0.0 })
        .collect();
    for _ in 0..SWEEPS {
        let mut moved = 0.0_f64;
        for c in 0..count {
            let line = |i: usize| problem.b[i] + (0..n).map(|j| problem.g[i * n + j] * r[j]).sum::<f64>();
            let u = [0, 1, 2].map(|k| line(3 * c + k));
            let normal = (r[3 * c] - steps[c] * u[0]).max(problem.preload.get(c).copied().unwrap_or(0.0));
            let [x, y] = match problem.tangents[c] {
                Tangent::May(mu) => {
                    let (x, y) = (r[3 * c + 1] - steps[c] * u[1], r[3 * c + 2] - steps[c] * u[2]);
                    let shrink = (mu * normal / x.hypot(y).max(f64::MIN_POSITIVE)).min(1.0);
                    [x * shrink, y * shrink]
                }
                ref known => ratio(known).map(|part| part * normal),
            };
            for (k, value) in [normal, x, y].into_iter().enumerate() {
                moved = moved.max((value - r[3 * c + k]).abs() / steps[c].max(f64::MIN_POSITIVE));
                r[3 * c + k] = value;
            }
        }
        if moved <= TOLERANCE * size {
            return Some(Solution { u: problem.velocities(&r), r, residual: moved / size });
        }
    }
    None
}
