//! The first step of a motion that has just changed: what was learnt of the step before says nothing about it.
//!
//! ```text
//!     h_0 = d_0 / (100 d_1),     d_0 = |y|, d_1 = |f|, d_2 = |f(t + h_0, y + h_0 f) - f| / h_0
//!     h_1 = (1 / (100 max(d_1, d_2)))^(1/p),     h = min(100 h_0, h_1)
//! ```
//!
//! in the norm of the error of a step. Source: Hairer, Norsett, Wanner, *Solving Ordinary Differential Equations I* (1993), section II.4.

use super::run::Run;
use super::watch::Watch;
use crate::contacts::closed::Closed;
use crate::integrate::{self, Scale};
use carom_mechanics::Model;

/// Norms below this say nothing, and then the step is this long, in seconds.
const NOTHING: f64 = 1e-5;
const SHORTEST: f64 = 1e-6;

/// Closed contacts from which on a change of their modes says little about the step: those of a heap change all the time.
const MANY_CLOSED: usize = 12;

/// Part of the first step estimated behind an event that is tried: one that has to be made again costs more than one that is a little short.
const CAUTIOUS: f64 = 0.7;

/// Parts of h_0 with which the force behind a kink is looked at: springs that push for a thousandth of it are seen.
const LOOKS: [f64; 4] = [1.0, 0.1, 1e-2, 1e-3];

impl<M: Model + ?Sized> Run<'_, M> {
    /// A step of a method of order p from the present state, whose rate is known.
    pub(super) fn first_step(&mut self, order: u32) -> f64 {
        self.first_step_by(order, 1.0)
    }

    /// The same, looked at with a part of h_0.
    fn first_step_by(&mut self, order: u32, part: f64) -> f64 {
        let scale = Scale { absolute: self.settings.tolerance, relative: self.settings.tolerance };
        let (d_0, d_1) = (norm(&scale, &self.start, &self.start), norm(&scale, &self.start, &self.start_rate));
        let whole = if d_0 < NOTHING || d_1 < NOTHING { SHORTEST } else { 0.01 * d_0 / d_1 };
        let h_0 = part * whole;
        let mut y = std::mem::take(&mut self.scratch);
        y.clear();
        y.extend(self.start.iter().zip(&self.start_rate).map(|(y, rate)| y + h_0 * rate));
        let mut rate = vec![0.0; y.len()];
        // The forces now are looked at before the step is made.
        self.smooth.exchange();
        let Ok(()) = integrate::System::rate(&mut self.smooth, self.t + h_0, &y, &mut rate);
        self.smooth.exchange();
        self.scratch = y;
        rate.iter_mut().zip(&self.start_rate).for_each(|(rate, start)| *rate -= start);
        let largest = d_1.max(norm(&scale, &self.start, &rate) / h_0);
        let h_1 = if largest > 0.0 { (0.01 / largest).powf(1.0 / f64::from(order)) } else { f64::INFINITY };
        h_1.min(100.0 * whole)
    }

    /// Where contacts have changed, the step before tells little of the next one.
    pub(super) fn note_modes(&mut self, before: &[Closed], order: u32) {
        if self.smooth.closed != before && before.len() < MANY_CLOSED {
            self.step = CAUTIOUS * self.first_step(order);
            (self.last_error, self.idle) = (0.0, 0.0);
        }
    }

    /// Behind the kink of a force, as where a stiff spring is met, a step as long as the last could pass over all that the force does. So could
    /// the look ahead: shorter ones are tried too.
    pub(super) fn note_kink(&mut self, watch: Watch, order: u32) {
        if matches!(watch, Watch::Kink { .. }) {
            let first = LOOKS.map(|part| self.first_step_by(order, part)).into_iter().fold(f64::INFINITY, f64::min);
            self.step = self.step.min(CAUTIOUS * first);
            (self.last_error, self.idle) = (0.0, 0.0);
        }
    }
}

/// The root mean square of numbers in units of the tolerated error at y.
fn norm(scale: &Scale, y: &[f64], numbers: &[f64]) -> f64 {
    let parts = numbers.iter().zip(y).enumerate().map(|(j, (number, y))| (number / scale.of(j, *y, *y)).powi(2));
    (parts.sum::<f64>() / y.len().max(1) as f64).sqrt()
}
