//! The public LCP vectors: right status, residual within tolerance, certificates verified, all solutions listed.

use carom_complementarity::lcp::{self, Lcp, LcpSolver, Outcome, Status, verify_certificate};
use carom_complementarity::{InputError, Settings};
use serde_json::Value;

mod common;
use common::Random;

type Failure = Box<dyn std::error::Error>;

fn data(name: &str) -> Result<String, Failure> {
    Ok(std::fs::read_to_string(format!("{}/tests/data/lcp/{name}", env!("CARGO_MANIFEST_DIR")))?)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map(|a| a.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}

fn cases() -> Result<Vec<(String, Lcp, Value)>, Failure> {
    let mut out = Vec::new();
    for (case, expected) in data("cases.jsonl")?.lines().zip(data("expected.jsonl")?.lines()) {
        let (case, expected): (Value, Value) = (serde_json::from_str(case)?, serde_json::from_str(expected)?);
        assert_eq!(case["id"], expected["id"]);
        let rows: Vec<Vec<f64>> = case["m"].as_array().map(|r| r.iter().map(numbers).collect()).unwrap_or_default();
        let problem = Lcp::from_rows(&rows, &numbers(&case["q"]))?;
        out.push((case["id"].as_str().unwrap_or_default().to_string(), problem, expected));
    }
    Ok(out)
}

/// The rule of the vectors' README, written a second time on purpose.
fn passes(problem: &Lcp, outcome: &Outcome) -> bool {
    let mut w = problem.q().to_vec();
    for (i, w_i) in w.iter_mut().enumerate() {
        *w_i += problem.m().row(i).iter().zip(&outcome.z).map(|(a, b)| a * b).sum::<f64>();
    }
    let norm = |v: &[f64]| v.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    let worst = outcome.z.iter().zip(&w).fold(0.0_f64, |m, (z, w)| m.max(-z).max(-w).max(z.min(*w).abs()));
    worst <= 1e-6 * norm(problem.q()).max(norm(&outcome.z)).max(1.0)
}

fn right(problem: &Lcp, outcome: &Outcome, expected: &Value) -> bool {
    match expected["status"].as_str() {
        Some("solvable") => outcome.status == Status::Solved && passes(problem, outcome),
        Some("infeasible") => outcome.status == Status::Infeasible && verify_certificate(problem, &outcome.certificate),
        _ => outcome.status == Status::Unsolvable,
    }
}

#[test]
fn the_default_answers_every_case() -> Result<(), Failure> {
    let mut solver = lcp::Choose::new();
    for (id, problem, expected) in cases()? {
        let outcome = solver.solve(&problem, None, &Settings::default())?;
        assert!(right(&problem, &outcome, &expected), "{id}: {outcome:?}");
    }
    Ok(())
}

#[test]
fn the_enumeration_lists_every_solution() -> Result<(), Failure> {
    for (id, problem, expected) in cases()?.into_iter().filter(|c| c.1.size() <= lcp::MAX_ENUMERATION) {
        let found = lcp::enumerate(&problem, &Settings::default())?;
        assert!(found.complete, "{id}: {found:?}");
        let solutions: Vec<Vec<f64>> =
            expected["solutions"].as_array().map(|s| s.iter().map(numbers).collect()).unwrap_or_default();
        if expected["enumerated"] == Value::Bool(true) {
            assert_eq!(expected["continuum"], Value::Bool(found.continuum), "{id}: {found:?}");
            assert_eq!(solutions.len(), found.solutions.len(), "{id}: {found:?}");
        }
        for known in solutions {
            let size = known.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
            // The vectors list solutions to about ten digits.
            let near = |z: &Vec<f64>| z.iter().zip(&known).all(|(a, b)| (a - b).abs() <= 1e-6 * size);
            assert!(found.solutions.iter().any(near), "{id}: {known:?} not in {found:?}");
        }
    }
    Ok(())
}

#[test]
fn no_method_ever_claims_what_is_false() -> Result<(), Failure> {
    for (id, problem, expected) in cases()? {
        for name in lcp::SOLVERS {
            let Some(mut solver) = lcp::by_name(name) else {
                return Err(format!("{name} is not known").into());
            };
            let outcome = match solver.solve(&problem, None, &Settings::default()) {
                Err(InputError::TooLarge { .. }) => continue,
                other => other?,
            };
            let silent = matches!(outcome.status, Status::Ray | Status::Limit);
            assert!(silent || right(&problem, &outcome, &expected), "{name} on {id}: {outcome:?}");
        }
    }
    Ok(())
}

/// Positive factors on the rows and columns and another order change neither solvability nor feasibility.
#[test]
fn scaled_and_permuted_cases_keep_their_status() -> Result<(), Failure> {
    let mut random = Random::new(41);
    let mut solver = lcp::Choose::new();
    for (id, problem, expected) in cases()? {
        for trial in 0..40 {
            let n = problem.size();
            let mut order: Vec<usize> = (0..n).collect();
            for i in (1..n).rev() {
                order.swap(i, random.below(i + 1));
            }
            let mut factors = || -> Vec<f64> { (0..n).map(|_| 10_f64.powf(3.0 * random.signed())).collect() };
            let (rows, columns) = (factors(), factors());
            let m: Vec<Vec<f64>> = order
                .iter()
                .map(|&i| order.iter().map(|&j| rows[i] * columns[j] * problem.m()[(i, j)]).collect())
                .collect();
            let q: Vec<f64> = order.iter().map(|&i| rows[i] * problem.q()[i]).collect();
            let scaled = Lcp::from_rows(&m, &q)?;
            let outcome = solver.solve(&scaled, None, &Settings::default())?;
            assert!(right(&scaled, &outcome, &expected), "{id} trial {trial}: {outcome:?}");
        }
    }
    Ok(())
}
