//! The point of an ellipsoid that a plane of normal n meets: with S = R diag(a^2, b^2, c^2) R^T in the frame of n,
//!
//! ```text
//!     m = S n,   h = sqrt(n . m),   e = -m / h          from the centre to the lowest point
//! ```
//!
//! If the ellipsoid turns with w and n with n', then m' = w x m + S (n' - w x n).

use glam::{DMat3, DVec3};

/// e and e' by S, n, w and n'.
pub(crate) fn lowest(squares: DMat3, n: DVec3, turn: DVec3, n_rate: DVec3) -> (DVec3, DVec3) {
    let m = squares * n;
    let h = n.dot(m).sqrt();
    let m_rate = turn.cross(m) + squares * (n_rate - turn.cross(n));
    let h_rate = (n_rate.dot(m) + n.dot(m_rate)) / (2.0 * h);
    (-m / h, (m * (h_rate / h) - m_rate) / h)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn the_rate_is_the_derivative() {
        let axes = DMat3::from_diagonal(DVec3::new(0.04, 0.01, 0.09));
        let (turn, spin) = (DVec3::new(0.3, -1.1, 0.7), DVec3::new(-0.2, 0.4, 0.5));
        let at = |t: f64| {
            let r = DMat3::from_quat(DQuat::from_scaled_axis(t * turn));
            let n = DQuat::from_scaled_axis(t * spin) * DVec3::new(0.48, 0.6, 0.64);
            lowest(r * axes * r.transpose(), n, turn, spin.cross(n))
        };
        let t = 1e-5;
        let difference = (at(t).0 - at(-t).0) / (2.0 * t);
        // The error of a central difference.
        assert!((difference - at(0.0).1).length() < 1e-9, "{difference} {}", at(0.0).1);
        // The lowest point is on the surface.
        let (e, _) = at(0.0);
        assert!((e.dot(axes.inverse() * e) - 1.0).abs() < 1e-12);
    }
}
