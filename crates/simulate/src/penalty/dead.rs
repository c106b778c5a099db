//! Impacts that should rebound less than damping can make them: a spring that only pushes, with critical damping, still gives back e^-2 of
//! the velocity, and more damping than that only makes the force jump.

use super::run::Soft;
use crate::record::Record;
use carom_mechanics::{Model, Touch};

/// e^-2, rounded down.
const LEAST: f64 = 0.135;

/// Approach in m/s below which what comes back is not worth a word.
pub(super) const SLOW: f64 = 1e-3;

/// By this the sentence is known.
const KNOWN: &str = "by penalty nothing rebounds with less than e = 0.135; events and stepping do as asked";

/// Warns, once, of a contact that just closed, with velocities v now, and is to rebound with less than that by the damping chosen for it.
pub(super) fn warn<M: Model + ?Sized>(
    soft: &Soft<'_, M>,
    (touch, index): (&Touch, usize),
    (t, v): (f64, &[f64]),
    record: &mut Record,
) {
    let law = soft.model.law(touch.site.pair);
    let approach = -soft.terms.contacts[index].along_normal.velocity(v);
    let chosen = law.penalty.is_none_or(|given| given.damping.is_none());
    let dead = chosen && law.restitution < LEAST && approach > SLOW;
    if dead && !record.warnings.iter().any(|text| text.ends_with(KNOWN)) {
        let (whom, e) = (soft.model.pair_name(touch.site.pair), law.restitution);
        record.warnings.push(format!("at t = {t} s {whom} meet with e = {e}: {KNOWN}"));
    }
}
