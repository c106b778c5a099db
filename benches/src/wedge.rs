//! The friction wedges pushed for 17.25 s, by events, through `carom run`: the time of the run in parts of real time, alone (as its summary says)
//! and with the start of the program and everything it writes; and how much longer the slowest amplitude takes than the fastest.

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
const RUNS: usize = 5;

/// What one run took, in seconds.
#[derive(Clone, Copy)]
struct Time {
    run: f64,
    all: f64,
}

/// Run time over real time of each amplitude, and the spread.
pub(crate) fn ratios() -> Vec<Line> {
    let unknown = Time { run: f64::NAN, all: f64::NAN };
    let times: Vec<Time> = AMPLITUDES.iter().map(|amplitude| measure(amplitude).unwrap_or(unknown)).collect();
    let line = |amplitude: &str, what: &str, time: f64, target: Target| Line {
        what: format!("wedge, {amplitude}: {what} / real time"),
        got: time / REAL,
        target,
    };
    let both = |(amplitude, time): (&&str, &Time)| {
        let parts = [("run", time.run, Target::AtMost(0.01)), ("run, start and files", time.all, Target::None)];
        parts.map(|(what, time, target)| line(amplitude, what, time, target))
    };
    let mut lines: Vec<Line> = AMPLITUDES.iter().zip(&times).flat_map(both).collect();
    let (least, most) = times.iter().fold((f64::MAX, 0.0_f64), |(a, b), time| (a.min(time.run), b.max(time.run)));
    lines.push(Line {
        what: "wedge: slowest amplitude / fastest".to_owned(),
        got: most / least,
        target: Target::AtMost(5.0),
    });
    lines
}

fn measure(amplitude: &str) -> Option<Time> {
    let folder = tempfile::tempdir().ok()?;
    let runs = (0..RUNS).filter_map(|_| run(folder.path(), amplitude));
    runs.reduce(|a, b| Time { run: a.run.min(b.run), all: a.all.min(b.all) })
}

fn run(folder: &Path, amplitude: &str) -> Option<Time> {
    let out = folder.join("out");
    let mut command = Command::new(program()?);
    command.args(["run", "wedge", "--variant", amplitude, "--out"]).arg(&out).stdout(Stdio::null());
    let start = Instant::now();
    let ended = command.status().ok()?.success();
    let all = start.elapsed().as_secs_f64();
    let summary = std::fs::read_to_string(out.join("summary.json")).ok()?;
    let summary: serde_json::Value = serde_json::from_str(&summary).ok()?;
    Some(Time { run: summary["wall_time"].as_f64()?, all }).filter(|_| ended)
}
