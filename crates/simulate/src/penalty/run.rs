//! The loop of the penalty method.

use super::corner::up_to_corner;
use super::force::{Tangent, default_depth, default_penalty, friction, load, normal, on_belt};
use super::kept::Kept;
use super::tell::{sample, tell_changes};
use super::{creep, entry, islands, paradox};
use crate::balance::{GAUSS, friction_power, joint_power};
use crate::closing;
use crate::contacts::faces::{DEEPER, Faces, size};
use crate::events::{self, State};
use crate::fault;
use crate::hold::response::Response;
use crate::hold::terms::Terms;
use crate::integrate::{self, Integrator, Scale, System, step_factor};
use crate::record::{ContactForce, End, Record};
use crate::rush::Rush;
use crate::settings::Settings;
use crate::snapshot::{Memory, Snapshot};
use carom_mechanics::{At, Model, Penalty, Site, Touch};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Part of the least size by which the first step of a contact may overlap.
const PLUNGE: f64 = 1e-2;

/// The equations of motion with contact forces.
pub(super) struct Soft<'a, M: Model + ?Sized> {
    pub model: &'a M,
    pub terms: Terms,
    pub response: Response,
    pub sites: Vec<Site>,
    pub touches: Vec<Touch>,
    pub faces: Faces,
    pub kept: Kept,
    rush: Rush,
    parameters: BTreeMap<u32, Penalty>,
    /// That of the smallest body, in metres.
    size: f64,
    pub forces: Vec<ContactForce>,
    /// Tangents of the normal forces, while differences are taken.
    frozen: Option<Vec<Tangent>>,
    push: Vec<f64>,
    /// The velocities asked for last.
    asked: Vec<f64>,
    /// The depths of the contacts there.
    depths: Vec<f64>,
    evaluations: u64,
    /// Whether contacts have overlapped since this was last set to false.
    touched: bool,
}

impl<M: Model + ?Sized> Soft<'_, M> {
    /// Contacts that overlap at an instant.
    fn find(&mut self, at: At) {
        let size = size(self.model, at);
        self.size = size;
        self.faces.look(self.model, at, 0.0, &mut self.sites);
        self.touches.clear();
        for &site in &self.sites {
            let (gap, touch) = self.faces.find(self.model, site, at, (size, f64::INFINITY));
            if gap < 0.0 {
                self.touches.push(touch);
            }
        }
        self.kept.put(self.model, at, size, &mut self.touches);
    }

    /// The parameters of a pair: given, or from the effective mass of its first contacts.
    pub fn penalty(&mut self, index: usize, v: &[f64]) -> Penalty {
        let pair = self.touches[index].site.pair;
        let law = self.model.law(pair);
        if let Some(given) = law.penalty.and_then(|given| given.whole()) {
            return given;
        }
        if let Some(known) = self.parameters.get(&pair) {
            return *known;
        }
        let inverse = self.inverse_share(pair);
        let contact = &self.terms.contacts[index];
        let normal = &contact.along_normal;
        let mass = if inverse > 0.0 { 1.0 / inverse } else { 1.0 };
        let (push, own) = load(&self.terms.mass, &normal.row, &self.terms.force);
        let bulk = if own.is_finite() { own.max(mass) } else { mass };
        let depth = default_depth(self.thickness(pair));
        let mut made =
            default_penalty([bulk, mass], law.restitution, [push, normal.velocity(v)], (depth, self.model.tangents()));
        made.slip_speed = on_belt(made.slip_speed, contact.tangential[0].drift.hypot(contact.tangential[1].drift));
        let made = law.penalty.unwrap_or_default().over(made);
        self.parameters.insert(pair, made);
        made
    }

    /// How thick the bodies of a pair are, as far as that matters: the thinner one, and twice the size of the smallest of all.
    pub fn thickness(&self, pair: u32) -> f64 {
        self.model.thickness(Some(pair)).min(2.0 * self.size)
    }

    /// One over the mass that each contact of a pair has to stop where they close together, with forces f alike: f = m a on the mean, and
    /// m = n / sum_ij G_ij. Joints are felt at once: a rod that swings about its end is lighter there.
    fn inverse_share(&mut self, pair: u32) -> f64 {
        self.response.prepare(&self.terms);
        let of_pair = self.touches.iter().zip(&self.terms.contacts).filter(|(touch, _)| touch.site.pair == pair);
        let normals: Vec<_> = of_pair.map(|(_, contact)| &contact.along_normal).collect();
        let all: f64 = self.response.matrix(&self.terms, &normals).iter().sum();
        all / normals.len().max(1) as f64
    }

    /// The depth from which on the damping of a pair is whole, as far as it is known yet.
    pub fn damping_depth(&self, pair: u32) -> Option<f64> {
        let given = self.model.law(pair).penalty.and_then(|given| given.whole());
        let known = given.or_else(|| self.parameters.get(&pair).copied());
        known.map(|penalty| penalty.damping_depth)
    }

    /// Forces and accelerations at an instant.
    fn evaluate(&mut self, at: At, acceleration: &mut [f64]) {
        self.evaluations += 1;
        if self.frozen.is_none() {
            self.find(at);
        }
        let mut terms = std::mem::take(&mut self.terms);
        terms.evaluate(self.model, at, self.touches.iter().copied());
        self.terms = terms;
        self.push.clear();
        self.push.extend_from_slice(&self.terms.force);
        self.forces.clear();
        self.depths.clear();
        self.touched |= !self.touches.is_empty();
        for index in 0..self.touches.len() {
            let penalty = self.penalty(index, at.v);
            self.add_force(index, &penalty, at);
        }
        self.response.prepare(&self.terms);
        let terms = &self.terms;
        self.response.change(terms, &self.push, |k| -terms.joints[k].direction.bias, acceleration);
    }

    /// Whether a step from a state has taken a contact that was open deeper than [`PLUNGE`] of the least size: so long a step may pass
    /// through a body, and what it meets on the other side is no contact.
    fn plunges(&self, before: &[Touch], step: f64, state: &State) -> bool {
        let pace = self.model.pace(At { t: state.t, q: &state.q, v: &state.v });
        let deepest = PLUNGE * pace.size;
        let new = |touch: &Touch| !before.iter().any(|old| old.site == touch.site);
        let mut touching = self.touches.iter().zip(&self.terms.contacts);
        step * pace.speed > deepest && touching.any(|(touch, contact)| new(touch) && contact.gap < -deepest)
    }

    /// A step that takes nothing through anything in space; in the plane [`Soft::plunges`] sees to that.
    fn hold_back(&mut self, state: &State, step: f64) -> f64 {
        if self.model.tangents() < 2 {
            return step;
        }
        self.rush.limit(self.model, At { t: state.t, q: &state.q, v: &state.v }, step)
    }

    /// How deep a contact is. Past the end of its face the depth runs out, as far on as the contact counts (see [`crate::contacts::faces`]).
    fn depth(&self, index: usize, t: f64, q: &[f64]) -> f64 {
        let deep = -self.terms.contacts[index].gap;
        let past = if self.model.tangents() > 1 { 0.0 } else { self.model.margin(self.touches[index], t, q).min(0.0) };
        deep + past / DEEPER
    }

    fn add_force(&mut self, index: usize, penalty: &Penalty, At { t, q, v }: At) {
        let depth = self.depth(index, t, q);
        self.depths.push(depth);
        let contact = &self.terms.contacts[index];
        let rate = -contact.along_normal.velocity(v);
        let pressure = match &self.frozen {
            Some(tangents) => tangents[index].force(depth, rate),
            None => normal(penalty, depth, rate),
        };
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
        self.asked.clear();
        self.asked.extend_from_slice(v);
        Ok(())
    }

    /// Contacts stay as they are, and their normal forces follow their tangents.
    fn freeze(&mut self) {
        let (v, depths) = (std::mem::take(&mut self.asked), std::mem::take(&mut self.depths));
        let tangents = (0..self.touches.len()).map(|index| {
            let penalty = self.penalty(index, &v);
            let contact = &self.terms.contacts[index];
            Tangent::at(&penalty, depths[index], -contact.along_normal.velocity(&v))
        });
        self.frozen = Some(tangents.collect());
        (self.asked, self.depths) = (v, depths);
    }

    fn thaw(&mut self) {
        self.frozen = None;
    }

    fn islands(&self, n: usize) -> Vec<Vec<usize>> {
        islands::of(self.model, &self.terms).unwrap_or_else(|| vec![(0..n).collect()])
    }
}

impl<'a, M: Model + ?Sized> Soft<'a, M> {
    fn new(model: &'a M) -> Self {
        Self {
            model,
            terms: Terms::default(),
            response: Response::default(),
            sites: Vec::new(),
            touches: Vec::new(),
            faces: Faces::default(),
            kept: Kept::default(),
            rush: Rush::default(),
            parameters: BTreeMap::new(),
            size: 1.0,
            forces: Vec::new(),
            frozen: None,
            push: Vec::new(),
            asked: Vec::new(),
            depths: Vec::new(),
            evaluations: 0,
            touched: false,
        }
    }
}

/// Where the loop stands between two steps.
pub(super) struct Loop {
    pub state: State,
    /// (q, v) and (q', v').
    pub y: Vec<f64>,
    pub rate: Vec<f64>,
    /// The step before, from which the integrator starts; empty after a jump.
    pub course: Vec<f64>,
    /// Step that the accuracy allows.
    h: f64,
    /// Contacts that overlap.
    touching: Vec<Touch>,
    first: f64,
    samples: u64,
    /// Total energy after the last step.
    pub energy: f64,
    pub record: Record,
}

/// Runs a model from a state by the penalty method. The state is left where the run ended.
pub fn run<M: Model + ?Sized>(model: &M, state: &mut State, settings: &Settings) -> Record {
    let Some(mut integrator) = integrate::by_name::<Soft<'_, M>>(&settings.integrator) else {
        let end = End::Verdict(format!("there is no integrator \"{}\"", settings.integrator));
        return Record { end, ..Record::empty() };
    };
    let mut soft = Soft::new(model);
    let y: Vec<f64> = state.q.iter().chain(&state.v).copied().collect();
    let mut rate = vec![0.0; y.len()];
    soft.faces.remember(model, At { t: state.t, q: &state.q, v: &state.v }, &mut soft.sites);
    let Ok(()) = soft.rate(state.t, &y, &mut rate);
    soft.kept.keep(model, &soft.touches);
    let mut run = Loop {
        y,
        rate,
        course: Vec::new(),
        h: 1e-6 * (settings.until - state.t),
        touching: soft.touches.clone(),
        first: state.t,
        samples: 0,
        energy: model.energy(At { t: state.t, q: &state.q, v: &state.v }).total(),
        state: state.clone(),
        record: Record::empty(),
    };
    sample(&soft, &run.state, &mut run.record);
    let taken = "by penalty the ratios of the stiffnesses decide";
    run.record.warnings.extend(events::at_start(model, &run.state, settings, taken));
    run.finish(&mut soft, integrator.as_mut(), settings);
    *state = run.state;
    run.record
}

/// Goes on from a snapshot of a run by the penalty method.
pub(crate) fn resume<M: Model + ?Sized>(model: &M, snapshot: Snapshot, settings: &Settings) -> Record {
    let Snapshot { t, q, v, first, count, memory, record } = snapshot;
    let (Memory::Penalty { step, rate, course, touching, faces, parameters }, Some(mut integrator)) =
        (memory, integrate::by_name::<Soft<'_, M>>(&settings.integrator))
    else {
        return record;
    };
    let mut soft = Soft::new(model);
    soft.parameters = parameters.into_iter().collect();
    soft.faces = Faces::of_list(faces);
    soft.faces.remember(model, At { t, q: &q, v: &v }, &mut soft.sites);
    soft.kept.keep(model, &touching);
    soft.evaluations = record.counts.evaluations;
    let y = q.iter().chain(&v).copied().collect();
    let energy = model.energy(At { t, q: &q, v: &v }).total();
    let state = State { t, q, v, closed: Vec::new(), step: 0.0 };
    let mut run = Loop { state, y, rate, course, h: step, touching, first, samples: count, energy, record };
    run.finish(&mut soft, integrator.as_mut(), settings);
    run.record
}

impl Loop {
    /// Steps until the end and notes how the run ended.
    fn finish<'a, M: Model + ?Sized>(
        &mut self,
        soft: &mut Soft<'a, M>,
        integrator: &mut dyn Integrator<Soft<'a, M>>,
        settings: &Settings,
    ) {
        let end = self.go(soft, integrator, settings).unwrap_or_else(End::Verdict);
        self.record.counts.evaluations = soft.evaluations;
        creep::warn(soft, &self.state, &mut self.record);
        closing::close(soft.model, &mut self.record, (self.state.t, end), closing::UNEXPLAINED);
    }

    /// The loop over steps.
    fn go<'a, M: Model + ?Sized>(
        &mut self,
        soft: &mut Soft<'a, M>,
        integrator: &mut dyn Integrator<Soft<'a, M>>,
        settings: &Settings,
    ) -> Result<End, String> {
        while self.state.t < settings.until {
            if settings.pause(self.state.t, &self.record, || self.snapshot(soft)) {
                return Ok(End::Interrupted);
            }
            let due = self.due(settings);
            self.advance(soft, integrator, settings, due)?;
            self.renew_contacts(soft);
            tell_changes(soft, &self.state, &mut self.touching, &mut self.record);
            let at = At { t: self.state.t, q: &self.state.q, v: &self.state.v };
            soft.faces.remember(soft.model, at, &mut soft.sites);
            if self.state.t >= due {
                self.samples += 1;
                sample(soft, &self.state, &mut self.record);
                let at = At { t: self.state.t, q: &self.state.q, v: &self.state.v };
                closing::torn(soft.model, &soft.terms.joints, at)?;
            }
            paradox::warn(soft, self.state.t, &mut self.record);
        }
        Ok(End::Time)
    }

    /// Contacts of sharp bodies stay what they are over a step (see [`Kept`]); behind it those that are over give way to others.
    fn renew_contacts<M: Model + ?Sized>(&mut self, soft: &mut Soft<'_, M>) {
        let at = At { t: self.state.t, q: &self.state.q, v: &self.state.v };
        if soft.kept.drop_past(soft.model, at, &soft.touches) {
            let Ok(()) = soft.rate(self.state.t, &self.y, &mut self.rate);
            self.course.clear();
        }
        soft.kept.keep(soft.model, &soft.touches);
    }

    /// Time of the next sample.
    fn due(&self, settings: &Settings) -> f64 {
        settings.row(self.first, self.samples + 1)
    }

    /// One accepted step, not beyond `due`.
    fn advance<'a, M: Model + ?Sized>(
        &mut self,
        soft: &mut Soft<'a, M>,
        integrator: &mut dyn Integrator<Soft<'a, M>>,
        settings: &Settings,
        due: f64,
    ) -> Result<(), String> {
        // Springs in place of rigid contacts are much further off than an error that is estimated too large by some powers of the step.
        let scale = integrator.loosened(&Scale { absolute: settings.tolerance, relative: settings.tolerance });
        let (mut end, mut end_rate) = (vec![0.0; self.y.len()], vec![0.0; self.y.len()]);
        let t = self.state.t;
        let limit = (due - t).min(settings.largest_step).min(stride(soft.model, &self.state));
        let limit = soft.hold_back(&self.state, limit);
        let limit = up_to_corner(soft.model, t, (self.h, limit, due))?;
        let here = (&self.state, &self.rate[soft.model.positions()..]);
        let entry = entry::next(soft, here, &self.touching, self.h.min(limit));
        let limit = entry.as_ref().map_or(limit, |entry| entry.after.min(limit));
        soft.touched = false;
        integrator.follow(&self.course);
        let mut refused = false;
        let made = loop {
            let step = self.h.min(limit);
            let start = (&self.y[..], &self.rate[..]);
            let Ok(error) = integrator.attempt(soft, t, start, step, &scale, (&mut end, &mut end_rate));
            let factor = step_factor(error, integrator.order());
            if error > 1.0 || error.is_nan() {
                self.record.counts.rejected += 1;
                refused = true;
                self.h = step * if error.is_finite() { factor.min(0.9) } else { 0.1 };
                if self.h < 1e-15 * t.abs().max(1e-3) {
                    let at = At { t, q: &self.state.q, v: &self.state.v };
                    return Err(fault::of_step(soft.model, at, self.h).unwrap_or_else(|| {
                        format!("at t = {t} s the step has become too small for the contact stiffness")
                    }));
                }
                continue;
            }
            if soft.plunges(&self.touching, step, &self.state) {
                self.record.counts.rejected += 1;
                self.h = 0.25 * step;
                continue;
            }
            let factor = if refused { factor.min(1.0) } else { factor };
            self.h = if step < limit || factor < 1.0 { step * factor } else { self.h.max(step) };
            if let Some(entry) = entry.filter(|entry| entry.after == step) {
                self.h = self.h.min(entry.rise);
            }
            self.state.t = if step == limit && due - t <= step { due } else { t + step };
            break step;
        };
        let work = work(soft, integrator, t, made, &end);
        (self.y, self.rate, self.course) = (end, end_rate, integrator.course());
        let positions = soft.model.positions();
        self.state.q.copy_from_slice(&self.y[..positions]);
        self.state.v.copy_from_slice(&self.y[positions..]);
        let energy = soft.model.energy(At { t: self.state.t, q: &self.state.q, v: &self.state.v }).total();
        self.record.counts.note_energy(energy - self.energy - work);
        self.energy = energy;
        self.record.counts.steps += 1;
        self.pass_corners(soft, settings.until)
    }

    /// All that the steps to come depend on.
    fn snapshot<M: Model + ?Sized>(&self, soft: &Soft<'_, M>) -> Snapshot {
        let mut record = self.record.clone();
        record.counts.evaluations = soft.evaluations;
        Snapshot {
            t: self.state.t,
            q: self.state.q.clone(),
            v: self.state.v.clone(),
            first: self.first,
            count: self.samples,
            memory: Memory::Penalty {
                step: self.h,
                rate: self.rate.clone(),
                course: self.course.clone(),
                touching: self.touching.clone(),
                faces: soft.faces.list(),
                parameters: soft.parameters.iter().map(|(pair, penalty)| (*pair, *penalty)).collect(),
            },
            record,
        }
    }
}

/// Work over the step of size h from t that the integrator has made last (see [`crate::balance`]). Leaves the forces at its end as they were.
fn work<'a, M: Model + ?Sized>(
    soft: &mut Soft<'a, M>,
    integrator: &mut dyn Integrator<Soft<'a, M>>,
    t: f64,
    h: f64,
    end: &[f64],
) -> f64 {
    if !soft.touched && !soft.model.is_driven() {
        return 0.0;
    }
    let Ok(()) = integrator.prepare_dense(soft);
    let (mut y, mut rate, mut work) = (vec![0.0; end.len()], vec![0.0; end.len()], 0.0);
    for (theta, weight) in GAUSS {
        let at = t + theta * h;
        integrator.dense(theta, &mut y);
        let Ok(()) = soft.rate(at, &y, &mut rate);
        let (q, v) = y.split_at(soft.model.positions());
        let pressed = soft.terms.contacts.iter().zip(&soft.forces);
        let pressed: f64 = pressed.map(|(contact, force)| force.normal * contact.along_normal.row.dot(v)).sum();
        let rubbing = friction_power(&soft.terms, soft.forces.iter().map(|force| force.tangential), v);
        let held = joint_power(&soft.terms, soft.response.reactions());
        work += weight * h * (soft.model.power(At { t: at, q, v }) + held + pressed + rubbing);
    }
    let Ok(()) = soft.rate(t + h, end, &mut rate);
    work
}

/// The time in which nothing moves further than a quarter of the least size.
fn stride<M: Model + ?Sized>(model: &M, state: &State) -> f64 {
    let pace = model.pace(At { t: state.t, q: &state.q, v: &state.v });
    if pace.speed > 0.0 && pace.size.is_finite() { (0.25 * pace.size / pace.speed).max(1e-9) } else { f64::INFINITY }
}
