//! K11: the proof of 002 as a check. At e = 0 the Routh path ended by Newton, by Poisson and by Stronge gives one answer in all three
//! friction cases, that of (2.2)-(2.6) corrected. Whittaker's algebraic law (000, 3.4) is another law: it differs where the slip reverses.

use carom_impact::{Impulse, Outcome, laws, resolve};

use super::sample::{Sample, samples};
use super::{Line, ROUNDING, at_most, count, friction, impulses, number};

const ENDS: [&str; 3] = ["wang-mason-newton", "wang-mason-poisson", "stronge"];

/// Random collisions looked at.
const SAMPLES: usize = 20_000;

/// Share of the impulse within which two answers are the same: rounding times the condition AC/det, up to 5000 in the sample.
const SAME: f64 = 1e-11;

pub(super) fn run() -> Vec<Line> {
    let mut lines = three_cases();
    lines.extend(random());
    lines
}

/// a = a~ = 2.5, b = 1.5, v_N0 = 1 in the notation of 002; (2.2), (2.3)-(2.4), (2.6) with the signs of laws.md.
fn three_cases() -> Vec<Line> {
    let (a, b, v) = (2.5, 1.5, 1.0);
    let slide = |mu: f64| (v / (a + mu * b), -mu * v / (a + mu * b));
    let stick = |v_t: f64| {
        let i_n = (a * v - b * v_t) / (a * a - b * b);
        (i_n, (b * i_n - v_t) / a)
    };
    let reverse = |mu: f64, v_t: f64| {
        let i_n = (v * (b + mu * a) - 2.0 * mu * b * v_t) / ((a - mu * b) * (b + mu * a));
        (i_n, mu * (i_n - 2.0 * v_t / (b + mu * a)))
    };
    let cases = [
        ("slide (2.2)", 0.2, 2.0, slide(0.2)),
        ("stick (2.3), (2.4)", 0.9, 0.4, stick(0.4)),
        ("reverse (2.6)", 0.3, 0.4, reverse(0.3, 0.4)),
    ];
    let mut lines = Vec::new();
    for (case, mu, v_t, (normal, tangential)) in cases {
        for law in ENDS {
            let (i_n, i_t, _) = impulses(law, [a, b, a], [-v, v_t], friction(0.0, mu));
            lines.push(number(format!("002 {case}, {law}: I_N"), normal, i_n, ROUNDING));
            lines.push(number(format!("002 {case}, {law}: I_T"), tangential, i_t, ROUNDING));
        }
    }
    lines
}

fn solve(law: &str, sample: &Sample) -> Option<Outcome> {
    Some(resolve(&laws::by_name(law, &friction(0.0, sample.mu)).ok()?, &sample.collision))
}

/// Largest difference of two impulses over their size; NaN if one is missing.
fn difference(first: Option<Outcome>, second: Option<Outcome>) -> f64 {
    let impulse = |outcome: Option<Outcome>| {
        outcome.filter(Outcome::has_numbers).map_or(Impulse::planar(f64::NAN, f64::NAN), |outcome| outcome.impulse)
    };
    let (p, q) = (impulse(first), impulse(second));
    let off = (p.normal - q.normal).abs().max((p.tangential - q.tangential).abs());
    off / p.magnitude()
}

fn random() -> Vec<Line> {
    let samples = samples(SAMPLES);
    let mut worst = 0.0_f64;
    let (mut reversals, mut differ, mut elsewhere) = (0, 0, 0);
    for sample in &samples {
        let [newton, poisson, stronge] = ENDS.map(|law| solve(law, sample));
        for off in [difference(newton, poisson), difference(newton, stronge)] {
            worst = if off.is_nan() { f64::INFINITY } else { worst.max(off) };
        }
        let reverse = newton.and_then(|outcome| outcome.mode).is_some_and(|mode| mode.as_str() == "C-reverse");
        let kane_differs = difference(newton, solve("kane", sample)) > SAME;
        reversals += usize::from(reverse);
        differ += usize::from(reverse && kane_differs);
        elsewhere += usize::from(!reverse && kane_differs);
    }
    vec![
        at_most(format!("{SAMPLES} random collisions at e = 0: largest difference of the three ends"), SAME, worst),
        count(format!("Kane's law differs from them in every C-reverse ({reversals} found)"), reversals, differ),
        count("Kane's law differs from them elsewhere", 0, elsewhere),
    ]
}
