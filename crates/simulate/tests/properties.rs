//! Small random scenes by the exact method: what must hold whatever happens (X3, the accuracy contract).
#![allow(clippy::unwrap_used)]

#[path = "common/scene.rs"]
mod scene;

use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{BodyDescription, Shape, WorldDescription};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::{End, Record};
use glam::DVec2;
use scene::*;

/// Numbers in [0, 1) from a seed (a linear congruential generator: enough for scenes).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Two to five bodies thrown at each other; with a floor and gravity, or in empty space. `mirror` is -1 for the mirrored scene.
fn scene(seed: u64, grounded: bool, (e, mu): (f64, f64), mirror: f64) -> WorldDescription {
    let mut chance = Chance(seed);
    let mut world = if grounded { floor(coulomb(e, mu), 9.81, 0.0) } else { WorldDescription::new(coulomb(e, mu)) };
    for k in 0..2 + (seed % 4) as usize {
        let shape = if chance.next() < 0.5 {
            Shape::Disc { radius: 0.1 + 0.1 * chance.next() }
        } else {
            Shape::Box { width: 0.2 + 0.2 * chance.next(), height: 0.2 + 0.1 * chance.next() }
        };
        let position = DVec2::new(mirror * (0.55 * k as f64 - 0.8), 0.4 + 0.3 * chance.next());
        let mut one = body(&format!("body{k}"), shape, 0.5 + chance.next(), position);
        one.angle = mirror * 3.0 * (chance.next() - 0.5);
        one.velocity = DVec2::new(mirror * (-1.5 * k as f64 + chance.next()), chance.next() - 0.5);
        one.spin = mirror * 2.0 * (chance.next() - 0.5);
        world.bodies.push(one);
    }
    world
}

fn play(world: &WorldDescription, until: f64) -> (Record, State) {
    let world = World::new(world).unwrap();
    let start = world.start().clone();
    let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let record = run(&world, &mut state, &Settings { every: Some(0.02), ..Settings::until(until) });
    (record, state)
}

#[test]
fn nothing_penetrates_and_friction_stays_in_its_cone() {
    for seed in 0..40 {
        let mu = 0.3;
        let (record, _) = play(&scene(seed, true, (0.4, mu), 1.0), 1.5);
        assert_eq!(record.end, End::Time, "seed {seed}");
        assert!(record.counts.penetration < 1e-9, "seed {seed}: {:e}", record.counts.penetration);
        let size = record.samples.iter().flat_map(|s| &s.contact_forces).fold(0.0_f64, |m, f| m.max(f.normal));
        // Forces of several contacts need not be unique; those written are then the ones of least norm.
        for force in record.samples.iter().filter(|s| s.contact_forces.len() == 1).flat_map(|s| &s.contact_forces) {
            assert!(force.normal >= -1e-9 * size, "seed {seed}: pulls with {}", force.normal);
            assert!(force.tangential[0].abs() <= mu * force.normal + 1e-9 * size, "seed {seed}: {force:?}");
        }
    }
}

#[test]
fn without_friction_energy_is_never_created_and_kept_if_e_is_one() {
    for seed in 0..40 {
        for e in [1.0, 0.5] {
            let (record, _) = play(&scene(seed, true, (e, 0.0), 1.0), 0.8);
            assert_eq!(record.end, End::Time, "seed {seed}");
            for pair in record.samples.windows(2) {
                let change = pair[1].energy.total() - pair[0].energy.total();
                // The tolerance of the integrator.
                assert!(change <= 1e-8, "seed {seed} e {e} t {}: {change:e}", pair[0].t);
                assert!(e < 1.0 || change >= -1e-8, "seed {seed} t {}: {change:e}", pair[0].t);
            }
        }
    }
}

#[test]
fn momentum_is_kept_in_empty_space() {
    for seed in 0..40 {
        let description = scene(seed, false, (0.6, 0.3), 1.0);
        let (record, _) = play(&description, 1.5);
        assert_eq!(record.end, End::Time, "seed {seed}");
        let momentum = |v: &[f64]| -> DVec2 {
            let masses = description.bodies.iter().map(|b: &BodyDescription| b.mass.mass.unwrap());
            masses.enumerate().map(|(k, m)| m * DVec2::new(v[3 * k], v[3 * k + 1])).sum()
        };
        let (first, last) = (momentum(&record.samples[0].v), momentum(&record.samples.last().unwrap().v));
        assert!((first - last).length() < 1e-11, "seed {seed}: {first} {last}");
    }
}

#[test]
fn a_mirrored_scene_moves_as_the_mirror_image_and_a_scene_always_the_same() {
    for seed in 0..40 {
        let (_, state) = play(&scene(seed, true, (0.4, 0.3), 1.0), 0.5);
        let (_, again) = play(&scene(seed, true, (0.4, 0.3), 1.0), 0.5);
        assert_eq!(state, again, "seed {seed}");
        let (_, image) = play(&scene(seed, true, (0.4, 0.3), -1.0), 0.5);
        for (k, (a, b)) in state.q.iter().zip(&image.q).enumerate() {
            let sign = if k % 3 == 1 { 1.0 } else { -1.0 };
            // A few impacts multiply rounding.
            assert!((a - sign * b).abs() < 1e-9, "seed {seed} coordinate {k}: {a} {b}");
        }
    }
}
