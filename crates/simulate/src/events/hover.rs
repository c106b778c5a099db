//! Slides in space that neither stop nor go on.
//!
//! A slide that is no faster than what counts as no slip keeps its direction for its friction, since |D_T| says none. Where the push on it turns
//! meanwhile, the part of D_T across that direction is opposed by nothing: D_T passes zero beside it, friction turns round with
//! D_T as soon as that is faster again, and so on, in steps of |D_T| / (mu g), some 1e-10 s. Such a slide is one that should stick, or one whose
//! direction is out of date. After a few steps below that speed it is therefore asked again what the contacts do, with no slip there: the
//! complementarity problem of the accelerations tells whether it sticks, and if not, which way it goes. What is taken away is a
//! velocity that counts as zero. A slide that passes zero farther beside it is above that speed in between, by a few times, and comes back: such
//! steps are not counted, and only one well above it ends the counting.

use super::run::Run;
use carom_mechanics::Model;

/// Steps below the speed that counts as no slip until a slide hovers: one that stops needs three, one that starts about as many.
const HOVER: u32 = 8;

/// How many times faster than that a slide has gone on: those that pass zero beside it are some twice as fast, and one that starts gets there
/// whatever its steps are.
const GONE_ON: f64 = 8.0;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Counts the steps in which a slide is too slow to have a direction, and settles the instant when there are too many.
    pub(super) fn end_hovering(&mut self) -> Result<(), String> {
        let slides = self.smooth.closed.iter().zip(&self.smooth.terms.contacts);
        let slides = slides.filter(|(closed, _)| self.model.tangents() == 2 && closed.grip.slide().is_some());
        let slowest = slides.map(|(_, contact)| self.slide_speed(contact, &self.v)).fold(f64::INFINITY, f64::min);
        if slowest > GONE_ON * self.smooth.slow {
            self.hovering = 0;
        }
        if slowest > self.smooth.slow {
            return Ok(());
        }
        self.hovering += 1;
        if self.hovering <= HOVER {
            return Ok(());
        }
        self.hovering = 0;
        let (place, before, events) = (self.q.clone(), self.v.clone(), self.record.events.len());
        self.settle(None)?;
        self.note_settled(&place);
        self.balance_impacts(events, &before);
        self.refresh();
        // Other slides, which are as fast as before, begin anew as straight ones: they have to turn before the next step.
        self.look();
        Ok(())
    }
}
