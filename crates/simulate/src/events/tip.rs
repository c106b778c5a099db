//! Rims that begin to tip from lying flat.
//!
//! A rim that lies flat is held by four points that turn with its body, a rim that does not by its lowest one. Where a flat one leaves an impact
//! about one or two of the four, its lowest point is beside them, and is met as soon as it has a place: when the axis is off the normal
//! by more than what counts as flat, some nanoseconds later. That time is leapt over by one explicit step,
//!
//! ```text
//!     q <- q + h v,    v <- v + h a,    h = 2.5 FLAT_RIM d / D_N        d the width of the rim, D_N the fastest of its points that part
//! ```
//!
//! which leaves out h^2 of the motion: 1e-16 m for a nanosecond.

use super::rim::apart;
use super::run::Run;
use carom_mechanics::{At, FLAT_RIM, Model, Site, Touch};

/// The sine to which a rim is tipped, in units of what counts as flat.
const TIPPED: f64 = 2.5;

/// Points of a rim that hold it flat.
const HOLD: usize = 3;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Leaps over the time in which a rim that tips counts as flat; false if there is none.
    pub(super) fn tip_rims(&mut self) -> bool {
        if self.model.tangents() == 1 {
            return false;
        }
        let closed: Vec<Touch> = self.smooth.closed.iter().map(|closed| closed.touch).collect();
        let longest = self.briefest().min(self.settings.until - self.t);
        let times: Vec<f64> = closed.iter().filter_map(|&touch| self.time_to_tip(touch, &closed)).collect();
        let Some(h) = times.into_iter().filter(|h| *h > 0.0 && *h < longest).reduce(f64::max) else { return false };
        self.smooth.evaluate(At { t: self.t, q: &self.q, v: &self.v });
        let moved: Vec<f64> = self.v.iter().map(|v| h * v).collect();
        self.model.displace(&mut self.q, &moved);
        self.v.iter_mut().zip(&self.smooth.acceleration).for_each(|(v, a)| *v += h * a);
        self.t += h;
        true
    }

    /// How long the rim of a closed contact still counts as flat, if it does and tips.
    fn time_to_tip(&mut self, touch: Touch, closed: &[Touch]) -> Option<f64> {
        let mut points: Vec<Site> = Vec::new();
        self.model.companions(touch.site, &mut points);
        if points.is_empty() {
            return None;
        }
        points.push(touch.site);
        let held = points.iter().filter(|&&site| closed.iter().any(|other| other.site == site)).count();
        if held >= HOLD {
            return None;
        }
        let (mut width, mut highest, mut fastest) = (0.0_f64, 0.0_f64, 0.0_f64);
        self.normal_velocity(touch);
        let place = self.contact.point;
        for site in points {
            fastest = fastest.max(self.normal_velocity(Touch { site, ..touch }));
            highest = highest.max(self.contact.gap.abs());
            width = width.max(apart(self.contact.point, place));
        }
        let tips = highest <= FLAT_RIM * width && fastest > self.faint_velocity();
        tips.then(|| (TIPPED * FLAT_RIM * width - highest) / fastest)
    }
}
