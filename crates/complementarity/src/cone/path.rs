//! Path following through the modes of planar contacts: where Newton's method runs in circles, this walks.
//!
//! In the plane Alart and Curnier's F is linear in pieces: each contact is open, sticks or slips either way, and in a cell of these
//! modes F(r) = J r + c. From a start r_0 the path
//!
//! ```text
//!     F(r) = (1 - t) F(r_0),      t from 0 to 1
//! ```
//!
//! is a chain of straight pieces, J dr = -F(r_0) dt. At the end of a piece one contact changes its mode; the next piece is walked in
//! the direction that enters the new cell, so that t turns back where the path does. A problem may have several solutions or none
//! near its start: the path finds its way around, which no step of Newton's does. Each piece costs one factorisation.
//!
//! * W may be singular (hyperstatic contacts): contacts give way by s/rho (r - r_0), a step of the proximal point method.
//! * The rho of the contacts are spread a little, so that two contacts hardly ever change their modes at once.
//!
//! Source: Eaves, *Math. Programming* 3 (1972) (paths of piecewise linear maps); Dirkse, Ferris, *Optim. Methods Softw.* 5 (1995)
//! (paths from a start, for complementarity).

use super::alart_curnier::{Linearised, linearise};
use super::block_lu::BlockLu;
use super::residual::part;
use super::{ConeOutcome, ConeSolver, FrictionProblem};
use crate::error::{InputError, check_start};
use crate::settings::{Clock, Settings, Stop};

/// Pieces allowed where the settings name no limit.
const DEFAULT_PIECES: usize = 2_000;

/// The part s of its own inverse mass by which a contact gives way. Smaller, and the systems of hyperstatic contacts lose all
/// digits; larger, and more proximal steps are left to do.
const SOFT: f64 = 1e-7;

/// How far rho is spread, as a part of itself.
const SPREAD: f64 = 0.5;

/// The next proximal step is made where the last one has lowered the residual to this part of what it was.
const FALLING: f64 = 0.3;

/// A path that has gone so far back has lost its way.
const BACK: f64 = -10.0;

/// What a contact does, as far as F is concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    Open,
    Stick,
    /// With the sign of the friction.
    Slip(f64),
}

/// The end of a piece: how far, which contact, its mode before and after.
#[derive(Debug, Clone, Copy)]
struct Turn {
    length: f64,
    contact: usize,
    from: Mode,
    to: Mode,
}

/// Path following for planar problems. In space it gives back its start.
#[derive(Debug, Clone, Default)]
pub struct ConePath {
    lu: BlockLu<2>,
    modes: Vec<Mode>,
    blocks: Vec<Linearised<2>>,
    rho: Vec<f64>,
    /// q - s/rho r_0.
    q: Vec<f64>,
    /// F(r_0).
    goal: Vec<f64>,
    r: Vec<f64>,
    u: Vec<f64>,
    dr: Vec<f64>,
    du: Vec<f64>,
    error: Vec<f64>,
    best: Vec<f64>,
}

impl ConePath {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Proximal steps, each a path, while the residual falls. The best r is left in the outcome.
    fn run(&mut self, problem: &FrictionProblem, settings: &Settings, outcome: &mut ConeOutcome) -> Stop {
        let clock = Clock::start(settings);
        let limit = settings.max_iterations.unwrap_or(DEFAULT_PIECES);
        let mut least = outcome.measure(problem);
        while least > settings.tolerance {
            self.start(problem, &outcome.r);
            if let Err(stop) = self.walk(problem, &clock, limit, &mut outcome.iterations) {
                return stop;
            }
            self.best.clone_from(&outcome.r);
            outcome.r.clone_from(&self.r);
            let value = outcome.measure(problem);
            if value > FALLING * least {
                if value > least {
                    outcome.r.clone_from(&self.best);
                }
                break;
            }
            least = value;
        }
        Stop::Stalled
    }

    /// Walks from t = 0 to t = 1, or says why not.
    fn walk(&mut self, problem: &FrictionProblem, clock: &Clock, limit: usize, pieces: &mut usize) -> Result<(), Stop> {
        let (mut t, mut last) = (0.0, None);
        while *pieces < limit {
            if let Some(stop) = clock.stop() {
                return Err(stop);
            }
            *pieces += 1;
            let forward = self.direction(problem, t, last).ok_or(Stop::Stalled)?;
            let turn = self.end_of_piece(problem.mu(), forward);
            let arrives = turn.is_none_or(|turn| t + turn.length >= 1.0);
            if forward && arrives {
                self.advance(1.0 - t);
                return Ok(());
            }
            let turn = turn.ok_or(Stop::Stalled)?;
            let signed = if forward { turn.length } else { -turn.length };
            t += signed;
            self.advance(signed);
            self.modes[turn.contact] = turn.to;
            last = Some(turn);
            if !(t.is_finite() && t > BACK) {
                return Err(Stop::Stalled);
            }
        }
        Err(Stop::Iterations)
    }

    /// The cell of the start and F there.
    fn start(&mut self, problem: &FrictionProblem, r: &[f64]) {
        self.lu.prepare(problem.w());
        for vector in [&mut self.u, &mut self.dr, &mut self.du, &mut self.error, &mut self.goal, &mut self.q] {
            vector.clear();
            vector.resize(problem.size(), 0.0);
        }
        self.r.clear();
        self.r.extend_from_slice(r);
        self.rho.clear();
        // Fractional parts of multiples of the golden ratio are evenly spread.
        let spread = |i: usize| 1.0 + SPREAD * ((0.618_033_988_749_894_9 * i as f64).fract() - 0.5);
        self.rho.extend(problem.rho().iter().enumerate().map(|(i, rho)| rho * spread(i)));
        for (k, (soft, q)) in self.q.iter_mut().zip(problem.q()).enumerate() {
            *soft = q - SOFT / self.rho[k / 2] * r[k];
        }
        self.find_velocities(problem);
        self.modes.clear();
        for i in 0..problem.contacts() {
            let (r, u, mu, rho) = (part::<2>(&self.r, i), part::<2>(&self.u, i), problem.mu()[i], self.rho[i]);
            let f = linearise(r, u, mu, rho).f;
            self.goal[2 * i..2 * i + 2].copy_from_slice(&f);
            let (normal, tangential) = (r[0] - rho * u[0], r[1] - rho * u[1]);
            self.modes.push(if normal <= 0.0 {
                Mode::Open
            } else if tangential.abs() <= mu * normal {
                Mode::Stick
            } else {
                Mode::Slip(tangential.signum())
            });
        }
    }

    /// u = (W + s/rho) r + q - s/rho r_0.
    fn find_velocities(&mut self, problem: &FrictionProblem) {
        problem.w().multiply_add(&self.r, &self.q, &mut self.u);
        for (k, u) in self.u.iter_mut().enumerate() {
            *u += SOFT / self.rho[k / 2] * self.r[k];
        }
    }

    /// Puts r back on the path, finds dr and du for dt = 1, and whether the new cell is entered with growing t. `None` if the cell
    /// has no direction.
    fn direction(&mut self, problem: &FrictionProblem, t: f64, last: Option<Turn>) -> Option<bool> {
        self.find_velocities(problem);
        self.blocks.clear();
        for (i, &mode) in self.modes.iter().enumerate() {
            let (r, u) = (part::<2>(&self.r, i), part::<2>(&self.u, i));
            let block = in_mode(mode, r, u, problem.mu()[i], self.rho[i]);
            for k in 0..2 {
                self.error[2 * i + k] = (1.0 - t) * self.goal[2 * i + k] - block.f[k];
            }
            self.blocks.push(block);
        }
        let rho = &self.rho;
        if !self.lu.factor(problem.w(), &self.blocks, |i| SOFT / rho[i]) {
            return None;
        }
        self.lu.solve(&mut self.error);
        self.r.iter_mut().zip(&self.error).for_each(|(r, e)| *r += e);
        self.find_velocities(problem);
        self.dr.iter_mut().zip(&self.goal).for_each(|(d, f)| *d = -f);
        self.lu.solve(&mut self.dr);
        self.error.fill(0.0);
        problem.w().multiply_add(&self.dr, &self.error, &mut self.du);
        for (k, du) in self.du.iter_mut().enumerate() {
            *du += SOFT / self.rho[k / 2] * self.dr[k];
        }
        Some(last.is_none_or(|turn| self.enters(turn, problem.mu()[turn.contact])))
    }

    /// r - rho u of a contact and its change.
    fn moved(&self, i: usize) -> ([f64; 2], [f64; 2]) {
        let rho = self.rho[i];
        let at = |r: &[f64], u: &[f64]| [r[2 * i] - rho * u[2 * i], r[2 * i + 1] - rho * u[2 * i + 1]];
        (at(&self.r, &self.u), at(&self.dr, &self.du))
    }

    /// Whether dt > 0 leads into the mode that a contact has just taken.
    fn enters(&self, turn: Turn, mu: f64) -> bool {
        let (_, d) = self.moved(turn.contact);
        match (turn.from, turn.to) {
            (_, Mode::Open) => d[0] < 0.0,
            (Mode::Open, _) => d[0] > 0.0,
            (Mode::Slip(sign), _) => sign * d[1] < mu * d[0],
            (_, Mode::Slip(sign)) => sign * d[1] > mu * d[0],
            (Mode::Stick, Mode::Stick) => true,
        }
    }

    /// Where the piece ends, and how; `None` if never.
    fn end_of_piece(&self, mu: &[f64], forward: bool) -> Option<Turn> {
        let way = if forward { 1.0 } else { -1.0 };
        let mut first: Option<Turn> = None;
        for (contact, (&mode, &mu)) in self.modes.iter().zip(mu).enumerate() {
            let (m, d) = self.moved(contact);
            let mut see = |slack: f64, change: f64, to: Mode| {
                let rate = way * change;
                if rate < 0.0 {
                    let length = (slack / -rate).max(0.0);
                    if first.is_none_or(|turn| length < turn.length) {
                        first = Some(Turn { length, contact, from: mode, to });
                    }
                }
            };
            match mode {
                Mode::Open => see(-m[0], -d[0], Mode::Slip(m[1].signum())),
                Mode::Stick => {
                    see(mu * m[0] - m[1], mu * d[0] - d[1], Mode::Slip(1.0));
                    see(mu * m[0] + m[1], mu * d[0] + d[1], Mode::Slip(-1.0));
                }
                Mode::Slip(sign) => {
                    see(m[0], d[0], Mode::Open);
                    if mu > 0.0 {
                        see(sign * m[1] - mu * m[0], sign * d[1] - mu * d[0], Mode::Stick);
                    }
                }
            }
        }
        first
    }

    fn advance(&mut self, length: f64) {
        self.r.iter_mut().zip(&self.dr).for_each(|(r, d)| *r += length * d);
    }
}

/// F and its linearisation in a mode.
fn in_mode(mode: Mode, r: [f64; 2], u: [f64; 2], mu: f64, rho: f64) -> Linearised<2> {
    let none = [[0.0; 2]; 2];
    match mode {
        Mode::Open => Linearised { f: r, a: [[1.0, 0.0], [0.0, 1.0]], b: none },
        Mode::Stick => Linearised { f: [rho * u[0], rho * u[1]], a: none, b: [[rho, 0.0], [0.0, rho]] },
        Mode::Slip(sign) => Linearised {
            f: [rho * u[0], r[1] - sign * mu * (r[0] - rho * u[0])],
            a: [[0.0, 0.0], [-sign * mu, 1.0]],
            b: [[rho, 0.0], [sign * mu * rho, 0.0]],
        },
    }
}

impl ConeSolver for ConePath {
    fn name(&self) -> &'static str {
        "path"
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
        let stop = if problem.dim() == 2 { self.run(problem, settings, outcome) } else { Stop::Stalled };
        outcome.judge(problem, settings.tolerance, stop);
        Ok(())
    }
}
