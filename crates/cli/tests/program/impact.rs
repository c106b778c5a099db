//! Impacts, maps, checks, and what is wrong in what was typed (K2-K5, K10-K12).

use std::fs;

use super::{folder, said};

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
    let (code, text, _) = said(folder().path(), &["check", "K5", "--json"]);
    let lines: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(code == 0 && lines.as_array().unwrap().iter().all(|line| line["pass"] == true));
}

#[test]
fn a_batch_goes_from_file_to_file() {
    let folder = folder();
    let cases = include_str!("../../../impact/tests/data/cases.jsonl");
    fs::write(folder.path().join("cases.jsonl"), cases).unwrap();
    let (code, _, error) = said(folder.path(), &["impact", "batch", "cases.jsonl", "answers.jsonl"]);
    assert_eq!((code, error.as_str()), (0, "1 of 303 lines could not be answered; their results hold an error"));
    let answers = fs::read_to_string(folder.path().join("answers.jsonl")).unwrap();
    let expected = include_str!("../../../impact/tests/data/expected.jsonl");
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
