//! The laws of the Routh-Keller process: one path, three endings.
//!
//! p_c is the first zero of u_n. Newton ends at the first p >= p_c with u_n = -e u_n0, Poisson at p = (1 + e) p_c, Stronge at the first
//! p >= p_c at which the normal work since p_c is -e^2 times that of compression. e = 0 ends at p_c.

use super::answer::{Answer, Mode, PathFacts};
use super::cone::Cone;
use super::contact::Principal;
use super::goal::Goal;
use super::path::{Path, Point, Then};
use super::{Collision, Impulse, Velocity};
use crate::{Refusal, Work};

/// Share of |u_n0| below zero at which the bodies count as approaching again.
const APPROACH: f64 = 1e-12;

/// What ends the expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Kinematic: u_n' = -e u_n.
    Newton,
    /// Kinetic: P_nE = e P_nC.
    Poisson,
    /// Energetic: W_E = -e^2 W_C.
    Stronge,
}

/// Follows the path of a collision to its end.
pub(super) fn run(collision: &Collision, e: f64, mu: f64, ending: Ending) -> Result<Answer, Refusal> {
    let units = Units::of(collision, mu);
    let before = collision.before();
    let (u_n, u_t) = (before.normal / units.velocity, units.principal.inward(before.tangential) / units.velocity);
    let mut path = Path::new(units.cone(mu), u_n, u_t);
    path.follow(Goal::Velocity(0.0))?;
    path.point.u_n = 0.0;
    let (compression, in_compression) = (path.point, path.stop.is_some());
    // The work of expansion is counted apart: it may be a tiny part of that of compression.
    (path.point.work, path.lowest) = (0.0, 0.0);
    if e > 0.0 {
        path.follow(match ending {
            Ending::Newton => Goal::Velocity(-e * u_n),
            Ending::Poisson => Goal::Impulse((1.0 + e) * compression.p),
            Ending::Stronge => Goal::Work(-e * e * compression.work),
        })?;
    }
    let mut answer = units.answer(&path, &compression, in_compression, u_n);
    if ending == Ending::Newton || e == 0.0 {
        answer.after.normal = -e * before.normal;
    }
    Ok(answer)
}

/// Units in which rates and velocities are of order one, so that nothing overflows.
struct Units {
    principal: Principal,
    /// Velocity of one unit.
    velocity: f64,
    /// Impulse of one unit.
    impulse: f64,
    /// Inverse mass of one unit.
    rate: f64,
    before: Velocity,
}

impl Units {
    fn of(collision: &Collision, mu: f64) -> Self {
        let (principal, before) = (Principal::of(collision.contact()), collision.before());
        let velocity = before.normal.abs().max(before.tangential.length());
        let rate = Cone { contact: principal, mu }.rate_scale().max(principal.normal);
        Self { principal, velocity, impulse: velocity / rate, rate, before }
    }

    fn cone(&self, mu: f64) -> Cone {
        let contact = self.principal.divided_by(self.rate);
        Cone { contact, mu }
    }

    fn impulse(&self, point: &Point) -> Impulse {
        Impulse { normal: point.p * self.impulse, tangential: self.principal.outward(point.p_t) * self.impulse }
    }

    fn answer(&self, path: &Path, compression: &Point, in_compression: bool, u_n: f64) -> Answer {
        let (end, work) = (path.point, self.impulse * self.velocity);
        let impulse = self.impulse(&end);
        let after =
            Velocity { normal: end.u_n * self.velocity, tangential: self.principal.outward(end.u_t) * self.velocity };
        let energy = 0.5
            * (impulse.normal * (self.before.normal + after.normal)
                + impulse.tangential.dot(self.before.tangential + after.tangential));
        let mode = match path.stop {
            None => Mode::Slide,
            Some((_, then)) => Mode::Stopped { in_compression, stuck: then == Then::Stick },
        };
        Answer {
            impulse,
            after,
            mode,
            compression: Some(self.impulse(compression)),
            work: Some(Work {
                compression: compression.work * work,
                expansion: end.work * work,
                friction: energy - (compression.work + end.work) * work,
            }),
            path: Some(PathFacts {
                turning: path.turning,
                stop: path.stop.map(|(p, _)| p * self.impulse),
                recompression: path.lowest < APPROACH * u_n,
            }),
            kappa: None,
        }
    }
}
