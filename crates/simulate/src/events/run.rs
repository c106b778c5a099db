//! A run under way: where it starts, what it remembers, what counts as nothing, how it ends. The loop itself: [`super::advance`].

use super::crowd::Crowd;
use super::decided::Decided;
use super::glance::Glance;
use super::modes::InCones;
use super::nearby::Nearby;
use super::restless::Restless;
use super::watch::Watch;
use crate::closing;
use crate::contacts::closed::Closed;
use crate::contacts::contact_solver::Solver;
use crate::hold::force::Force;
use crate::hold::held::Held;
use crate::hold::response::Response;
use crate::hold::smooth::Smooth;
use crate::integrate::{self, Integrator};
use crate::record::{End, Record};
use crate::settings::{Settings, Simultaneous};
use crate::snapshot::{Memory, Snapshot};
use carom_mechanics::{At, Contact, Model, Site};

/// A velocity that forces give and take again within this time, in seconds, is rounding.
const INSTANT: f64 = 1e-9;

/// A flight or a slip that would last less than this, in seconds, is none: it ends a bouncing, and what is left of an infinite sequence
/// after it moves nothing by more than g (1e-7 s)^2.
pub(super) const BRIEFEST: f64 = 1e-7;

/// The height of a flight in units of the rounding of positions below which rounding decides what happens.
const RESOLVED: f64 = 1000.0;

/// Slip speeds below this many tolerances are errors of the integrator.
const UNTOLD: f64 = 3.0;

/// The slip speed at which a slide in space has stopped, as part of the velocity that counts as zero.
const STOPPED: f64 = 0.05;

/// The integrator of a run.
pub(super) type Boxed<'a, M> = Box<dyn Integrator<Smooth<'a, M>>>;

/// Where a run starts or stands.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Time in seconds.
    pub t: f64,
    /// Position coordinates.
    pub q: Vec<f64>,
    /// Velocity coordinates.
    pub v: Vec<f64>,
    /// Closed contacts; empty lets the run find them.
    pub closed: Vec<Closed>,
    /// Step to try next; zero lets the run choose.
    pub step: f64,
}

/// A run under way.
pub(super) struct Run<'a, M: Model + ?Sized> {
    pub model: &'a M,
    pub settings: &'a Settings<'a>,
    pub smooth: Smooth<'a, M>,
    pub t: f64,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    /// End of the step tried last, (q, v).
    pub end: Vec<f64>,
    /// y' there.
    pub end_rate: Vec<f64>,
    /// Size of the step tried last.
    pub tried: f64,
    pub start: Vec<f64>,
    pub start_rate: Vec<f64>,
    /// Step that the accuracy allows, and the error of the last one in units of the tolerance; zero where the motion has changed since.
    pub step: f64,
    pub last_error: f64,
    /// Step over which the dense output is expected to be good enough for rows.
    pub idle: f64,
    pub watches: Vec<Watch>,
    /// Their values at the present state.
    pub now: Vec<f64>,
    pub glance: Glance,
    /// Whether reactions may do work in the next step.
    pub reactions_work: bool,
    pub sites: Vec<Site>,
    pub nearby: Nearby,
    /// The numbers of the forces' kinks at the instant looked at last.
    pub kinks: Vec<f64>,
    pub contact: Contact,
    pub in_cones: InCones,
    pub scratch: Vec<f64>,
    pub response: Response,
    /// Corrects many joints together with closed contacts.
    pub corrector: Held,
    pub solver: Solver,
    pub record: Record,
    pub crowd: Crowd,
    /// The contact forces at the present state, and those within the step tried last, with their times.
    pub start_forces: Vec<Force>,
    pub stages: Vec<(f64, Vec<Force>)>,
    /// At how many points of the step tried last the forces of closed contacts are looked at.
    pub force_points: usize,
    /// When forces turn back within it, in seconds since its start.
    pub turnings: Vec<f64>,
    /// By how much gaps may have become smaller since bodies were looked at as wholes.
    pub closer: f64,
    /// Whether impacts in sequence are ended together now.
    pub together: bool,
    /// The rule by which several contacts are struck now.
    pub rule: Simultaneous,
    /// Whether contacts that part faintly are held at this instant.
    pub patient: bool,
    /// Whether velocities have jumped at this instant and the sample after it is still to be written.
    pub jumped: bool,
    /// Whether a prescribed motion changes its velocity at this instant: what stuck to it need not stick any more.
    pub jolted: bool,
    /// Steps in a row that ended where they began.
    pub standstill: u32,
    /// Steps in a row in which a slide was too slow to have a direction.
    pub hovering: u32,
    /// Events in a row of which nothing was to be told.
    pub futile: u32,
    pub restless: Restless,
    /// Whether events follow each other without end.
    pub stuck: bool,
    /// The answer that the modes of the closed contacts were decided with.
    pub decided: Vec<Decided>,
    pub size: f64,
    /// How far things are from the origin, in metres: the scale of rounding in positions.
    pub extent: f64,
    pub speed: f64,
    /// How strongly the touching contacts would accelerate if none of them held: what brings them together again.
    pub pull: f64,
    /// Time at which the run began: samples are counted from it.
    pub first: f64,
    pub samples: u64,
    /// Total energy when it was last noted.
    pub energy: f64,
}

/// Runs a model from a state. The state is left where the run ended.
pub fn run<M: Model + ?Sized>(model: &M, state: &mut State, settings: &Settings) -> Record {
    let mut integrator = match integrate::by_name(&settings.integrator) {
        Some(integrator) => integrator,
        None => {
            return Record::verdict(format!(
                "there is no integrator \"{}\"; there are {}",
                settings.integrator,
                integrate::INTEGRATORS.join(", ")
            ));
        }
    };
    let mut run = Run::new(model, state, settings);
    let end = run.begin().and_then(|()| run.go(&mut integrator));
    run.finish(end);
    (state.t, state.step) = (run.t, run.step);
    (state.q, state.v, state.closed) = (run.q, run.v, run.smooth.closed);
    run.record
}

/// Goes on from a snapshot of a run by events.
pub(crate) fn resume<M: Model + ?Sized>(model: &M, snapshot: Snapshot, settings: &Settings) -> Record {
    let Snapshot { t, q, v, first, count, memory, record } = snapshot;
    let (
        Memory::Events { closed, step, error, idle, crowd, pull, hovering, futile, restless, anchor, slow },
        Some(mut integrator),
    ) = (memory, integrate::by_name(&settings.integrator))
    else {
        return record;
    };
    let mut run = Run::new(model, &State { t, q, v, closed, step }, settings);
    (run.first, run.samples, run.crowd, run.pull) = (first, count, crowd, pull);
    (run.last_error, run.idle, run.hovering, run.futile) = (error, idle, hovering, futile);
    run.restless = restless;
    run.smooth.count_from(anchor);
    run.smooth.slow = slow;
    run.refresh();
    run.smooth.evaluations = record.counts.evaluations;
    run.record = record;
    let end = run.go(&mut integrator);
    run.finish(end);
    run.record
}

impl<'a, M: Model + ?Sized> Run<'a, M> {
    pub(super) fn new(model: &'a M, state: &State, settings: &'a Settings<'a>) -> Self {
        let mut smooth = Smooth::new(model);
        smooth.closed.clone_from(&state.closed);
        let n = state.q.len() + state.v.len();
        let record = Record::empty();
        Self {
            model,
            settings,
            smooth,
            t: state.t,
            q: state.q.clone(),
            v: state.v.clone(),
            end: vec![0.0; n],
            end_rate: vec![0.0; n],
            tried: 0.0,
            start: vec![0.0; n],
            start_rate: vec![0.0; n],
            step: state.step,
            last_error: 0.0,
            idle: 0.0,
            watches: Vec::new(),
            now: Vec::new(),
            glance: Glance::default(),
            reactions_work: true,
            sites: Vec::new(),
            nearby: Nearby::default(),
            kinks: Vec::new(),
            contact: Contact::default(),
            in_cones: InCones::default(),
            scratch: Vec::new(),
            response: Response::default(),
            corrector: Held::default(),
            solver: Solver::default(),
            record,
            crowd: Crowd::default(),
            start_forces: Vec::new(),
            stages: Vec::new(),
            force_points: 1,
            turnings: Vec::new(),
            closer: f64::INFINITY,
            together: false,
            rule: settings.simultaneous,
            patient: true,
            jumped: false,
            jolted: false,
            standstill: 0,
            hovering: 0,
            futile: 0,
            restless: Restless::default(),
            stuck: false,
            decided: Vec::new(),
            size: 1.0,
            extent: 1.0,
            speed: 0.0,
            pull: 0.0,
            first: state.t,
            samples: 0,
            energy: model.energy(At { t: state.t, q: &state.q, v: &state.v }).total(),
        }
    }

    /// Gaps below this are closed: rounding of positions and of event times, far below anything a user measures.
    pub(super) fn zero_gap(&self) -> f64 {
        1e-10 * self.size
    }

    /// Velocities below this are zero: rounding of impulses, or what forces give and take again within an instant.
    pub(super) fn zero_velocity(&self) -> f64 {
        (1e-12 * (1.0 + self.speed)).max(0.5 * INSTANT * self.pull)
    }

    /// The slip speed in space below which a slide has stopped: so far below what counts as zero that the time of the stop is good to
    /// a tenth of a nanosecond, but not below what the integrator can tell from zero.
    pub(super) fn stopped_velocity(&self) -> f64 {
        let told = UNTOLD * self.settings.tolerance.max(f64::EPSILON);
        (STOPPED * self.zero_velocity()).max(told).max(1e-12 * (1.0 + self.speed))
    }

    /// The shortest flight that counts, in seconds: its height a t^2 / 8 must stand out from the rounding of positions, and in a crowd
    /// from the tolerance times the size of the smallest body.
    pub(super) fn briefest(&self) -> f64 {
        let seen = RESOLVED * f64::EPSILON * self.extent;
        let resolved = if self.pull > 0.0 { (8.0 * seen / self.pull).sqrt() } else { 0.0 };
        let unseen = 8.0 * self.settings.tolerance * self.size;
        let in_crowd = if self.crowd.is_here() && self.pull > 0.0 { (unseen / self.pull).sqrt() } else { 0.0 };
        BRIEFEST.max(resolved).max(in_crowd).max(self.crowd.tau())
    }

    /// Contacts that part more slowly than this are back before the briefest flight is over.
    pub(super) fn faint_velocity(&self) -> f64 {
        if self.patient { self.zero_velocity().max(0.5 * self.briefest() * self.pull) } else { self.zero_velocity() }
    }

    /// All that the steps to come depend on. Whatever else the run holds is made anew in [`Run::advance`] or by [`Run::refresh`].
    pub(super) fn snapshot(&self) -> Snapshot {
        let mut record = self.record.clone();
        record.counts.evaluations = self.smooth.evaluations;
        Snapshot {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            first: self.first,
            count: self.samples,
            memory: Memory::Events {
                closed: self.smooth.closed.clone(),
                step: self.step,
                error: self.last_error,
                idle: self.idle,
                crowd: self.crowd.clone(),
                pull: self.pull,
                hovering: self.hovering,
                futile: self.futile,
                restless: self.restless,
                anchor: self.smooth.anchor().to_vec(),
                slow: self.smooth.slow,
            },
            record,
        }
    }

    /// Notes how the run ended.
    fn finish(&mut self, end: Result<End, String>) {
        if end.is_err() {
            self.sample_before();
        }
        self.record.counts.evaluations = self.smooth.evaluations;
        let (end, part) = (end.unwrap_or_else(End::Verdict), closing::unexplained_by_events(self.settings.tolerance));
        closing::close(self.model, &mut self.record, (self.t, end), part);
    }

    pub(super) fn warn(&mut self, text: String) {
        if !self.record.warnings.contains(&text) {
            self.record.warnings.push(text);
        }
    }

    /// The pair of a contact in words.
    pub(super) fn describe_pair(&self, pair: u32) -> String {
        self.model.pair_name(pair)
    }
}
