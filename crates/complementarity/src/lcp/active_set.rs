//! The linear system of a guessed active set, shared by several methods.
//!
//! For an index set A (where z may be positive) solve
//!
//! ```text
//!     M_AA z_A = -q_A,   z = 0 elsewhere,   w = M z + q.
//! ```
//!
//! Symmetric elimination where M_AA is symmetric and positive definite, LU with row pivoting otherwise.

use super::{Lcp, Outcome, Status, residual};
use crate::error::InputError;
use crate::factor;
use crate::settings::{Settings, Stop};
use pulp::{Arch, NullaryFnOnce};

/// The arithmetic of one system, compiled for the widest vector instructions of the machine.
struct Solve<'a> {
    active: &'a mut ActiveSet,
    problem: &'a Lcp,
    z: &'a mut [f64],
    w: &'a mut [f64],
}

impl NullaryFnOnce for Solve<'_> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        self.active.solve_inlined(self.problem, self.z, self.w)
    }
}

/// Work arrays of the system.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActiveSet {
    /// The members of A, ascending.
    pub members: Vec<usize>,
    matrix: Vec<f64>,
    solution: Vec<f64>,
    pivots: Vec<usize>,
    /// A candidate of [`ActiveSet::polish`].
    z: Vec<f64>,
    w: Vec<f64>,
    arch: Arch,
}

impl ActiveSet {
    /// The set of the i below n that are inside.
    pub fn choose(&mut self, n: usize, inside: impl Fn(usize) -> bool) {
        self.members.clear();
        self.members.reserve(n);
        self.members.extend((0..n).filter(|&i| inside(i)));
    }

    /// Solves for the members and writes z (zeros elsewhere) and w = M z + q. False if M_AA is singular to rounding.
    pub fn solve(&mut self, problem: &Lcp, z: &mut [f64], w: &mut [f64]) -> bool {
        let arch = self.arch;
        arch.dispatch(Solve { active: self, problem, z, w })
    }

    #[inline(always)]
    fn solve_inlined(&mut self, problem: &Lcp, z: &mut [f64], w: &mut [f64]) -> bool {
        let k = self.members.len();
        let symmetric = problem.is_symmetric();
        self.gather(problem);
        if !(symmetric && factor::definite_solve(&mut self.matrix, k, &mut self.solution)) {
            if symmetric {
                self.gather(problem);
            }
            if !factor::lu_solve(&mut self.matrix, k, &mut self.pivots, &mut self.solution) {
                return false;
            }
        }
        z.fill(0.0);
        for (&i, &value) in self.members.iter().zip(&self.solution) {
            z[i] = value;
        }
        self.write_w(problem, z, w);
        true
    }

    /// Copies M_AA and -q_A.
    #[inline(always)]
    fn gather(&mut self, problem: &Lcp) {
        let (n, k) = (problem.size(), self.members.len());
        if self.solution.capacity() < n {
            // For every set at once, so that a larger one than the first needs no more memory.
            self.matrix.reserve(n * n);
            self.solution.reserve(n);
            self.pivots.reserve(n);
        }
        self.matrix.resize(k * k, 0.0);
        self.solution.resize(k, 0.0);
        for (out, &i) in self.matrix.chunks_exact_mut(k.max(1)).zip(&self.members) {
            let row = problem.m().row(i);
            for (value, &j) in out.iter_mut().zip(&self.members) {
                *value = row[j];
            }
        }
        for (value, &i) in self.solution.iter_mut().zip(&self.members) {
            *value = -problem.q()[i];
        }
    }

    /// w = M z + q; where M is symmetric the rows of the members are the columns needed, and only they are read.
    #[inline(always)]
    fn write_w(&self, problem: &Lcp, z: &[f64], w: &mut [f64]) {
        if problem.is_symmetric() {
            w.copy_from_slice(problem.q());
            for &i in &self.members {
                for (w_j, m) in w.iter_mut().zip(problem.m().row(i)) {
                    *w_j += m * z[i];
                }
            }
        } else {
            for (i, w_i) in w.iter_mut().enumerate() {
                *w_i = problem.q()[i] + crate::matrix::dot(problem.m().row(i), z);
            }
        }
    }

    /// How a pivoting method begins: settings and start are checked, the outcome is cleared, the start is tried.
    /// True if it solves the problem.
    pub fn begin(
        &mut self,
        solver: &'static str,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<bool, InputError> {
        outcome.begin(solver, problem.size(), start, settings)?;
        Ok(self.accept_start(problem, start, settings.tolerance, outcome))
    }

    /// How it ends: z, already in the outcome, is judged, and polished where the method came to its end but not to the tolerance.
    pub fn end(&mut self, problem: &Lcp, settings: &Settings, end: Result<(), Stop>, outcome: &mut Outcome) {
        outcome.conclude(problem, settings.tolerance, end);
        if end.is_ok() && outcome.status != Status::Solved {
            self.polish(problem, outcome, settings.tolerance);
        }
    }

    /// Tries the active set {i: start_i > 0}; true, with the outcome filled, if it solves the problem.
    fn accept_start(&mut self, problem: &Lcp, start: Option<&[f64]>, tolerance: f64, outcome: &mut Outcome) -> bool {
        let Some(start) = start else { return false };
        self.choose(start.len(), |i| start[i] > 0.0);
        if self.solve(problem, &mut outcome.z, &mut outcome.w) {
            outcome.judge(problem, tolerance, Status::Limit, Stop::Stalled);
            if outcome.status == Status::Solved {
                return true;
            }
        }
        outcome.reset(outcome.solver, problem.size());
        false
    }

    /// Replaces z by the solution of its own active set where that lowers the residual.
    /// Takes out the rounding that pivoting gathers.
    fn polish(&mut self, problem: &Lcp, outcome: &mut Outcome, tolerance: f64) {
        let (mut z, mut w) = (std::mem::take(&mut self.z), std::mem::take(&mut self.w));
        z.clone_from(&outcome.z);
        w.clone_from(&outcome.w);
        self.choose(z.len(), |i| outcome.z[i] > 0.0 && outcome.z[i] >= outcome.w[i]);
        if self.solve(problem, &mut z, &mut w) {
            z.iter_mut().for_each(|value| *value = value.max(0.0));
            problem.w(&z, &mut w);
            if residual(problem.q(), &z, &w) < outcome.residual {
                outcome.z.copy_from_slice(&z);
                outcome.judge(problem, tolerance, outcome.status, outcome.stop.unwrap_or(Stop::Stalled));
            }
        }
        (self.z, self.w) = (z, w);
    }
}
