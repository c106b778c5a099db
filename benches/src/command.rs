//! Collisions a second through `carom impact batch`, file to file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use carom::impact::Collision;
use carom::impact::laws::CATALOGUE;

use crate::collisions;
use crate::report::{Line, Target};

/// Lines of the file: a few seconds of work.
const LINES: usize = 600_000;

/// The best of this many runs counts.
const RUNS: usize = 3;

/// Collisions a second, all laws in turn.
pub(crate) fn batch_rate() -> Line {
    let what = "collisions a second, carom impact batch, all laws in turn".to_owned();
    Line { what, got: measure().unwrap_or(f64::NAN), target: Target::AtLeast(150_000.0) }
}

pub(crate) fn program() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.join("carom"))
}

fn measure() -> Option<f64> {
    let folder = tempfile::tempdir().ok()?;
    let (input, output) = (folder.path().join("in.jsonl"), folder.path().join("out.jsonl"));
    write_lines(&input)?;
    (0..RUNS).filter_map(|_| run(&input, &output)).reduce(f64::max)
}

fn run(input: &Path, output: &Path) -> Option<f64> {
    let start = Instant::now();
    let status = Command::new(program()?).args(["impact", "batch"]).arg(input).arg(output).status().ok()?;
    status.success().then(|| LINES as f64 / start.elapsed().as_secs_f64())
}

fn write_lines(path: &Path) -> Option<()> {
    let sample = collisions::random(LINES / 10);
    let mut text = String::new();
    for i in 0..LINES {
        let law = CATALOGUE[i % CATALOGUE.len()].name;
        line(&mut text, i, law, &sample[i % sample.len()]);
    }
    std::fs::write(path, text).ok()
}

fn line(text: &mut String, id: usize, law: &str, collision: &Collision) {
    let (contact, before) = (collision.contact(), collision.before());
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        r#"{{"id":"B-{id}","law":"{law}","contact":{{"a":{},"b":{},"c":{},"d":0.0,"e":0.0,"f":0.0}},"before":{{"normal":{},"tangential":{},"moment":0.0}},"coefficients":{{"e":0.5,"mu":0.4,"nu":0.3,"e_t":0.3,"e_m":-1.0,"e_mc":-1.0,"e_me":-1.0}}}}"#,
        contact.a, contact.b, contact.c, before.normal, before.tangential
    );
}
