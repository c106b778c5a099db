//! The contact force of one site.

use carom_mechanics::{PairLaw, Penalty};

/// Depth, in parts of the size, at which a body dropped from that size, and one that comes as fast as the first that touches, would turn
/// round: sets the stiffness where the scene gives none.
pub(super) const DEFAULT_DEPTH: f64 = 1e-4;

/// lambda_N at a depth and its rate; zero outside.
pub(super) fn normal(penalty: &Penalty, depth: f64, rate: f64) -> f64 {
    if depth <= 0.0 {
        return 0.0;
    }
    let x = if penalty.damping_depth > 0.0 { (depth / penalty.damping_depth).min(1.0) } else { 1.0 };
    let share = x * x * (3.0 - 2.0 * x);
    (penalty.stiffness * depth.powf(penalty.exponent) + penalty.damping * share * rate).max(0.0)
}

/// The slip speed in units of s_0 at which friction reaches its static value, where it has one above the kinetic.
const PEAK: f64 = 3.0;

/// lambda_T / lambda_N against a slip of this speed s: smoothed where the law is set-valued, with a narrow peak where it has a larger value
/// while sticking,
///
/// ```text
///     mu(s) tanh(s / s_0) + (mu_s - mu(s)) (x e^(1 - x))^2,     x = s / 3 s_0
/// ```
pub(super) fn friction(law: &PairLaw, penalty: &Penalty, slip: f64) -> f64 {
    let Some(sticking) = law.friction.sticking() else { return law.friction.slipping(slip) };
    let (slipping, smooth) = (law.friction.slipping(slip), slip / penalty.slip_speed);
    let x = smooth / PEAK;
    slipping * smooth.tanh() + (sticking - slipping) * (x * (1.0 - x).exp()).powi(2)
}

/// Parameters from masses and speeds where the scene gives none: stiffness from the depth that the energy at hand makes (that of a fall,
/// and that of the normal velocity at the first touch: a wall has no fall towards it), damping from the restitution of the pair.
pub(super) fn default_penalty(mass: f64, restitution: f64, [gravity, speed]: [f64; 2], size: f64) -> Penalty {
    let depth = DEFAULT_DEPTH * size;
    let stiffness = mass * (2.0 * gravity.max(1e-3) * size + speed * speed) / (depth * depth);
    Penalty {
        stiffness,
        exponent: 1.0,
        damping: 2.0 * damping_ratio(restitution) * (stiffness * mass).sqrt(),
        damping_depth: 1e-3 * depth,
        slip_speed: 1e-4 * (gravity.max(1e-3) * size).sqrt(),
    }
}

/// The part of critical damping with which a linear spring that never pulls gives a restitution e:
///
/// ```text
///     e = exp(-zeta t / omega),   omega^2 = 1 - zeta^2,   t = pi - atan2(2 zeta omega, omega^2 - zeta^2)
/// ```
///
/// Source: Schwager, Poeschel, *Granular Matter* 9 (2007).
pub fn damping_ratio(restitution: f64) -> f64 {
    let bounce = |zeta: f64| {
        let omega = (1.0 - zeta * zeta).sqrt();
        let t = std::f64::consts::PI - (2.0 * zeta * omega).atan2(omega * omega - zeta * zeta);
        (-zeta * t / omega).exp()
    };
    // Falls from one to e^-2 at critical damping; no damping of this kind gives less.
    let (mut low, mut high) = (0.0, 1.0 - 1e-9);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if bounce(middle) > restitution { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_force_never_pulls_and_starts_at_zero() {
        let penalty = Penalty { stiffness: 1e6, exponent: 1.5, damping: 1e3, damping_depth: 1e-3, slip_speed: 1e-3 };
        assert_eq!(normal(&penalty, 0.0, 1.0), 0.0);
        assert_eq!(normal(&penalty, 1e-3, -1e6), 0.0);
        assert!(normal(&penalty, 1e-12, 1.0) < 1e-6);
        // k d^1.5 + c at full depth.
        assert!((normal(&penalty, 1e-3, 1.0) - (1e6 * 1e-3_f64.powf(1.5) + 1e3)).abs() < 1e-9);
    }
}
