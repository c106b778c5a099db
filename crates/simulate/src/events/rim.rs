//! Rims that come to lie flat.
//!
//! A cylinder that stands nearly flat, its axis off the normal by alpha, touches with the lowest point of its rim. That point races round:
//! where the cylinder tips with the rate w it passes half the rim within alpha / w, and the force that turns the tipping round grows as
//! r w^2 / alpha. As alpha goes to zero this becomes an impact of the whole rim, but events and steps follow each other
//! alpha / w apart, without end. Therefore:
//!
//! - points of a rim that would be met within an instant tau of its touching point take part in the impact of that point;
//! - points that rest and are no higher than a height h are closed: the cylinder lies flat from then on.
//!
//! Impacts come by tau too early; positions are corrected by no more than h. Both only take energy away.

use super::run::Run;
use crate::record::EventKind;
use carom_mechanics::{Model, Site, Touch};

/// tau, in seconds: impacts of points of one rim that follow each other within it are one.
const TOGETHER: f64 = 1e-6;

/// h as part of the least size: below every gap that a user measures, far above rounding.
const LEVEL: f64 = 2e-8;

impl<M: Model + ?Sized> Run<'_, M> {
    /// The height below which points of a rim that touches elsewhere may be closed.
    pub(super) fn level(&self) -> f64 {
        LEVEL * self.size
    }

    /// Adds the points of touching rims that are met within an instant.
    pub(super) fn add_rims(&mut self, touching: &mut Vec<Touch>, lost: Option<Touch>) {
        if self.model.tangents() == 1 {
            return;
        }
        let mut companions: Vec<Site> = Vec::new();
        for k in 0..touching.len() {
            let touch = touching[k];
            self.model.companions(touch.site, &mut companions);
            for &site in &companions {
                let also = Touch { site, face: touch.face };
                if Some(also) != lost && !touching.iter().any(|other| other.site == site) && self.is_met(also) {
                    touching.push(also);
                }
            }
        }
    }

    /// Whether a point of a rim on the same face is met within an instant.
    fn is_met(&mut self, touch: Touch) -> bool {
        let (gap, face) = self.model.gap(touch.site, self.t, &self.q);
        let on_face = || self.model.margin(touch, self.t, &self.q) > 0.0;
        if face != touch.face || gap.abs() > self.size || !on_face() {
            return false;
        }
        let closing = -self.normal_velocity(touch);
        gap <= self.level().max(TOGETHER * closing)
    }

    /// Tells of points of rims that are closed before they have come down.
    pub(super) fn tell_rims(&mut self) {
        if self.model.tangents() == 1 {
            return;
        }
        let mut companions: Vec<Site> = Vec::new();
        for k in 0..self.smooth.closed.len() {
            let touch = self.smooth.closed[k].touch;
            self.model.companions(touch.site, &mut companions);
            if companions.is_empty() {
                continue;
            }
            let height = self.model.gap(touch.site, self.t, &self.q).0;
            if height > self.zero_gap() {
                let text = format!("the rim is {height:.1e} m from lying flat and is taken to lie flat");
                self.tell(EventKind::Rest, touch, text);
            }
        }
    }
}
