//! The bars and balls of the papers: every figure is a variant of a built-in scene (vectors/impact/scenarios.json; K6).

use serde_json::Value;

use crate::files::Files;
use crate::vectors::{Case, list, number};

/// Impact times in seconds; velocities, impulses and energies relative to the largest of their kind.
const TIME: f64 = 1e-9;
const RELATIVE: f64 = 1e-8;

/// The scenarios that a law of the catalogue can make: those "as printed" follow formulas with misprints.
fn scenarios() -> Vec<Case> {
    let text = include_str!("../../../impact/tests/data/scenarios.json");
    let all: Value = serde_json::from_str(text).unwrap();
    let known = all.as_object().unwrap().iter().filter(|(name, _)| !name.contains("as_printed"));
    known
        .map(|(name, scenario)| Case {
            scene: if scenario["system"] == "bar" { "bar-drop" } else { "ball-between-walls" }.to_owned(),
            name: name.clone(),
            data: scenario.clone(),
            expected: scenario.clone(),
        })
        .collect()
}

#[test]
fn every_impact_of_every_figure() {
    let all = scenarios();
    assert_eq!(all.len(), 44);
    for case in all {
        let files = case.run_with(&[], &[("run.tolerance", "1e-12")]);
        compare(&case, &files);
    }
}

/// The same numbers set one by one on the default variant, as a user does who knows the scene file only.
#[test]
fn every_number_of_a_figure_can_be_set() {
    for case in scenarios() {
        let data = case.data.clone();
        let plain =
            Case { name: if case.scene == "bar-drop" { "fig_3.15" } else { "fig_4.5_sphere" }.to_owned(), ..case };
        let files = plain.run_with(&settings(&data), &[("run.tolerance", "1e-12")]);
        compare(&plain, &files);
    }
}

fn settings(data: &Value) -> Vec<(String, String)> {
    let law = match data["law"].as_str().unwrap() {
        "newton_frictionless" => "newton".to_owned(),
        "glocker_pfeiffer_1" => "glocker-pfeiffer".to_owned(),
        "glocker_pfeiffer_2" => "glocker-pfeiffer-reversible".to_owned(),
        other => other.replace('_', "-"),
    };
    let body = if data["system"] == "bar" { "bar" } else { "ball" };
    let initial = |key: &str| data["initial"][key].as_f64().unwrap_or(0.0);
    let last = number(list(&data["events"]).last().unwrap(), "t") + 0.01;
    let until = data["interval"][1].as_f64().unwrap_or(last);
    let mut settings = vec![
        ("contact.0.law".to_owned(), law),
        ("scene.gravity".to_owned(), format!("[0, {}]", -number(data, "g"))),
        ("run.until".to_owned(), until.to_string()),
        (format!("body.{body}.mass"), number(data, "m").to_string()),
        (format!("body.{body}.position"), format!("[{}, {}]", initial("x"), initial("y"))),
        (format!("body.{body}.velocity"), format!("[{}, {}]", initial("xd"), initial("yd"))),
        (format!("body.{body}.angle"), initial("th").to_string()),
        (format!("body.{body}.spin"), initial("thd").to_string()),
    ];
    if let Some(length) = data["L"].as_f64() {
        settings.push(("body.bar.shape.rod.length".to_owned(), length.to_string()));
    } else {
        settings.push(("body.ball.moment".to_owned(), number(data, "J").to_string()));
        settings.push(("parameters.radius".to_owned(), number(data, "r").to_string()));
        settings.push(("parameters.height".to_owned(), number(data, "h").to_string()));
    }
    let names =
        [("e", "e"), ("mu", "mu"), ("nu", "nu"), ("et", "e_t"), ("em", "e_m"), ("emC", "e_mc"), ("emE", "e_me")];
    for (key, name) in names {
        if let Some(value) = data["coefficients"][key].as_f64() {
            settings.push((format!("contact.0.{name}"), value.to_string()));
        }
    }
    settings
}

fn compare(case: &Case, files: &Files) {
    let body = if case.scene == "bar-drop" { "bar" } else { "ball" };
    let found = files.of_kind("impact");
    let events = list(&case.expected["events"]);
    for (k, expected) in events.iter().enumerate() {
        if expected["status"] != "ok" {
            case.holds("no answer is said", files.summary["end"] == "verdict" && !files.verdict().is_empty());
            return;
        }
        let event = found.get(k).unwrap_or_else(|| panic!("{}: impact {k} is missing", case.name));
        let t = number(event, "t");
        case.near("time", t, number(expected, "t"), TIME);
        let motion = [("vx", "xd"), ("vy", "yd"), ("spin", "thd")];
        let velocity = |part: &str| motion.map(|(_, key)| number(expected, &format!("{part}.{key}")));
        let scale = velocity("pre").into_iter().chain(velocity("post")).fold(0.0_f64, |most, v| most.max(v.abs()));
        for ((column, key), (pre, post)) in motion.iter().zip(velocity("pre").into_iter().zip(velocity("post"))) {
            let column = format!("{body}.{column}");
            case.near(&format!("{key} before"), files.before(&column, t), pre, RELATIVE * scale);
            case.near(&format!("{key} after"), files.after(&column, t), post, RELATIVE * scale);
        }
        case.relative("energy", files.after("energy.total", t), number(expected, "post.energy"), RELATIVE);
        let impulse = ["IN", "IT", "Ith"].map(|key| number(expected, key));
        let scale = RELATIVE * impulse.iter().fold(0.0_f64, |most, i| most.max(i.abs()));
        for (key, expected) in ["normal", "tangential"].iter().zip(impulse) {
            case.near(key, number(event, &format!("impulse.{key}")), expected, scale);
        }
        // The papers count D_th = -theta' at some contacts, the record always theta' of the first body less that of the second.
        case.near("moment", number(event, "impulse.moment").abs(), impulse[2].abs(), scale);
    }
    let Some(last) = case.expected.get("final") else { return };
    case.holds("no further impact", found.len() == events.len());
    for (column, key) in [("x", "x"), ("y", "y"), ("angle", "th"), ("vx", "xd"), ("vy", "yd"), ("spin", "thd")] {
        case.near(key, files.last(&format!("{body}.{column}")), number(last, key), RELATIVE * 10.0);
    }
}
