//! The exact examples of section 5: who creates energy, with rational answers.

use carom_impact::{Coefficients, Collision, Contact, Velocity, laws, resolve};
use serde_json::Value;

/// Numbers of a handful of operations on small fractions: a few units in the last place of 4, the largest among them.
const TOLERANCE: f64 = 1e-14;

/// A number, or a fraction like "3/2" as a string; absent means zero.
fn fraction(value: &Value) -> f64 {
    match value {
        Value::String(text) => {
            let mut parts = text.split('/').map(|part| part.parse::<f64>().unwrap());
            parts.next().unwrap() / parts.next().unwrap_or(1.0)
        }
        Value::Number(number) => number.as_f64().unwrap(),
        _ => 0.0,
    }
}

/// Names of `laws.md` to names of the crate.
fn law_name(name: &str) -> String {
    match name {
        "glocker_pfeiffer_1" => "glocker-pfeiffer".to_owned(),
        "glocker_pfeiffer_2" => "glocker-pfeiffer-reversible".to_owned(),
        other => other.replace('_', "-"),
    }
}

fn collision(input: &Value) -> Collision {
    let get = |key: &str| fraction(&input[key]);
    let contact = Contact { a: get("A"), b: get("B"), c: get("C"), d: get("D"), e: get("E"), f: get("F") };
    let before = Velocity { normal: get("DNA"), tangential: get("DTA"), moment: get("DthA") };
    Collision::new(contact, before).unwrap()
}

fn coefficients(given: &Value) -> Coefficients {
    let get = |key: &str| given.get(key).map(fraction);
    Coefficients {
        e: get("e"),
        mu: get("mu"),
        mu_static: None,
        nu: get("nu"),
        e_t: get("et"),
        e_m: get("em"),
        e_mc: get("emC"),
        e_me: get("emE"),
    }
}

#[test]
fn every_example_of_created_energy() {
    let examples: Vec<Value> = serde_json::from_str(include_str!("../data/energy_examples.json")).unwrap();
    // One entry counts the gains of a rule of seed 003 that is no law here.
    let (of_laws, counts): (Vec<_>, Vec<_>) = examples.iter().partition(|example| example["law"].is_string());
    assert_eq!((of_laws.len(), counts.len()), (16, 1));
    for example in of_laws {
        let law = laws::by_name(&law_name(example["law"].as_str().unwrap()), &coefficients(&example["coef"])).unwrap();
        let outcome = resolve(&law, &collision(&example["input"]));
        assert_eq!(outcome.status.as_str(), example["status"], "{example:#}");
        assert_eq!(outcome.mode.unwrap().as_str(), example["mode"], "{example:#}");
        let numbers = [
            ("IN", outcome.impulse.normal),
            ("IT", outcome.impulse.tangential),
            ("Ith", outcome.impulse.moment),
            ("DNE", outcome.after.normal),
            ("DTE", outcome.after.tangential),
            ("dT", outcome.energy.total()),
        ];
        for (key, got) in numbers {
            let want = fraction(&example[key]);
            assert!((got - want).abs() <= TOLERANCE, "{key} is {got:?}, expected {want:?}\n{example:#}");
        }
    }
}
