//! Lines with collisions in space (B6, X1): every reference vector through JSON, clear refusals, never a panic.

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom_scene::collision_line;
use proptest::prelude::*;
use serde_json::Value;

const CASES: &str = include_str!("../../impact/tests/data/impact3d/cases.jsonl");
const EXPECTED: &str = include_str!("../../impact/tests/data/impact3d/expected.jsonl");
const GOOD: &str = r#"{"id": 7, "law": "stronge", "contact": {"g": [[2,1,0],[1,1,0],[0,0,1]]}, "before": {"normal": -1, "tangential": [-0.5, 0.5]}, "coefficients": {"e": 1, "mu": 2}}"#;

fn answer(text: &str) -> Value {
    let mut out = Vec::new();
    collision_line::answer(text, 1, &mut out);
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_vector_is_answered_in_its_own_words() {
    for (case, want) in CASES.lines().zip(EXPECTED.lines()) {
        let (got, want): (Value, Value) = (answer(case), serde_json::from_str(want).unwrap());
        assert_eq!((&got["id"], &got["status"]), (&want["id"], &want["status"]), "{got}");
        assert_eq!(got["solutions"].as_array().map(Vec::len), want["solutions"].as_array().map(Vec::len), "{got}");
        if want["mode_strict"] == true {
            assert_eq!((&got["mode"], &got["recompression"]), (&want["mode"], &want["recompression"]), "{got}");
        }
        // The numbers are compared in the tests of the laws; here only that they are written under the right names.
        for (part, key) in [("impulse", "normal"), ("after", "normal"), ("compression", "normal"), ("work", "friction")]
        {
            assert_eq!(got[part][key].is_number(), want[part][key].is_number(), "{part}.{key} of {got}");
        }
        if let (Some(got), Some(want)) = (got["energy_change"].as_f64(), want["energy_change"].as_f64()) {
            assert!((got - want).abs() <= 1e-8 * (1.0 + want.abs()), "{case}");
        }
    }
}

fn answer_of_part() -> serde_json::Value {
    answer(&GOOD[..GOOD.len() - 10])
}

#[test]
fn faults_are_named() {
    let replaced = |from: &str, to: &str| answer(&GOOD.replace(from, to));
    for (got, text) in [
        (replaced("stronge", "smith"), "defined in the plane only"),
        // Laws that would ask for coefficients this line does not have.
        (replaced("stronge", "brach"), "\"brach\" is defined in the plane only"),
        (replaced("stronge", "cs"), "\"cs\" is defined in the plane only"),
        (replaced("stronge", "glocker-pfeiffer-reversible"), "reversible\" is defined in the plane only"),
        (replaced("stronge", "strong"), "there is no law named"),
        (replaced("[[2,1,0],[1,1,0],[0,0,1]]", "[[2,1,0],[1,1,0]]"), "not a collision"),
        (replaced("[[2,1,0]", "[[2,2,0]"), "symmetric"),
        (replaced("[[2,1,0]", "[[-2,1,0]"), "g[0][0] is -2"),
        (replaced("[-0.5, 0.5]", "[-0.5]"), "not a collision"),
        (replaced("\"mu\": 2", "\"mu\": -2"), "mu is -2"),
        // Seen: of lines that are no JSON, that a contact has no key g; of large numbers, that they are not finite.
        (replaced("[-0.5, 0.5]", "[NaN, 0.5]"), "no valid JSON, expected value, at character"),
        (answer_of_part(), "no valid JSON, EOF while parsing"),
        (replaced("[-0.5, 0.5]", "[1e200, 0.5]"), "the velocity before is too large, 1e200"),
        (replaced("[[2,1,0]", "[[1e308,1,0]"), "an entry of g is too large, 1e308"),
    ] {
        assert_eq!(got["status"], "bad-input", "{got}");
        assert!(got["error"].as_str().unwrap().contains(text), "{got} should say {text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Any byte of a good line exchanged for another: an answer or an error, one line, no panic.
    #[test]
    fn spoilt_lines_do_not_panic(place in 0..GOOD.len(), with in "[-0-9a-z\\[\\]{},:.\"]") {
        let mut text = GOOD.to_owned();
        text.replace_range(place..=place, &with);
        answer(&text);
    }

    /// Any numbers: a status, and finite numbers wherever there are some.
    #[test]
    fn any_matrix_has_a_status(numbers in prop::array::uniform8(prop::num::f64::ANY), law in 0..8_usize) {
        let [a, b, c, d, e, f, n, t] = numbers.map(|x| if x.is_finite() { x } else { 1.0 });
        let law = carom_impact::space::NAMES[law];
        let text = format!(
            r#"{{"id":1,"law":"{law}","contact":{{"g":[[{a},{b},{c}],[{b},{d},{e}],[{c},{e},{f}]]}},"before":{{"normal":{n},"tangential":[{t},{b}]}},"coefficients":{{"e":0.5,"mu":0.5,"e_t":0}}}}"#
        );
        prop_assert!(answer(&text)["status"].is_string());
    }
}
