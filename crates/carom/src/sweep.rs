//! One scene over all combinations of some of its values, on all cores (K9, X6).

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use carom_scene::range::Range;
use carom_scene::toml::{SceneError, SceneFile};
use rayon::prelude::*;

use crate::measure::Measure;
use crate::run::{INTERRUPTED, Prepared, Ran};

/// How often what was done is kept, as far as runs end.
const KEEP: Duration = Duration::from_secs(5);

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

/// Who looks on while a sweep goes.
pub trait Onlooker: Sync {
    /// A run is over, or was known.
    fn done(&self) {}

    /// The row of a run of a sweep, with its number.
    fn row(&self, _index: usize, _row: &Row) {}

    /// The rows so far, in order, every few seconds.
    fn keep(&self, _rows: &[Row]) {}

    /// Makes a run, or says why it has no end that could be measured.
    fn run(&self, prepared: &Prepared, interrupt: &AtomicBool) -> Result<Ran, String> {
        Ok(prepared.run(Some(interrupt)))
    }
}

/// Nobody.
impl Onlooker for () {}

/// Number of combinations.
pub fn size(axes: &[Axis]) -> usize {
    axes.iter().map(|axis| axis.range.count).product()
}

/// The measures of a sweep, checked; a bad scene, path or name is told before anything is run.
pub fn measures(file: &SceneFile, axes: &[Axis], names: &[String]) -> Result<Vec<Measure>, SceneError> {
    let first = prepare(file, axes, 0)?;
    let measure = |name: &String| Measure::by_name(name, &first.world).map_err(|problem| first.scene.error(problem));
    names.iter().map(measure).collect()
}

/// Runs every combination (see [`sweep_kept`]).
pub fn sweep(
    file: &SceneFile,
    axes: &[Axis],
    names: &[String],
    interrupt: &AtomicBool,
) -> Result<Vec<Row>, SceneError> {
    sweep_kept(file, axes, names, &[], interrupt, &())
}

/// Runs every combination that is not known, the last axis fastest. The rows are in order whatever the number of threads; those that an
/// interrupt kept from running, or stopped on their way, are left out.
pub fn sweep_kept(
    file: &SceneFile,
    axes: &[Axis],
    names: &[String],
    known: &[Row],
    interrupt: &AtomicBool,
    onlooker: &impl Onlooker,
) -> Result<Vec<Row>, SceneError> {
    measures(file, axes, names)?;
    let key = |at: &[f64]| -> Vec<u64> { at.iter().map(|value| value.to_bits()).collect() };
    let known: HashMap<Vec<u64>, &Row> = known.iter().map(|row| (key(&row.at), row)).collect();
    let done = Done::new(KEEP);
    let one = |index: usize| {
        if interrupt.load(Ordering::Relaxed) {
            return None;
        }
        let found = known.get(&key(&values(axes, index)));
        let row = found.map_or_else(|| row(file, axes, names, index, interrupt, onlooker), |row| (*row).clone());
        onlooker.done();
        onlooker.row(index, &row);
        let row = (row.end != INTERRUPTED).then_some(row)?;
        done.add(index, &row, onlooker);
        Some(row)
    };
    Ok((0..size(axes)).into_par_iter().map(one).collect::<Vec<_>>().into_iter().flatten().collect())
}

/// The rows that are done while others are not, and when they were kept last.
struct Done {
    rows: Mutex<(BTreeMap<usize, Row>, Instant)>,
    every: Duration,
}

impl Done {
    fn new(every: Duration) -> Self {
        Self { rows: Mutex::new((BTreeMap::new(), Instant::now())), every }
    }

    /// Adds a row, and has all of them kept if it is time.
    fn add(&self, index: usize, row: &Row, onlooker: &impl Onlooker) {
        // A thread that panicked leaves whole rows.
        let mut guard = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        let (rows, kept) = &mut *guard;
        rows.insert(index, row.clone());
        if kept.elapsed() >= self.every {
            onlooker.keep(&rows.values().cloned().collect::<Vec<_>>());
            *kept = Instant::now();
        }
    }
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
    let paths = axes.iter().map(|axis| axis.path.as_str());
    prepare_at(file, paths.zip(values(axes, index)))
}

/// The scene with some of its values changed.
pub(crate) fn prepare_at<'a>(
    file: &SceneFile,
    changes: impl Iterator<Item = (&'a str, f64)>,
) -> Result<Prepared, SceneError> {
    let mut file = file.clone();
    for (path, value) in changes {
        file.set(path, &value.to_string())?;
    }
    Prepared::new(file.read()?)
}

fn row(
    file: &SceneFile,
    axes: &[Axis],
    names: &[String],
    index: usize,
    interrupt: &AtomicBool,
    onlooker: &impl Onlooker,
) -> Row {
    let at = values(axes, index);
    let prepared = match prepare(file, axes, index) {
        Ok(prepared) => prepared,
        Err(error) => return Row { at, measured: Err(error.to_string()), end: "refused".to_owned() },
    };
    let ran = match onlooker.run(&prepared, interrupt) {
        Ok(ran) => ran,
        Err(problem) => return Row { at, measured: Err(problem), end: "refused".to_owned() },
    };
    let number = |name: &String| prepared.measure(name, &ran.record);
    Row { at, measured: names.iter().map(number).collect(), end: crate::run::end_word(&ran.record).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counts(Mutex<Vec<Vec<f64>>>);

    impl Onlooker for Counts {
        fn keep(&self, rows: &[Row]) {
            self.0.lock().unwrap().push(rows.iter().map(|row| row.at[0]).collect());
        }
    }

    /// Seen: rows were kept only after each 64 runs, hours of work where a run takes minutes.
    #[test]
    fn rows_are_kept_by_time_in_order() {
        let row = |at: f64| Row { at: vec![at], measured: Ok(vec![0.0]), end: "time".to_owned() };
        let kept = Counts(Mutex::new(Vec::new()));
        let done = Done::new(Duration::ZERO);
        done.add(2, &row(2.0), &kept);
        done.add(0, &row(0.0), &kept);
        assert_eq!(*kept.0.lock().unwrap(), [vec![2.0], vec![0.0, 2.0]]);
        let later = Done::new(Duration::from_secs(3600));
        later.add(0, &row(0.0), &kept);
        assert_eq!(kept.0.lock().unwrap().len(), 2);
    }
}
