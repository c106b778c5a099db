//! Complementarity problems and frictional contacts, from file to file.

use std::fs;

use super::{folder, said};

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
