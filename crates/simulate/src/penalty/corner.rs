//! Corners of motions (see [`crate::corner`]). Contacts feel a wall that changes its velocity at once by their forces; joints are rigid and need
//! an impulse,
//!
//! ```text
//!     v <- v + M^-1 H^T L,    H v + h = 0    with the h of the motions behind the corner
//! ```

use super::run::{Loop, Soft};
use super::tell::sample;
use crate::corner::{AT_ONCE, end_before, here, jolts, jolts_within, struck};
use crate::integrate::System;
use carom_mechanics::{At, Model};

/// Part of the time to the next row below which steps are short: a motion that runs to infinity makes them ever shorter.
const RUNS_AWAY: f64 = 1e-3;

/// How far beyond the next row a pole is looked for, as part of the time to it: one on the row itself may be a rounding behind it.
const BEYOND: f64 = 0.5;

/// Velocities of joints below this part of 1 m/s and the largest velocity are rounding.
const FELT: f64 = 1e-12;

/// The longest step allowed, of which h is to be tried before a row is due, if no corner may be passed.
pub(super) fn up_to_corner<M: Model + ?Sized>(
    model: &M,
    t: f64,
    (h, limit, due): (f64, f64, f64),
) -> Result<f64, String> {
    if limit < RUNS_AWAY * (due - t) {
        jolts_within(model, t, due + BEYOND * (due - t))?;
    }
    let end = model.corner_before(t, t + h.min(limit)).and_then(|corner| end_before(corner, t));
    Ok(end.map_or(limit, |end| limit.min(end - t)))
}

impl Loop {
    /// Passes the corners at which a step has ended.
    pub(super) fn pass_corners<M: Model + ?Sized>(&mut self, soft: &mut Soft<'_, M>, until: f64) -> Result<(), String> {
        for _ in 0..AT_ONCE {
            let Some(corner) = here(soft.model, self.state.t).filter(|corner| *corner <= until) else { break };
            let jolted = jolts(soft.model, corner)?;
            self.state.t = corner;
            let Ok(()) = soft.rate(corner, &self.y, &mut self.rate);
            if jolted {
                self.strike(soft);
            }
        }
        Ok(())
    }

    /// The impulses of joints where motions change their velocities at once, with a row before and one after.
    fn strike<M: Model + ?Sized>(&mut self, soft: &mut Soft<'_, M>) {
        let v = &self.state.v;
        let wrong: Vec<f64> = soft.terms.joints.iter().map(|joint| -joint.direction.velocity(v)).collect();
        let speed = v.iter().fold(1.0_f64, |most, v| most.max(v.abs()));
        let Some(worst) = (0..wrong.len()).max_by(|&a, &b| wrong[a].abs().total_cmp(&wrong[b].abs())) else { return };
        if wrong[worst].abs() <= FELT * speed {
            return;
        }
        let name = soft.model.joint_name(soft.terms.joints[worst].joint);
        sample(soft, &self.state, &mut self.record);
        self.record.events.push(struck(self.state.t, &name));
        self.record.counts.impacts += 1;
        let (push, mut change) = (vec![0.0; self.state.v.len()], vec![0.0; self.state.v.len()]);
        soft.response.change(&soft.terms, &push, |k| wrong[k], &mut change);
        self.state.v.iter_mut().zip(&change).for_each(|(v, d)| *v += d);
        self.course.clear();
        self.y[soft.model.positions()..].copy_from_slice(&self.state.v);
        let Ok(()) = soft.rate(self.state.t, &self.y, &mut self.rate);
        // What joints do here is all that changes the energy.
        let at = At { t: self.state.t, q: &self.state.q, v: &self.state.v };
        self.energy = soft.model.energy(at).total();
        sample(soft, &self.state, &mut self.record);
    }
}
