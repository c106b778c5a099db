//! Steps that would take what comes close deep into what it meets, or through it: bodies in space by methods in which they overlap a little.
//!
//! A contact with gap g that closes with speed c is max(c h - g, 0) deep after a step of length h. Once it is deeper than half a plate is
//! thick, the face on the other side is the nearest, and the body is pushed out there.

use carom_mechanics::{At, Contact, Model, Touch};

/// Part of the least size that a step may take a contact in: an eighth of a plate whose thickness decides that size (see
/// [`carom_mechanics::Pace`]).
const DEEP: f64 = 1.0 / 64.0;

/// Part of a step below which it is made in any case, so that nothing that is wrong with velocities makes steps without end.
const LEAST: f64 = 1.0 / 4096.0;

/// Looks at what comes close, with its work arrays.
#[derive(Debug, Default)]
pub(crate) struct Rush {
    near: Vec<(Touch, f64)>,
    contact: Contact,
}

impl Rush {
    /// The longest of h, h / 2, h / 4, ... that takes no contact in too deep. Corners of the plane are followed by their faces instead.
    pub fn limit<M: Model + ?Sized>(&mut self, model: &M, at: At, h: f64) -> f64 {
        if model.tangents() < 2 || !h.is_finite() {
            return h;
        }
        let pace = model.pace(at);
        let deep = DEEP * pace.size;
        if h * pace.speed <= deep {
            return h;
        }
        model.touches(at, h, 0.0, &mut self.near);
        let mut part = h;
        for &(touch, gap) in &self.near {
            model.contact(touch, at, &mut self.contact);
            let closes = -self.contact.along_normal.velocity(at.v);
            while part * closes > gap.max(0.0) + deep && part > LEAST * h {
                part *= 0.5;
            }
        }
        part
    }
}
