//! Slips that stop and start again within less time than anything counts.
//!
//! A contact that stops is asked what it does next, and so are all that touch with it. Where an answer counts a slip for none that is merely small,
//! because its lever is (a box that turns about a corner straight below the place where it leans on another one), the forces of the motion
//! that follows are not those of the answer, and the slip stops again at once. Time passes, some 1e-8 s, so that this is no standstill, but the
//! run gets nowhere. After some such events in a row what was settled has not lasted, and small is not nothing any more.
//!
//! Where that does not help, one implicit step passes over such events, as over a jam (see [`super::bridge`]); the user is told.

use super::crowd::CROWD;
use super::run::{BRIEFEST, Run};
use super::watch::Watch;
use carom_mechanics::Model;
use serde::{Deserialize, Serialize};

/// Events in a row after which what was settled did not last: the contacts of a mechanism stop and start together, each at its own event.
const UNSETTLED: u32 = 8;

/// Events in a row after which they are passed over, as at one instant: ten for each contact of a heap that is small enough for events.
const ENDLESS: u32 = 600;

/// Steps in a row that may end at one instant before they are passed over.
const STANDSTILL: u32 = 2_000;

/// The same two in a crowd, whose modes tie everywhere.
const ENDLESS_OF_CROWD: u32 = 100;
const STANDSTILL_OF_CROWD: u32 = 300;

/// The longest implicit step over events without end, in seconds: under gravity 5e-8 m. Each that follows at once is twice as long as the one before.
const LONGEST: f64 = 1e-4;

/// Steps in a row that ended at one instant after which what was settled did not last.
const TIES: u32 = 2;

/// Events of friction that follow each other within the briefest time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Restless {
    /// When the last one was, in seconds.
    last: f64,
    /// How many there were in a row.
    count: u32,
    /// When the last implicit step over a jam or over such events ended, and how many there were in a row.
    bridged: f64,
    bridges: u32,
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Notes what ended a step. An error is a verdict.
    pub(super) fn note_restless(&mut self, watch: Watch) -> Result<(), String> {
        if !matches!(watch, Watch::Slip { .. } | Watch::Limit(_) | Watch::Admissible) {
            return Ok(());
        }
        let Restless { last, count, .. } = self.restless;
        (self.restless.last, self.restless.count) = (self.t, if self.t - last < BRIEFEST { count + 1 } else { 0 });
        if count < if self.smooth.closed.len() < CROWD { ENDLESS } else { ENDLESS_OF_CROWD } {
            return Ok(());
        }
        Err(self
            .gets_stuck(format!("the run hardly gets past t = {} s: slips stop and start again without end", self.t)))
    }

    /// Notes whether a step that began at this time took any. An error is a verdict.
    pub(super) fn note_standstill(&mut self, before: f64) -> Result<(), String> {
        self.standstill = if self.t > before { 0 } else { self.standstill + 1 };
        if self.standstill <= if self.smooth.closed.len() < CROWD { STANDSTILL } else { STANDSTILL_OF_CROWD } {
            return Ok(());
        }
        let endless = format!("the run does not get past t = {} s: events follow each other without end", self.t);
        Err(self.jammed_slide().unwrap_or_else(|| self.gets_stuck(endless)))
    }

    /// Notes that events follow each other without end, which this says.
    pub(super) fn gets_stuck(&mut self, why: String) -> String {
        self.stuck = true;
        why
    }

    /// Passes over events of closed contacts that follow each other without end; anything else ends the run, as this says.
    pub(super) fn pass_over(&mut self, why: String) -> Result<(), String> {
        if !std::mem::take(&mut self.stuck) || self.smooth.closed.is_empty() {
            return Err(why);
        }
        let (before, events, mut touching) = (self.v.clone(), self.record.events.len(), self.touching(None));
        self.bridge(&mut touching, "change without end")?;
        self.settle(None)?;
        self.nearby.forget();
        self.balance_impacts(events, &before);
        self.refresh();
        self.restless.count = 0;
        self.standstill = 0;
        self.step = 0.0;
        Ok(())
    }

    /// The length of the next implicit step: the briefest flight, and twice that of the one before where that has not helped.
    pub(super) fn bridge_length(&mut self) -> f64 {
        let Restless { bridged, bridges, .. } = self.restless;
        let longest = LONGEST.max(self.briefest());
        let in_a_row = bridges > 0 && self.t - bridged < longest;
        self.restless.bridges = if in_a_row { bridges + 1 } else { 1 };
        let doubled = 2.0_f64.powi(self.restless.bridges.min(64) as i32 - 1);
        (doubled * self.briefest()).min(longest)
    }

    /// Notes that an implicit step ends here.
    pub(super) fn note_bridge(&mut self) {
        self.restless.bridged = self.t;
    }

    /// Whether what was settled last did not last.
    pub(super) fn is_unsettled(&self) -> bool {
        self.standstill >= TIES || self.restless.count >= UNSETTLED
    }
}
