//! Every impulse that satisfies an algebraic law: each contact mode is tried by itself and every inequality checked.

use carom_impact::{Contact, Impulse};

use crate::case::{Case, GP1, GP2, KANE, SMITH, WALTON, largest};

/// Share by which an inequality may be missed, times the condition number: the rounding of the candidate itself.
/// At the border of two modes both candidates pass and are one answer.
const SLACK: f64 = 1e-14;

/// Share within which two candidates are one answer: at the border of two modes they differ by little more than the slack.
/// Any two that differ by more count as two.
const SAME: f64 = 1e-8;

/// All solutions of one of the algebraic laws.
pub fn solutions(case: &Case, law: &str) -> Vec<Impulse> {
    let b = -(1.0 + case.e) * case.before.normal;
    let found = match law {
        KANE => coulomb(case, b, case.before.tangential, case.mu_static.unwrap_or(case.mu)),
        WALTON => coulomb(case, b, (1.0 + case.e_t) * case.before.tangential, case.mu),
        GP1 => two_phases(case, 0.0, 0.0),
        GP2 => two_phases(case, case.nu, case.e_t_for(GP2)),
        SMITH => smith(case, b),
        _ => unreachable!("{law} is no algebraic law"),
    };
    distinct(case, found)
}

fn distinct(case: &Case, found: Vec<Impulse>) -> Vec<Impulse> {
    let mut kept: Vec<Impulse> = Vec::new();
    for new in found {
        let scale = case.impulse_scale(new);
        if kept.iter().all(|old| largest(case.weighed_impulse(*old - new)) > SAME * scale) {
            kept.push(new);
        }
    }
    kept
}

/// A I_N - B I_T = b with Coulomb friction on v = w - B I_N + C I_T. With mu_static > mu a contact that can stick does.
fn coulomb(case: &Case, b: f64, w: f64, mu_static: f64) -> Vec<Impulse> {
    let stick = sticking(case, b, w, mu_static);
    if stick.is_some() && mu_static > case.mu {
        return stick.into_iter().collect();
    }
    stick.into_iter().chain([1.0, -1.0].into_iter().filter_map(|s| slipping(case, b, w, s))).collect()
}

/// A I_N - B I_T = b and w - B I_N + C I_T = 0.
fn stopping(case: &Case, b: f64, w: f64) -> Impulse {
    let Contact { a, b: coupling, c, .. } = case.contact;
    Impulse::planar((c * b - coupling * w) / case.det(), (coupling * b - a * w) / case.det())
}

fn sticking(case: &Case, b: f64, w: f64, mu: f64) -> Option<Impulse> {
    let impulse = stopping(case, b, w);
    let limit = mu * impulse.normal * (1.0 + SLACK * case.condition());
    (impulse.normal > 0.0 && impulse.tangential.abs() <= limit).then_some(impulse)
}

fn slipping(case: &Case, b: f64, w: f64, s: f64) -> Option<Impulse> {
    let normal = b / case.stiffness(s);
    let change = (case.contact.b + s * case.mu * case.contact.c) * normal;
    let slides = s * (w - change) >= -SLACK * case.condition() * (w.abs() + change.abs());
    (normal > 0.0 && slides).then_some(Impulse::planar(normal, -s * case.mu * normal))
}

/// Glocker-Pfeiffer: every expansion after every compression.
fn two_phases(case: &Case, nu: f64, e_t: f64) -> Vec<Impulse> {
    let compressions = distinct(case, coulomb(case, -case.before.normal, case.before.tangential, case.mu));
    compressions.into_iter().flat_map(|compression| expansions(case, compression, nu, e_t)).collect()
}

/// The ends of I_TE: [-mu I_NE + 2 I_TS, mu I_NE] for I_TC >= 0, else [-mu I_NE, mu I_NE + 2 I_TS].
pub fn expansion_interval(case: &Case, compression: Impulse, nu: f64, e_t: f64) -> [f64; 2] {
    let limit = case.mu * case.e * compression.normal;
    let stored = limit * nu * compression.tangential.signum() + case.e * e_t * compression.tangential;
    if compression.tangential >= 0.0 { [-limit + stored, limit] } else { [-limit, limit + stored] }
}

fn expansions(case: &Case, compression: Impulse, nu: f64, e_t: f64) -> Vec<Impulse> {
    let Contact { b, c, .. } = case.contact;
    let normal = case.e * compression.normal;
    let [low, high] = expansion_interval(case, compression, nu, e_t);
    let start = case.after(compression).tangential - b * normal;
    let slack = SLACK * case.condition();
    let size = start.abs() + c * case.mu * normal + case.contact.b.abs() * compression.normal;
    let balanced = -start / c;
    let holds = balanced >= low - slack * size / c && balanced <= high + slack * size / c;
    let candidates =
        [(balanced, holds), (low, start + c * low >= -slack * size), (high, start + c * high <= slack * size)];
    let admissible = candidates.into_iter().filter(|(_, holds)| *holds);
    admissible.map(|(tangential, _)| compression + Impulse::planar(normal, tangential)).collect()
}

/// Smith: the slide that keeps its direction, and every real root of the cubic of a slide that turns.
fn smith(case: &Case, b: f64) -> Vec<Impulse> {
    let s = case.slip();
    let keeps = slipping(case, b, case.before.tangential, s);
    let turns = smith_cubic(case, b).positive_roots().into_iter().filter_map(|u| {
        // By the velocity after, which u gives directly; sigma(u) loses as many digits as friction is large.
        let impulse = stopping(case, b, (1.0 + u) * case.before.tangential);
        (impulse.normal > 0.0).then_some(impulse)
    });
    keeps.into_iter().chain(turns).collect()
}

/// (1 + u) |D_TA| (A + sigma B)(1 + u^2) - s b (B + sigma C)(1 + u^2) in powers of u, where D_TE = -u D_TA and
/// sigma = s mu (1 - u^2)/(1 + u^2).
fn smith_cubic(case: &Case, b: f64) -> Cubic {
    let s = case.slip();
    let speed = case.before.tangential.abs();
    let (ahead, back) = (case.stiffness(s), case.stiffness(-s));
    let (braked, pushed) = (case.braking(s), -case.braking(-s));
    Cubic([speed * ahead - b * braked, speed * ahead, speed * back - b * pushed, speed * back])
}

/// Coefficients of 1, u, u^2, u^3.
struct Cubic([f64; 4]);

impl Cubic {
    fn at(&self, u: f64) -> f64 {
        self.0.iter().rev().fold(0.0, |value, coefficient| value * u + coefficient)
    }

    /// All positive roots: one bisection between each pair of neighbours among 0, the extrema and a bound of the roots.
    fn positive_roots(&self) -> Vec<f64> {
        let mut corners = vec![0.0];
        corners.extend(self.extrema().into_iter().filter(|u| *u > 0.0));
        corners.sort_by(f64::total_cmp);
        let bound = self.0.iter().fold(0.0_f64, |most, c| most.max(c.abs())) / self.0[3].abs();
        corners.push(1.0 + bound);
        corners.windows(2).filter_map(|pair| self.bisect(pair[0], pair[1])).collect()
    }

    /// Zeros of the derivative, without cancellation.
    fn extrema(&self) -> Vec<f64> {
        let (c0, c1, c2) = (self.0[1], 2.0 * self.0[2], 3.0 * self.0[3]);
        let discriminant = c1 * c1 - 4.0 * c0 * c2;
        if discriminant < 0.0 {
            return Vec::new();
        }
        let q = -0.5 * (c1 + c1.signum() * discriminant.sqrt());
        vec![q / c2, c0 / q]
    }

    fn bisect(&self, mut low: f64, mut high: f64) -> Option<f64> {
        let rising = self.at(high) > 0.0;
        if (self.at(low) > 0.0) == rising {
            return None;
        }
        // Doubles between two bounds are halved at most 1100 times; a few dozen suffice for bounds of similar size.
        for _ in 0..1100 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if (self.at(middle) > 0.0) == rising {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }
}
