//! The accuracy contract of one impact: closed forms to 1e-12, no energy from laws that cannot create it.

use carom_impact::laws::CATALOGUE;
use carom_impact::{Coefficients, Outcome, Warning, laws, resolve};

use super::sample::{Sample, samples};
use super::{Line, at_most, count};

/// Random collisions looked at.
const SAMPLES: usize = 20_000;

/// What the contract promises, relative to the impulse and to the condition AC/det of the contact.
const PROMISED: f64 = 1e-12;

pub(super) fn run() -> Vec<Line> {
    let samples = samples(SAMPLES);
    let mut lines = vec![at_most(
        format!("Routh path ended by Poisson against the closed forms of 3.7.3 corrected, {SAMPLES} collisions"),
        PROMISED,
        samples.iter().map(closed_form_difference).fold(0.0, largest),
    )];
    for info in CATALOGUE.iter().filter(|info| !info.creates_energy) {
        let gains = samples.iter().filter(|sample| gains_energy(info.name, sample)).count();
        lines.push(count(format!("{}: energy created in {SAMPLES} collisions", info.name), 0, gains));
    }
    lines
}

/// Larger of two numbers; NaN counts as infinite.
fn largest(worst: f64, new: f64) -> f64 {
    if new.is_nan() { f64::INFINITY } else { worst.max(new) }
}

fn solve(law: &str, sample: &Sample) -> Option<Outcome> {
    let coefficients =
        Coefficients { e: Some(sample.e), mu: Some(sample.mu), nu: Some(0.5), e_t: Some(0.5), ..Default::default() };
    Some(resolve(&laws::by_name(law, &coefficients).ok()?, &sample.collision))
}

fn gains_energy(law: &str, sample: &Sample) -> bool {
    solve(law, sample).is_none_or(|outcome| !outcome.has_numbers() || outcome.warnings.contains(Warning::EnergyCreated))
}

/// Table 3.2 and the impulses of 3.7.3, corrected (laws.md, section 2), against the path; over the impulse and the condition.
fn closed_form_difference(sample: &Sample) -> f64 {
    let (contact, before) = (sample.collision.contact(), sample.collision.before());
    let (a, b, c) = (contact.a, contact.b, contact.c);
    let (n, t) = (before.normal, before.tangential);
    let (mu, e, det) = (sample.mu, sample.e, sample.collision.det());
    let s = if t < 0.0 { -1.0 } else { 1.0 };
    let (p_d, p_q) = ((a + s * mu * b) * s * t, (mu * c + s * b) * -n);
    let sticks = mu > contact.mu_s();
    let slide = -(1.0 + e) * n / (a + s * mu * b);
    let stuck = |i_n: f64| (i_n, (b * i_n - t) / c);
    let reversed = |i_n: f64| (i_n, s * mu * (i_n - 2.0 * t / (b + s * mu * c)));
    let (i_n, i_t) = match (p_d > (1.0 + e) * p_q, p_d > p_q, sticks) {
        (true, _, _) => (slide, -s * mu * slide),
        (false, true, true) => stuck(slide),
        (false, true, false) => reversed(slide),
        (false, false, true) => stuck(-(1.0 + e) * (c * n + b * t) / det),
        (false, false, false) => {
            reversed(-(1.0 + e) / (a - s * mu * b) * (n + 2.0 * s * mu * b * t / (b + s * mu * c)))
        }
    };
    let Some(outcome) = solve("wang-mason-poisson", sample).filter(Outcome::has_numbers) else { return f64::NAN };
    let off = (outcome.impulse.normal - i_n).abs().max((outcome.impulse.tangential - i_t).abs());
    off / outcome.impulse.magnitude() * det / (a * c)
}
