//! The contact force of one site.

use carom_mechanics::{Mass, PairLaw, Penalty, Row};

/// Depth, in metres, at which a body dropped from one metre, and one that comes as fast as the first that touches, would turn round: sets the
/// stiffness where the scene gives none. Of thin bodies no more than a part of their thickness.
const DEPTH: f64 = 3e-4;
const PART_OF_THICKNESS: f64 = 1e-2;

/// The same for a pair whose thinner body has some thickness.
pub(super) fn default_depth(thickness: f64) -> f64 {
    DEPTH.min(PART_OF_THICKNESS * thickness)
}

/// Bounds of the depth at which damping is whole, in parts of that depth: a sharper rise costs steps, a blunter one leaves bodies at rest undamped.
pub(super) const SHARPEST: f64 = 1e-5;
const BLUNTEST: f64 = 1e-3;

/// Part of the depth at which a body rests from which on damping is whole: a body that starts on springs not yet pressed has less friction until
/// they are.
const WHOLE: f64 = 0.2;

/// Slip speed below which friction is smoothed, as part of the speed of a fall from a metre (smaller bodies: from less), in the plane and in
/// space: what should stick creeps by less than that, and in the plane what slides a ten-thousandth beyond its limit does so to a thousandth.
/// In space the point at which a disc rolls races along its rim, and steps follow friction no finer than this.
const SLIP: [f64; 2] = [1e-7, 1e-4];

/// Part of the speed of a belt that the slip speed is at most, and part of the slip speed elsewhere that it is at least: a motion that is about to
/// begin is not as slow as it is then, and friction would become too steep for any step.
const CREEP: f64 = 1e-3;
const SLOWEST: f64 = 1e-3;

/// lambda_N at a depth and its rate; zero outside.
pub(super) fn normal(penalty: &Penalty, depth: f64, rate: f64) -> f64 {
    if depth <= 0.0 {
        return 0.0;
    }
    let x = if penalty.damping_depth > 0.0 { (depth / penalty.damping_depth).min(1.0) } else { 1.0 };
    let share = x * x * (3.0 - 2.0 * x);
    (penalty.stiffness * depth.powf(penalty.exponent) + penalty.damping * share * rate).max(0.0)
}

/// The tangent of lambda_N at a depth and its rate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tangent {
    depth: f64,
    rate: f64,
    force: f64,
    by_depth: f64,
    by_rate: f64,
}

impl Tangent {
    /// Zero all over where the force is.
    pub fn at(penalty: &Penalty, depth: f64, rate: f64) -> Self {
        let force = normal(penalty, depth, rate);
        if force <= 0.0 {
            return Self { depth, rate, force: 0.0, by_depth: 0.0, by_rate: 0.0 };
        }
        let (x, rise) = match penalty.damping_depth {
            whole if depth < whole => (depth / whole, whole.recip()),
            _ => (1.0, 0.0),
        };
        let by_depth = penalty.stiffness * penalty.exponent * depth.powf(penalty.exponent - 1.0)
            + penalty.damping * 6.0 * x * (1.0 - x) * rise * rate;
        Self { depth, rate, force, by_depth, by_rate: penalty.damping * x * x * (3.0 - 2.0 * x) }
    }

    /// Its value at another depth and rate.
    pub fn force(&self, depth: f64, rate: f64) -> f64 {
        self.force + self.by_depth * (depth - self.depth) + self.by_rate * (rate - self.rate)
    }
}

/// The slip speed in units of s_0 at which friction reaches its static value, where it has one above the kinetic.
const PEAK: f64 = 3.0;

/// lambda_T / lambda_N against a slip of this speed s: smoothed where the law is set-valued, with a narrow peak where it has a larger value
/// while sticking,
///
/// ```text
///     mu(s) tanh(s / s_0) + (mu_s - mu(s)) x e^((1 - x^2)/2),     x = s / 3 s_0
/// ```
pub(super) fn friction(law: &PairLaw, penalty: &Penalty, slip: f64) -> f64 {
    let Some(sticking) = law.friction.sticking() else { return law.friction.slipping(slip) };
    let (slipping, smooth) = (law.friction.slipping(slip), slip / penalty.slip_speed);
    let x = smooth / PEAK;
    slipping * smooth.tanh() + (sticking - slipping) * x * (0.5 * (1.0 - x * x)).exp()
}

/// Parameters from masses and speeds where the scene gives none: stiffness from the depth that the energy at hand makes (that of a fall,
/// and that of the normal velocity at the first touch: a wall has no fall towards it), damping from the restitution of the pair. `bulk` is
/// the mass that the springs are made for, `mass` the one that they feel.
pub(super) fn default_penalty(
    [bulk, mass]: [f64; 2],
    restitution: f64,
    [push, speed]: [f64; 2],
    (depth, tangents): (f64, usize),
) -> Penalty {
    // The height of the fall is to the depth as a metre to its depth.
    let (push, height) = (push.max(1e-3), depth / DEPTH);
    let stiffness = bulk * (2.0 * push * height + speed * speed) / (depth * depth);
    // What rests must be damped, or it rings for ever; what comes fast passes this depth at once.
    let sag = bulk * push / stiffness;
    Penalty {
        stiffness,
        exponent: 1.0,
        damping: 2.0 * damping_ratio(restitution) * (stiffness * mass).sqrt(),
        damping_depth: (WHOLE * sag).clamp(SHARPEST * depth, BLUNTEST * depth),
        slip_speed: SLIP[tangents - 1] * (push * height).sqrt(),
    }
}

/// The slip speed of a contact whose surface a prescribed motion moves with some speed: what sticks to a belt creeps on it, and a slow belt
/// would be followed only in part.
pub(super) fn on_belt(slip_speed: f64, belt: f64) -> f64 {
    if belt > 0.0 { slip_speed.min((CREEP * belt).max(SLOWEST * slip_speed)) } else { slip_speed }
}

/// What a contact's springs are made for: how strongly forces push its bodies, as an acceleration, and the mass of the lighter one.
///
/// The push is the larger of what each body's forces would do along the normal n if they pointed that way: two stones of an arch fall
/// alike, and nothing falls towards a wall, but what is above them rests on them all the same. Equal bodies get equal springs, whatever
/// they lie on, so that what is hyperstatic is shared among them as by one material.
///
/// ```text
///     push = max over bodies b of sqrt(w_b M_b^-1 w_b^T) sqrt(F_b M_b^-1 F_b),     mass = min over b of 1 / (w_b M_b^-1 w_b^T)
/// ```
pub(super) fn load(mass: &Mass, normal: &Row, force: &[f64]) -> (f64, f64) {
    let (mut light, mut fall) = (Row::new(), force.to_vec());
    mass.solve_row(normal, &mut light);
    mass.solve(&mut fall);
    let of_body = |&(i, _): &(usize, f64)| {
        let (start, size) = mass.block(i);
        let own = start..start + size;
        let inverse: f64 =
            light.entries().iter().filter(|(k, _)| own.contains(k)).map(|&(k, c)| c * of(normal, k)).sum();
        let drive: f64 = own.map(|k| force[k] * fall[k]).sum();
        (inverse.max(0.0), drive.max(0.0))
    };
    let bodies = normal.entries().iter().map(of_body);
    let (push, lightest) = bodies.fold((0.0_f64, 0.0_f64), |(push, most), (inverse, drive)| {
        (push.max((inverse * drive).sqrt()), most.max(inverse))
    });
    (push, lightest.recip())
}

/// The coefficient of a coordinate.
fn of(row: &Row, coordinate: usize) -> f64 {
    row.entries().iter().find(|(k, _)| *k == coordinate).map_or(0.0, |&(_, c)| c)
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

    /// Differences of the force itself, on both sides of the depth from which damping is whole; an open contact has no tangent but zero.
    #[test]
    fn the_tangent_is_the_limit_of_differences() {
        let penalty = Penalty { stiffness: 1e6, exponent: 1.5, damping: 1e3, damping_depth: 1e-3, slip_speed: 1e-3 };
        for (depth, rate) in [(4e-4, 0.3), (2e-3, -0.2), (9e-4, 1.0)] {
            let tangent = Tangent::at(&penalty, depth, rate);
            for (d, r) in [(1e-9, 0.0), (0.0, 1e-6)] {
                let (there, told) = (normal(&penalty, depth + d, rate + r), tangent.force(depth + d, rate + r));
                let here = normal(&penalty, depth, rate);
                // Second differences: 1e-9 m of 1e-3 m, rounding of forces of some 100 N.
                assert!((there - told).abs() < 1e-5 * (there - here).abs() + 1e-12, "{depth} {rate}: {there} {told}");
            }
        }
        assert_eq!(Tangent::at(&penalty, -1e-6, 1.0).force(1e-3, 2.0), 0.0);
    }

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
