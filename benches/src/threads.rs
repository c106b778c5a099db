//! Two threads against one on the library's batch call.

use std::hint::black_box;
use std::time::Instant;

use carom::impact::{Coefficients, Collision, Outcome, laws, resolve_batch_parallel};

use crate::report::{Line, Target};

/// Rounds, one and two threads in turn; the least time of each counts.
const ROUNDS: usize = 30;

/// Times the collisions are repeated in one call, so that it takes long against starting threads.
const REPEATS: usize = 10;

/// Time of one thread over that of two.
pub(crate) fn speedup(collisions: &[Collision]) -> Line {
    let what = "two threads over one, batch call of stronge".to_owned();
    let got = measure(collisions).unwrap_or(f64::NAN);
    Line { what, got, target: Target::AtLeast(1.8) }
}

fn measure(collisions: &[Collision]) -> Option<f64> {
    let law = laws::by_name("stronge", &Coefficients { e: Some(0.5), mu: Some(0.4), ..Default::default() }).ok()?;
    let collisions = collisions.repeat(REPEATS);
    let mut outcomes = vec![Outcome::default(); collisions.len()];
    let pool = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    let pools = [pool(1)?, pool(2)?];
    let mut least = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (pool, least) in pools.iter().zip(&mut least) {
            let start = Instant::now();
            pool.install(|| black_box(resolve_batch_parallel(&law, black_box(&collisions), &mut outcomes)));
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    Some(least[0] / least[1])
}
