//! Block principal pivoting: Newton's method on the minimum map, with a finite safeguard.
//!
//! For an index set A solve M_AA z_A = -q_A and w = M z + q. The pairs with z_i < 0 or w_i < 0 are wrong; exchange all of
//! them at once (this is Newton's method on min(z, w) = 0). Usually 3 to 6 systems are enough, whatever n. If the number of wrong
//! pairs does not fall for `PATIENCE` exchanges, exchange only the wrong pair with the largest index until
//! it does, which ends for every P-matrix.
//!
//! A few sweeps of projected Gauss-Seidel guess the first set, which halves the number of systems.
//!
//! The fastest method for positive definite problems; where M is symmetric its systems cost half.
//! Source: Judice, Pires, *Computers & Operations Research* 21 (1994); Kostreva, *Math. Programming* 15 (1978).

use super::active_set::ActiveSet;
use super::lemke::pivot_limit;
use super::small_system::SmallSystem;
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::matrix::dot;
use crate::settings::{Clock, Settings, Stop};
use pulp::{Arch, NullaryFnOnce};

/// Exchanges of all wrong pairs allowed without progress before single exchanges start.
/// Larger values waste systems on cycles, smaller ones give up fast progress.
const PATIENCE: usize = 3;

/// Values above minus this times max(1, |q|) are not negative. Larger values stop early (the residual then
/// tells), smaller ones exchange on rounding.
const NEGATIVE: f64 = 1e-12;

/// Sweeps that guess the first set, by the size of the problem. One costs as much as a product with M, a system of
/// n/2 members n/48 times that; measured on random positive definite problems.
fn guess_sweeps(n: usize) -> usize {
    match n {
        0..=16 => 0,
        17..=75 => 4,
        _ => 6,
    }
}

/// Largest n for which no clock is read: the whole solve is then below about 50 microseconds.
const UNCLOCKED: usize = 32;

/// Sweeps of projected Gauss-Seidel, compiled for the widest vector instructions of the machine.
struct Sweeps<'a> {
    problem: &'a Lcp,
    z: &'a mut [f64],
    /// 1 / M_ii.
    inverse: &'a mut Vec<f64>,
}

impl NullaryFnOnce for Sweeps<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.inverse.clear();
        self.inverse.extend((0..self.z.len()).map(|i| 1.0 / self.problem.m()[(i, i)]));
        for _ in 0..guess_sweeps(self.z.len()) {
            for i in 0..self.z.len() {
                let row = self.problem.m().row(i);
                let w = dot(row, self.z) + self.problem.q()[i];
                self.z[i] = (self.z[i] - w * self.inverse[i]).max(0.0);
            }
        }
    }
}

/// Block principal pivoting.
#[derive(Debug, Clone, Default)]
pub struct BlockPivot {
    active: ActiveSet,
    small: SmallSystem,
    inside: Vec<bool>,
    inverse: Vec<f64>,
}

impl BlockPivot {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves systems until no pair is wrong; the number of systems, or why it stopped.
    fn run(&mut self, problem: &Lcp, limit: usize, clock: Option<&Clock>, outcome: &mut Outcome) -> Result<(), Stop> {
        let threshold = -NEGATIVE * problem.size_of_q().max(1e-300);
        let (mut fewest, mut patience) = (usize::MAX, PATIENCE);
        for iteration in 0..=limit {
            if let Some(stop) = clock.and_then(Clock::stop) {
                return Err(stop);
            }
            outcome.iterations = iteration;
            let (z, w) = (&mut outcome.z, &mut outcome.w);
            if !self.small.solve(problem, &self.active.members, z, w) && !self.active.solve(problem, z, w) {
                return Err(Stop::Ray);
            }
            let (wrong, last) = self.wrong(z, w, threshold);
            if wrong == 0 {
                return Ok(());
            }
            if wrong < fewest {
                (fewest, patience) = (wrong, PATIENCE);
            } else {
                patience = patience.saturating_sub(1);
            }
            self.exchange(z, w, threshold, (patience == 0).then_some(last));
        }
        Err(Stop::Iterations)
    }

    /// Guesses the first set: the positive entries after some sweeps from z = 0.
    fn guess(&mut self, problem: &Lcp, z: &mut [f64]) {
        if problem.has_positive_diagonal() && guess_sweeps(z.len()) > 0 {
            Arch::new().dispatch(Sweeps { problem, z: &mut *z, inverse: &mut self.inverse });
            self.inside.extend(z.iter().map(|&z| z > 0.0));
        } else {
            self.inside.extend(problem.q().iter().map(|&q| q < 0.0));
        }
    }

    /// Number of wrong pairs and the largest index among them.
    fn wrong(&self, z: &[f64], w: &[f64], threshold: f64) -> (usize, usize) {
        let (mut count, mut last) = (0, 0);
        for (i, &inside) in self.inside.iter().enumerate() {
            let x = if inside { z[i] } else { w[i] };
            if x < threshold {
                count += 1;
                last = i;
            }
        }
        (count, last)
    }

    /// Exchanges all wrong pairs, or the one given.
    fn exchange(&mut self, z: &[f64], w: &[f64], threshold: f64, only: Option<usize>) {
        for (i, inside) in self.inside.iter_mut().enumerate() {
            let x = if *inside { z[i] } else { w[i] };
            if only.map_or(x < threshold, |o| o == i) {
                *inside = !*inside;
            }
        }
        self.active.choose(self.inside.len(), |i| self.inside[i]);
    }
}

impl LcpSolver for BlockPivot {
    fn name(&self) -> &'static str {
        "block-pivot"
    }

    /// The status is ray where a system is singular: M is then not a P-matrix.
    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let n = problem.size();
        outcome.begin(self.name(), n, start, settings)?;
        self.inside.clear();
        match start {
            Some(start) => self.inside.extend(start.iter().map(|&z| z > 0.0)),
            None => self.guess(problem, &mut outcome.z),
        }
        self.active.choose(n, |i| self.inside[i]);
        let clock = (n > UNCLOCKED || settings.interrupt.is_some()).then(|| Clock::start(settings));
        let limit = pivot_limit(settings, n).min(50 + 10 * n);
        let end = self.run(problem, limit, clock.as_ref(), outcome);
        if end.is_ok() {
            outcome.judge_with_w(problem, settings.tolerance, Status::Limit, Stop::Stalled);
        } else {
            outcome.conclude(problem, settings.tolerance, end);
        }
        Ok(())
    }
}
