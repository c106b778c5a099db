//! Contact problems in space.
//!
//! ```text
//!     0 <= u_N  perp  r_N - p >= 0,     |r_T| <= mu r_N,     |u_T| r_T = -mu r_N u_T          p: the preload, mostly zero
//! ```
//!
//! First the forces of least norm that hold every contact are tried: where they are admissible, they are an answer, and the
//! one that shares a load evenly. Where no contact may stick, every friction force is known up to its size, and the problem is the one of the plane with
//! the tangents along these forces. Otherwise the cones are round: Newton's method on Alart and Curnier's equations from
//! the forces of the instant before, then sweeps and the chain of the cone solvers. Forces of contacts that slip are taken
//! into the columns of W, which then is not symmetric.

use crate::algebra::linear::Linear;
use crate::contacts::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::contacts::contact_solver::Solver;
use carom_complementarity::Settings;
use carom_complementarity::cone::{
    BlockMatrix, ConeChoose, ConeGaussSeidel, ConeNewton, ConeOutcome, ConeSolver, FrictionProblem,
};

/// Residual to which a problem is solved: far below what decides between modes.
const TOLERANCE: f64 = 1e-13;

/// Residual that is still an answer where rounding keeps a solver from the last digits.
const ROUNDED: f64 = 1e-10;

/// Residual to which forces of least norm must hold: rounding of a singular system.
const HELD: f64 = 1e-12;

/// Sweeps over contacts with a preload: convergence is linear, a sweep takes microseconds.
const SWEEPS: usize = 200_000;

/// Sweeps in which what moves has to fall by half. Where it does not, it is rounding of G, which lets impulses that balance each other drift
/// without end.
const PATIENCE: usize = 20_000;

/// Iterations of Newton's method and sweeps before it.
const NEWTON: usize = 60;
const BEFORE: usize = 400;

/// Further steps of Newton's method to the last digit.
const POLISH: usize = 4;

/// The cone solvers with their work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct ConeSolvers {
    newton: ConeNewton,
    sweeps: ConeGaussSeidel,
    all: ConeChoose,
    outcome: ConeOutcome,
    linear: Linear,
}

impl Solver {
    /// Solves a problem with two tangents.
    pub(crate) fn solve_in_space(&mut self, problem: &ContactProblem) -> Answer {
        let sticks = |tangent: &Tangent| matches!(tangent, Tangent::May(mu) if *mu > 0.0);
        if let Some(solution) = self.cones.held(problem) {
            return Answer::One(solution);
        }
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
    let sizes: Vec<f64> = problem.tangents.iter().map(ratio).map(|[x, y]| x.hypot(y)).collect();
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

/// The unknowns of a contact that holds: its normal force with the friction that goes with it, and the friction of one that may
/// stick, each as factors of (r_N, r_T) and with the line it brings to rest.
fn unknowns(problem: &ContactProblem) -> Vec<(usize, [f64; 3], usize)> {
    let of = |(c, tangent): (usize, &Tangent)| {
        let [x, y] = ratio(tangent);
        let count = if matches!(tangent, Tangent::May(mu) if *mu > 0.0) { 3 } else { 1 };
        let all = [(c, [1.0, x, y], 3 * c), (c, [0.0, 1.0, 0.0], 3 * c + 1), (c, [0.0, 0.0, 1.0], 3 * c + 2)];
        all.into_iter().take(count)
    };
    problem.tangents.iter().enumerate().flat_map(of).collect()
}

impl ConeSolvers {
    /// The forces of least norm with u = 0 at every contact, if they are admissible.
    fn held(&mut self, problem: &ContactProblem) -> Option<Solution> {
        let n = 3 * problem.tangents.len();
        let unknowns = unknowns(problem);
        let effect = |line: usize, (c, factors): (usize, [f64; 3])| {
            (0..3).map(|k| problem.g[line * n + 3 * c + k] * factors[k]).sum::<f64>()
        };
        // A normal force that pulls its own contact closed (Painleve) has other answers too, or none.
        if unknowns.iter().any(|&(c, factors, line)| line == 3 * c && effect(line, (c, factors)) <= 0.0) {
            return None;
        }
        let matrix: Vec<f64> = unknowns
            .iter()
            .flat_map(|&(_, _, line)| unknowns.iter().map(move |&(c, factors, _)| effect(line, (c, factors))))
            .collect();
        let mut forces: Vec<f64> = unknowns.iter().map(|&(_, _, line)| -problem.b[line]).collect();
        self.linear.solve(unknowns.len(), &matrix, &mut forces);
        let mut r = vec![0.0; n];
        for ((c, factors, _), force) in unknowns.iter().zip(&forces) {
            (0..3).for_each(|k| r[3 * c + k] += factors[k] * force);
        }
        let u = problem.velocities(&r);
        let size = problem.b.iter().fold(problem.size, |m, b| m.max(b.abs()));
        let residual =
            unknowns.iter().map(|&(_, _, line)| u[line].abs()).fold(0.0, f64::max) / size.max(f64::MIN_POSITIVE);
        let inside = |(c, tangent): (usize, &Tangent)| {
            let push = r[3 * c] >= problem.preload.get(c).copied().unwrap_or(0.0);
            push && !matches!(tangent, Tangent::May(mu) if r[3 * c + 1].hypot(r[3 * c + 2]) > mu * r[3 * c])
        };
        let admissible = problem.tangents.iter().enumerate().all(inside);
        (admissible && residual <= HELD).then_some(Solution { r, u, residual })
    }

    fn solve(&mut self, problem: &ContactProblem) -> Option<Solution> {
        let cones = as_cones(problem)?;
        let start =
            if problem.start.len() == problem.b.len() { problem.start.clone() } else { vec![0.0; problem.b.len()] };
        let mut best: Option<(f64, Vec<f64>)> = None;
        let mut from = start;
        let within = |tolerance: f64, iterations: usize| {
            Settings::default().with_tolerance(tolerance).with_max_iterations(iterations).untimed()
        };
        for round in 0..4 {
            let (solver, settings): (&mut dyn ConeSolver, _) = match round {
                0 | 2 => (&mut self.newton, within(TOLERANCE, NEWTON)),
                1 => (&mut self.sweeps, within(TOLERANCE, BEFORE)),
                _ => (&mut self.all, within(TOLERANCE, 100 * BEFORE)),
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
        let (mut residual, mut r) = best.filter(|(least, _)| *least <= ROUNDED)?;
        // The direction of a slide that starts just above its limit is a small difference: to the last digit.
        self.newton.solve_into(&cones, Some(&r), &within(f64::EPSILON, POLISH), &mut self.outcome).ok()?;
        if self.outcome.residual < residual {
            (residual, r) = (self.outcome.residual, self.outcome.r.clone());
        }
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
    let pushed = problem.preload.iter().enumerate().map(|(c, p)| p * problem.g[3 * c * (n + 1)]);
    let size = problem.b.iter().copied().chain(pushed).fold(f64::MIN_POSITIVE, |m, b| m.max(b.abs()));
    let steps: Vec<f64> = (0..count)
        .map(|c| (0..3).map(|k| problem.g[(3 * c + k) * (n + 1)]).fold(0.0, f64::max))
        .map(|own| if own > 0.0 { 0.7 / own } else { 0.0 })
        .collect();
    let mut lately = f64::INFINITY;
    for sweep in 1..=SWEEPS {
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
        let (look, drifts) = (sweep.is_multiple_of(PATIENCE), moved > 0.5 * lately && moved <= ROUNDED * size);
        if moved <= TOLERANCE * size || (look && drifts) {
            return Some(Solution { u: problem.velocities(&r), r, residual: moved / size });
        }
        if look {
            lately = moved;
        }
    }
    None
}
