//! `carom friction`: frictional contact problems from files.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use carom::complementarity::cone::{self, ConeOutcome, ConeStatus, FrictionProblem};
use carom::complementarity::read::{self, Friction};
use carom::complementarity::{InputError, Settings};
use carom::scene::lcp_line::stop_name;
use serde::Serialize;

use crate::arguments::FrictionArguments;
use crate::failure::{Failure, PHYSICS};
use crate::lcp::settings;
use crate::{interrupt, output, table};

/// Residual asked for if none is typed.
const TOLERANCE: f64 = 1e-8;

/// The first bytes of an HDF5 file (its format specification, section II.A).
const HDF5: &[u8] = b"\x89HDF\r\n\x1a\n";

/// One file under one solver.
#[derive(Serialize)]
struct Row {
    file: String,
    contacts: usize,
    dimension: usize,
    solver: &'static str,
    by: &'static str,
    status: &'static str,
    residual: f64,
    iterations: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    reactions: Vec<f64>,
    velocities: Vec<f64>,
    /// The proof that there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Vec<f64>>,
    /// v of a global problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    body_velocities: Option<Vec<f64>>,
}

/// Solves every file by every solver asked for; exit code 1 if one problem stays unsolved by all.
pub(crate) fn run(arguments: &FrictionArguments) -> Result<ExitCode, Failure> {
    let solvers = solvers(&arguments.solver)?;
    let flag = interrupt::flag();
    let mut settings = settings(&arguments.limits, &flag);
    settings.tolerance = arguments.limits.tolerance.unwrap_or(TOLERANCE);
    let (mut rows, mut unsolved, mut failures) = (Vec::new(), 0, Vec::new());
    for path in &arguments.files {
        match solve_all(path, &solvers, &settings) {
            Ok(of_file) => {
                unsolved += usize::from(of_file.iter().all(|row| row.status != ConeStatus::Solved.name()));
                rows.extend(of_file);
            }
            Err(failure) => failures.push(failure),
        }
    }
    if arguments.json {
        output::print_json(&rows)?;
    } else if !rows.is_empty() {
        output::print(&report(&rows))?;
    }
    // The results of good files are out before the first bad one is reported; each of them is.
    let worst = failures.into_iter().map(Failure::report).next_back();
    Ok(worst.unwrap_or(if unsolved == 0 { ExitCode::SUCCESS } else { ExitCode::from(PHYSICS) }))
}

/// One file by every solver asked for.
fn solve_all(path: &Path, solvers: &[&'static str], settings: &Settings<'_>) -> Result<Vec<Row>, Failure> {
    let problem = read(path)?;
    solvers.iter().map(|solver| solve(path, &problem, solver, settings)).collect()
}

fn solvers(names: &[String]) -> Result<Vec<&'static str>, Failure> {
    if names.iter().any(|name| name == "all") {
        return Ok(cone::SOLVERS.to_vec());
    }
    let known = |name: &String| cone::SOLVERS.into_iter().find(|known| known == name);
    let unknown = |name: &String| {
        Failure::input(format!("there is no solver \"{name}\"; there are {}, all", cone::SOLVERS.join(", ")))
    };
    names.iter().map(|name| known(name).ok_or_else(|| unknown(name))).collect()
}

/// A problem from a JSON file or the text format of Siconos, told apart by the first character.
fn read(path: &Path) -> Result<Friction, Failure> {
    let bytes =
        std::fs::read(path).map_err(|error| Failure::input(format!("cannot read {}: {error}", path.display())))?;
    if bytes.starts_with(HDF5) {
        return Err(Failure::input(format!("{}: this is an HDF5 file, which is not read here", path.display()))
            .advise("convert it to JSON: contacts, mu, q and W with n and its entries i, j, v"));
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| Failure::input(format!("{}: this is not text: {error}", path.display())))?;
    let problem = if text.trim_start().starts_with('{') {
        read::friction_json(&text).map(|(problem, _)| Friction::Local(problem))
    } else {
        read::friction_dat(&text)
    };
    problem.map_err(|error| {
        Failure::input(format!("{}: {error}", path.display()))
            .advise("expected a frictional contact problem: JSON with W as triplets, or the text format of Siconos")
    })
}

fn solve(path: &Path, problem: &Friction, solver: &'static str, settings: &Settings<'_>) -> Result<Row, Failure> {
    let fail = |error: InputError| Failure::input(format!("{}: {error}", path.display()));
    let start = Instant::now();
    let (contacts, dimension, outcome) = match problem {
        Friction::Local(problem) => {
            (problem.contacts(), problem.dim(), solve_local(problem, solver, settings).map_err(fail)?)
        }
        Friction::Global(problem) => {
            let outcome = match solver {
                "default" => cone::solve_global(problem, None, settings),
                "nsgs" => cone::solve_global_sweeps(problem, None, settings),
                // The other methods need W, which is formed for them.
                other => problem.condense().and_then(|local| solve_local(&local, other, settings)),
            };
            (problem.contacts(), problem.dim(), outcome.map_err(fail)?)
        }
    };
    let time = start.elapsed();
    let body_velocities = body_velocities(problem, &outcome.r);
    Ok(Row { body_velocities, ..row(path, (contacts, dimension), solver, outcome, time) })
}

/// v = M^-1 (f + H r) of a global problem.
fn body_velocities(problem: &Friction, r: &[f64]) -> Option<Vec<f64>> {
    let Friction::Global(problem) = problem else {
        return None;
    };
    let mut v = vec![0.0; problem.freedoms()];
    problem.velocities(r, &mut v);
    Some(v)
}

/// A problem with W by the solver of a known name.
fn solve_local(problem: &FrictionProblem, solver: &str, settings: &Settings<'_>) -> Result<ConeOutcome, InputError> {
    let by_name = cone::by_name(solver).map(|mut by| by.solve(problem, None, settings));
    by_name.transpose().map(Option::unwrap_or_default)
}

fn row(path: &Path, size: (usize, usize), solver: &'static str, outcome: ConeOutcome, time: Duration) -> Row {
    Row {
        file: path.display().to_string(),
        contacts: size.0,
        dimension: size.1,
        solver,
        by: outcome.solver,
        status: outcome.status.name(),
        residual: outcome.residual,
        iterations: outcome.iterations,
        seconds: time.as_secs_f64(),
        stop: outcome.stop.map(stop_name),
        reactions: outcome.r,
        velocities: outcome.u,
        certificate: outcome.certificate,
        body_velocities: None,
    }
}

fn report(rows: &[Row]) -> String {
    let titles = ["file", "contacts", "solver", "solved by", "status", "residual", "iterations", "time"]
        .map(str::to_owned)
        .to_vec();
    let lines = rows.iter().map(|row| {
        let name =
            Path::new(&row.file).file_name().map_or(row.file.clone(), |name| name.to_string_lossy().into_owned());
        vec![
            name,
            format!("{} in {}D", row.contacts, row.dimension),
            row.solver.to_owned(),
            row.by.to_owned(),
            row.stop.map_or(row.status.to_owned(), |stop| format!("{} ({stop})", row.status)),
            format!("{:.1e}", row.residual),
            row.iterations.to_string(),
            format!("{:.2} ms", 1e3 * row.seconds),
        ]
    });
    table::columns(std::iter::once(titles).chain(lines).collect())
}
