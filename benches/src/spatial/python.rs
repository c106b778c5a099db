//! Engines that are called from Python.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::chain::{ANGLE, GRAVITY, LENGTH, MASS, MOMENTS, UNTIL};
use super::trial::Trial;

/// Engines with their programs.
pub(crate) const PEERS: [(&str, &str); 3] =
    [("MuJoCo", "chain_mujoco.py"), ("Pinocchio", "chain_pinocchio.py"), ("Drake", "chain_drake.py")];

/// The chain by one engine with a number of steps; nothing if the engine is not there or does not get to the end.
pub(crate) fn steps((engine, script): (&'static str, &str), links: usize, steps: usize) -> Option<Trial> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let data = json!({
        "links": links, "length": LENGTH, "mass": MASS, "moments": MOMENTS, "angle": ANGLE, "gravity": GRAVITY, "until": UNTIL,
    });
    let mut command = Command::new(here.join("../.tools/peers/bin/python"));
    command.arg(here.join("peers").join(script)).arg(data.to_string()).arg(steps.to_string());
    command.env("OMP_NUM_THREADS", "1").env("OPENBLAS_NUM_THREADS", "1");
    let output = command.output().ok()?.stdout;
    let value: Value = serde_json::from_str(String::from_utf8_lossy(&output).lines().next()?).ok()?;
    let part = |i: usize| value["tip"][i].as_f64();
    Some(Trial {
        engine,
        setting: format!("step {:.0e} s", UNTIL / steps as f64),
        seconds: value["seconds"].as_f64()?,
        tip: [part(0)?, part(1)?, part(2)?],
        energy: None,
        evaluations: None,
    })
}
