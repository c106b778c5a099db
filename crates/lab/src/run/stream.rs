//! Looks at a run and sends what is new in its record.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use carom::mechanics::At;
use carom::run::Prepared;
use carom::scene::output::{Cast, TrajectoryTable, event_json};
use carom::simulate::record::{ContactForce, Event, Record, Sample};
use carom::simulate::{Snapshot, Watcher};
use serde_json::{Value, json};

use super::guard::size;
use super::thin::{Thin, Window};
use crate::limits::Limits;
use crate::lines::Lines;
use crate::plane::of_event;
use crate::stage::flat;

/// Time between two parcels of rows.
const PARCEL: Duration = Duration::from_millis(60);
/// Events sent at most; the files of an export hold all.
const MOST_EVENTS: usize = 5000;
/// Steps after which the clock is looked at.
const STEPS: u32 = 16;

/// What was sent of a run.
pub(super) struct Sent {
    pub(super) rows: usize,
    /// Rows of the part that was asked for.
    pub(super) within: usize,
    pub(super) events: usize,
    /// Why the server stopped it.
    pub(super) stopped: Option<&'static str>,
}

/// Who looks on.
pub(super) struct Onlooker<'a, 'c> {
    cast: &'a Cast<'c>,
    until: f64,
    limits: &'a Limits,
    stop: Arc<AtomicBool>,
    lines: &'a Lines,
    state: Mutex<State<'a, 'c>>,
}

struct State<'a, 'c> {
    table: TrajectoryTable<'a, 'c>,
    thin: Thin,
    began: Instant,
    parcel: Instant,
    steps: u32,
    /// Samples and events looked at.
    samples: usize,
    events: usize,
    rows_sent: usize,
    stopped: Option<&'static str>,
}

impl std::fmt::Debug for Onlooker<'_, '_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Onlooker").field("until", &self.until).finish_non_exhaustive()
    }
}

impl<'a, 'c> Onlooker<'a, 'c> {
    pub(super) fn new(
        cast: &'a Cast<'c>,
        prepared: &Prepared,
        limits: &'a Limits,
        stop: Arc<AtomicBool>,
        lines: &'a Lines,
        window: Window,
    ) -> Self {
        let table = TrajectoryTable::new(cast);
        let until = prepared.scene.run.settings.until;
        let thin = Thin::new(window, table.columns().len(), prepared.scene.run.start, until);
        let (began, parcel) = (Instant::now(), Instant::now());
        let state = State { table, thin, began, parcel, steps: 0, samples: 0, events: 0, rows_sent: 0, stopped: None };
        Self { cast, until, limits, stop, lines, state: Mutex::new(state) }
    }

    /// Sends the rest, once the run has ended.
    pub(super) fn finish(&self, record: &Record) -> Sent {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.send(&mut state, record, record.samples.len());
        Sent {
            rows: state.rows_sent,
            within: state.thin.within,
            events: state.events.min(MOST_EVENTS),
            stopped: state.stopped,
        }
    }

    /// Sends what is new among the samples up to `end`, and all new events.
    fn send(&self, state: &mut State<'_, '_>, record: &Record, end: usize) {
        let (mut rows, mut sketches, mut forces) = (Vec::new(), Vec::new(), Vec::new());
        for index in state.samples..end {
            let sample = &record.samples[index];
            let before = index.checked_sub(1).map(|i| &record.samples[i]);
            if !state.thin.keeps(before, sample, record.samples.get(index + 1)) {
                continue;
            }
            let mut row = Vec::new();
            state.table.row(sample, &mut row);
            rows.push(row);
            sketches.push(flat(&(self.cast.sketches)(At { t: sample.t, q: &sample.q, v: &sample.v })));
            forces.push(self.forces(sample));
        }
        state.samples = end;
        state.rows_sent += rows.len();
        if !rows.is_empty() {
            self.lines.send(&json!({"kind": "rows", "rows": rows, "sketches": sketches, "forces": forces}));
        }
        let news = record.events.get(state.events..MOST_EVENTS.min(record.events.len())).unwrap_or_default();
        if !news.is_empty() {
            let events: Vec<Value> = news.iter().map(|event| self.event(record, event)).collect();
            self.lines.send(&json!({"kind": "events", "events": events}));
        }
        state.events = record.events.len();
        let t = record.samples.last().map_or(0.0, |sample| sample.t);
        self.lines.send(&json!({"kind": "progress", "t": t, "until": self.until, "rows": record.samples.len()}));
    }

    /// An event with its impulse as a vector and what its impulse plane needs.
    fn event(&self, record: &Record, event: &Event) -> Value {
        let mut json = of_event(self.cast, event, event_json(self.cast, event));
        if let (Some(vector), Some(object)) = (self.vector(record, event), json.as_object_mut()) {
            object.insert("vector".to_owned(), json!(vector[..self.cast.space.dimensions()]));
        }
        json
    }

    /// The impulse of an event on the first body; the directions are those of the sample at its time.
    fn vector(&self, record: &Record, event: &Event) -> Option<[f64; 3]> {
        let (impact, touch) = (event.impact.as_ref()?, event.touch?);
        let after = record.samples.partition_point(|sample| sample.t < event.t);
        let sample = record.samples.get(after).filter(|sample| sample.t == event.t)?;
        let [normal, first, second, _] = impact.impulse;
        let contact = (self.cast.point)(touch, At { t: sample.t, q: &sample.q, v: &sample.v })?;
        Some(contact.vector(normal, [first, second]))
    }

    /// The forces of the contacts at a sample: where, and the force on the first body.
    fn forces(&self, sample: &Sample) -> Vec<f64> {
        let at = At { t: sample.t, q: &sample.q, v: &sample.v };
        let one = |force: &ContactForce| {
            let contact = (self.cast.point)(force.touch, at).unwrap_or_default();
            let numbers = self.cast.space.dimensions();
            let vector = contact.vector(force.normal, force.tangential);
            [&contact.point[..numbers], &vector[..numbers]].concat()
        };
        sample.contact_forces.iter().flat_map(one).collect()
    }

    /// Stops a run that takes too long or too much.
    fn judge(&self, state: &mut State<'_, '_>, record: &Record) {
        if state.began.elapsed() > self.limits.time {
            state.stopped = Some("the run took longer than the server allows");
        } else if size(record) > self.limits.memory {
            state.stopped = Some("the record of the run grew larger than the server allows");
        } else if self.lines.is_read() {
            return;
        }
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Watcher for Onlooker<'_, '_> {
    fn wants(&self, _: f64, _: bool) -> bool {
        false
    }

    fn keep(&self, _: Snapshot) {}

    fn look(&self, record: &Record) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.steps += 1;
        if !state.steps.is_multiple_of(STEPS) || state.parcel.elapsed() < PARCEL {
            return;
        }
        self.judge(&mut state, record);
        // The last sample may yet have its other side.
        self.send(&mut state, record, record.samples.len().saturating_sub(1));
        state.parcel = Instant::now();
    }
}
