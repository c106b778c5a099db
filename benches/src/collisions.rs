//! Random collisions of all modes.

use carom::impact::{Collision, Contact, Velocity};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Any fixed seed: the same work in every run.
const SEED: u128 = 2026;

/// Collisions with A, C over two decades, any coupling, sliding fast and slow.
pub(crate) fn random(count: usize) -> Vec<Collision> {
    let mut random = Pcg64Mcg::new(SEED);
    let draw = || {
        let a = 10_f64.powf(random.random_range(-1.0..1.0));
        let c = 10_f64.powf(random.random_range(-1.0..1.0));
        let b = random.random_range(-0.99..0.99) * (a * c).sqrt();
        let tangential = random.random_range(-2.0..2.0) * (c / a).sqrt();
        Collision::new(Contact::planar(a, b, c), Velocity::planar(-1.0, tangential)).ok()
    };
    std::iter::repeat_with(draw).flatten().take(count).collect()
}
