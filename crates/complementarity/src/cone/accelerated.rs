//! Accelerated projected gradients for many contacts: only products with W, no local solves, no systems.
//!
//! For a fixed s_i = mu_i |u_iT| the problem is convex: minimise 1/2 r.W r + (q + s n).r over the cones. One step is
//!
//! ```text
//!     r+ = P_K(y - t D (W y + q + s n)),    y = r+ + beta (r+ - r)        D = diag(rho_i I)
//! ```
//!
//! with Nesterov's beta, a step t found by backtracking, and a restart of beta when the direction points uphill.
//! s is brought up to date every `REFRESH` steps and at restarts (the fixed point of De Saxce's form).
//!
//! Source: Mazhar, Heyn, Negrut, Tasora, *ACM Trans. Graphics* 34 (2015); O'Donoghue, Candes, *Found. Comput. Math.* 15
//! (2015) (restart); Cadoux (2009) (fixed point on s).

use super::residual::{part, project_cone, tangential_norm};
use super::{ConeOutcome, ConeSolver, FrictionProblem};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Steps allowed where the settings name no limit.
const DEFAULT_ITERATIONS: usize = 100_000;

/// Steps between two updates of s. Fewer follow friction faster, more let the acceleration work.
const REFRESH: usize = 10;

/// The step t grows by this factor at each restart, as backtracking only shrinks it.
const GROW: f64 = 1.5;

/// Accelerated projected gradients.
#[derive(Debug, Clone, Default)]
pub struct ConeAccelerated {
    y: Vec<f64>,
    next: Vec<f64>,
    gradient: Vec<f64>,
    product: Vec<f64>,
    shift: Vec<f64>,
    best: Vec<f64>,
    /// A vector of zeros: the velocities without reactions, in products with W alone.
    zero: Vec<f64>,
}

impl ConeAccelerated {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// s from the velocities u.
    fn refresh<const D: usize>(&mut self, problem: &FrictionProblem, u: &[f64]) {
        for i in 0..problem.contacts() {
            self.shift[i] = problem.mu()[i] * tangential_norm(&part::<D>(u, i));
        }
    }

    /// next = P_K(y - t D gradient); returns |next - y|^2 in the metric of D^-1.
    fn step<const D: usize>(&mut self, problem: &FrictionProblem, t: f64) -> f64 {
        let mut square = 0.0;
        for i in 0..problem.contacts() {
            let rho = problem.rho()[i];
            let (y, g) = (part::<D>(&self.y, i), part::<D>(&self.gradient, i));
            let mut moved = y;
            for k in 0..D {
                moved[k] -= t * rho * g[k];
            }
            let projected = project_cone(moved, problem.mu()[i]);
            for k in 0..D {
                let d = projected[k] - y[k];
                square += d * d / rho;
                self.next[i * D + k] = projected[k];
            }
        }
        square
    }

    fn run<const D: usize>(
        &mut self,
        problem: &FrictionProblem,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Stop {
        let clock = Clock::start(settings);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_ITERATIONS);
        let mut least = outcome.measure(problem);
        self.best.clone_from(&outcome.r);
        self.y.clone_from(&outcome.r);
        let u = std::mem::take(&mut outcome.u);
        self.refresh::<D>(problem, &u);
        outcome.u = u;
        let (mut t, mut theta) = (1.0, 1.0_f64);
        while outcome.iterations < limit && least > settings.tolerance {
            outcome.iterations += 1;
            problem.w().multiply_add(&self.y, problem.q(), &mut self.gradient);
            for (g, s) in self.gradient.iter_mut().step_by(D).zip(&self.shift) {
                *g += s;
            }
            self.backtrack::<D>(problem, &mut t);
            let uphill = self.advance(&mut outcome.r, &mut theta);
            if uphill || outcome.iterations.is_multiple_of(REFRESH) {
                let value = outcome.measure(problem);
                if value < least {
                    least = value;
                    self.best.copy_from_slice(&outcome.r);
                }
                let u = std::mem::take(&mut outcome.u);
                self.refresh::<D>(problem, &u);
                outcome.u = u;
                if let Some(stop) = clock.stop() {
                    outcome.r.copy_from_slice(&self.best);
                    return stop;
                }
            }
            if uphill {
                t *= GROW;
            }
        }
        outcome.r.copy_from_slice(&self.best);
        Stop::Iterations
    }

    /// Shrinks t until the quadratic model bounds the change: 1/2 d.W d <= 1/(2t) d.D^-1 d.
    fn backtrack<const D: usize>(&mut self, problem: &FrictionProblem, t: &mut f64) {
        for _ in 0..60 {
            let square = self.step::<D>(problem, *t);
            for ((p, a), b) in self.product.iter_mut().zip(&self.next).zip(&self.y) {
                *p = a - b;
            }
            let curvature: f64 = (0..problem.contacts())
                .map(|i| {
                    let row = problem.w().row_times::<D>(i, &self.product, &self.zero);
                    (0..D).map(|k| row[k] * self.product[i * D + k]).sum::<f64>()
                })
                .sum();
            if curvature * *t <= square * (1.0 + 1e-12) {
                return;
            }
            *t *= 0.7;
        }
    }

    /// r <- next with Nesterov's extrapolation; true (and no extrapolation) where the move points uphill.
    fn advance(&mut self, r: &mut [f64], theta: &mut f64) -> bool {
        let uphill: f64 = self.gradient.iter().zip(&self.next).zip(r.iter()).map(|((g, a), b)| g * (a - b)).sum();
        let next_theta = 0.5 * *theta * ((*theta * *theta + 4.0).sqrt() - *theta);
        let beta = if uphill > 0.0 { 0.0 } else { *theta * (1.0 - *theta) / (*theta * *theta + next_theta) };
        for ((y, next), r) in self.y.iter_mut().zip(&self.next).zip(r.iter_mut()) {
            *y = next + beta * (next - *r);
            *r = *next;
        }
        *theta = if uphill > 0.0 { 1.0 } else { next_theta };
        uphill > 0.0
    }
}

impl ConeSolver for ConeAccelerated {
    fn name(&self) -> &'static str {
        "accelerated"
    }

    fn solve_into(
        &mut self,
        problem: &FrictionProblem,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Result<(), InputError> {
        settings.check()?;
        check_start(start, problem.size())?;
        outcome.reset(self.name(), problem.size(), start);
        for vector in [&mut self.next, &mut self.gradient, &mut self.product, &mut self.zero] {
            vector.clear();
            vector.resize(problem.size(), 0.0);
        }
        self.shift.clear();
        self.shift.resize(problem.contacts(), 0.0);
        let stop = if problem.dim() == 3 {
            self.run::<3>(problem, settings, outcome)
        } else {
            self.run::<2>(problem, settings, outcome)
        };
        outcome.judge(problem, settings.tolerance, stop);
        Ok(())
    }
}
