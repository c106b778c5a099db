//! One complementarity problem as a line of JSON, and its answer as another (schema: docs, page "Complementarity problems").
//!
//! In: `id`, `m` (rows), `q`; with `lower` and `upper` (numbers or null for none) a boxed problem.
//! Out: `id`, `status`, `z`, `w`, `residual`, `pivots` or `iterations`, `solver`, `attempts` where several methods were tried,
//! `certificate` where infeasibility was proved, `solutions` and `continuum` where all were asked for, `error` where the line is at fault.

use carom_complementarity::boxed::{self, BoxedLcp};
use carom_complementarity::lcp::{self, Attempt, Lcp, MAX_ENUMERATION, Outcome};
use carom_complementarity::{InputError, Matrix, Settings, Stop, read};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::json_line::{ErrorOut, not_a, salvage_id, write_line};

/// Longest line read (bytes): a dense problem of about 2,000 unknowns.
pub const LONGEST_LINE: u64 = 1 << 27;

/// How problems are solved.
pub struct Request<'a> {
    /// Name of the solver.
    pub solver: &'a str,
    /// Tolerance, limits and interrupt.
    pub settings: Settings<'a>,
    /// List every solution (up to 16 unknowns).
    pub all: bool,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with id, m and q")]
struct LineIn<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    m: Vec<Vec<f64>>,
    q: Vec<f64>,
    lower: Option<Vec<Option<f64>>>,
    upper: Option<Vec<Option<f64>>>,
}

#[derive(Serialize)]
struct LineOut<'a> {
    id: Option<&'a RawValue>,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    z: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    residual: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pivots: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    iterations: Option<usize>,
    solver: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    attempts: Vec<AttemptOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<Vec<f64>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    continuum: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize)]
struct AttemptOut {
    solver: &'static str,
    status: &'static str,
    residual: Option<f64>,
    iterations: usize,
}

/// A problem of either kind.
enum Problem {
    Plain(Lcp),
    Boxed(BoxedLcp),
}

/// Answers one line of text, number `number` of its file, appending one line to `out`. True if it could be answered.
pub fn answer(request: &Request<'_>, text: &str, number: u64, out: &mut Vec<u8>) -> bool {
    match solve(request, text, out) {
        Ok(()) => true,
        Err(error) => {
            let id = salvage_id(text);
            write_line(&ErrorOut { id, line: number, status: "bad-input", error: &error }, out);
            false
        }
    }
}

fn solve(request: &Request<'_>, text: &str, out: &mut Vec<u8>) -> Result<(), String> {
    if text.trim().is_empty() {
        return Err("the line is empty; expected one problem".into());
    }
    // The parser would take an array for an object whose keys are left out.
    if text.trim_start().starts_with('[') {
        return Err("not a problem: this is an array; expected an object with id, m and q".into());
    }
    let line: LineIn<'_> = serde_json::from_str(text).map_err(|error| not_a("problem", text, &error))?;
    let sentence = |error: InputError| error.to_string();
    let id = line.id;
    let problem = problem(line).map_err(sentence)?;
    write_answer(request, id, &problem, out)
}

/// Answers a problem in the text format of Siconos by the line that the same problem as JSON would get, with its name as id.
/// An error says what is wrong with the text.
pub fn answer_dat(request: &Request<'_>, text: &str, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
    let problem = read::lcp_dat(text).map_err(|error| error.to_string())?;
    let id = serde_json::value::to_raw_value(name).map_err(|error| error.to_string())?;
    write_answer(request, Some(&id), &Problem::Plain(problem), out)
}

fn write_answer(
    request: &Request<'_>,
    id: Option<&RawValue>,
    problem: &Problem,
    out: &mut Vec<u8>,
) -> Result<(), String> {
    let sentence = |error: InputError| error.to_string();
    let outcome = match problem {
        Problem::Plain(problem) => {
            let mut solver = lcp::by_name(request.solver).ok_or_else(|| unknown(request.solver, &lcp::SOLVERS))?;
            solver.solve(problem, None, &request.settings).map_err(sentence)?
        }
        Problem::Boxed(problem) => {
            let mut solver = boxed::by_name(request.solver).ok_or_else(|| unknown(request.solver, &boxed::SOLVERS))?;
            solver.solve(problem, None, &request.settings).map_err(sentence)?
        }
    };
    let mut record = record(id, &outcome);
    if request.all {
        list_all(problem, &request.settings, &mut record);
    }
    write_line(&record, out);
    Ok(())
}

fn unknown(name: &str, known: &[&str]) -> String {
    format!("there is no solver \"{name}\" for this kind of problem; there are {}", known.join(", "))
}

fn problem(line: LineIn<'_>) -> Result<Problem, InputError> {
    let m = Matrix::from_rows(&line.m)?;
    if line.lower.is_none() && line.upper.is_none() {
        return Ok(Problem::Plain(Lcp::new(m, line.q)?));
    }
    // Absent bounds are those of the plain problem, null is none.
    let bounds = |given: Option<Vec<Option<f64>>>, absent: f64, none: f64| match given {
        None => vec![absent; line.q.len()],
        Some(bounds) => bounds.into_iter().map(|bound| bound.unwrap_or(none)).collect(),
    };
    let lower = bounds(line.lower, 0.0, f64::NEG_INFINITY);
    let upper = bounds(line.upper, f64::INFINITY, f64::INFINITY);
    Ok(Problem::Boxed(BoxedLcp::new(m, line.q, lower, upper)?))
}

/// Solvers whose steps are pivots.
const PIVOTING: [&str; 8] =
    ["block-pivot", "lemke", "lemke-howson", "murty", "keller", "feasibility", "enumeration", "dantzig"];

fn record<'a>(id: Option<&'a RawValue>, outcome: &'a Outcome) -> LineOut<'a> {
    let pivoting = PIVOTING.contains(&outcome.solver);
    // The last iterate is worth showing unless a proof says that there is no solution.
    let point = !matches!(outcome.status, lcp::Status::Infeasible | lcp::Status::Unsolvable);
    LineOut {
        id,
        status: outcome.status.name(),
        z: point.then_some(&outcome.z[..]),
        w: point.then_some(&outcome.w[..]),
        residual: Some(outcome.residual).filter(|residual| point && residual.is_finite()),
        pivots: pivoting.then_some(outcome.iterations),
        iterations: (!pivoting).then_some(outcome.iterations),
        solver: outcome.solver,
        stop: outcome.stop.map(stop_name),
        certificate: Some(&outcome.certificate[..]).filter(|y| !y.is_empty()),
        attempts: outcome.attempts.iter().map(attempt_out).collect(),
        solutions: None,
        continuum: None,
        complete: None,
        note: None,
    }
}

fn attempt_out(attempt: &Attempt) -> AttemptOut {
    AttemptOut {
        solver: attempt.solver,
        status: attempt.status.name(),
        residual: Some(attempt.residual).filter(|residual| residual.is_finite()),
        iterations: attempt.iterations,
    }
}

/// The word for why a solver stopped without an answer.
pub fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Iterations => "iterations",
        Stop::Time => "time",
        Stop::Interrupt => "interrupt",
        Stop::Stalled => "stalled",
        Stop::Ray => "ray",
    }
}

/// Every solution of a plain problem of up to 16 unknowns; a note where they cannot be listed.
fn list_all(problem: &Problem, settings: &Settings<'_>, record: &mut LineOut<'_>) {
    let Problem::Plain(problem) = problem else {
        record.note = Some("all solutions are listed for problems without bounds only".into());
        return;
    };
    if problem.size() > MAX_ENUMERATION {
        let size = problem.size();
        record.note =
            Some(format!("all solutions are listed up to {MAX_ENUMERATION} unknowns; this problem has {size}"));
        return;
    }
    match lcp::enumerate(problem, settings) {
        Ok(found) => {
            record.solutions = Some(found.solutions);
            record.continuum = Some(found.continuum);
            record.complete = Some(found.complete);
        }
        Err(error) => record.note = Some(error.to_string()),
    }
}
