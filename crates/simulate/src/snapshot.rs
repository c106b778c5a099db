//! Where a run stands between two steps: all that its method needs to go on with the same bits as a run that was not stopped.
//!
//! Whatever else a method holds between steps it makes anew from this at every step. What an integrator carries over in the penalty
//! method (the last rate is the first of the next step, the last stages are where Newton starts) is part of the memory.

use crate::contacts::closed::Closed;
use crate::events::{Crowd, Restless};
use crate::record::Record;
use crate::settings::Settings;
use crate::{events, penalty, stepping};
use carom_mechanics::{Model, Penalty, Site, Touch};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A run between two steps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Time in seconds.
    pub t: f64,
    /// Position coordinates.
    pub q: Vec<f64>,
    /// Velocity coordinates.
    pub v: Vec<f64>,
    /// Time at which the run began.
    pub first: f64,
    /// Samples written at output times; in time stepping the steps made.
    pub count: u64,
    /// What the method remembers.
    pub memory: Memory,
    /// What happened so far.
    pub record: Record,
}

/// What a method remembers from step to step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Memory {
    /// Exact events.
    Events {
        /// Closed contacts and their friction.
        closed: Vec<Closed>,
        /// Step that the accuracy allows.
        step: f64,
        /// Error of the last step in units of the tolerance.
        error: f64,
        /// Step over which the dense output is expected to be good enough for rows.
        idle: f64,
        /// How finely crowds are resolved.
        crowd: Crowd,
        /// How strongly things were pulled when this was last looked at.
        pull: f64,
        /// Steps in a row in which a slide was too slow to have a direction.
        #[serde(default)]
        hovering: u32,
        /// Events in a row of which nothing was to be told.
        #[serde(default)]
        futile: u32,
        /// Slips that stop and start again within the briefest time.
        #[serde(default)]
        restless: Restless,
        /// Forces of the closed contacts, along normal and tangent, from which those that are not unique are counted.
        #[serde(default)]
        anchor: Vec<[f64; 3]>,
        /// Slip speed in space below which friction keeps the direction of its contact.
        slow: f64,
    },
    /// Time stepping.
    Stepping {
        /// Contacts closed in the last step.
        touches: Vec<Touch>,
        /// Their impulses (normal, tangential), from which the next solve starts.
        impulses: Vec<f64>,
        /// The face that each near site was at before it overlapped.
        faces: Vec<Touch>,
        /// The gaps at which the contacts are held.
        #[serde(default)]
        gaps: Vec<f64>,
        /// Where the contacts of a crowd were.
        #[serde(default)]
        places: Vec<stepping::Place>,
        /// The middle of the last step: from there on motions are looked at for jumps of their velocities.
        middle: f64,
    },
    /// Penalty.
    Penalty {
        /// Step that the accuracy allows.
        step: f64,
        /// (q', v') at this instant, the last stage of the step before.
        rate: Vec<f64>,
        /// The step before as its integrator tells it, from which it starts the next.
        #[serde(default)]
        course: Vec<f64>,
        /// Contacts that overlap.
        touching: Vec<Touch>,
        /// The face that each near site was at before it overlapped.
        faces: Vec<Touch>,
        /// Parameters made for pairs whose law gives none.
        parameters: Vec<(u32, Penalty)>,
    },
}

/// Who looks at a run between its steps.
pub trait Watcher: Debug + Sync {
    /// The run has reached t; `last` if it stops here because of an interrupt. True asks for a snapshot.
    fn wants(&self, t: f64, last: bool) -> bool;

    /// Takes the snapshot asked for.
    fn keep(&self, snapshot: Snapshot);

    /// What was recorded so far, at every step and without a copy.
    fn look(&self, _record: &Record) {}
}

impl Settings<'_> {
    /// Between two steps: shows the watcher the record and the time, hands over a snapshot if one is wanted; true if the run is to stop.
    pub(crate) fn pause(&self, t: f64, record: &Record, snapshot: impl FnOnce() -> Snapshot) -> bool {
        if let Some(watcher) = self.watcher {
            watcher.look(record);
        }
        let stop = self.interrupt.is_some_and(|flag| flag.load(std::sync::atomic::Ordering::Relaxed));
        if let Some(watcher) = self.watcher
            && watcher.wants(t, stop)
        {
            watcher.keep(snapshot());
        }
        stop
    }
}

/// Goes on from a snapshot with the settings of the run it was taken from. Refuses one that is of another model.
pub fn resume<M: Model + ?Sized>(model: &M, snapshot: Snapshot, settings: &Settings) -> Result<Record, String> {
    snapshot.check(model)?;
    Ok(match snapshot.memory {
        Memory::Events { .. } => events::resume(model, snapshot, settings),
        Memory::Stepping { .. } => stepping::resume(model, snapshot, settings),
        Memory::Penalty { .. } => penalty::resume(model, snapshot, settings),
    })
}

impl Snapshot {
    /// Whether a model has these coordinates and contacts.
    fn check<M: Model + ?Sized>(&self, model: &M) -> Result<(), String> {
        let (positions, velocities) = (model.positions(), model.velocities());
        let fits = |q: &[f64], v: &[f64]| q.len() == positions && v.len() == velocities;
        let samples = self.record.samples.iter().all(|sample| fits(&sample.q, &sample.v));
        let memory = match &self.memory {
            Memory::Penalty { rate, course, .. } => {
                rate.len() == positions + velocities && course.iter().all(|x| x.is_finite())
            }
            Memory::Stepping { touches, impulses, places, .. } => {
                let whole = places.is_empty() || places.len() == touches.len();
                whole && impulses.len() == touches.len() * (model.tangents() + 1)
            }
            Memory::Events { .. } => true,
        };
        if !(fits(&self.q, &self.v) && samples && memory) {
            return Err(format!("it is not of this scene, which has {positions} coordinates"));
        }
        if !self.q.iter().chain(&self.v).all(|x| x.is_finite()) || !self.t.is_finite() {
            return Err("it has coordinates that are not finite".to_owned());
        }
        self.check_touches(model)
    }

    /// Whether a model has the contacts named here.
    fn check_touches<M: Model + ?Sized>(&self, model: &M) -> Result<(), String> {
        let mut sites = Vec::new();
        model.sites(self.t, &self.q, f64::INFINITY, &mut sites);
        let sites: BTreeSet<Site> = sites.into_iter().collect();
        let samples = self.record.samples.iter().flat_map(|sample| &sample.contact_forces).map(|force| force.touch);
        let events = self.record.events.iter().filter_map(|event| event.touch);
        let mut touches = samples.chain(events).chain(self.memory.touches());
        match touches.find(|touch| !sites.contains(&touch.site)) {
            Some(touch) => Err(format!("it names a contact that this scene does not have ({touch:?})")),
            None => Ok(()),
        }
    }
}

impl Memory {
    /// The contacts it names.
    fn touches(&self) -> Vec<Touch> {
        match self {
            Self::Events { closed, .. } => closed.iter().map(|closed| closed.touch).collect(),
            Self::Stepping { touches, .. } => touches.clone(),
            Self::Penalty { touching, .. } => touching.clone(),
        }
    }
}
