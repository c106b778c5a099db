//! The parser of collision lines under good, bad and arbitrary text (K2, K3): one line in, one line of JSON out, never a panic.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use carom_scene::{batch, collision_line};
use proptest::prelude::*;
use serde_json::Value;

const GOOD: &str = r#"{"id": 7, "law": "kane", "contact": {"a": 2.5, "b": 1.5, "c": 2.5}, "before": {"normal": -1, "tangential": 0.6}, "coefficients": {"e": 1, "mu": 1}}"#;

fn answer(text: &str) -> Value {
    let mut out = Vec::new();
    collision_line::answer(text, 1, &mut out);
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_good_line_is_answered_in_full() {
    let got = answer(GOOD);
    assert_eq!(
        (&got["id"], &got["law"], &got["status"], &got["mode"]),
        (&7.into(), &"kane".into(), &"ok".into(), &"stick".into())
    );
    assert!((got["impulse"]["normal"].as_f64().unwrap() - 1.025).abs() < 1e-15);
    assert_eq!(got["warnings"], serde_json::json!(["energy-created"]));
    assert_eq!(got["class"]["central"], false);
    assert_eq!(answer(&GOOD.replace("\"kane\"", "\"routh\""))["law"], "wang-mason-poisson");
}

#[test]
fn a_law_with_several_answers_lists_them() {
    // e_m in (-1/2, 0) makes the reduced matrix indefinite. An independent enumeration of all branches finds three answers too.
    let line = r#"{"id":"m","law":"cs","contact":{"a":7.852328104927118,"b":5.807012547149963,"c":19.138013708597818,
        "d":6.44615504397639,"e":15.252217431294577,"f":16.930936092917165},
        "before":{"normal":-2.6867690319392445,"tangential":0,"moment":-1.1393646599019975},
        "coefficients":{"e":0.945976134559492,"mu":0.03566559083039792,"nu":0.002662427865409045,"e_t":0.9081637758467922,
        "e_mc":-0.2613998976463956,"e_me":-0.2613998976463956}}"#;
    let got = answer(&line.replace('\n', ""));
    assert_eq!((&got["status"], &got["warnings"]), (&"multiple".into(), &serde_json::json!(["several-solutions"])));
    let solutions = got["solutions"].as_array().unwrap();
    assert_eq!(solutions.len(), 3);
    assert!(solutions.iter().all(|one| one["status"].is_string() && one["impulse"]["normal"].as_f64().unwrap() > 0.0));
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    let replaced = |from: &str, to: &str| answer(&GOOD.replace(from, to));
    for (got, part) in [
        (answer(""), "empty"),
        (answer("{"), "not a collision"),
        (answer("[1, 2]"), "not a collision"),
        (answer("null"), "not a collision"),
        (replaced("\"kane\"", "\"cane\""), "no law named \"cane\""),
        (replaced("\"mu\": 1", "\"nu\": 1"), "needs the coefficient mu"),
        (replaced("\"mu\": 1", "\"mu\": -1"), "mu is -1"),
        (replaced("\"mu\": 1", "\"mu\": 1, \"mu_static\": 0.5"), "mu_static is 0.5"),
        (replaced("\"mu\": 1", "\"mu\": 1, \"muu\": 0.5"), "unknown field `muu`"),
        (replaced("\"e\": 1,", "\"e\": -0.1,"), "e is -0.1"),
        (replaced("\"e\": 1,", "\"e\": 1.5,"), "e is 1.5"),
        (replaced("\"a\": 2.5", "\"a\": -2.5"), "a is -2.5"),
        (replaced("\"b\": 1.5", "\"b\": 3.5"), "a c - b^2"),
        (replaced("\"a\": 2.5", "\"a\": NaN"), "not a collision"),
        (replaced("\"a\": 2.5", "\"a\": 1e999"), "not a collision"),
        (replaced("\"a\": 2.5", "\"a\": 1e300"), "a is"),
        (replaced("\"a\": 2.5,", ""), "missing field `a`"),
        (
            replaced("\"a\": 2.5, \"b\": 1.5, \"c\": 2.5", "\"g\": [[1,0,0],[0,1,0],[0,0,1]]"),
            "invalid type: floating point `0.6`, expected an array",
        ),
        (replaced("\"normal\": -1", "\"normal\": \"fast\""), "not a collision"),
    ] {
        assert_eq!(got["status"], "bad-input", "{got}");
        assert!(got["error"].as_str().unwrap().contains(part), "{got} should say {part}");
    }
    assert_eq!(replaced("\"kane\"", "\"cane\"")["id"], 7, "the id survives");
    assert_eq!(replaced("\"a\": 2.5", "\"a\": NaN")["id"], 7, "also on a line that is no JSON");
}

#[test]
fn a_batch_keeps_order_and_survives_bad_lines() {
    let lines: Vec<String> = (0..20_000)
        .map(|i| if i % 7 == 3 { format!("{{\"id\": {i}, broken") } else { GOOD.replace("7", &i.to_string()) })
        .collect();
    let run = |threads: usize| {
        let mut out = Vec::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let input = Cursor::new(lines.join("\n").into_bytes());
        let report = pool
            .install(|| batch::run(&collision_line::JOB, input, &mut out, &AtomicBool::new(false), |_| {}))
            .unwrap();
        (out, report)
    };
    let (out, report) = run(2);
    assert_eq!((report.lines, report.errors), (20_000, 2857));
    for (i, line) in out.split(|byte| *byte == b'\n').take(20_000).enumerate() {
        let got: Value = serde_json::from_slice(line).unwrap();
        let (key, want) = if i % 7 == 3 { ("line", i + 1) } else { ("id", i) };
        assert_eq!(got[key], want);
    }
    assert!(run(1).0 == out && run(3).0 == out, "the same bytes on any number of threads");
}

#[test]
fn a_batch_stops_when_asked_and_reports_it() {
    let text = format!("{GOOD}\n").repeat(30_000);
    let (mut out, stop) = (Vec::new(), AtomicBool::new(false));
    let after_first = |_| stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let report = batch::run(&collision_line::JOB, Cursor::new(text), &mut out, &stop, after_first).unwrap();
    assert!(report.interrupted && report.lines > 0 && report.lines < 30_000);
    assert_eq!(out.iter().filter(|byte| **byte == b'\n').count() as u64, report.lines);
}

#[test]
fn an_endless_line_and_bad_bytes_are_errors_of_their_lines_only() {
    let mut text = vec![b'x'; 3 << 20];
    text.extend_from_slice(b"\n\xff\xfe\n");
    text.extend_from_slice(GOOD.as_bytes());
    let mut out = Vec::new();
    let report =
        batch::run(&collision_line::JOB, Cursor::new(text), &mut out, &AtomicBool::new(false), |_| {}).unwrap();
    assert_eq!((report.lines, report.errors), (3, 2));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Any text that could be a line.
    #[test]
    fn arbitrary_text_is_answered(text in "[^\n\r]{0,200}") {
        prop_assert_eq!(&answer(&text)["status"], "bad-input");
    }

    /// A good line with a piece cut out, doubled or replaced.
    #[test]
    fn damaged_lines_are_answered(start in 0..GOOD.len(), length in 0..12_usize, noise in "[^\n\r]{0,6}") {
        let end = (start + length).min(GOOD.len());
        let damaged = format!("{}{noise}{}", &GOOD[..start], &GOOD[end..]);
        let got = answer(&damaged);
        prop_assert!(got["status"].is_string());
    }

    /// Any numbers at all: a status, and finite numbers where there are some.
    #[test]
    fn any_numbers_are_answered(numbers in prop::array::uniform8(any::<f64>()), law in 0..13_usize) {
        let numbers = numbers.map(|x| if x.is_finite() { x } else { 1e308 });
        let law = carom_impact::laws::CATALOGUE[law].name;
        let [a, b, c, n, t, e, mu, m] = numbers;
        let line = format!(r#"{{"law":"{law}","contact":{{"a":{a:e},"b":{b:e},"c":{c:e}}},"before":{{"normal":{n:e},"tangential":{t:e}}},
            "coefficients":{{"e":{e:e},"mu":{mu:e},"nu":{m:e},"e_t":{m:e},"e_m":{m:e},"e_mc":{m:e},"e_me":{m:e}}}}}"#);
        let got = answer(&line.replace('\n', ""));
        prop_assert!(got["status"].is_string());
    }

    /// Numbers that make a collision: whatever is answered is a number, which JSON has only for finite ones.
    #[test]
    fn sane_numbers_are_answered_by_finite_ones(
        (a, c) in (1e-3..1e3_f64, 1e-3..1e3_f64), coupling in -1.0..1.0_f64, n in -10.0..1.0_f64, t in -10.0..10.0_f64,
        e in 0.0..=1.0_f64, mu in 0.0..3.0_f64, m in -1.0..1.0_f64, law in 0..13_usize,
    ) {
        let law = carom_impact::laws::CATALOGUE[law].name;
        let (b, share) = (coupling * (a * c).sqrt(), m.abs());
        let line = format!(r#"{{"law":"{law}","contact":{{"a":{a},"b":{b},"c":{c}}},"before":{{"normal":{n},"tangential":{t}}},
            "coefficients":{{"e":{e},"mu":{mu},"nu":{share},"e_t":{share},"e_m":{m},"e_mc":{m},"e_me":{m}}}}}"#);
        let got = answer(&line.replace('\n', ""));
        let status = got["status"].as_str().unwrap();
        prop_assert_ne!(status, "bad-input");
        if matches!(status, "ok" | "inadmissible") {
            for key in ["impulse", "after", "energy"] {
                prop_assert!(got[key].as_object().unwrap().values().all(|part| part.is_f64()), "{}", got);
            }
        }
    }
}
