//! The natural map of one contact, f = (r - P_K(r - rho u~)) / rho with u~ = u + mu |u_T| n.
//!
//! It is written without the difference of r and its projection: reactions so large that rho u~ is lost in their rounding would
//! pass for a solution. With m = r - rho u~ and d = |m_T| - mu m_N,
//!
//! ```text
//!     m inside -K*           f = r / rho
//!     m inside K             f = u~
//!     else, t = m_T/|m_T|    f_N = u~_N - mu d / (rho (1 + mu^2)),    f_T = u_T + d t / (rho (1 + mu^2))
//! ```
//!
//! where d = (|r_T| - mu r_N) + (|m_T| - |r_T|) + mu rho u~_N, the second part by its difference of squares.
//!
//! For mu > 1 the same is written in g = 1/mu and e = g^2 d, so that no power of mu overflows:
//!
//! ```text
//!     e   = g (g |r_T| - r_N) + g^2 (|m_T| - |r_T|) + rho (g u_N + |u_T|)
//!     f_N = ((r_N - g |r_T|)/rho - g (|m_T| - |r_T|)/rho + g |u_T| + g^2 u_N) / (1 + g^2),    f_T = u_T + e t / (rho (1 + g^2))
//! ```
//!
//! There mu |u_T| also makes the rounding of a sticking contact look like slip: the |u_T| in u~ is taken less the speed that
//! rounding alone explains.

use super::residual::tangential_norm;

/// f of one contact; `rounding` is the speed that rounding of W r + q explains (used for mu > 1 only).
#[inline(always)]
pub(crate) fn natural_map<const D: usize>(r: [f64; D], u: [f64; D], mu: f64, rho: f64, rounding: f64) -> [f64; D] {
    if mu > 1.0 { steep(r, u, mu, rho, rounding) } else { flat(r, u, mu, rho) }
}

/// |m_T| and |m_T| - |r_T|.
#[inline(always)]
fn tangential_move<const D: usize>(r: &[f64; D], moved: &[f64; D], u: &[f64; D], rho: f64) -> (f64, f64) {
    let squares: f64 = (1..D).map(|k| rho * u[k] * (rho * u[k] - 2.0 * r[k])).sum();
    let after = tangential_norm(moved);
    let sum = tangential_norm(r) + after;
    (after, if sum > 0.0 { squares / sum } else { 0.0 })
}

/// For mu <= 1.
#[inline(always)]
fn flat<const D: usize>(r: [f64; D], mut u: [f64; D], mu: f64, rho: f64) -> [f64; D] {
    u[0] += mu * tangential_norm(&u);
    let mut moved = r;
    for k in 0..D {
        moved[k] -= rho * u[k];
    }
    let (after, change) = tangential_move(&r, &moved, &u, rho);
    let outside = tangential_norm(&r) - mu * r[0] + change + mu * rho * u[0];
    // As in the projection: without friction a pull straight down is on the border of the cone as well.
    if mu * after <= -moved[0] {
        return r.map(|v| v / rho);
    }
    if outside <= 0.0 {
        return u;
    }
    let along = outside / (rho * (1.0 + mu * mu));
    u[0] -= mu * along;
    for k in 1..D {
        u[k] += along * moved[k] / after;
    }
    u
}

/// For mu > 1.
#[inline(always)]
fn steep<const D: usize>(r: [f64; D], mut u: [f64; D], mu: f64, rho: f64, rounding: f64) -> [f64; D] {
    let (g, slip, before) = (1.0 / mu, (tangential_norm(&u) - rounding).max(0.0), tangential_norm(&r));
    let mut moved = r;
    for k in 1..D {
        moved[k] -= rho * u[k];
    }
    let (after, change) = tangential_move(&r, &moved, &u, rho);
    if after <= rho * (g * u[0] + slip) - g * r[0] {
        return r.map(|v| v / rho);
    }
    let outside = g * (g * before - r[0]) + g * g * change + rho * (g * u[0] + slip);
    if outside <= 0.0 {
        u[0] += mu * slip;
        return u;
    }
    let size = 1.0 + g * g;
    u[0] = ((r[0] - g * before - g * change) / rho + g * slip + g * g * u[0]) / size;
    for k in 1..D {
        u[k] += outside / (rho * size) * moved[k] / after;
    }
    u
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_agree_where_both_can_be_computed() {
        let cases = [
            ([1.0, 0.2, -0.1], [0.3, 0.4, 0.5]),
            ([1.0, 0.2, -0.1], [-0.3, 0.01, -0.02]),
            ([0.0, 0.0, 0.0], [-1.0, 1.0, 0.5]),
            ([0.1, 3.0, 0.2], [1.0, 0.5, 0.1]),
            ([2.0, 0.9, 0.8], [-0.5, 1.5, -0.7]),
            ([1.0, 0.2, -0.1], [0.0, 0.0, 0.0]),
        ];
        for (r, u) in cases {
            for mu in [1.1, 2.0, 7.0] {
                let (a, b) = (flat(r, u, mu, 0.7), steep(r, u, mu, 0.7, 0.0));
                // Numbers near one, some roundings each, times mu.
                assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-14 * mu), "{r:?} {u:?} {mu}: {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn no_coefficient_of_friction_overflows() {
        for mu in [1e150, 1e300, f64::MAX] {
            // Slips with u_T = 1 under a reaction: never right, as friction would hold it.
            let f = natural_map([1.0, 0.5, 0.0], [0.0, 1e10, 0.0], mu, 1.0, 0.0);
            assert!(f[0] >= 0.5, "{mu}: {f:?}");
            // Sticks.
            assert_eq!(natural_map([1.0, 0.5, 0.0], [0.0; 3], mu, 1.0, 0.0), [0.0; 3]);
            // Sticks to rounding, and slips by more than rounding.
            let rounding = natural_map([1.0, 0.5, 0.0], [0.0, 1e-16, 0.0], mu, 1.0, 2e-16);
            assert_eq!(rounding, [0.0, 1e-16, 0.0]);
            assert!(natural_map([1.0, 0.5, 0.0], [0.0, 1e-12, 0.0], mu, 1.0, 2e-16)[0] >= 0.5);
        }
    }
}
