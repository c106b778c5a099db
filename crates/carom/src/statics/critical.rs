//! The values of a parameter at which the statics of a scene change: friction that begins to hold, to lock, to leave a choice, or
//! to leave none (W11, jamming).

use carom_scene::toml::{SceneError, SceneFile};
use rayon::prelude::*;
use serde::Serialize;

use super::branch::{Station, halve};
use super::dense::is_p_matrix;
use super::slide::Sliding;
use super::{Question, Task};
use crate::run::Prepared;
use crate::sweep::Axis;

/// Forces that differ by less than this part of the load are the same: rounding of the programs is far below.
const SAME: f64 = 1e-7;

/// Most contacts of which all patterns of slip are tried.
const PATTERNS: usize = 8;

/// Halvings of the interval of a change: relative to the steps of the scan 1e-12.
const HALVINGS: usize = 40;

/// Changes nearer to an end of the range than this part of the first step of the scan are at the end.
const END: f64 = 1e-3;

/// What may change.
const PROPERTIES: [&str; 12] = [
    "friction can hold the start",
    "friction can hold the equilibrium",
    "pushed down it may stay as well as slide",
    "pushed up it may stay as well as slide",
    "pushed down it locks: no force moves it",
    "pushed up it locks: no force moves it",
    "sliding down the normal forces are unique for all loads (P-matrix)",
    "sliding up the normal forces are unique for all loads (P-matrix)",
    "sliding down a contact opens",
    "sliding up a contact opens",
    "sliding down has no answer",
    "sliding up has no answer",
];

/// The property of all patterns of slip together.
const ANY_PATTERN: &str = "for every pattern of slips the normal forces are unique (P-matrix)";

/// A change on the way from the lower to the upper end of the range.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// The value of the parameter.
    pub at: f64,
    /// What changes.
    pub property: &'static str,
    /// Whether it holds above the value.
    pub above: bool,
}

/// All changes over a range, ascending. Properties that need a coordinate are looked at only if the question names one.
pub fn critical(file: &SceneFile, question: &Question, axis: &Axis) -> Result<Vec<Change>, SceneError> {
    let at = |value: f64| properties(file, question, &axis.path, value);
    // The ends tell what is wrong with the scene, the path or the question.
    at(axis.range.from)?;
    let values: Vec<f64> = axis.range.values().collect();
    let found: Vec<_> = values.par_iter().map(|value| at(*value)).collect::<Result<_, _>>()?;
    let mut steps = Vec::new();
    for (k, pair) in found.windows(2).enumerate() {
        for (property, name) in PROPERTIES.iter().chain([&ANY_PATTERN]).enumerate() {
            if let (Some(below), Some(above)) = (pair[0][property], pair[1][property])
                && below != above
            {
                steps.push((values[k], values[k + 1], property, *name, above));
            }
        }
    }
    let border = |&(low, high, property, name, above): &(f64, f64, usize, &'static str, bool)| {
        let same = |value: f64| at(value).is_ok_and(|found| found[property] == Some(!above));
        Change { at: halve(low, high, HALVINGS, same), property: name, above }
    };
    let mut changes: Vec<Change> = steps.par_iter().map(border).collect();
    // What holds at an end of the range alone, such as no friction at all, changes nothing within it.
    let margin = END * (axis.range.to - axis.range.from) / axis.range.count as f64;
    changes.retain(|change| change.at > axis.range.from + margin && change.at < axis.range.to - margin);
    changes.sort_by(|a, b| a.at.total_cmp(&b.at));
    Ok(changes)
}

/// Which properties hold at a value of the parameter; `None` where the question makes no sense there.
fn properties(
    file: &SceneFile,
    question: &Question,
    path: &str,
    value: f64,
) -> Result<[Option<bool>; PROPERTIES.len() + 1], SceneError> {
    let mut file = file.clone();
    file.set(path, &value.to_string())?;
    let prepared = Prepared::new(file.read()?)?;
    let task = Task::new(&prepared, question).map_err(|problem| prepared.scene.error(problem))?;
    let mut found = [None; PROPERTIES.len() + 1];
    found[0] = Some(task.start_can_rest());
    if task.stable {
        let (still, _, terms) = task.place();
        found[1] = super::Cones::new(&terms, &still.friction(), None).map(|cones| cones.hold());
    }
    if let Some(station) = task.station() {
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let [may, locks] = load(&station, sign);
            (found[2 + k], found[4 + k]) = (may, locks);
            if let Some(slide) = station.slide(sign, 0.0) {
                found[6 + k] = Some(slide.is_p());
                found[8 + k] = (slide.answers > 0).then(|| slide.opens());
                found[10 + k] = Some(slide.answers == 0);
            }
        }
        found[PROPERTIES.len()] = every_pattern(&station);
    }
    Ok(found)
}

/// Pushed along the branch: whether it may stay as well as slide, and whether no force moves it.
fn load(station: &Station<'_>, sign: f64) -> [Option<bool>; 2] {
    let Some(holds) = station.holds() else { return [None, None] };
    let end = if sign > 0.0 { holds[1] } else { holds[0] };
    let Some(slips) = station.slips_at(sign) else { return [None, Some(end.is_infinite())] };
    if end.is_infinite() {
        return [Some(true), Some(true)];
    }
    let size = end.abs().max(slips.abs()).max(holds[0].abs().min(holds[1].abs()));
    [Some(sign * (end - slips) > SAME * size), Some(end.is_infinite())]
}

/// Whether the matrix of every pattern of slips is a P-matrix.
fn every_pattern(station: &Station<'_>) -> Option<bool> {
    let count = station.mu.len();
    if count > PATTERNS {
        return None;
    }
    let sliding = Sliding::new(&station.balance.terms, &station.mu);
    let signs =
        |pattern: u32| -> Vec<f64> { (0..count).map(|k| if pattern >> k & 1 == 1 { 1.0 } else { -1.0 }).collect() };
    Some((0..1_u32 << count).all(|pattern| is_p_matrix(&sliding.matrix(&signs(pattern)))))
}
