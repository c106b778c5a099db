//! Which face a corner has sunk into.
//!
//! A corner that overlaps a body belongs to the face it came through, and that is the nearest one only while it is far from the end of its
//! face: the corners of two equal boxes, one flush on the other, sink along the edge of both faces and would be at the side at once.
//! So the faces of near sites are remembered from before they overlap, and hold as long as the corner is beside them.

use super::run::Soft;
use carom_mechanics::{At, Model, Site, Touch};

/// Sites whose gap is below this part of the least size are remembered.
const NEAR: f64 = 0.05;

/// By how much of the least size a corner may be past the end of its face and still count as beside it: rounding.
const FLUSH: f64 = 1e-9;

impl<M: Model + ?Sized> Soft<'_, M> {
    /// Contacts that overlap at an instant.
    pub(super) fn find(&mut self, at: At) {
        let flush = FLUSH * self.size(at);
        let mut sites = std::mem::take(&mut self.sites);
        self.model.sites(at.t, at.q, flush, &mut sites);
        self.touches.clear();
        for &site in &sites {
            let (gap, face) = self.model.gap(site, at.t, at.q);
            match self.sunk(site, face, at, flush) {
                Some(touch) => self.touches.push(touch),
                None if gap < 0.0 => self.touches.push(Touch { site, face }),
                None => {}
            }
        }
        self.sites = sites;
    }

    /// Notes the faces of near sites after a step: of open ones the nearest, of others the one they came through.
    pub(super) fn remember(&mut self, at: At) {
        if self.model.tangents() > 1 {
            return;
        }
        let size = self.size(at);
        let mut sites = std::mem::take(&mut self.sites);
        self.model.sites(at.t, at.q, NEAR * size, &mut sites);
        let mut faces = std::collections::BTreeMap::new();
        for &site in &sites {
            let (gap, face) = self.model.gap(site, at.t, at.q);
            let open = gap > FLUSH * size;
            let sunk = if open { None } else { self.sunk(site, face, at, FLUSH * size) };
            faces.insert(site, sunk.map_or(face, |touch| touch.face));
        }
        (self.faces, self.sites) = (faces, sites);
    }

    /// The contact of a site at the face it came through, if that is another than the nearest, it overlaps that face and is beside it.
    fn sunk(&mut self, site: Site, nearest: u32, at: At, flush: f64) -> Option<Touch> {
        let face = *self.faces.get(&site).filter(|face| **face != nearest)?;
        let touch = Touch { site, face };
        if self.model.margin(touch, at.t, at.q) < -flush {
            return None;
        }
        self.model.contact(touch, at, &mut self.contact);
        (self.contact.gap < 0.0).then_some(touch)
    }

    fn size(&self, at: At) -> f64 {
        let size = self.model.pace(at).size;
        if size.is_finite() && size > 0.0 { size } else { 1.0 }
    }
}
