//! Keeps the record of a run within its bytes.

use std::sync::atomic::{AtomicBool, Ordering};

use carom::simulate::record::{ContactForce, Record, Sample};
use carom::simulate::{Snapshot, Watcher};

/// About how many bytes a record takes: the samples are all of one size, but for their contacts.
pub(crate) fn size(record: &Record) -> usize {
    let sample = record.samples.last().map_or(0, |sample| {
        let numbers = sample.q.len() + sample.v.len() + sample.joint_forces.len();
        8 * numbers + size_of::<ContactForce>() * sample.contact_forces.len() + size_of::<Sample>()
    });
    record.samples.len() * sample + record.events.len() * 512
}

/// Stops a run that nobody looks at when its record is too large, or when others are told to stop.
#[derive(Debug)]
pub(crate) struct Guard<'a> {
    /// Most bytes.
    pub(crate) memory: usize,
    /// Set to stop the run.
    pub(crate) stop: &'a AtomicBool,
    /// Set by others to stop this run and more.
    pub(crate) all: &'a AtomicBool,
}

impl Watcher for Guard<'_> {
    fn wants(&self, _: f64, _: bool) -> bool {
        false
    }

    fn keep(&self, _: Snapshot) {}

    fn look(&self, record: &Record) {
        if size(record) > self.memory || self.all.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}
