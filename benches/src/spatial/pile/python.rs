//! MuJoCo on a pile, called from Python.

use serde_json::Value;

use super::{Outcome, Pile};
use crate::spatial::python::ask;

/// The pile with fixed steps; nothing if MuJoCo is not there or does not get to the first look.
pub(super) fn run(pile: &Pile, step: f64) -> Option<Outcome> {
    let answer = ask("pile_mujoco.py", &[step.to_string()], &pile.described())?;
    let numbers = |look: &Value| look.as_array()?.iter().map(Value::as_f64).collect();
    let looks: Option<Vec<Vec<f64>>> = answer["looks"].as_array()?.iter().map(numbers).collect();
    Some(Outcome {
        engine: "MuJoCo",
        setting: format!("step {:.1} ms", 1e3 * step),
        seconds: answer["seconds"].as_f64()?,
        simulated: answer["simulated"].as_f64().filter(|time| *time > 0.0)?,
        looks: looks?,
        residual: None,
    })
}
