//! Random collisions of all kinds, the same in every run (laws.md, section 6).

use carom_impact::{Collision, Contact, Velocity};
use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;

/// Seed of every check; any other would do.
const SEED: u128 = 0x000f_7e4a_039c_52fa_f02d_0c0f_fee0_1998;

/// A collision with friction and restitution.
pub(super) struct Sample {
    pub(super) collision: Collision,
    pub(super) mu: f64,
    pub(super) e: f64,
}

/// `count` random collisions: A, C over four decades, |B| up to 0.9999 sqrt(AC), friction around mu_s and beyond.
pub(super) fn samples(count: usize) -> Vec<Sample> {
    let mut random = Pcg64Mcg::new(SEED);
    std::iter::repeat_with(|| sample(&mut random)).flatten().take(count).collect()
}

fn sample(random: &mut impl Rng) -> Option<Sample> {
    let a = 10_f64.powf(random.random_range(-2.0..2.0));
    let c = 10_f64.powf(random.random_range(-2.0..2.0));
    let b = random.random_range(-0.9999..0.9999) * (a * c).sqrt();
    let contact = Contact::planar(a, b, c);
    let normal = -10_f64.powf(random.random_range(-1.0..1.0));
    let tangential = random.random_range(-3.0..3.0) * normal.abs() * (c / a).sqrt();
    let collision = Collision::new(contact, Velocity::planar(normal, tangential)).ok()?;
    let mu = contact.mu_s() * 10_f64.powf(random.random_range(-1.0..1.0));
    Some(Sample { collision, mu, e: random.random_range(0.0..1.0) })
}
