//! Scenes with forcing, and the rod of Painleve, by the exact method within the tolerance each states (vectors/contact; K6, W3, X3).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    Anchor, BodyDescription, CentreOfMass, Drive, ForceDescription, ForceFrame, MotionDescription, Shape,
    WorldDescription,
};
use carom_mechanics::signal::{BodyState, Signal, Uniform};
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, EventKind, Record};
use carom_simulate::{Paradox, Settings};
use glam::DVec2;
use scene::*;
use serde_json::Value;
use std::sync::Arc;

/// F cos(omega (t + t0)) - k x of the second body.
#[derive(Debug)]
struct Forcing {
    stiffness: f64,
    amplitude: f64,
    omega: f64,
    t0: f64,
}

impl Signal for Forcing {
    fn value(&self, t: f64, bodies: &[BodyState]) -> f64 {
        self.amplitude * (self.omega * (t + self.t0)).cos() - self.stiffness * bodies[1].x
    }
}

/// The forced mass as a point, its start in `start`; the first body is still to be pushed in front of it.
fn forced(data: &Value, world: &mut WorldDescription) -> f64 {
    let start = &data["start"];
    let t0 = start["time"].as_f64().unwrap_or(0.0);
    let mut mass = body("mass", Shape::Point, number(data, "mass"), DVec2::new(number(start, "x"), 0.0));
    mass.velocity.x = number(start, "v");
    world.bodies.push(mass);
    let forcing = Forcing {
        stiffness: number(data, "stiffness"),
        amplitude: number(data, "force_amplitude"),
        omega: number(data, "omega"),
        t0,
    };
    world.forces.push(ForceDescription::Applied {
        body: "mass".to_owned(),
        at: Anchor::Local(DVec2::ZERO),
        force: [Some(Arc::new(forcing)), None],
        torque: None,
        frame: ForceFrame::World,
    });
    t0
}

#[test]
fn impact_oscillator() {
    let all = cases(include_str!("data/contact/impact-oscillator.json"));
    let case = &all[0];
    let mut world = WorldDescription::new(coulomb(number(&case.data, "e"), 0.0));
    let mut stop = BodyDescription::fixed("stop", Shape::HalfSpace { normal: DVec2::NEG_X });
    stop.position.x = number(&case.data, "sigma");
    world.bodies.push(stop);
    let t0 = forced(&case.data, &mut world);
    let period = number(&case.expected, "period");
    let (record, _) = go(&world, &settings(20.5 * period));
    let impacts: Vec<_> = record.of_kind(EventKind::Impact).collect();
    assert_eq!(impacts.len(), 20);
    let velocity = number(&case.expected, "velocity_after").abs();
    for (k, impact) in impacts.iter().enumerate() {
        near("time", impact.t + t0, t0 + (k + 1) as f64 * period, 1e-9);
        near("velocity", impact.impact.as_ref().unwrap().after[0], velocity, 1e-9 * velocity);
    }
}

#[test]
fn coulomb_oscillator_forced() {
    for case in cases(include_str!("data/contact/coulomb-oscillator-forced.json")) {
        let data = &case.data;
        let Some(friction) = data["friction_force"].as_f64() else { continue };
        let mass = number(data, "mass");
        let mut world = floor(coulomb(0.0, 0.5), friction / (0.5 * mass), 0.0);
        let belt = Uniform { start: 0.0, rate: data["belt_speed"].as_f64().unwrap_or(0.0), acceleration: 0.0 };
        let motion = MotionDescription { x: Some(Arc::new(belt)), ..MotionDescription::default() };
        world.bodies[0].drive = Drive::Prescribed(motion);
        let t0 = forced(data, &mut world);
        if let Some(samples) = case.expected["samples_time_x"].as_array() {
            for sample in samples.iter().skip(1) {
                let (_, state) = go(&world, &settings(sample[0].as_f64().unwrap() - t0));
                near(&case.name, state.q[0], sample[1].as_f64().unwrap(), 1e-8);
            }
            continue;
        }
        let period = number(&case.expected, "period");
        let (record, _) = go(&world, &settings(number(data, "until")));
        let late = number(data, "until") - period;
        for expected in case.expected["events_in_one_period"].as_array().unwrap() {
            let kind = if expected["kind"] == "stick" { EventKind::Stick } else { EventKind::Slip };
            let phase = number(expected, "phase_time");
            let apart = |t: f64| ((t - phase) / period - ((t - phase) / period).round()).abs() * period;
            let best = record.of_kind(kind).filter(|e| e.t > late).map(|e| apart(e.t)).fold(f64::INFINITY, f64::min);
            near(&format!("{} {}", case.name, expected["kind"]), best, 0.0, 1e-8);
        }
    }
}

fn rod(data: &Value) -> WorldDescription {
    let half = number(data, "half_length");
    let (angle, spin) = (number(data, "angle"), number(data, "spin"));
    let mut world = floor(coulomb(0.0, number(data, "mu")), number(data, "gravity"), 0.0);
    let arm = half * DVec2::new(angle.cos(), angle.sin());
    let mut rod =
        body("rod", Shape::Rod { length: 2.0 * half, radius: 0.0 }, number(data, "mass"), DVec2::new(0.0, arm.y));
    (rod.angle, rod.spin, rod.centre) = (angle, spin, CentreOfMass::ORIGIN);
    let tip = &data["tip_velocity"];
    // v_tip = v + spin x (-arm), spin x r = spin (-r_y, r_x).
    rod.velocity = DVec2::new(tip[0].as_f64().unwrap(), tip[1].as_f64().unwrap()) + spin * DVec2::new(-arm.y, arm.x);
    world.bodies.push(rod);
    world
}

fn paradox(world: &WorldDescription, until: f64, paradox: Paradox) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let record = run(&world, &mut state, &Settings { paradox, ..settings(until) });
    (record, state)
}

#[test]
fn painleve_rod() {
    for case in cases(include_str!("data/contact/painleve-rod.json")) {
        if case.data["angle"].is_null() {
            continue;
        }
        let world = rod(&case.data);
        let expected = &case.expected;
        match expected["regime"].as_str() {
            Some("indeterminate") => {
                let (record, _) = paradox(&world, 1e-3, Paradox::Stop);
                let End::Verdict(text) = &record.end else { panic!("{}: {:?}", case.name, record.end) };
                let force = format!("{:.6e}", expected["solutions"][1]["normal_force"].as_f64().unwrap());
                assert!(text.contains("2 solutions") && text.contains(&force[..7]), "{text}");
            }
            Some("inconsistent") => {
                let (record, _) = paradox(&world, 1e-3, Paradox::Stop);
                assert!(matches!(&record.end, End::Verdict(text) if text.contains("Painleve")), "{:?}", record.end);
                let before = World::new(&world).unwrap().start().v.clone();
                let (_, state) = paradox(&world, 0.0, Paradox::Impact);
                let change = expected["impact_without_collision_e0"]["velocity_change"].as_array().unwrap();
                for k in 0..3 {
                    near(&case.name, state.v[k] - before[k], change[k].as_f64().unwrap(), 1e-10);
                }
            }
            Some("lifts off") => {
                let (record, _) = paradox(&world, 1e-3, Paradox::Stop);
                assert_eq!(record.end, End::Time);
                assert!(record.samples.last().unwrap().contact_forces.is_empty());
            }
            Some(_) => {
                let (record, _) = paradox(&world, 0.0, Paradox::Stop);
                let force = number(expected, "normal_force");
                near(&case.name, record.samples[0].contact_forces[0].normal, force, 1e-10 * force);
            }
            None => check_trajectory(&case.name, &world, expected),
        }
    }
}

fn check_trajectory(name: &str, world: &WorldDescription, expected: &Value) {
    let Some(samples) = expected["samples"].as_array() else { return };
    for sample in samples {
        let row: Vec<f64> = sample.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
        let (record, state) = paradox(world, row[0], Paradox::Stop);
        assert_eq!(record.end, End::Time);
        // The vectors count x from the tip's start or the centre's: compare what does not depend on it.
        for k in 1..3 {
            near(name, state.q[k], row[1 + k], 1e-8);
        }
        for k in 0..3 {
            near(name, state.v[k], row[4 + k], 1e-8);
        }
    }
}
