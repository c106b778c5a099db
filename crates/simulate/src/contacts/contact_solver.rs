//! Solves one contact problem: quick methods first, then the whole chain of the default solver.
//!
//! The problem is scaled contact by contact, so that every normal has a G of one and the largest b is one:
//!
//! ```text
//!     r = beta s r^,   u = beta u^ / s,     s = G_NN^(-1/2) of the contact,   beta = max |s b|
//! ```
//!
//! Contact modes start from the forces of the instant before; where they stray, Lemke's method finds the modes and contact modes polish
//! its answer; where both stray (forces not unique, modes that tie), Keller's method does without friction, and contacts that give way a
//! little lead to an answer with it.

use crate::contacts::cone_problem::ConeSolvers;
use crate::contacts::contact_problem::{Answer, Column, ContactProblem, Solution, Tangent};
use carom_complementarity::Settings;
use carom_complementarity::lcp::{self, Choose, ContactModes, Cover, Keller, Lcp, LcpSolver, Lemke, Outcome, Status};

/// Accelerations (velocities) of two solutions closer than this part of what makes them up are the same.
/// Solutions are good to about 1e-12; distinct ones of mechanical problems differ by far more.
const SAME: f64 = 1e-7;

/// Largest number of unknowns for which every solution is looked for where there may be several.
const ENUMERATED: usize = 12;

/// Residual to which a scaled problem is solved: far below what decides between modes.
const TOLERANCE: f64 = 1e-11;

/// Residual that is still an answer where rounding keeps a solver from the last digits.
const ROUNDED: f64 = 1e-10;

/// Part of its own G by which a contact may give way where the solvers find nothing otherwise, in the first attempt.
const SOFT: f64 = 1e-12;

/// Largest r^ of an answer: forces of heaps reach thousands; larger ones come from softening a problem without an answer.
const LARGEST: f64 = 1e6;

/// Unknowns up to which the whole chain is tried, for its proofs; beyond, it takes seconds and finds no more than the quick methods.
const PROVED: usize = 40;

/// Attempts with softened contacts, each ten times softer than the one before: the last is still an answer to [`ROUNDED`].
const SOFTENED: i32 = 3;

/// The same for large problems, whose answers count to 1e-7 only.
const SOFTENED_IN_CROWD: i32 = 5;

/// Largest work of forces that do none, as part of r . b. A body between two walls that hardly approach takes impulses so large that what is
/// left of u by rounding throws it back, with energy from nowhere.
const WORK: f64 = 1e-3;

/// The solvers with their work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solver {
    modes: ContactModes,
    lemke: Lemke,
    keller: Keller,
    chain: Choose,
    outcome: Outcome,
    /// W and q of a reduced problem.
    w: Vec<f64>,
    q: Vec<f64>,
    pub(crate) cones: ConeSolvers,
}

impl Solver {
    /// Solves the problem as one.
    pub fn solve(&mut self, problem: &ContactProblem) -> Answer {
        if problem.tangents.is_empty() {
            return Answer::One(Solution::default());
        }
        if problem.space {
            return self.solve_in_space(problem);
        }
        let scales = Scales::of(problem);
        match self.solve_scaled(&scales.scaled(problem)) {
            Answer::One(solution) => Answer::One(scales.back(solution)),
            Answer::Several(all) => Answer::Several(all.into_iter().map(|solution| scales.back(solution)).collect()),
            other => other,
        }
    }

    fn solve_scaled(&mut self, problem: &ContactProblem) -> Answer {
        let enumerated = problem.is_risky() && problem.unknowns() <= ENUMERATED;
        if !enumerated && let Some(solution) = self.by_reduced_modes(problem) {
            return Answer::One(solution);
        }
        let Some((whole, columns)) = problem.lcp() else { return Answer::Unknown };
        if enumerated {
            return all_solutions(problem, &whole, &columns);
        }
        let frictionless = problem.tangents.iter().all(|tangent| *tangent == Tangent::Ratio(0.0));
        if let Some(solution) = self.quick(problem, &whole, &columns)
            && (!frictionless || does_no_work(problem, &solution))
        {
            return Answer::One(solution);
        }
        if frictionless && let Some(solution) = self.without_friction(problem, &whole, &columns) {
            return Answer::One(solution);
        }
        for attempt in 1..=if whole.size() <= PROVED { SOFTENED } else { SOFTENED_IN_CROWD } {
            let soft = softened(problem, attempt);
            let Some((whole, columns)) = soft.lcp() else { return Answer::Unknown };
            if let Some(solution) = self.quick(&soft, &whole, &columns) {
                return Answer::One(solution);
            }
        }
        if whole.size() <= PROVED { self.thorough(problem, &whole, &columns) } else { Answer::Unknown }
    }

    /// Keller's pivots, which do not stray where G alone, symmetric and semidefinite, is all of the problem.
    fn without_friction(&mut self, problem: &ContactProblem, whole: &Lcp, columns: &[Column]) -> Option<Solution> {
        self.keller.solve_into(whole, None, &limits(), &mut self.outcome).ok()?;
        (self.outcome.status == Status::Solved).then(|| problem.read(columns, &self.outcome.z, self.outcome.residual))
    }

    /// Contact modes from the start, or from Lemke's answer.
    fn quick(&mut self, problem: &ContactProblem, whole: &Lcp, columns: &[Column]) -> Option<Solution> {
        let start = first_guess(problem, columns, whole.size());
        if let Some(solution) = self.by_modes(problem, whole, columns, start.as_deref()) {
            return Some(solution);
        }
        for cover in [Cover::Graded, Cover::Ones] {
            self.lemke.cover = cover;
            self.lemke.solve_into(whole, None, &limits(), &mut self.outcome).ok()?;
            let (z, residual) = (self.outcome.z.clone(), self.outcome.residual);
            if residual > ROUNDED.sqrt() || z.iter().any(|z| *z > LARGEST) {
                continue;
            }
            let polished = self.by_modes(problem, whole, columns, Some(&z));
            if polished.is_some() || residual < ROUNDED {
                return polished.or_else(|| Some(problem.read(columns, &z, residual)));
            }
        }
        None
    }

    /// The answer to a problem near the one that contact modes solved last, each contact in the mode it had there, whether or not that is still
    /// the answer; nothing where that is not known.
    pub fn solve_in_same_modes(&mut self, problem: &ContactProblem) -> Option<Solution> {
        if problem.space {
            return None;
        }
        let scales = Scales::of(problem);
        let problem = scales.scaled(problem);
        let Reduced { columns, contacts } = self.reduce(&problem)?;
        let r = self.modes.solve_in_same_modes((&self.w, &self.q), contacts.into_iter())?;
        Some(scales.back(problem.read(&columns, r, 0.0)))
    }

    /// Writes W and q of the reduced unknowns of a problem with friction and without preload.
    fn reduce(&mut self, problem: &ContactProblem) -> Option<Reduced> {
        let reduced = Reduced::of(problem);
        // Without friction there are no modes to name: pivots find the answer, or prove that there is none.
        if !problem.preload.is_empty() || reduced.contacts.iter().all(|(mu, _)| *mu <= 0.0) {
            return None;
        }
        let lines = reduced.columns.iter().map(Column::line);
        self.w.clear();
        for line in lines.clone() {
            self.w.extend(reduced.columns.iter().map(|column| problem.effect(line, column)));
        }
        self.q.clear();
        self.q.extend(lines.map(|line| problem.b[line]));
        Some(reduced)
    }

    /// Contact modes on normal and friction forces themselves: the LCP, twice as large, is written only where this finds nothing.
    fn by_reduced_modes(&mut self, problem: &ContactProblem) -> Option<Solution> {
        let Reduced { columns, contacts } = self.reduce(problem)?;
        let start = first_forces(problem, &columns);
        let (r, residual) =
            self.modes.solve_reduced((&self.w, &self.q), contacts.into_iter(), start.as_deref(), &limits())?;
        let sane = residual <= TOLERANCE && r.iter().all(|r| r.abs() <= LARGEST);
        sane.then(|| problem.read(&columns, r, residual))
    }

    fn by_modes(
        &mut self,
        problem: &ContactProblem,
        whole: &Lcp,
        columns: &[Column],
        start: Option<&[f64]>,
    ) -> Option<Solution> {
        self.modes.solve_into(whole, start, &limits(), &mut self.outcome).ok()?;
        let good = self.outcome.status == Status::Solved || self.outcome.residual < ROUNDED;
        let sane = self.outcome.z.iter().all(|z| *z <= LARGEST);
        (good && sane).then(|| problem.read(columns, &self.outcome.z, self.outcome.residual))
    }

    /// The whole chain of the default solver, with its proofs.
    fn thorough(&mut self, problem: &ContactProblem, whole: &Lcp, columns: &[Column]) -> Answer {
        if self.chain.solve_into(whole, None, &limits(), &mut self.outcome).is_err() {
            return Answer::Unknown;
        }
        let solution = || Answer::One(problem.read(columns, &self.outcome.z, self.outcome.residual));
        match self.outcome.status {
            Status::Solved => solution(),
            Status::Infeasible | Status::Unsolvable => Answer::None,
            Status::Limit | Status::Ray if self.outcome.residual < ROUNDED => solution(),
            Status::Limit | Status::Ray => Answer::Unknown,
        }
    }
}

/// The limits are those of each method and never look at the clock: a run must not depend on how busy the machine is.
fn limits() -> Settings<'static> {
    Settings { tolerance: TOLERANCE, max_iterations: None, time_limit: None, interrupt: None }
}

/// s of each contact and beta.
struct Scales {
    contacts: Vec<f64>,
    all: f64,
}

impl Scales {
    fn of(problem: &ContactProblem) -> Self {
        let n = 2 * problem.tangents.len();
        let own = |c: usize| problem.g[2 * c * (n + 1)];
        let root = |g: f64| if g > 0.0 && g.is_finite() { g.sqrt().recip() } else { 1.0 };
        let contacts: Vec<f64> = (0..problem.tangents.len()).map(|c| root(own(c))).collect();
        let all = problem.b.iter().enumerate().fold(0.0_f64, |m, (i, b)| m.max((contacts[i / 2] * b).abs()));
        Self { contacts, all: if all > 0.0 && all.is_finite() { all } else { 1.0 } }
    }

    fn scaled(&self, problem: &ContactProblem) -> ContactProblem {
        let n = 2 * problem.tangents.len();
        let s = |i: usize| self.contacts[i / 2];
        let forces = |(i, r): (usize, &f64)| r / (s(i) * self.all);
        ContactProblem {
            g: problem.g.iter().enumerate().map(|(k, g)| g * s(k / n) * s(k % n)).collect(),
            b: problem.b.iter().enumerate().map(|(i, b)| b * s(i) / self.all).collect(),
            tangents: problem.tangents.clone(),
            preload: problem.preload.iter().zip(&self.contacts).map(|(r, s)| r / (s * self.all)).collect(),
            space: false,
            size: problem.size,
            start: problem.start.iter().enumerate().map(forces).collect(),
        }
    }

    fn back(&self, mut solution: Solution) -> Solution {
        for (i, (r, u)) in solution.r.iter_mut().zip(&mut solution.u).enumerate() {
            *r *= self.contacts[i / 2] * self.all;
            *u *= self.all / self.contacts[i / 2];
        }
        solution
    }
}

/// The problem with contacts that give way a little, each by its own amount, far below what decides between modes: where forces
/// are not unique or modes tie, solvers that stray among them find an answer.
fn softened(problem: &ContactProblem, attempt: i32) -> ContactProblem {
    let n = 2 * problem.tangents.len();
    let (mut soft, size) = (problem.clone(), SOFT * 10_f64.powi(attempt - 1));
    for i in 0..n {
        // Numbers in [0, 1), evenly spread: the fractional parts of multiples of the golden ratio.
        let part = (0.618_033_988_749_894_9 * (attempt as usize * n + i) as f64).fract();
        soft.g[i * n + i] *= 1.0 + size * (1.0 + part);
        soft.b[i] += size * (part - 0.5);
    }
    soft
}

/// Whether the forces of an answer without friction do no work along u, as those of an exact one.
fn does_no_work(problem: &ContactProblem, answer: &Solution) -> bool {
    let preload = |contact: usize| problem.preload.get(contact).copied().unwrap_or(0.0);
    let normals = (0..problem.tangents.len()).map(|c| (c, answer.r[2 * c], answer.u[2 * c], problem.b[2 * c]));
    let (work, whole) = normals
        .fold((0.0, 0.0), |(work, whole), (c, r, u, b)| (work + ((r - preload(c)) * u).abs(), whole + (r * b).abs()));
    work <= WORK * whole
}

/// The reduced unknowns of a problem of the plane: contacts that may stick first, as in its LCP; of each contact mu and whether it has a pair.
struct Reduced {
    columns: Vec<Column>,
    contacts: Vec<(f64, usize)>,
}

impl Reduced {
    fn of(problem: &ContactProblem) -> Self {
        let (mut columns, mut contacts) =
            (Vec::with_capacity(problem.b.len()), Vec::with_capacity(problem.tangents.len()));
        for (contact, tangent) in problem.tangents.iter().enumerate() {
            if let Tangent::May(mu) = *tangent {
                columns.push(Column { contact, normal: 1.0, tangential: 0.0 });
                columns.push(Column { contact, normal: 0.0, tangential: 1.0 });
                contacts.push((mu, 1));
            }
        }
        for (contact, tangent) in problem.tangents.iter().enumerate() {
            if let Tangent::Ratio(tangential) = *tangent {
                columns.push(Column { contact, normal: 1.0, tangential });
                contacts.push((0.0, 0));
            }
        }
        Self { columns, contacts }
    }
}

/// The reduced unknowns that belong to the start.
fn first_forces(problem: &ContactProblem, columns: &[Column]) -> Option<Vec<f64>> {
    if problem.start.iter().all(|r| *r == 0.0) || problem.start.iter().any(|r| !r.is_finite()) {
        return None;
    }
    let force = |column: &Column| {
        let [normal, along] = [0, 1].map(|k| problem.start[2 * column.contact + k]);
        if column.normal == 0.0 { along } else { normal.max(0.0) }
    };
    Some(columns.iter().map(force).collect())
}

/// The unknowns of the LCP that belong to the start.
fn first_guess(problem: &ContactProblem, columns: &[Column], size: usize) -> Option<Vec<f64>> {
    if problem.start.iter().all(|r| *r == 0.0) || problem.start.iter().any(|r| !r.is_finite()) {
        return None;
    }
    let mut z = vec![0.0; size];
    for (z, column) in z.iter_mut().zip(columns) {
        let normal = problem.start[2 * column.contact];
        let along = column.tangential * problem.start[2 * column.contact + 1];
        *z = if column.normal == 0.0 { along } else { normal }.max(0.0);
    }
    Some(z)
}

/// Looks for every solution.
fn all_solutions(problem: &ContactProblem, whole: &Lcp, columns: &[Column]) -> Answer {
    let Ok(found) = lcp::enumerate(whole, &limits()) else { return Answer::Unknown };
    // Where everything sticks, u is rounding of what makes it up.
    let size = problem.b.iter().fold(0.0, |m: f64, b| m.max(b.abs()));
    let mut distinct: Vec<Solution> = Vec::new();
    for z in &found.solutions {
        let solution = problem.read(columns, z, 0.0);
        if !distinct.iter().any(|other| close(&other.u, &solution.u, size)) {
            distinct.push(solution);
        }
    }
    match (distinct.pop(), distinct.is_empty()) {
        (None, _) if found.complete => Answer::None,
        (None, _) => Answer::Unknown,
        (Some(only), true) => Answer::One(only),
        (Some(last), false) => {
            distinct.push(last);
            Answer::Several(distinct)
        }
    }
}

/// Whether two vectors are the same up to [`SAME`] of a size.
fn close(a: &[f64], b: &[f64], size: f64) -> bool {
    a.iter().zip(b).all(|(x, y)| (x - y).abs() <= SAME * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block of mass one on the ground, mu = 0.5, weight 10, pulled by a force: u = (a_N, a_T).
    fn block(pull: f64) -> ContactProblem {
        ContactProblem {
            g: vec![1.0, 0.0, 0.0, 1.0],
            b: vec![-10.0, pull],
            tangents: vec![Tangent::May(0.5)],
            ..ContactProblem::default()
        }
    }

    #[test]
    fn in_the_same_mode_a_block_goes_on_slipping_below_its_limit() {
        let mut solver = Solver::default();
        assert!(solver.solve_in_same_modes(&block(6.0)).is_none(), "nothing is known yet");
        assert!(matches!(solver.solve(&block(6.0)), Answer::One(_)));
        for pull in [6.0, 5.0, 4.0] {
            let same = solver.solve_in_same_modes(&block(pull)).unwrap();
            // Friction stays 5 whatever the pull; rounding of a 1 x 1 system and its scales.
            assert!((same.r[1] + 5.0).abs() < 1e-13 && (same.u[1] - (pull - 5.0)).abs() < 1e-13, "{same:?}");
        }
        let Answer::One(stuck) = solver.solve(&block(4.0)) else { panic!("one answer") };
        assert!((stuck.r[1] + 4.0).abs() < 1e-13, "{stuck:?}");
    }
}
