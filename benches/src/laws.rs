//! Cost of each law over the frictionless one, same collisions, rounds taken in turn.

use std::hint::black_box;
use std::time::Instant;

use carom::impact::laws::{self, BuiltIn, CATALOGUE};
use carom::impact::{Coefficients, Collision, Outcome, resolve_batch};

use crate::report::{Line, Target};

/// Rounds over all laws; the least time of each counts, since a disturbance only ever adds.
const ROUNDS: usize = 40;

/// Ratios asked for; the other laws are told for information.
const TARGETS: [(&str, f64); 6] = [
    ("kane", 12.0),
    ("glocker-pfeiffer", 12.0),
    ("wang-mason-newton", 12.0),
    ("wang-mason-poisson", 12.0),
    ("stronge", 12.0),
    ("smith", 60.0),
];

/// Every law with friction and restitution in the middle of their ranges.
fn all_laws() -> Vec<BuiltIn> {
    let given = Coefficients {
        e: Some(0.5),
        mu: Some(0.4),
        nu: Some(0.3),
        e_t: Some(0.3),
        e_m: Some(-1.0),
        e_mc: Some(-1.0),
        e_me: Some(-1.0),
        ..Default::default()
    };
    CATALOGUE.iter().filter_map(|info| laws::by_name(info.name, &given).ok()).collect()
}

/// Cost of every law relative to the first, `newton`.
pub(crate) fn ratios(collisions: &[Collision]) -> Vec<Line> {
    let laws = all_laws();
    let mut outcomes = vec![Outcome::default(); collisions.len()];
    let mut least = vec![f64::INFINITY; laws.len()];
    for _ in 0..ROUNDS {
        for (law, least) in laws.iter().zip(&mut least) {
            let start = Instant::now();
            black_box(resolve_batch(black_box(law), black_box(collisions), &mut outcomes));
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    let frictionless = least[0];
    println!(
        "frictionless law: {:.1} ns a collision (lower bound of the ratios below)",
        1e9 * frictionless / collisions.len() as f64
    );
    CATALOGUE
        .iter()
        .zip(&least)
        .map(|(info, time)| {
            let target = TARGETS.iter().find(|(name, _)| *name == info.name);
            let target = target.map_or(Target::None, |&(_, limit)| Target::AtMost(limit));
            Line { what: format!("{}: cost over the frictionless law", info.name), got: time / frictionless, target }
        })
        .collect()
}
