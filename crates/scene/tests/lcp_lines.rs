//! The parser of complementarity problems under good, bad and arbitrary text (W1): one line in, one line of JSON out, never a panic.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom_complementarity::Settings;
use carom_scene::lcp_line::{self, Request};
use proptest::prelude::*;
use serde_json::{Value, json};

const GOOD: &str = r#"{"id": "P-01", "m": [[2, 1], [1, 2]], "q": [-5, -6]}"#;

fn answer_by(solver: &str, all: bool, text: &str) -> Value {
    let mut out = Vec::new();
    let request = Request { solver, settings: Settings::default(), all };
    lcp_line::answer(&request, text, 4, &mut out);
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn answer(text: &str) -> Value {
    answer_by("default", false, text)
}

#[test]
fn a_good_line_is_answered_in_full() {
    let got = answer(GOOD);
    assert_eq!((&got["id"], &got["status"]), (&"P-01".into(), &"solved".into()));
    // 2 z1 + z2 = 5, z1 + 2 z2 = 6; rounding of a 2 x 2 system.
    assert!((got["z"][0].as_f64().unwrap() - 4.0 / 3.0).abs() < 1e-14);
    assert!((got["z"][1].as_f64().unwrap() - 7.0 / 3.0).abs() < 1e-14);
    assert!(got["residual"].as_f64().unwrap() < 1e-14 && got["pivots"].is_u64() && got["solver"].is_string());
}

#[test]
fn an_array_is_no_problem() {
    // Seen: an array was read as an object whose keys are left out, and solved.
    for text in [r#"["P-01", [[2, 1], [1, 2]], [-5, -6], null, null]"#, " [1]", "[]"] {
        let got = answer(text);
        assert_eq!(got["status"], "bad-input");
        assert_eq!(got["error"], "not a problem: this is an array; expected an object with id, m and q", "{text}");
    }
}

#[test]
fn every_solver_answers_by_its_name() {
    for solver in carom_complementarity::lcp::SOLVERS {
        let got = answer_by(solver, false, GOOD);
        // This problem is no bimatrix game: that method says so by a ray.
        let special = ["lemke-howson", "contact-modes"].contains(&solver);
        let expected = if special { "ray" } else { "solved" };
        assert_eq!(got["status"], expected, "{solver}: {got}");
    }
}

#[test]
fn proofs_come_with_their_certificates() {
    // w1 = -z1 - 1 < 0 for every z: y = (1, 0).
    let got = answer(r#"{"id": 1, "m": [[-1, 0], [0, 1]], "q": [-1, 1]}"#);
    assert_eq!(got["status"], "infeasible");
    let y: Vec<f64> = got["certificate"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
    assert!(y.iter().all(|v| *v >= 0.0) && -y[0] <= 0.0 && y[1] <= 0.0 && -y[0] + y[1] < 0.0);
    assert!(got.get("z").is_none());
    // Pivots are those of the test that gave the proof, and the test is the last of the attempts.
    assert_eq!((&got["solver"], &got["pivots"]), (&"feasibility".into(), &1.into()), "{got}");
    let last = got["attempts"].as_array().unwrap().last().unwrap();
    assert_eq!(last, &json!({"solver": "feasibility", "status": "infeasible", "residual": null, "iterations": 1}));
}

#[test]
fn all_solutions_are_listed() {
    // z = 0 is a solution, and so are (1, 0), (0, 1): M = -I, q = 1 has all 2^n.
    let got = answer_by("default", true, r#"{"m": [[-1, 0], [0, -1]], "q": [1, 1]}"#);
    assert_eq!((got["solutions"].as_array().unwrap().len(), &got["continuum"]), (4, &json!(false)));
}

#[test]
fn boxed_problems_have_bounds() {
    // w = z - 3 with -1 <= z <= 2: z rests at its upper bound with w = -1. A free variable solves w = 0.
    let got = answer(r#"{"m": [[1, 0], [0, 2]], "q": [-3, 4], "lower": [-1, null], "upper": [2, null]}"#);
    assert_eq!((&got["status"], &got["z"]), (&"solved".into(), &json!([2.0, -2.0])));
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    for (line, part) in [
        ("", "empty"),
        ("{", "not a problem"),
        (r#"{"m": [[1, 2]], "q": [1]}"#, "square"),
        (r#"{"m": [[1, 2], [3]], "q": [1, 2]}"#, "row"),
        (r#"{"m": [[1]], "q": [1, 2]}"#, "q"),
        (r#"{"m": [], "q": []}"#, "no unknowns"),
        (r#"{"m": [[1]]}"#, "missing field `q`"),
        (r#"{"q": [1]}"#, "missing field `m`"),
        (r#"{"m": [[]], "q": []}"#, "1 rows and 0 columns"),
        (r#"{"m": [[NaN]], "q": [1]}"#, "expected value"),
        (r#"{"m": [[1e999]], "q": [1]}"#, "number out of range"),
        (r#"{"m": [[1]], "q": [null]}"#, "invalid type: null"),
        (r#"{"m": [[1]], "m": [[2]], "q": [1]}"#, "duplicate field `m`"),
        (r#"{"id": 1, "id": 2, "m": [[1]], "q": [1]}"#, "duplicate field `id`"),
        (r#"{"m": [[1]], "q": [1], "lower": [0, 0]}"#, "the list of lower bounds has 2 entries"),
        ("null", "an object with id, m and q"),
        (r#"{"m": [[1]], "q": [1], "lower": [2], "upper": [1]}"#, "bound"),
    ] {
        let got = answer(line);
        assert_eq!((&got["status"], &got["line"]), (&"bad-input".into(), &4.into()), "{got}");
        assert!(got["error"].as_str().unwrap().contains(part), "{got} should say {part}");
    }
    let got = answer_by("dantzig", false, GOOD);
    assert!(got["error"].as_str().unwrap().contains("no solver \"dantzig\" for this kind"), "{got}");
}

/// Numbers near the ends of the floating-point range: an honest status, and never NaN for a number.
#[test]
fn huge_and_tiny_numbers_are_answered_with_numbers() {
    for (line, statuses) in [
        (r#"{"m": [[1e300, 1e300], [1e300, -1e300]], "q": [-1e300, 1e300]}"#, &["solved"][..]),
        (r#"{"m": [[1e308, 1e308], [1e308, 1e308]], "q": [-1e308, -1e-308]}"#, &["solved"]),
        (r#"{"m": [[-1e300]], "q": [-1e-300]}"#, &["infeasible"]),
        (r#"{"m": [[1e-320]], "q": [-1e-320]}"#, &["solved", "ray", "limit"]),
        (r#"{"m": [[1e300, 1e-300], [-1e300, 0]], "q": [-1e-300, 1e300]}"#, &["solved", "ray", "limit", "infeasible"]),
    ] {
        for solver in carom_complementarity::lcp::SOLVERS {
            let got = answer_by(solver, false, line);
            let status = got["status"].as_str().unwrap();
            assert!(solver != "default" || statuses.contains(&status), "{solver}: {got}");
            for list in ["z", "w", "certificate"] {
                let numbers = got[list].as_array().map(Vec::as_slice).unwrap_or_default();
                assert!(numbers.iter().all(Value::is_number), "{solver}: {got}");
            }
        }
    }
}

#[test]
fn text_files_get_the_line_of_the_same_problem() {
    let mut out = Vec::new();
    let request = Request { solver: "default", settings: Settings::default(), all: true };
    let text = "2\n0\n2\n2\n2 2\n2 1\n1 2\n-5 -6\n";
    lcp_line::answer_dat(&request, text, "P-01", &mut out).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&out).unwrap(), answer_by("default", true, GOOD));
    for (text, part) in
        [("", "ends where"), ("2 0 2 2 2 2 1 2 3", "ends where"), ("0 0 0 0 0 0", "no unknowns"), ("x", "x")]
    {
        let error = lcp_line::answer_dat(&request, text, "bad", &mut Vec::new()).unwrap_err();
        assert!(error.contains(part), "{error} should say {part}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    /// A good line with a piece cut out or replaced.
    #[test]
    fn damaged_lines_are_answered(start in 0..GOOD.len(), length in 0..10_usize, noise in "[^\n\r]{0,5}") {
        let end = (start + length).min(GOOD.len());
        let got = answer(&format!("{}{noise}{}", &GOOD[..start], &GOOD[end..]));
        prop_assert!(got["status"].is_string());
    }

    /// Any 3 x 3 problem: an honest status, and a solution that the definition confirms.
    #[test]
    fn solutions_satisfy_the_definition(m in prop::array::uniform3(prop::array::uniform3(-3..4_i32)), q in prop::array::uniform3(-3..4_i32)) {
        let got = answer(&json!({"m": m, "q": q}).to_string());
        let status = got["status"].as_str().unwrap();
        prop_assert!(["solved", "infeasible", "unsolvable"].contains(&status), "three unknowns are always decided: {}", got);
        if status == "solved" {
            let z: Vec<f64> = got["z"].as_array().unwrap().iter().map(|v| v.as_f64().unwrap()).collect();
            let scale = 1e-6 * z.iter().fold(3.0_f64, |scale, v| scale.max(v.abs()));
            for i in 0..3 {
                let w: f64 = (0..3).map(|j| f64::from(m[i][j]) * z[j]).sum::<f64>() + f64::from(q[i]);
                prop_assert!(z[i] >= -scale && w >= -scale && z[i].min(w).abs() <= scale, "{}", got);
            }
        }
    }
}
