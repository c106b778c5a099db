//! Interior points for friction: a path through the inside of the cones, where no contact has to choose its mode.
//!
//! With x = (mu r_N, r_T) and z both inside the cone L = { x_0 >= |x_1| } and u(z) = (mu (z_0 - |z_1|), z_1), the problem reads
//!
//! ```text
//!     W r + q = u(z),     x o z = 0        (z = (u~_N / mu, u_T): De Saxce's change of variable)
//! ```
//!
//! and is followed from x o z = g e with g -> 0. Nesterov and Todd's scaling V turns a Newton step into one system,
//!
//! ```text
//!     (W + C V^-2 P + s/rho I) dr = C goal - (1 - sigma) (W r + q - u(z)),     C = du/dz,  P = diag(mu, 1, 1)
//! ```
//!
//! solved twice with one factorisation: without centring (sigma = 0) to see how far the step gets, then with
//! sigma = (1 - that length)^3 and the second-order term. V^-2 keeps the system regular where W is not, so that hyperstatic
//! contacts do no harm. C is not symmetric: friction has no potential, there is no proof of convergence, and the path may turn
//! back. The shift s grows while steps are short and lets the iterate move on.
//!
//! A point inside the cones is never exact. Each iterate is therefore judged as it is and after two sweeps of nonsmooth
//! Gauss-Seidel, which put it on the boundary where it belongs; a few Newton steps finish what rounding leaves.
//!
//! Source: Nesterov, Todd, *SIAM J. Optim.* 8 (1998); Vandenberghe, *The CVXOPT linear and quadratic cone program solvers*
//! (2010) (predictor, corrector); Acary, Armand, Nguyen, Shpakovych, *Comput. Optim. Appl.* (2023) (interior points for friction).

use super::alart_curnier::{Block, Linearised};
use super::block_lu::BlockLu;
use super::gauss_seidel::{prepare, sweep};
use super::local::LocalBlock;
use super::nesterov_todd::{Scaling, largest_step, product, quotient};
use super::residual::{part, project_cone, tangential_norm};
use super::{ConeOutcome, ConeSolver, FrictionProblem};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Steps allowed where the settings name no limit. Problems that go well take 5 to 40.
const DEFAULT_ITERATIONS: usize = 200;

/// Part of the way to the boundary that a step may go; closer, and the next scaling loses digits.
const BOUNDARY: f64 = 0.99;

/// Least sigma: aiming at the boundary itself ends on it.
const LEAST_CENTRING: f64 = 1e-6;

/// A step shorter than this makes the shift grow.
const SHORT: f64 = 0.2;

/// Least and largest shift that is not zero, in units of the largest diagonal entry of each block, and its factors after short
/// and after long steps.
const LEAST_SHIFT: f64 = 1e-6;
const LARGEST_SHIFT: f64 = 1.0;
const GROW: f64 = 4.0;
const SHRINK: f64 = 0.25;

/// A shift below this is no more than rounding of W.
const NO_SHIFT: f64 = 1e-10;

/// So many steps in a row shorter than `STUCK` end the search.
const STUCK_STEPS: usize = 10;
const STUCK: f64 = 1e-4;

/// Contacts with less friction get this much here, as their cone has no inside; the sweeps know the true value.
const LEAST_FRICTION: f64 = 1e-6;

/// A warm start is moved inside by the part of |q| that its residual tells, but by this much at least.
const LEAST_OFFSET: f64 = 1e-4;

/// Interior points.
#[derive(Debug, Clone)]
pub struct ConeInterior {
    /// Size of the first reactions, in units of typical |q| over the largest diagonal entry of each block.
    pub reaction: f64,
    plane: Work<2>,
    space: Work<3>,
}

impl Default for ConeInterior {
    /// First reactions of one tenth: most contacts of a pile carry little.
    fn default() -> Self {
        Self { reaction: 0.1, plane: Work::default(), space: Work::default() }
    }
}

impl ConeInterior {
    /// With the default parameters.
    pub fn new() -> Self {
        Self::default()
    }
}

/// One contact on its path.
#[derive(Debug, Clone, Copy)]
struct Contact<const D: usize> {
    mu: f64,
    x: [f64; D],
    z: [f64; D],
    dx: [f64; D],
    dz: [f64; D],
    goal: [f64; D],
    /// W r + q - u(z).
    defect: [f64; D],
    slope: Block<D>,
    scaling: Scaling<D>,
}

/// Work arrays for blocks of size D.
#[derive(Debug, Clone, Default)]
struct Work<const D: usize> {
    lu: BlockLu<D>,
    local: Vec<LocalBlock<D>>,
    blocks: Vec<Linearised<D>>,
    contacts: Vec<Contact<D>>,
    direction: Vec<f64>,
    r: Vec<f64>,
    u: Vec<f64>,
    best: Vec<f64>,
}

/// a x.
fn apply<const D: usize>(a: &Block<D>, x: &[f64; D]) -> [f64; D] {
    a.map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum())
}

impl<const D: usize> Contact<D> {
    fn new(mu: f64, x: [f64; D], z: [f64; D]) -> Self {
        let (none, zero) = ([0.0; D], [[0.0; D]; D]);
        Self { mu, x, z, dx: none, dz: none, goal: none, defect: none, slope: zero, scaling: Scaling::default() }
    }

    /// Scaling, defect and the blocks of the system at the present point; `None` on the boundary.
    fn linearise(&mut self, u: [f64; D]) -> Option<Linearised<D>> {
        self.scaling = Scaling::new(&self.x, &self.z)?;
        let norm = tangential_norm(&self.z);
        self.defect = u;
        self.defect[0] -= self.mu * (self.z[0] - norm);
        self.slope = [[0.0; D]; D];
        self.slope[0][0] = self.mu;
        for k in 1..D {
            self.defect[k] -= self.z[k];
            self.slope[k][k] = 1.0;
            self.slope[0][k] = -self.mu * self.z[k] / norm.max(f64::MIN_POSITIVE);
        }
        let mut a = [[0.0; D]; D];
        let mut b = [[0.0; D]; D];
        let square = self.scaling.inverse_square();
        for i in 0..D {
            b[i][i] = 1.0;
            for j in 0..D {
                let scale = if j == 0 { self.mu } else { 1.0 };
                a[i][j] = scale * (0..D).map(|k| self.slope[i][k] * square[k][j]).sum::<f64>();
            }
        }
        Some(Linearised { f: [0.0; D], a, b })
    }

    /// The goal of dz + V^-2 dx, from the last step if there is a centring; the right side of the system.
    fn aim(&mut self, sigma: f64, gap: f64) -> [f64; D] {
        self.goal = self.z.map(|v| -v);
        if sigma > 0.0 {
            let (a, b) = (self.scaling.divide(&self.dx), self.scaling.times(&self.dz));
            let (second, own) = (product(&a, &b), product(&self.scaling.lambda, &self.scaling.lambda));
            let mut wanted = [0.0; D];
            wanted[0] = sigma * gap;
            for k in 0..D {
                wanted[k] -= own[k] + second[k];
            }
            self.goal = self.scaling.divide(&quotient(&self.scaling.lambda, &wanted));
        }
        let mut side = apply(&self.slope, &self.goal);
        for k in 0..D {
            side[k] -= (1.0 - sigma) * self.defect[k];
        }
        side
    }

    /// dx and dz from dr.
    fn take(&mut self, dr: [f64; D]) {
        self.dx = dr;
        self.dx[0] *= self.mu;
        let back = apply(&self.scaling.inverse_square(), &self.dx);
        for k in 0..D {
            self.dz[k] = self.goal[k] - back[k];
        }
    }
}

impl<const D: usize> Work<D> {
    fn run(
        &mut self,
        problem: &FrictionProblem,
        reaction: f64,
        warm: bool,
        settings: &Settings,
        outcome: &mut ConeOutcome,
    ) -> Stop {
        let clock = Clock::start(settings);
        let mut least = outcome.measure(problem);
        if least <= settings.tolerance {
            return Stop::Stalled;
        }
        prepare(problem, &mut self.local);
        self.start(problem, if warm { None } else { Some(reaction) }, outcome);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_ITERATIONS);
        let (mut shift, mut stuck) = (0.0, 0);
        let stop = loop {
            self.gather(problem);
            least = self.judge(problem, least, outcome);
            if let Some(stop) = clock.stop() {
                break stop;
            }
            if least <= settings.tolerance || outcome.iterations >= limit {
                break Stop::Iterations;
            }
            outcome.iterations += 1;
            let Some(length) = self.step(problem, shift) else {
                break Stop::Stalled;
            };
            shift = next_shift(shift, length);
            stuck = if length < STUCK { stuck + 1 } else { 0 };
            if stuck >= STUCK_STEPS {
                break Stop::Stalled;
            }
        };
        outcome.r.copy_from_slice(&self.best);
        stop
    }

    /// The first point: all contacts alike (`reaction` given), or the start moved inside.
    fn start(&mut self, problem: &FrictionProblem, reaction: Option<f64>, outcome: &ConeOutcome) {
        self.lu.prepare(problem.w());
        for vector in [&mut self.direction, &mut self.r, &mut self.u] {
            vector.clear();
            vector.resize(problem.size(), 0.0);
        }
        self.best.clear();
        self.best.extend_from_slice(&outcome.r);
        self.contacts.clear();
        let typical = problem.law().scale / (problem.contacts() as f64).sqrt();
        let offset = typical * outcome.residual.clamp(LEAST_OFFSET, 1.0);
        for i in 0..problem.contacts() {
            let (mu, rho) = (problem.mu()[i].max(LEAST_FRICTION), problem.rho()[i]);
            let (mut x, mut z) = ([0.0; D], [0.0; D]);
            if let Some(reaction) = reaction {
                (x[0], z[0]) = (reaction * typical * rho, typical);
            } else {
                x = project_cone(part::<D>(&outcome.r, i), mu);
                x[0] = mu * x[0] + offset * rho;
                z = part::<D>(&outcome.u, i);
                z[0] = z[0].max(0.0) / mu + tangential_norm(&z) + offset;
            }
            self.contacts.push(Contact::new(mu, x, z));
        }
    }

    /// r and u = W r + q of the present point.
    fn gather(&mut self, problem: &FrictionProblem) {
        for (r, contact) in self.r.chunks_exact_mut(D).zip(&self.contacts) {
            r.copy_from_slice(&contact.x);
            r[0] /= contact.mu;
        }
        problem.w().multiply_add(&self.r, problem.q(), &mut self.u);
    }

    /// One step; its length, or `None` if there is none.
    fn step(&mut self, problem: &FrictionProblem, shift: f64) -> Option<f64> {
        self.blocks.clear();
        for (i, contact) in self.contacts.iter_mut().enumerate() {
            self.blocks.push(contact.linearise(part(&self.u, i))?);
        }
        let rho = problem.rho();
        if !self.lu.factor(problem.w(), &self.blocks, |i| shift / rho[i]) {
            return None;
        }
        let products = self.contacts.iter().map(|c| (0..D).map(|k| c.x[k] * c.z[k]).sum::<f64>());
        let gap = products.sum::<f64>() / self.contacts.len() as f64;
        self.solve(0.0, gap);
        let sigma = (1.0 - self.length(1.0)).powi(3).max(LEAST_CENTRING);
        self.solve(sigma, gap);
        let length = self.length(BOUNDARY);
        for contact in &mut self.contacts {
            for k in 0..D {
                contact.x[k] += length * contact.dx[k];
                contact.z[k] += length * contact.dz[k];
            }
        }
        Some(length)
    }

    /// The direction for a centring sigma.
    fn solve(&mut self, sigma: f64, gap: f64) {
        for (side, contact) in self.direction.chunks_exact_mut(D).zip(&mut self.contacts) {
            side.copy_from_slice(&contact.aim(sigma, gap));
        }
        self.lu.solve(&mut self.direction);
        for (i, contact) in self.contacts.iter_mut().enumerate() {
            contact.take(part(&self.direction, i));
        }
    }

    /// The length of the step that stays inside by the part given.
    fn length(&self, part: f64) -> f64 {
        let of = |c: &Contact<D>| largest_step(&c.x, &c.dx, part).min(largest_step(&c.z, &c.dz, part));
        self.contacts.iter().map(of).fold(1.0, f64::min)
    }

    /// The residual of the point and of the point after two sweeps; the least so far, kept with its reactions.
    fn judge(&mut self, problem: &FrictionProblem, mut least: f64, outcome: &mut ConeOutcome) -> f64 {
        outcome.r.copy_from_slice(&self.r);
        for swept in [false, true] {
            if swept {
                sweep(problem, &self.local, false, &mut outcome.r);
                sweep(problem, &self.local, true, &mut outcome.r);
            }
            let value = outcome.measure(problem);
            if value < least {
                self.best.copy_from_slice(&outcome.r);
                least = value;
            }
        }
        least
    }
}

/// The shift after a step of this length.
fn next_shift(shift: f64, length: f64) -> f64 {
    if length < SHORT {
        return (shift * GROW).clamp(LEAST_SHIFT, LARGEST_SHIFT);
    }
    let smaller = shift * SHRINK;
    if smaller < NO_SHIFT { 0.0 } else { smaller }
}

impl ConeSolver for ConeInterior {
    fn name(&self) -> &'static str {
        "interior-point"
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
        let stop = if problem.dim() == 3 {
            self.space.run(problem, self.reaction, start.is_some(), settings, outcome)
        } else {
            self.plane.run(problem, self.reaction, start.is_some(), settings, outcome)
        };
        outcome.judge(problem, settings.tolerance, stop);
        Ok(())
    }
}
