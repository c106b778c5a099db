//! The accuracy contract of repetition: the same bits on any number of threads.

use rayon::ThreadPoolBuilder;

use super::world::run;
use super::{Line, word};

pub(super) fn run_all() -> Vec<Line> {
    let scenes: [(&str, &[(&str, &str)]); 3] = [
        ("bar-drop", &[]),
        ("pool-break", &[("run.until", "0.5")]),
        ("bin-of-thirty", &[("run.until", "0.3"), ("run.method", "stepping")]),
    ];
    let line = |(scene, changes): (&str, &[(&str, &str)])| {
        let [one, four] = [1, 4].map(|threads| bits(scene, changes, threads));
        let same = if !one.is_empty() && one == four { "yes" } else { "no" };
        word(format!("{scene}: every place and velocity has the same bits on 1 and on 4 threads"), "yes", same)
    };
    scenes.into_iter().map(line).collect()
}

/// Bits of all samples of a run on a number of threads.
fn bits(scene: &str, changes: &[(&str, &str)], threads: usize) -> Vec<u64> {
    let Ok(pool) = ThreadPoolBuilder::new().num_threads(threads).build() else { return Vec::new() };
    let ran = pool.install(|| run(scene, changes));
    let numbers = ran.samples().iter().flat_map(|sample| sample.q.iter().chain(&sample.v));
    numbers.map(|number| number.to_bits()).collect()
}
