//! Which face of a body a corner has sunk into, for methods whose bodies overlap a little.
//!
//! A corner that overlaps a body belongs to the face it came through, and that is the nearest one only while it is far from the end of its
//! face: the corners of two equal boxes, one flush on the other, sink along the edge of both faces and would be at the side at once; the
//! tips of two wedges that meet on a floor would be at their bottoms. So sharp corners belong to the face that looks along the direction in
//! which the two bodies overlap least. Two bodies whose sharp edges meet, as those of two wedges one upside down on the other, overlap without
//! any corner inside the other one: such a corner belongs to the face that it is under if it is beside it, or a little past its end, as the
//! stones of an arch are on its outside. The faces of other near sites are remembered from before they overlap, and hold as long as the site is
//! beside them.
//!
//! A body that slides on another lies a little deep in it. Where it slides over the end of that, or on to a third one that is flush with it, a
//! corner would come through a side and the body would hook. So a corner no deeper under a face than bodies lie anyway belongs to that
//! face, if the body is already held there: by another contact with the same normal, of the same two bodies or with another one that does
//! not move either.

use carom_mechanics::{At, Contact, Model, Row, Site, Touch};
use std::collections::BTreeMap;

/// Sites whose gap is below this part of the least size are remembered.
const NEAR: f64 = 0.05;

/// By how much of the least size a corner may be past the end of its face and still count as beside it: rounding.
pub(crate) const FLUSH: f64 = 1e-9;

/// How far past the end of a face, in parts of the least size, a corner outside of the body may be that is under it all the same.
const RIDGE: f64 = 1e-3;

/// The cosine from which on two normals are the same, and below which they are not.
const SAME: f64 = 0.999;

/// How many times deeper than a contact with the same normal a corner may be to belong to that face, and how much of the least size it
/// may be deep in any case: what a body sinks in a step. The first also counts for the end of a face.
pub(crate) const DEEPER: f64 = 4.0;
const ANYWAY: f64 = 1e-5;

/// Coordinates of a body of the plane: x, y and its angle.
const BODY: usize = 3;

/// Faces of a body among which one is looked for, and how many of them can have one normal: a side and the corners at its ends.
const FACES: u32 = 64;
const ALIKE: u32 = 3;

/// A contact that holds.
#[derive(Debug)]
struct Held {
    touch: Touch,
    row: Row,
    depth: f64,
}

/// The faces of near sites, those of overlapping ones from before they overlapped.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    faces: BTreeMap<Site, u32>,
    /// Contacts that were closed after the last step, by ascending sites.
    held: Vec<Held>,
    /// Corners under faces of bodies that theirs overlap, by ascending sites.
    sunk: Vec<Touch>,
    contact: Contact,
}

impl Faces {
    /// Writes the sites with a gap of at most `reach`, and those of corners under faces of bodies that theirs overlap, in ascending order:
    /// those that [`Faces::find`] is then asked for. Where two bodies of space overlap deeper than their sites tell, only the points where they
    /// overlap count: a corner near a side of the other body would be pushed out there.
    pub fn look<M: Model + ?Sized>(&mut self, model: &M, at: At, reach: f64, sites: &mut Vec<Site>) {
        model.sites_of_overlaps(at.t, at.q, reach, sites, &mut self.sunk);
        if !self.sunk.is_empty() {
            if model.tangents() > 1 {
                sites.retain(|site| self.sunk.binary_search_by_key(&site.pair, |touch| touch.site.pair).is_err());
            }
            sites.extend(self.sunk.iter().map(|touch| touch.site));
            sites.sort_unstable();
            sites.dedup();
        }
    }

    /// The contact of a site with its gap, at the face it belongs to; `size` is that of the least body. What is remembered counts for sites no
    /// deeper in their nearest face than `depth`.
    pub fn find<M: Model + ?Sized>(
        &mut self,
        model: &M,
        site: Site,
        at: At,
        (size, depth): (f64, f64),
    ) -> (f64, Touch) {
        let sunk = self.sunk.binary_search_by_key(&site, |touch| touch.site).ok().map(|k| self.sunk[k]);
        if let Some(touch) = sunk.filter(|_| model.tangents() > 1) {
            model.contact(touch, at, &mut self.contact);
            return (self.contact.gap, touch);
        }
        let (gap, face) = model.gap(site, at.t, at.q);
        let nearest = (gap, Touch { site, face });
        if gap > FLUSH * size {
            let past = |depth: f64| (DEEPER * depth).min(RIDGE * size) + FLUSH * size;
            return sunk.and_then(|touch| self.sunk_into(model, touch, at, past)).unwrap_or(nearest);
        }
        let remembered = self.faces.get(&site).copied().filter(|_| gap > -depth).map(|face| (face, 0.0));
        let between = model.face_between(site, at.t, at.q).map(|face| (face, DEEPER));
        let other = between.or(remembered).filter(|(face, _)| *face != nearest.1.face);
        let other = other.and_then(|(face, deeper)| {
            self.sunk_into(model, Touch { site, face }, at, |depth| deeper * depth + FLUSH * size)
        });
        let found = other.unwrap_or(nearest);
        self.glides(model, found, at, size).unwrap_or(found)
    }

    /// A contact with its gap, if the site overlaps that face and is beside it, or past its end by no more than `past` of its depth allows: what
    /// is that deep under one face of a sharp edge is within the other one only a little further on.
    fn sunk_into<M: Model + ?Sized>(
        &mut self,
        model: &M,
        touch: Touch,
        at: At,
        past: impl Fn(f64) -> f64,
    ) -> Option<(f64, Touch)> {
        model.contact(touch, at, &mut self.contact);
        let gap = self.contact.gap;
        let beside = gap < 0.0 && model.margin(touch, at.t, at.q) >= -past(-gap);
        beside.then_some((gap, touch))
    }

    /// The face under which a corner is no deeper than a body that slides on it lies, with its gap, if it came through another one; `touch` is
    /// the contact of the corner as it came, with its gap.
    fn glides<M: Model + ?Sized>(
        &mut self,
        model: &M,
        (gap, touch): (f64, Touch),
        at: At,
        size: f64,
    ) -> Option<(f64, Touch)> {
        // One that was there already is where it belongs.
        let place = self.held.binary_search_by_key(&touch.site, |held| held.touch.site);
        if self.held.is_empty() || model.tangents() > 1 || place.is_ok_and(|k| self.held[k].touch == touch) {
            return None;
        }
        model.contact(touch, at, &mut self.contact);
        let came = self.contact.along_normal.row.clone();
        let along = self.held.iter().filter_map(|held| Some((cosine(held, touch.site, &came)?, held.depth)));
        if along.clone().any(|(cosine, _)| cosine >= SAME) {
            return None;
        }
        let depth = along.map(|(_, depth)| depth).reduce(f64::max)?;
        let (most, beside) = (DEEPER * depth + ANYWAY * size, gap.abs() + FLUSH * size);
        let mut same = 0;
        for face in 0..FACES {
            let other = Touch { face, ..touch };
            model.contact(other, at, &mut self.contact);
            let under = self.contact.gap;
            if under == f64::INFINITY {
                break;
            }
            let row = &self.contact.along_normal.row;
            // Contacts of systems in minimal coordinates have no faces to choose from.
            same += u32::from(*row == came);
            if same > ALIKE {
                break;
            }
            let held = self.held.iter().filter_map(|held| cosine(held, touch.site, row)).any(|cosine| cosine >= SAME);
            if held && under <= FLUSH * size && under >= -most && model.margin(other, at.t, at.q) >= -beside {
                return Some((under, other));
            }
        }
        None
    }

    /// Notes the faces of near sites after a step: of open ones the nearest, of others the one they came through. In space faces are those
    /// of patches and not remembered.
    pub fn remember<M: Model + ?Sized>(&mut self, model: &M, at: At, sites: &mut Vec<Site>) {
        if model.tangents() > 1 {
            return;
        }
        let size = size(model, at);
        self.look(model, at, NEAR * size, sites);
        let (mut faces, mut held) = (BTreeMap::new(), Vec::new());
        for &site in sites.iter() {
            let (gap, touch) = self.find(model, site, at, (size, f64::INFINITY));
            if gap <= FLUSH * size {
                model.contact(touch, at, &mut self.contact);
                held.push(Held { touch, row: self.contact.along_normal.row.clone(), depth: (-gap).max(0.0) });
            }
            faces.insert(site, touch.face);
        }
        (self.faces, self.held) = (faces, held);
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

/// The cosine between the normals of a contact that holds and another one at a site, on a body that both push. `None` where there is no such
/// body, where it is the same site, and where another body that moves takes part, unless both are contacts of the same two.
fn cosine(held: &Held, site: Site, row: &Row) -> Option<f64> {
    let alone = |row: &Row| row.entries().len() <= BODY;
    let other = held.touch.site;
    if other == site || other.pair != site.pair && !(alone(&held.row) && alone(row)) {
        return None;
    }
    let (i, x) = *held.row.entries().iter().find(|(i, _)| row.entries().iter().any(|(j, _)| i == j))?;
    let at = |row: &Row, i: usize| row.entries().iter().find(|(j, _)| *j == i).map_or(0.0, |(_, c)| *c);
    Some(x * at(row, i) + at(&held.row, i + 1) * at(row, i + 1))
}

/// The size of the least body.
pub(crate) fn size<M: Model + ?Sized>(model: &M, at: At) -> f64 {
    let size = model.pace(at).size;
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}
