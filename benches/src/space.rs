//! Cost of the laws in space, and of paths over the frictionless law.

use std::hint::black_box;
use std::time::Instant;

use carom::impact::{Coefficients, space};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::report::{Line, Target};

/// Any fixed seed: the same collisions in every run.
const SEED: u128 = 1877;

/// Collisions a round, and rounds; the least time counts, since a disturbance only ever adds.
const COLLISIONS: usize = 2_000;
const ROUNDS: usize = 10;

/// What a path may cost (microseconds), asked for as a time.
const PATH_LIMIT: f64 = 20.0;

/// G = B B^t + I/10 with entries of B in (-1, 1); slips as fast as the approach.
fn collisions() -> Vec<space::Collision> {
    let mut random = Pcg64Mcg::new(SEED);
    let draw = || {
        let b: [[f64; 3]; 3] = [[0; 3]; 3].map(|row| row.map(|_| random.random_range(-1.0..1.0)));
        let product = |i: usize, j: usize| (0..3).map(|k| b[i][k] * b[j][k]).sum::<f64>();
        let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j| product(i, j) + if i == j { 0.1 } else { 0.0 }));
        let tangential = [random.random_range(-1.0..1.0), random.random_range(-1.0..1.0)].into();
        space::Collision::new(rows, space::Velocity { normal: -1.0, tangential }).ok()
    };
    std::iter::repeat_with(draw).flatten().take(COLLISIONS).collect()
}

/// Microseconds a collision for every law in space.
pub(crate) fn costs() -> Vec<Line> {
    let collisions = collisions();
    let given = Coefficients { e: Some(0.5), mu: Some(0.4), e_t: Some(0.3), ..Default::default() };
    let laws: Vec<space::Law> = space::NAMES.iter().filter_map(|name| space::by_name(name, &given).ok()).collect();
    let mut least = vec![f64::INFINITY; laws.len()];
    for _ in 0..ROUNDS {
        for (law, least) in laws.iter().zip(&mut least) {
            let start = Instant::now();
            for collision in &collisions {
                black_box(space::resolve(black_box(law), black_box(collision)));
            }
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    laws.iter().zip(&least).map(|(law, time)| line(law.name(), 1e6 * time / COLLISIONS as f64)).collect()
}

fn line(law: &str, got: f64) -> Line {
    let is_path = ["wang-mason-newton", "wang-mason-poisson", "stronge"].contains(&law);
    let target = if is_path { Target::AtMost(PATH_LIMIT) } else { Target::None };
    Line { what: format!("in space, {law}: microseconds a collision"), got, target }
}
