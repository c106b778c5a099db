//! The reference vectors of the laws (K2, K3), computed in 50-digit arithmetic: every status, mode, impulse, velocity, energy and work.
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use carom_impact::{Coefficients, Collision, Contact, Outcome, Status, Velocity, laws, resolve};
use serde_json::Value;

/// References are doubles of exact values; our own rounding, relative to the scale of the case, stays below this.
/// The worst case is a contact with det/AC near 2e-4, where one unit in the last place of A, B or C alone moves the answer by 1e-12.
const TOLERANCE: f64 = 1e-12;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or(0.0)
}

fn solve(case: &Value) -> Result<Outcome, String> {
    let (contact, before) = (&case["contact"], &case["before"]);
    let contact = Contact {
        a: number(contact, "a"),
        b: number(contact, "b"),
        c: number(contact, "c"),
        d: number(contact, "d"),
        e: number(contact, "e"),
        f: number(contact, "f"),
    };
    let before = Velocity {
        normal: number(before, "normal"),
        tangential: number(before, "tangential"),
        moment: number(before, "moment"),
    };
    let given = &case["coefficients"];
    let get = |key: &str| given[key].as_f64();
    let coefficients = Coefficients {
        e: get("e"),
        mu: get("mu"),
        mu_static: get("mu_static"),
        nu: get("nu"),
        e_t: get("e_t"),
        e_m: get("e_m"),
        e_mc: get("e_mc"),
        e_me: get("e_me"),
    };
    let law = laws::by_name(case["law"].as_str().unwrap(), &coefficients).map_err(|error| error.to_string())?;
    let collision = Collision::new(contact, before).map_err(|error| error.to_string())?;
    Ok(resolve(&law, &collision))
}

/// Largest relative deviation of the answer, with what deviates.
fn deviation(outcome: &Outcome, expected: &Value) -> (f64, &'static str) {
    let (impulse, velocity) = (number(&expected["scale"], "impulse"), number(&expected["scale"], "velocity"));
    let mut worst = (0.0, "nothing");
    let mut compare = |what: &'static str, got: f64, want: f64, scale: f64| {
        let off = (got - want).abs() / scale;
        if off > worst.0 || off.is_nan() {
            worst = (off, what);
        }
    };
    let (wanted, after) = (&expected["impulse"], &expected["after"]);
    compare("I_N", outcome.impulse.normal, number(wanted, "normal"), impulse);
    compare("I_T", outcome.impulse.tangential, number(wanted, "tangential"), impulse);
    compare("I_th", outcome.impulse.moment, number(wanted, "moment"), impulse);
    compare("D_NE", outcome.after.normal, number(after, "normal"), velocity);
    compare("D_TE", outcome.after.tangential, number(after, "tangential"), velocity);
    compare("D_thE", outcome.after.moment, number(after, "moment"), velocity);
    compare("energy", outcome.energy.total(), number(expected, "energy_change"), impulse * velocity);
    if let Some(wanted) = expected.get("compression") {
        let compression = outcome.compression.unwrap();
        compare("I_NC", compression.normal, number(wanted, "normal"), impulse);
        compare("I_TC", compression.tangential, number(wanted, "tangential"), impulse);
        compare("I_thC", compression.moment, number(wanted, "moment"), impulse);
    }
    if let Some(wanted) = expected.get("work") {
        let work = outcome.work.unwrap();
        compare("W_NC", work.compression, number(wanted, "compression"), impulse * velocity);
        compare("W_NE", work.expansion, number(wanted, "expansion"), impulse * velocity);
        compare("W_T", work.friction, number(wanted, "friction"), impulse * velocity);
    }
    worst
}

#[test]
fn every_vector() {
    let cases = lines(include_str!("data/cases.jsonl"));
    let expected = lines(include_str!("data/expected.jsonl"));
    assert_eq!((cases.len(), expected.len()), (303, 303));
    let mut failures = Vec::new();
    let mut worst = 0.0_f64;
    for (case, expected) in cases.iter().zip(&expected) {
        let id = case["id"].as_str().unwrap();
        assert_eq!(id, expected["id"].as_str().unwrap());
        let result = solve(case);
        let status = result.as_ref().map_or(Status::BadInput, |outcome| outcome.status);
        if status.as_str() != expected["status"].as_str().unwrap() {
            failures.push(format!("{id}: status {status}, expected {} {case}", expected["status"]));
            continue;
        }
        let Some(outcome) = result.ok().filter(Outcome::has_numbers) else { continue };
        let (off, what) = deviation(&outcome, expected);
        worst = worst.max(off);
        if off > TOLERANCE || off.is_nan() {
            failures.push(format!("{id}: {what} off by {off:e} {case}"));
        }
        let mode = outcome.mode.unwrap().as_str();
        if expected["mode_strict"] == true && mode != expected["mode"] {
            failures.push(format!("{id}: mode {mode}, expected {} {case}", expected["mode"]));
        }
    }
    println!("worst deviation {worst:e}");
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
