//! Scenes of several bodies by the exact method, within the tolerance each states (vectors/contact; K6, W2, X3).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::description::{
    Anchor, BodyDescription, CentreOfMass, ForceDescription, ForceFrame, PairDescription, Shape, WorldDescription,
};
use carom_mechanics::signal::Constant;
use carom_simulate::record::EventKind;
use carom_simulate::{Settings, Simultaneous};
use glam::DVec2;
use scene::*;
use serde_json::Value;
use std::sync::Arc;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn newton_cradle() {
    for case in cases(include_str!("data/contact/newton-cradle.json")) {
        let data = &case.data;
        let Some(velocities) = data["velocity_start"].as_array() else { continue };
        let mut world = WorldDescription::new(coulomb(number(data, "e"), 0.0));
        let (radius, gap) = (data["radius"].as_f64().unwrap_or(0.02), number(data, "gaps"));
        for (k, v) in velocities.iter().enumerate() {
            let x = k as f64 * (2.0 * radius + gap);
            let mut ball = body(&format!("ball{k}"), Shape::Disc { radius }, number(data, "mass"), DVec2::new(x, 0.0));
            ball.velocity.x = v.as_f64().unwrap();
            world.bodies.push(ball);
        }
        let (record, state) = go(&world, &settings(0.5));
        for (k, expected) in numbers(&case.expected["velocities_after"]).iter().enumerate() {
            near(&case.name, state.v[3 * k], *expected, 1e-10);
        }
        if let Some(hits) = case.expected["hit_times_and_pair"].as_array() {
            let found = times(&record, EventKind::Impact);
            assert_eq!(found.len(), hits.len());
            for (found, hit) in found.iter().zip(hits) {
                near("hit", *found, hit[0].as_f64().unwrap(), 1e-9);
            }
        }
    }
}

#[test]
fn stacks() {
    for case in cases(include_str!("data/contact/stacks.json")) {
        let data = &case.data;
        let (width, height, count) = (number(data, "width"), number(data, "height"), number(data, "blocks") as usize);
        let mut world = floor(coulomb(0.0, number(data, "mu")), number(data, "gravity"), 0.0);
        let gap = data["drop_gap"].as_f64().unwrap_or(0.0);
        let mut shifts = data["shift_of_block_over_the_one_below_from_top"]
            .as_array()
            .map_or(Vec::new(), |_| numbers(&data["shift_of_block_over_the_one_below_from_top"]));
        let tower = !shifts.is_empty();
        let mut x = 0.0;
        for k in 0..count {
            if k > 0 {
                x += shifts.pop().unwrap_or(0.0);
            }
            let position = DVec2::new(x, gap + (k as f64 + 0.5) * height);
            let mut block = body(&format!("block{k}"), Shape::Box { width, height }, number(data, "mass"), position);
            if tower && k == 0 {
                block = BodyDescription::fixed("block0", Shape::Box { width, height });
                block.position = position;
            }
            world.bodies.push(block);
        }
        // Long enough to show a creep, short enough that a falling tower has not come to rest.
        let (record, state) = go(&world, &settings(if tower { 0.3 } else { data["until"].as_f64().unwrap_or(100.0) }));
        if let Some(t) = case.expected["impact_time"].as_f64() {
            near("impact", times(&record, EventKind::Impact)[0], t, 1e-10);
        }
        let stays = case.expected["stays"] != false;
        let speed = state.v.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        assert_eq!(speed < 1e-12, stays, "{}: {speed:e}", case.name);
        if stays && !tower {
            for k in 0..count {
                near("drift", state.q[3 * k + 1], (k as f64 + 0.5) * height, 1e-12);
                near("drift", state.q[3 * k], 0.0, 1e-12);
            }
        }
    }
}

#[test]
fn pushed_row() {
    for case in cases(include_str!("data/contact/pushed-row.json")) {
        let data = &case.data;
        let mut world = floor(coulomb(0.0, number(data, "mu_floor")), number(data, "gravity"), 0.0);
        let gap = data["gaps"].as_f64().unwrap_or(0.0);
        let masses = numbers(&data["masses"]);
        for (k, mass) in masses.iter().enumerate() {
            let shape = Shape::Box { width: 0.2, height: 0.1 };
            world.bodies.push(body(&format!("block{k}"), shape, *mass, DVec2::new(k as f64 * (0.2 + gap), 0.05)));
            if k > 0 {
                let between = [format!("block{}", k - 1), format!("block{k}")];
                world.contacts.pairs.push(PairDescription { between, law: coulomb(0.0, 0.0) });
            }
        }
        world.forces.push(ForceDescription::Applied {
            body: "block0".to_owned(),
            // Pushed at the height of the floor: nothing tips.
            at: Anchor::Local(DVec2::ZERO),
            force: [Some(Arc::new(Constant(number(data, "push")))), None],
            torque: None,
            frame: ForceFrame::World,
        });
        let (record, state) = go(&world, &settings(2.0));
        if let Some(x) = case.expected["displacement_after_2_s"].as_f64() {
            near(&case.name, state.q[0], x, 1e-9 * x);
        } else if let Some(collisions) = case.expected["collisions"].as_array() {
            let found = times(&record, EventKind::Impact);
            assert_eq!(found.len(), collisions.len(), "{}: {found:?}", case.name);
            for (found, collision) in found.iter().zip(collisions) {
                near("collision", *found, number(collision, "t"), 1e-9);
            }
        } else {
            assert!(state.v.iter().all(|v| v.abs() < 1e-12), "{}", case.name);
        }
    }
}

#[test]
fn two_masses_on_a_line() {
    for case in cases(include_str!("data/contact/two-masses-on-a-line.json")) {
        let data = &case.data;
        let radius = 0.1;
        let mut world = WorldDescription::new(coulomb(number(data, "e"), 0.0));
        let mut add = |name: &str, mass: f64, x: f64, v: f64| {
            let mut one = body(name, Shape::Disc { radius }, mass, DVec2::new(x, 0.0));
            one.velocity.x = v;
            world.bodies.push(one);
        };
        if data["m1"].is_number() {
            add("one", number(data, "m1"), 0.0, number(data, "v1"));
            add("two", number(data, "m2"), 1.0 + 2.0 * radius, number(data, "v2"));
            let (record, state) = go(&world, &settings(1.0));
            near("time", times(&record, EventKind::Impact)[0], number(&case.expected, "t"), 1e-9);
            near("v1", state.v[0], number(&case.expected, "v1_after"), 1e-9);
            near("v2", state.v[3], number(&case.expected, "v2_after"), 1e-9);
            continue;
        }
        let (small, big) = (&data["small_start"], &data["big_start"]);
        add("small", number(data, "small_mass"), small[0].as_f64().unwrap() + radius, small[1].as_f64().unwrap());
        add("big", number(data, "big_mass"), big[0].as_f64().unwrap() + 3.0 * radius, big[1].as_f64().unwrap());
        world.bodies.push(BodyDescription::fixed("wall", Shape::HalfSpace { normal: DVec2::X }));
        let last = number(&case.expected, "time_of_last_collision");
        let (record, state) = go(&world, &Settings { tolerance: 1e-10, ..settings(last + 1.0) });
        let impacts = times(&record, EventKind::Impact);
        assert_eq!(impacts.len() as f64, number(&case.expected, "collisions"), "{}", case.name);
        near("last", *impacts.last().unwrap(), last, 1e-9 * last);
        near("big", state.v[3], number(&case.expected, "big_velocity_end"), 1e-9);
        near("small", state.v[0], number(&case.expected, "small_velocity_end"), 1e-9);
    }
}

#[test]
fn three_coins() {
    for case in cases(include_str!("data/contact/three-coins.json")) {
        let data = &case.data;
        let radius = 0.012;
        let mut world = WorldDescription::new(coulomb(number(data, "e"), number(data, "mu")));
        let mut striker = body("striker", Shape::Disc { radius }, number(data, "mass"), DVec2::ZERO);
        striker.velocity.x = 1.0;
        world.bodies.push(striker);
        for (name, side) in [("upper", 1.0), ("lower", -1.0)] {
            let place = 2.0 * radius * DVec2::new((30.0_f64).to_radians().cos(), side * 0.5);
            world.bodies.push(body(name, Shape::Disc { radius }, number(data, "mass"), place));
        }
        world.contacts.excluded.push(["upper".to_owned(), "lower".to_owned()]);
        let sequence = data["order"].is_string();
        let simultaneous = if sequence { Simultaneous::Sequence } else { Simultaneous::Newton };
        let (_, state) = go(&world, &Settings { simultaneous, ..settings(1e-3) });
        let striker = case.expected["striker_after"].as_array().or(case.expected["striker"].as_array()).unwrap();
        near(&case.name, state.v[0], striker[0].as_f64().unwrap(), 1e-10);
        near(&case.name, state.v[1], striker[1].as_f64().unwrap(), 1e-10);
        if let Some(spin) = case.expected["upper_target_spin"].as_f64() {
            near("spin", state.v[5], spin, 1e-10 * spin.abs());
        }
    }
}

#[test]
fn card_a_frame() {
    for case in cases(include_str!("data/contact/card-a-frame.json")) {
        let data = &case.data;
        let Some(mu) = data["mu_floor"].as_f64() else { continue };
        let (length, angle) = (number(data, "card_length"), number(data, "angle_to_ground"));
        let mut world = floor(coulomb(0.0, mu), number(data, "gravity"), 0.0);
        // A thin card cannot be met by the end of another: by symmetry one card against a smooth wall is the same.
        world.bodies.push(BodyDescription::fixed("wall", Shape::HalfSpace { normal: DVec2::X }));
        let law = coulomb(0.0, 0.0);
        world.contacts.pairs.push(PairDescription { between: ["card".to_owned(), "wall".to_owned()], law });
        let middle = 0.5 * length * DVec2::new(angle.cos(), angle.sin());
        let mut card = body("card", Shape::Rod { length, radius: 0.0 }, number(data, "card_mass"), middle);
        card.angle = -angle;
        card.centre = CentreOfMass::ORIGIN;
        world.bodies.push(card);
        let found = accelerations(&world)[2];
        let expected = -case.expected["angular_acceleration_if_slips"].as_f64().unwrap_or(0.0);
        near(&case.name, found, expected, 1e-9 * expected.abs().max(1e-2));
        if case.expected["stays"] == true {
            let (record, _) = go(&world, &settings(1.0));
            let mut forces: Vec<f64> = record.samples.last().unwrap().contact_forces.iter().map(|f| f.normal).collect();
            forces.sort_by(f64::total_cmp);
            near("apex", forces[0], number(&case.expected, "apex_force"), 1e-9 * forces[0]);
            near("floor", forces[1], number(&case.expected, "floor_normal_each"), 1e-9 * forces[1]);
        }
    }
}
