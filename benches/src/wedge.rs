//! The friction wedges pushed for 17.25 s, by events, through `carom run` with everything it writes: run time in parts of real time, and
//! how much longer the slowest amplitude takes than the fastest.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::command::program;
use crate::report::{Line, Target};

/// Amplitudes in N per adapter: locked, and slipping more and more often.
const AMPLITUDES: [&str; 4] = ["500 N", "1600 N", "1800 N", "3000 N"];

/// The time that passes in the scene, in seconds.
const REAL: f64 = 17.25;

/// The best of this many runs counts.
const RUNS: usize = 3;

/// Run time over real time of each amplitude, and the spread.
pub(crate) fn ratios() -> Vec<Line> {
    let times: Vec<f64> = AMPLITUDES.iter().map(|amplitude| measure(amplitude).unwrap_or(f64::NAN)).collect();
    let line = |(amplitude, time): (&&str, &f64)| Line {
        what: format!("wedge, {amplitude}: run time / real time"),
        got: time / REAL,
        target: Target::AtMost(0.01),
    };
    let mut lines: Vec<Line> = AMPLITUDES.iter().zip(&times).map(line).collect();
    let (least, most) = times.iter().fold((f64::MAX, 0.0_f64), |(a, b), time| (a.min(*time), b.max(*time)));
    lines.push(Line {
        what: "wedge: slowest amplitude / fastest".to_owned(),
        got: most / least,
        target: Target::AtMost(5.0),
    });
    lines
}

fn measure(amplitude: &str) -> Option<f64> {
    let folder = tempfile::tempdir().ok()?;
    (0..RUNS).filter_map(|_| run(folder.path(), amplitude)).reduce(f64::min)
}

fn run(folder: &Path, amplitude: &str) -> Option<f64> {
    let mut command = Command::new(program()?);
    command.args(["run", "wedge", "--variant", amplitude, "--out"]).arg(folder.join("out")).stdout(Stdio::null());
    let start = Instant::now();
    command.status().ok()?.success().then(|| start.elapsed().as_secs_f64())
}
