//! One engine on one scene with one setting, and the table of all of them.

use std::time::Instant;

/// Runs of each trial; the best counts, since a disturbance only ever adds.
const RUNS: usize = 5;

/// Trials that take longer than this, in seconds, are not repeated.
const LONG: f64 = 0.3;

/// What an engine found and how long it took.
#[derive(Debug, Clone)]
pub(crate) struct Trial {
    pub(crate) engine: &'static str,
    /// The step, or the tolerance of the exact method, in words.
    pub(crate) setting: String,
    /// Steps taken by an engine with fixed steps.
    pub(crate) steps: Option<usize>,
    pub(crate) seconds: f64,
    /// Place and angle of every body at the end; empty if the run did not get there.
    pub(crate) places: Vec<[f64; 3]>,
    /// Contacts closed at the end.
    pub(crate) contacts: usize,
}

/// What a run gives and the least time of some runs; the first warms up, and counts if it is long.
pub(crate) fn timed<T>(mut run: impl FnMut() -> T) -> (T, f64) {
    let mut once = || {
        let start = Instant::now();
        let result = run();
        (result, start.elapsed().as_secs_f64())
    };
    let mut best = once();
    for round in 0..RUNS {
        if best.1 > LONG {
            break;
        }
        let next = once();
        if round == 0 || next.1 < best.1 {
            best = next;
        }
    }
    best
}

/// A trial with its error.
pub(crate) struct Judged {
    pub(crate) trial: Trial,
    pub(crate) error: f64,
    /// Deepest overlap at the end in metres, where it is of interest.
    pub(crate) penetration: Option<f64>,
}

/// Prints errors against times, in units of the time of the first trial.
pub(crate) fn print(title: &str, trials: &[Judged]) {
    let Some(unit) = trials.first().map(|first| first.trial.seconds) else { return };
    println!("\n{title}: error against time (that of the first line is 1)");
    for judged in trials {
        let trial = &judged.trial;
        let per_contact = match trial.steps {
            Some(steps) if trial.contacts > 0 => {
                format!("  {:>9.2e} a step and contact", trial.seconds / unit / (steps * trial.contacts) as f64)
            }
            _ => String::new(),
        };
        let overlap = judged.penetration.map_or_else(String::new, |depth| format!("  overlap {depth:.1e} m"));
        println!(
            "  {:<26} {:<18} error {:>9.2e}  time {:>10.3}{overlap}{per_contact}",
            trial.engine,
            trial.setting,
            judged.error,
            trial.seconds / unit
        );
    }
}

/// The least time in which an engine, of those a test picks, got below an error; infinite if none did.
pub(crate) fn time_to(trials: &[Judged], error: f64, of: impl Fn(&str) -> bool) -> f64 {
    let good = trials.iter().filter(|judged| of(judged.trial.engine) && judged.error <= error);
    good.map(|judged| judged.trial.seconds).fold(f64::INFINITY, f64::min)
}
