//! Our nonsmooth Gauss-Seidel against Siconos' on frictional contact files, to the residual that Siconos reached (W11, X5).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use carom::complementarity::cone::{ConeGaussSeidel, ConeOutcome, ConeSolver, ConeStatus, FrictionProblem, residual};
use carom::complementarity::{Settings, read};

use crate::report::{Line, Target};

/// A residual that rounding lets every solver reach.
const ROUNDING: f64 = 1e-13;

/// Runs of each file; the best counts.
const RUNS: usize = 5;

/// Files whose solution takes longer than this are timed once.
const LONG: Duration = Duration::from_millis(500);

/// Siconos' time over ours for every file the project carries, where Siconos is installed.
pub(crate) fn ratios() -> Vec<Line> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/complementarity/tests/data/friction");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    files.iter().map(|path| line(path)).collect()
}

fn line(path: &Path) -> Line {
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    match ratio(path) {
        Some(got) => Line { what: format!("{name}: Siconos' sweeps over ours"), got, target: Target::AtLeast(1.0) },
        None => Line { what: format!("{name}: Siconos is not installed"), got: f64::NAN, target: Target::None },
    }
}

fn ratio(path: &Path) -> Option<f64> {
    let (problem, _) = read::friction_json(&std::fs::read_to_string(path).ok()?).ok()?;
    let (seconds, reached) = peer(path, &problem)?;
    let settings = Settings::default().with_tolerance(reached.max(ROUNDING)).with_time_limit(Duration::from_secs(60));
    let (mut solver, mut outcome, mut best) = (ConeGaussSeidel::new(), ConeOutcome::default(), f64::INFINITY);
    for _ in 0..RUNS {
        let start = Instant::now();
        solver.solve_into(&problem, None, &settings, &mut outcome).ok()?;
        best = best.min(start.elapsed().as_secs_f64());
        if outcome.status != ConeStatus::Solved {
            return Some(0.0);
        }
        if start.elapsed() > LONG {
            break;
        }
    }
    Some(seconds / best)
}

/// Siconos' seconds and the residual of its reactions, in our measure.
fn peer(path: &Path, problem: &FrictionProblem) -> Option<(f64, f64)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/friction_siconos.py");
    // Debian's own Python has the package; a newer one in front of it has not.
    let output = Command::new("/usr/bin/python3").arg(script).arg(path).env("OMP_NUM_THREADS", "1").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let number = |key: &str| text.split(key).nth(1)?.split([',', '}']).next()?.trim().parse::<f64>().ok();
    let list = text.split("\"r\": [").nth(1)?.split(']').next()?;
    let r: Vec<f64> = list.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    (r.len() == problem.size()).then_some(())?;
    let mut u = vec![0.0; r.len()];
    problem.w().multiply_add(&r, problem.q(), &mut u);
    Some((number("\"seconds\":")?, residual(problem, &r, &u)))
}
