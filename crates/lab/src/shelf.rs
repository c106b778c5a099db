//! The last runs, kept so that a closer look and their files come without making them again. Nothing depends on it: a run that is no longer
//! here is made once more, with the same bits.

use std::sync::{Arc, Mutex, PoisonError};

use carom::run::{Prepared, Ran};

use crate::run::size;
use crate::scene::SceneIn;

/// Most runs kept, however small.
const MOST: usize = 32;

/// A run that has ended.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) prepared: Prepared,
    pub(crate) ran: Ran,
}

/// The last runs, the newest last, within so many bytes.
#[derive(Debug)]
pub(crate) struct Shelf {
    most: usize,
    runs: Mutex<Vec<(SceneIn, Arc<Done>)>>,
}

impl Shelf {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, runs: Mutex::default() }
    }

    /// The run of a scene, if it is one of the last.
    pub(crate) fn find(&self, scene: &SceneIn) -> Option<Arc<Done>> {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.iter().rev().find(|(known, _)| known == scene).map(|(_, done)| Arc::clone(done))
    }

    /// Keeps a run; older ones go where there is no room.
    pub(crate) fn put(&self, scene: SceneIn, prepared: Prepared, ran: Ran) {
        if size(&ran.record) > self.most {
            return;
        }
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|(known, _)| *known != scene);
        runs.push((scene, Arc::new(Done { prepared, ran })));
        let bytes = |runs: &[(SceneIn, Arc<Done>)]| runs.iter().map(|(_, done)| size(&done.ran.record)).sum::<usize>();
        while runs.len() > MOST || bytes(&runs) > self.most {
            runs.remove(0);
        }
    }
}
