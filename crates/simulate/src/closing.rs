//! What a run says of itself at its end: how it ended, and numbers that a user should not overlook.
//!
//! Overlaps and open joints are compared with the size of the smallest body, unexplained energy with the energy that was at work: the largest
//! kinetic energy and what the potential energy went up and down by.

use crate::record::{End, Event, EventKind, Record};
use carom_mechanics::{At, JointRow, Model};

/// Part of the least size by which bodies may overlap. By stepping they do so by the way of a step, by penalty by what springs give way; a
/// tenth can be seen in a picture.
const DEEP: f64 = 0.1;

/// Part of the least size by which joints may be open.
const OPEN: f64 = 1e-3;

/// Part of the least size, and of a radian, by which a joint is open that is torn: no error of a method is that large, the mechanism cannot be
/// where it is asked to be.
const TORN: f64 = 0.2;

/// Part of the energy at work that may be unexplained by stepping and by penalty, whose balance is as good as their steps.
pub(crate) const UNEXPLAINED: f64 = 0.02;

/// The same by events, where only corrections of contacts that nearly follow from each other take more, or forces that jump.
const UNEXPLAINED_BY_EVENTS: f64 = 1e-6;

/// How many times the tolerance of a run may be unexplained by events in any case.
const LOOSE: f64 = 1e4;

/// Part of the energy at work that may be unexplained by events at a tolerance.
pub(crate) fn unexplained_by_events(tolerance: f64) -> f64 {
    UNEXPLAINED_BY_EVENTS.max(LOOSE * tolerance)
}

/// Part of all potential energy that is nothing where hardly anything moves: contacts are held to about as much of the least size.
const HELD: f64 = 1e-8;

/// Part of all energy that rounding makes of potentials far from zero.
const ROUNDING: f64 = 1e-9;

/// Ends a record at a time: a verdict that no event tells of yet gets one, in the order of time, and numbers too large a warning, of energy
/// where more than a part of it is unexplained.
pub(crate) fn close<M: Model + ?Sized>(model: &M, record: &mut Record, (t, end): (f64, End), unexplained: f64) {
    if let End::Verdict(text) = &end
        && !record.of_kind(EventKind::Verdict).any(|event| event.text == *text)
    {
        let (point, normal, text) = ([0.0; 3], [0.0; 3], text.clone());
        record.events.push(Event { t, kind: EventKind::Verdict, touch: None, point, normal, impact: None, text });
    }
    // The end of infinitely many bounces was told at the last of them that was followed.
    record.events.sort_by(|a, b| a.t.total_cmp(&b.t));
    record.end = end;
    warn(model, record, unexplained);
}

/// Adds warnings of what is larger than that.
fn warn<M: Model + ?Sized>(model: &M, record: &mut Record, unexplained: f64) {
    let Some(first) = record.samples.first() else { return };
    let size = model.pace(At { t: first.t, q: &first.q, v: &first.v }).size;
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let (counts, energy) = (&record.counts, energy_at_work(record));
    let mut told: Vec<String> = counts.unsolved.says().into_iter().collect();
    if counts.penetration > DEEP * size {
        let (depth, part) = (counts.penetration, counts.penetration / size);
        told.push(format!(
            "over the whole run bodies overlap by up to {depth:.3e} m, {part:.2} of the smallest one: they were not rigid; a smaller step or stiffer contacts may help"
        ));
    }
    if counts.joint_error > OPEN * size {
        let open = counts.joint_error;
        told.push(format!(
            "over the whole run joints are open by up to {open:.3e} m or rad: they did not hold; a smaller step or tolerance may help"
        ));
    }
    if counts.energy_drift > (unexplained * energy).max(HELD * largest_potential(record)) {
        let (drift, part) = (counts.energy_drift, counts.energy_drift / energy);
        told.push(format!(
            "over the whole run up to {drift:.3e} J, {} of the energy at work, came or went without a cause: a smaller step or tolerance may help",
            in_digits(part)
        ));
    }
    record.warnings.extend(told);
}

/// A part, small ones in powers of ten.
fn in_digits(part: f64) -> String {
    if part < 0.01 { format!("{part:.1e}") } else { format!("{part:.2}") }
}

/// The verdict on a mechanism of which a joint is torn.
pub(crate) fn torn<M: Model + ?Sized>(model: &M, joints: &[JointRow], at: At) -> Result<(), String> {
    let Some(worst) = joints.iter().max_by(|a, b| a.error.abs().total_cmp(&b.error.abs())) else { return Ok(()) };
    let size = model.pace(at).size;
    let least = if size.is_finite() && size > 0.0 { size.min(1.0) } else { 1.0 };
    if worst.error.abs() <= TORN * least {
        return Ok(());
    }
    let (t, name, open) = (at.t, model.joint_name(worst.joint), worst.error.abs());
    Err(format!(
        "at t = {t} s {name} is open by {open:.3e} m or rad: joints and prescribed motions ask for a place that the mechanism cannot reach"
    ))
}

/// The largest potential energy of the rows, from wherever it is counted.
fn largest_potential(record: &Record) -> f64 {
    record.samples.iter().map(|sample| sample.energy.potential.abs()).fold(0.0, f64::max)
}

/// The energy that was at work in the rows.
fn energy_at_work(record: &Record) -> f64 {
    let all = record.samples.iter().map(|sample| sample.energy);
    let (mut kinetic, mut low, mut high) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
    for energy in all {
        kinetic = kinetic.max(energy.kinetic);
        (low, high) = (low.min(energy.potential), high.max(energy.potential));
    }
    kinetic + (high - low) + ROUNDING * high.abs().max(low.abs()) + f64::MIN_POSITIVE
}
