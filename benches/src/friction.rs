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

/// Where the whole collection is, if not beside the project.
const FOLDER: &str = "CAROM_FCLIB";

/// Siconos' time over ours for every file of the collection, or of those the project carries; says which.
pub(crate) fn ratios() -> Vec<Line> {
    let (folder, which) = folder();
    let mut files = problems(&folder);
    files.sort();
    let what = format!("contact files compared, of {which}");
    let mut lines = vec![Line { what, got: files.len() as f64, target: Target::None }];
    lines.extend(files.iter().map(|path| line(path)));
    lines
}

/// The folder named by the environment, the one beside the project, or the project's own.
fn folder() -> (PathBuf, &'static str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os(FOLDER).map(|folder| (PathBuf::from(folder), "the folder in CAROM_FCLIB"));
    let beside = (here.join("../../shared/fclib/json"), "the collection beside the project");
    match named.into_iter().chain([beside]).find(|(folder, _)| !problems(folder).is_empty()) {
        Some(found) => found,
        None => (here.join("../crates/complementarity/tests/data/friction"), "those in the repository"),
    }
}

/// The JSON files of a folder.
fn problems(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect()
}

fn line(path: &Path) -> Line {
    let name = path.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let none = |why: &str| Line { what: format!("{name}: {why}"), got: f64::NAN, target: Target::None };
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let Ok((problem, _)) = read::friction_json(&text) else {
        return none("cannot be read");
    };
    match peer(path, &problem) {
        None => none("Siconos is not installed"),
        Some(peer) if !peer.converged => none(&format!("Siconos' sweeps end at {:.0e}", peer.residual)),
        Some(peer) => {
            let got = ours(&problem, peer.residual).map_or(0.0, |seconds| peer.seconds / seconds);
            Line { what: format!("{name}: Siconos' sweeps over ours"), got, target: Target::AtLeast(1.0) }
        }
    }
}

/// Our best time to the residual given, `None` if it is not reached.
fn ours(problem: &FrictionProblem, residual: f64) -> Option<f64> {
    let settings = Settings::default().with_tolerance(residual.max(ROUNDING)).with_time_limit(Duration::from_secs(60));
    let (mut solver, mut outcome, mut best) = (ConeGaussSeidel::new(), ConeOutcome::default(), f64::INFINITY);
    for _ in 0..RUNS {
        let start = Instant::now();
        solver.solve_into(problem, None, &settings, &mut outcome).ok()?;
        best = best.min(start.elapsed().as_secs_f64());
        (outcome.status == ConeStatus::Solved).then_some(())?;
        if start.elapsed() > LONG {
            break;
        }
    }
    Some(best)
}

/// What Siconos did on a file.
struct Peer {
    seconds: f64,
    /// Of its reactions, in our measure.
    residual: f64,
    /// Whether it reached its own tolerance.
    converged: bool,
}

/// Runs Siconos on a file; `None` where it is not installed.
fn peer(path: &Path, problem: &FrictionProblem) -> Option<Peer> {
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
    let converged = number("\"converged\":")? > 0.0;
    Some(Peer { seconds: number("\"seconds\":")?, residual: residual(problem, &r, &u), converged })
}
