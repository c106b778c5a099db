//! The problem, its residual and the signature shared by its solvers.

use crate::error::{InputError, check_length};
use crate::lcp::{Bounded, Lcp, Outcome, allowed};
use crate::matrix::{Matrix, max_abs};
use crate::settings::Settings;

/// M, q and the bounds of z. Checked when made.
#[derive(Debug, Clone, PartialEq)]
pub struct BoxedLcp {
    plain: Lcp,
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl BoxedLcp {
    /// A problem from M, q and bounds; infinite bounds are allowed, NaN and crossed ones are not.
    pub fn new(m: Matrix, q: Vec<f64>, lower: Vec<f64>, upper: Vec<f64>) -> Result<Self, InputError> {
        let plain = Lcp::new(m, q)?;
        check_length("the list of lower bounds", &lower, plain.size())?;
        check_length("the list of upper bounds", &upper, plain.size())?;
        for (index, (&l, &u)) in lower.iter().zip(&upper).enumerate() {
            if l.is_nan() || u.is_nan() || l > u || l == f64::INFINITY || u == f64::NEG_INFINITY {
                return Err(InputError::CrossedBounds { index, lower: l, upper: u });
            }
        }
        Ok(Self { plain, lower, upper })
    }

    /// Number of unknowns n.
    pub fn size(&self) -> usize {
        self.plain.size()
    }

    /// The matrix M.
    pub fn m(&self) -> &Matrix {
        self.plain.m()
    }

    /// The vector q.
    pub fn q(&self) -> &[f64] {
        self.plain.q()
    }

    /// Lower bounds.
    pub fn lower(&self) -> &[f64] {
        &self.lower
    }

    /// Upper bounds.
    pub fn upper(&self) -> &[f64] {
        &self.upper
    }
}

/// The one residual of the class: max_i |z_i - mid(l_i, z_i - w_i, u_i)| / max(1, |q|, |z|). For l = 0 and infinite u
/// it is the residual of the LCP.
pub fn residual(problem: &BoxedLcp, z: &[f64], w: &[f64]) -> f64 {
    let mut largest = 0.0_f64;
    for i in 0..z.len() {
        if z[i].is_nan() || w[i].is_nan() {
            return f64::NAN;
        }
        largest = largest.max((z[i] - problem.clamp(i, z[i] - w[i])).abs());
    }
    largest / max_abs(problem.q()).max(max_abs(z)).max(1.0)
}

/// Whether the natural map in the problem's own units is within the tolerance too, as for the LCP: where q is tiny, or z far away
/// on a ray, the plain residual is small for points that solve nothing.
fn solves_in_own_units(problem: &BoxedLcp, tolerance: f64, z: &[f64], w: &[f64]) -> bool {
    let (size, size_of_z) = (max_abs(problem.q()), max_abs(z));
    if size == 0.0 {
        return true;
    }
    let natural = if problem.plain().largest() > 0.0 { size / problem.plain().largest() } else { 0.0 };
    let unit = size_of_z.max(natural);
    let step = |i: usize| (z[i] - problem.clamp(i, z[i] - w[i] * unit / size)).abs() / unit;
    let worst = (0..z.len()).map(step).fold(0.0, f64::max);
    unit == 0.0 || worst <= allowed(problem.plain(), size_of_z, tolerance)
}

impl Bounded for BoxedLcp {
    fn plain(&self) -> &Lcp {
        &self.plain
    }

    fn clamp(&self, i: usize, x: f64) -> f64 {
        x.max(self.lower[i]).min(self.upper[i])
    }

    fn judge(&self, z: &[f64], w: &[f64], tolerance: f64) -> (f64, bool) {
        let value = residual(self, z, w);
        (value, value <= tolerance && solves_in_own_units(self, tolerance, z, w))
    }
}

/// What every solver of boxed problems does.
pub trait BoxedSolver {
    /// The name used on the command line and in outcomes.
    fn name(&self) -> &'static str;

    /// Solves and writes the result into `outcome`, whose vectors are reused. `start` is a guess of z (warm start).
    fn solve_into(
        &mut self,
        problem: &BoxedLcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError>;

    /// Solves and returns a new outcome.
    fn solve(&mut self, problem: &BoxedLcp, start: Option<&[f64]>, settings: &Settings) -> Result<Outcome, InputError> {
        let mut outcome = Outcome::default();
        self.solve_into(problem, start, settings, &mut outcome)?;
        Ok(outcome)
    }
}
