//! Scenes of one body by the exact method, within the tolerance each states (vectors/contact; K6, W3, X3).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::Friction;
use carom_mechanics::plane::description::{
    Anchor, BodyDescription, CentreOfMass, Drive, ForceDescription, ForceFrame, MassDescription, MotionDescription,
    Shape,
};
use carom_mechanics::signal::{Constant, Sinusoid, Uniform};
use carom_simulate::record::EventKind;
use glam::DVec2;
use scene::*;
use std::sync::Arc;

#[test]
fn ball_on_oscillating_table() {
    for case in cases(include_str!("data/contact/ball-on-oscillating-table.json")) {
        let data = &case.data;
        let (a, omega) = (number(data, "A"), number(data, "omega"));
        let table = |t0: f64| {
            let mut world = floor(coulomb(number(data, "e"), 0.0), number(data, "gravity"), 0.0);
            let motion = Sinusoid { offset: 0.0, amplitude: a, omega, phase: omega * t0 };
            world.bodies[0].drive =
                Drive::Prescribed(MotionDescription { y: Some(Arc::new(motion)), ..MotionDescription::default() });
            world
        };
        if data["start"].is_string() {
            let mut world = table(0.0);
            let mut ball = body("ball", Shape::Point, 1.0, DVec2::ZERO);
            ball.velocity = DVec2::new(0.0, a * omega);
            world.bodies.push(ball);
            let (record, _) = go(&world, &settings(0.16));
            near("leaves", times(&record, EventKind::Separation)[0], number(&case.expected, "leaves_at"), 1e-9);
            let impacts = times(&record, EventKind::Impact);
            for (k, t) in case.expected["first_impacts_time"].as_array().unwrap().iter().take(12).enumerate() {
                near("impact", impacts[k], t.as_f64().unwrap(), 1e-9);
            }
            near("sticks", times(&record, EventKind::Rest)[0], number(&case.expected, "sticks_at"), 1e-6);
            continue;
        }
        let start = &data["start"];
        let mut world = table(number(start, "time"));
        let mut ball = body("ball", Shape::Point, 1.0, DVec2::new(0.0, number(start, "height")));
        let speed = data["velocity_start"].as_f64().unwrap_or(number(start, "velocity"));
        ball.velocity = DVec2::new(0.0, speed);
        world.bodies.push(ball);
        if let Some(list) = case.expected["impacts_time_and_velocity_after"].as_array() {
            let (record, _) = go(&world, &settings(7.0));
            let impacts = times(&record, EventKind::Impact);
            for (k, pair) in list.iter().enumerate() {
                near("impact", impacts[k] + number(start, "time"), pair[0].as_f64().unwrap(), 1e-9);
            }
        } else {
            let period = number(&case.expected, "flight_time");
            let (record, _) = go(&world, &settings(200.5 * period));
            let last = record.of_kind(EventKind::Impact).last().unwrap();
            assert_eq!(record.counts.impacts, 200);
            near("time", last.t, 200.0 * period, 1e-9);
            let after =
                last.impact.as_ref().unwrap().after[0] + a * omega * (omega * (last.t + number(start, "time"))).cos();
            near("velocity", after, number(&case.expected, "velocity_after"), 1e-9);
        }
    }
}

#[test]
fn block_on_incline() {
    for case in cases(include_str!("data/contact/block-on-incline.json")) {
        let data = &case.data;
        if data["mu"].is_null() {
            continue;
        }
        let mut world = floor(coulomb(0.0, number(data, "mu")), number(data, "gravity"), number(data, "slope_angle"));
        let (width, height) = (number(data, "width"), number(data, "height"));
        let mut block =
            body("block", Shape::Box { width, height }, number(data, "mass"), DVec2::new(0.0, 0.5 * height));
        block.velocity.x = -data["velocity_start_up"].as_f64().unwrap_or(0.0);
        world.bodies.push(block);
        let (record, state) = go(&world, &settings(number(data, "until")));
        let expected = &case.expected;
        let distance = ["displacement", "displacement_down_slope_at_end"].iter().find_map(|k| expected[*k].as_f64());
        let tolerance = if expected["moves"] == false { 1e-12 } else { 1e-10 };
        near(&case.name, state.q[0], distance.unwrap(), tolerance);
        if let Some(stop) = expected["stop_time"].as_f64() {
            let mut stops = times(&record, EventKind::Stick);
            stops.extend(times(&record, EventKind::Reversal));
            near("stop", stops[0], stop, 1e-10);
        }
        if let Some(forces) = expected["normal_forces_rear_front"].as_array() {
            let mut found: Vec<f64> = record.samples.last().unwrap().contact_forces.iter().map(|f| f.normal).collect();
            found.sort_by(f64::total_cmp);
            for (found, expected) in found.iter().zip(forces) {
                near("force", *found, expected.as_f64().unwrap(), 1e-8);
            }
        }
    }
}

/// A block with its spring on a floor that may run; the block is a point so that there is one contact.
fn oscillator(
    data: &serde_json::Value,
    friction: Friction,
    normal: f64,
    belt: f64,
) -> carom_mechanics::plane::description::WorldDescription {
    let mass = number(data, "mass");
    let mut world = floor(law(0.0, friction), normal / mass, 0.0);
    let motion = MotionDescription {
        x: Some(Arc::new(Uniform { start: 0.0, rate: belt, acceleration: 0.0 })),
        ..MotionDescription::default()
    };
    world.bodies[0].drive = Drive::Prescribed(motion);
    world.bodies.push(body("block", Shape::Point, mass, DVec2::ZERO));
    let stiffness = number(data, "stiffness");
    let pull = Pull { stiffness };
    world.forces.push(ForceDescription::Applied {
        body: "block".to_owned(),
        at: Anchor::Local(DVec2::ZERO),
        force: [Some(Arc::new(pull)), None],
        torque: None,
        frame: ForceFrame::World,
    });
    world
}

/// -k x of the second body.
#[derive(Debug)]
struct Pull {
    stiffness: f64,
}

impl carom_mechanics::signal::Signal for Pull {
    fn value(&self, _t: f64, bodies: &[carom_mechanics::signal::BodyState]) -> f64 {
        -self.stiffness * bodies[1].x
    }
}

#[test]
fn belt_stick_slip() {
    for case in cases(include_str!("data/contact/belt-stick-slip.json")) {
        let data = &case.data;
        let friction = Friction::StaticKinetic { mu_static: number(data, "mu_static"), mu: number(data, "mu_kinetic") };
        let mut world = oscillator(data, friction, number(data, "normal_force"), number(data, "belt_speed"));
        world.bodies[1].position.x = number(&data["start"], "x");
        world.bodies[1].velocity.x = number(&data["start"], "v");
        let (record, state) = go(&world, &settings(number(data, "until")));
        if let Some(events) = case.expected["events"].as_array() {
            let (slips, sticks) = (times(&record, EventKind::Slip), times(&record, EventKind::Stick));
            let sticks: Vec<f64> = sticks.into_iter().filter(|t| *t > 0.0).collect();
            for (k, pair) in events.chunks(2).enumerate() {
                near("slip", slips[k], number(&pair[0], "t"), 1e-9);
                near("stick", sticks[k], number(&pair[1], "t"), 1e-9);
            }
        } else if let Some(first) = case.expected["first_slip_at"].as_f64() {
            near("first slip", times(&record, EventKind::Slip)[0], first, 1e-9);
            let (w, amplitude) = (10.0, number(&case.expected, "amplitude"));
            let x = number(&case.expected, "x_mean") + amplitude * (w * (number(data, "until") - first)).sin();
            near("x on the grazing circle", state.q[0], x, 1e-8);
        }
    }
}

#[test]
fn coulomb_oscillator_free() {
    for case in cases(include_str!("data/contact/coulomb-oscillator-free.json")) {
        let data = &case.data;
        let mut world = oscillator(data, Friction::Coulomb { mu: 0.2 }, number(data, "friction_force") / 0.2, 0.0);
        world.bodies[1].position.x = number(data, "x_start");
        let (record, state) = go(&world, &settings(number(data, "until")));
        let rest = ["rest_position", "x"].iter().find_map(|k| case.expected[*k].as_f64()).unwrap();
        near(&case.name, state.q[0], rest, 1e-10);
        if let Some(stop) = case.expected["stops_at"].as_f64() {
            near("stops", *times(&record, EventKind::Stick).last().unwrap(), stop, 1e-9);
        }
    }
}

#[test]
fn rolling_down_slope() {
    for case in cases(include_str!("data/contact/rolling-down-slope.json")) {
        let data = &case.data;
        let (Some(radius), Some(mu)) = (data["radius"].as_f64(), data["mu"].as_f64()) else { continue };
        let mut world = floor(coulomb(0.0, mu), number(data, "gravity"), number(data, "slope_angle"));
        let mass = number(data, "mass");
        let mut disc = body("disc", Shape::Disc { radius }, mass, DVec2::new(0.0, radius));
        disc.mass = MassDescription::of_mass_and_moment(mass, number(data, "inertia_factor") * mass * radius * radius);
        world.bodies.push(disc);
        let (_, state) = go(&world, &settings(number(data, "until")));
        let distance = number(&case.expected, "distance");
        near(&case.name, state.q[0], distance, 1e-10 * distance);
        let spin = number(&case.expected, "spin");
        near(&case.name, -state.v[2], spin, 1e-10 * spin.abs());
    }
}

#[test]
fn rocking_block() {
    for case in cases(include_str!("data/contact/rocking-block.json")) {
        let data = &case.data;
        let (Some(b), Some(h)) = (data["half_width"].as_f64(), data["half_height"].as_f64()) else { continue };
        let mut world = floor(coulomb(0.0, number(data, "mu")), number(data, "gravity"), 0.0);
        let mut block =
            body("block", Shape::Box { width: 2.0 * b, height: 2.0 * h }, number(data, "mass"), DVec2::ZERO);
        if let Some(list) = case.expected["impacts"].as_array() {
            let angle = number(data, "angle_start");
            block.angle = -angle;
            block.position = DVec2::new(0.0, h * angle.cos() + b * angle.sin());
            world.bodies.push(block);
            let (record, _) = go(&world, &settings(number(data, "until")));
            let found: Vec<_> = record.of_kind(EventKind::Impact).collect();
            let mut instants = times(&record, EventKind::Impact);
            instants.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
            for (k, impact) in list.iter().enumerate() {
                near("impact", instants[k], number(impact, "t"), 1e-8);
                let sample = record.samples.iter().rev().find(|s| s.t == instants[k]).unwrap();
                near("spin after", sample.v[2].abs(), number(impact, "spin_after"), 1e-8);
            }
            assert!(!found.is_empty());
        } else if let Some(t) = case.expected["impact_time"].as_f64() {
            block.position.y = 0.2 + h;
            world.bodies.push(block);
            let (record, state) = go(&world, &settings(0.5));
            near("flat landing", times(&record, EventKind::Impact)[0], t, 1e-8);
            assert!(state.v.iter().all(|v| v.abs() < 1e-12));
            for event in record.of_kind(EventKind::Impact) {
                near(
                    "impulse",
                    event.impact.as_ref().unwrap().impulse[0],
                    number(&case.expected, "impulse_each_corner"),
                    1e-9,
                );
            }
        }
    }
}

#[test]
fn box_topple_or_slide() {
    for case in cases(include_str!("data/contact/box-topple-or-slide.json")) {
        let data = &case.data;
        let (Some(mu), Some(expected)) =
            (data["mu"].as_f64(), case.expected["initial_acceleration_x_y_angular"].as_array())
        else {
            continue;
        };
        let slope = data["slope_angle"].as_f64().unwrap_or(0.0);
        let (width, height) = (number(data, "width"), number(data, "height"));
        let mut world = floor(coulomb(0.0, mu), number(data, "gravity"), slope);
        world.bodies.push(body(
            "box",
            Shape::Box { width, height },
            number(data, "mass"),
            DVec2::new(0.0, 0.5 * height),
        ));
        if let Some(push) = data["push"].as_f64() {
            world.forces.push(ForceDescription::Applied {
                body: "box".to_owned(),
                at: Anchor::Local(DVec2::new(0.0, number(data, "push_height") - 0.5 * height)),
                force: [Some(Arc::new(Constant(push))), None],
                torque: None,
                frame: ForceFrame::World,
            });
        }
        let found = accelerations(&world);
        for (found, expected) in found.iter().zip(expected) {
            let expected = expected.as_f64().unwrap();
            near(&case.name, *found, expected, 1e-9 * expected.abs().max(1.0));
        }
    }
}

#[test]
fn ladder() {
    for case in cases(include_str!("data/contact/ladder.json")) {
        let data = &case.data;
        let (Some(half), Some(angle)) = (data["half_length"].as_f64(), data["angle"].as_f64()) else { continue };
        let mut world = floor(coulomb(0.0, number(data, "mu_floor")), number(data, "gravity"), 0.0);
        world.bodies.push(BodyDescription::fixed("wall", Shape::HalfSpace { normal: DVec2::X }));
        world.contacts.pairs.push(carom_mechanics::plane::description::PairDescription {
            between: ["ladder".to_owned(), "wall".to_owned()],
            law: coulomb(0.0, number(data, "mu_wall")),
        });
        let mut rod = body(
            "ladder",
            Shape::Rod { length: 2.0 * half, radius: 0.0 },
            number(data, "mass"),
            half * DVec2::new(angle.cos(), angle.sin()),
        );
        rod.angle = -angle;
        rod.centre = CentreOfMass::ORIGIN;
        world.bodies.push(rod);
        if let Some(leaves) = case.expected["leaves_wall_at_time"].as_f64() {
            let (record, state) = go(&world, &settings(leaves + 1e-3));
            near("leaves", times(&record, EventKind::Separation)[0], leaves, 1e-8);
            near("speed", state.v[0], number(&case.expected, "horizontal_speed_after"), 1e-8);
            continue;
        }
        let found = accelerations(&world)[2];
        let expected = -case.expected["angular_acceleration"].as_f64().unwrap_or(0.0);
        // Relative, but for the rounding of v / t.
        near(&case.name, found, expected, 1e-11 + 1e-9 * expected.abs());
    }
}
