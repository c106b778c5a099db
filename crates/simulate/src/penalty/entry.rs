//! When the next contact closes, so that a step can end there: its force begins there within some nanometres, and a step across that
//! is refused again and again.

use super::force::{SHARPEST, default_depth};
use super::run::Soft;
use crate::contacts::faces::{FLUSH, size};
use crate::events::State;
use carom_mechanics::{At, Contact, Model, Site, Touch};

/// The part of the depth at which damping is whole up to which a step goes: next to no force there.
const INTO: f64 = 1e-4;

/// Part of a step below which it is not cut: contacts that flicker at rest close all the time.
const LEAST: f64 = 1e-3;

/// Steps of false position.
const STEPS: usize = 40;

/// The end of a step in a contact that has just closed.
pub(super) struct Entry {
    /// Time until then.
    pub after: f64,
    /// A step with which the damping of the contact becomes whole.
    pub rise: f64,
}

/// What closes.
#[derive(Clone, Copy)]
enum Closing {
    /// A site with its nearest face.
    Site(Site),
    /// A corner that comes under a face without coming into the body (see [`crate::contacts::faces`]).
    Under(Touch),
}

/// Motion with the accelerations of the start.
struct Ahead<'a, M: Model + ?Sized> {
    model: &'a M,
    state: &'a State,
    acceleration: &'a [f64],
}

impl<M: Model + ?Sized> Ahead<'_, M> {
    /// Positions after a time.
    fn positions(&self, after: f64) -> Vec<f64> {
        let (q, mut change) = (&self.state.q, vec![0.0; self.state.q.len()]);
        let v: Vec<f64> = self.state.v.iter().zip(self.acceleration).map(|(v, a)| v + 0.5 * after * a).collect();
        self.model.rate(q, &v, &mut change);
        q.iter().zip(&change).map(|(q, rate)| q + after * rate).collect()
    }

    fn gap(&self, closing: Closing, after: f64) -> f64 {
        let (t, q) = (self.state.t + after, self.positions(after));
        match closing {
            Closing::Site(site) => self.model.gap(site, t, &q).0,
            Closing::Under(touch) => {
                let mut contact = Contact::default();
                self.model.contact(touch, At { t, q: &q, v: &self.state.v }, &mut contact);
                contact.gap
            }
        }
    }

    /// When a gap that is open now and closed after `step` is at `-depth`: by false position, the end that stays halved (Illinois).
    fn closes(&self, closing: Closing, step: f64, depth: f64) -> Option<f64> {
        let (mut low, mut high) = ((0.0, self.gap(closing, 0.0) + depth), (step, self.gap(closing, step) + depth));
        if low.1 <= depth || high.1 >= 0.0 {
            return None;
        }
        for _ in 0..STEPS {
            let t = high.0 - high.1 * (high.0 - low.0) / (high.1 - low.1);
            let gap = self.gap(closing, t) + depth;
            if gap.abs() <= 0.5 * depth {
                return Some(t);
            }
            if gap * high.1 < 0.0 {
                low = high;
            } else {
                low.1 *= 0.5;
            }
            high = (t, gap);
        }
        None
    }
}

/// The first contact that closes within a step, as far as the accelerations at the start tell.
pub(super) fn next<M: Model + ?Sized>(
    soft: &mut Soft<'_, M>,
    (state, acceleration): (&State, &[f64]),
    touching: &[Touch],
    step: f64,
) -> Option<Entry> {
    let ahead = Ahead { model: soft.model, state, acceleration };
    let (end, t) = (ahead.positions(step), state.t + step);
    let mut sites = std::mem::take(&mut soft.sites);
    let at = At { t, q: &end, v: &state.v };
    let size = size(ahead.model, at);
    soft.faces.look(ahead.model, at, FLUSH * size, &mut sites);
    let new = sites.iter().filter(|site| !touching.iter().any(|touch| touch.site == **site));
    let entries = new.filter_map(|&site| {
        let rise = soft
            .damping_depth(site.pair)
            .unwrap_or_else(|| SHARPEST * default_depth(soft.thickness(site.pair)))
            .max(f64::MIN_POSITIVE);
        let closing = match ahead.model.gap(site, t, &end).0 > FLUSH * size {
            true => Closing::Under(soft.faces.find(ahead.model, site, at, (size, f64::INFINITY)).1),
            false => Closing::Site(site),
        };
        let after = ahead.closes(closing, step, INTO * rise)?;
        let speed = ahead.gap(closing, 0.0) / after;
        Some(Entry { after: after.max(LEAST * step), rise: 0.3 * rise / speed })
    });
    let first = entries.min_by(|a, b| a.after.total_cmp(&b.after));
    soft.sites = sites;
    first
}
