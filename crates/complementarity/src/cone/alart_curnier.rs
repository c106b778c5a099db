//! Alart and Curnier's function and its linearisation, one contact at a time.
//!
//! With sigma = r_N - rho u_N and tau = r_T - rho u_T,
//!
//! ```text
//!     F_N = r_N - max(0, sigma),     F_T = r_T - P(tau),   P the projection on the disc of radius R = mu max(0, sigma)
//! ```
//!
//! F = 0 exactly where Coulomb's law holds. An element of its generalised Jacobian is A dr + B du with, for
//! t = tau/|tau| and G = R/|tau| (I - t t^T),
//!
//! ```text
//!     open     sigma <= 0          A = I                              B = 0
//!     stick    |tau| <= R          A = 0                              B = rho I
//!     slip     |tau| > R           A_TT = I - G,  A_TN = -mu t        B_NN = rho,  B_TT = rho G,  B_TN = rho mu t
//! ```
//!
//! Source: Alart, Curnier, *CMAME* 92 (1991).

use super::residual::tangential_norm;

/// A square block.
pub(crate) type Block<const D: usize> = [[f64; D]; D];

/// F with the blocks A and B of its linearisation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Linearised<const D: usize> {
    pub f: [f64; D],
    pub a: Block<D>,
    pub b: Block<D>,
}

/// F, A and B of one contact.
pub(crate) fn linearise<const D: usize>(r: [f64; D], u: [f64; D], mu: f64, rho: f64) -> Linearised<D> {
    let mut out = Linearised { f: r, a: [[0.0; D]; D], b: [[0.0; D]; D] };
    let mut tau = r;
    for k in 0..D {
        tau[k] -= rho * u[k];
    }
    let (sigma, norm) = (tau[0], tangential_norm(&tau));
    if sigma <= 0.0 {
        for k in 0..D {
            out.a[k][k] = 1.0;
        }
        return out;
    }
    let radius = mu * sigma;
    out.f[0] = rho * u[0];
    out.b[0][0] = rho;
    if norm <= radius {
        for k in 1..D {
            out.b[k][k] = rho;
            out.f[k] = rho * u[k];
        }
        return out;
    }
    for k in 1..D {
        let t = tau[k] / norm;
        out.f[k] = r[k] - radius * t;
        out.a[k][0] = -mu * t;
        out.b[k][0] = rho * mu * t;
        for m in 1..D {
            let identity = if k == m { 1.0 } else { 0.0 };
            let g = radius / norm * (identity - t * tau[m] / norm);
            out.a[k][m] = identity - g;
            out.b[k][m] = rho * g;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linearisation_is_the_derivative() {
        let cases = [
            ([1.0, 0.2, -0.1], [0.3, 0.4, 0.5]),
            ([1.0, 0.2, -0.1], [0.01, 0.02, -0.01]),
            ([0.1, 0.3, 0.2], [1.0, 0.5, 0.1]),
            ([2.0, 0.9, 0.8], [-0.5, 1.5, -0.7]),
        ];
        let (mu, rho, h) = (0.6, 0.7, 1e-6);
        for (r, u) in cases {
            let at = linearise::<3>(r, u, mu, rho);
            for m in 0..3 {
                let (mut moved_r, mut moved_u) = (r, u);
                moved_r[m] += h;
                moved_u[m] += h;
                let (by_r, by_u) = (linearise(moved_r, u, mu, rho), linearise(r, moved_u, mu, rho));
                for k in 0..3 {
                    // One-sided differences with h = 1e-6 of a function with second derivatives near one.
                    assert!(((by_r.f[k] - at.f[k]) / h - at.a[k][m]).abs() < 1e-5);
                    assert!(((by_u.f[k] - at.f[k]) / h - at.b[k][m]).abs() < 1e-5);
                }
            }
        }
    }
}
