//! Steps that would take what comes close deep into what it meets, or through it, by methods in which bodies overlap a little.
//!
//! A contact with gap g that closes with speed c is max(c h - g, 0) deep after a step of length h. Once it is deeper than half a plate is
//! thick, the face on the other side is the nearest, and the body is pushed out there.

use carom_mechanics::{At, Contact, Model, Touch};

/// Part of the least size that a step may take a contact in: an eighth of a plate whose thickness decides that size (see
/// [`carom_mechanics::Pace`]).
const DEEP: f64 = 1.0 / 64.0;

/// In the plane, where the least size is that of whole bodies: part of the thickness of the thinner one of two.
const IN_PLANE: f64 = 0.2;

/// Part of a step below which it is made in any case, so that nothing that is wrong with velocities makes steps without end.
const LEAST: f64 = 1.0 / 4096.0;

/// Looks at what comes close, with its work arrays.
#[derive(Debug, Default)]
pub(crate) struct Rush {
    near: Vec<(Touch, f64)>,
    contact: Contact,
}

impl Rush {
    /// The longest of h, h / 2, h / 4, ... that takes no contact in too deep.
    pub fn limit<M: Model + ?Sized>(&mut self, model: &M, at: At, h: f64) -> f64 {
        if !h.is_finite() {
            return h;
        }
        let pace = model.pace(at);
        let in_plane = model.tangents() < 2;
        let allowed = |pair: Option<u32>| if in_plane { IN_PLANE * model.thickness(pair) } else { DEEP * pace.size };
        // Both bodies may come.
        if 2.0 * h * pace.speed <= allowed(None) {
            return h;
        }
        model.touches(at, h, 0.0, &mut self.near);
        let mut part = h;
        for &(touch, gap) in &self.near {
            model.contact(touch, at, &mut self.contact);
            let closes = -self.contact.along_normal.velocity(at.v);
            let deep = allowed(Some(touch.site.pair));
            while part * closes > gap.max(0.0) + deep && part > LEAST * h {
                part *= 0.5;
            }
        }
        part
    }
}
