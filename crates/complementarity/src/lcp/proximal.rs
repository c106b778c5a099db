//! The proximal point method for positive semidefinite M, each step by block pivoting.
//!
//! ```text
//!     z+ solves  (M + S, q - S z),     S = s diag(M)
//! ```
//!
//! M + S is positive definite where M is semidefinite, so that block pivoting solves each step in a few systems from the active set of
//! the last one; a fixed point z+ = z solves (M, q). Small s needs few steps, large s keeps the systems regular. Meant for
//! frictionless contacts that are more than the freedoms, where pivots on M itself divide by rounding.
//!
//! Source: Rockafellar, *SIAM J. Control Optim.* 14 (1976); CPS, section 5.6 (regularisation).

use super::{BlockPivot, Bounded, Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::matrix::Matrix;
use crate::settings::{Clock, Settings, Stop};

/// The s tried, in turn: the least that leaves eight digits to the systems, then more regular ones.
const SHIFTS: [f64; 3] = [1e-8, 1e-6, 1e-4];

/// Steps with one s; where the active set is found two or three are enough.
const STEPS: usize = 20;

/// Steps that leave more than this part of the residual make way for the next s.
const PROGRESS: f64 = 0.9;

/// The method with its work arrays.
#[derive(Debug, Clone, Default)]
pub(crate) struct Proximal {
    block: BlockPivot,
    shifted: Option<Lcp>,
    inner: Outcome,
    z: Vec<f64>,
    /// The z of the last step with its signs, which tell the active set.
    found: Vec<f64>,
}

impl Proximal {
    /// Writes (M + S, q - S z).
    fn shift(&mut self, problem: &Lcp, s: f64) -> Result<&Lcp, InputError> {
        let shifted = match &mut self.shifted {
            Some(shifted) => shifted,
            none => none.insert(Lcp::new(Matrix::zeros(1, 1), vec![0.0])?),
        };
        let z = &self.z;
        shifted.rewrite(problem.size(), |m, q| {
            for i in 0..q.len() {
                for (j, &entry) in problem.m().row(i).iter().enumerate() {
                    m[(i, j)] = entry;
                }
                let own = s * problem.m()[(i, i)].max(f64::MIN_POSITIVE);
                m[(i, i)] += own;
                q[i] = problem.q()[i] - own * z[i];
            }
        })?;
        Ok(shifted)
    }

    /// Steps with one s; the best z is left in the outcome.
    fn run(
        &mut self,
        problem: &Lcp,
        s: f64,
        settings: &Settings,
        clock: &Clock,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let (mut block, mut inner) = (std::mem::take(&mut self.block), std::mem::take(&mut self.inner));
        let mut found = std::mem::take(&mut self.found);
        self.z.clone_from(&outcome.z);
        found.clone_from(&outcome.z);
        let mut last = f64::INFINITY;
        for step in 0..STEPS {
            let shifted = self.shift(problem, s)?;
            let start = (step > 0).then_some(&found[..]);
            block.solve_into(shifted, start, &clock.rest_of(settings), &mut inner)?;
            found.copy_from_slice(&inner.z);
            outcome.iterations += 1 + inner.iterations;
            self.z.iter_mut().zip(&inner.z).for_each(|(z, new)| *z = new.max(0.0));
            problem.w(&self.z, &mut inner.w);
            let (residual, solved) = problem.judge(&self.z, &inner.w, settings.tolerance);
            if residual < outcome.residual || solved {
                outcome.z.copy_from_slice(&self.z);
                outcome.residual = residual;
            }
            if solved || residual.is_nan() || residual >= PROGRESS * last || clock.stop().is_some() {
                break;
            }
            last = residual;
        }
        (self.block, self.inner, self.found) = (block, inner, found);
        Ok(())
    }
}

impl LcpSolver for Proximal {
    fn name(&self) -> &'static str {
        "proximal"
    }

    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        outcome.begin(self.name(), problem.size(), start, settings)?;
        if let Some(start) = start {
            outcome.z.copy_from_slice(start);
        }
        let clock = Clock::start(settings);
        for s in SHIFTS {
            self.run(problem, s, settings, &clock, outcome)?;
            outcome.judge(problem, settings.tolerance, Status::Limit, clock.stop().unwrap_or(Stop::Stalled));
            if outcome.status == Status::Solved || clock.stop().is_some() {
                break;
            }
        }
        Ok(())
    }
}
