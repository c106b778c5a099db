//! An infeasible interior-point method with predictor and corrector.
//!
//! From z, w > 0 follow the central path z_i w_i = mu -> 0. With r = w - M z - q each step solves
//!
//! ```text
//!     M dz - dw = r,   W dz + Z dw = c        that is   (M + Z^-1 W) dz = r + Z^-1 c
//!     predictor c = -Z W e,   corrector c = sigma mu e - Z W e - dZ dW e of the predictor
//! ```
//!
//! twice with one factorisation (Mehrotra). Meant for monotone problems (M positive semidefinite), where
//! it needs 10 to 30 systems whatever the conditioning.
//!
//! Source: Wright, *Primal-Dual Interior-Point Methods* (1997), chapter 8 (monotone LCP) and chapter 10 (Mehrotra).

use super::residual::judge;
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::factor;
use crate::matrix::{dot, max_abs};
use crate::settings::{Clock, Settings, Stop};

/// Systems allowed where the settings name no limit.
const DEFAULT_ITERATIONS: usize = 100;

/// Part of the way to the boundary that a step may go. Closer to one is faster but may get stuck at the boundary.
const BOUNDARY: f64 = 0.995;

/// Interior-point method.
#[derive(Debug, Clone, Default)]
pub struct InteriorPoint {
    matrix: Vec<f64>,
    pivots: Vec<usize>,
    /// Work vectors: w, dz, dw, the target products, the gap and the row factors.
    w: Vec<f64>,
    dz: Vec<f64>,
    dw: Vec<f64>,
    products: Vec<f64>,
    gap: Vec<f64>,
    rows: Vec<f64>,
}

impl InteriorPoint {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    fn resize(&mut self, n: usize) {
        for vector in [&mut self.w, &mut self.dz, &mut self.dw, &mut self.products, &mut self.gap, &mut self.rows] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        self.matrix.resize(n * n, 0.0);
    }

    /// Factors M + Z^-1 W with row i divided by 1 + w_i/(z_i |M|): near the solution some w_i/z_i are huge.
    fn factor(&mut self, problem: &Lcp, z: &[f64]) -> bool {
        let n = z.len();
        self.matrix.copy_from_slice(problem.m().data());
        let largest = problem.largest().max(f64::MIN_POSITIVE);
        for i in 0..n {
            let ratio = self.w[i] / z[i];
            self.matrix[i * n + i] += ratio;
            self.rows[i] = 1.0 / (1.0 + ratio / largest);
            for value in &mut self.matrix[i * n..(i + 1) * n] {
                *value *= self.rows[i];
            }
        }
        factor::lu_factor(&mut self.matrix, n, &mut self.pivots)
    }

    /// Solves for the direction with target products c_i: W dz + Z dw = c.
    fn direction(&mut self, problem: &Lcp, z: &[f64]) {
        for i in 0..z.len() {
            self.dz[i] = self.rows[i] * (self.gap[i] + self.products[i] / z[i]);
        }
        factor::lu_apply(&self.matrix, z.len(), &self.pivots, &mut self.dz);
        for i in 0..z.len() {
            self.dw[i] = dot(problem.m().row(i), &self.dz) - self.gap[i];
        }
    }

    /// The longest step that keeps z and w positive.
    fn longest(&self, z: &[f64]) -> f64 {
        let ratio = |x: f64, d: f64| if d < 0.0 { -x / d } else { f64::INFINITY };
        let steps = (0..z.len()).map(|i| ratio(z[i], self.dz[i]).min(ratio(self.w[i], self.dw[i])));
        steps.fold(f64::INFINITY, f64::min)
    }

    /// One predictor-corrector step; false if the system is singular.
    fn step(&mut self, problem: &Lcp, z: &mut [f64]) -> bool {
        let n = z.len();
        let mu = dot(z, &self.w) / n as f64;
        for i in 0..n {
            self.gap[i] = self.w[i] - dot(problem.m().row(i), z) - problem.q()[i];
            self.products[i] = -z[i] * self.w[i];
        }
        if !self.factor(problem, z) {
            return false;
        }
        self.direction(problem, z);
        let affine = self.longest(z).min(1.0);
        let reached: f64 =
            (0..n).map(|i| (z[i] + affine * self.dz[i]) * (self.w[i] + affine * self.dw[i])).sum::<f64>() / n as f64;
        let sigma = (reached / mu).clamp(0.0, 1.0).powi(3);
        for i in 0..n {
            self.products[i] = sigma * mu - z[i] * self.w[i] - self.dz[i] * self.dw[i];
        }
        self.direction(problem, z);
        let length = (BOUNDARY * self.longest(z)).min(1.0);
        for i in 0..n {
            z[i] += length * self.dz[i];
            self.w[i] += length * self.dw[i];
        }
        z.iter().chain(&self.w).all(|x| x.is_finite() && *x > 0.0)
    }
}

impl LcpSolver for InteriorPoint {
    fn name(&self) -> &'static str {
        "interior-point"
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
        self.resize(n);
        // A start well inside: the size of q over the size of M, or one.
        let size = (max_abs(problem.q()) / problem.m().max_abs().max(1e-300)).clamp(1e-6, 1e6);
        for i in 0..n {
            outcome.z[i] = start.map_or(size, |s| s[i].max(0.1 * size));
        }
        problem.w(&outcome.z, &mut self.w);
        let floor = max_abs(problem.q()).max(1e-3);
        self.w.iter_mut().for_each(|w| *w = w.max(floor));
        let clock = Clock::start(settings);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_ITERATIONS);
        let mut stop = Stop::Iterations;
        while outcome.iterations < limit {
            if let Some(reason) = clock.stop() {
                stop = reason;
                break;
            }
            problem.w(&outcome.z, &mut outcome.w);
            if judge(problem, &outcome.z, &outcome.w, settings.tolerance).1 {
                break;
            }
            if !self.step(problem, &mut outcome.z) {
                stop = Stop::Stalled;
                break;
            }
            outcome.iterations += 1;
        }
        if outcome.z.iter().any(|z| !z.is_finite()) {
            outcome.z.fill(0.0);
        }
        outcome.judge(problem, settings.tolerance, Status::Limit, stop);
        Ok(())
    }
}
