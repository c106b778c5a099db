//! Contacts of sharp bodies of space that stay what they are over a step.
//!
//! Where an edge lies on the end of another one, or a face flush on a face, a corner on a face, two edges that cross and the points of the whole
//! overlap stand for the same place, and which of them it is changes by rounding. Each change is a jump of the force, and steps would
//! become as short as the time between two of them. So what touches at the start of a step is all that may touch there within it; other places
//! of the same two bodies may come to touch at any time. Between steps a contact goes on as it is until it opens or has slid past its end.

use crate::contacts::faces::size;
use carom_mechanics::{At, Contact, Model, Touch};

/// Contacts closer than this part of the least size are at one place.
const SAME: f64 = 1e-2;

/// How far past the end of its face or edges, in parts of the least size, a contact has slid when it is over.
const PAST: f64 = 1e-3;

/// The contacts of sharp bodies at the start of a step, in ascending order.
#[derive(Debug, Default)]
pub(super) struct Kept {
    touches: Vec<Touch>,
    contact: Contact,
}

impl Kept {
    /// Keeps those of some contacts that are of sharp bodies.
    pub fn keep<M: Model + ?Sized>(&mut self, model: &M, touches: &[Touch]) {
        self.touches.clear();
        self.touches.extend(touches.iter().filter(|touch| model.is_sharp(touch.site.pair)));
    }

    /// Puts the contacts kept, as far as they overlap, in the place of those found beside them; all in ascending order.
    pub fn put<M: Model + ?Sized>(&mut self, model: &M, at: At, size: f64, touches: &mut Vec<Touch>) {
        if self.touches.is_empty() {
            return;
        }
        let contact = &mut self.contact;
        let mut place = |touch: Touch| {
            model.contact(touch, at, contact);
            (contact.gap, contact.point)
        };
        let kept: Vec<_> = self.touches.iter().map(|&touch| (touch, place(touch))).collect();
        touches.retain(|&touch| {
            let of_pair = kept.iter().filter(|(other, _)| other.site.pair == touch.site.pair);
            let mut of_pair = of_pair.peekable();
            of_pair.peek().is_none() || {
                let (_, point) = place(touch);
                of_pair.all(|(other, (_, beside))| *other != touch && distance(point, *beside) > SAME * size)
            }
        });
        touches.extend(kept.iter().filter(|(_, (gap, _))| *gap < 0.0).map(|(touch, _)| touch));
        touches.sort_unstable();
    }

    /// Whether a contact that was kept is over, as it is open or past its end; those that are not stay.
    pub fn drop_past<M: Model + ?Sized>(&mut self, model: &M, at: At, touching: &[Touch]) -> bool {
        let (before, past) = (self.touches.len(), PAST * size(model, at));
        self.touches.retain(|touch| touching.contains(touch) && model.margin(*touch, at.t, at.q) >= -past);
        self.touches.len() < before
    }
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}
