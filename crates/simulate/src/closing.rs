//! What a run says of itself at its end: numbers that a user should not overlook.
//!
//! Overlaps and open joints are compared with the size of the smallest body, unexplained energy with the energy that was at work: the largest
//! kinetic energy and what the potential energy went up and down by.

use crate::record::Record;
use carom_mechanics::{At, Model};

/// Part of the least size by which bodies may overlap. By stepping they do so by the way of a step, by penalty by what springs give way; a
/// tenth can be seen in a picture.
const DEEP: f64 = 0.1;

/// Part of the least size by which joints may be open.
const OPEN: f64 = 1e-3;

/// Part of the energy at work that may be unexplained.
const UNEXPLAINED: f64 = 0.02;

/// Part of all energy that rounding makes of potentials far from zero.
const ROUNDING: f64 = 1e-9;

/// Adds warnings of what is larger than that.
pub(crate) fn warn<M: Model + ?Sized>(model: &M, record: &mut Record) {
    let Some(first) = record.samples.first() else { return };
    let size = model.pace(At { t: first.t, q: &first.q, v: &first.v }).size;
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let (counts, energy) = (&record.counts, energy_at_work(record));
    let mut told = Vec::new();
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
    if counts.energy_drift > UNEXPLAINED * energy {
        let (drift, part) = (counts.energy_drift, counts.energy_drift / energy);
        told.push(format!(
            "over the whole run up to {drift:.3e} J, {part:.2} of the energy at work, came or went without a cause: a smaller step or tolerance may help"
        ));
    }
    record.warnings.extend(told);
}

fn energy_at_work(record: &Record) -> f64 {
    let all = record.samples.iter().map(|sample| sample.energy);
    let (mut kinetic, mut low, mut high) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
    for energy in all {
        kinetic = kinetic.max(energy.kinetic);
        (low, high) = (low.min(energy.potential), high.max(energy.potential));
    }
    kinetic + (high - low) + ROUNDING * high.abs().max(low.abs()) + f64::MIN_POSITIVE
}
