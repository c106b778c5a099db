//! A wide turn of a slide, with the angle as the independent variable.
//!
//! The angle is monotone along a slide, and far from the zeros of Phi everything is smooth in it:
//!
//! ```text
//! d ln r = R/Phi dphi      dp = r/Phi dphi      du_n = N dp      dP_t = -mu s dp      dW_n = u_n dp
//! ```
//!
//! so one panel of Gauss's nodes covers as much of the path as several Taylor steps ([`super::slide`]). The zeros of Phi, real or
//! complex, are its only singularities; a panel keeps its distance from the nearest.

use super::cone::Cone;
use super::path::Point;
use super::spectrum::{GAUSS, NODES, Spectrum, Values};
use glam::DVec2;

/// Half the length of the widest panel, and of the least that is worth its cost (rad).
const WIDEST: f64 = 0.5;
const LEAST: f64 = 0.01;

/// Distance of the nearest zero of Phi from the middle of a panel, in units of its half length. At three the last
/// coefficients of the panel are about 6^-20.
const DISTANCE: f64 = 3.0;

/// Largest share of the last two coefficients; the first that is missing is 1/36 of them.
const TOLERANCE: f64 = 1e-13;

/// A panel of a slide.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    start: Point,
    end: Point,
    angle: f64,
    /// dp over the share of the angle, and du_n/dp, at the end.
    rate: f64,
    lift: f64,
    /// dp/dx and du_n/dx at the nodes, and u_n itself.
    impulse: Values,
    velocity: Values,
    u_n: Values,
}

impl Turn {
    /// The widest panel from a point that slides along s. None if a zero of Phi is near, or u_n turns on the way.
    pub fn from(cone: &Cone, point: &Point, s: DVec2) -> Option<Self> {
        let half = room(cone, s)?;
        // Strong braking wants smaller panels than the zeros of Phi alone.
        [1.0, 0.7, 0.4].into_iter().find_map(|share| {
            Self::panel(cone, point, s, share * half).filter(|turn| turn.is_monotone() && turn.is_smooth())
        })
    }

    /// The first part of the panel, a share of its angle.
    pub fn part(&self, cone: &Cone, s: DVec2, share: f64) -> Option<Self> {
        Self::panel(cone, &self.start, s, 0.5 * self.angle.abs() * share)
    }

    fn panel(cone: &Cone, point: &Point, s: DVec2, half: f64) -> Option<Self> {
        let (gauss, side) = (&*GAUSS, cone.turning(s).signum());
        let middle = s.rotate(DVec2::from_angle(side * half));
        let directions = around(middle, side * half);
        let last = middle.rotate(DVec2::from_angle(side * half));
        // |Phi| along the way; it keeps its sign.
        let turning = directions.map(|s| side * cone.turning(s));
        if turning.iter().any(|&turn| turn <= 0.0) {
            return None;
        }
        let growth: Values = std::array::from_fn(|i| half * cone.braking(directions[i]) / turning[i]);
        let r = point.slip();
        let logs = gauss.to_nodes(&growth);
        let impulse: Values = std::array::from_fn(|i| half * r * logs[i].exp() / turning[i]);
        let velocity: Values = std::array::from_fn(|i| impulse[i] * cone.lifting(directions[i]));
        let u_n = gauss.to_nodes(&velocity).map(|gained| point.u_n + gained);
        let friction =
            |part: fn(&DVec2) -> f64| gauss.whole(&std::array::from_fn(|i| impulse[i] * part(&directions[i])));
        let end = Point {
            p: point.p + gauss.whole(&impulse),
            u_n: point.u_n + gauss.whole(&velocity),
            u_t: last * (r * gauss.whole(&growth).exp()),
            p_t: point.p_t - cone.mu * DVec2::new(friction(|s| s.x), friction(|s| s.y)),
            work: point.work + gauss.whole(&std::array::from_fn(|i| impulse[i] * u_n[i])),
        };
        let rate = 2.0 * half * end.slip() / cone.turning(last).abs();
        Some(Self {
            start: *point,
            end,
            angle: 2.0 * side * half,
            rate,
            lift: cone.lifting(last),
            impulse,
            velocity,
            u_n,
        })
    }

    /// u_n rises or falls all the way.
    fn is_monotone(&self) -> bool {
        self.velocity.iter().all(|&v| v > 0.0) || self.velocity.iter().all(|&v| v < 0.0)
    }

    /// The nodes are close enough for the rates along the way.
    fn is_smooth(&self) -> bool {
        let largest = self.impulse.iter().fold(0.0, |m: f64, &v| m.max(v));
        GAUSS.last(&self.impulse) <= TOLERANCE * largest
    }

    pub fn start(&self) -> Point {
        self.start
    }

    pub fn end(&self) -> Point {
        self.end
    }

    /// Angle turned.
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// dp over the share of the angle at the end.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// du_n/dp at the end.
    pub fn lift(&self) -> f64 {
        self.lift
    }

    /// dp/dx.
    pub fn impulse(&self) -> Spectrum {
        GAUSS.spectrum(&self.impulse)
    }

    /// du_n/dx.
    pub fn velocity(&self) -> Spectrum {
        GAUSS.spectrum(&self.velocity)
    }

    /// dW_n/dx.
    pub fn work(&self) -> Spectrum {
        GAUSS.spectrum(&std::array::from_fn(|i| self.impulse[i] * self.u_n[i]))
    }
}

/// The directions of the nodes: they lie in pairs on both sides of the middle.
fn around(middle: DVec2, half: f64) -> [DVec2; NODES] {
    let mut directions = [middle; NODES];
    for i in 0..NODES / 2 {
        let turn = DVec2::from_angle(half * GAUSS.nodes[i]);
        directions[i] = middle.rotate(turn);
        directions[NODES - 1 - i] = middle.rotate(DVec2::new(turn.x, -turn.y));
    }
    directions
}

/// Half the length of a panel ahead of s with enough distance from all zeros of Phi.
fn room(cone: &Cone, s: DVec2) -> Option<f64> {
    let side = cone.turning(s).signum();
    let mut half = WIDEST;
    while half > LEAST {
        let free = distance(cone, s.rotate(DVec2::from_angle(side * half))) / DISTANCE;
        if half <= free {
            return Some(half);
        }
        // The zero may lie ahead, and then comes closer with the middle.
        half = (0.9 * free).clamp(0.3 * half, 0.9 * half);
    }
    None
}

/// Distance of the nearest zero of the parabola that follows Phi at s, in the complex plane.
fn distance(cone: &Cone, s: DVec2) -> f64 {
    let (across, a) = (s.perp(), cone.contact.a);
    let value = cone.turning(s);
    let slope = -cone.braking(s) - cone.mu * across.dot(a * across);
    // Phi'' = -s'. g + 4 mu s'. A s.
    let bend = -across.dot(cone.contact.g) + 4.0 * cone.mu * across.dot(a * s);
    let discriminant = slope * slope - 2.0 * value * bend;
    let largest =
        if discriminant >= 0.0 { slope.abs() + discriminant.sqrt() } else { (slope * slope - discriminant).sqrt() };
    2.0 * value.abs() / largest
}
