//! The round friction cone at one contact: rates of sliding, stops and where a slip resumes (`spatial_impact.md`, section 1).
//!
//! ```text
//! s = (cos phi, sin phi), s' = (-sin phi, cos phi), r = |u_t|
//! R(phi)   = s . (g - mu A s)      dr/dp     = R
//! Phi(phi) = s'. (g - mu A s)      r dphi/dp = Phi
//! N(phi)   = g_nn - mu g . s       du_n/dp   = N
//! ```

use super::contact::Principal;
use super::quartic::Trigonometric;
use glam::DVec2;
use std::f64::consts::TAU;

/// Steps of the secular equation; Newton converges monotonically in 3 to 6.
const SECULAR_STEPS: usize = 100;

/// Angles to a zero of Phi below this are none: which side of it a slip is on is rounding of its direction.
const THERE: f64 = 1e-9;

/// A contact in principal axes with its coefficient of friction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub contact: Principal,
    pub mu: f64,
}

impl Cone {
    /// R of a direction s.
    pub fn braking(&self, s: DVec2) -> f64 {
        s.dot(self.pull(s))
    }

    /// Phi of a direction s.
    pub fn turning(&self, s: DVec2) -> f64 {
        s.perp_dot(self.pull(s))
    }

    /// g - mu A s: change of u_t per normal impulse while sliding along s.
    pub fn pull(&self, s: DVec2) -> DVec2 {
        self.contact.g - self.mu * self.contact.a * s
    }

    /// N of a direction s.
    pub fn lifting(&self, s: DVec2) -> f64 {
        self.contact.normal - self.mu * self.contact.g.dot(s)
    }

    /// The angle from s to the next zero of Phi in the sense in which the slip turns: where its direction goes to, however small the slip
    /// has become. Phi cannot keep its sign for 240 degrees.
    pub fn turning_left(&self, s: DVec2) -> f64 {
        let (g, a) = (self.contact.g, self.contact.a);
        let phi = Trigonometric { mean: 0.0, first: (g.y, -g.x), second: (0.0, 0.5 * self.mu * (a.x - a.y)) };
        let (zeros, side) = (phi.zeros(), self.turning(s).signum());
        let ahead = |zero: &f64| (side * (zero - s.to_angle())).rem_euclid(TAU);
        let nearest =
            zeros.as_slice().iter().map(|zero| ahead(zero).min(TAU - ahead(zero))).fold(f64::INFINITY, f64::min);
        let next = zeros.as_slice().iter().map(ahead).fold(f64::INFINITY, f64::min);
        if nearest > THERE && next < TAU / 1.5 { side * next } else { 0.0 }
    }

    /// |g| + mu a1: the scale of all rates of u_t.
    pub fn rate_scale(&self) -> f64 {
        self.contact.g.length() + self.mu * self.contact.a.x
    }

    /// True if a contact whose slip has stopped sticks: mu >= mu_s, up to rounding of mu_s.
    pub fn sticks(&self) -> bool {
        self.contact.sticking_slope().length() <= self.mu * (1.0 + 1e-14)
    }

    /// The only direction s in which a stopped slip goes on where mu < mu_s: lambda s = g - mu A s, lambda > 0.
    pub fn outgoing(&self) -> DVec2 {
        self.direction(self.contact.g, self.mu).1
    }

    /// lambda >= 0 and the unit vector s with (lambda + sigma A) s = v, for |A^-1 v| > sigma: 1/|s(lambda)| grows and is
    /// concave, Newton from the left never oversteps.
    pub fn direction(&self, v: DVec2, sigma: f64) -> (f64, DVec2) {
        let a = sigma * self.contact.a;
        let part = |v: f64, d: f64| if v == 0.0 { 0.0 } else { v / d };
        let along = |lambda: f64| DVec2::new(part(v.x, a.x + lambda), part(v.y, a.y + lambda));
        // Here one part of s alone has length 1 or more.
        let mut lambda = (v.x.abs() - a.x).max(v.y.abs() - a.y).max(0.0);
        for _ in 0..SECULAR_STEPS {
            let s = along(lambda);
            let length = s.length();
            // d|s|/dlambda = -(s . s/(sigma A + lambda))/|s|.
            let slope = (part(s.x * s.x, a.x + lambda) + part(s.y * s.y, a.y + lambda)) / length;
            let step = length * (length - 1.0) / slope;
            let next = (lambda + step).max(0.0);
            if !next.is_finite() || (next - lambda).abs() <= 4.0 * f64::EPSILON * next {
                break;
            }
            lambda = next;
        }
        (lambda, along(lambda).normalize_or(DVec2::X))
    }
}
