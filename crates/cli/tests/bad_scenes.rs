//! Scenes that cannot be: each is refused with file, line, key and remedy, before anything is written, with exit code 2.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::fs;
use std::process::Command;

/// A pendulum over a floor.
const GOOD: &str = r#"[parameters]
length = 1
[scene]
gravity = [0, -9.81]
[run]
until = 0.1
[[body]]
name = "rod"
shape = { rod = { length = "= length" } }
mass = 1
position = [0, -0.5]
angle = "-90 deg"
[[body]]
name = "floor"
fixed = true
position = [0, -2]
shape = { half-space = { normal = [0, 1] } }
[[joint]]
name = "pivot"
kind = "pin"
between = ["rod", "world"]
at-a = [-0.5, 0]
at-b = [0, 0]
[[contact]]
default = true
law = "newton"
e = 0.5
"#;

/// Exit code, standard error in one line, and what is in the folder afterwards beside the scene.
fn run(text: &str) -> (i32, String, usize) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), text).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let output = command
        .args(["run", "bad.toml", "--no-plots", "--checkpoint", "c"])
        .current_dir(folder.path())
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    (output.status.code().unwrap(), said, fs::read_dir(folder.path()).unwrap().count() - 1)
}

#[test]
fn the_good_scene_runs() {
    let (code, said, files) = run(GOOD);
    assert_eq!((code, files > 0), (0, true), "{said}");
}

#[test]
fn bad_scenes_are_refused_with_line_key_and_remedy() {
    let cases = [
        (
            "position = [0, -2]",
            "position = [0, -0.9]",
            "line 7: bodies \"rod\" and \"floor\": position: the bodies overlap at the start by 1.000e-1 m; move one",
        ),
        (
            "at-b = [0, 0]",
            "at-b = [0.25, 0]",
            "line 18: joint \"pivot\": at_a: the joint is open at the start by 2.500e-1 m or rad; move a body",
        ),
        (
            "angle = \"-90 deg\"",
            "angle = \"-90 deg\"\nspin = 2",
            "line 19: joint \"pivot\": velocity: the velocities at the start open the joint with 1.000e0 m/s or rad/s; give both bodies",
        ),
        ("mass = 1", "mass = 0", "line 10: body \"rod\": mass: expected more than 0, got 0"),
        ("mass = 1", "mass = -1", "line 10: body \"rod\": mass: expected more than 0, got -1"),
        ("mass = 1", "mass = nan", "line 10: body \"rod\": mass: expected a finite number, got NaN"),
        ("mass = 1", "masss = 1", "line 10: body \"rod\": unknown key \"masss\"; did you mean \"mass\"?"),
        (
            "length = 1",
            "length = \"= width\"\nwidth = \"= length\"",
            "line 3: parameter \"width\": refers to itself: length -> width -> length",
        ),
        ("mass = 1", "mass = \"= 2*(length\"", "line 10: body \"rod\": mass: expected \")\" at the end"),
        ("mass = 1", "mass = \"= 1/0\"", "line 10: body \"rod\": mass: expected a finite number, got inf"),
        ("until = 0.1", "until = 0.1\ntolerance = 1e-30", "line 7: run: tolerance: expected a number from"),
        (
            "until = 0.1",
            "until = 0.1\nevery = 1e-12",
            "line 7: run: every: asks for 1.0e11 rows until 0.1 s; there may be 1e7, take a longer time",
        ),
        (
            "between = [\"rod\", \"world\"]",
            "between = [\"rot\", \"world\"]",
            "line 21: joint \"pivot\": between: there is no body \"rot\"; did you mean \"rod\"?",
        ),
    ];
    for (old, new, expected) in cases {
        assert!(GOOD.contains(old), "{old}");
        let (code, said, files) = run(&GOOD.replacen(old, new, 1));
        assert!(said.contains(&format!("bad.toml, {expected}")), "{new}: {said}");
        assert_eq!((code, files), (2, 0), "{new}: {said}");
    }
}
