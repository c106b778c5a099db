//! Checkpoints of a run: written while it goes on, without changing it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use carom_scene::checkpoint::Checkpoint;
use carom_scene::file::PartialFile;
use carom_scene::toml::Source;
use carom_simulate::{Snapshot, Watcher};

/// Keeps the last checkpoint of a run in a file: one at every multiple of a time, and one where the run is interrupted.
#[derive(Debug)]
pub struct Keeper {
    path: PathBuf,
    source: Source,
    out: PathBuf,
    every: f64,
    began: Instant,
    earlier: Duration,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// Time from which on the next checkpoint is due.
    due: f64,
    kept: u64,
    error: Option<io::Error>,
}

/// What a keeper writes beside the state of the run.
#[derive(Debug, Clone)]
pub struct About {
    /// The scene and its changes.
    pub source: Source,
    /// Folder for the results.
    pub out: PathBuf,
    /// Time between checkpoints, in seconds of motion; positive.
    pub every: f64,
    /// Time that the run took before, in seconds of the clock.
    pub earlier: Duration,
}

impl Keeper {
    /// A keeper for a run from time t on. Refuses a place where no file can be written.
    pub fn new(path: &Path, about: About, t: f64) -> io::Result<Self> {
        // Dropped unfinished, the file leaves nothing behind.
        drop(PartialFile::create(path)?);
        let About { source, out, every, earlier } = about;
        let inner = Mutex::new(Inner { due: next(t, every), kept: 0, error: None });
        Ok(Self { path: path.to_owned(), source, out, every, began: Instant::now(), earlier, inner })
    }

    /// How many checkpoints were written, or why one could not be.
    pub fn finish(self) -> io::Result<u64> {
        let inner = self.inner.into_inner().unwrap_or_else(PoisonError::into_inner);
        inner.error.map_or(Ok(inner.kept), Err)
    }
}

/// The first multiple of `every` after t.
fn next(t: f64, every: f64) -> f64 {
    ((t / every).floor() + 1.0) * every
}

impl Watcher for Keeper {
    fn wants(&self, t: f64, last: bool) -> bool {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        last || t >= inner.due
    }

    fn keep(&self, snapshot: Snapshot) {
        let t = snapshot.t;
        let checkpoint = Checkpoint {
            source: self.source.clone(),
            out: self.out.clone(),
            every: self.every,
            wall_time: (self.earlier + self.began.elapsed()).as_secs_f64(),
            snapshot,
        };
        let written = checkpoint.write(&self.path);
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.due = next(t, self.every);
        match written {
            Ok(()) => (inner.kept, inner.error) = (inner.kept + 1, None),
            Err(error) => inner.error = Some(error),
        }
    }
}
