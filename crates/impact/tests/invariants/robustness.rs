//! Any bits at all as input: no panic, and numbers that are given are finite.

use carom_impact::{Coefficient, Coefficients, Collision, Contact, Outcome, Velocity, laws, resolve};
use rand::RngExt;
use rand_pcg::Pcg64;

use crate::case::Case;
use crate::sampler::{decades, share, sign, with_moment};
use crate::trial::{random, wanted};

/// Inputs per law for one checked case of an invariant: 200,000 unless told otherwise.
const PER_CASE: usize = 10;

/// Any double: any bits, the ends of every range, zeros, or any power of ten.
fn wild(rng: &mut Pcg64) -> f64 {
    const ODD: [f64; 10] = [
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::EPSILON,
        1e80,
        -1e-80,
    ];
    match rng.random_range(0..4) {
        0 => f64::from_bits(rng.random()),
        1 => ODD[rng.random_range(0..ODD.len())],
        2 => sign(rng) * decades(rng, -320.0, 308.0),
        _ => sign(rng) * decades(rng, -80.0, 80.0),
    }
}

/// An ordinary collision in which all numbers, some or one are replaced by any others.
fn wild_collision(rng: &mut Pcg64) -> (Contact, Velocity) {
    let chance = [1.0, 0.3, 0.1][rng.random_range(0..3)];
    let Case { contact, before, .. } = with_moment(rng);
    let with_moment = f64::from(u8::from(rng.random::<bool>()));
    let mut perhaps = |ordinary: f64| if rng.random_bool(chance) { wild(rng) } else { ordinary };
    let [a, b, c] = [contact.a, contact.b, contact.c].map(&mut perhaps);
    let [d, e, f] = [contact.d, contact.e, contact.f].map(|part| perhaps(part * with_moment));
    let [normal, tangential, moment] = [before.normal, before.tangential, before.moment].map(perhaps);
    (Contact { a, b, c, d, e, f }, Velocity { normal, tangential, moment })
}

/// Numbers that pass every check, of any size up to its limits.
fn extreme_collision(rng: &mut Pcg64) -> (Contact, Velocity) {
    let (a, c) = (decades(rng, -80.0, 80.0), decades(rng, -80.0, 80.0));
    let coupling = match rng.random_range(0..3) {
        0 => 0.0,
        1 => rng.random_range(-1.0..1.0),
        _ => sign(rng) * (1.0 - decades(rng, -17.0, 0.0)),
    };
    let mut contact = Contact::planar(a, coupling * a.sqrt() * c.sqrt(), c);
    if rng.random() {
        contact.f = decades(rng, -80.0, 80.0);
        contact.d = rng.random_range(-0.7..0.7) * (a.sqrt() * contact.f.sqrt());
    }
    let mut part = || sign(rng) * decades(rng, -80.0, 80.0);
    let (normal, tangential, moment) = (-part().abs(), part(), part());
    (contact, Velocity { normal, tangential, moment })
}

/// Coefficients of any kind, most of them within the ranges of the laws.
fn wild_coefficients(rng: &mut Pcg64) -> Coefficients {
    let mut coefficients = Coefficients::default();
    for name in Coefficient::ALL {
        let value = match rng.random_range(0..12) {
            0 => wild(rng),
            1 => decades(rng, -30.0, 30.0),
            2 => -0.5,
            3 => -share(rng),
            _ => share(rng),
        };
        if name != Coefficient::MuStatic || rng.random_range(0..4) == 0 {
            coefficients.set(name, value);
        }
    }
    coefficients
}

fn is_finite(outcome: &Outcome) -> bool {
    let works = outcome.work.map_or([0.0; 3], |work| [work.compression, work.expansion, work.friction]);
    let energies = [outcome.energy.normal, outcome.energy.tangential, outcome.energy.moment, outcome.energy.total()];
    outcome.impulse.is_finite()
        && outcome.after.is_finite()
        && outcome.compression.is_none_or(|impulse| impulse.is_finite())
        && works.iter().chain(&energies).all(|number| number.is_finite())
}

/// Resolves random inputs by every law; returns how many got numbers.
fn survive(id: &str, sample: impl Fn(&mut Pcg64) -> (Contact, Velocity)) -> usize {
    let mut rng = random(id);
    let mut answered = 0;
    for info in laws::CATALOGUE {
        for _ in 0..wanted() * PER_CASE {
            let (contact, before) = sample(&mut rng);
            let coefficients = wild_coefficients(&mut rng);
            let law = laws::by_name(info.name, &coefficients);
            let (Ok(law), Ok(collision)) = (law, Collision::new(contact, before)) else { continue };
            let outcome = resolve(&law, &collision);
            answered += usize::from(outcome.has_numbers());
            assert!(is_finite(&outcome), "{id}: {law:#?}\n{collision:#?}\n{outcome:#?}");
        }
    }
    println!("{id}: {} inputs per law, {answered} answers", wanted() * PER_CASE);
    answered
}

#[test]
fn any_bits_never_panic() {
    assert!(survive("any bits", wild_collision) > wanted(), "some inputs must get past the checks");
}

#[test]
fn any_sizes_never_panic() {
    assert!(survive("any sizes", extreme_collision) > wanted(), "most inputs must get past the checks");
}
