//! Rods that meet end to end: thin ones tip on tip, and round ends (K6, X3).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{BodyDescription, Shape, WorldDescription};
use carom_simulate::events::State;
use carom_simulate::record::{End, EventKind};
use carom_simulate::{Settings, penalty};
use glam::DVec2;
use scene::{body, coulomb, floor, go, settings};

fn rod(name: &str, radius: f64, mass: f64, position: DVec2, angle: f64) -> BodyDescription {
    let mut rod = body(name, Shape::Rod { length: 1.0, radius }, mass, position);
    rod.angle = angle;
    rod
}

/// Two rods on one line, the first comes with 1 m/s: v_1 = (m_1 - e m_2)/M, v_2 = (1 + e) m_1/M.
fn head_on(radii: [f64; 2], masses: [f64; 2], e: f64) -> WorldDescription {
    let mut world = WorldDescription::new(coulomb(e, 0.3));
    let mut first = rod("first", radii[0], masses[0], DVec2::ZERO, 0.0);
    first.velocity = DVec2::X;
    world.bodies.push(first);
    world.bodies.push(rod("second", radii[1], masses[1], DVec2::new(1.3, 0.0), 0.0));
    world
}

#[test]
fn rods_collide_end_to_end() {
    for radii in [[0.0, 0.0], [0.0, 0.05], [0.05, 0.0], [0.02, 0.05]] {
        for (masses, e) in [([1.0, 2.0], 0.5), ([3.0, 1.0], 1.0), ([1.0, 1.0], 0.0)] {
            let (record, state) = go(&head_on(radii, masses, e), &settings(1.0));
            let impact = record.of_kind(EventKind::Impact).next().unwrap();
            assert!((impact.t - (0.3 - radii[0] - radii[1])).abs() < 1e-12, "{radii:?}: {}", impact.t);
            let total = masses[0] + masses[1];
            let expected = [(masses[0] - e * masses[1]) / total, (1.0 + e) * masses[0] / total];
            // One impulse: rounding.
            for (found, expected) in [state.v[0], state.v[3]].iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12, "{radii:?} {masses:?} {e}: {:?}", state.v);
            }
            assert!([1, 2, 4, 5].iter().all(|&k| state.v[k].abs() < 1e-12), "{:?}", state.v);
        }
    }
}

/// Two thin rods come together like the sides of a roof: the normal lies between them, D_N turns round times e, momentum stays.
#[test]
fn tips_meet_at_an_angle() {
    let (e, angle) = (0.6, 0.7_f64);
    let mut world = WorldDescription::new(coulomb(e, 0.0));
    for (name, side) in [("left", 1.0), ("right", -1.0)] {
        let mut one = rod(name, 0.0, 1.0, DVec2::new(-side * (0.5 * angle.cos() + 0.1), 0.0), side * angle);
        one.velocity = DVec2::new(side, 0.0);
        world.bodies.push(one);
    }
    let (record, state) = go(&world, &settings(0.2));
    let impact = record.of_kind(EventKind::Impact).next().unwrap();
    let part = impact.impact.as_ref().unwrap();
    assert!((impact.t - 0.1).abs() < 1e-12 && (impact.normal[0] + 1.0).abs() < 1e-12, "{impact:?}");
    assert!((part.before[0] + 2.0).abs() < 1e-12 && (part.after[0] - 2.0 * e).abs() < 1e-12);
    assert!((state.v[0] + state.v[3]).abs() < 1e-12 && (state.v[2] + state.v[5]).abs() < 1e-12);
}

/// vectors/contact/card-a-frame.json with cards that have no thickness: they stand if mu of the floor reaches 1/(2 tan angle), and
/// fall alike.
#[test]
fn thin_cards_lean_on_each_other() {
    let angle = 1.1_f64;
    for (factor, stands) in [(1.001, true), (0.99, false)] {
        let mut world = floor(coulomb(0.0, factor / (2.0 * angle.tan())), 9.81, 0.0);
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let middle = 0.5 * DVec2::new(-side * angle.cos(), angle.sin());
            world.bodies.push(rod(name, 0.0, 0.3, middle, side * angle));
        }
        let (_, state) = go(&world, &settings(0.3));
        let start = World::new(&world).unwrap().start().q.clone();
        let moved = state.q.iter().zip(&start).fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        assert_eq!(moved < 1e-12, stands, "{factor}: moved {moved}");
        // The mirror image of one is the other.
        assert!((state.q[0] + state.q[3]).abs() < 1e-9 && (state.q[1] - state.q[4]).abs() < 1e-9, "{:?}", state.q);
    }
}

/// A step of the penalty method that ended where the rods lay in each other took their sides for the contact (seen: 290 J from 0.5 J).
#[test]
fn springs_do_not_step_over_a_round_end() {
    let world = World::new(&head_on([0.05, 0.05], [1.0, 2.0], 0.5)).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let record = penalty::run(&world, &mut state, &Settings { every: Some(0.1), ..Settings::until(1.0) });
    assert_eq!(record.end, End::Time);
    // The restitution of a damped spring is that of the law to the damping at its surface.
    assert!(state.v[0].abs() < 1e-3 && (state.v[3] - 0.5).abs() < 1e-3, "{:?}", state.v);
}
