//! The Routh-Keller process in space: the impact as a path in impulse space, followed exactly.
//!
//! ```text
//! du/dp = G (1, -mu u_t/|u_t|)                    while it slides
//! at u_t = 0: sticks if mu >= mu_s, P_t' = -A^-1 g; else slides on along the only outgoing direction
//! ```
//!
//! Straight parts (rest, a slip along an invariant direction, after a stop) are closed forms; curved slides are wide turns
//! ([`super::turn`]) or Taylor steps ([`super::slide`]), and the end of one that stops is a series ([`super::approach`]).

use super::approach::Approach;
use super::cone::Cone;
use super::goal::Goal;
use super::slide::Slide;
use super::turn::Turn;
use crate::Refusal;
use glam::DVec2;

/// Turning rates below this share of all rates are rounding: the slide is straight.
const STRAIGHT: f64 = 1e-14;

/// Slips below this share of the first one have stopped. The turn of a slip that misses zero by less takes no more impulse than that.
const STOPPED: f64 = 1e-14;

/// A goal in the first tenth of an approach is reached by smaller steps.
const NEAR_START: f64 = 0.9;

/// Taylor steps before the process gives up. The worst bottleneck seen took 300.
const STEPS: usize = 20_000;

/// A point of the path in principal axes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Point {
    /// Normal impulse p.
    pub p: f64,
    pub u_n: f64,
    pub u_t: DVec2,
    /// Tangential impulse.
    pub p_t: DVec2,
    /// Normal work.
    pub work: f64,
}

impl Point {
    /// r = |u_t|.
    pub fn slip(&self) -> f64 {
        self.u_t.length()
    }

    /// The point after a further normal impulse x with the tangential impulse x f.
    fn ahead(&self, cone: &Cone, f: DVec2, x: f64) -> Self {
        let contact = &cone.contact;
        let rate = contact.lifting_rate(f);
        Self {
            p: self.p + x,
            u_n: self.u_n + rate * x,
            u_t: self.u_t + (contact.g + contact.a * f) * x,
            p_t: self.p_t + f * x,
            work: self.work + (self.u_n + 0.5 * rate * x) * x,
        }
    }
}

/// What comes after a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Stick,
    Reslip,
}

/// A path under way.
pub(super) struct Path {
    cone: Cone,
    pub point: Point,
    first_slip: f64,
    /// Straight for ever: the tangential per normal impulse.
    line: Option<DVec2>,
    /// Where the slip stopped, and what came then.
    pub stop: Option<(f64, Then)>,
    /// Angle that the slip has turned by until it stopped.
    pub turning: f64,
    /// Least u_n since `lowest` was last reset.
    pub lowest: f64,
}

impl Path {
    pub fn new(cone: Cone, u_n: f64, u_t: DVec2) -> Self {
        let point = Point { u_n, u_t, ..Point::default() };
        let mut path =
            Self { cone, point, first_slip: point.slip(), line: None, stop: None, turning: 0.0, lowest: u_n };
        if path.first_slip == 0.0 {
            path.halt();
        }
        path
    }

    /// Follows the path to a goal.
    pub fn follow(&mut self, goal: Goal) -> Result<(), Refusal> {
        for _ in 0..STEPS {
            if goal.reached(&self.point) || self.advance(goal)? {
                return Ok(());
            }
        }
        Err(Refusal::Singular("the path of the impact takes too many steps: the matrix is nearly singular"))
    }

    /// The next part of the path; true if the goal lies in it.
    fn advance(&mut self, goal: Goal) -> Result<bool, Refusal> {
        if let Some(f) = self.line {
            return self.straight(goal, f, f64::INFINITY);
        }
        let (s, r, mu) = (self.point.u_t.normalize_or_zero(), self.point.slip(), self.cone.mu);
        if r <= STOPPED * self.first_slip {
            self.turning += self.cone.turning_left(s);
            self.halt();
            return Ok(false);
        }
        if mu == 0.0 {
            return self.straight(goal, DVec2::ZERO, f64::INFINITY);
        }
        let (brake, turn) = (self.cone.braking(s), self.cone.turning(s));
        if turn.abs() <= STRAIGHT * self.cone.rate_scale() {
            let reach = if brake < 0.0 { -r / brake } else { f64::INFINITY };
            let reached = self.straight(goal, -mu * s, reach)?;
            if !reached {
                self.halt();
            }
            return Ok(reached);
        }
        let approached = if brake < 0.0 { self.approach(goal, s) } else { None };
        if let Some(reached) = approached.or_else(|| self.swing(goal, s)) {
            return Ok(reached);
        }
        Ok(self.curved(goal, s))
    }

    /// A straight part of the given reach in p.
    fn straight(&mut self, goal: Goal, f: DVec2, reach: f64) -> Result<bool, Refusal> {
        let rate = self.cone.contact.lifting_rate(f);
        let found = goal.on_line(&self.point, rate, reach);
        let x = found.unwrap_or(reach);
        if x.is_infinite() {
            return Err(Refusal::NoSolution("friction holds the contact: no normal impulse separates the bodies"));
        }
        self.point = self.point.ahead(&self.cone, f, x);
        self.lowest = self.lowest.min(self.point.u_n);
        Ok(found.is_some())
    }

    /// A wide turn far from all invariant directions, up to the goal if it lies in it. None if there is no room for one.
    fn swing(&mut self, goal: Goal, s: DVec2) -> Option<bool> {
        let turn = Turn::from(&self.cone, &self.point, s)?;
        let part = goal.on_turn(&self.cone, &turn, s);
        let (reached, turn) = (part.is_some(), part.unwrap_or(turn));
        self.point = turn.end();
        self.lowest = self.lowest.min(self.point.u_n);
        self.turning += turn.angle();
        Some(reached)
    }

    /// One Taylor step, up to the goal if it lies in it.
    fn curved(&mut self, goal: Goal, s: DVec2) -> bool {
        let slide = Slide::from(&self.cone, &self.point);
        let (breaks, end) = (slide.breaks(&self.cone), slide.at(slide.length));
        let found = goal.on_slide(&end, &slide, &breaks);
        let x = found.unwrap_or(slide.length);
        for &inner in breaks.inner().iter().filter(|&&inner| inner <= x) {
            self.lowest = self.lowest.min(slide.velocity().at(inner));
        }
        self.point = if found.is_some() { slide.at(x) } else { end };
        self.lowest = self.lowest.min(self.point.u_n);
        self.turn(s, self.point.u_t);
        found.is_some()
    }

    fn turn(&mut self, from: DVec2, to: DVec2) {
        self.turning += from.perp_dot(to).atan2(from.dot(to));
    }

    /// The rest of a slide that is about to stop, up to the goal if it lies there. None if the stop is too far.
    fn approach(&mut self, goal: Goal, s: DVec2) -> Option<bool> {
        let approach = Approach::from(&self.cone, &self.point, s).filter(|way| way.is_monotone(&self.cone))?;
        let end = approach.at(0.0);
        if let Some(y) = goal.on_approach(&approach, &end) {
            // The stop is far behind the goal: differences of the series would lose digits.
            if y > NEAR_START {
                return None;
            }
            self.point = approach.at(y);
            self.lowest = self.lowest.min(self.point.u_n);
            self.turning += approach.turning(y);
            return Some(true);
        }
        self.point = end;
        self.lowest = self.lowest.min(end.u_n);
        self.turning += approach.turning(0.0);
        self.halt();
        Some(false)
    }

    /// The slip has stopped: sticks, or goes on.
    fn halt(&mut self) {
        self.point.u_t = DVec2::ZERO;
        let sticks = self.cone.sticks();
        self.stop = Some((self.point.p, if sticks { Then::Stick } else { Then::Reslip }));
        self.line =
            Some(if sticks { -self.cone.contact.sticking_slope() } else { -self.cone.mu * self.cone.outgoing() });
    }
}
