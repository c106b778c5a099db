//! Which face of a body a corner has sunk into, for methods whose bodies overlap a little.
//!
//! A corner that overlaps a body belongs to the face it came through, and that is the nearest one only while it is far from the end of its
//! face: the corners of two equal boxes, one flush on the other, sink along the edge of both faces and would be at the side at once; the
//! tips of two wedges that meet on a floor would be at their bottoms. So the faces of near sites are remembered from before
//! they overlap, and hold as long as the corner is beside them.

use carom_mechanics::{At, Contact, Model, Site, Touch};
use std::collections::BTreeMap;

/// Sites whose gap is below this part of the least size are remembered.
const NEAR: f64 = 0.05;

/// By how much of the least size a corner may be past the end of its face and still count as beside it: rounding.
pub(crate) const FLUSH: f64 = 1e-9;

/// The faces of near sites, those of overlapping ones from before they overlapped.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    faces: BTreeMap<Site, u32>,
    contact: Contact,
}

impl Faces {
    /// The contact of a site at the face it came through with its gap, if that is another than the nearest, it overlaps that face and is
    /// beside it.
    pub fn sunk<M: Model + ?Sized>(&mut self, model: &M, nearest: Touch, at: At) -> Option<(f64, Touch)> {
        let face = *self.faces.get(&nearest.site).filter(|face| **face != nearest.face)?;
        let touch = Touch { face, ..nearest };
        if model.margin(touch, at.t, at.q) < -FLUSH * size(model, at) {
            return None;
        }
        model.contact(touch, at, &mut self.contact);
        (self.contact.gap < 0.0).then_some((self.contact.gap, touch))
    }

    /// Notes the faces of near sites after a step: of open ones the nearest, of others the one they came through. In space faces are those
    /// of patches and not remembered.
    pub fn remember<M: Model + ?Sized>(&mut self, model: &M, at: At, sites: &mut Vec<Site>) {
        if model.tangents() > 1 {
            return;
        }
        let size = size(model, at);
        model.sites(at.t, at.q, NEAR * size, sites);
        let mut faces = BTreeMap::new();
        for &site in sites.iter() {
            let (gap, face) = model.gap(site, at.t, at.q);
            let open = gap > FLUSH * size;
            let sunk = if open { None } else { self.sunk(model, Touch { site, face }, at) };
            faces.insert(site, sunk.map_or(face, |(_, touch)| touch.face));
        }
        self.faces = faces;
    }

    /// As they are kept in a snapshot.
    pub fn list(&self) -> Vec<Touch> {
        self.faces.iter().map(|(site, face)| Touch { site: *site, face: *face }).collect()
    }

    /// Back from a snapshot.
    pub fn of_list(touches: Vec<Touch>) -> Self {
        Self { faces: touches.into_iter().map(|touch| (touch.site, touch.face)).collect(), ..Self::default() }
    }
}

/// The size of the least body.
pub(crate) fn size<M: Model + ?Sized>(model: &M, at: At) -> f64 {
    let size = model.pace(at).size;
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}
