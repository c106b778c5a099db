//! One scene over all combinations of some of its values, on all cores (K9, X6).

use std::sync::atomic::{AtomicBool, Ordering};

use carom_scene::range::Range;
use carom_scene::toml::{SceneError, SceneFile};
use rayon::prelude::*;

use crate::measure::Measure;
use crate::run::{INTERRUPTED, Prepared};

/// A value of the scene and the numbers it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Path as in `--set`.
    pub path: String,
    /// Its values.
    pub range: Range,
}

/// One run of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The values, one per axis.
    pub at: Vec<f64>,
    /// The measures, or why there are none.
    pub measured: Result<Vec<f64>, String>,
    /// How the run ended: `time`, or the verdict.
    pub end: String,
}

/// Number of combinations.
pub fn size(axes: &[Axis]) -> usize {
    axes.iter().map(|axis| axis.range.count).product()
}

/// Runs every combination (see [`sweep_watched`]).
pub fn sweep(
    file: &SceneFile,
    axes: &[Axis],
    measures: &[String],
    interrupt: &AtomicBool,
) -> Result<Vec<Row>, SceneError> {
    sweep_watched(file, axes, measures, interrupt, |_, _| ())
}

/// Runs every combination, the last axis fastest. The rows are in order whatever the number of threads; those that an interrupt kept
/// from running, or stopped on their way, are left out. `done` is called after every run, with its number and its row.
pub fn sweep_watched(
    file: &SceneFile,
    axes: &[Axis],
    measures: &[String],
    interrupt: &AtomicBool,
    done: impl Fn(usize, &Row) + Sync,
) -> Result<Vec<Row>, SceneError> {
    // The first combination tells what is wrong with the scene or with a path before anything is run.
    let first = prepare(file, axes, 0)?;
    for name in measures {
        Measure::by_name(name, &first.world).map_err(|problem| first.scene.error(problem))?;
    }
    let rows = (0..size(axes)).into_par_iter().map(|index| {
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let row = row(file, axes, measures, index, interrupt);
        done(index, &row);
        (row.end != INTERRUPTED).then_some(row)
    });
    Ok(rows.collect::<Vec<_>>().into_iter().flatten().collect())
}

/// The values of a combination.
fn values(axes: &[Axis], mut index: usize) -> Vec<f64> {
    let mut at: Vec<f64> = Vec::with_capacity(axes.len());
    for axis in axes.iter().rev() {
        at.push(axis.range.value(index % axis.range.count));
        index /= axis.range.count;
    }
    at.reverse();
    at
}

fn prepare(file: &SceneFile, axes: &[Axis], index: usize) -> Result<Prepared, SceneError> {
    let mut file = file.clone();
    for (axis, value) in axes.iter().zip(values(axes, index)) {
        file.set(&axis.path, &value.to_string())?;
    }
    Prepared::new(file.read()?)
}

fn row(file: &SceneFile, axes: &[Axis], measures: &[String], index: usize, interrupt: &AtomicBool) -> Row {
    let at = values(axes, index);
    let prepared = match prepare(file, axes, index) {
        Ok(prepared) => prepared,
        Err(error) => return Row { at, measured: Err(error.to_string()), end: "refused".to_owned() },
    };
    let ran = prepared.run(Some(interrupt));
    let number = |name: &String| Ok(Measure::by_name(name, &prepared.world)?.of(&prepared.world, &ran.record));
    Row { at, measured: measures.iter().map(number).collect(), end: crate::run::end_word(&ran.record).to_owned() }
}
