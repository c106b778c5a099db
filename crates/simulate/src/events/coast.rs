//! The last of a slide in space.
//!
//! A slide is watched until |D_T| is what the integrator cannot tell from zero, s. That is before it stops, by
//!
//! ```text
//!     |D_T| / -|D_T|',    |D_T|' = D_T . D_T' / |D_T|
//! ```
//!
//! which is long where friction hardly exceeds the push on the body: with 0.1 m/s^2 left some nanoseconds. Friction has its last
//! direction there, so that the rates stay what they are, and the state goes on along them until the slip is gone. In a crowd, whose instants
//! are not resolved as finely, the slide stops where it is.

use super::run::Run;
use super::watch::Watch;
use crate::hold::terms::{slip_acceleration, slip_velocity};
use carom_mechanics::Model;

/// How far second-order terms of the way, y'' t^2, may go, in tolerances.
const SECOND_ORDER: f64 = 0.1;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Goes on to the instant at which the slide that was found to stop has no slip, if nothing else is due before.
    pub(super) fn coast(&mut self, watch: Watch) {
        let Watch::Stop(index) = watch else { return };
        if self.crowd.is_here() {
            return;
        }
        self.refresh();
        let Some(left) = self.left_of_slide(index) else { return };
        let (t, start) = (self.t, self.start.clone());
        let y: Vec<f64> = start.iter().zip(&self.start_rate).map(|(y, rate)| y + left * rate).collect();
        let gaps: Vec<Watch> =
            self.watches.iter().copied().filter(|watch| matches!(watch, Watch::Gap { .. })).collect();
        if gaps.into_iter().any(|gap| self.measure_one(gap, t + left, &y) <= 0.0) {
            return;
        }
        let work = left * self.power(t, &start);
        let (q, v) = y.split_at(self.q.len());
        self.t = t + left;
        self.q.copy_from_slice(q);
        self.v.copy_from_slice(v);
        self.balance_step(work);
        // What settles the end looks at the forces there.
        self.refresh();
    }

    /// The time in which the slip of a contact vanishes at its present rate; `None` if it does not, or if that is not soon.
    fn left_of_slide(&self, index: usize) -> Option<f64> {
        let (contact, rate) = (self.smooth.terms.contacts.get(index)?, &self.start_rate[self.q.len()..]);
        let slip = slip_velocity(contact, &self.v);
        let change = slip_acceleration(contact, rate);
        let left = -(slip[0] * slip[0] + slip[1] * slip[1]) / (slip[0] * change[0] + slip[1] * change[1]);
        let fastest = rate.iter().fold(0.0_f64, |most, a| most.max(a.abs()));
        let soon =
            left * left * fastest <= SECOND_ORDER * self.settings.tolerance && self.t + left < self.row_or_corner();
        (left > 0.0 && soon).then_some(left)
    }
}
