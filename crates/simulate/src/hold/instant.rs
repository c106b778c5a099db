//! An instant kept to tell whether it is asked about again: the end of a step is where the next one starts, and where forces, energy and
//! samples are looked at.

use carom_mechanics::At;

/// (t, q, v) of the last evaluation; none at first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Instant {
    t: Option<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
}

impl Instant {
    /// Whether this is the instant, to the last bit.
    pub fn is(&self, at: At) -> bool {
        self.t == Some(at.t) && self.q == at.q && self.v == at.v
    }

    /// Keeps another one.
    pub fn keep(&mut self, at: At) {
        self.t = Some(at.t);
        self.q.clear();
        self.q.extend_from_slice(at.q);
        self.v.clear();
        self.v.extend_from_slice(at.v);
    }
}
