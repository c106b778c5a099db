//! Worlds of several bodies by the exact method: stacks, joints, a bin (W2, X3, the accuracy contract).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    Anchor, BodyDescription, JointDescription, JointKind, MassDescription, Shape, WorldDescription,
};
use carom_mechanics::{Friction, PairLaw, Site};
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, EventKind, Record};
use carom_simulate::{Settings, stepping};
use glam::DVec2;
use scene::deepest;
use std::collections::BTreeMap;

fn law(e: f64, mu: f64) -> PairLaw {
    let impact = by_name("kane", &Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() }).unwrap();
    PairLaw { impact, restitution: e, friction: Friction::Coulomb { mu }, penalty: None }
}

fn described(e: f64, mu: f64) -> WorldDescription {
    let mut world = WorldDescription::new(law(e, mu));
    world.gravity = DVec2::new(0.0, -9.81);
    world.bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y }));
    world
}

fn body(name: &str, shape: Shape, mass: f64, position: DVec2) -> BodyDescription {
    let mut body = BodyDescription::new(name, shape);
    body.mass = MassDescription::of_mass(mass);
    body.position = position;
    body
}

fn start(world: &World) -> State {
    let start = world.start().clone();
    State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 }
}

fn go(world: &World, until: f64) -> (Record, State) {
    let mut state = start(world);
    let record = run(world, &mut state, &Settings { every: Some(until / 20.0), ..Settings::until(until) });
    (record, state)
}

#[test]
fn a_stack_dropped_flat_stops_at_once_and_for_ever() {
    let mut world = described(0.0, 0.5);
    for k in 0..5 {
        let shape = Shape::Box { width: 0.4, height: 0.2 };
        world.bodies.push(body(&format!("block{k}"), shape, 1.0, DVec2::new(0.0, 0.6 + 0.2 * f64::from(k))));
    }
    let world = World::new(&world).unwrap();
    let (record, state) = go(&world, 2.0);
    assert_eq!(
        record.end,
        End::Time,
        "{:?} {:?}",
        record.counts,
        &record.events[record.events.len().saturating_sub(6)..]
    );
    let impact = record.of_kind(EventKind::Impact).next().unwrap();
    assert!((impact.t - (2.0_f64 * 0.5 / 9.81).sqrt()).abs() < 1e-10, "{}", impact.t);
    assert!(state.v.iter().all(|v| v.abs() < 1e-12), "{:?}", state.v);
    for k in 0..5 {
        assert!((state.q[3 * k + 1] - 0.1 - 0.2 * k as f64).abs() < 1e-12 && state.q[3 * k].abs() < 1e-12);
    }
}

#[test]
fn a_tower_of_twenty_stands() {
    let mut world = described(0.0, 0.5);
    for k in 0..20 {
        let shape = Shape::Box { width: 0.4, height: 0.2 };
        world.bodies.push(body(&format!("block{k}"), shape, 1.0, DVec2::new(0.0, 0.1 + 0.2 * f64::from(k))));
    }
    let world = World::new(&world).unwrap();
    let (record, state) = go(&world, 1.0);
    assert_eq!(record.end, End::Time);
    assert!(record.of_kind(EventKind::Impact).next().is_none());
    assert!(state.v.iter().all(|v| v.abs() < 1e-11), "{:?}", state.v);
    let last = record.samples.last().unwrap();
    let ground: f64 = last
        .contact_forces
        .iter()
        .filter(|f| world.bodies_of_pair(f.touch.site.pair).1 == 0 || world.bodies_of_pair(f.touch.site.pair).0 == 0)
        .map(|f| f.normal)
        .sum();
    assert!((ground - 196.2).abs() < 1e-7, "{ground}");
}

#[test]
fn a_chain_of_pins_keeps_its_energy_and_its_joints() {
    let mut world = WorldDescription::new(law(0.0, 0.0));
    world.gravity = DVec2::new(0.0, -9.81);
    let mut before: Option<String> = None;
    for k in 0..4 {
        let name = format!("rod{k}");
        world.bodies.push(body(
            &name,
            Shape::Rod { length: 0.5, radius: 0.0 },
            1.0,
            DVec2::new(0.25 + 0.5 * f64::from(k), 0.0),
        ));
        let at = Anchor::Start(DVec2::new(0.5 * f64::from(k), 0.0));
        let kind = JointKind::Pin { at_a: at, at_b: at };
        world.joints.push(JointDescription { name: format!("pin{k}"), a: name.clone(), b: before.clone(), kind });
        before = Some(name);
    }
    for pair in [["rod0", "rod2"], ["rod0", "rod3"], ["rod1", "rod3"]] {
        world.contacts.excluded.push(pair.map(str::to_owned));
    }
    let world = World::new(&world).unwrap();
    let (record, _) = go(&world, 3.0);
    assert_eq!(record.end, End::Time);
    let energies: Vec<f64> = record.samples.iter().map(|s| s.energy.total()).collect();
    let drift = energies.iter().fold(0.0_f64, |m, e| m.max((e - energies[0]).abs()));
    // The tolerance of the integrator over some thousand steps, against energies of 20 J.
    assert!(drift < 1e-6, "{drift:e}");
    assert!(record.counts.joint_error < 1e-10, "{:e}", record.counts.joint_error);
}

fn bin(count: usize) -> World {
    let mut world = described(0.3, 0.4);
    for (name, x, normal) in [("left", -0.5, DVec2::X), ("right", 0.5, DVec2::NEG_X)] {
        let mut wall = BodyDescription::fixed(name, Shape::HalfSpace { normal });
        wall.position = DVec2::new(x, 0.0);
        world.bodies.push(wall);
    }
    for k in 0..count {
        let (column, row) = (k % 5, k / 5);
        let position = DVec2::new(-0.36 + 0.17 * column as f64 + 0.013 * row as f64, 0.15 + 0.2 * row as f64);
        let shape = if k % 2 == 0 { Shape::Disc { radius: 0.06 } } else { Shape::Box { width: 0.1, height: 0.08 } };
        let mut one = body(&format!("body{k}"), shape, 1.0, position);
        one.angle = 0.3 * k as f64;
        world.bodies.push(one);
    }
    World::new(&world).unwrap()
}

fn check_bin(record: &Record) {
    // Energy never grows: restitution 0.3 and friction only take.
    for pair in record.samples.windows(2) {
        assert!(
            pair[1].energy.total() <= pair[0].energy.total() + 1e-8,
            "{} {}",
            pair[0].t,
            pair[1].energy.total() - pair[0].energy.total()
        );
    }
}

/// Nothing stops a disc that rolls but a wall: at rest are the boxes, and what rolls has little energy.
fn check_rest(record: &Record, state: &State) {
    assert_eq!(record.end, End::Time, "{:?}", record.counts);
    check_bin(record);
    assert!(record.counts.penetration < 1e-9, "{:e}", record.counts.penetration);
    let speed = |k: usize| state.v[3 * k..3 * k + 3].iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    for k in (1..state.v.len() / 3).step_by(2) {
        assert!(speed(k) < 1e-6, "box {k} moves with {:e}", speed(k));
    }
    let (first, last) = (record.samples[0].energy, record.samples.last().unwrap().energy);
    // Rolling discs keep what they had in their last slow turns: a thousandth of the fall is far above it.
    assert!(last.kinetic < 1e-3 * (first.total() - last.potential), "{} J", last.kinetic);
}

/// No event is missed: nothing overlaps at any recorded instant, before and after every impact among them, and nothing presses
/// that has not touched before.
fn check_gaps(world: &World, record: &Record) {
    let (depth, t) = deepest(world, record);
    // Contacts are closed within 1e-10 of the size of a body; events are located far more finely.
    assert!(depth < 1e-9, "{depth:e} m at {t} s");
    let mut met: BTreeMap<Site, f64> = BTreeMap::new();
    for event in record.events.iter().filter(|e| matches!(e.kind, EventKind::Impact | EventKind::Contact)) {
        met.entry(event.touch.unwrap().site).or_insert(event.t);
    }
    for sample in &record.samples {
        for force in &sample.contact_forces {
            let first = met.get(&force.touch.site);
            assert!(first.is_some_and(|t| *t <= sample.t), "{:?} presses at {} s unannounced", force.touch, sample.t);
        }
    }
}

#[test]
fn ten_discs_and_boxes_come_to_rest_in_a_bin() {
    let world = bin(10);
    let (record, state) = go(&world, 3.0);
    check_rest(&record, &state);
    check_gaps(&world, &record);
}

#[test]
fn thirty_discs_and_boxes_come_to_rest_in_a_bin() {
    let world = bin(30);
    let (record, state) = go(&world, 5.0);
    check_rest(&record, &state);
    check_gaps(&world, &record);
}

#[test]
fn the_same_bin_by_stepping_loses_energy_too() {
    let world = bin(10);
    let mut state = start(&world);
    let record = stepping::run(&world, &mut state, &Settings { step: 1e-3, every: Some(0.1), ..Settings::until(3.0) });
    assert_eq!(record.end, End::Time);
    assert!(record.counts.residual < 1e-8, "{:e}", record.counts.residual);
    let (first, last) = (record.samples[0].energy, record.samples.last().unwrap().energy);
    // Discs go on rolling; boxes lie still.
    assert!(last.kinetic < 1e-3 * (first.total() - last.potential), "{} J", last.kinetic);
    for k in [1, 3, 5, 7, 9] {
        assert!(state.v[3 * k..3 * k + 3].iter().all(|v| v.abs() < 1e-3), "{:?}", &state.v[3 * k..3 * k + 3]);
    }
}
