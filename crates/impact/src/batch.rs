//! Many collisions through one law, without allocation per collision.

use rayon::prelude::*;

use crate::{Collision, Law, Outcome, resolve};

/// Collisions a thread takes at a time: enough to hide the hand-over, few enough to share the work evenly.
const CHUNK: usize = 1024;

/// Resolves collisions one after the other into `outcomes`; returns how many were done (the shorter of the two lengths).
pub fn resolve_batch<L: Law + ?Sized>(law: &L, collisions: &[Collision], outcomes: &mut [Outcome]) -> usize {
    let pairs = collisions.iter().zip(outcomes.iter_mut());
    pairs.fold(0, |done, (collision, outcome)| {
        *outcome = resolve(law, collision);
        done + 1
    })
}

/// The same on all threads of the current rayon pool. Each answer depends on its own collision only, so the bits do not
/// depend on the number of threads.
pub fn resolve_batch_parallel<L: Law + ?Sized>(law: &L, collisions: &[Collision], outcomes: &mut [Outcome]) -> usize {
    let chunks = collisions.par_chunks(CHUNK).zip(outcomes.par_chunks_mut(CHUNK));
    chunks.map(|(collisions, outcomes)| resolve_batch(law, collisions, outcomes)).sum()
}
