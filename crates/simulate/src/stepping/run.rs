//! The loop of time stepping.

use super::problem::{delassus, directions, problem, responses};
use crate::events::State;
use crate::record::{ContactForce, End, Event, EventKind, ImpactPart, Record, Sample};
use crate::response::Response;
use crate::settings::Settings;
use crate::smooth::Terms;
use crate::snapshot::{Memory, Snapshot};
use carom_complementarity::Settings as ConeSettings;
use carom_complementarity::cone::{ConeChoose, ConeOutcome, ConeSolver};
use carom_mechanics::{At, Model, Site, Touch};
use std::collections::BTreeMap;
use std::time::Duration;

/// A gap up to this part of the least size counts as closed: without an allowance for rounding a resting contact is lost now and
/// then and creeps.
const CLOSED: f64 = 1e-11;

/// Residual of the cone problem of a step. Drift of resting bodies is in proportion to it.
const TOLERANCE: f64 = 1e-12;

/// Residual beyond which a step is reported as not solved.
const UNSOLVED: f64 = 1e-6;

/// Approach below this part of the speed of things is no impact worth an event.
const QUIET: f64 = 1e-9;

/// Name of the rule of impacts in records.
pub(crate) const RULE: &str = "moreau";

/// A run under way.
struct Stepper<'a, M: Model + ?Sized> {
    model: &'a M,
    settings: &'a Settings<'a>,
    t: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    terms: Terms,
    response: Response,
    solver: ConeChoose,
    outcome: ConeOutcome,
    sites: Vec<Site>,
    touches: Vec<Touch>,
    /// Impulses of the last step, to start the next solve from.
    last: BTreeMap<Touch, [f64; 3]>,
    forces: Vec<ContactForce>,
    /// Time at which the run began, and steps made since.
    first: f64,
    steps: u64,
    /// Total energy after the last step.
    energy: f64,
    record: Record,
}

/// Runs a model from a state with fixed steps. The state is left where the run ended.
pub fn run<M: Model + ?Sized>(model: &M, state: &mut State, settings: &Settings) -> Record {
    let mut stepper = Stepper::new(model, (state.t, state.q.clone(), state.v.clone()), settings);
    stepper.sample();
    stepper.record.end = stepper.go().unwrap_or_else(End::Verdict);
    (state.t, state.q, state.v) = (stepper.t, stepper.q, stepper.v);
    state.closed.clear();
    stepper.record
}

/// Goes on from a snapshot of a run by time stepping.
pub(crate) fn resume<M: Model + ?Sized>(model: &M, snapshot: Snapshot, settings: &Settings) -> Record {
    let Snapshot { t, q, v, first, count, memory, record } = snapshot;
    let Memory::Stepping { impulses, touches, forces } = memory else { return record };
    let mut stepper = Stepper::new(model, (t, q, v), settings);
    (stepper.first, stepper.steps, stepper.record) = (first, count, record);
    (stepper.last, stepper.touches, stepper.forces) = (impulses.into_iter().collect(), touches, forces);
    stepper.record.end = stepper.go().unwrap_or_else(End::Verdict);
    stepper.record
}

impl<'a, M: Model + ?Sized> Stepper<'a, M> {
    fn new(model: &'a M, (t, q, v): (f64, Vec<f64>, Vec<f64>), settings: &'a Settings<'a>) -> Self {
        Self {
            model,
            settings,
            t,
            energy: model.energy(At { t, q: &q, v: &v }).total(),
            q,
            v,
            terms: Terms::default(),
            response: Response::default(),
            solver: ConeChoose::new(),
            outcome: ConeOutcome::default(),
            sites: Vec::new(),
            touches: Vec::new(),
            last: BTreeMap::new(),
            forces: Vec::new(),
            first: t,
            steps: 0,
            record: Record::empty(),
        }
    }

    fn go(&mut self) -> Result<End, String> {
        let h = self.settings.step;
        let steps = ((self.settings.until - self.first) / h).round().max(0.0) as u64;
        let stride = self.settings.every.map_or(steps.max(1), |every| (every / h).round().max(1.0) as u64);
        while self.steps < steps {
            if self.settings.pause(self.t, || self.snapshot()) {
                return Ok(End::Interrupted);
            }
            self.step(h)?;
            self.steps += 1;
            self.t = self.first + self.steps as f64 * h;
            self.record.counts.steps += 1;
            if self.steps.is_multiple_of(stride) || self.steps == steps {
                self.sample();
            }
        }
        Ok(End::Time)
    }

    /// All that the steps to come depend on.
    fn snapshot(&self) -> Snapshot {
        Snapshot {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            first: self.first,
            count: self.steps,
            memory: Memory::Stepping {
                impulses: self.last.iter().map(|(touch, impulse)| (*touch, *impulse)).collect(),
                touches: self.touches.clone(),
                forces: self.forces.clone(),
            },
            record: self.record.clone(),
        }
    }

    /// One step of size h.
    fn step(&mut self, h: f64) -> Result<(), String> {
        let theta = self.settings.theta;
        let middle = self.t + (1.0 - theta) * h;
        self.move_by((1.0 - theta) * h);
        self.find_contacts(middle);
        let at = At { t: middle, q: &self.q, v: &self.v };
        self.terms.evaluate(self.model, at, self.touches.iter().copied());
        self.record.counts.evaluations += 1;
        self.response.prepare(&self.terms);
        let mut change = vec![0.0; self.v.len()];
        let push: Vec<f64> = self.terms.force.iter().map(|f| h * f).collect();
        let demands: Vec<f64> = self.terms.joints.iter().map(|j| -j.direction.velocity(&self.v)).collect();
        self.response.change(&self.terms, &push, |k| demands[k], &mut change);
        let free: Vec<f64> = self.v.iter().zip(&change).map(|(v, d)| v + d).collect();
        let before = std::mem::replace(&mut self.v, free);
        self.last_or_none();
        if !self.touches.is_empty() {
            self.solve_contacts(middle, h, &before)?;
        }
        let work = self.work(middle, h, &before);
        self.move_by(theta * h);
        self.correct_joints();
        let energy = self.model.energy(At { t: self.t + h, q: &self.q, v: &self.v }).total();
        self.record.counts.note_energy(energy - self.energy - work);
        self.energy = energy;
        if self.v.iter().chain(&self.q).any(|x| !x.is_finite()) {
            return Err(format!(
                "at t = {middle} s the step of {h} s gives no finite velocities; a smaller step may help"
            ));
        }
        Ok(())
    }

    /// Work of the step at the mean velocity (v + v') / 2: of forces without potential, of the contact impulses, and of the joints
    /// where a motion moves them.
    fn work(&self, t: f64, h: f64, before: &[f64]) -> f64 {
        let mean: Vec<f64> = before.iter().zip(&self.v).map(|(a, b)| 0.5 * (a + b)).collect();
        let at = At { t, q: &self.q, v: &mean };
        let mut push = vec![0.0; mean.len()];
        let tangents = self.model.tangents();
        if !self.touches.is_empty() {
            for (contact, impulse) in self.terms.contacts.iter().zip(self.outcome.r.chunks_exact(tangents + 1)) {
                directions(contact, tangents).zip(impulse).for_each(|(d, &r)| d.row.add_to(r, &mut push));
            }
        }
        if self.terms.joints.iter().any(|joint| joint.direction.drift != 0.0) {
            // H^T L = M (v' - v) - h F - W P.
            let mut change: Vec<f64> = self.v.iter().zip(before).map(|(b, a)| b - a).collect();
            self.terms.mass.multiply(&mut change);
            push.iter_mut().zip(change.iter().zip(&self.terms.force)).for_each(|(p, (c, f))| *p = c - h * f);
        }
        h * self.model.power(at) + push.iter().zip(&mean).map(|(p, v)| p * v).sum::<f64>()
    }

    /// q <- q + T(q) v time.
    fn move_by(&mut self, time: f64) {
        let d: Vec<f64> = self.v.iter().map(|v| v * time).collect();
        self.model.displace(&mut self.q, &d);
    }

    /// The contacts that are closed at the middle of the step.
    fn find_contacts(&mut self, t: f64) {
        let size = self.model.pace(At { t, q: &self.q, v: &self.v }).size;
        let allowed = CLOSED * if size.is_finite() { size } else { 1.0 };
        self.model.sites(t, &self.q, allowed, &mut self.sites);
        self.touches.clear();
        for &site in &self.sites {
            let (gap, face) = self.model.gap(site, t, &self.q);
            if gap <= allowed {
                self.touches.push(Touch { site, face });
            }
        }
    }

    /// Solves the cone problem of the closed contacts and changes the velocities.
    fn solve_contacts(&mut self, t: f64, h: f64, before: &[f64]) -> Result<(), String> {
        let tangents = self.model.tangents();
        let dim = tangents + 1;
        let columns = responses(&self.terms, tangents, &mut self.response);
        let (mut q, mut mu, mut approach) = (Vec::new(), Vec::new(), Vec::new());
        for (touch, contact) in self.touches.iter().zip(&self.terms.contacts) {
            let law = self.model.law(touch.site.pair);
            let normal = contact.along_normal.velocity(before);
            approach.push(normal);
            mu.push(law.friction.slipping(f64::INFINITY));
            q.extend(directions(contact, tangents).map(|direction| direction.velocity(&self.v)));
            let at = q.len() - dim;
            q[at] += law.restitution * normal.min(0.0);
        }
        let start = self.warm_start(dim);
        let cone = delassus(&self.terms, tangents, &columns).and_then(|w| problem(w, q, mu));
        let cone = cone.ok_or_else(|| format!("at t = {t} s the contact problem has numbers that are not finite"))?;
        let settings = ConeSettings::default().with_tolerance(TOLERANCE).with_time_limit(Duration::from_secs(2));
        self.solver.solve_into(&cone, Some(&start), &settings, &mut self.outcome).map_err(|error| error.to_string())?;
        self.record.counts.problems += 1;
        self.record.counts.residual = self.record.counts.residual.max(self.outcome.residual);
        if self.outcome.residual > UNSOLVED {
            let text = format!("at t = {t} s the contact problem is solved only to {:.1e}", self.outcome.residual);
            self.record.warnings.push(text);
        }
        for (column, &impulse) in columns.iter().zip(&self.outcome.r) {
            column.add_to(impulse, &mut self.v);
        }
        self.keep(dim, h);
        self.tell_impacts(t, before, &approach);
        Ok(())
    }

    /// Forgets impulses and forces where no contact is closed.
    fn last_or_none(&mut self) {
        if self.touches.is_empty() {
            self.last.clear();
            self.forces.clear();
        }
    }

    /// The impulses of the last step where a contact was closed then.
    fn warm_start(&self, dim: usize) -> Vec<f64> {
        let zero = [0.0; 3];
        self.touches.iter().flat_map(|touch| self.last.get(touch).unwrap_or(&zero)[..dim].to_vec()).collect()
    }

    /// Keeps impulses for the next step and forces for the next sample.
    fn keep(&mut self, dim: usize, h: f64) {
        self.last.clear();
        self.forces.clear();
        for (touch, impulse) in self.touches.iter().zip(self.outcome.r.chunks_exact(dim)) {
            let mut kept = [0.0; 3];
            kept[..dim].copy_from_slice(impulse);
            self.last.insert(*touch, kept);
            self.forces.push(ContactForce {
                touch: *touch,
                normal: kept[0] / h,
                tangential: [kept[1] / h, kept[2] / h],
            });
        }
    }

    /// Writes an event for every contact that closed with a velocity.
    fn tell_impacts(&mut self, t: f64, before: &[f64], approach: &[f64]) {
        let speed = self.model.pace(At { t, q: &self.q, v: before }).speed;
        let tangents = self.model.tangents();
        let mut any = false;
        for (k, contact) in self.terms.contacts.iter().enumerate() {
            let dim = tangents + 1;
            let impulse = &self.outcome.r[k * dim..(k + 1) * dim];
            if approach[k] >= -QUIET * speed.max(1e-9) || impulse[0] <= 0.0 || self.was_resting(k, approach[k]) {
                continue;
            }
            any = true;
            let (mut part_before, mut part_after, mut part_impulse) = ([0.0; 4], [0.0; 4], [0.0; 4]);
            for (a, direction) in directions(contact, tangents).enumerate() {
                part_before[a] = direction.velocity(before);
                part_after[a] = direction.velocity(&self.v);
                part_impulse[a] = impulse[a];
            }
            let energy_change = (0..3).map(|a| 0.5 * part_impulse[a] * (part_before[a] + part_after[a])).sum();
            let part = ImpactPart {
                law: RULE,
                before: part_before,
                after: part_after,
                impulse: part_impulse,
                compression: None,
                mode: String::new(),
                energy_change,
                warnings: Vec::new(),
                local: None,
            };
            self.record.events.push(Event {
                t,
                kind: EventKind::Impact,
                touch: Some(self.touches[k]),
                point: contact.point,
                normal: contact.normal,
                impact: Some(part),
                text: String::new(),
            });
        }
        self.record.counts.impacts += u64::from(any);
    }

    /// A contact that rests is pushed in by one step of gravity at most: that is no impact.
    fn was_resting(&self, contact: usize, approach: f64) -> bool {
        let step = self.settings.step;
        let free = self.terms.contacts[contact].along_normal.row.dot(&self.terms_acceleration());
        -approach <= 2.0 * step * free.abs()
    }

    fn terms_acceleration(&self) -> Vec<f64> {
        let mut acceleration = self.terms.force.clone();
        self.terms.mass.solve(&mut acceleration);
        acceleration
    }

    /// Brings joints back in positions.
    fn correct_joints(&mut self) {
        if self.terms.joints.is_empty() {
            return;
        }
        let at = At { t: self.t + self.settings.step, q: &self.q, v: &self.v };
        self.terms.evaluate(self.model, at, std::iter::empty());
        self.response.prepare(&self.terms);
        let zero = vec![0.0; self.v.len()];
        let mut d = vec![0.0; self.v.len()];
        let errors: Vec<f64> = self.terms.joints.iter().map(|j| -j.error).collect();
        self.response.change(&self.terms, &zero, |k| errors[k], &mut d);
        self.model.displace(&mut self.q, &d);
    }

    fn sample(&mut self) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.terms.evaluate(self.model, at, self.touches.iter().copied());
        self.record.counts.note(&self.terms);
        self.record.samples.push(Sample {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            energy: self.model.energy(at),
            joint_forces: Vec::new(),
            contact_forces: self.forces.clone(),
        });
    }
}
