//! Poisson's rule at several contacts, and the compression impulses that it takes where they are not unique.
//!
//! ```text
//!     compression    u_C = G r_C + b,   0 <= u_CN perp r_CN >= 0,   r_CT by Coulomb
//!     expansion      u_E = G r_E + u_C,   0 <= u_EN perp r_EN - e r_CN >= 0,   r_ET by Coulomb
//! ```
//!
//! Two contacts that stick on one body may share what stops it in many ways: u_C is one, r_C is not, and the expansion gives back a part of
//! r_CN, so that the rebound depends on the choice. Taken is the r_C of least norm, which keeps what is symmetric symmetric. All of them are
//! the r with G r = u_C - b within cones of half-lines A r >= 0 (which of them by u_C); with P the projection on the null space of G the one
//! nearest to a point t is
//!
//! ```text
//!     r = (1 - P) r_C + P t + P A^T y,    0 <= A P A^T y + A ((1 - P) r_C + P t) perp y >= 0
//! ```
//!
//! In space the cones are round, and the nearest one is found by [`crate::contacts::nearest`].
//!
//! Source: Glocker, Pfeiffer (seed 000, section 3.3); on the choice: Moreau's least norm, and the reference on several contacts (M-15).

use super::impact::{NoImpulses, Shock};
use super::run::Run;
use crate::contacts::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::contacts::nearest::{Nearest, Region};
use carom_complementarity::lcp::{Choose, Lcp, LcpSolver};
use carom_complementarity::{Matrix, Settings};
use carom_mechanics::Model;

/// Contacts up to which the choice is made: more are crowds, whose impulses are as they were found.
const FEW: usize = 12;

/// A row of G is a combination of others if less than this part of it is left beside them: rounding.
const DEPENDENT: f64 = 1e-9;

/// A row of G below this part of the largest is none: what joints leave by rounding of a direction that they hold.
const NO_ROW: f64 = 1e-13;

/// Velocities below this part of those before are none.
const STILL: f64 = 1e-9;

/// Impulses may be outside their cones by this part of the largest: rounding.
const OUTSIDE: f64 = 1e-12;

/// The same of what is found.
const INSIDE: f64 = 1e-9;

/// Impulses and velocities that differ by more than this part of the largest are different answers.
const DIFFERENT: f64 = 1e-6;

/// Impulses so many times the least ones that can be had as well have no bound.
const UNBOUNDED: f64 = 1e3;

/// What Poisson's rule gives.
pub(super) struct Rebound {
    pub solution: Solution,
    /// Impulses of the compression.
    pub compression: Vec<f64>,
    /// Whether other compression impulses are answers too, and make a difference.
    pub several: bool,
}

/// What the velocities leave to the impulses.
enum Cones {
    /// A, in the plane.
    HalfSpaces(Vec<Vec<f64>>),
    /// Contact by contact, in space.
    Round(Vec<Region>),
}

/// All compression impulses of a problem.
struct Compressions {
    size: usize,
    /// Numbers of a contact.
    dim: usize,
    /// An orthonormal basis of the rows of G.
    rows: Vec<Vec<f64>>,
    cones: Cones,
    /// (1 - P) r_C.
    fixed: Vec<f64>,
    /// The largest impulse at hand.
    largest: f64,
}

impl Compressions {
    /// Those with the velocities of one of them; `None` if there is only one, or too much to look at.
    fn of(problem: &ContactProblem, one: &Solution) -> Option<Self> {
        let (size, largest) = (one.r.len(), one.r.iter().fold(0.0_f64, |m, r| m.max(r.abs())));
        if problem.tangents.len() > FEW || largest == 0.0 {
            return None;
        }
        let rows = basis(&problem.g, size);
        if rows.len() == size {
            return None;
        }
        let cones = if problem.space {
            Cones::Round(regions(problem, &one.u))
        } else {
            Cones::HalfSpaces(half_spaces(problem, &one.u))
        };
        let mut all = Self { size, dim: problem.dim(), rows, cones, fixed: Vec::new(), largest };
        let free = all.project(&one.r);
        all.fixed = one.r.iter().zip(&free).map(|(r, p)| r - p).collect();
        Some(all)
    }

    /// P x.
    fn project(&self, x: &[f64]) -> Vec<f64> {
        let mut left = x.to_vec();
        self.rows.iter().for_each(|row| take_out(row, &mut left));
        left
    }

    /// The one nearest to a point.
    fn nearest(&self, target: &[f64]) -> Option<Vec<f64>> {
        match &self.cones {
            Cones::HalfSpaces(cones) => self.nearest_in_plane(cones, target),
            Cones::Round(regions) => Nearest { rows: &self.rows, fixed: &self.fixed, regions }.to(target),
        }
    }

    fn nearest_in_plane(&self, cones: &[Vec<f64>], target: &[f64]) -> Option<Vec<f64>> {
        let mut r = self.project(target);
        r.iter_mut().zip(&self.fixed).for_each(|(r, fixed)| *r += fixed);
        let pushed: Vec<Vec<f64>> = cones.iter().map(|cone| self.project(cone)).collect();
        let n = pushed.len();
        let mut m = Matrix::zeros(n, n);
        for (i, one) in pushed.iter().enumerate() {
            pushed.iter().enumerate().for_each(|(j, other)| m[(i, j)] = dot(one, other));
        }
        let slack = OUTSIDE * self.largest;
        let q = cones.iter().map(|cone| dot(cone, &r) + slack).collect();
        let outcome = Choose::new().solve(&Lcp::new(m, q).ok()?, None, &Settings::default().untimed()).ok()?;
        for (push, y) in pushed.iter().zip(&outcome.z) {
            r.iter_mut().zip(push).for_each(|(r, p)| *r += y * p);
        }
        let size = self.largest + r.iter().fold(0.0_f64, |m, r| m.max(r.abs()));
        let inside = cones.iter().all(|cone| dot(cone, &r) >= -INSIDE * size);
        (inside && r.iter().all(|r| r.is_finite())).then_some(r)
    }

    /// The one of least norm.
    fn least(&self) -> Option<Vec<f64>> {
        self.nearest(&vec![0.0; self.size])
    }

    /// The one nearest to another with a normal impulse changed by so many times the largest, if that is possible at all.
    fn other(&self, least: &[f64], contact: usize, by: f64) -> Option<Vec<f64>> {
        let mut target = least.to_vec();
        target[self.dim * contact] += by * self.largest;
        let found = self.nearest(&target)?;
        let differs = |k: usize| (found[k] - least[k]).abs() > DIFFERENT * self.largest;
        (0..self.size).step_by(self.dim).any(differs).then_some(found)
    }
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Compression and expansion of some contacts with their restitutions.
    pub(super) fn poisson(
        &mut self,
        problem: &ContactProblem,
        restitution: &[f64],
        (shock, members): (&Shock, &[usize]),
    ) -> Result<Rebound, NoImpulses> {
        let mut first = self.impulses(problem, shock, members)?;
        let all = Compressions::of(problem, &first).filter(|_| restitution.iter().any(|e| *e > 0.0));
        if let Some(least) = all.as_ref().and_then(Compressions::least) {
            first.r = least;
        }
        let second = self.impulses(&expansion(problem, &first.u, &first.r, restitution), shock, members)?;
        let several = all.is_some_and(|all| self.has_others(problem, (&first, &second), &all, restitution));
        let mut solution = second;
        solution.r.iter_mut().zip(&first.r).for_each(|(total, first)| *total += first);
        Ok(Rebound { solution, compression: first.r, several })
    }

    /// Whether other compression impulses lead to other velocities, or have no bound.
    fn has_others(
        &mut self,
        problem: &ContactProblem,
        (first, second): (&Solution, &Solution),
        all: &Compressions,
        restitution: &[f64],
    ) -> bool {
        let speed = problem.b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
        for (contact, e) in restitution.iter().enumerate().filter(|(_, e)| **e > 0.0) {
            for by in [1.0, -1.0, UNBOUNDED] {
                let Some(other) = all.other(&first.r, contact, by) else { continue };
                if by == UNBOUNDED && e * other[all.dim * contact] > 0.1 * UNBOUNDED * e * all.largest {
                    return true;
                }
                let Answer::One(found) = expansion(problem, &first.u, &other, restitution).solve(&mut self.solver)
                else {
                    continue;
                };
                if found.u.iter().zip(&second.u).any(|(a, b)| (a - b).abs() > DIFFERENT * speed) {
                    return true;
                }
            }
        }
        false
    }
}

/// The problem of the expansion after a compression with velocities u and impulses r.
fn expansion(problem: &ContactProblem, u: &[f64], r: &[f64], restitution: &[f64]) -> ContactProblem {
    let dim = problem.dim();
    let preload = restitution.iter().enumerate().map(|(k, e)| e * r[dim * k]).collect();
    ContactProblem { b: u.to_vec(), preload, ..problem.clone() }
}

/// Velocities below this are none.
fn still(problem: &ContactProblem) -> f64 {
    STILL * problem.b.iter().fold(0.0_f64, |m, b| m.max(b.abs()))
}

/// Where the impulses of contacts with velocities u lie in space.
fn regions(problem: &ContactProblem, u: &[f64]) -> Vec<Region> {
    let still = still(problem);
    let of = |(tangent, u): (&Tangent, &[f64])| {
        let slip = u[1].hypot(u[2]);
        match *tangent {
            _ if u[0] > still => Region::Nothing,
            Tangent::May(mu) if slip > still => Region::Ray([1, 2].map(|k| -mu * u[k] / slip)),
            Tangent::May(mu) => Region::Cone(mu),
            Tangent::Ratio(ratio) => Region::Ray([ratio, 0.0]),
            Tangent::Along(ratio) => Region::Ray(ratio),
        }
    };
    problem.tangents.iter().zip(u.chunks_exact(3)).map(of).collect()
}

/// The half-spaces a . r >= 0 that the impulses of contacts with velocities u lie in.
fn half_spaces(problem: &ContactProblem, u: &[f64]) -> Vec<Vec<f64>> {
    let still = still(problem);
    let mut all = Vec::new();
    for (k, tangent) in problem.tangents.iter().enumerate() {
        let mut add = |normal: f64, tangential: f64| {
            let mut one = vec![0.0; u.len()];
            (one[2 * k], one[2 * k + 1]) = (normal, tangential);
            all.push(one);
        };
        add(1.0, 0.0);
        if u[2 * k] > still {
            add(-1.0, 0.0);
        }
        // r_T - low r_N >= 0 and high r_N - r_T >= 0.
        let [low, high] = match *tangent {
            Tangent::May(mu) if u[2 * k + 1] > still => [-mu, -mu],
            Tangent::May(mu) if u[2 * k + 1] < -still => [mu, mu],
            Tangent::May(mu) => [-mu, mu],
            Tangent::Ratio(ratio) => [ratio, ratio],
            Tangent::Along([ratio, _]) => [ratio, ratio],
        };
        add(-low, 1.0);
        add(high, -1.0);
    }
    all
}

/// An orthonormal basis of the rows of a square matrix.
fn basis(matrix: &[f64], size: usize) -> Vec<Vec<f64>> {
    let mut found: Vec<Vec<f64>> = Vec::new();
    let largest = matrix.chunks_exact(size).map(|row| dot(row, row).sqrt()).fold(0.0, f64::max);
    for row in matrix.chunks_exact(size) {
        let length = dot(row, row).sqrt();
        if length <= NO_ROW * largest {
            continue;
        }
        let mut left = row.to_vec();
        // Twice is enough.
        (0..2).for_each(|_| found.iter().for_each(|one| take_out(one, &mut left)));
        let rest = dot(&left, &left).sqrt();
        if rest > DEPENDENT * length {
            left.iter_mut().for_each(|x| *x /= rest);
            found.push(left);
        }
    }
    found
}

/// x <- x - (row . x) row.
fn take_out(row: &[f64], x: &mut [f64]) {
    let part = dot(row, x);
    x.iter_mut().zip(row).for_each(|(x, r)| *x -= part * r);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
