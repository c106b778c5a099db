//! `carom run --checkpoint`, Ctrl-C and `carom resume` as a user meets them.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    command
}

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

/// Trajectory, events, and the summary without its wall time.
fn results(folder: &Path) -> (String, String, serde_json::Value) {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let mut summary: serde_json::Value = serde_json::from_str(&read("summary.json")).unwrap();
    summary.as_object_mut().unwrap().remove("wall_time").unwrap();
    (read("trajectory.csv"), read("events.jsonl"), summary)
}

#[test]
fn a_run_goes_on_from_its_checkpoint_with_the_same_files() {
    for (scene, method, until, every) in [
        ("bouncing-ball", "events", "10", "0.37"),
        ("dominoes", "stepping", "0.3", "0.13"),
        ("bouncing-ball", "penalty", "0.6", "0.25"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let base = ["run", scene, "--method", method, "--until", until, "--no-plots"];
        let whole = carom(folder.path(), &[&base[..], &["--out", "whole"]].concat());
        assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
        let keep = ["--out", "kept", "--checkpoint", "run.checkpoint", "--every-checkpoint", every];
        assert!(carom(folder.path(), &[&base[..], &keep].concat()).status.success());
        assert_eq!(results(&folder.path().join("kept")), results(&folder.path().join("whole")), "{scene} {method}");
        fs::remove_dir_all(folder.path().join("kept")).unwrap();
        let resumed = carom(folder.path(), &["resume", "run.checkpoint", "--no-plots"]);
        assert_eq!((resumed.status.code(), &resumed.stdout), (Some(0), &with_folder(&whole.stdout)), "{scene}");
        assert_eq!(results(&folder.path().join("kept")), results(&folder.path().join("whole")), "{scene} {method}");
        let partial = fs::read_dir(folder.path())
            .unwrap()
            .any(|entry| entry.unwrap().file_name().to_string_lossy().ends_with(".partial"));
        assert!(!partial);
    }
}

/// What was printed, with the other folder.
fn with_folder(printed: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(printed).replace("in whole", "in kept").into_bytes()
}

/// Waits until a file is there.
fn wait_for(path: &Path) {
    let began = Instant::now();
    while !path.exists() {
        assert!(began.elapsed() < Duration::from_secs(60), "{} does not appear", path.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn interrupt(process: &std::process::Child) {
    let sent = Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_results_and_a_checkpoint_from_which_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let base = ["run", "chaotic-friction-oscillator", "--set", "parameters.transient_periods=0", "--no-plots"];
    let long = [&base[..], &["--set", "parameters.periods=400"]].concat();
    assert!(carom(folder.path(), &[&long[..], &["--out", "whole"]].concat()).status.success());
    let keep = ["--out", "kept", "--checkpoint", "c", "--every-checkpoint", "5"];
    let process = command(folder.path(), &[&long[..], &keep].concat()).stdout(Stdio::piped()).spawn().unwrap();
    wait_for(&folder.path().join("c"));
    interrupt(&process);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("interrupted; what was computed is kept"));
    let (part, _, summary) = results(&folder.path().join("kept"));
    let (whole, ..) = results(&folder.path().join("whole"));
    assert_eq!(summary["end"], "interrupted");
    assert!(whole.starts_with(&part) && part.len() < whole.len() && part.lines().count() > 2);
    assert!(carom(folder.path(), &["resume", "c", "--no-plots"]).status.success());
    assert_eq!(results(&folder.path().join("kept")), results(&folder.path().join("whole")));
}

#[cfg(unix)]
#[test]
fn a_sweep_keeps_what_was_computed_at_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    // Runs that grow longer: the first are done at once, the last would take minutes.
    let sweep = [
        "sweep",
        "chaotic-friction-oscillator",
        "--set",
        "parameters.transient_periods=0",
        "--vary",
        "parameters.periods=1:20001:41",
        "--measure",
        "mass.x",
    ];
    let process = command(folder.path(), &sweep).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    interrupt(&process);
    let output = process.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let table = fs::read_to_string(folder.path().join("sweep.csv")).unwrap();
    let rows = table.lines().count() - 1;
    assert!((1..41).contains(&rows), "{rows} rows");
    assert!(table.lines().skip(1).all(|line| line.ends_with(",time")), "{table}");
}

#[test]
fn what_is_no_checkpoint_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let said = |arguments: &[&str]| {
        let output = carom(folder.path(), arguments);
        let text = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
        (output.status.code().unwrap(), text)
    };
    let run = ["run", "bar-drop", "--no-plots", "--out", "o", "--checkpoint", "c"];
    assert_eq!(said(&run).0, 0);
    let good = fs::read(&path).unwrap();
    let mut damaged = good.clone();
    *damaged.last_mut().unwrap() ^= 4;
    fs::remove_dir_all(folder.path().join("o")).unwrap();
    for (bytes, part) in [
        (b"hello\n".to_vec(), "c: this is no checkpoint of carom"),
        (Vec::new(), "c: this is no checkpoint of carom"),
        (good[..good.len() / 2].to_vec(), "c: the file is damaged: "),
        (damaged, "c: the file is damaged: its checksum is wrong; take an older checkpoint"),
    ] {
        fs::write(&path, bytes).unwrap();
        let (code, error) = said(&["resume", "c"]);
        assert!(code == 2 && error.contains(part), "{code} {error}");
    }
    let (code, error) = said(&["resume", "absent"]);
    assert!(code == 2 && error.contains("cannot read absent"), "{error}");
    let (code, error) = said(&["run", "bar-drop", "--checkpoint", "no/such/folder"]);
    assert!(code == 2 && error.contains("no/such/folder"), "{error}");
    let (code, error) = said(&["run", "bar-drop", "--checkpoint", "d", "--every-checkpoint", "-1"]);
    assert!(code == 2 && error.contains("above zero"), "{error}");
    let (code, error) = said(&["run", "bar-drop", "--every-checkpoint", "1"]);
    assert!(code == 2 && error.contains("--checkpoint"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing but c is there");
}
