//! The program as a user meets it: exit codes, messages, files written whole or not at all (K2-K5, K10-K12).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn carom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).current_dir(folder).env("NO_COLOR", "1").output().unwrap()
}

/// Exit code, standard output and standard error with line breaks removed.
fn said(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = carom(folder, arguments);
    let error =
        String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
    (output.status.code().unwrap(), String::from_utf8_lossy(&output.stdout).into_owned(), error)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

const BAR: [&str; 11] = ["impact", "--rod-angle", "45deg", "--vn", "-1", "--vt", "0.6", "--e", "1", "--mu", "1"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&BAR, more].concat()
}

#[test]
fn table_marks_laws_that_gain_energy() {
    let (code, text, _) = said(folder().path(), &BAR);
    assert_eq!(code, 0);
    let line = |law: &str| text.lines().find(|line| line.split_whitespace().next() == Some(law)).unwrap();
    assert!(line("kane").contains("1.025000") && line("kane").contains("GAINS ENERGY"));
    assert!(line("wang-mason-poisson").ends_with("ok"));
    assert_eq!(text.lines().filter(|line| line.contains("GAINS ENERGY")).count(), 4);
}

#[test]
fn json_holds_every_law() {
    let (code, text, _) = said(folder().path(), &with(&["--json"]));
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, record["results"].as_array().unwrap().len()), (0, 13));
    assert_eq!(record["results"][1]["coefficients"]["mu"], 1.0);
    assert_eq!(record["results"][1]["class"]["direct"], false);
}

#[test]
fn rod_and_its_own_matrix_agree() {
    let rod = said(
        folder().path(),
        &[
            "impact",
            "--law",
            "smith",
            "--rod-angle",
            "30deg",
            "--rod-mass",
            "2",
            "--rod-length",
            "50cm",
            "--vn",
            "-1",
            "--vt",
            "0.3",
            "--e",
            "0.4",
            "--mu",
            "0.5",
            "--json",
        ],
    )
    .1;
    let rod: serde_json::Value = serde_json::from_str(&rod).unwrap();
    let number = |key: &str| rod["contact"][key].as_f64().unwrap().to_string();
    let (a, b, c) = (number("a"), number("b"), number("c"));
    let local = said(
        folder().path(),
        &[
            "impact", "--law", "smith", "--a", &a, "--b", &b, "--c", &c, "--vn", "-1", "--vt", "0.3", "--e", "0.4",
            "--mu", "0.5", "--json",
        ],
    )
    .1;
    let local: serde_json::Value = serde_json::from_str(&local).unwrap();
    assert_eq!(rod["results"][0]["impulse"], local["results"][0]["impulse"]);
    // A = 1/m + h^2 cos^2/J = (1 + 3 cos^2)/m.
    assert!((rod["contact"]["a"].as_f64().unwrap() - 1.625).abs() < 1e-15);
}

#[test]
fn input_at_fault_exits_with_2_and_says_what_to_do() {
    let folder = folder();
    for (arguments, part) in [
        (vec!["impact"], "the contact is missing"),
        (vec!["impact", "--a", "1", "--c", "1"], "the velocity before is missing"),
        (vec!["impact", "--a", "1", "--c", "1", "--vn", "-1"], "needs the coefficient e"),
        (with(&["--law", "cane"]), "no law named \"cane\""),
        (with(&["--law", "brach"]), "needs the coefficient e_m"),
        (with(&["--material", "cheese"]), "no material \"cheese\""),
        (vec!["impact", "--a", "nan", "--c", "1", "--vn", "-1"], "\"nan\" is not a number"),
        (vec!["impact", "--a", "-1", "--c", "1", "--vn", "-1", "--e", "1", "--mu", "0"], "a is -1"),
        (vec!["impact", "--a", "1", "--b", "2", "--c", "1", "--vn", "-1", "--e", "1", "--mu", "0"], "a c - b^2 is -3"),
        (vec!["impact", "--a", "1", "--c", "1", "--vn", "-1", "--e", "-1", "--mu", "0"], "e is -1"),
        (vec!["impact", "--a", "1", "--c", "1", "--vn", "-1", "--e", "1", "--mu", "-2"], "mu is -2"),
        (with(&["--mu-static", "0.5"]), "mu_static is 0.5"),
        (
            vec!["impact", "--rod-angle", "1", "--rod-mass", "-2", "--vn", "-1", "--e", "1", "--mu", "0"],
            "the rod's mass is -2",
        ),
        (vec!["check", "K99"], "no check \"K99\""),
        (vec!["impact", "batch", "missing.jsonl", "out.jsonl"], "missing.jsonl"),
        (with(&["--diagram", "no/such/folder/plane.svg"]), "no/such/folder/plane.svg"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert_eq!(code, 2, "{arguments:?}: {error}");
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing half-written");
}

#[test]
fn physics_that_says_no_exits_with_1() {
    let pinned = [
        "impact", "--law", "kane", "--a", "9", "--b", "-12", "--c", "16", "--vn", "-3", "--vt", "-2", "--e", "0.5",
        "--mu", "1",
    ];
    let (code, text, _) = said(folder().path(), &pinned);
    assert_eq!(code, 1);
    assert!(text.contains("no-solution") && text.contains("singular"));
    let separating = ["impact", "--a", "1", "--c", "1", "--vn", "1", "--e", "0.5", "--mu", "1"];
    let (code, text, _) = said(folder().path(), &separating);
    assert!(code == 1 && text.contains("no-impact"));
}

#[test]
fn check_runs_and_names_its_verdicts() {
    let (code, text, _) = said(folder().path(), &["check", "k11", "K12"]);
    assert_eq!(code, 0);
    assert!(text.contains("Zabuga") && text.contains("Table I") && text.contains(" 0 failed"));
    let (code, text, _) = said(folder().path(), &["check", "--json"]);
    let lines: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(code == 0 && lines.as_array().unwrap().iter().all(|line| line["pass"] == true));
}

#[test]
fn a_batch_goes_from_file_to_file() {
    let folder = folder();
    let cases = include_str!("../../impact/tests/data/cases.jsonl");
    fs::write(folder.path().join("cases.jsonl"), cases).unwrap();
    let (code, _, error) = said(folder.path(), &["impact", "batch", "cases.jsonl", "answers.jsonl"]);
    assert_eq!((code, error.as_str()), (0, "1 of 303 lines could not be answered; their results hold an error"));
    let answers = fs::read_to_string(folder.path().join("answers.jsonl")).unwrap();
    let expected = include_str!("../../impact/tests/data/expected.jsonl");
    assert_eq!(answers.lines().count(), 303);
    for (answer, expected) in answers.lines().zip(expected.lines()) {
        let (answer, expected): (serde_json::Value, serde_json::Value) =
            (serde_json::from_str(answer).unwrap(), serde_json::from_str(expected).unwrap());
        assert_eq!((&answer["id"], &answer["status"]), (&expected["id"], &expected["status"]));
    }
    // Input and output may be the same file, since it is replaced only when whole.
    let (code, ..) = said(folder.path(), &["impact", "batch", "cases.jsonl", "cases.jsonl"]);
    assert!(code == 0 && fs::read_to_string(folder.path().join("cases.jsonl")).unwrap() == answers);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no partial files left");
}

#[test]
fn a_map_writes_a_table_and_a_picture() {
    let folder = folder();
    let map = [
        "impact",
        "map",
        "--law",
        "routh",
        "--rod-angle",
        "45deg",
        "--vn",
        "-1",
        "--e",
        "0.5",
        "--x",
        "mu=0:1.5:30",
        "--y",
        "ratio=-2:2:20",
        "--show",
        "mode",
        "--out",
        "modes",
    ];
    let (code, text, error) = said(folder.path(), &map);
    assert_eq!(code, 0, "{error}");
    assert!(text.contains("600 points") && text.contains("modes.csv") && text.contains("modes.svg"));
    let csv = fs::read_to_string(folder.path().join("modes.csv")).unwrap();
    assert_eq!(csv.lines().count(), 601);
    let mode = |mu: f64, ratio: f64| {
        let row = csv.lines().skip(1).find(|row| {
            let numbers: Vec<f64> = row.split(',').take(2).map(|cell| cell.parse().unwrap()).collect();
            (numbers[0] - mu).abs() < 1e-9 && (numbers[1] - ratio).abs() < 1e-9
        });
        row.unwrap().split(',').nth(3).unwrap().to_owned()
    };
    assert_eq!(mode(0.0, 2.0), "slide");
    assert_eq!(mode(1.5, -2.0), "C-stick");
    for (bad, part) in
        [("mu=0:1", "2 parts"), ("nonsense=0:1:5", "no parameter"), ("mu=-1:1:5", "mu is -1"), ("nu=0:1:5", "nu needs")]
    {
        let mut arguments = map;
        arguments[11] = bad;
        let (code, _, error) = said(folder.path(), &arguments);
        assert!(code == 2 && error.contains(part), "{bad}: {error}");
    }
}

#[test]
fn complementarity_problems_go_from_file_to_file() {
    let folder = folder();
    fs::write(
        folder.path().join("in.jsonl"),
        "{\"id\":1,\"m\":[[2,1],[1,2]],\"q\":[-5,-6]}\n{\"id\":2,\"m\":[[-1]],\"q\":[-1]}\nbroken\n",
    )
    .unwrap();
    let (code, _, error) = said(folder.path(), &["lcp", "in.jsonl", "out.jsonl", "--all"]);
    assert_eq!((code, error.as_str()), (0, "1 of 3 lines could not be answered; their results hold an error"));
    let out = fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&lines[0]["status"], &lines[1]["status"], &lines[2]["status"]),
        (&"solved".into(), &"infeasible".into(), &"bad-input".into())
    );
    assert_eq!(lines[0]["solutions"].as_array().unwrap().len(), 1);
    fs::write(folder.path().join("pair.DAT"), "2\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6\n").unwrap();
    fs::write(folder.path().join("bad.dat"), "2 0 2 2 2 2 1").unwrap();
    assert_eq!(said(folder.path(), &["lcp", "pair.DAT", "out.jsonl"]).0, 0);
    let out: serde_json::Value = serde_json::from_slice(&fs::read(folder.path().join("out.jsonl")).unwrap()).unwrap();
    assert_eq!((&out["id"], &out["z"]), (&"pair".into(), &lines[0]["z"]));
    fs::write(folder.path().join("in.hdf5"), b"\x89HDF\r\n\x1a\n\x00\x01").unwrap();
    for (arguments, part) in [
        (vec!["lcp", "in.jsonl", "o.jsonl", "--solver", "magic"], "no solver \"magic\""),
        (vec!["lcp", "in.jsonl", "o.jsonl", "--tolerance", "-1"], "positive finite number"),
        (vec!["lcp", "missing.jsonl", "o.jsonl"], "missing.jsonl"),
        (vec!["lcp", "missing.dat", "o.jsonl"], "missing.dat"),
        (vec!["lcp", "bad.dat", "o.jsonl"], "the text ends where"),
        (vec!["friction", "missing.json"], "missing.json"),
        (vec!["friction", "in.jsonl", "--solver", "magic"], "no solver \"magic\""),
        (vec!["friction", "in.jsonl"], "frictional contact problem"),
        (vec!["friction", "in.hdf5"], "HDF5"),
        (vec!["friction", "in.hdf5"], "convert it to JSON"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert!(code == 2 && error.contains(part), "{arguments:?}: {code} {error}");
    }
}

#[test]
fn a_frictional_contact_is_solved_by_every_solver() {
    let folder = folder();
    // One contact, W = diag(2, 1, 1), mu = 0.5, pushed down with 1 and sideways with 3: it slides, r_N = 1/2, |r_T| = 1/4.
    let problem = r#"{"contacts":1,"mu":[0.5],"q":[-1,3,0],"W":{"n":3,"i":[0,1,2],"j":[0,1,2],"v":[2,1,1]}}"#;
    fs::write(folder.path().join("one.json"), problem).unwrap();
    let (code, text, error) = said(folder.path(), &["friction", "one.json", "--solver", "all", "--json"]);
    assert_eq!(code, 0, "{error}");
    let rows: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.as_array().unwrap().len(), 5);
    for row in rows.as_array().unwrap() {
        let r: Vec<f64> = row["reactions"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
        // The tolerance asked of the residual is 1e-8 of |q| = 3.
        assert!((r[0] - 0.5).abs() < 1e-7 && (r[1] + 0.25).abs() < 1e-7 && r[2].abs() < 1e-7, "{row}");
    }
}

#[test]
fn a_scene_runs_and_leaves_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, _) = said(folder.path(), &["run", "bar-drop", "--out", "results", "--impulse-planes", "1"]);
    assert_eq!((code, out.contains("2 impact")), (0, true), "{out}");
    let table = fs::read_to_string(folder.path().join("results/trajectory.csv")).unwrap();
    assert!(table.starts_with("t,bar.x,bar.y,bar.angle,bar.vx,bar.vy,bar.spin,energy.kinetic,"));
    let events = fs::read_to_string(folder.path().join("results/events.jsonl")).unwrap();
    let first: serde_json::Value = serde_json::from_str(events.lines().next().unwrap()).unwrap();
    assert_eq!((&first["kind"], &first["bodies"][0]), (&"impact".into(), &"bar".into()));
    assert!((first["t"].as_f64().unwrap() - 0.4156250786482605).abs() < 1e-9);
    let summary: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("results/summary.json")).unwrap()).unwrap();
    assert_eq!((&summary["end"], &summary["counts"]["impacts"]), (&"time".into(), &2.into()));
    assert!(folder.path().join("results/plots/stroboscopic.svg").exists());
}

#[test]
fn a_scene_that_cannot_be_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, part) in [
        (vec!["run", "bar-dorp"], "did you mean \"bar-drop\"?"),
        (vec!["run", "bar-drop", "--set", "body.bar.mass=-1"], "mass"),
        (vec!["run", "bar-drop", "--set", "body.bar.position.1=0"], "bar"),
        (vec!["run", "bar-drop", "--method", "magic"], "--method magic"),
        (vec!["run", "bar-drop", "--until", "-1"], "--until -1"),
        (vec!["run", "bar-drop", "--every", "nan"], "--every nan"),
        (vec!["run", "bar-drop", "--trail", "-1"], "zero or more"),
        (vec!["run", "bar-drop", "--impulse-planes", "-1"], "zero or more"),
        (vec!["run", "absent.toml"], "absent.toml"),
        (vec!["scenes", "show", "nothing"], "nothing"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert_eq!((code, error.contains(part)), (2, true), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_verdict_ends_a_run_with_what_was_computed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["run", "painleve-rod", "--variant", "inconsistent", "--out", "results", "--no-plots"];
    let (code, out, _) = said(folder.path(), &arguments);
    assert_eq!((code, out.contains("Painleve")), (1, true), "{out}");
    assert!(folder.path().join("results/trajectory.csv").exists());
}

#[test]
fn sweeps_and_comparisons_of_a_scene() {
    let folder = folder();
    let vary = [
        "sweep",
        "bar-drop",
        "--vary",
        "contact.0.mu=0:1:5",
        "--vary",
        "contact.0.e=0:1:2",
        "--measure",
        "energy.lost",
    ];
    let (code, out, error) = said(folder.path(), &vary);
    assert_eq!((code, out.contains("10 runs")), (0, true), "{error}");
    let table = fs::read_to_string(folder.path().join("sweep.csv")).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines[0], lines.len()), ("contact.0.mu,contact.0.e,energy.lost,end", 11));
    assert!(folder.path().join("sweep.svg").exists());
    let ways = ["compare", "bar-drop", "--method", "events,stepping", "--measure", "bar.x", "--out", "both.svg"];
    let (code, out, error) = said(folder.path(), &ways);
    // Ends of two ways, and the difference of the second from the first.
    assert_eq!((code, out.lines().count()), (0, 6), "{error}");
    for (arguments, part) in [
        (vec!["sweep", "bar-drop", "--vary", "mu=0:1:5", "--measure", "impacts"], "mu"),
        (vec!["sweep", "bar-drop", "--vary", "contact.0.mu=0:1:5", "--measure", "luck"], "luck"),
        (vec!["compare", "bar-drop", "--method", "events"], "at least two"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert_eq!((code, error.contains(part)), (2, true), "{arguments:?}: {error}");
    }
}

#[test]
fn statics_of_a_scene() {
    let folder = folder();
    let (code, text, _) = said(folder.path(), &["statics", "ladder", "--of", "ladder.angle", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    // tan = (1 - 0.4 0.3)/(2 0.4); linear programs are solved to 1e-9.
    let least = report["along"]["can_rest"][0].as_f64().unwrap();
    assert!(code == 0 && (least - 1.1_f64.atan()).abs() < 1e-8, "{text}");
    let (code, text, _) = said(folder.path(), &["statics", "bar-drop"]);
    assert!(code == 1 && text.contains("no equilibrium without friction"), "{text}");
    // A free bar without gravity rests anywhere, in all its six coordinates.
    let (code, text, _) = said(folder.path(), &["statics", "ex92"]);
    assert!(
        code == 0 && text.contains("turn z") && text.lines().filter(|line| line.contains(" 0.0000 ")).count() == 6,
        "{text}"
    );
    for (arguments, word) in [
        (vec!["statics", "ladder", "--of", "ladder.vx"], "no coordinate"),
        (vec!["statics", "ladder", "--of", "plank.x"], "plank.x"),
        (vec!["statics", "ladder", "--fix", "floor"], "fixed already"),
        (vec!["statics", "ladder", "--critical", "parameters.mu_floor=0:1"], "range"),
        (vec!["statics", "ladder", "--critical", "parameters.nu=0:1:5"], "nu"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert!(code == 2 && error.contains(word), "{arguments:?}: {error}");
    }
}

#[test]
fn studies_over_periods() {
    let folder = folder();
    let study = |more: &[&'static str]| said(folder.path(), more);
    let periods = ["--skip", "2", "--keep", "3"];
    let vary = ["--vary", "parameters.omega=20:21:3"];
    let diagram = [&["bifurcation", "impact-oscillator", "--of", "mass.x"], &vary[..], &periods].concat();
    assert_eq!(study(&diagram).0, 0);
    let table = fs::read_to_string(folder.path().join("bifurcation.csv")).unwrap();
    assert_eq!(table.lines().count(), 10);
    let section = [&["poincare", "impact-oscillator", "--of", "mass.x", "--of", "mass.vx"], &periods[..]].concat();
    assert_eq!(study(&section).0, 0);
    let (code, text, _) = study(&[&["lyapunov", "impact-oscillator", "--json"], &periods[..]].concat());
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(code == 0 && found["exponent"].as_f64().unwrap().is_finite());
    for (arguments, word) in [
        (vec!["poincare", "bar-drop", "--of", "bar.x", "--of", "bar.y"], "--period"),
        (vec!["poincare", "impact-oscillator", "--of", "mass.x"], "twice"),
        (vec!["lyapunov", "ex92", "--period", "1"], "plane"),
        (vec!["bifurcation", "impact-oscillator", "--of", "mass.w", "--vary", "parameters.e=0.1:0.2:2"], "mass.w"),
    ] {
        let (code, _, error) = said(folder.path(), &arguments);
        assert!(code == 2 && error.contains(word), "{arguments:?}: {error}");
    }
}

/// Seen: `--resume` after another `--set`, variant or scene took the old rows as they were, for only the first line of the table was
/// compared. Right: such a table is refused, as it is, in a sentence that says what was another.
#[test]
fn a_sweep_does_not_go_on_from_runs_of_other_options() {
    let folder = folder();
    let scene = |mass: &str| {
        let text = "[run]\nuntil = 0.1\n[parameters]\nmass = MASS\nspeed = 1\n[[body]]\nname = \"a\"\nshape = { disc = { radius = \
            0.1 } }\nmass = \"= mass\"\nvelocity = [\"= speed\", 0]\n[variant.slow]\n[variant.fast.parameters]\nspeed = 2\n";
        fs::write(folder.path().join("a.toml"), text.replace("MASS", mass)).unwrap();
    };
    let sweep = |more: &[&str]| {
        let usual = ["sweep", "a.toml", "--vary", "parameters.speed=0:1:3", "--measure", "energy.kinetic", "--resume"];
        said(folder.path(), &[&usual[..], more].concat())
    };
    scene("1.5");
    assert_eq!(sweep(&["--set", "run.until=0.2"]).0, 0);
    let path = folder.path().join("sweep.csv");
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(sweep(&["--set", "run.until=0.2"]).0, 0);
    for (options, what) in [
        (
            &["--set", "run.until=0.2", "--set", "parameters.mass=3"][..],
            "now they are --set run.until=0.2 --set parameters.mass=3",
        ),
        (&[], "their options were --set run.until=0.2, now they are none"),
        (&["--set", "run.until=0.2", "--variant", "fast"], "their --variant was none, now it is \"fast\""),
    ] {
        let (code, _, error) = sweep(options);
        assert!(code == 2 && error.contains("sweep.csv holds other runs") && error.contains(what), "{error}");
    }
    scene("2.5");
    let (code, _, error) = sweep(&["--set", "run.until=0.2"]);
    assert!(code == 2 && error.contains("the text of the scene was another"), "{error}");
    // A table of which nobody knows what it is of.
    fs::remove_file(folder.path().join("sweep.resume.json")).unwrap();
    let (code, _, error) = sweep(&["--set", "run.until=0.2"]);
    assert!(code == 2 && error.contains("sweep.resume.json beside it"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_sweep_is_drawn_as_a_map_and_goes_on() {
    let folder = folder();
    let sweep = [
        "sweep",
        "block-on-incline",
        "--set",
        "run.until=0.2",
        "--vary",
        "parameters.mu=0.1:1:4",
        "--vary",
        "parameters.slope_angle=0.1:0.9:5",
        "--measure",
        "regime",
        "--map",
    ];
    assert_eq!(said(folder.path(), &sweep).0, 0);
    let path = folder.path().join("sweep.csv");
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.contains(",locked,") && whole.contains(",sliding,"), "{whole}");
    assert!(fs::read_to_string(folder.path().join("sweep.svg")).unwrap().contains("sliding"));
    // A table cut off in the middle is completed; a row that was there is taken as it is.
    let half: Vec<&str> = whole.lines().take(9).collect();
    fs::write(&path, half.join("\n").replace("0.1,0.1,sliding", "0.1,0.1,locked") + "\n").unwrap();
    assert_eq!(said(folder.path(), &[&sweep[..], &["--resume"]].concat()).0, 0);
    let again = fs::read_to_string(&path).unwrap();
    assert_eq!(again.lines().count(), whole.lines().count());
    assert!(again.lines().skip(2).eq(whole.lines().skip(2)));
    // Another table, and rows that are none.
    for (text, word) in [("a,b\n1,2\n", "not a table of this sweep"), (&(whole.clone() + "1,2\n"), "line 22")] {
        fs::write(&path, text).unwrap();
        let (code, _, error) = said(folder.path(), &[&sweep[..], &["--resume"]].concat());
        assert!(code == 2 && error.contains(word), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// Seen: 0.544 of it, for of 51 output times only three had a row by stepping. Right: the largest difference over all output times is that of the
/// rows of the two runs.
#[test]
fn compare_looks_at_every_output_time() {
    let folder = folder();
    let scene = "[run]\nuntil = 1\nevery = 0.02\nstep = 0.03\n[[body]]\nname = \"a\"\nshape = { disc = { radius = 0.1 } }\nmass = 1\n\
        position = [1, 0]\n[[force]]\nkind = \"applied\"\nbody = \"a\"\nforce = [\"= -100*a.x\", 0]\n";
    fs::write(folder.path().join("a.toml"), scene).unwrap();
    let run = ["run", "a.toml", "--method", "stepping", "--out", "out", "--no-plots"];
    let (code, _, error) = said(folder.path(), &run);
    assert_eq!(code, 0, "{error}");
    let text = fs::read_to_string(folder.path().join("out/trajectory.csv")).unwrap();
    let rows: Vec<Vec<f64>> =
        text.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    assert_eq!(rows.len(), 51);
    let largest = rows.iter().map(|row| (row[1] - (10.0 * row[0]).cos()).abs()).fold(0.0, f64::max);
    let (code, text, error) =
        said(folder.path(), &["compare", "a.toml", "--method", "events,stepping", "--measure", "a.x"]);
    assert_eq!(code, 0, "{error}");
    let told: f64 = text.lines().last().unwrap().split_whitespace().last().unwrap().parse().unwrap();
    assert!((told - largest).abs() < 1e-3 * largest, "{told} {largest}");
}

/// Seen: `--set` was checked against the scene without its variant. Right: against the variant.
#[test]
fn changes_are_those_of_the_variant() {
    let folder = folder();
    let five = "5 balls with small gaps, 1 come in";
    let change = ["--set", "parameters.velocity_start.3=0.1", "--variant", five];
    let run = ["run", "newton-cradle", "--out", "out", "--no-plots"];
    let (code, _, error) = said(folder.path(), &[&run[..], &change].concat());
    assert_eq!(code, 0, "{error}");
    let (code, _, error) =
        said(folder.path(), &[&run[..], &["--set", "parameters.velocity_start.5=0.1", "--variant", five]].concat());
    assert!(code == 2 && error.contains("has 5 entries"), "{error}");
}

/// Seen: two balls by penalty left with 0.718, 0.550 and 0.397 of the velocity where e was 0.7, 0.5 and 0.3, and an e above one was told as
/// negative damping.
#[test]
fn the_cradle_by_penalty_has_the_restitution_asked_for() {
    let folder = folder();
    for e in [0.7, 0.5, 0.3] {
        let change = format!("parameters.e={e}");
        let run = ["run", "newton-cradle", "--method", "penalty", "--out", "out", "--no-plots", "--until", "0.01"];
        let two = ["--set", "parameters.balls=2", "--set", "parameters.gaps=0.001", "--set", &change];
        let (code, _, error) = said(folder.path(), &[&run[..], &two].concat());
        assert_eq!(code, 0, "{error}");
        let text = fs::read_to_string(folder.path().join("out/trajectory.csv")).unwrap();
        let names: Vec<&str> = text.lines().next().unwrap().split(',').collect();
        let last: Vec<f64> = text.lines().last().unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
        let of = |name: &str| last[names.iter().position(|known| *known == name).unwrap()];
        let kept = (of("ball-1.vx") - of("ball-0.vx")) / 1.5;
        // What the damping that grows over the first nanometre leaves out.
        assert!((kept - e).abs() < 2e-3, "{kept} for {e}");
    }
    let (code, _, error) = said(folder.path(), &["run", "newton-cradle", "--set", "parameters.e=1.02"]);
    assert!(code == 2 && error.contains("e is 1.02") && !error.contains("damping"), "{error}");
}

/// Seen: a ball with e = 0 came back with 0.135 of its velocity by penalty, and nothing was said.
#[test]
fn what_penalty_cannot_damp_is_told() {
    let folder = folder();
    let run = |e: &str| {
        let change = format!("parameters.e={e}");
        let run = ["run", "bouncing-ball", "--method", "penalty", "--out", "out", "--no-plots", "--until", "1.5"];
        let (code, _, error) = said(folder.path(), &[&run[..], &["--set", &change]].concat());
        assert_eq!(code, 0, "{error}");
        fs::read_to_string(folder.path().join("out/summary.json")).unwrap()
    };
    assert!(run("0.1").contains("nothing rebounds with less than e = 0.135"));
    assert!(!run("0.2").contains("nothing rebounds"));
}

/// Seen: "unrecognized subcommand". Right: what to type instead.
#[test]
fn a_scene_without_show_is_told_how_to_say_it() {
    let (code, _, error) = said(folder().path(), &["scenes", "wedge"]);
    assert!(code == 2 && error.contains("carom scenes show wedge"), "{error}");
}
