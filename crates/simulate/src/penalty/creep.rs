//! What should stick and slides slowly: friction is smoothed below a slip speed, and holds a load only by a slip, |D_T| = v_s |T| / (mu N) or so.

use super::run::Soft;
use crate::events::State;
use crate::hold::terms::slip_velocity;
use crate::record::Record;
use carom_mechanics::Model;

/// Part of the slip speed below which friction is smoothed that is worth a word.
const TOLD: f64 = 1e-3;

/// Part of its limit up to which friction should hold: at the limit it slides rightly.
const HOLDS: f64 = 0.99995;

/// Slip speeds, in parts of that, at which the smoothed friction reaches [`HOLDS`] of its limit.
const FASTEST: f64 = 5.0;

/// Slip speeds, in parts of that, from which on the smoothed friction is at its limit to nine digits: below, whether bodies slide or creep cannot be
/// told.
const UNTOLD: f64 = 10.0;

/// What creeps does so with one speed from row to row, up to this part: what is about to stop does not.
const STEADY: f64 = 0.1;

/// Warns of the contact that creeps fastest at the end of a run, if one does.
pub(super) fn warn<M: Model + ?Sized>(soft: &mut Soft<'_, M>, state: &State, record: &mut Record) {
    // Speed and pair of what creeps fastest, and of what may.
    let (mut worst, mut slowest) = (None::<(f64, u32)>, None::<(f64, u32)>);
    for index in 0..soft.touches.len().min(soft.terms.contacts.len()) {
        let touch = soft.touches[index];
        let (pair, [x, y]) = (touch.site.pair, slip_velocity(&soft.terms.contacts[index], &state.v));
        let speed = x.hypot(y);
        let mu = soft.model.law(pair).friction.sticking().unwrap_or(0.0);
        let force = soft.forces.iter().find(|force| force.touch == touch && force.normal > 0.0);
        let below = |part: f64| force.is_some_and(|f| f.tangential[0].hypot(f.tangential[1]) < part * mu * f.normal);
        let (holds, nearly) = (below(HOLDS), below(1.0));
        let smoothed = soft.penalty(index, &state.v).slip_speed;
        let before = record.samples.iter().rev().find(|sample| sample.t < state.t);
        let before = before.map(|sample| slip_velocity(&soft.terms.contacts[index], &sample.v));
        let steady = before.is_some_and(|[u, w]| (x - u).hypot(y - w) <= STEADY * speed);
        let faster = before.is_some_and(|[u, w]| u.hypot(w) < speed);
        let creeps = speed < smoothed || speed <= FASTEST * smoothed && steady;
        if holds && speed > TOLD * smoothed && creeps && worst.is_none_or(|(most, _)| speed > most) {
            worst = Some((speed, pair));
        } else if nearly && speed > TOLD * smoothed && speed < UNTOLD * smoothed && (steady || faster) {
            slowest = Some((speed, pair));
        }
    }
    if let (None, Some((speed, pair))) = (worst, slowest) {
        let (t, whom) = (state.t, soft.model.pair_name(pair));
        record.warnings.push(format!(
            "at t = {t} s {whom} slide with {speed:.1e} m/s, so slowly that by penalty, which smooths friction there, they may as well stick, or slide \
             slower; events and stepping tell, and so does a smaller slip-speed"
        ));
    }
    if let Some((speed, pair)) = worst {
        let (t, whom) = (state.t, soft.model.pair_name(pair));
        record.warnings.push(format!(
            "at t = {t} s {whom} creep with {speed:.1e} m/s although friction could hold them: by penalty it holds nothing without a slip; events and stepping do"
        ));
    }
}
