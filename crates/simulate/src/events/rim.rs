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
//!
//! Where the rim is not flat its lowest point holds it alone. Points that turn with the body pass through that place, and are higher than it
//! by d^2 / 2r times the sine of alpha at the distance d: less than what contacts that last drift by where d is small. Two contacts as
//! near to each other as that are one; held as two they would take away the spin (d' / d of it for a velocity d' of rounding). The same goes for
//! the two rims of a disc that is thinner than what counts as no gap.

use super::run::Run;
use crate::record::EventKind;
use carom_mechanics::{At, Model, Site, Touch};

/// tau, in seconds: impacts of points of one rim that follow each other within it are one.
const TOGETHER: f64 = 1e-6;

/// h as part of the least size: below every gap that a user measures, far above rounding.
const LEVEL: f64 = 2e-8;

/// Part of the width of a rim within which a point that turns with the body is the same contact as the lowest one. At the border it is higher by
/// 1e-4 alpha r: above what drifts (1e-12 m) down to where the rim counts as flat. Much more, and points that come down behind the lowest one
/// in the instant in which it races round would not be met.
const NEXT_TO: f64 = 1e-2;

/// Contacts of two bodies nearer to each other than this part of the least size, and with normals that differ by no more, are one: their rows
/// follow from each other, the square of it away, and what is asked of both cannot be given.
const ONE_PLACE: f64 = 1e-5;

/// Normals that differ by less than this are one: rounding.
const SAME_NORMAL: f64 = 1e-9;

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

    /// Leaves out the points of rims that are the same contact as one before them, closed ones first.
    pub(super) fn drop_doubled(&mut self, touching: &mut Vec<Touch>) {
        if self.model.tangents() == 1 {
            return;
        }
        let closed = self.smooth.closed.clone();
        let is_closed = |touch: &Touch| closed.iter().any(|c| c.touch == *touch);
        let (mut held, open): (Vec<Touch>, Vec<Touch>) = touching.iter().partition(|touch| is_closed(touch));
        for touch in open {
            if !self.is_doubled(touch, &held) && !self.is_as_good_as_another(touch, &held) {
                held.push(touch);
            }
        }
        *touching = held;
    }

    /// Whether a contact is the same as some that are held: one that takes turns with it; of a point of a rim the lowest point of that rim next to
    /// it, or its like of the other rim of a thin disc.
    pub(super) fn is_doubled(&mut self, touch: Touch, held: &[Touch]) -> bool {
        if self.model.tangents() == 1 || !held.iter().any(|other| other.site.pair == touch.site.pair) {
            return false;
        }
        if held.iter().any(|other| self.model.take_turns(touch, *other)) {
            return true;
        }
        let mut others: Vec<Site> = Vec::new();
        self.model.companions(touch.site, &mut others);
        // The first point of a rim is the one that goes along it.
        let Some(first) = others.iter().min().copied() else { return false };
        let lowest = Touch { site: first, ..touch };
        self.has_twin(touch, held)
            || first < touch.site
                && (held.contains(&lowest) || self.has_twin(lowest, held))
                && self.is_next_to(touch, lowest, &others)
    }

    /// Whether a contact of the same bodies is held so near that the two can do nothing that one of them cannot, and this one hardly moves: the end
    /// of a capsule that comes to lie along another one beside the place where they cross.
    pub(super) fn is_as_good_as_another(&mut self, touch: Touch, held: &[Touch]) -> bool {
        let faint = self.faint_velocity();
        if self.model.tangents() == 1 || self.normal_velocity(touch).abs() > faint {
            return false;
        }
        let (point, normal) = (self.contact.point, self.contact.normal);
        let of_pair = |other: &&Touch| other.site.pair == touch.site.pair && other.site != touch.site;
        held.iter().filter(of_pair).any(|&other| {
            let (place, along) = self.place(other);
            apart(place, point) <= ONE_PLACE * self.size && apart(along, normal) <= ONE_PLACE
        })
    }

    /// Whether the point of another rim that is what this one is of its own is held at the same place.
    fn has_twin(&mut self, touch: Touch, held: &[Touch]) -> bool {
        let ((point, normal), mut others) = (self.place(touch), Vec::new());
        self.model.companions(touch.site, &mut others);
        let is_first = |site: Site, others: &[Site]| others.iter().all(|other| site < *other);
        let first = is_first(touch.site, &others);
        held.iter().any(|&other| {
            if other.site.pair != touch.site.pair || other.site == touch.site || others.contains(&other.site) {
                return false;
            }
            let (place, along) = self.place(other);
            if apart(place, point) > self.zero_gap() || apart(along, normal) > SAME_NORMAL {
                return false;
            }
            let mut beside = Vec::new();
            self.model.companions(other.site, &mut beside);
            !beside.is_empty() && is_first(other.site, &beside) == first
        })
    }

    /// Whether a point of a rim that is not flat is next to the lowest one.
    fn is_next_to(&mut self, touch: Touch, lowest: Touch, others: &[Site]) -> bool {
        let (point, low) = (self.place(touch).0, self.place(lowest).0);
        let (mut width, mut height) = (0.0_f64, 0.0_f64);
        for &site in others {
            width = width.max(apart(self.place(Touch { site, ..touch }).0, low));
            height = height.max(self.contact.gap);
        }
        height > self.level() && apart(point, low) <= NEXT_TO * width
    }

    /// Point and normal of a contact; the contact is left for whoever asks for more of it.
    fn place(&mut self, touch: Touch) -> ([f64; 3], [f64; 3]) {
        self.model.contact(touch, At { t: self.t, q: &self.q, v: &self.v }, &mut self.contact);
        (self.contact.point, self.contact.normal)
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

/// |a - b|.
pub(super) fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]).powi(2)).sum::<f64>().sqrt()
}
