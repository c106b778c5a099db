//! Numbers that pass zero and come back between two points at which a step is looked at: a corner that just touches, a spring that is met
//! for a moment, a slip that just comes to rest.

use super::locate::{BEHIND, Found};
use super::run::{Boxed, Run};
use super::watch::Watch;
use carom_mechanics::{At, Model, Touch};

/// A gap larger than this many times what its velocity at either end of an interval changes it by does not close and open within it.
const STEEP: f64 = 2.0;

/// Part of an interval over which the rate of a smooth number at its ends is taken, and part of its change within which the cubic made of these
/// rates is right about its least value.
const ASIDE: f64 = 1e-3;
const NEAR: f64 = 0.1;

/// Slips that turn back by less than this many m/s, for every m/s of speed, are rounding.
const UNSEEN: f64 = 1e-13;

/// The golden section, and how many of them are made towards the least value of a gap: down to 1e-9 of the interval.
const GOLDEN: f64 = 0.618_033_988_749_894_9;
const SECTIONS: usize = 44;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// A number that passed zero and came back within an interval of theta.
    pub(super) fn dip(
        &mut self,
        integrator: &Boxed<'a, M>,
        (low, high): (f64, f64),
        (before, after): (&[f64], &[f64]),
        h: f64,
        y: &mut [f64],
    ) -> Option<Found> {
        let mut first: Option<Found> = None;
        for k in 0..before.len() {
            let watch = self.watches[k];
            let start = if low == 0.0 && watch.bends() { self.now[k] } else { before[k] };
            if !watch.dips() || start <= 0.0 || after[k] <= 0.0 {
                continue;
            }
            let interval = ((low, start), (high, after[k]));
            if self.could_dip(integrator, watch, interval, h, y)
                && let Some(below) = self.least(integrator, watch, (low, high), h, y)
            {
                let (watch, value) = self.crossing(watch, start, below.1).unwrap_or((watch, below.1));
                let after = self.zero(integrator, watch, (low, start), (below.0, value), h, y) * h;
                if first.is_none_or(|found| after < found.after) {
                    first = Some(Found { after, watch, index: k });
                }
            }
        }
        first
    }

    /// Whether a number may pass zero between two points where it is above: a gap if it falls at the first or rises at the second fast enough
    /// for that, since one that falls straight to a corner and rises straight behind it is lower there than any parabola says; a smooth
    /// number if the cubic with its values and rates there comes near zero.
    fn could_dip(
        &mut self,
        integrator: &Boxed<'a, M>,
        watch: Watch,
        ((low, before), (high, after)): ((f64, f64), (f64, f64)),
        h: f64,
        y: &mut [f64],
    ) -> bool {
        let time = (high - low) * h;
        if !watch.bends() {
            return before < -STEEP * time * self.rate_at(integrator, watch, (low, h), y)
                || after < STEEP * time * self.rate_at(integrator, watch, (high, h), y);
        }
        let aside = ASIDE * (high - low);
        let mut at = |run: &mut Self, theta: f64| {
            integrator.dense(theta, y);
            run.measure_one(watch, run.t + theta * h, y)
        };
        let falls = (at(self, low + aside) - before) / ASIDE;
        let rises = (after - at(self, high - aside)) / ASIDE;
        falls < 0.0 && rises > 0.0 && {
            let least = least_of_cubic((before, falls), (after, rises));
            least <= NEAR * (before.max(after) - least)
        }
    }

    /// The velocity of a watched gap at theta.
    fn rate_at(&mut self, integrator: &Boxed<'a, M>, watch: Watch, (theta, h): (f64, f64), y: &mut [f64]) -> f64 {
        integrator.dense(theta, y);
        let (q, v) = y.split_at(self.q.len());
        self.gap_rate(watch, At { t: self.t + theta * h, q, v })
    }

    /// The velocity of a watched gap; zero for other numbers.
    pub(super) fn gap_rate(&mut self, watch: Watch, at: At) -> f64 {
        let Watch::Gap { site, .. } = watch else { return 0.0 };
        let face = self.model.gap(site, at.t, at.q).1;
        self.model.contact(Touch { site, face }, at, &mut self.contact);
        self.contact.along_normal.velocity(at.v)
    }

    /// A point of an interval of theta at which a number is negative, with its value, looked for by golden sections towards its least value.
    fn least(
        &mut self,
        integrator: &Boxed<'a, M>,
        watch: Watch,
        (mut low, mut high): (f64, f64),
        h: f64,
        y: &mut [f64],
    ) -> Option<(f64, f64)> {
        let nothing = match watch {
            Watch::Kink { .. } => 2.0 * BEHIND,
            Watch::Slip { .. } => UNSEEN * (1.0 + self.speed),
            _ => 4.0 * f64::EPSILON * self.extent,
        };
        let mut at = |run: &mut Self, theta: f64| {
            integrator.dense(theta, y);
            (theta, run.measure_one(watch, run.t + theta * h, y))
        };
        let (mut left, mut right) = (at(self, high - GOLDEN * (high - low)), at(self, low + GOLDEN * (high - low)));
        for _ in 0..SECTIONS {
            if let Some(below) = [left, right].into_iter().find(|(_, value)| *value < -nothing) {
                return Some(below);
            }
            if left.1 <= right.1 {
                (high, right) = (right.0, left);
                left = at(self, high - GOLDEN * (high - low));
            } else {
                (low, left) = (left.0, right);
                right = at(self, low + GOLDEN * (high - low));
            }
        }
        None
    }
}

/// The least value within (0, 1) of the cubic with a value and a rate at either end, where it falls at the first and rises at the second:
/// the zero of its derivative between them.
fn least_of_cubic((before, falls): (f64, f64), (after, rises): (f64, f64)) -> f64 {
    let (square, cube) = (3.0 * (after - before) - 2.0 * falls - rises, 2.0 * (before - after) + falls + rises);
    // 3 cube x^2 + 2 square x + falls = 0, the zero at which it rises, without cancellation.
    let root = (square * square - 3.0 * cube * falls).max(0.0).sqrt();
    let x = if square >= 0.0 { -falls / (square + root) } else { (root - square) / (3.0 * cube) };
    let x = if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.5 };
    ((cube * x + square) * x + falls) * x + before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_value_of_a_cubic() {
        // (x - 0.3)^2 - 0.01, whose cube vanishes; x^3 - x + 1 scaled so that it turns at 1/sqrt 3. Rounding of numbers of order one.
        assert!((least_of_cubic((0.08, -0.6), (0.48, 1.4)) + 0.01).abs() < 1e-14);
        let x = 1.0 / 3.0_f64.sqrt();
        assert!((least_of_cubic((1.0, -1.0), (1.0, 2.0)) - (x * x * x - x + 1.0)).abs() < 1e-14);
        // Its mirror image, which falls steeply and rises gently.
        assert!((least_of_cubic((1.0, -2.0), (1.0, 1.0)) - (x * x * x - x + 1.0)).abs() < 1e-14);
    }
}
