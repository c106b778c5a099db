//! The end of a slide that is about to stop, as one convergent series.
//!
//! Near an attracting invariant direction phi* along which the slip is braked (Phi(phi*) = 0, Phi' < 0, R < 0) the path is known in closed
//! form: with delta = phi - phi*, k = R*/Phi'* > 0 and delta R/Phi = k + b_1 delta + b_2 delta^2 + ..
//!
//! ```text
//! r  = r0 (delta/delta0)^k E(delta)/E(delta0)      E = exp(b_1 delta + b_2 delta^2/2 + ..)
//! dp = r/Phi dphi = r0/E(delta0) (delta/delta0)^k H(delta) ddelta/delta      H = E/(Phi/delta)
//! ```
//!
//! so p, P_t, u_n and W_n are power series times powers of delta, integrated term by term. The stop is at delta = 0.

use super::cone::Cone;
use super::path::Point;
use super::series::Series;
use glam::DVec2;

/// Angles larger than this share of the scale on which Phi bends are not tried: the series would not reach the accuracy.
const NEAR: f64 = 0.5;

/// Last term of the series relative to the first.
const TOLERANCE: f64 = 1e-16;

/// The way from a point to the stop; y = (delta/delta0)^k, nearly the share of the slip that is left, goes from 1 to 0.
#[derive(Clone, Debug)]
pub(super) struct Approach {
    start: Point,
    direction: DVec2,
    delta: f64,
    k: f64,
    e: Series,
    /// r0/E(delta0).
    scale: f64,
    impulse: Weighted,
    friction: [Weighted; 2],
    velocity: Weighted,
    power: Weighted,
}

/// (delta/delta0)^exponent S(delta) - S(delta0) with S_j = s_j/(exponent + j): the integral of delta^(exponent - 1) s(delta).
#[derive(Clone, Debug)]
struct Weighted {
    series: Series,
    at_start: f64,
}

impl Weighted {
    fn new(integrand: &Series, exponent: f64, delta: f64) -> Self {
        let series = integrand.divided_by_index(exponent);
        Self { at_start: series.at(delta), series }
    }

    /// With the power (delta/delta0)^exponent.
    fn since_start(&self, power: f64, delta: f64) -> f64 {
        power * self.series.at(delta) - self.at_start
    }
}

impl Approach {
    /// The approach from a sliding point, if one is near enough.
    pub fn from(cone: &Cone, point: &Point, s: DVec2) -> Option<Self> {
        let (direction, delta) = nearest(cone, s)?;
        let (cos, sin) = Series::cos_sin(direction);
        let (g, a, mu) = (cone.contact.g, cone.contact.a, cone.mu);
        let (double, squares) = (cos.times(&sin), cos.times(&cos));
        // R and Phi around phi*; s^2 = 1 - c^2.
        let brake = Series::from_fn(|j| {
            let one = if j == 0 { a.y } else { 0.0 };
            g.x * cos.0[j] + g.y * sin.0[j] - mu * (one + (a.x - a.y) * squares.0[j])
        });
        let turn = Series::from_fn(|j| g.y * cos.0[j] - g.x * sin.0[j] - mu * (a.y - a.x) * double.0[j]);
        let steepness = turn.without_first();
        let ratio = brake.over(&steepness);
        let k = ratio.0[0];
        let e = ratio.without_constant_divided().exponential();
        let h = e.over(&steepness);
        if k <= 0.0 || !h.is_short(delta, TOLERANCE) {
            return None;
        }
        let (fx, fy) = (cos.times(&h), sin.times(&h));
        let lift = Series::from_fn(|j| cone.contact.normal * h.0[j] - mu * (g.x * fx.0[j] + g.y * fy.0[j]));
        let velocity = Weighted::new(&lift, k, delta);
        Some(Self {
            start: *point,
            direction,
            delta,
            k,
            scale: point.slip() / e.at(delta),
            e,
            impulse: Weighted::new(&h, k, delta),
            friction: [fx, fy].map(|f| Weighted::new(&f.scaled(-mu), k, delta)),
            power: Weighted::new(&velocity.series.times(&h), 2.0 * k, delta),
            velocity,
        })
    }

    /// The point at y.
    pub fn at(&self, y: f64) -> Point {
        let (delta, scale, start) = (self.angle_left(y), self.scale, &self.start);
        let p = scale * self.impulse.since_start(y, delta);
        let [f_x, f_y] = [0, 1].map(|i| scale * self.friction[i].since_start(y, delta));
        // u_n = u + scale y S(delta), so W_n = u p + scale^2 int ...
        let u = start.u_n - scale * self.velocity.at_start;
        Point {
            p: start.p + p,
            u_n: start.u_n + scale * self.velocity.since_start(y, delta),
            u_t: scale * y * self.e.at(delta) * self.direction.rotate(DVec2::from_angle(delta)),
            p_t: start.p_t + DVec2::new(f_x, f_y),
            work: start.work + u * p + scale * scale * self.power.since_start(y * y, delta),
        }
    }

    /// delta at y.
    fn angle_left(&self, y: f64) -> f64 {
        if y > 0.0 { self.delta * y.powf(1.0 / self.k) } else { 0.0 }
    }

    /// Angle turned from the start to y.
    pub fn turning(&self, y: f64) -> f64 {
        self.angle_left(y) - self.delta
    }

    /// True if u_n is monotone on the way: N keeps its sign.
    pub fn is_monotone(&self, cone: &Cone) -> bool {
        let (g, s) = (cone.contact.g, self.start.u_t);
        let same = |a: f64, b: f64| a * b > 0.0;
        cone.mu * g.length() <= cone.contact.normal
            || (same(cone.lifting(s.normalize_or_zero()), cone.lifting(self.direction))
                && same(g.perp_dot(s), g.perp_dot(self.direction)))
    }
}

/// The attracting invariant direction near s along which the slip is braked, and the angle from it to s.
fn nearest(cone: &Cone, s: DVec2) -> Option<(DVec2, f64)> {
    let mut target = s;
    let bend = cone.contact.g.length() + 2.0 * cone.mu * (cone.contact.a.x - cone.contact.a.y);
    for _ in 0..8 {
        let across = target.perp();
        let slope = -cone.braking(target) - cone.mu * across.dot(cone.contact.a * across);
        let step = -cone.turning(target) / slope;
        if slope >= 0.0 || step.is_nan() || step.abs() * bend > -slope {
            return None;
        }
        target = (target + step * across).normalize();
        if step.abs() < 1e-9 {
            // The step just made leaves no more than its square.
            let delta = target.perp_dot(s).atan2(target.dot(s));
            let near = delta.abs() * bend <= -NEAR * slope && cone.braking(target) < 0.0;
            return near.then_some((target, delta));
        }
    }
    None
}
