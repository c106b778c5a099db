//! How many runs go on at once, how many wait, and how one is stopped.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::problem::Problem;

/// The places for runs.
#[derive(Debug)]
pub(crate) struct Slots {
    running: Arc<Semaphore>,
    /// Runs that wait or go on.
    taken: AtomicUsize,
    most: usize,
    next: AtomicU64,
    flags: Mutex<HashMap<u64, Arc<AtomicBool>>>,
}

/// A run that waits or goes on; dropped, it gives its place back.
#[derive(Debug)]
pub(crate) struct Ticket {
    slots: Arc<Slots>,
    /// Its number, by which it can be stopped.
    pub(crate) id: u64,
    /// Set to true to stop it.
    pub(crate) stop: Arc<AtomicBool>,
}

impl Slots {
    pub(crate) fn new(at_once: usize, waiting: usize) -> Self {
        Self {
            running: Arc::new(Semaphore::new(at_once)),
            taken: AtomicUsize::new(0),
            most: at_once + waiting,
            next: AtomicU64::new(1),
            flags: Mutex::default(),
        }
    }

    /// A place in the queue, or the answer that there is none.
    pub(crate) fn enter(self: &Arc<Self>) -> Result<Ticket, Problem> {
        let claim = |taken: usize| (taken < self.most).then_some(taken + 1);
        if self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, claim).is_err() {
            let problem = format!("{} runs are waiting already; try again in a while", self.most);
            return Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, problem));
        }
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let stop = Arc::new(AtomicBool::new(false));
        self.flags.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&stop));
        Ok(Ticket { slots: Arc::clone(self), id, stop })
    }

    /// Stops a run; false if there is none of this number.
    pub(crate) fn stop(&self, id: u64) -> bool {
        let flags = self.flags.lock().unwrap_or_else(PoisonError::into_inner);
        flags.get(&id).inspect(|flag| flag.store(true, Ordering::Relaxed)).is_some()
    }

    /// How many runs wait or go on.
    pub(crate) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Stops every run.
    pub(crate) fn stop_all(&self) {
        let flags = self.flags.lock().unwrap_or_else(PoisonError::into_inner);
        flags.values().for_each(|flag| flag.store(true, Ordering::Relaxed));
    }
}

impl Ticket {
    /// Waits for its turn. The semaphore is never closed.
    pub(crate) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.slots.running).acquire_owned().await.ok()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.slots.flags.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        self.slots.taken.fetch_sub(1, Ordering::AcqRel);
    }
}
