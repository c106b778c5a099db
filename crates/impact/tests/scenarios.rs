//! Every impact of the simulated bars and balls (laws.md, section 7) from the bodies' own data: builders, laws and velocities after (K1, K2).

#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

use carom_impact::build::{ContactFrame, FreeBody, Obstacle, Rod, RodEnd};
use carom_impact::{Coefficient, Coefficients, Outcome, laws, resolve};
use glam::DVec2;
use serde_json::Value;

/// References are doubles from an integration at 1e-13; the velocities after one impact repeat them to a few more roundings.
const TOLERANCE: f64 = 1e-11;

fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or(0.0)
}

fn law_of(scenario: &Value) -> laws::BuiltIn {
    let name = match scenario["law"].as_str().unwrap() {
        "glocker_pfeiffer_1" => "glocker-pfeiffer".to_owned(),
        "glocker_pfeiffer_2" => "glocker-pfeiffer-reversible".to_owned(),
        other => other.replace('_', "-"),
    };
    let mut coefficients = Coefficients::default();
    for (key, value) in scenario["coefficients"].as_object().unwrap() {
        // The file writes e_t as et, e_mc as emC.
        let plain = key.to_lowercase();
        let name = Coefficient::ALL.into_iter().find(|name| name.as_str().replace('_', "") == plain).unwrap();
        coefficients.set(name, value.as_f64().unwrap());
    }
    laws::by_name(&name, &coefficients).unwrap()
}

/// Frame and body of an impact, from its own record.
fn setting(scenario: &Value, event: &Value) -> (ContactFrame, FreeBody) {
    let pre = &event["pre"];
    let (velocity, spin) = (DVec2::new(number(pre, "xd"), number(pre, "yd")), number(pre, "thd"));
    if scenario["system"] == "bar" {
        let rod =
            Rod { mass: number(scenario, "m"), length: number(scenario, "L"), angle: event["q"][2].as_f64().unwrap() };
        let end = if event["end"] == "left" { RodEnd::Left } else { RodEnd::Right };
        let frame = ContactFrame::new(DVec2::ZERO, DVec2::Y).unwrap();
        return (frame, rod.body(end, velocity, spin).unwrap());
    }
    let up = if event["wall"] == "lower" { 1.0 } else { -1.0 };
    let body = FreeBody {
        mass: number(scenario, "m"),
        moment_of_inertia: number(scenario, "J"),
        centre: DVec2::new(0.0, up * number(scenario, "r")),
        velocity,
        spin,
    };
    (ContactFrame::new(DVec2::ZERO, DVec2::new(0.0, up)).unwrap(), body)
}

fn check(name: &str, event: &Value, frame: &ContactFrame, body: &FreeBody, outcome: &Outcome) -> usize {
    if outcome.status.as_str() != "ok" && outcome.status.as_str() != "inadmissible" {
        assert_eq!(outcome.status.as_str(), event["status"].as_str().unwrap().replace('_', "-"), "{name}");
        return 0;
    }
    let after = frame.push_first(body, outcome.impulse);
    let post = &event["post"];
    let scale = 1.0 + body.velocity.length() + body.spin.abs() + number(post, "thd").abs();
    for (what, got, want) in [
        ("x'", after.velocity.x, number(post, "xd")),
        ("y'", after.velocity.y, number(post, "yd")),
        ("th'", after.spin, number(post, "thd")),
        ("I_N", outcome.impulse.normal, number(event, "IN")),
        ("I_T", outcome.impulse.tangential, number(event, "IT")),
        ("|I_th|", outcome.impulse.moment.abs(), number(event, "Ith").abs()),
        ("dT", outcome.energy.total() / scale, number(event, "dT") / scale),
    ] {
        assert!((got - want).abs() <= TOLERANCE * scale, "{name}: {what} {got}, expected {want} {event}");
    }
    1
}

#[test]
fn every_impact_of_every_scenario() {
    let scenarios: Value = serde_json::from_str(include_str!("data/scenarios.json")).unwrap();
    let mut impacts = 0;
    for (name, scenario) in scenarios.as_object().unwrap() {
        // These two use the misprinted F_2 on purpose (laws.md, section 7).
        if name.contains("as_printed") {
            continue;
        }
        let law = law_of(scenario);
        for event in scenario["events"].as_array().unwrap() {
            let (frame, body) = setting(scenario, event);
            let collision = frame.against(&body, &Obstacle::default()).unwrap();
            impacts += check(name, event, &frame, &body, &resolve(&law, &collision));
        }
    }
    assert!(impacts > 200, "{impacts}");
}
