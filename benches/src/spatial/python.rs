//! Engines that are called from Python.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::chain::{ANGLE, GRAVITY, LENGTH, MASS, MOMENTS, UNTIL};
use super::trial::Trial;

/// Engines with their programs.
pub(crate) const PEERS: [(&str, &str); 4] = [
    ("MuJoCo", "chain_mujoco.py"),
    ("Pinocchio", "chain_pinocchio.py"),
    ("Drake", "chain_drake.py"),
    ("Exudyn", "chain_exudyn.py"),
];

/// Programs that run longer than this are stopped, and how often that is looked at.
const LONGEST: Duration = Duration::from_secs(240);
const LOOK: Duration = Duration::from_millis(20);

/// The first line that a program prints, given arguments and a description on its standard input; nothing if it fails
/// or takes too long.
pub(crate) fn ask(script: &str, arguments: &[String], given: &Value) -> Option<Value> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(here.join("../.tools/peers/bin/python"));
    command.arg(here.join("peers").join(script)).args(arguments);
    command.env("OMP_NUM_THREADS", "1").env("OPENBLAS_NUM_THREADS", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let told = child.stdin.take().is_some_and(|mut input| input.write_all(given.to_string().as_bytes()).is_ok());
    // Read as it comes: a program whose answer is longer than a pipe would wait for that for ever.
    let mut answer = child.stdout.take()?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        answer.read_to_string(&mut text).ok().map(|_| text)
    });
    let start = Instant::now();
    while child.try_wait().ok()?.is_none() {
        if start.elapsed() > LONGEST {
            child.kill().ok()?;
        }
        std::thread::sleep(LOOK);
    }
    let text = reader.join().ok().flatten().filter(|_| told)?;
    serde_json::from_str(text.lines().next()?).ok()
}

/// The chain by one engine with a number of steps; nothing if the engine is not there or does not get to the end.
pub(crate) fn steps((engine, script): (&'static str, &str), links: usize, steps: usize) -> Option<Trial> {
    let data = json!({
        "links": links, "length": LENGTH, "mass": MASS, "moments": MOMENTS, "angle": ANGLE, "gravity": GRAVITY, "until": UNTIL,
    });
    let value = ask(script, &[steps.to_string()], &data)?;
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
