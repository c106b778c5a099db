//! Corners of prescribed motions and forces: the instants at which they are not smooth.
//!
//! A function is at its corner what it is behind it. So steps end just before a corner, by a few roundings of time, within which nothing
//! happens that could be measured, and then time is set to the corner. There a motion may
//!
//! - go on with another acceleration: nothing jumps;
//! - change its velocity at once: joints and contacts are struck;
//! - change its place at once, or have none: then it is no motion, and the run ends.

use crate::record::{Event, EventKind};
use carom_mechanics::{Jolt, Model};

/// Part of a time by which steps end before a corner: some units in its last place.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Times below this, in seconds, are rounded like it.
const LEAST: f64 = 1e-3;

/// Corners in a stretch of time that are looked at for poles.
const MOST: usize = 64;

/// Corners passed at one instant; what rounding makes more of them is stepped over.
pub(crate) const AT_ONCE: usize = 8;

fn rounding(t: f64) -> f64 {
    ROUNDING * t.abs().max(LEAST)
}

fn just_before(corner: f64) -> f64 {
    corner - rounding(corner)
}

/// Where a step from t towards a corner ends; `None` if that is no step.
pub(crate) fn end_before(corner: f64, t: f64) -> Option<f64> {
    Some(just_before(corner)).filter(|end| *end > t)
}

/// The corner just behind t, if a step has ended there.
pub(crate) fn here<M: Model + ?Sized>(model: &M, t: f64) -> Option<f64> {
    // A step may end a unit or two in the last place too early or too late.
    model.corner_before(t, t + 2.0 * rounding(t))
}

/// Whether velocities of motions jump at a corner. A motion that breaks there is a verdict.
pub(crate) fn jolts<M: Model + ?Sized>(model: &M, corner: f64) -> Result<bool, String> {
    match model.jolt(just_before(corner), corner) {
        Jolt::None => Ok(false),
        Jolt::Velocity => Ok(true),
        Jolt::Torn(what) => Err(format!(
            "at t = {corner} s the prescribed motion of {what}: a motion must be finite and must not jump; look at its expression or table"
        )),
    }
}

/// Whether velocities of motions jump at some corner after t and not after `end`, and the verdict if a motion breaks at one.
pub(crate) fn jolts_within<M: Model + ?Sized>(model: &M, mut t: f64, end: f64) -> Result<bool, String> {
    let mut jolted = false;
    for _ in 0..MOST {
        let Some(corner) = model.corner_before(t, end) else { break };
        jolted |= jolts(model, corner)?;
        t = corner;
    }
    Ok(jolted)
}

/// The event of joints that are struck where a motion changes its velocity at once, the hardest struck one by its name.
pub(crate) fn struck(t: f64, joint: &str) -> Event {
    let text = format!("{joint} is struck: a prescribed motion changes its velocity at once");
    let (point, normal) = ([0.0; 3], [0.0; 3]);
    Event { t, kind: EventKind::Impact, touch: None, point, normal, impact: None, text }
}
