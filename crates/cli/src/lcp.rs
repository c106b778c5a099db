//! `carom lcp`: a file of complementarity problems, one JSON object a line, or one problem in the text format of Siconos.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use carom::complementarity::{Settings, boxed, lcp};
use carom::scene::batch::Job;
use carom::scene::lcp_line::{self, LONGEST_LINE, Request};

use crate::arguments::{LcpArguments, SolverArguments};
use crate::failure::Failure;
use crate::{interrupt, lines, output};

/// Runs the problems of a file.
pub(crate) fn run(arguments: &LcpArguments) -> Result<ExitCode, Failure> {
    let solver = arguments.solver.as_str();
    if !lcp::SOLVERS.contains(&solver) && !boxed::SOLVERS.contains(&solver) {
        let mut known = lcp::SOLVERS.to_vec();
        known.extend(boxed::SOLVERS.iter().filter(|name| !lcp::SOLVERS.contains(name)));
        return Err(Failure::input(format!("there is no solver \"{solver}\"; there are {}", known.join(", "))));
    }
    let flag = interrupt::flag();
    let request = Request { solver, settings: settings(&arguments.limits, &flag), all: arguments.all };
    if is_dat(&arguments.lines.input) {
        return run_dat(&request, &arguments.lines.input, &arguments.lines.output);
    }
    let answer = |text: &str, number: u64, out: &mut Vec<u8>| lcp_line::answer(&request, text, number, out);
    // One problem may take seconds: each is a task of its own.
    let job = Job { answer: &answer, task_lines: 1, longest_line: LONGEST_LINE };
    lines::run(&job, &arguments.lines, &flag)
}

/// Whether the name says that the file holds one problem in the text format of Siconos.
fn is_dat(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dat"))
}

/// Answers the one problem of a text file by one line, with the name of the file as id.
fn run_dat(request: &Request<'_>, input: &Path, target: &Path) -> Result<ExitCode, Failure> {
    let text = std::fs::read_to_string(input)
        .map_err(|error| Failure::input(format!("cannot read {}: {error}", input.display())))?;
    let name = input.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
    let mut line = Vec::new();
    lcp_line::answer_dat(request, &text, &name, &mut line).map_err(|error| {
        Failure::input(format!("{}: {error}", input.display()))
            .advise("a .dat file must hold one LCP in the text format of Siconos: n, M, q")
    })?;
    let line = String::from_utf8_lossy(&line);
    if lines::is_dash(target) {
        output::print(&line)?
    } else {
        output::write(&[(target, &line)])?
    }
    Ok(ExitCode::SUCCESS)
}

/// Tolerance, limits and interrupt as typed.
pub(crate) fn settings<'a>(limits: &SolverArguments, interrupt: &'a AtomicBool) -> Settings<'a> {
    let default = Settings::default();
    Settings {
        tolerance: limits.tolerance.unwrap_or(default.tolerance),
        max_iterations: limits.max_iterations,
        time_limit: Some(Duration::from_secs_f64(limits.time_limit)),
        interrupt: Some(interrupt),
    }
}
