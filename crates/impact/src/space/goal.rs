//! What a path is followed to: a normal velocity, a normal impulse, a normal work.

use super::approach::Approach;
use super::cone::Cone;
use super::path::Point;
use super::polynomial::Breaks;
use super::root::zero_between;
use super::slide::Slide;
use super::turn::Turn;
use crate::coulomb::SINGULAR_TIE;
use glam::DVec2;

/// Error of a place on an approach.
const PLACE: f64 = 4e-16;

/// Shares of a panel below this are looked for in a panel of their own. Of the work at a larger share at least twelve digits are left, from which
/// Newton's steps go on.
const NEAR_START: f64 = 0.01;

/// Length of such a panel over the share that the straight line gives, which is right up to terms of its square.
const ROOM: f64 = 2.0;

/// Where a phase of the impact ends: the first point at which a quantity reaches a value from below.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// u_n.
    Velocity(f64),
    /// p.
    Impulse(f64),
    /// W_n.
    Work(f64),
}

impl Goal {
    fn missing(self, point: &Point) -> f64 {
        match self {
            Self::Velocity(target) => target - point.u_n,
            Self::Impulse(target) => target - point.p,
            Self::Work(target) => target - point.work,
        }
    }

    pub fn reached(self, point: &Point) -> bool {
        self.missing(point) <= 0.0
    }

    /// The normal impulse to the goal on a line with du_n/dp = rate, if it is within reach. Velocities are in units of those before.
    pub fn on_line(self, point: &Point, rate: f64, reach: f64) -> Option<f64> {
        let missing = self.missing(point);
        // On a line that keeps its velocity the goal must have been met at its start, up to rounding.
        let grows = matches!(self, Self::Impulse(_)) || matches!(self, Self::Work(_)) && point.u_n > SINGULAR_TIE;
        if rate == 0.0 && !grows {
            return (missing.abs() <= SINGULAR_TIE).then_some(0.0);
        }
        let x = match self {
            Self::Velocity(_) => missing / rate,
            Self::Impulse(_) => missing,
            Self::Work(_) => first_root(point.u_n, rate, missing)?,
        };
        (x >= 0.0 && x <= reach && x.is_finite()).then_some(x)
    }

    /// tau of the goal in a slide with its end, if it lies there.
    pub fn on_slide(self, end: &Point, slide: &Slide, breaks: &Breaks) -> Option<f64> {
        // Where nothing turns on the way, the end tells.
        if breaks.inner().is_empty() && !self.reached(end) {
            return None;
        }
        match self {
            Self::Velocity(target) => slide.velocity().minus(target).first_rise(breaks),
            Self::Impulse(target) => slide.impulse().minus(target).first_rise(&Breaks::whole(slide.length)),
            Self::Work(target) => {
                let monotone = slide.velocity().roots_between(breaks);
                slide.work().minus(target).first_rise(&monotone)
            }
        }
    }

    /// The part of a wide turn up to the goal, if it lies there.
    pub fn on_turn(self, cone: &Cone, turn: &Turn, s: DVec2) -> Option<Turn> {
        if !self.reached(&turn.end()) {
            // Work falls again where u_n passes zero downwards: there u_n is not monotone, and no wide turn is made.
            return None;
        }
        let near = self.narrowed(cone, turn, s);
        let turn = near.as_ref().unwrap_or(turn);
        let growth = match self {
            Self::Velocity(_) => turn.velocity(),
            Self::Impulse(_) => turn.impulse(),
            Self::Work(_) => turn.work(),
        };
        let missing = self.missing(&turn.start());
        let mut share = zero_between(0.0, 1.0, 1e-6, |share| missing - growth.integral(2.0 * share - 1.0));
        // Newton gives the place to rounding of the part, which may be a tiny one.
        let mut part = turn.part(cone, s, share)?;
        for _ in 0..6 {
            let growth = part.rate() / share * self.slope(&part.end(), part.lift());
            let step = self.missing(&part.end()) / growth;
            let converging = step.abs() > 1e-15 * share && step.abs() < 0.5 * share;
            if !converging {
                break;
            }
            share += step;
            part = turn.part(cone, s, share)?;
        }
        Some(part)
    }

    /// The panel cut down to the surroundings of a goal just after its start. The line along s tells where that is: there the slide is as good
    /// as straight. In the whole panel growth at a tiny share is a difference of large terms, which leaves nothing of work that grows with the
    /// square of the share.
    fn narrowed(self, cone: &Cone, turn: &Turn, s: DVec2) -> Option<Turn> {
        let (start, lift) = (turn.start(), cone.lifting(s));
        let x = self.on_line(&start, lift, f64::INFINITY)?;
        // dp over the share of the angle is r dphi/Phi.
        let share = x * cone.turning(s).abs() / (start.slip() * turn.angle().abs());
        if share > NEAR_START {
            return None;
        }
        turn.part(cone, s, ROOM * share).filter(|part| self.reached(&part.end()))
    }

    /// Growth of the quantity over p.
    fn slope(self, point: &Point, lift: f64) -> f64 {
        match self {
            Self::Velocity(_) => lift,
            Self::Impulse(_) => 1.0,
            Self::Work(_) => point.u_n,
        }
    }

    /// y of the goal on an approach with its end, if it lies there.
    pub fn on_approach(self, way: &Approach, end: &Point) -> Option<f64> {
        let value = |y: f64| self.missing(&way.at(y));
        if self.reached(end) {
            return Some(zero_between(1.0, 0.0, PLACE, value));
        }
        // Work falls again where u_n passes zero downwards.
        let (first, last) = (way.at(1.0).u_n, end.u_n);
        if matches!(self, Self::Work(_)) && first > 0.0 && last < 0.0 {
            let top = zero_between(1.0, 0.0, PLACE, |y| way.at(y).u_n);
            if value(top) <= 0.0 {
                return Some(zero_between(1.0, top, PLACE, value));
            }
        }
        None
    }
}

/// The least x >= 0 with u x + rate x^2/2 = work, for work > 0.
fn first_root(u: f64, rate: f64, work: f64) -> Option<f64> {
    let discriminant = u * u + 2.0 * rate * work;
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    // Either form is free of cancellation on its side.
    let x = if u >= 0.0 { 2.0 * work / (u + root) } else { (root - u) / rate };
    (x >= 0.0).then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_on_a_line() {
        assert_eq!(first_root(1.0, 0.0, 2.0), Some(2.0));
        assert_eq!(first_root(0.0, 2.0, 1.0), Some(1.0));
        assert_eq!(first_root(-1.0, 2.0, 2.0), Some(2.0));
        assert_eq!(first_root(1.0, -1.0, 1.0), None);
        assert_eq!(first_root(-1.0, -1.0, 0.1), None);
    }
}
