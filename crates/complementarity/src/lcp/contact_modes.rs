//! Contact modes: Newton's method on contact problems of Stewart and Trinkle's form, in their reduced unknowns.
//!
//! For r = (z_n, f) and u = W r + q of each contact ([`super::contact_form`]) the problem is
//!
//! ```text
//!     z_n = max(0, z_n - rho u_n),     f = P(f - rho u_f),     P: projection onto |f|_1 <= mu z_n.
//! ```
//!
//! The right-hand sides name a mode for each contact, and with it linear equations:
//!
//! ```text
//!     open                z_n = 0, f = 0
//!     stick               u_n = 0, u_k = 0 for every pair k
//!     slip, pairs A       u_n = 0, f_k = 0 outside A,  s_k u_k equal inside A,  sum_A s_k f_k = mu z_n      (s_k: signs of f_k)
//! ```
//!
//! Solve them, name the modes again, until they stay. The systems have as many unknowns as free directions, at most
//! half of n; five or so are enough. Sweeps of projected Gauss-Seidel come before them.
//!
//! Hyperstatic contacts make systems singular. Then W + S and q - S a stand for W and q, S a small diagonal matrix and
//! a the last r: steps of the proximal point method, which has the same solutions. Where the modes do not settle
//! either, the method stops; the default then goes on with Lemke's.
//!
//! Source: Alart, Curnier, *CMAME* 92 (1991), for the polyhedral cone of Stewart and Trinkle; projection onto |f|_1 <= R:
//! Duchi et al., *ICML* (2008); proximal point: Rockafellar, *SIAM J. Control Optim.* 14 (1976).

use super::contact_form::{ContactForm, FormContact};
use super::{Lcp, LcpSolver, Outcome, Status};
use crate::error::InputError;
use crate::factor;
use crate::matrix::dot;
use crate::settings::{Clock, Settings, Stop};
use pulp::{Arch, NullaryFnOnce};

/// The rounds: sweeps before the first system, and S in units of the diagonal of W.
///
/// One sweep costs a product with W, a system about n/10 times that; fewer sweeps mean more systems. A smaller S
/// converges in fewer steps, a larger one settles the modes more surely. After the last round Lemke's method is cheaper.
const ROUNDS: [(usize, f64); 3] = [(4, 0.0), (4, 1e-4), (8, 1e-2)];

/// Systems of one round; modes that settle at all do so within about ten, the steps of the proximal method after that are few.
const SYSTEMS: usize = 20;

/// The steps of the proximal method end when S (r - a) is below this part of |q|: well within every tolerance in use, above rounding.
const SETTLED: f64 = 1e-13;

/// What a contact does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Open,
    Stick,
    Slip,
}

/// One unknown of a system and its equation: u_row + factor u_other = 0 and r = x_row + share x_other.
#[derive(Debug, Clone, Copy)]
struct Unknown {
    row: usize,
    /// The reference pair of a slipping contact, or the row itself with zero factors.
    other: usize,
    /// Factor of u_other in the equation.
    equation: f64,
    /// What a unit of this unknown adds to r_other.
    force: f64,
}

/// The method with its work arrays.
#[derive(Debug, Clone, Default)]
pub struct ContactModes {
    form: ContactForm,
    modes: Vec<Mode>,
    /// Sign of f for the pairs that slip, zero for the others and for normals.
    signs: Vec<f64>,
    r: Vec<f64>,
    /// W r + q + S (r - a).
    u: Vec<f64>,
    /// rho.
    step: Vec<f64>,
    /// The diagonal of S.
    shift: Vec<f64>,
    /// The point a of the proximal method.
    anchor: Vec<f64>,
    unknowns: Vec<Unknown>,
    matrix: Vec<f64>,
    solution: Vec<f64>,
    line: Vec<f64>,
    pivots: Vec<usize>,
    sorted: Vec<f64>,
}

impl ContactModes {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a problem is of Stewart and Trinkle's form.
    pub fn applies(&mut self, problem: &Lcp) -> bool {
        self.form.recognise(problem)
    }

    /// Solves the problem that [`ContactModes::applies`] was asked about last.
    pub(crate) fn solve_recognised(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        outcome.begin(self.name(), problem.size(), start, settings)?;
        self.begin(start);
        let limit = settings.max_iterations.unwrap_or(usize::MAX);
        let end = self.run(&Clock::start(settings), limit, &mut outcome.iterations);
        let modes = &self.modes;
        self.form.write_z(&self.r, &self.u, |c| modes[c] == Mode::Stick, &mut outcome.z);
        outcome.conclude(problem, settings.tolerance, end);
        Ok(())
    }

    /// Solves a problem that is given in its reduced unknowns (z_n and f of each contact): u = W r + q, W row by row, of each contact mu and the
    /// number of its pairs of directions. The unknowns, and the largest |min(z, w)| of the LCP they stand for; nothing if the modes do not settle.
    pub fn solve_reduced(
        &mut self,
        (w, q): (&[f64], &[f64]),
        contacts: impl Iterator<Item = (f64, usize)>,
        start: Option<&[f64]>,
        settings: &Settings,
    ) -> Option<(&[f64], f64)> {
        self.form.take(w, q, contacts);
        self.begin(start);
        self.run(&Clock::start(settings), settings.max_iterations.unwrap_or(usize::MAX), &mut 0).ok()?;
        let residual = self.reduced_residual();
        Some((&self.r, residual))
    }

    /// The unknowns of a reduced problem near the one solved last in the same modes, whether or not they are still those of a solution; nothing
    /// if the problem is of another shape or its equations are singular.
    pub fn solve_in_same_modes(
        &mut self,
        (w, q): (&[f64], &[f64]),
        contacts: impl Iterator<Item = (f64, usize)>,
    ) -> Option<&[f64]> {
        self.form.take(w, q, contacts);
        if self.modes.len() != self.form.contacts.len() || self.r.len() != self.form.size() {
            return None;
        }
        self.shift.fill(0.0);
        Arch::new().dispatch(System { modes: self, again: false }).then_some(&self.r)
    }

    /// The largest |min(z, w)| of the LCP of a reduced problem.
    fn reduced_residual(&self) -> f64 {
        let u = |i: usize| dot(self.form.row(i), &self.r) + self.form.q[i];
        let mut largest = 0.0_f64;
        let mut note = |z: f64, w: f64| largest = largest.max(z.min(w).abs());
        for (contact, mode) in self.form.contacts.iter().zip(&self.modes) {
            let (n, pairs) = (contact.first, contact.first + 1..contact.first + 1 + contact.pairs);
            note(self.r[n], u(n));
            let slip = if *mode == Mode::Stick { 0.0 } else { pairs.clone().fold(0.0, |m: f64, k| m.max(u(k).abs())) };
            for k in pairs.clone() {
                note(self.r[k].max(0.0), u(k) + slip);
                note((-self.r[k]).max(0.0), slip - u(k));
            }
            if contact.pairs > 0 {
                note(slip, contact.mu * self.r[n] - pairs.fold(0.0, |sum, k| sum + self.r[k].abs()));
            }
        }
        largest
    }

    /// Starts from r = 0 or from the forces of a start.
    fn begin(&mut self, start: Option<&[f64]>) {
        let size = self.form.size();
        self.r.clear();
        match start {
            Some(z) => {
                self.r.extend(self.form.rows.iter().map(|&(p, m)| if p == m { z[p] } else { z[p] - z[m] }));
            }
            None => self.r.resize(size, 0.0),
        }
        for vector in [&mut self.step, &mut self.u, &mut self.signs, &mut self.line, &mut self.shift, &mut self.anchor]
        {
            vector.clear();
            vector.resize(size, 0.0);
        }
        self.set_steps();
        self.matrix.clear();
        self.matrix.reserve(size * size);
        self.unknowns.clear();
        self.unknowns.reserve(size);
        for vector in [&mut self.solution, &mut self.sorted] {
            vector.clear();
            vector.reserve(size);
        }
        self.pivots.clear();
        self.pivots.reserve(size);
        self.modes.clear();
        self.modes.resize(self.form.contacts.len(), Mode::Open);
    }

    /// Rounds of sweeps and systems until the modes settle.
    fn run(&mut self, clock: &Clock, limit: usize, iterations: &mut usize) -> Result<(), Stop> {
        let arch = Arch::new();
        for (sweeps, shift) in ROUNDS {
            for _ in 0..sweeps {
                arch.dispatch(Sweep(self));
            }
            for i in 0..self.r.len() {
                self.shift[i] = shift * self.diagonal(i);
            }
            self.anchor.copy_from_slice(&self.r);
            arch.dispatch(Velocity(self));
            self.name_modes();
            let mut again = false;
            for _ in 0..SYSTEMS {
                clock.check(*iterations, limit)?;
                *iterations += 1;
                if !arch.dispatch(System { modes: self, again }) {
                    break;
                }
                arch.dispatch(Velocity(self));
                again = !self.name_modes();
                if again && self.step_anchor() {
                    return Ok(());
                }
            }
        }
        Err(Stop::Stalled)
    }

    /// Moves a to r; true if that changes nothing any more.
    fn step_anchor(&mut self) -> bool {
        let mut largest = 0.0_f64;
        for i in 0..self.r.len() {
            let difference = self.shift[i] * (self.r[i] - self.anchor[i]);
            largest = largest.max(difference.abs());
            self.u[i] -= difference;
        }
        self.anchor.copy_from_slice(&self.r);
        largest <= SETTLED * crate::matrix::max_abs(&self.form.q)
    }

    /// Names the mode of every contact from r and u; true if one has changed.
    fn name_modes(&mut self) -> bool {
        let mut changed = false;
        for c in 0..self.form.contacts.len() {
            let contact = self.form.contacts[c];
            let mode = self.mode_of(&contact, &mut changed);
            changed |= mode != self.modes[c];
            self.modes[c] = mode;
        }
        changed
    }

    /// The mode of one contact; notes the signs of the pairs that slip, and whether one has changed.
    fn mode_of(&mut self, contact: &FormContact, changed: &mut bool) -> Mode {
        let n = contact.first;
        let normal = self.r[n] - self.step[n] * self.u[n];
        if normal <= 0.0 {
            return Mode::Open;
        }
        let Some(threshold) = self.threshold(contact, contact.mu * normal) else { return Mode::Stick };
        for k in n + 1..n + 1 + contact.pairs {
            let y = self.r[k] - self.step[k] * self.u[k];
            let sign = if y.abs() > threshold { y.signum() } else { 0.0 };
            *changed |= sign != self.signs[k];
            self.signs[k] = sign;
        }
        Mode::Slip
    }

    #[inline(always)]
    fn diagonal(&self, i: usize) -> f64 {
        let value = self.form.w[i * self.form.size() + i];
        if value > 0.0 { value } else { 1.0 }
    }

    /// rho: one over the diagonal entry of the normal, one over the largest of the pairs of a contact.
    fn set_steps(&mut self) {
        for contact in &self.form.contacts {
            let pairs = contact.first + 1..contact.first + 1 + contact.pairs;
            self.step[contact.first] = 1.0 / self.diagonal(contact.first);
            let largest = pairs.clone().fold(f64::MIN_POSITIVE, |m, k| m.max(self.diagonal(k)));
            self.step[pairs].fill(1.0 / largest);
        }
    }

    /// The t >= 0 for which sum max(|y_k| - t, 0) = radius, y = f - rho u; `None` if y is inside.
    #[inline(always)]
    fn threshold(&mut self, contact: &FormContact, radius: f64) -> Option<f64> {
        let first = contact.first + 1;
        let size = |k: usize| (self.r[k] - self.step[k] * self.u[k]).abs();
        if contact.pairs == 1 {
            let beyond = size(first) - radius;
            return (beyond > 0.0).then_some(beyond);
        }
        if contact.pairs == 2 {
            let (x, y) = (size(first), size(first + 1));
            let (larger, smaller) = if x > y { (x, y) } else { (y, x) };
            return (larger + smaller > radius).then(|| (larger - radius).max(0.5 * (larger + smaller - radius)));
        }
        self.sorted.clear();
        self.sorted.extend((first..first + contact.pairs).map(size));
        if self.sorted.iter().sum::<f64>() <= radius {
            return None;
        }
        self.sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let (mut sum, mut threshold) = (0.0, 0.0_f64);
        for (k, &value) in self.sorted.iter().enumerate() {
            sum += value;
            threshold = threshold.max((sum - radius) / (k + 1) as f64);
        }
        Some(threshold)
    }

    /// Lists the unknowns of the system of the modes.
    fn list_unknowns(&mut self) {
        self.unknowns.clear();
        let alone = |row| Unknown { row, other: row, equation: 0.0, force: 0.0 };
        for (contact, mode) in self.form.contacts.iter().zip(&self.modes) {
            let pairs = contact.first + 1..contact.first + 1 + contact.pairs;
            match mode {
                Mode::Open => {}
                Mode::Stick => self.unknowns.extend((contact.first..pairs.end).map(alone)),
                Mode::Slip => {
                    let Some(other) = pairs.clone().find(|&k| self.signs[k] != 0.0) else { continue };
                    let sign = self.signs[other];
                    let force = sign * contact.mu;
                    self.unknowns.push(Unknown { row: contact.first, other, equation: 0.0, force });
                    for row in (other + 1..pairs.end).filter(|&k| self.signs[k] != 0.0) {
                        let both = -self.signs[row] * sign;
                        self.unknowns.push(Unknown { row, other, equation: both, force: both });
                    }
                }
            }
        }
    }

    /// Solves the equations of the modes for r, with the factors of the last system where the modes are the same (`again`);
    /// false if they are singular to rounding.
    #[inline(always)]
    fn solve_system(&mut self, again: bool) -> bool {
        if !again && !self.factor_system() {
            return false;
        }
        for (value, unknown) in self.solution.iter_mut().zip(&self.unknowns) {
            let q = |i: usize| self.form.q[i] - self.shift[i] * self.anchor[i];
            *value = -(q(unknown.row) + unknown.equation * q(unknown.other));
        }
        factor::lu_apply(&self.matrix, self.unknowns.len(), &self.pivots, &mut self.solution);
        self.r.fill(0.0);
        for (unknown, &x) in self.unknowns.iter().zip(&self.solution) {
            self.r[unknown.row] += x;
            self.r[unknown.other] += unknown.force * x;
        }
        true
    }

    /// Writes and factors the matrix of the modes.
    #[inline(always)]
    fn factor_system(&mut self) -> bool {
        self.list_unknowns();
        let k = self.unknowns.len();
        self.matrix.resize(k * k, 0.0);
        self.solution.resize(k, 0.0);
        for (i, unknown) in self.unknowns.iter().enumerate() {
            let (row, other) = (self.form.row(unknown.row), self.form.row(unknown.other));
            for ((line, a), b) in self.line.iter_mut().zip(row).zip(other) {
                *line = a + unknown.equation * b;
            }
            self.line[unknown.row] += self.shift[unknown.row];
            self.line[unknown.other] += unknown.equation * self.shift[unknown.other];
            for (entry, column) in self.matrix[i * k..(i + 1) * k].iter_mut().zip(&self.unknowns) {
                *entry = self.line[column.row] + column.force * self.line[column.other];
            }
        }
        factor::lu_factor(&mut self.matrix, k, &mut self.pivots)
    }

    /// One sweep of projected Gauss-Seidel over the contacts.
    #[inline(always)]
    fn sweep(&mut self) {
        for c in 0..self.form.contacts.len() {
            let contact = self.form.contacts[c];
            let n = contact.first;
            let u = dot(self.form.row(n), &self.r) + self.form.q[n];
            self.r[n] = (self.r[n] - u * self.step[n]).max(0.0);
            if contact.pairs == 0 {
                continue;
            }
            for k in n + 1..n + 1 + contact.pairs {
                self.u[k] = dot(self.form.row(k), &self.r) + self.form.q[k];
            }
            let threshold = self.threshold(&contact, contact.mu * self.r[n]).unwrap_or(0.0);
            for k in n + 1..n + 1 + contact.pairs {
                let y = self.r[k] - self.step[k] * self.u[k];
                self.r[k] = y.signum() * (y.abs() - threshold).max(0.0);
            }
        }
    }

    /// u = W r + q + S (r - a).
    #[inline(always)]
    fn velocity(&mut self) {
        for i in 0..self.r.len() {
            let proximal = self.shift[i] * (self.r[i] - self.anchor[i]);
            self.u[i] = dot(self.form.row(i), &self.r) + self.form.q[i] + proximal;
        }
    }
}

/// The three pieces of arithmetic, compiled for the widest vector instructions of the machine.
struct Sweep<'a>(&'a mut ContactModes);
struct System<'a> {
    modes: &'a mut ContactModes,
    /// Whether the modes are those of the last system.
    again: bool,
}

struct Velocity<'a>(&'a mut ContactModes);

impl NullaryFnOnce for Sweep<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.sweep();
    }
}

impl NullaryFnOnce for System<'_> {
    type Output = bool;
    #[inline(always)]
    fn call(self) -> bool {
        self.modes.solve_system(self.again)
    }
}

impl NullaryFnOnce for Velocity<'_> {
    type Output = ();
    #[inline(always)]
    fn call(self) {
        self.0.velocity();
    }
}

impl LcpSolver for ContactModes {
    fn name(&self) -> &'static str {
        "contact-modes"
    }

    /// On a problem that is not of Stewart and Trinkle's form the status is ray: the method does not apply.
    fn solve_into(
        &mut self,
        problem: &Lcp,
        start: Option<&[f64]>,
        settings: &Settings,
        outcome: &mut Outcome,
    ) -> Result<(), InputError> {
        if self.applies(problem) {
            return self.solve_recognised(problem, start, settings, outcome);
        }
        outcome.begin(self.name(), problem.size(), start, settings)?;
        outcome.judge(problem, settings.tolerance, Status::Ray, Stop::Stalled);
        Ok(())
    }
}
