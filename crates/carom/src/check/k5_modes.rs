//! K5: the borders between contact modes (000, Table 3.2 corrected) and the pinned bar on a moving surface (Table 2.1).

use carom_impact::build::System;
use carom_impact::{Velocity, laws, resolve};

use super::{Line, ROUNDING, friction, number, planar};

const BAR: [f64; 3] = [2.5, 1.5, 2.5];

pub(super) fn run() -> Vec<Line> {
    let mut lines = borders();
    lines.extend(table_2_1());
    lines
}

/// The friction between two values at which the mode of the bar changes, by halving.
fn border(before: [f64; 2], e: f64, mut low: f64, mut high: f64) -> f64 {
    let mode = |mu: f64| planar("wang-mason-poisson", BAR, before, friction(e, mu)).and_then(|outcome| outcome.mode);
    let start = mode(low);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if mode(middle) == start {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

fn borders() -> Vec<Line> {
    vec![
        number("D_A = (-1, 0.6): C-reverse to C-stick at mu_s", 0.6, border([-1.0, 0.6], 0.5, 0.1, 1.0), 1e-12),
        // (2.5 + 1.5 mu) 2 = (1 + e)(2.5 mu + 1.5), e = 1/2.
        number(
            "D_A = (-1, 2): slide to E-stick at P_d = (1+e) P_q",
            11.0 / 3.0,
            border([-1.0, 2.0], 0.5, 1.0, 10.0),
            1e-12,
        ),
        // (2.5 + 1.5 mu) 0.8 = 1.5 (2.5 mu + 1.5) at mu < 0: slides nowhere; P_d = P_q: 2 + 1.2 mu = 2.5 mu + 1.5.
        number(
            "D_A = (-1, 0.8): E-reverse to C-reverse at P_d = P_q",
            0.5 / 1.3,
            border([-1.0, 0.8], 0.5, 0.2, 0.5),
            1e-12,
        ),
    ]
}

/// Table 2.1: theta' after, for a bar of length 1 pinned above a surface that moves with v.
fn table_2_1() -> Vec<Line> {
    let (angle, e, spin) = (0.5_f64, 0.5, -2.0);
    let (sin, cos) = angle.sin_cos();
    // mu below and above tan(0.5) = 0.546.
    let reverse = |mu: f64, v: f64| (e * (mu * cos - sin) * spin + 2.0 * mu * v) / (mu * cos + sin);
    let reverse_c = |mu: f64, v: f64| -e * ((sin - mu * cos) * spin + 2.0 * mu * v) / (mu * cos + sin);
    let cases = [
        ("forward slide, v = 1", 1.0, 0.3, -e * spin),
        ("reverse in expansion, v = 0.2", 0.2, 0.3, reverse(0.3, 0.2)),
        ("stick in expansion, v = 0.2", 0.2, 0.8, 0.2 / cos),
        ("reverse in compression, v = -0.5", -0.5, 0.3, reverse_c(0.3, -0.5)),
        ("forward slide, v = -2.5", -2.5, 0.3, -e * spin),
    ];
    cases
        .into_iter()
        .map(|(what, v, mu, expected)| {
            let got = pinned_after(angle, spin, v, e, mu).unwrap_or(f64::NAN);
            number(format!("Table 2.1, {what}: theta' after"), expected, got, ROUNDING)
        })
        .collect()
}

fn pinned_after(angle: f64, spin: f64, v: f64, e: f64, mu: f64) -> Option<f64> {
    let system = System {
        mass: &[1.0 / 3.0],
        velocity: &[spin],
        normal: &[angle.sin()],
        tangential: &[angle.cos()],
        moment: &[],
        joints: &[],
        drift: Velocity::planar(0.0, -v),
    };
    let outcome = resolve(&laws::by_name("routh", &friction(e, mu)).ok()?, &system.collision().ok()?);
    system.velocities_after(outcome.impulse).ok()?.first().copied().filter(|_| outcome.has_numbers())
}
