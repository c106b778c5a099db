//! A first look at a step: in most steps nothing happens, and four points tell.
//!
//! Every watched number is taken at the points of Lobatto, the start and the end among them. One whose least value is larger than what
//! it changes by is clear: no smooth number of a step short enough for its integrator comes down to zero and back between these points.
//! What is not clear is looked at closely (`locate`). The forces found
//! at these points give the work of the step too (`balance`).

use super::run::{Boxed, Run};
use crate::balance::LOBATTO;
use carom_mechanics::{At, Model};

/// What the first look has seen.
#[derive(Debug, Default)]
pub(super) struct Glance {
    /// Start and size of the step.
    step: Option<(f64, f64)>,
    /// P_F + P_R at the four points.
    pub powers: [f64; 4],
    /// The least and the largest value of each watched number.
    ranges: Vec<(f64, f64)>,
    values: Vec<f64>,
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
        self.glance.ranges.clear();
        self.glance.ranges.extend(self.now.iter().map(|value| (*value, *value)));
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
        for k in [1, 2] {
            integrator.dense(LOBATTO[k].0, &mut y);
            self.see(k, (self.t + LOBATTO[k].0 * h, &y), works);
        }
        self.scratch = y;
        if works {
            self.glance.step = Some((self.t, h));
        }
        self.forget_clear();
    }

    /// Takes the watched numbers at one of the points.
    fn see(&mut self, point: usize, (t, y): (f64, &[f64]), works: bool) {
        let mut values = std::mem::take(&mut self.glance.values);
        self.measure((t, y), |watch| !watch.is_sign(), &mut values);
        for (range, value) in self.glance.ranges.iter_mut().zip(&values) {
            *range = (range.0.min(*value), range.1.max(*value));
        }
        self.glance.values = values;
        if works {
            self.glance.powers[point] = self.power(t, y);
        }
    }

    /// Keeps the watches that are not clear.
    fn forget_clear(&mut self) {
        let mut kept = 0;
        for k in 0..self.watches.len() {
            let (watch, now, (least, most)) = (self.watches[k], self.now[k], self.glance.ranges[k]);
            let clear = !watch.is_sign() && least > 0.0 && most <= 2.0 * least;
            if !clear {
                (self.watches[kept], self.now[kept]) = (watch, now);
                kept += 1;
            }
        }
        self.watches.truncate(kept);
        self.now.truncate(kept);
    }
}
