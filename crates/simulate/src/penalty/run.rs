//! The loop of the penalty method.

use super::force::{default_penalty, friction, normal};
use crate::events::State;
use crate::integrate::{self, Integrator, Scale, System, step_factor};
use crate::record::{ContactForce, End, Event, EventKind, Record, Sample};
use crate::response::Response;
use crate::settings::Settings;
use crate::smooth::Terms;
use carom_mechanics::{At, Model, Penalty, Site, Touch};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::Ordering;

/// The equations of motion with contact forces.
struct Soft<'a, M: Model + ?Sized> {
    model: &'a M,
    terms: Terms,
    response: Response,
    sites: Vec<Site>,
    touches: Vec<Touch>,
    parameters: BTreeMap<u32, Penalty>,
    forces: Vec<ContactForce>,
    push: Vec<f64>,
    evaluations: u64,
}

impl<M: Model + ?Sized> Soft<'_, M> {
    /// Contacts that overlap at (t, q).
    fn find(&mut self, t: f64, q: &[f64]) {
        self.model.sites(t, q, 0.0, &mut self.sites);
        self.touches.clear();
        for &site in &self.sites {
            let (gap, face) = self.model.gap(site, t, q);
            if gap < 0.0 {
                self.touches.push(Touch { site, face });
            }
        }
    }

    /// The parameters of a pair: given, or from the effective mass of its first contact.
    fn penalty(&mut self, index: usize) -> Penalty {
        let pair = self.touches[index].site.pair;
        let law = self.model.law(pair);
        if let Some(given) = law.penalty {
            return given;
        }
        if let Some(known) = self.parameters.get(&pair) {
            return *known;
        }
        let row = &self.terms.contacts[index].along_normal.row;
        let mut solved = carom_mechanics::Row::new();
        self.terms.mass.solve_row(row, &mut solved);
        let inverse = crate::smooth::product(row, &solved);
        let mut fall = self.terms.force.clone();
        self.terms.mass.solve(&mut fall);
        let mass = if inverse > 0.0 { 1.0 / inverse } else { 1.0 };
        let made = default_penalty(mass, law.restitution, row.dot(&fall).abs(), 1.0);
        self.parameters.insert(pair, made);
        made
    }

    /// Forces and accelerations at an instant.
    fn evaluate(&mut self, at: At, acceleration: &mut [f64]) {
        self.evaluations += 1;
        self.find(at.t, at.q);
        let mut terms = std::mem::take(&mut self.terms);
        terms.evaluate(self.model, at, self.touches.iter().copied());
        self.terms = terms;
        self.push.clear();
        self.push.extend_from_slice(&self.terms.force);
        self.forces.clear();
        for index in 0..self.touches.len() {
            let penalty = self.penalty(index);
            self.add_force(index, &penalty, at.v);
        }
        self.response.prepare(&self.terms);
        let terms = &self.terms;
        self.response.change(terms, &self.push, |k| -terms.joints[k].direction.bias, acceleration);
    }

    fn add_force(&mut self, index: usize, penalty: &Penalty, v: &[f64]) {
        let contact = &self.terms.contacts[index];
        let pressure = normal(penalty, -contact.gap, -contact.along_normal.velocity(v));
        let tangents = self.model.tangents();
        let slips: Vec<f64> = contact.tangential[..tangents].iter().map(|d| d.velocity(v)).collect();
        let slip = slips.iter().map(|s| s * s).sum::<f64>().sqrt();
        let ratio = friction(self.model.law(self.touches[index].site.pair), penalty, slip);
        contact.along_normal.row.add_to(pressure, &mut self.push);
        let mut tangential = [0.0; 2];
        for ((force, direction), s) in tangential.iter_mut().zip(&contact.tangential[..tangents]).zip(&slips) {
            *force = if slip > 0.0 { -ratio * pressure * s / slip } else { 0.0 };
            direction.row.add_to(*force, &mut self.push);
        }
        self.forces.push(ContactForce { touch: self.touches[index], normal: pressure, tangential });
    }
}

impl<M: Model + ?Sized> System for Soft<'_, M> {
    type Fault = Infallible;

    fn rate(&mut self, t: f64, y: &[f64], rate: &mut [f64]) -> Result<(), Infallible> {
        let (q, v) = y.split_at(self.model.positions());
        let (q_rate, v_rate) = rate.split_at_mut(self.model.positions());
        self.model.rate(q, v, q_rate);
        self.evaluate(At { t, q, v }, v_rate);
        Ok(())
    }
}

/// Runs a model from a state by the penalty method. The state is left where the run ended.
pub fn run<M: Model + ?Sized>(model: &M, state: &mut State, settings: &Settings) -> Record {
    let mut record = Record::empty();
    let Some(mut integrator) = integrate::by_name::<Soft<'_, M>>(&settings.integrator) else {
        record.end = End::Verdict(format!("there is no integrator \"{}\"", settings.integrator));
        return record;
    };
    let mut soft = Soft {
        model,
        terms: Terms::default(),
        response: Response::default(),
        sites: Vec::new(),
        touches: Vec::new(),
        parameters: BTreeMap::new(),
        forces: Vec::new(),
        push: Vec::new(),
        evaluations: 0,
    };
    record.end = go(&mut soft, integrator.as_mut(), state, settings, &mut record).unwrap_or_else(End::Verdict);
    record.counts.evaluations = soft.evaluations;
    record
}

/// The loop over steps.
fn go<'a, M: Model + ?Sized>(
    soft: &mut Soft<'a, M>,
    integrator: &mut dyn Integrator<Soft<'a, M>>,
    state: &mut State,
    settings: &Settings,
    record: &mut Record,
) -> Result<End, String> {
    let scale = Scale { absolute: settings.tolerance, relative: settings.tolerance };
    let mut y: Vec<f64> = state.q.iter().chain(&state.v).copied().collect();
    let (mut rate, mut end, mut end_rate) = (vec![0.0; y.len()], vec![0.0; y.len()], vec![0.0; y.len()]);
    let Ok(()) = soft.rate(state.t, &y, &mut rate);
    let (first, mut samples) = (state.t, 0_u64);
    let mut h = 1e-6 * (settings.until - state.t);
    let mut touching: Vec<Touch> = soft.touches.clone();
    sample(soft, state, record);
    while state.t < settings.until {
        if settings.interrupt.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Ok(End::Interrupted);
        }
        let due =
            settings.every.map_or(settings.until, |every| (first + (samples + 1) as f64 * every).min(settings.until));
        let limit = (due - state.t).min(settings.largest_step).min(stride(soft.model, state));
        let step = h.min(limit);
        let Ok(error) = integrator.attempt(soft, state.t, (&y, &rate), step, &scale, (&mut end, &mut end_rate));
        let factor = step_factor(error, integrator.order());
        if error > 1.0 || error.is_nan() {
            record.counts.rejected += 1;
            h = step * if error.is_finite() { factor.min(0.9) } else { 0.1 };
            if h < 1e-15 * state.t.abs().max(1e-3) {
                return Err(format!("at t = {} s the step has become too small for the contact stiffness", state.t));
            }
            continue;
        }
        h = if step < limit || factor < 1.0 { step * factor } else { h.max(step) };
        std::mem::swap(&mut y, &mut end);
        std::mem::swap(&mut rate, &mut end_rate);
        state.t = if step == limit && due - state.t <= step { due } else { state.t + step };
        let positions = soft.model.positions();
        state.q.copy_from_slice(&y[..positions]);
        state.v.copy_from_slice(&y[positions..]);
        record.counts.steps += 1;
        tell_changes(soft, state, &mut touching, record);
        if state.t >= due {
            samples += 1;
            sample(soft, state, record);
        }
    }
    Ok(End::Time)
}

/// The time in which nothing moves further than a quarter of the least size.
fn stride<M: Model + ?Sized>(model: &M, state: &State) -> f64 {
    let pace = model.pace(At { t: state.t, q: &state.q, v: &state.v });
    if pace.speed > 0.0 && pace.size.is_finite() { (0.25 * pace.size / pace.speed).max(1e-9) } else { f64::INFINITY }
}

/// Writes contacts that closed or opened.
fn tell_changes<M: Model + ?Sized>(soft: &Soft<'_, M>, state: &State, touching: &mut Vec<Touch>, record: &mut Record) {
    for (touch, contact) in soft.touches.iter().zip(&soft.terms.contacts) {
        if !touching.iter().any(|old| old.site == touch.site) {
            record.counts.impacts += 1;
            let (point, normal) = (contact.point, contact.normal);
            let kind = EventKind::Contact;
            record.events.push(Event {
                t: state.t,
                kind,
                touch: Some(*touch),
                point,
                normal,
                impact: None,
                text: String::new(),
            });
        }
    }
    for old in touching.iter().filter(|old| !soft.touches.iter().any(|now| now.site == old.site)) {
        let kind = EventKind::Separation;
        let (point, normal) = ([0.0; 3], [0.0; 3]);
        record.events.push(Event {
            t: state.t,
            kind,
            touch: Some(*old),
            point,
            normal,
            impact: None,
            text: String::new(),
        });
    }
    touching.clone_from(&soft.touches);
}

fn sample<M: Model + ?Sized>(soft: &mut Soft<'_, M>, state: &State, record: &mut Record) {
    let at = At { t: state.t, q: &state.q, v: &state.v };
    record.counts.note(&soft.terms);
    record.samples.push(Sample {
        t: state.t,
        q: state.q.clone(),
        v: state.v.clone(),
        energy: soft.model.energy(at),
        joint_forces: Vec::new(),
        contact_forces: soft.forces.clone(),
    });
}
