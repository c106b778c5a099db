//! What several tests need: random numbers, a law, worlds of two bodies, derivatives by central differences.
#![allow(dead_code, missing_docs)] // not every test uses all of it
#![allow(clippy::unwrap_used)] // a test may stop at the first surprise

pub mod space;

use std::sync::Arc;

use carom_impact::{Coefficients, laws};
use carom_mechanics::plane::World;
use carom_mechanics::plane::description::{
    ArcVertex, BodyDescription, Drive, MassDescription, MotionDescription, Shape, ShapeDescription, Side,
    WorldDescription,
};
use carom_mechanics::signal::{Motion, Sinusoid};
use carom_mechanics::{At, Direction, Friction, Model, PairLaw};
use glam::DVec2;
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// So many random cases; `CAROM_CASES`, the number of the long test of the whole workspace, asks for fifty times as many.
pub fn cases(usual: u32) -> ProptestConfig {
    let cases = if std::env::var_os("CAROM_CASES").is_some() { 50 * usual } else { usual };
    // A fixed seed: a failure repeats.
    let rng_seed = RngSeed::Fixed(4);
    ProptestConfig { cases, rng_seed, failure_persistence: None, max_global_rejects: 10 * cases, ..Default::default() }
}

/// A small generator (SplitMix64), so that a failing case is named by one number.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn vector(&mut self, size: f64) -> DVec2 {
        DVec2::new(self.between(-size, size), self.between(-size, size))
    }

    pub fn list(&mut self, n: usize, size: f64) -> Vec<f64> {
        (0..n).map(|_| self.between(-size, size)).collect()
    }
}

pub fn law() -> PairLaw {
    let impact = laws::by_name("newton", &Coefficients { e: Some(0.5), ..Coefficients::default() }).unwrap();
    PairLaw { impact, restitution: 0.5, friction: Friction::Coulomb { mu: 0.3 }, penalty: None }
}

/// A lens of two shallow arcs, a half disc, a box with one round corner: all convex.
pub fn arc_faced(random: &mut Random) -> Shape {
    let side = |bulge: f64| if bulge > 0.0 { Side::Bulge(bulge) } else { Side::Straight };
    let vertex = |x: f64, y: f64, bulge: f64| ArcVertex { point: DVec2::new(x, y), side: side(bulge) };
    let vertices = match random.below(3) {
        0 => vec![vertex(-0.6, 0.0, 0.2), vertex(0.6, 0.0, 0.3)],
        1 => vec![vertex(-0.5, 0.0, 0.0), vertex(0.5, 0.0, 1.0)],
        _ => vec![
            vertex(-0.5, -0.4, 0.0),
            vertex(0.5, -0.4, 0.0),
            // A quarter circle: tan(pi / 8).
            vertex(0.5, 0.1, std::f64::consts::FRAC_PI_8.tan()),
            vertex(0.2, 0.4, 0.0),
            vertex(-0.5, 0.4, 0.0),
        ],
    };
    Shape::ArcFaced { vertices }
}

pub fn convex_polygon(random: &mut Random) -> Shape {
    // Points on an ellipse in ascending order are convex.
    let n = 3 + random.below(5);
    let (a, b) = (random.between(0.3, 0.7), random.between(0.3, 0.7));
    let turn = random.between(0.0, 1.0);
    let point = |k: usize| {
        let angle = std::f64::consts::TAU * (k as f64 + turn) / n as f64;
        DVec2::new(a * angle.cos(), b * angle.sin())
    };
    Shape::Polygon { points: (0..n).map(point).collect() }
}

/// A bounded shape of any kind.
pub fn shape(random: &mut Random) -> Shape {
    match random.below(7) {
        0 => Shape::Point,
        1 => Shape::Disc { radius: random.between(0.1, 0.6) },
        2 => Shape::Rod { length: random.between(0.4, 1.2), radius: 0.0 },
        3 => Shape::Rod { length: random.between(0.4, 1.2), radius: random.between(0.05, 0.2) },
        4 => Shape::Box { width: random.between(0.3, 1.0), height: random.between(0.3, 1.0) },
        5 => convex_polygon(random),
        _ => arc_faced(random),
    }
}

pub fn motion(random: &mut Random, offset: f64) -> Option<Arc<dyn Motion>> {
    Some(Arc::new(Sinusoid {
        offset,
        amplitude: random.between(0.1, 0.5),
        omega: random.between(0.5, 2.0),
        phase: random.between(0.0, 6.0),
    }))
}

pub fn prescribed(random: &mut Random, position: DVec2, angle: f64) -> Drive {
    Drive::Prescribed(MotionDescription {
        x: motion(random, position.x),
        y: motion(random, position.y),
        angle: motion(random, angle),
    })
}

/// A free body somewhere.
pub fn free(random: &mut Random, name: &str, shape: Shape, at: DVec2) -> BodyDescription {
    let placed = ShapeDescription { offset: random.vector(0.3), angle: random.between(-3.0, 3.0), ..shape.into() };
    BodyDescription {
        mass: MassDescription::of_mass_and_moment(random.between(0.5, 2.0), random.between(0.1, 1.0)),
        position: at,
        angle: random.between(-3.0, 3.0),
        velocity: random.vector(2.0),
        spin: random.between(-2.0, 2.0),
        ..BodyDescription::new(name, placed)
    }
}

/// A world of these bodies and nothing else.
pub fn world(bodies: Vec<BodyDescription>) -> World {
    World::new(&WorldDescription { bodies, ..WorldDescription::new(law()) }).unwrap()
}

/// A motion through (q, v) at t with constant accelerations.
pub struct Path {
    pub t: f64,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub a: Vec<f64>,
}

/// Step of central differences of fourth order: the error of the formula, h^4 / 30 times fifth derivatives of up to 1e9 (centres of
/// circles a few centimetres apart), and that of rounding, 1e-15 / h, are both below 1e-8.
pub const STEP: f64 = 1e-4;

/// What the two errors may add up to, for numbers of about ten.
pub const DIFFERENCE: f64 = 1e-7;

impl Path {
    pub fn random(random: &mut Random, world: &World) -> Self {
        let n = world.velocities();
        Self { t: random.between(0.0, 2.0), q: world.start().q.clone(), v: random.list(n, 2.0), a: random.list(n, 3.0) }
    }

    /// Calls `look` at the instant t + s.
    pub fn at<T>(&self, model: &dyn Model, s: f64, look: impl FnOnce(At) -> T) -> T {
        let d: Vec<f64> = self.v.iter().zip(&self.a).map(|(v, a)| v * s + 0.5 * a * s * s).collect();
        let v: Vec<f64> = self.v.iter().zip(&self.a).map(|(v, a)| v + a * s).collect();
        let mut q = self.q.clone();
        model.displace(&mut q, &d);
        look(At { t: self.t + s, q: &q, v: &v })
    }

    /// Derivative of `look` along the motion.
    pub fn derivative(&self, model: &dyn Model, look: impl Fn(At) -> f64) -> f64 {
        self.difference(model, STEP, &look)
    }

    fn difference(&self, model: &dyn Model, h: f64, look: &impl Fn(At) -> f64) -> f64 {
        let across = |h: f64| self.at(model, h, look) - self.at(model, -h, look);
        (8.0 * across(h) - across(2.0 * h)) / (12.0 * h)
    }

    /// Whether central differences with half the step agree: the function varies slowly enough for them.
    pub fn converged(&self, model: &dyn Model, look: impl Fn(At) -> f64) -> bool {
        let (whole, half) = (self.difference(model, STEP, &look), self.difference(model, 0.5 * STEP, &look));
        (whole - half).abs() < 0.1 * DIFFERENCE * (1.0 + half.abs())
    }

    /// row . v' + bias.
    pub fn acceleration(&self, direction: &Direction) -> f64 {
        direction.row.dot(&self.a) + direction.bias
    }
}

pub fn close(got: f64, expected: f64, tolerance: f64, what: &str) {
    let scale = 1.0 + expected.abs();
    assert!((got - expected).abs() <= tolerance * scale, "{what}: got {got}, expected {expected}");
}
