//! Corners of motions (see [`crate::corner`]): what is struck where a prescribed motion changes its velocity at once.
//!
//! With the velocities h+ and w+ of the motions behind the corner, joints hold and contacts follow their laws:
//!
//! ```text
//!     M (v_E - v_A) = H^T L + W I,     H v_E + h+ = 0,     I by the law of the contact from D_A = W^T v_J + w+
//!     v_J = v_A - M^-1 H^T (H M^-1 H^T)^+ (H v_A + h+)     the velocities that joints alone would give
//! ```
//!
//! A table that jumps upwards hits the ball on it like one that comes from below; one that jumps downwards leaves it behind. A belt that jumps
//! along itself gives no impulse, for there is none along the normal: the block on it begins to slip.

use super::project::correction;
use super::run::Run;
use super::stride::STRIDE;
use crate::corner::{AT_ONCE, end_before, here, jolts, jolts_within, struck};
use carom_mechanics::{Model, Row};

/// Part of the way to the next row, at the present speed, below which a stride is short: a motion that runs to infinity makes it ever shorter, and would never get
/// to the instant at which it has no place.
const RUNS_AWAY: f64 = 1e-3;

/// How far beyond the next row a pole is looked for, as part of the time to it: one on the row itself may be a rounding behind it.
const BEYOND: f64 = 0.5;

impl<M: Model + ?Sized> Run<'_, M> {
    /// The longest step allowed, of which h is to be tried, if no corner may be passed.
    pub(super) fn up_to_corner(&self, h: f64, limit: f64) -> f64 {
        let corner = self.model.corner_before(self.t, self.t + h);
        let end = corner.and_then(|corner| end_before(corner, self.t));
        end.map_or(limit, |end| limit.min(end - self.t))
    }

    /// Ends the run where motions become so fast that they can only run to infinity before the next row, and do.
    pub(super) fn check_poles(&self) -> Result<(), String> {
        let end = self.row_ahead();
        if STRIDE * self.size >= RUNS_AWAY * self.speed * (end - self.t) {
            return Ok(());
        }
        jolts_within(self.model, self.t, end + BEYOND * (end - self.t)).map(|_| ())
    }

    /// Passes the corners at which a step has ended.
    pub(super) fn pass_corners(&mut self) -> Result<(), String> {
        for _ in 0..AT_ONCE {
            let Some(corner) = here(self.model, self.t).filter(|corner| *corner <= self.settings.until) else { break };
            let jolted = jolts(self.model, corner)?;
            self.t = corner;
            if jolted {
                self.jolt()?;
            }
            self.refresh();
        }
        Ok(())
    }

    /// What happens where motions change their velocities at once.
    fn jolt(&mut self) -> Result<(), String> {
        self.look();
        self.strike_joints();
        // What joints have done so far is all that has changed the energy.
        self.energy = self.total_energy();
        let (place, before, events) = (self.q.clone(), self.v.clone(), self.record.events.len());
        self.jolted = true;
        let settled = self.settle(None);
        self.jolted = false;
        self.note_settled(&place);
        self.balance_impacts(events, &before);
        settled
    }

    /// The velocities that joints alone give, with a row before them.
    fn strike_joints(&mut self) {
        self.evaluate_terms();
        let joints = &self.smooth.terms.joints;
        let rows: Vec<(&Row, f64)> =
            joints.iter().map(|joint| (&joint.direction.row, joint.direction.velocity(&self.v))).collect();
        let worst = (0..rows.len()).max_by(|&a, &b| rows[a].1.abs().total_cmp(&rows[b].1.abs()));
        let zero = self.zero_velocity();
        let change = correction(&self.smooth.terms, &mut self.corrector, (&rows, rows.len()), zero);
        let (Some(change), Some(worst)) = (change, worst) else { return };
        let event = struck(self.t, &self.model.joint_name(joints[worst].joint));
        self.sample_before();
        self.record.counts.impacts += 1;
        self.jumped = true;
        self.record.events.push(event);
        self.v.iter_mut().zip(&change).for_each(|(v, d)| *v += d);
    }
}
