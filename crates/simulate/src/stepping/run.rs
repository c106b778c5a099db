//! The loop of time stepping.

use super::ahead::Near;
use super::crowd::Crowd;
use super::heirs::Place;
use super::problem::Assembly;
use super::rows::{Rows, Start};
use super::solver::GroupSolver;
use crate::closing;
use crate::contacts::faces::{Faces, size};
use crate::corner::jolts_within;
use crate::events::{self, State};
use crate::fault;
use crate::hold::response::Response;
use crate::hold::terms::Terms;
use crate::record::{ContactForce, End, Record, Sample};
use crate::rush::Rush;
use crate::settings::Settings;
use crate::snapshot::{Memory, Snapshot};
use carom_mechanics::{At, Contact, Model, Site, Touch};

/// A gap up to this part of the least size counts as closed: without an allowance for rounding a resting contact is lost now and
/// then and creeps.
const CLOSED: f64 = 1e-11;

/// The same for a contact that was closed in the last step: what the residuals of many steps may open.
const KEPT: f64 = 1e-7;

/// Part of the least size by which a corner may be inside its nearest face and still be taken to have come through the one remembered.
const SHALLOW: f64 = 1e-6;

/// Residuals that may be asked of the cone problem of a step. Drift of resting bodies is in proportion to it; rounding ends it
/// below.
const TOLERANCES: [f64; 2] = [1e-13, 1e-3];

/// How often a step may be halved. A contact problem that resists is mostly an accident of what closes in one step.
const HALVINGS: usize = 3;

/// A run is so many steps long if it is within this part of that.
const WHOLE: f64 = 1e-9;

/// A run under way.
pub(super) struct Stepper<'a, M: Model + ?Sized> {
    pub model: &'a M,
    pub settings: &'a Settings<'a>,
    pub t: f64,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub terms: Terms,
    pub response: Response,
    pub assembly: Assembly,
    pub solver: GroupSolver,
    pub crowd: Crowd,
    /// Contacts near, where a step looks ahead, storage for them, and the gap that counts as none.
    pub near: Near,
    pub spare: Vec<Contact>,
    pub shut: f64,
    /// Contacts closed at the middle of the step, ascending, and their impulses.
    pub touches: Vec<Touch>,
    pub impulses: Vec<f64>,
    /// Which of them were closed in the last step already, and no wall has changed its velocity at once since.
    pub kept: Vec<bool>,
    /// Whether a prescribed motion has changed its velocity at once since the middle of the last step, and when that was.
    pub jolted: bool,
    pub middle: f64,
    /// The same of the last step, to start the next solve from.
    pub last: Vec<Touch>,
    last_impulses: Vec<f64>,
    /// Where the contacts of a crowd were in the last step.
    pub places: Vec<Place>,
    /// The gaps at which the closed contacts are held, and those of the last step.
    pub gaps: Vec<f64>,
    pub last_gaps: Vec<f64>,
    /// The gap at which each closed contact is held if it lasts.
    pub lasting: Vec<Option<f64>>,
    sites: Vec<Site>,
    faces: Faces,
    rush: Rush,
    /// Contacts that are closed where a sample is taken.
    pub touched: Vec<Touch>,
    pub change: Vec<f64>,
    /// What all forces but those of contacts do to the velocities in the step; of that, for rows within it, what changes evenly.
    pub pushed: Vec<f64>,
    pub even: Vec<Option<f64>>,
    /// Velocities before the step.
    pub before: Vec<f64>,
    /// M^-1 F.
    pub acceleration: Vec<f64>,
    /// Slip that counts as none where the law tells the two apart.
    pub slow: f64,
    /// The step: that of the settings, or a little less, so that the run ends where it should.
    pub h: f64,
    /// Time at which the run began, and steps made since.
    pub first: f64,
    pub steps: u64,
    pub rows: Rows,
    /// Size of the last step made, halved or whole, and the residual it was left with.
    made: f64,
    pub left: f64,
    /// Total energy after the last step.
    pub energy: f64,
    pub record: Record,
}

/// Runs a model from a state with fixed steps. The state is left where the run ended.
pub fn run<M: Model + ?Sized>(model: &M, state: &mut State, settings: &Settings) -> Record {
    let mut stepper = Stepper::new(model, (state.t, state.q.clone(), state.v.clone()), settings);
    stepper.remember_faces(stepper.t);
    stepper.sample();
    let taken = "by stepping the solver of the steps decides";
    stepper.record.warnings.extend(events::at_start(model, state, settings, taken));
    stepper.tell_theta();
    stepper.close();
    (state.t, state.q, state.v) = (stepper.t, stepper.q, stepper.v);
    state.closed.clear();
    stepper.record
}

/// What a step that fails is begun again from.
struct Before {
    q: Vec<f64>,
    v: Vec<f64>,
    last: Vec<Touch>,
    impulses: Vec<f64>,
    gaps: Vec<f64>,
    middle: f64,
}

/// How the cone problems of a step were solved.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effort {
    pub t: f64,
    pub problems: u64,
    pub sweeps: u64,
    pub residual: f64,
    pub without_restitution: bool,
}

/// How many steps fill a length, and their size: the one asked if it fits up to rounding, else the next smaller one that does.
fn steps_of(length: f64, step: f64) -> (u64, f64) {
    let (count, whole) = (length / step, (length / step).round());
    if (count - whole).abs() <= WHOLE * whole {
        return (whole as u64, step);
    }
    (count.ceil() as u64, length / count.ceil())
}

/// Goes on from a snapshot of a run by time stepping.
pub(crate) fn resume<M: Model + ?Sized>(model: &M, snapshot: Snapshot, settings: &Settings) -> Record {
    let Snapshot { t, q, v, first, count, memory, record } = snapshot;
    let Memory::Stepping { touches, impulses, faces, gaps, places, middle } = memory else { return record };
    let mut stepper = Stepper::new(model, (t, q, v), settings);
    (stepper.first, stepper.steps, stepper.record) = (first, count, record);
    (stepper.last, stepper.touches, stepper.impulses) = (touches.clone(), touches, impulses);
    (stepper.gaps, stepper.places, stepper.middle) = (gaps, places, middle);
    stepper.faces = Faces::of_list(faces);
    stepper.remember_faces(t);
    stepper.close();
    stepper.record
}

impl<'a, M: Model + ?Sized> Stepper<'a, M> {
    fn new(model: &'a M, (t, q, v): (f64, Vec<f64>, Vec<f64>), settings: &'a Settings<'a>) -> Self {
        Self {
            model,
            settings,
            t,
            energy: model.energy(At { t, q: &q, v: &v }).total(),
            change: vec![0.0; v.len()],
            pushed: Vec::new(),
            even: Vec::new(),
            q,
            v,
            terms: Terms::default(),
            response: Response::default(),
            assembly: Assembly::default(),
            solver: GroupSolver::default(),
            crowd: Crowd::default(),
            near: Near::new(),
            spare: Vec::new(),
            shut: 0.0,
            touches: Vec::new(),
            impulses: Vec::new(),
            kept: Vec::new(),
            jolted: false,
            middle: t,
            last: Vec::new(),
            last_impulses: Vec::new(),
            places: Vec::new(),
            gaps: Vec::new(),
            last_gaps: Vec::new(),
            lasting: Vec::new(),
            sites: Vec::new(),
            faces: Faces::default(),
            rush: Rush::default(),
            touched: Vec::new(),
            before: Vec::new(),
            acceleration: Vec::new(),
            slow: 0.0,
            h: settings.step,
            first: t,
            steps: 0,
            rows: Rows::default(),
            made: settings.step,
            left: 0.0,
            record: Record::empty(),
        }
    }

    /// Steps until the end and notes how the run ended.
    fn close(&mut self) {
        let end = self.go().unwrap_or_else(End::Verdict);
        closing::close(self.model, &mut self.record, (self.t, end), closing::UNEXPLAINED);
    }

    fn go(&mut self) -> Result<End, String> {
        let length = (self.settings.until - self.first).max(0.0);
        let (steps, h) = steps_of(length, self.settings.step);
        self.h = h;
        self.count_rows(steps);
        while self.steps < steps {
            if self.settings.pause(self.t, &self.record, || self.snapshot()) {
                return Ok(End::Interrupted);
            }
            self.advance(h, 0)?;
            self.steps += 1;
            self.t = if self.steps == steps { self.settings.until } else { self.first + self.steps as f64 * h };
            self.record.counts.steps += 1;
            if self.row_is_due() || self.steps == steps {
                self.sample_due();
                closing::torn(self.model, &self.terms.joints, At { t: self.t, q: &self.q, v: &self.v })?;
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
                touches: self.touches.clone(),
                impulses: self.impulses.clone(),
                faces: self.faces.list(),
                gaps: self.gaps.clone(),
                places: self.places.clone(),
                middle: self.middle,
            },
            record: self.record.clone(),
        }
    }

    /// A step of size h; where its contacts cannot be solved, two of half the size: fewer contacts close at once in them. So too where it would
    /// take bodies through each other.
    fn advance(&mut self, h: f64, halvings: usize) -> Result<(), String> {
        if self.settings.ahead {
            let solved = self.step(h)?;
            self.note(solved);
            return self.finish(h);
        }
        if self.rush.limit(self.model, At { t: self.t, q: &self.q, v: &self.v }, h) < h {
            return self.advance_in_halves(h, halvings);
        }
        let before = Before {
            q: self.q.clone(),
            v: self.v.clone(),
            last: self.last.clone(),
            impulses: self.impulses.clone(),
            gaps: self.gaps.clone(),
            middle: self.middle,
        };
        let solved = self.step(h);
        if solved.is_err() {
            // What was computed is the state before the step.
            (self.q, self.v) = (before.q.clone(), before.v.clone());
        }
        let solved = solved?;
        if solved.residual <= self.tolerance() || halvings == HALVINGS {
            self.note(solved);
            let start = Start { q: before.q, v: before.v, impacts: self.record.counts.impacts };
            self.finish(h)?;
            self.write_rows(h, &start);
            return Ok(());
        }
        self.q = before.q;
        self.v = before.v;
        self.last = before.last;
        self.gaps = before.gaps;
        self.middle = before.middle;
        self.impulses = before.impulses.iter().map(|r| 0.5 * r).collect();
        self.advance_in_halves(h, halvings + 1)
    }

    fn advance_in_halves(&mut self, h: f64, halvings: usize) -> Result<(), String> {
        let t = self.t;
        self.advance(0.5 * h, halvings)?;
        self.t = t + 0.5 * h;
        self.advance(0.5 * h, halvings)?;
        self.t = t;
        Ok(())
    }

    /// The part of a step of size h up to its velocities.
    fn step(&mut self, h: f64) -> Result<Effort, String> {
        let theta = self.settings.theta;
        let middle = self.t + (1.0 - theta) * h;
        // A motion that breaks within the step ends the run before it.
        jolts_within(self.model, self.t, self.t + h)?;
        self.jolted = jolts_within(self.model, self.middle, middle)?;
        self.middle = middle;
        self.move_by((1.0 - theta) * h);
        // Where a step looks ahead its contacts are found below, in the storage of those of the last step.
        let kept = if self.settings.ahead { std::mem::take(&mut self.terms.contacts) } else { Vec::new() };
        if self.settings.ahead {
            self.touches.clear();
        } else {
            self.find_contacts(middle);
        }
        let at = At { t: middle, q: &self.q, v: &self.v };
        self.terms.evaluate(self.model, at, self.touches.iter().copied());
        self.record.counts.evaluations += 1;
        self.response.prepare(&self.terms);
        self.before.clone_from(&self.v);
        self.push_freely(h);
        if self.settings.ahead {
            self.push_again(middle, h);
            if self.find_crowd(middle, h) {
                return Ok(self.solve_crowd(middle, h));
            }
            self.terms.contacts = kept;
            self.find_contacts_ahead(middle, h);
        }
        let solved = self.solve_contacts(middle, h)?;
        if solved.residual > self.tolerance() || !self.model.force_depends_on_velocity() {
            return Ok(solved);
        }
        self.solve_again(middle, h, solved)
    }

    /// Takes the forces again at the velocity of the middle, as the step solved with those of its start tells it, and solves it with them:
    /// without that, forces that depend on velocities would make smooth motion first order.
    fn solve_again(&mut self, middle: f64, h: f64, first: Effort) -> Result<Effort, String> {
        if !self.push_again(middle, h) {
            return Ok(first);
        }
        let second = self.solve_closed(middle, h)?;
        Ok(Effort { problems: first.problems + second.problems, ..second })
    }

    /// Pushes freely from the velocity before with the forces at the velocity of the middle; false if they are what they were. In free flight the
    /// forces at the start alone, of what spins, would give energy with every step.
    fn push_again(&mut self, middle: f64, h: f64) -> bool {
        if !self.model.force_depends_on_velocity() {
            return false;
        }
        let part = 1.0 - self.settings.theta;
        let v: Vec<f64> = self.before.iter().zip(&self.v).map(|(a, b)| a + part * (b - a)).collect();
        let mut force = vec![0.0; v.len()];
        self.model.force(At { t: middle, q: &self.q, v: &v }, &mut force);
        if force == self.terms.force {
            return false;
        }
        self.record.counts.evaluations += 1;
        self.terms.force = force;
        self.v.clone_from(&self.before);
        self.push_freely(h);
        true
    }

    /// The rest of the step, with the velocities found.
    fn finish(&mut self, h: f64) -> Result<(), String> {
        let theta = self.settings.theta;
        let middle = self.t + (1.0 - theta) * h;
        self.made = h;
        let work = if self.crowd.active {
            self.finish_crowd(middle, h) + self.driven_work(middle, h)
        } else {
            self.tell_impacts(middle, h);
            self.work(middle, h)
        };
        self.move_by(theta * h);
        if !self.crowd.apart.is_empty() {
            self.model.displace(&mut self.q, &self.crowd.apart);
            self.crowd.apart.clear();
        }
        let struck = self.strike_joints(middle, self.t + h)?;
        self.remember_faces(self.t + h);
        self.balance(h, work + struck);
        if self.v.iter().chain(&self.q).any(|x| !x.is_finite()) {
            return Err(fault::of_forces(self.model, middle, &self.terms.force).unwrap_or_else(|| {
                format!("at t = {middle} s the step of {h} s gives no finite velocities; a smaller step may help")
            }));
        }
        Ok(())
    }

    /// Notes through which faces corners come.
    fn remember_faces(&mut self, t: f64) {
        if !self.settings.ahead {
            self.faces.remember(self.model, At { t, q: &self.q, v: &self.v }, &mut self.sites);
        }
    }

    /// q <- q + T(q) v time.
    pub fn move_by(&mut self, time: f64) {
        self.change.clear();
        self.change.extend(self.v.iter().map(|v| v * time));
        self.model.displace(&mut self.q, &self.change);
    }

    /// v <- v + M^-1 (h F + H^T L): all forces but those of contacts. The joints hold for the velocity of the step,
    /// H ((1 - theta) v + theta v') + h_m = 0.
    fn push_freely(&mut self, h: f64) {
        self.acceleration.clone_from(&self.terms.force);
        self.terms.mass.solve(&mut self.acceleration);
        let push: Vec<f64> = self.terms.force.iter().map(|f| h * f).collect();
        let theta = self.settings.theta.max(0.5);
        let demands: Vec<f64> = self.terms.joints.iter().map(|j| -j.direction.velocity(&self.v) / theta).collect();
        self.response.change(&self.terms, &push, |k| demands[k], &mut self.change);
        self.v.iter_mut().zip(&self.change).for_each(|(v, d)| *v += d);
        self.pushed.clone_from(&self.change);
    }

    /// The contacts that are closed at the middle of the step; those of the last step stay so a little longer.
    fn find_contacts(&mut self, t: f64) {
        let size = size(self.model, At { t, q: &self.q, v: &self.v });
        self.faces.look(self.model, At { t, q: &self.q, v: &self.v }, KEPT * size, &mut self.sites);
        self.touches.clear();
        for &site in &self.sites {
            let (gap, touch) =
                self.faces.find(self.model, site, At { t, q: &self.q, v: &self.v }, (size, SHALLOW * size));
            let kept = gap <= KEPT * size && self.last.binary_search(&touch).is_ok();
            if kept || gap <= CLOSED * size {
                self.touches.push(touch);
            }
        }
    }

    /// The residual asked of the cone problems.
    pub fn tolerance(&self) -> f64 {
        self.settings.tolerance.clamp(TOLERANCES[0], TOLERANCES[1])
    }

    /// Starts from the impulses of the last step where a contact was closed then. Both lists ascend.
    pub fn warm_start(&mut self, dim: usize) {
        std::mem::swap(&mut self.impulses, &mut self.last_impulses);
        std::mem::swap(&mut self.gaps, &mut self.last_gaps);
        self.impulses.clear();
        self.gaps.clear();
        self.kept.clear();
        self.lasting.clear();
        let mut k = 0;
        for touch in &self.touches {
            while self.last.get(k).is_some_and(|last| last < touch) {
                k += 1;
            }
            let pressed = self.last_impulses.get(k * dim).is_some_and(|normal| *normal > 0.0);
            let stays = !self.jolted && self.last.get(k) == Some(touch);
            self.kept.push(stays && (pressed || !self.settings.ahead));
            self.lasting.push(self.last_gaps.get(k).copied().filter(|_| stays && pressed));
            if self.last.get(k) == Some(touch) {
                self.impulses.extend_from_slice(&self.last_impulses[k * dim..(k + 1) * dim]);
            } else {
                self.impulses.extend(std::iter::repeat_n(0.0, dim));
            }
        }
        self.last.clone_from(&self.touches);
    }

    /// The forces of the last step.
    fn forces(&self) -> Vec<ContactForce> {
        let (dim, h) = (self.model.tangents() + 1, self.made);
        let force = |(touch, impulse): (&Touch, &[f64])| ContactForce {
            touch: *touch,
            normal: impulse[0] / h,
            tangential: [impulse[1] / h, impulse.get(2).map_or(0.0, |i| i / h)],
        };
        let all = self.touches.iter().zip(self.impulses.chunks_exact(dim));
        all.filter(|(_, impulse)| !self.settings.ahead || impulse[0] > 0.0).map(force).collect()
    }

    pub fn sample(&mut self) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        if self.settings.ahead {
            // Contacts of the middle of the step may have left their faces since.
            self.model.touches(at, 0.0, 0.0, &mut self.near);
            self.touched.clear();
            self.touched.extend(self.near.iter().map(|(touch, _)| *touch));
        } else {
            self.touched.clone_from(&self.touches);
        }
        self.terms.evaluate(self.model, at, self.touched.iter().copied());
        self.record.counts.note(&self.terms);
        let contact_forces = self.forces();
        let joint_forces = self.joint_forces(&contact_forces);
        self.record.samples.push(Sample {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            energy: self.model.energy(At { t: self.t, q: &self.q, v: &self.v }),
            joint_forces,
            contact_forces,
        });
    }
}
