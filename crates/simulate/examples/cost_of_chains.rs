//! What chains of hinges in space cost: `cargo run --release -p carom-simulate --example cost_of_chains -- 1000 1e-4 1 dop853`: links,
//! tolerance, how often the same second is simulated, and the integrator.
#![allow(clippy::unwrap_used)]

use carom_impact::Coefficients;
use carom_impact::laws::by_name;
use carom_mechanics::space::World;
use carom_mechanics::space::description::{
    Anchor, Axis, BodyDescription, JointDescription, JointFrame, JointKind, MassDescription, Shape, WorldDescription,
};
use carom_mechanics::{Friction, PairLaw};
use carom_simulate::Settings;
use carom_simulate::events::{State, run};
use carom_simulate::record::End;
use glam::{DQuat, DVec3};
use std::time::Instant;

/// The links of the built-in scene: a decimetre each, hung up straight and aslant, hinges across them turned to either side.
fn chain(links: usize) -> World {
    let impact = by_name("newton", &Coefficients { e: Some(0.0), ..Coefficients::default() }).unwrap();
    let law = PairLaw { impact, restitution: 0.0, friction: Friction::Coulomb { mu: 0.0 }, penalty: None };
    let mut world = WorldDescription::new(law);
    world.gravity = DVec3::new(0.0, 0.0, -9.81);
    world.contacts.apart = true;
    let (length, angle) = (0.1, 0.5_f64);
    let down = DVec3::new(angle.sin(), 0.0, -angle.cos());
    let frame = |point: DVec3, k: usize| JointFrame {
        at: Anchor::Start(point),
        axis: Axis::Start(DVec3::new(angle.cos(), if k.is_multiple_of(2) { 1.0 } else { -1.0 }, angle.sin())),
        reference: None,
    };
    for k in 0..links {
        let name = |k: usize| format!("link-{k}");
        world.bodies.push(BodyDescription {
            mass: MassDescription::of_density(1000.0),
            position: (k as f64 + 0.5) * length * down,
            rotation: DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2 - angle),
            ..BodyDescription::new(name(k), Shape::Box { size: DVec3::new(length, 0.02, 0.02) })
        });
        let joint = frame(k as f64 * length * down, k);
        let other = (k > 0).then(|| name(k - 1));
        let kind = JointKind::Revolute { a: joint, b: joint };
        world.joints.push(JointDescription::new(format!("hinge-{k}"), Some(name(k)), other, kind));
    }
    World::new(&world).unwrap()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |k: usize, usual: f64| words.get(k).and_then(|word| word.parse().ok()).unwrap_or(usual);
    let (links, tolerance, repeats) = (number(0, 1000.0) as usize, number(1, 1e-4), number(2, 1.0) as usize);
    let world = chain(links);
    let integrator = words.get(3).map_or("dop853", String::as_str).to_owned();
    let settings = Settings { every: None, integrator, tolerance, ..Settings::until(1.0) };
    let (mut record, mut tip) = (None, DVec3::ZERO);
    let before = Instant::now();
    for _ in 0..repeats {
        let start = world.start().clone();
        let mut state = State { t: 0.0, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
        record = Some(run(&world, &mut state, &settings));
        tip = world.pose(links - 1, 1.0, &state.q).unwrap().point(DVec3::new(0.05, 0.0, 0.0));
    }
    let (seconds, record) = (before.elapsed().as_secs_f64() / repeats as f64, record.unwrap());
    let (counts, turned) = (&record.counts, record.samples.last().unwrap().energy.kinetic);
    if record.end != End::Time {
        println!("{:?}", record.end);
    }
    println!(
        "{links} links at {tolerance:.0e}: {seconds:.2e} s, {} steps and {} rejected, {} evaluations of {:.2} us a link, energy {:.1e}, tip {tip}",
        counts.steps,
        counts.rejected,
        counts.evaluations,
        1e6 * seconds / (counts.evaluations as f64 * links as f64),
        counts.energy_drift / turned,
    );
}
