//! The bars and balls of the seeds, every impact of every law (vectors impact/scenarios.json; K6, K8, X1).
#![allow(clippy::unwrap_used)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, EventKind};
use glam::DVec2;
use serde_json::Value;

fn law(scenario: &Value) -> PairLaw {
    let name = match scenario["law"].as_str().unwrap() {
        "newton_frictionless" => "newton".to_owned(),
        "glocker_pfeiffer_1" => "glocker-pfeiffer".to_owned(),
        "glocker_pfeiffer_2" => "glocker-pfeiffer-reversible".to_owned(),
        other => other.replace('_', "-"),
    };
    let number = |key: &str| scenario["coefficients"][key].as_f64();
    let coefficients = Coefficients {
        e: number("e"),
        mu: number("mu"),
        mu_static: None,
        nu: number("nu"),
        e_t: number("et"),
        e_m: number("em"),
        e_mc: number("emC"),
        e_me: number("emE"),
    };
    let impact = by_name(&name, &coefficients).unwrap();
    let friction = Friction::Coulomb { mu: number("mu").unwrap_or(0.0).abs() };
    PairLaw { impact, restitution: number("e").unwrap(), friction, penalty: None }
}

fn world(scenario: &Value) -> World {
    let number = |key: &str| scenario[key].as_f64().unwrap();
    let initial = |key: &str| scenario["initial"][key].as_f64().unwrap_or(0.0);
    let mut world = WorldDescription::new(law(scenario));
    world.gravity = DVec2::new(0.0, -number("g"));
    let mut body = if scenario["system"] == "bar" {
        let mut bar = BodyDescription::new("body", Shape::Rod { length: number("L"), radius: 0.0 });
        bar.mass = MassDescription::of_mass(number("m"));
        bar
    } else {
        let mut ball = BodyDescription::new("body", Shape::Disc { radius: number("r") });
        ball.mass = MassDescription::of_mass_and_moment(number("m"), number("J"));
        let mut roof = BodyDescription::fixed("roof", Shape::HalfSpace { normal: DVec2::NEG_Y });
        roof.position = DVec2::new(0.0, number("h"));
        world.bodies.push(roof);
        ball
    };
    body.position = DVec2::new(initial("x"), initial("y"));
    body.angle = initial("th");
    body.velocity = DVec2::new(initial("xd"), initial("yd"));
    body.spin = initial("thd");
    world.bodies.push(body);
    world.bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y }));
    World::new(&world).unwrap()
}

#[test]
fn every_impact_of_every_scenario() {
    let data: Value = serde_json::from_str(include_str!("data/scenarios.json")).unwrap();
    for (name, scenario) in data.as_object().unwrap() {
        let world = world(scenario);
        let expected = scenario["events"].as_array().unwrap();
        let last = expected.last().unwrap()["t"].as_f64().unwrap();
        let until = scenario["interval"][1].as_f64().unwrap_or(last + 0.01);
        let start = world.start().clone();
        let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
        let record = run(&world, &mut state, &Settings { every: None, ..Settings::until(until) });
        let found: Vec<_> = record.of_kind(EventKind::Impact).collect();
        for (k, impact) in expected.iter().enumerate() {
            if impact["status"] != "ok" {
                assert!(matches!(record.end, End::Verdict(_)), "{name}: {:?}", record.end);
                continue;
            }
            let event = found.get(k).unwrap_or_else(|| panic!("{name}: impact {k} is missing: {:?}", record.end));
            let number = |group: &str, key: &str| impact[group][key].as_f64().unwrap();
            assert!(
                (event.t - impact["t"].as_f64().unwrap()).abs() < 1e-9,
                "{name} impact {k}: {} {}",
                event.t,
                impact["t"]
            );
            let after = record.samples.iter().rfind(|sample| sample.t == event.t).unwrap();
            let coordinate = world.coordinate(world.body("body").unwrap()).unwrap();
            for (i, key) in ["xd", "yd", "thd"].into_iter().enumerate() {
                let (got, want) = (after.v[coordinate + i], number("post", key));
                let scale = number("post", "xd").abs().max(number("post", "yd").abs()).max(number("post", "thd").abs());
                // Velocities to 1e-8 relative, as the issue asks.
                assert!((got - want).abs() < 1e-8 * scale.max(1.0), "{name} impact {k} {key}: {got} {want}");
            }
            let energy = number("post", "energy");
            assert!(
                (after.energy.total() - energy).abs() < 1e-8 * energy.abs(),
                "{name} impact {k}: {}",
                after.energy.total()
            );
        }
        if let Some(last) = scenario.get("final") {
            let number = |key: &str| last[key].as_f64().unwrap();
            for (i, key) in ["x", "y", "th"].into_iter().enumerate() {
                assert!((state.q[i] - number(key)).abs() < 1e-8, "{name} end {key}: {} {}", state.q[i], number(key));
            }
        }
    }
}
