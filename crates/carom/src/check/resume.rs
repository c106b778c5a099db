//! The accuracy contract of checkpoints: a run continued equals the run not stopped.

use std::sync::Mutex;

use carom_simulate::{Snapshot, Watcher};

use super::super::run::Prepared;
use super::world::file;
use super::{Line, word};

/// Keeps the first snapshot from a time on.
#[derive(Debug)]
struct Halfway {
    from: f64,
    kept: Mutex<Option<Snapshot>>,
}

impl Watcher for Halfway {
    fn wants(&self, t: f64, _last: bool) -> bool {
        t >= self.from && self.kept.lock().is_ok_and(|kept| kept.is_none())
    }

    fn keep(&self, snapshot: Snapshot) {
        if let Ok(mut kept) = self.kept.lock() {
            *kept = Some(snapshot);
        }
    }
}

/// A scene, what is set, and when the snapshot is taken.
type Case = (&'static str, &'static [(&'static str, &'static str)], f64);

pub(super) fn run_all() -> Vec<Line> {
    let cases: [Case; 4] = [
        ("bouncing-ball", &[], 1.0),
        ("belt-stick-slip", &[], 1.0),
        ("bar-drop", &[("run.method", "penalty")], 0.45),
        ("bin-of-thirty", &[("run.method", "stepping"), ("run.until", "0.3")], 0.2),
    ];
    let line = |(scene, changes, from): Case| {
        let same = if same_record(scene, changes, from).unwrap_or(false) { "yes" } else { "no" };
        word(format!("{scene}: a run continued from t = {from} s leaves the same record, bit for bit"), "yes", same)
    };
    cases.into_iter().map(line).collect()
}

/// None if the scene could not be run, or had ended before the snapshot.
fn same_record(scene: &str, changes: &[(&str, &str)], from: f64) -> Option<bool> {
    let prepared = Prepared::new(file(scene, changes)?.read().ok()?).ok()?;
    let halfway = Halfway { from, kept: Mutex::new(None) };
    let whole = prepared.run_watched(None, Some(&halfway)).record;
    let snapshot = halfway.kept.into_inner().ok()??;
    let resumed = prepared.resume(snapshot, None, None).ok()?.record;
    Some(resumed == whole)
}
