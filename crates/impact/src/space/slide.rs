//! One step of sliding as a Taylor series.
//!
//! With dp = r dtau sliding has no singularity and everything is polynomial (`spatial_impact.md`, section 1):
//!
//! ```text
//! c' = -s Phi    s' = c Phi    r' = r R    u_t = r (c, s)    p' = r
//! u_n' = g_nn r - mu g . u_t      P_t' = -mu u_t      W_n' = u_n r
//! ```
//!
//! so the coefficients of all series follow from each other by products, to any order.

use super::cone::Cone;
use super::path::Point;
use super::polynomial::{Breaks, ORDER, Polynomial};
use glam::DVec2;

/// Last terms of a step in the direction, and in r relative to r. A slide that starts near a repelling direction multiplies the error of
/// its first steps by up to a million.
const TOLERANCE: f64 = 1e-16;

/// Coefficients of one power of tau, of every quantity: side by side they are computed and summed together.
type Row = [f64; 8];

/// Places in a row.
const C: usize = 0;
const S: usize = 1;
const SLIP: usize = 2;
const P: usize = 3;
const U_N: usize = 4;
const WORK: usize = 5;
const P_T: [usize; 2] = [6, 7];

/// The motion along one step as polynomials in tau.
#[derive(Clone, Debug)]
pub(super) struct Slide {
    rows: [Row; ORDER + 1],
    /// Length of the step in tau.
    pub length: f64,
}

/// Coefficients of Phi and R so far.
struct Rates {
    turn: [f64; ORDER],
    brake: [f64; ORDER],
}

/// Coefficients k of the products of the series that are known so far; those with Phi and R without their own coefficient k.
#[derive(Default)]
struct Products {
    cc: f64,
    cs: f64,
    c_turn: f64,
    s_turn: f64,
    r_brake: f64,
    r_c: f64,
    r_s: f64,
    power: f64,
}

impl Slide {
    /// The step from a point that slides.
    pub fn from(cone: &Cone, point: &Point) -> Self {
        let (g, a, mu, g_nn) = (cone.contact.g, cone.contact.a, cone.mu, cone.contact.normal);
        let mut slide = Self::start(point);
        let mut rates = Rates { turn: [0.0; ORDER], brake: [0.0; ORDER] };
        for k in 0..ORDER {
            let known = slide.products(&rates, k);
            let u_t = DVec2::new(known.r_c, known.r_s);
            let [first, row] = [slide.rows[0], slide.rows[k]];
            let ss = if k == 0 { 1.0 - known.cc } else { -known.cc };
            let turn = g.y * row[C] - g.x * row[S] - mu * (a.y - a.x) * known.cs;
            let brake = g.x * row[C] + g.y * row[S] - mu * (a.x * known.cc + a.y * ss);
            (rates.turn[k], rates.brake[k]) = (turn, brake);
            let next = 1.0 / (k as f64 + 1.0);
            let following = &mut slide.rows[k + 1];
            following[C] = -next * (known.s_turn + first[S] * turn);
            following[S] = next * (known.c_turn + first[C] * turn);
            following[SLIP] = next * (known.r_brake + first[SLIP] * brake);
            following[P] = next * row[SLIP];
            following[U_N] = next * (g_nn * row[SLIP] - mu * g.dot(u_t));
            following[WORK] = next * known.power;
            following[P_T[0]] = -next * mu * u_t.x;
            following[P_T[1]] = -next * mu * u_t.y;
        }
        slide.length = slide.reach();
        slide
    }

    fn start(point: &Point) -> Self {
        let r = point.slip();
        let s = point.u_t / r;
        let mut rows = [[0.0; 8]; ORDER + 1];
        rows[0] = [s.x, s.y, r, point.p, point.u_n, point.work, point.p_t.x, point.p_t.y];
        Self { rows, length: 0.0 }
    }

    fn products(&self, rates: &Rates, k: usize) -> Products {
        let mut sum = Products::default();
        for (j, row) in self.rows[..=k].iter().enumerate() {
            let other = &self.rows[k - j];
            sum.cc += row[C] * other[C];
            sum.cs += row[C] * other[S];
            sum.power += row[U_N] * other[SLIP];
            sum.r_c += row[C] * other[SLIP];
            sum.r_s += row[S] * other[SLIP];
        }
        for (j, (turn, brake)) in rates.turn[..k].iter().zip(&rates.brake[..k]).enumerate() {
            let other = &self.rows[k - j];
            sum.c_turn += turn * other[C];
            sum.s_turn += turn * other[S];
            sum.r_brake += brake * other[SLIP];
        }
        sum
    }

    /// The step whose last two terms are below the tolerance.
    fn reach(&self) -> f64 {
        let term = |k: usize| {
            let row = &self.rows[k];
            row[C].abs().max(row[S].abs()).max(row[SLIP].abs() / self.rows[0][SLIP])
        };
        let reach = |k: usize| (TOLERANCE / term(k)).powf(1.0 / k as f64);
        reach(ORDER).min(reach(ORDER - 1))
    }

    /// The point at tau = x of this step.
    pub fn at(&self, x: f64) -> Point {
        let mut sum = self.rows[ORDER];
        for row in self.rows[..ORDER].iter().rev() {
            for (sum, c) in sum.iter_mut().zip(row) {
                *sum = *sum * x + c;
            }
        }
        Point {
            p: sum[P],
            u_n: sum[U_N],
            u_t: sum[SLIP] * DVec2::new(sum[C], sum[S]).normalize_or_zero(),
            p_t: DVec2::new(sum[P_T[0]], sum[P_T[1]]),
            work: sum[WORK],
        }
    }

    fn polynomial(&self, place: usize) -> Polynomial {
        Polynomial(self.rows.map(|row| row[place]))
    }

    /// p along the step.
    pub fn impulse(&self) -> Polynomial {
        self.polynomial(P)
    }

    /// u_n along the step.
    pub fn velocity(&self) -> Polynomial {
        self.polynomial(U_N)
    }

    /// W_n along the step.
    pub fn work(&self) -> Polynomial {
        self.polynomial(WORK)
    }

    /// Points between which u_n is monotone; none but the ends where mu |g| <= g_nn, when it always rises.
    pub fn breaks(&self, cone: &Cone) -> Breaks {
        let (g, mu, g_nn) = (cone.contact.g, cone.mu, cone.contact.normal);
        let whole = Breaks::whole(self.length);
        if mu * g.length() <= g_nn {
            return whole;
        }
        // N = g_nn - mu g . s is monotone while s does not pass g or -g.
        let across = Polynomial(self.rows.map(|row| g.x * row[S] - g.y * row[C]));
        let lift = Polynomial(self.rows.map(|row| -mu * (g.x * row[C] + g.y * row[S])));
        lift.minus(-g_nn).roots_between(&across.roots_between(&whole))
    }
}
