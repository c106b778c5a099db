//! What an event costs: `cargo run --release -p carom-simulate --example cost_per_event -- ball`, or a number of bodies in a bin.
#![allow(clippy::unwrap_used)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use glam::DVec2;
use std::time::Instant;

fn described(e: f64, mu: f64) -> WorldDescription {
    let impact = by_name("kane", &Coefficients { e: Some(e), mu: Some(mu), ..Coefficients::default() }).unwrap();
    let law = PairLaw { impact, restitution: e, friction: Friction::Coulomb { mu }, penalty: None };
    let mut world = WorldDescription::new(law);
    world.gravity = DVec2::new(0.0, -9.81);
    world.bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec2::Y }));
    world
}

fn body(name: String, shape: Shape, position: DVec2, angle: f64) -> BodyDescription {
    let mass = MassDescription::of_mass(1.0);
    BodyDescription { mass, position, angle, ..BodyDescription::new(name, shape) }
}

/// A ball dropped from one metre, until its tenth apex.
fn ball() -> (World, f64) {
    let e: f64 = 0.8;
    let mut world = described(e, 0.0);
    world.bodies.push(body("ball".to_owned(), Shape::Disc { radius: 0.1 }, DVec2::new(0.0, 1.1), 0.0));
    let flights: f64 = (1..10).map(|k| 2.0 * e.powi(k)).sum::<f64>() + e.powi(10);
    (World::new(&world).unwrap(), (2.0_f64 / 9.81).sqrt() * (1.0 + flights))
}

/// Discs and boxes dropped into a bin that is wider the more there are.
fn bin(count: usize) -> (World, f64) {
    let mut world = described(0.3, 0.4);
    for (name, x, normal) in [("left", -0.5, DVec2::X), ("right", 0.5, DVec2::NEG_X)] {
        let position = DVec2::new(x, 0.0);
        world.bodies.push(BodyDescription { position, ..BodyDescription::fixed(name, Shape::HalfSpace { normal }) });
    }
    for k in 0..count {
        let (column, row) = ((k % 5) as f64, (k / 5) as f64);
        let place = DVec2::new(-0.36 + 0.17 * column + 0.013 * row, 0.15 + 0.2 * row);
        let shape = if k % 2 == 0 { Shape::Disc { radius: 0.06 } } else { Shape::Box { width: 0.1, height: 0.08 } };
        world.bodies.push(body(format!("body{k}"), shape, place, 0.3 * k as f64));
    }
    (World::new(&world).unwrap(), 3.0)
}

fn main() {
    let what = std::env::args().nth(1).unwrap_or_else(|| "ball".to_owned());
    let ((world, until), repeats) = match what.parse() {
        Ok(count) => (bin(count), 1),
        Err(_) => (ball(), 1000),
    };
    let start = world.start().clone();
    let before = Instant::now();
    let mut counts = None;
    for _ in 0..repeats {
        let mut state = State { t: 0.0, q: start.q.clone(), v: start.v.clone(), closed: Vec::new(), step: 0.0 };
        let record = run(&world, &mut state, &Settings { every: None, ..Settings::until(until) });
        counts = Some((record.counts.impacts, record.counts.steps, record.end));
    }
    let (impacts, steps, end) = counts.unwrap();
    let each = before.elapsed().as_secs_f64() / f64::from(repeats);
    println!(
        "{what}: {impacts} impacts, {steps} steps, {end:?}; {:.1} us, {:.1} us an impact",
        1e6 * each,
        1e6 * each / impacts.max(1) as f64
    );
}
