//! `carom lcp`: a file of complementarity problems.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use carom::complementarity::{Settings, boxed, lcp};
use carom::scene::batch::Job;
use carom::scene::lcp_line::{self, LONGEST_LINE, Request};

use crate::arguments::{LcpArguments, SolverArguments};
use crate::failure::Failure;
use crate::{interrupt, lines};

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
    let answer = |text: &str, number: u64, out: &mut Vec<u8>| lcp_line::answer(&request, text, number, out);
    // One problem may take seconds: each is a task of its own.
    let job = Job { answer: &answer, task_lines: 1, longest_line: LONGEST_LINE };
    lines::run(&job, &arguments.lines, &flag)
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
