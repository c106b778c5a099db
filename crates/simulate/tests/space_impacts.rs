//! Impacts in space in the loop: single ones by every law, several at once (vectors impact3d/multi.json, its grooves; B7, X1, X2).
#![allow(clippy::unwrap_used)]

use carom_impact::laws::by_name;
use carom_impact::space::NAMES;
use carom_impact::{Coefficients, space};
use carom_mechanics::space::World;
use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, EventKind, Record};
use carom_simulate::{Settings, Simultaneous};
use glam::{DQuat, DVec2, DVec3};
use serde_json::Value;

fn law(name: &str, e: f64, mu: f64) -> PairLaw {
    let used = Coefficients {
        e: Some(e),
        mu: (name != "newton").then_some(mu),
        e_t: ["walton", "chatterjee-ruina"].contains(&name).then_some(0.2),
        ..Coefficients::default()
    };
    PairLaw { impact: by_name(name, &used).unwrap(), restitution: e, friction: Friction::Coulomb { mu }, penalty: None }
}

fn go(description: &WorldDescription, until: f64, rule: Simultaneous) -> Record {
    let world = World::new(description).unwrap();
    let start = world.start();
    let mut state = State { t: 0.0, q: start.q.clone(), v: start.v.clone(), closed: Vec::new(), step: 0.0 };
    run(&world, &mut state, &Settings { simultaneous: rule, ..Settings::until(until) })
}

/// A box that falls on one corner: what the record says of the impact is what the law says of its local matrix.
#[test]
fn a_box_on_its_corner_by_every_law() {
    for name in NAMES {
        let mut description = WorldDescription::new(law(name, 0.6, 0.3));
        description.gravity = DVec3::new(0.0, 0.0, -9.81);
        description.bodies = vec![
            BodyDescription {
                mass: MassDescription::of_mass(2.0),
                position: DVec3::new(0.0, 0.0, 0.9),
                rotation: DQuat::from_euler(glam::EulerRot::XYZ, 0.5, 0.4, 0.3),
                velocity: DVec3::new(1.0, -0.4, 0.0),
                spin: DVec3::new(0.5, 1.0, -2.0),
                ..BodyDescription::new("box", Shape::Box { size: DVec3::new(0.6, 0.4, 0.8) })
            },
            BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec3::Z }),
        ];
        let world = World::new(&description).unwrap();
        let record = go(&description, 0.5, Simultaneous::Newton);
        assert_eq!(record.end, End::Time, "{name}");
        let event = record.of_kind(EventKind::Impact).next().unwrap();
        let part = event.impact.as_ref().unwrap();
        let before = record.samples.iter().find(|sample| sample.t == event.t).unwrap();
        // G by the rows at that instant.
        let (mut contact, mut mass) = (carom_mechanics::Contact::default(), carom_mechanics::Mass::default());
        use carom_mechanics::Model;
        world.contact(
            event.touch.unwrap(),
            carom_mechanics::At { t: event.t, q: &before.q, v: &before.v },
            &mut contact,
        );
        world.mass(&before.q, &mut mass);
        let rows = [&contact.along_normal.row, &contact.tangential[0].row, &contact.tangential[1].row];
        let mut solved = carom_mechanics::Row::new();
        let g = rows.map(|row| {
            mass.solve_row(row, &mut solved);
            let mut full = [0.0; 6];
            solved.add_to(1.0, &mut full);
            rows.map(|other| other.dot(&full))
        });
        let velocity =
            space::Velocity { normal: part.before[0], tangential: DVec2::new(part.before[1], part.before[2]) };
        let outcome = space::resolve(
            &space::Law::from_plane(description.contacts.law.impact).unwrap(),
            &space::Collision::new(g, velocity).unwrap(),
        );
        let answer = outcome.answers[0].answer;
        let [n, x, y] = [answer.impulse.normal, answer.impulse.tangential.x, answer.impulse.tangential.y];
        for (got, expected) in part.impulse.iter().zip([n, x, y]) {
            // The same law on the same matrix, up to the order of its sums.
            assert!((got - expected).abs() < 1e-9 * n, "{name}: {got} {expected}");
        }
        assert!(record.counts.energy_error.abs() < 1e-9, "{name}: {}", record.counts.energy_error);
    }
}

/// A ball between the two walls of a groove (groove in space with cones).
#[test]
fn a_ball_in_a_groove() {
    let grooves: Vec<Value> = serde_json::from_str(include_str!("data/grooves.json")).unwrap();
    let numbers =
        |value: &Value| -> Vec<f64> { value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect() };
    for groove in grooves {
        let angle = groove["wall_angle_degrees"].as_f64().unwrap().to_radians();
        let before = numbers(&groove["before"]);
        for answer in groove["answers"].as_array().unwrap() {
            let (e, mu) = (answer["e"].as_f64().unwrap(), answer["mu"].as_f64().unwrap());
            let known = answer["simultaneous_newton_cone"].as_array().unwrap();
            let mut description = WorldDescription::new(law("kane", e, mu));
            // m = 1, J = 0.4: a ball of radius one that touches both walls.
            let ball = BodyDescription {
                mass: MassDescription::of_mass(1.0),
                velocity: DVec3::from_slice(&before),
                spin: DVec3::from_slice(&before[3..]),
                ..BodyDescription::new("ball", Shape::Sphere { radius: 1.0 })
            };
            let wall = |name: &str, side: f64| {
                let normal = DVec3::new(0.0, side * angle.sin(), angle.cos());
                BodyDescription { position: -normal, ..BodyDescription::fixed(name, Shape::HalfSpace { normal }) }
            };
            description.bodies = vec![ball, wall("left", 1.0), wall("right", -1.0)];
            let record = go(&description, 1e-6, Simultaneous::Newton);
            if known.is_empty() {
                continue;
            }
            assert_eq!(record.end, End::Time, "{angle} {e} {mu}");
            // The sample after the jump at t = 0.
            let after = record.samples.iter().rev().find(|sample| sample.t == 0.0).unwrap();
            let error = |one: &Value| {
                numbers(&one["after"]).iter().zip(&after.v).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
            };
            let least = known.iter().map(error).fold(f64::INFINITY, f64::min);
            // The vectors have eleven digits.
            assert!(least < 1e-9, "{angle} {e} {mu}: {least:e} {:?}", after.v);
        }
    }
}

/// Four corners at once: the box comes up as it fell, by both rules.
#[test]
fn a_box_that_falls_flat_comes_up_flat() {
    for rule in [Simultaneous::Newton, Simultaneous::Poisson] {
        for mu in [0.0, 0.4] {
            let mut description = WorldDescription::new(law("kane", 0.5, mu));
            description.gravity = DVec3::new(0.0, 0.0, -9.81);
            description.bodies = vec![
                BodyDescription {
                    mass: MassDescription::of_mass(2.0),
                    position: DVec3::new(0.0, 0.0, 1.1),
                    rotation: DQuat::from_rotation_z(0.3),
                    ..BodyDescription::new("box", Shape::Box { size: DVec3::new(0.6, 0.4, 0.2) })
                },
                BodyDescription::fixed("table", Shape::Box { size: DVec3::new(4.0, 4.0, 2.0e-1) }),
            ];
            let record = go(&description, 3.0, rule);
            assert_eq!(record.end, End::Time, "{rule:?} {mu}");
            let fall = (2.0_f64 * 0.9 / 9.81).sqrt();
            let impacts: Vec<f64> = record.of_kind(EventKind::Impact).map(|event| event.t).collect();
            assert!((impacts[0] - fall).abs() < 1e-9 && (impacts[4] - 2.0 * fall).abs() < 1e-9, "{impacts:?}");
            let end = record.samples.last().unwrap();
            assert!((end.q[2] - 0.2).abs() < 1e-9 && end.v.iter().all(|v| v.abs() < 1e-9), "{rule:?} {mu}: {end:?}");
        }
    }
}
