//! Slips that stop and start again within less time than anything counts.
//!
//! A contact that stops is asked what it does next, and so are all that touch with it. Where an answer counts a slip for none that is merely small,
//! because its lever is (a box that turns about a corner straight below the place where it leans on another one), the forces of the motion
//! that follows are not those of the answer, and the slip stops again at once. Time passes, some 1e-8 s, so that this is no standstill, but the
//! run gets nowhere. After some such events in a row what was settled has not lasted, and small is not nothing any more.

use super::run::{BRIEFEST, Run};
use super::watch::Watch;
use carom_mechanics::Model;
use serde::{Deserialize, Serialize};

/// Events in a row after which what was settled did not last: the contacts of a mechanism stop and start together, each at its own event.
const UNSETTLED: u32 = 8;

/// Events in a row after which the run gives up, as at one instant: ten for each contact of a heap that is small enough for events.
const ENDLESS: u32 = 600;

/// Steps in a row that ended at one instant after which what was settled did not last.
const TIES: u32 = 2;

/// Events of friction that follow each other within the briefest time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Restless {
    /// When the last one was, in seconds.
    last: f64,
    /// How many there were in a row.
    count: u32,
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Notes what ended a step. An error is a verdict.
    pub(super) fn note_restless(&mut self, watch: Watch) -> Result<(), String> {
        if !matches!(watch, Watch::Slip { .. } | Watch::Limit(_) | Watch::Admissible) {
            return Ok(());
        }
        let Restless { last, count } = self.restless;
        self.restless = Restless { last: self.t, count: if self.t - last < BRIEFEST { count + 1 } else { 0 } };
        if count < ENDLESS {
            return Ok(());
        }
        let t = self.t;
        Err(format!("the run hardly gets past t = {t} s: slips stop and start again without end"))
    }

    /// Whether what was settled last did not last.
    pub(super) fn is_unsettled(&self) -> bool {
        self.standstill >= TIES || self.restless.count >= UNSETTLED
    }
}
