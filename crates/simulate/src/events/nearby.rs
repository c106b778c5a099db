//! Open sites that a step may close: those whose gap is no larger than what can move within it.
//!
//! The list of all near sites serves several steps: as long as nothing can have moved further than it reaches beyond what a step needs.
//! A listed site is measured again only when its gap may have become small enough.

use super::run::Run;
use super::stride::STRIDE;
use carom_mechanics::{At, Model, Site, Touch};

/// How much further than its larger speed at both ends of a step says a boundary may come within it, and both boundaries of a gap move.
const FARTHEST: f64 = 4.0;

/// Sites that were near, and what has moved since.
#[derive(Debug, Default)]
pub(super) struct Nearby {
    /// Each with a bound of its gap less `moved`; negative infinity where it has not been measured.
    sites: Vec<(Site, f64)>,
    /// Gaps of other sites were larger than this; zero for a list that is not valid.
    reach: f64,
    /// By how much gaps may have become smaller since.
    moved: f64,
}

impl Nearby {
    /// Forgets the list.
    pub fn forget(&mut self) {
        self.reach = 0.0;
    }

    /// Gaps may have become smaller by this.
    pub fn note(&mut self, moved: f64) {
        self.moved += moved;
    }
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// By how much a gap may become smaller within the step of size h tried last.
    pub(super) fn farthest(&self, h: f64) -> f64 {
        let (q, v) = self.end.split_at(self.q.len());
        let start = self.model.closing_speed(At { t: self.t, q: &self.q, v: &self.v });
        FARTHEST * h * start.max(self.model.closing_speed(At { t: self.t + h, q, v }))
    }

    /// Notes that an instant was settled, and positions corrected since they were these: by rounding, or by so much that the list is made anew.
    pub(super) fn note_settled(&mut self, before: &[f64]) {
        let moved = self.q.iter().zip(before).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()));
        if moved <= self.zero_gap() {
            self.nearby.note(FARTHEST * (1.0 + self.extent) * moved);
        } else {
            self.nearby.forget();
        }
    }

    /// Calls `visit` with every open site whose gap is at most `need`, the gap and its face, in ascending order; points of rims that are the same
    /// contact as closed ones are none.
    pub(super) fn visit_nearby(&mut self, need: f64, visit: impl FnMut(&mut Self, Site, (f64, u32))) {
        self.visit_nearby_or_lost(need, None, visit);
    }

    /// The same, and the site of a closed contact that is lost.
    pub(super) fn visit_nearby_or_lost(
        &mut self,
        need: f64,
        lost: Option<Touch>,
        mut visit: impl FnMut(&mut Self, Site, (f64, u32)),
    ) {
        let mut nearby = std::mem::take(&mut self.nearby);
        if nearby.reach - nearby.moved < need {
            let mut sites = std::mem::take(&mut self.sites);
            nearby.reach = need.max(FARTHEST * STRIDE * self.size);
            nearby.moved = 0.0;
            self.model.sites(self.t, &self.q, nearby.reach, &mut sites);
            nearby.sites.clear();
            nearby.sites.extend(sites.iter().map(|site| (*site, f64::NEG_INFINITY)));
            self.sites = sites;
        }
        let held: Vec<Touch> =
            self.smooth.closed.iter().map(|closed| closed.touch).filter(|touch| Some(*touch) != lost).collect();
        for (site, least) in &mut nearby.sites {
            if *least - nearby.moved > need || held.iter().any(|touch| touch.site == *site) {
                continue;
            }
            let found = self.model.gap(*site, self.t, &self.q);
            *least = found.0 + nearby.moved;
            if found.0 <= need && !self.is_doubled(Touch { site: *site, face: found.1 }, &held) {
                visit(self, *site, found);
            }
        }
        self.nearby = nearby;
    }
}
