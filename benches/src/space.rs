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

/// The part of the collisions that the slowest ones are.
const SLOWEST: f64 = 0.01;

/// A collision and the coefficients it is resolved with.
struct Sample {
    collision: space::Collision,
    coefficients: Coefficients,
}

/// G = B B^t + I/10 with entries of B in (-1, 1); slips as fast as the approach; e from 0 to 1, mu from 0 to 1.5, above and below what
/// sticks.
fn samples() -> Vec<Sample> {
    let mut random = Pcg64Mcg::new(SEED);
    let draw = || {
        let b: [[f64; 3]; 3] = [[0; 3]; 3].map(|row| row.map(|_| random.random_range(-1.0..1.0)));
        let product = |i: usize, j: usize| (0..3).map(|k| b[i][k] * b[j][k]).sum::<f64>();
        let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j| product(i, j) + if i == j { 0.1 } else { 0.0 }));
        let tangential = [random.random_range(-1.0..1.0), random.random_range(-1.0..1.0)].into();
        let (e, mu) = (Some(random.random_range(0.0..1.0)), Some(random.random_range(0.0..1.5)));
        let coefficients = Coefficients { e, mu, e_t: Some(0.3), ..Default::default() };
        let collision = space::Collision::new(rows, space::Velocity { normal: -1.0, tangential }).ok()?;
        Some(Sample { collision, coefficients })
    };
    std::iter::repeat_with(draw).flatten().take(COLLISIONS).collect()
}

/// Microseconds a collision for every law in space: the mean, and for paths the slowest hundredth of the collisions.
pub(crate) fn costs() -> Vec<Line> {
    let samples = samples();
    space::NAMES.iter().flat_map(|name| lines(name, cost(name, &samples))).collect()
}

/// The mean over a round and the least of the slowest, in microseconds.
struct Cost {
    mean: f64,
    slowest: f64,
}

fn cost(name: &str, samples: &[Sample]) -> Cost {
    let law = |sample: &Sample| Some((sample.collision, space::by_name(name, &sample.coefficients).ok()?));
    let work: Vec<(space::Collision, space::Law)> = samples.iter().filter_map(law).collect();
    let (mut least, mut each) = (f64::INFINITY, vec![f64::INFINITY; work.len()]);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for (collision, law) in &work {
            black_box(space::resolve(black_box(law), black_box(collision)));
        }
        least = least.min(start.elapsed().as_secs_f64());
    }
    for _ in 0..ROUNDS {
        for ((collision, law), least) in work.iter().zip(&mut each) {
            let start = Instant::now();
            black_box(space::resolve(black_box(law), black_box(collision)));
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    each.sort_by(f64::total_cmp);
    let place = ((1.0 - SLOWEST) * each.len() as f64) as usize;
    Cost { mean: 1e6 * least / work.len() as f64, slowest: 1e6 * each.get(place).copied().unwrap_or(f64::NAN) }
}

fn lines(law: &str, cost: Cost) -> Vec<Line> {
    let what = format!("in space, {law}: microseconds a collision");
    if !["wang-mason-newton", "wang-mason-poisson", "stronge"].contains(&law) {
        return vec![Line { what, got: cost.mean, target: Target::None }];
    }
    let slowest = format!("in space, {law}: one in a hundred takes more than");
    vec![
        Line { what, got: cost.mean, target: Target::AtMost(PATH_LIMIT) },
        Line { what: slowest, got: cost.slowest, target: Target::None },
    ]
}
