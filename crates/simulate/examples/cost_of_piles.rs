//! What piles in space cost: `cargo run --release -p carom-simulate --example cost_of_piles -- boxes 1000 1.0 0.005 1e-4 100`: what,
//! how many, seconds to simulate, step, tolerance and sweeps.
#![allow(clippy::unwrap_used)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::space::World;
use carom_mechanics::space::description::{BodyDescription, MassDescription, Shape, WorldDescription};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::events::State;
use carom_simulate::{Settings, stepping};
use glam::{DQuat, DVec3};
use std::time::Instant;

/// Bodies in layers over a bin of half-spaces.
fn bin(shape: impl Fn(usize) -> Shape, count: usize, pitch: f64) -> World {
    let impact = by_name("kane", &Coefficients { e: Some(0.0), mu: Some(0.5), ..Coefficients::default() }).unwrap();
    let mut world = WorldDescription::new(PairLaw {
        impact,
        restitution: 0.0,
        friction: Friction::Coulomb { mu: 0.5 },
        penalty: None,
    });
    world.gravity = DVec3::new(0.0, 0.0, -9.81);
    let side = (count as f64).cbrt().ceil() as usize;
    let half = (0.5 * side as f64 + 0.1) * pitch;
    for (name, normal) in [("left", DVec3::X), ("right", DVec3::NEG_X), ("front", DVec3::Y), ("back", DVec3::NEG_Y)] {
        let wall = BodyDescription::fixed(name, Shape::HalfSpace { normal });
        world.bodies.push(BodyDescription { position: -half * normal, ..wall });
    }
    world.bodies.push(BodyDescription::fixed("floor", Shape::HalfSpace { normal: DVec3::Z }));
    for k in 0..count {
        let place = [k % side, k / side % side, k / side / side].map(|i| i as f64);
        let wobble = |f: f64| 0.05 * pitch * (f * k as f64).sin();
        world.bodies.push(BodyDescription {
            mass: MassDescription::of_density(1000.0),
            position: DVec3::new(
                (place[0] + 0.6) * pitch - half + wobble(3.0),
                (place[1] + 0.6) * pitch - half + wobble(5.0),
                (place[2] + 0.7) * pitch,
            ),
            rotation: DQuat::from_scaled_axis(60.0 * DVec3::new(wobble(7.0), wobble(11.0), wobble(13.0))),
            ..BodyDescription::new(format!("body {k}"), shape(k))
        });
    }
    World::new(&world).unwrap()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, usual: f64| words.get(k).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (count, until) = (number(1, 1000.0) as usize, number(2, 1.0));
    let size = 0.2;
    let world = if words.first().is_some_and(|word| word == "spheres") {
        bin(|_| Shape::Sphere { radius: 0.5 * size }, count, 1.25 * size)
    } else {
        bin(|_| Shape::Box { size: DVec3::splat(size) }, count, 1.95 * size)
    };
    let settings = Settings {
        ahead: true,
        every: Some(0.1),
        step: number(3, 0.005),
        tolerance: number(4, 1e-4),
        sweeps: number(5, 100.0) as usize,
        ..Settings::until(until)
    };
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let before = Instant::now();
    let record = stepping::run(&world, &mut state, &settings);
    let taken = before.elapsed().as_secs_f64();
    let speed = state.v.iter().map(|v| v.abs()).fold(0.0, f64::max);
    println!(
        "{count} bodies, {} contacts at the end: {:.2} s a simulated second; overlap {:.2e} m, residual {:.1e}, speed {speed:.2e} m/s, {:?}",
        record.samples.last().map_or(0, |sample| sample.contact_forces.len()),
        taken / until,
        record.counts.penetration,
        record.counts.residual,
        record.end,
    );
}
