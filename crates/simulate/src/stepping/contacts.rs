//! The contacts of a step: what they want, their friction, and the cone problems that give their impulses.
//!
//! The problems are set-valued: friction is up to mu times the normal impulse, mu by the slip before the step. Laws that never stick let contacts
//! creep with a slip s that depends on itself,
//!
//! ```text
//!     s = S(mu(s)),     S(mu): the slip that the cone problem with this mu leaves
//! ```
//!
//! S falls with mu, and mu rises with s while contacts creep, so that s lies between any assumed slip and the one that it leaves: false
//! position finds it (Illinois: an end of the bracket that stays counts half each time).

use super::run::{Effort, Stepper};
use crate::hold::terms::directions;
use carom_mechanics::Model;

/// Slips assumed in a step before it is taken as it is; a dozen are enough where contacts do not feel each other strongly.
const ASSUMPTIONS: usize = 60;

/// Part of the slip, and of the speed over which its friction rises, to which a slip is found: far below what a step is off by.
const CREEP: f64 = 1e-7;

/// Slip below this part of the speeds at the contacts, those that forces give in a step included, counts as sticking where the law
/// tells the two apart.
const SLOW: f64 = 1e-6;

/// The slip of a contact whose friction depends on it.
#[derive(Debug, Clone, Copy)]
struct Creep {
    contact: usize,
    /// The slip over which its friction rises.
    speed: f64,
    /// The slip assumed.
    slip: f64,
    /// Assumed slips that were too small and too large, each with what it left beyond them.
    low: Option<(f64, f64)>,
    high: Option<(f64, f64)>,
}

impl Creep {
    fn new(contact: usize, speed: f64, slip: f64) -> Self {
        Self { contact, speed, slip, low: None, high: None }
    }

    /// Learns what the assumed slip has left, and assumes another one; true if that was the same.
    fn learn(&mut self, left: f64) -> bool {
        let beyond = left - self.slip;
        if beyond.abs() <= CREEP * (self.speed + self.slip) {
            return true;
        }
        let halve = |end: Option<(f64, f64)>| end.map(|(slip, value)| (slip, 0.5 * value));
        if beyond > 0.0 {
            if self.low.is_some() {
                self.high = halve(self.high);
            }
            self.low = Some((self.slip, beyond));
        } else {
            if self.high.is_some() {
                self.low = halve(self.low);
            }
            self.high = Some((self.slip, beyond));
        }
        self.slip = match (self.low, self.high) {
            (Some((a, f)), Some((b, g))) => (a * g - b * f) / (g - f),
            _ => 0.5 * (self.slip + left),
        };
        false
    }
}

/// Velocities of the contacts without impulses, and their friction.
struct Wanted {
    /// With what restitution wants: u' = W P + q.
    q: Vec<f64>,
    /// Without.
    plain: Vec<f64>,
    /// Whether restitution wants something.
    rebounds: Vec<bool>,
    mu: Vec<f64>,
    /// The step.
    h: f64,
}

impl Wanted {
    /// q_N = U_N + e min(U_N before, 0). A contact that lasts or rests wants no rebound.
    fn new<M: Model + ?Sized>(stepper: &Stepper<M>, tangents: usize, h: f64) -> Self {
        let (mut q, mut plain, mut mu, mut rebounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (k, contact) in stepper.terms.contacts.iter().enumerate() {
            let free = contact.along_normal.velocity(&stepper.v);
            plain.push(free);
            q.push(stepper.wanted_normal(k, free, h));
            for direction in &contact.tangential[..tangents] {
                let slip = direction.velocity(&stepper.v);
                q.push(slip - stepper.rolling(k, direction, h));
                plain.push(slip);
            }
            mu.push(stepper.friction(k, tangents));
            let restitution = stepper.model.law(stepper.touches[k].site.pair).restitution;
            rebounds.push(restitution > 0.0 && stepper.impact_speed(k, h).is_some());
        }
        Self { q, plain, rebounds, mu, h }
    }
}

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Solves the cone problems of the closed contacts and changes the velocities.
    pub fn solve_contacts(&mut self, t: f64, h: f64) -> Result<Effort, String> {
        let tangents = self.model.tangents();
        self.warm_start(tangents + 1);
        self.hold_gaps();
        if !self.touches.is_empty() {
            self.assembly.prepare(&self.terms, tangents, &mut self.response);
        }
        self.solve_closed(t, h)
    }

    /// The same for contacts that are prepared, from the impulses at hand.
    pub fn solve_closed(&mut self, t: f64, h: f64) -> Result<Effort, String> {
        let tangents = self.model.tangents();
        if self.touches.is_empty() {
            return Ok(Effort { t, ..Effort::default() });
        }
        self.slow = self.slow_slip(tangents, h);
        let mut wanted = Wanted::new(self, tangents, h);
        let creeps = self.creeps(tangents);
        match creeps.is_empty() {
            true if self.frictions_are_constant() => self.solve_groups(t, &wanted),
            true => self.solve_stopping(t, &mut wanted),
            false => self.solve_creeping(t, &mut wanted, creeps),
        }
    }

    /// The same where friction while sticking may be larger than while slipping. A slip that would turn round within the step has been zero in
    /// it, and stays so if what holds while sticking can hold it. What slips at the end has slipped with what holds while slipping: a contact
    /// that breaks loose too, at once.
    fn solve_stopping(&mut self, t: f64, wanted: &mut Wanted) -> Result<Effort, String> {
        let (free, start) = (self.v.clone(), self.impulses.clone());
        let mut effort = self.solve_groups(t, wanted)?;
        let turned: Vec<usize> = (0..self.touches.len()).filter(|&k| self.turns_round(k)).collect();
        for &k in &turned {
            let law = &self.model.law(self.touches[k].site.pair).friction;
            wanted.mu[k] = law.sticking().unwrap_or(wanted.mu[k]);
        }
        let mut again = !turned.is_empty();
        // Contacts only ever break loose: at the latest all have.
        loop {
            if again {
                self.v.clone_from(&free);
                self.impulses.clone_from(&start);
                let next = self.solve_groups(t, wanted)?;
                effort = Effort { problems: effort.problems + next.problems, ..next };
            }
            again = self.break_loose(&mut wanted.mu);
            if !again {
                return Ok(effort);
            }
        }
    }

    /// Gives contacts that slip with the friction of sticking the one of slipping; true if there were any.
    fn break_loose(&self, mu: &mut [f64]) -> bool {
        let (tangents, mut any) = (self.model.tangents(), false);
        for (k, mu) in mu.iter_mut().enumerate() {
            let (law, slip) = (&self.model.law(self.touches[k].site.pair).friction, self.slip(k, tangents, &self.v));
            let slipping = law.slipping(slip);
            if law.sticking() == Some(*mu) && slip > self.slow && slipping < *mu {
                *mu = slipping;
                any = true;
            }
        }
        any
    }

    /// Whether the slip of closed contact k is now against the one before the step, and its law tells sticking from slipping.
    fn turns_round(&self, k: usize) -> bool {
        let law = &self.model.law(self.touches[k].site.pair).friction;
        let directions = &self.terms.contacts[k].tangential[..self.model.tangents()];
        if self.slip(k, directions.len(), &self.before) <= self.slow {
            return false;
        }
        let along: f64 = directions.iter().map(|d| d.velocity(&self.before) * d.velocity(&self.v)).sum();
        law.constant().is_none() && law.sticking().is_some() && along < 0.0
    }

    /// Solves the groups of contacts one by one.
    fn solve_groups(&mut self, t: f64, wanted: &Wanted) -> Result<Effort, String> {
        let dim = self.model.tangents() + 1;
        let pyramid = self.settings.pyramid.filter(|_| dim == 3);
        let (tolerance, mut effort) = (self.tolerance(), Effort { t, ..Effort::default() });
        let slow = self.slow_part() * self.speed_at_contacts(dim - 1, wanted.h);
        for k in 0..self.assembly.groups() {
            let problem = self.assembly.problem(k, &self.terms, &wanted.q, &wanted.mu);
            let problem =
                problem.ok_or_else(|| format!("at t = {t} s the contact problem has numbers that are not finite"))?;
            let members = self.assembly.group(k).to_vec();
            let of_group = |all: &[f64]| members.iter().flat_map(|c| &all[c * dim..(c + 1) * dim]).copied().collect();
            let (start, plain): (Vec<f64>, Vec<f64>) = (of_group(&self.impulses), of_group(&wanted.plain));
            let solved = match pyramid {
                Some(sides) => self.solver.solve_pyramid(problem, &plain, sides, tolerance),
                None => {
                    let slips = members.iter().any(|&c| self.slip(c, dim - 1, &self.before) > slow);
                    self.solver.solve(problem, &plain, (&start, slips), tolerance)
                }
            };
            let solved = solved.map_err(|error| error.to_string())?;
            for (&contact, impulse) in members.iter().zip(solved.impulses.chunks_exact(dim)) {
                self.impulses[contact * dim..(contact + 1) * dim].copy_from_slice(impulse);
                self.assembly.apply(contact, impulse, &mut self.v);
            }
            effort.problems += 1;
            effort.residual = effort.residual.max(solved.residual);
            effort.without_restitution |= solved.without_restitution && members.iter().any(|&c| wanted.rebounds[c]);
        }
        Ok(effort)
    }

    /// What a step may leave of the slip of a contact that sticks: far above the residual, far below what forces do in a step.
    fn slow_slip(&self, tangents: usize, h: f64) -> f64 {
        if self.frictions_are_constant() { 0.0 } else { self.slow_part() * self.speed_at_contacts(tangents, h) }
    }

    /// The largest velocity at the contacts, and what forces make of it in a step.
    fn speed_at_contacts(&self, tangents: usize, h: f64) -> f64 {
        let mut most = 0.0_f64;
        for direction in self.terms.contacts.iter().flat_map(|contact| directions(contact, tangents)) {
            let pushed = h * direction.row.dot(&self.acceleration).abs();
            most = most.max(pushed + direction.velocity(&self.before).abs());
        }
        most
    }

    /// Whether no law of friction tells sticking from slipping.
    pub fn frictions_are_constant(&self) -> bool {
        self.touches.iter().all(|touch| self.model.law(touch.site.pair).friction.constant().is_some())
    }

    /// Part of the speeds at the contacts that counts as none.
    pub fn slow_part(&self) -> f64 {
        SLOW.max(10.0 * self.tolerance())
    }

    /// The coefficient of closed contact k, by its slip before the step.
    pub fn friction(&self, k: usize, tangents: usize) -> f64 {
        self.friction_of(self.touches[k].site.pair, || self.slip(k, tangents, &self.before))
    }

    /// The coefficient of a pair with a slip before the step.
    pub fn friction_of(&self, pair: u32, slip: impl FnOnce() -> f64) -> f64 {
        let law = &self.model.law(pair).friction;
        if let Some(mu) = law.constant() {
            return mu;
        }
        let slip = slip();
        match law.sticking() {
            Some(mu_static) if slip <= self.slow => mu_static,
            _ => law.slipping(slip),
        }
    }

    /// Contacts whose law never sticks, each with its slip before the step.
    fn creeps(&self, tangents: usize) -> Vec<Creep> {
        let slow = |k: usize| self.model.law(self.touches[k].site.pair).friction.creep_speed();
        let creep = |k: usize| Some(Creep::new(k, slow(k)?, self.slip(k, tangents, &self.before)));
        (0..self.touches.len()).filter_map(creep).collect()
    }

    /// |D_T| of closed contact k at some velocities.
    fn slip(&self, k: usize, tangents: usize, v: &[f64]) -> f64 {
        let directions = &self.terms.contacts[k].tangential[..tangents];
        directions.iter().fold(0.0_f64, |sum, direction| sum.hypot(direction.velocity(v)))
    }

    /// The same where friction depends on the slip that it leaves: the problem is solved for coefficients of assumed slips until it leaves them.
    fn solve_creeping(&mut self, t: f64, wanted: &mut Wanted, mut creeps: Vec<Creep>) -> Result<Effort, String> {
        let (free, tangents) = (self.v.clone(), self.model.tangents());
        let (mut problems, mut last) = (0, Effort { t, ..Effort::default() });
        for _ in 0..ASSUMPTIONS {
            for creep in &creeps {
                let law = &self.model.law(self.touches[creep.contact].site.pair).friction;
                wanted.mu[creep.contact] = law.slipping(creep.slip);
            }
            self.v.clone_from(&free);
            let mut effort = self.solve_groups(t, wanted)?;
            problems += effort.problems;
            effort.problems = problems;
            let mut settled = true;
            for creep in &mut creeps {
                settled &= creep.learn(self.slip(creep.contact, tangents, &self.v));
            }
            last = effort;
            if settled {
                return Ok(last);
            }
        }
        let text = "friction that depends on the slip it leaves did not settle in some steps: a smaller step may help";
        if !self.record.warnings.iter().any(|told| told.ends_with(text)) {
            self.record.warnings.push(format!("from t = {t} s on {text}"));
        }
        Ok(last)
    }
}
