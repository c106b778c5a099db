//! One engine on one chain with one setting, and the table of all of them. Times are those of the processor: other work on the machine
//! does not count.

use cpu_time::ProcessTime;

use super::table;

/// Runs of each trial; the best counts, since a disturbance only ever adds.
const RUNS: usize = 3;

/// Trials that take longer than this, in seconds, are not repeated.
const LONG: f64 = 0.3;

/// What an engine found and how long it took.
pub(crate) struct Trial {
    pub(crate) engine: &'static str,
    /// The step, or integrator and tolerance, in words.
    pub(crate) setting: String,
    pub(crate) seconds: f64,
    /// Where the last link ends.
    pub(crate) tip: [f64; 3],
    /// Error of the energy as part of what was turned into motion, where it is known.
    pub(crate) energy: Option<f64>,
    /// Evaluations of the accelerations, where they are known.
    pub(crate) evaluations: Option<u64>,
}

/// What a run leaves of what was made for it, and the least time of some runs.
pub(crate) fn timed<T>(make: impl Fn() -> T, run: impl Fn(&mut T)) -> (T, f64) {
    let once = || {
        let mut made = make();
        let start = ProcessTime::now();
        run(&mut made);
        (made, start.elapsed().as_secs_f64())
    };
    let mut best = once();
    for _ in 0..RUNS {
        if best.1 > LONG {
            break;
        }
        let next = once();
        if next.1 < best.1 {
            best = next;
        }
    }
    best
}

/// Distance of two points.
pub(crate) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// Prints errors of the tip, in its distance from where the chain hangs, and times.
pub(crate) fn print(title: &str, trials: &[Trial], tip: [f64; 3], length: f64) {
    let row = |trial: &Trial| {
        let error = format!("{:.1e}", distance(trial.tip, tip) / length);
        let energy = trial.energy.map_or_else(String::new, |error| format!("{error:.1e}"));
        vec![trial.engine.to_owned(), trial.setting.clone(), error, format!("{:.1e}", trial.seconds), energy]
    };
    let rows: Vec<Vec<String>> = trials.iter().map(row).collect();
    table::print(title, &["engine", "setting", "error of the tip", "s a second", "error of the energy"], &rows);
}
