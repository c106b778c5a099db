//! Semismooth Newton methods with line search.
//!
//! The problem is F(z) = 0 with, for w = M z + q, either
//!
//! ```text
//!     Fischer-Burmeister   F_i = sqrt(z_i^2 + w_i^2) - z_i - w_i
//!     minimum map          F_i = min(z_i, w_i)
//! ```
//!
//! An element of the generalised Jacobian is diag(a) + diag(b) M with (a_i, b_i) the derivatives of F_i. The direction d solves
//! (diag(a) + diag(b) M) d = -F; where that is singular or no descent for 1/2 |F|^2, the steepest descent direction is
//! taken (Fischer-Burmeister only, whose square is smooth). The step is halved until Armijo's condition holds.
//!
//! Source: Fischer, *Optimization* 24 (1992); De Luca, Facchinei, Kanzow, *Math. Programming* 75 (1996);
//! Facchinei, Pang, *Finite-Dimensional Variational Inequalities* (2003), section 9.1.

use super::residual::judge;
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::factor;
use crate::matrix::dot;
use crate::settings::{Clock, Settings, Stop};

/// Newton steps allowed where the settings name no limit.
const DEFAULT_ITERATIONS: usize = 200;

/// Part of the predicted decrease that a step must reach (Armijo). Larger values take shorter steps.
const DECREASE: f64 = 1e-4;

/// The step is halved at most this often; 2^-30 moves nothing any more.
const HALVINGS: usize = 30;

/// Which function is made zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Merit {
    /// sqrt(z^2 + w^2) - z - w; smooth square, robust far from the solution.
    #[default]
    FischerBurmeister,
    /// min(z, w); ends in finitely many steps near the solution.
    Minimum,
}

/// Semismooth Newton method.
#[derive(Debug, Clone, Default)]
pub struct Newton {
    /// The function F.
    pub merit: Merit,
    jacobian: Vec<f64>,
    pivots: Vec<usize>,
    f: Vec<f64>,
    slopes: Vec<(f64, f64)>,
    direction: Vec<f64>,
    gradient: Vec<f64>,
    trial: Vec<f64>,
    trial_w: Vec<f64>,
}

impl Newton {
    /// With the given function F.
    pub fn new(merit: Merit) -> Self {
        Self { merit, ..Self::default() }
    }

    fn resize(&mut self, n: usize) {
        for vector in [&mut self.f, &mut self.direction, &mut self.gradient, &mut self.trial, &mut self.trial_w] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        self.slopes.clear();
        self.slopes.resize(n, (0.0, 0.0));
        self.jacobian.resize(n * n, 0.0);
    }

    /// F and its derivatives at (z, w).
    fn evaluate(&mut self, z: &[f64], w: &[f64]) {
        for i in 0..z.len() {
            (self.f[i], self.slopes[i]) = component(self.merit, z[i], w[i]);
        }
    }

    /// Newton's direction; false if the Jacobian is singular.
    fn newton_direction(&mut self, problem: &Lcp) -> bool {
        let n = problem.size();
        for i in 0..n {
            let (a, b) = self.slopes[i];
            let row = &mut self.jacobian[i * n..(i + 1) * n];
            for (x, m) in row.iter_mut().zip(problem.m().row(i)) {
                *x = b * m;
            }
            row[i] += a;
            self.direction[i] = -self.f[i];
        }
        factor::lu_solve(&mut self.jacobian[..n * n], n, &mut self.pivots, &mut self.direction)
    }

    /// Gradient of 1/2 |F|^2: a F + M^T (b F).
    fn gradient(&mut self, problem: &Lcp) {
        for ((t, f), (_, b)) in self.trial.iter_mut().zip(&self.f).zip(&self.slopes) {
            *t = b * f;
        }
        problem.m().multiply_transposed(&self.trial, &mut self.gradient);
        for ((g, f), (a, _)) in self.gradient.iter_mut().zip(&self.f).zip(&self.slopes) {
            *g += a * f;
        }
    }

    /// One step with line search; false if nothing descends.
    fn step(&mut self, problem: &Lcp, z: &mut [f64], w: &mut [f64]) -> bool {
        let value = 0.5 * dot(&self.f, &self.f);
        self.gradient(problem);
        let mut slope = f64::NAN;
        if self.newton_direction(problem) {
            slope = dot(&self.gradient, &self.direction);
        }
        let newton = slope < -1e-14 * value || (self.merit == Merit::Minimum && !slope.is_nan());
        if !newton {
            self.direction.iter_mut().zip(&self.gradient).for_each(|(d, g)| *d = -g);
            slope = -dot(&self.gradient, &self.gradient);
        }
        let mut length = 1.0;
        for _ in 0..HALVINGS {
            for ((t, z_i), d) in self.trial.iter_mut().zip(z.iter()).zip(&self.direction) {
                *t = z_i + length * d;
            }
            problem.w(&self.trial, &mut self.trial_w);
            let square = |(z_i, w_i): (&f64, &f64)| component(self.merit, *z_i, *w_i).0.powi(2);
            let next: f64 = 0.5 * self.trial.iter().zip(&self.trial_w).map(square).sum::<f64>();
            if next <= value + DECREASE * length * slope.min(0.0) && next < value {
                z.copy_from_slice(&self.trial);
                w.copy_from_slice(&self.trial_w);
                return true;
            }
            length *= 0.5;
        }
        false
    }
}

/// F_i and its derivatives by z_i and w_i.
fn component(merit: Merit, z: f64, w: f64) -> (f64, (f64, f64)) {
    match merit {
        Merit::Minimum if z <= w => (z, (1.0, 0.0)),
        Merit::Minimum => (w, (0.0, 1.0)),
        Merit::FischerBurmeister => {
            let norm = z.hypot(w);
            // Written to avoid the cancellation of norm - (z + w) where both are positive.
            let value = if z + w > 0.0 { -2.0 * z * w / (norm + z + w) } else { norm - z - w };
            if norm > 0.0 {
                (value, (z / norm - 1.0, w / norm - 1.0))
            } else {
                let corner = std::f64::consts::FRAC_1_SQRT_2 - 1.0;
                (0.0, (corner, corner))
            }
        }
    }
}

impl LcpSolver for Newton {
    fn name(&self) -> &'static str {
        match self.merit {
            Merit::FischerBurmeister => "newton-fischer",
            Merit::Minimum => "newton-minimum",
        }
    }

    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        let n = problem.size();
        outcome.begin(self.name(), n, start, settings)?;
        if let Some(start) = start {
            outcome.z.copy_from_slice(start);
        }
        self.resize(n);
        let clock = Clock::start(settings);
        problem.w(&outcome.z, &mut outcome.w);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_ITERATIONS);
        let mut stop = Stop::Iterations;
        while !judge(problem, &outcome.z, &outcome.w, settings.tolerance).1 && outcome.iterations < limit {
            if let Some(reason) = clock.stop() {
                stop = reason;
                break;
            }
            self.evaluate(&outcome.z, &outcome.w);
            if !self.step(problem, &mut outcome.z, &mut outcome.w) {
                stop = Stop::Stalled;
                break;
            }
            outcome.iterations += 1;
        }
        outcome.judge(problem, settings.tolerance, Status::Limit, stop);
        Ok(())
    }
}
