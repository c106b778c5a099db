//! A first look at a step: in most steps nothing happens, and four points tell.
//!
//! Every watched number is taken at the points of Lobatto, the start and the end among them. One whose least value is larger than what
//! it changes by is clear: no smooth number of a step short enough for its integrator comes down to zero and back between these points.
//! Of numbers other than gaps the cubic through the four points tells the same where they start from zero, as the velocity of a slip
//! that begins. What is not clear is looked at closely (`locate`). The forces found at these points give the work of the step too
//! (`balance`).

use super::run::{Boxed, Run};
use super::watch::Watch;
use crate::balance::LOBATTO;
use carom_mechanics::{At, Model};

/// Points at which a cubic is looked at, and the part of its largest value, times the part of the step, that it must have there.
const POINTS: usize = 8;
const WELL_ABOVE: f64 = 0.1;

/// What the first look has seen.
#[derive(Debug, Default)]
pub(super) struct Glance {
    /// Start and size of the step.
    step: Option<(f64, f64)>,
    /// P_F + P_R at the four points.
    pub powers: [f64; 4],
    /// Each watched number at the four points.
    seen: Vec<[f64; 4]>,
    values: Vec<f64>,
    /// The gaps that were clear, with their values at the start.
    pub clear: Vec<(Watch, f64)>,
}

impl Glance {
    /// Whether a step from t of size h is the one looked at.
    pub fn covers(&self, t: f64, h: f64) -> bool {
        self.step == Some((t, h))
    }
}

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// The power at the start, where the forces are known.
    pub(super) fn glance_ahead(&mut self) {
        self.glance.step = None;
        self.note_reactions();
        if self.may_work() {
            let start = std::mem::take(&mut self.start);
            self.glance.powers[0] = self.power(self.t, &start);
            self.start = start;
        }
    }

    /// Looks at the step of size h that the integrator has just made, and forgets the watches that are clear.
    pub(super) fn glance_back(&mut self, integrator: &mut Boxed<'a, M>, h: f64) {
        self.glance.seen.clear();
        self.glance.seen.extend(self.now.iter().map(|value| [*value; 4]));
        let works = self.may_work();
        // The last force evaluated was that of the end.
        let end = std::mem::take(&mut self.end);
        if works && !self.reactions_work {
            let (q, v) = end.split_at(self.q.len());
            self.smooth.evaluate(At { t: self.t + h, q, v });
            self.note_reactions();
        }
        self.see(3, (self.t + h, &end), works);
        self.end = end;
        let Ok(()) = integrator.prepare_dense(&mut self.smooth);
        let mut y = std::mem::take(&mut self.scratch);
        y.resize(self.end.len(), 0.0);
        self.smooth.exchange();
        for k in [1, 2] {
            integrator.dense(LOBATTO[k].0, &mut y);
            self.see(k, (self.t + LOBATTO[k].0 * h, &y), works);
        }
        self.smooth.exchange();
        self.scratch = y;
        if works {
            self.glance.step = Some((self.t, h));
        }
        self.forget_clear();
    }

    /// Takes the watched numbers at one of the points.
    fn see(&mut self, point: usize, (t, y): (f64, &[f64]), works: bool) {
        if works {
            self.glance.powers[point] = self.power(t, y);
        }
        let mut values = std::mem::take(&mut self.glance.values);
        self.measure((t, y), |watch| !watch.is_sign(), &mut values);
        for (seen, value) in self.glance.seen.iter_mut().zip(&values) {
            seen[point] = *value;
        }
        self.glance.values = values;
    }

    /// Keeps the watches that are not clear, and notes the gaps among the others.
    fn forget_clear(&mut self) {
        let mut kept = 0;
        self.glance.clear.clear();
        for k in 0..self.watches.len() {
            let (watch, now) = (self.watches[k], self.now[k]);
            if !is_clear(watch, &self.glance.seen[k]) {
                (self.watches[kept], self.now[kept]) = (watch, now);
                kept += 1;
            } else if matches!(watch, Watch::Gap { .. }) {
                self.glance.clear.push((watch, now));
            }
        }
        self.watches.truncate(kept);
        self.now.truncate(kept);
    }
}

/// Whether a number seen at the four points is above zero all the way.
fn is_clear(watch: Watch, seen: &[f64; 4]) -> bool {
    if watch.is_sign() {
        return false;
    }
    let (least, most) = seen.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(*x), b.max(*x)));
    let steady = least > 0.0 && most <= 2.0 * least;
    steady || !matches!(watch, Watch::Gap { .. }) && least >= 0.0 && cubic_is_above(seen, most)
}

/// Whether the cubic through the four points is well above zero at all points but the start, in Newton's form.
fn cubic_is_above(seen: &[f64; 4], most: f64) -> bool {
    let mut newton = *seen;
    for order in 1..4 {
        for k in (order..4).rev() {
            newton[k] = (newton[k] - newton[k - 1]) / (LOBATTO[k].0 - LOBATTO[k - order].0);
        }
    }
    (1..=POINTS).all(|point| {
        let theta = point as f64 / POINTS as f64;
        let value = (0..4).rev().fold(0.0, |sum, k| sum * (theta - LOBATTO[k].0) + newton[k]);
        value >= WELL_ABOVE * theta * most
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(number: impl Fn(f64) -> f64) -> [f64; 4] {
        LOBATTO.map(|(theta, _)| number(theta))
    }

    const SLIP: Watch = Watch::Slip { index: 0, sign: 1.0, slack: 0.0 };

    #[test]
    fn what_begins_is_clear_and_what_ends_is_not() {
        assert!(is_clear(SLIP, &seen(|theta| theta)));
        assert!(is_clear(SLIP, &seen(|theta| theta * (1.5 - theta))));
        assert!(!is_clear(SLIP, &seen(|theta| 1.0 - theta)));
        assert!(!is_clear(SLIP, &seen(|theta| theta * (1.01 - theta))));
        // Back at zero between the points.
        assert!(!is_clear(SLIP, &seen(|theta| (theta - 0.5).powi(2) - 0.02)));
    }

    #[test]
    fn gaps_must_be_steady() {
        let gap = Watch::Gap { site: carom_mechanics::Site { pair: 0, feature: 0 }, slack: 0.0 };
        assert!(!is_clear(gap, &seen(|theta| theta)));
        assert!(is_clear(gap, &seen(|theta| 1.0 + 0.5 * theta)));
    }
}
