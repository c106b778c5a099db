//! Worlds of the contact scenes (vectors/contact) and how to look at what came out.
#![allow(clippy::panic)]
#![allow(dead_code)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, Model, PairLaw};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, EventKind, Record};
use glam::DVec2;
use serde_json::Value;

pub struct Case {
    pub name: String,
    pub data: Value,
    pub expected: Value,
}

/// The cases of a scene; `same_as` is filled in.
pub fn cases(text: &str) -> Vec<Case> {
    let scene: Value = serde_json::from_str(text).unwrap();
    let all = scene["cases"].as_array().unwrap();
    let fill = |case: &Value| {
        let mut data = case["data"].clone();
        if let Some(base) = data["same_as"].as_str() {
            let other = all.iter().find(|c| c["name"] == base).unwrap();
            let mut whole = other["data"].clone();
            for (key, value) in data.as_object().unwrap() {
                whole[key] = value.clone();
            }
            data = whole;
        }
        Case { name: case["name"].as_str().unwrap().to_owned(), data, expected: case["expected"].clone() }
    };
    all.iter().map(fill).collect()
}

pub fn number(value: &Value, key: &str) -> f64 {
    value[key].as_f64().unwrap_or_else(|| panic!("{key} in {value}"))
}

pub fn law(e: f64, friction: Friction) -> PairLaw {
    let mu = friction.slipping(f64::INFINITY);
    let impact = by_name("kane", &Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() }).unwrap();
    PairLaw { impact, restitution: e, friction, penalty: None }
}

pub fn coulomb(e: f64, mu: f64) -> PairLaw {
    law(e, Friction::Coulomb { mu })
}

/// A world with a floor y = 0 whose normal is +y; gravity leans by `slope` towards +x.
pub fn floor(pair: PairLaw, gravity: f64, slope: f64) -> WorldDescription {
    let mut world = WorldDescription::new(pair);
    world.gravity = gravity * DVec2::new(slope.sin(), -slope.cos());
    world.bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y }));
    world
}

pub fn body(name: &str, shape: Shape, mass: f64, position: DVec2) -> BodyDescription {
    let mut body = BodyDescription::new(name, shape);
    body.mass = MassDescription::of_mass(mass);
    body.position = position;
    body
}

pub fn settings(until: f64) -> Settings<'static> {
    Settings { every: None, tolerance: 1e-12, ..Settings::until(until) }
}

/// Runs and demands that the run reaches its end.
pub fn go(world: &WorldDescription, settings: &Settings) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let record = run(&world, &mut state, settings);
    assert_eq!(record.end, End::Time);
    (record, state)
}

/// Accelerations of the first body from a run of a short time: v / t.
pub fn accelerations(world: &WorldDescription) -> Vec<f64> {
    // Short enough that the accelerations change by less than 1e-10 of themselves.
    let t = 1e-6;
    let (_, state) = go(world, &settings(t));
    state.v.iter().map(|v| v / t).collect()
}

/// The deepest penetration of any two bodies at any recorded instant, in metres, and when.
pub fn deepest(world: &World, record: &Record) -> (f64, f64) {
    let (mut worst, mut sites) = ((0.0, 0.0), Vec::new());
    for sample in &record.samples {
        world.sites(sample.t, &sample.q, 0.0, &mut sites);
        for &site in &sites {
            let depth = -world.gap(site, sample.t, &sample.q).0;
            if depth > worst.0 {
                worst = (depth, sample.t);
            }
        }
    }
    worst
}

pub fn times(record: &Record, kind: EventKind) -> Vec<f64> {
    let mut times: Vec<f64> = record.of_kind(kind).map(|event| event.t).collect();
    times.dedup_by(|a, b| (*a - *b).abs() < 1e-13);
    times
}

pub fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    let error = (found - expected).abs();
    if std::env::var("SHOW_ERRORS").is_ok() {
        eprintln!("{what}: error {error:.1e} of {tolerance:.0e}");
    }
    assert!(error <= tolerance, "{what}: {found} is not {expected} within {tolerance:e}");
}
