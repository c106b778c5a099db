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
    let laws: [(&str, Closed); 3] = [("wang-mason-poisson", poisson), ("wang-mason-newton", newton), ("kane", kane)];
    let mut lines = Vec::new();
    for (law, closed) in laws {
        let worst = samples.iter().map(|sample| difference(law, closed, sample)).fold(0.0, largest);
        lines.push(at_most(format!("{law} against its closed form, corrected, {SAMPLES} collisions"), PROMISED, worst));
    }
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

/// The closed forms of a law, as impulses (I_N, I_T).
type Closed = fn(&Sample) -> (f64, f64);

/// Table 3.2 and the impulses of 3.7.3, corrected (laws.md, section 2), with Poisson's end.
fn poisson(sample: &Sample) -> (f64, f64) {
    let Terms { a, b, c, n, t, mu, e, s, det } = Terms::of(sample);
    let slide = -(1.0 + e) * n / (a + s * mu * b);
    let stuck = -(1.0 + e) * (c * n + b * t) / det;
    let reversed = -(1.0 + e) / (a - s * mu * b) * (n + 2.0 * s * mu * b * t / (b + s * mu * c));
    by_mode(sample, slide, [stuck, slide], [reversed, slide])
}

/// The same with Newton's end, where compression and expansion modes share one formula.
fn newton(sample: &Sample) -> (f64, f64) {
    let Terms { a, b, c, n, t, mu, e, s, det } = Terms::of(sample);
    let slide = -(1.0 + e) * n / (a + s * mu * b);
    let stuck = -((1.0 + e) * c * n + b * t) / det;
    let reversed = -1.0 / (a - s * mu * b) * ((1.0 + e) * n + 2.0 * s * mu * b * t / (b + s * mu * c));
    by_mode(sample, slide, [stuck; 2], [reversed; 2])
}

/// Kane's law: the sticking impulse if it is in the cone, else the sliding one (000, 3.4).
fn kane(sample: &Sample) -> (f64, f64) {
    let Terms { a, b, c, n, t, mu, e, det, .. } = Terms::of(sample);
    let (i_n, i_t) = (-((1.0 + e) * c * n + b * t) / det, -((1.0 + e) * b * n + a * t) / det);
    if i_n > 0.0 && i_t.abs() <= mu * i_n {
        return (i_n, i_t);
    }
    let s = if i_n > 0.0 { -i_t.signum() } else { b.signum() };
    let slide = -(1.0 + e) * n / (a + s * mu * b);
    (slide, -s * mu * slide)
}

/// A, B, C, D_NA, D_TA, mu, e, s = sign(D_TA) and det of a sample.
struct Terms {
    a: f64,
    b: f64,
    c: f64,
    n: f64,
    t: f64,
    mu: f64,
    e: f64,
    s: f64,
    det: f64,
}

impl Terms {
    fn of(sample: &Sample) -> Self {
        let (contact, before) = (sample.collision.contact(), sample.collision.before());
        let s = if before.tangential < 0.0 { -1.0 } else { 1.0 };
        let det = sample.collision.det();
        let (n, t) = (before.normal, before.tangential);
        Self { a: contact.a, b: contact.b, c: contact.c, n, t, mu: sample.mu, e: sample.e, s, det }
    }
}

/// The formula of the mode that Table 3.2 names: slide, or [in compression, in expansion] for stick and for reverse.
fn by_mode(sample: &Sample, slide: f64, stuck: [f64; 2], reversed: [f64; 2]) -> (f64, f64) {
    let Terms { a, b, c, n, t, mu, e, s, .. } = Terms::of(sample);
    let (p_d, p_q) = ((a + s * mu * b) * s * t, (mu * c + s * b) * -n);
    if p_d > (1.0 + e) * p_q {
        return (slide, -s * mu * slide);
    }
    let phase = usize::from(p_d > p_q);
    if mu > b.abs() / c {
        (stuck[phase], (b * stuck[phase] - t) / c)
    } else {
        (reversed[phase], s * mu * (reversed[phase] - 2.0 * t / (b + s * mu * c)))
    }
}

/// Difference of a law from its closed form, over the impulse and the condition of the contact.
fn difference(law: &str, closed: Closed, sample: &Sample) -> f64 {
    let Some(outcome) = solve(law, sample).filter(Outcome::has_numbers) else { return f64::NAN };
    let (i_n, i_t) = closed(sample);
    let off = (outcome.impulse.normal - i_n).abs().max((outcome.impulse.tangential - i_t).abs());
    let contact = sample.collision.contact();
    off / outcome.impulse.magnitude() * sample.collision.det() / (contact.a * contact.c)
}
