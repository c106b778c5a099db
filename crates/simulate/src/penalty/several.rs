//! Impacts that other contacts feel at once: rigid bodies have no one answer there, and springs answer by the ratios of their stiffnesses.

use super::dead;
use super::run::Soft;
use crate::contacts::faces::{FLUSH, size};
use crate::hold::response::Response;
use crate::record::Record;
use carom_mechanics::{At, Contact, Direction, Model, Touch};

/// What is told, once in a run.
const RATIOS: &str = "feel it at once: rules for several contacts differ there (see simultaneous), and by penalty the ratios of the stiffnesses decide";

/// Part of what an impulse does at its own contact below which another one does not feel it: rounding.
const FELT: f64 = 1e-6;

/// Says so if the contact that has just closed, with velocities v now, hits bodies that touch others.
pub(super) fn warn<M: Model + ?Sized>(soft: &Soft<'_, M>, (touch, index): (Touch, usize), at: At, record: &mut Record) {
    let own = &soft.terms.contacts[index].along_normal;
    if -own.velocity(at.v) <= dead::SLOW || record.warnings.iter().any(|text| text.ends_with(RATIOS)) {
        return;
    }
    let mut response = Response::default();
    response.prepare(&soft.terms);
    let mut feels = |other: &Direction| {
        let g = response.matrix(&soft.terms, &[own, other]);
        g[1].abs() > FELT * (g[0] * g[3]).sqrt()
    };
    let Some(other) =
        touching(soft, at).find(|(pair, contact)| *pair != touch.site.pair && feels(&contact.along_normal))
    else {
        return;
    };
    let [whom, others] = [touch.site.pair, other.0].map(|pair| soft.model.pair_name(pair));
    let t = at.t;
    record.warnings.push(format!("at t = {t} s {whom} hit each other, and {others} {RATIOS}"));
}

/// The contacts that overlap or touch, each with its pair.
fn touching<M: Model + ?Sized>(soft: &Soft<'_, M>, at: At) -> impl Iterator<Item = (u32, Contact)> {
    let hair = FLUSH * size(soft.model, at);
    soft.sites.iter().filter_map(move |&site| {
        let (gap, face) = soft.model.gap(site, at.t, at.q);
        let mut contact = Contact::default();
        (gap <= hair).then(|| soft.model.contact(Touch { site, face }, at, &mut contact))?;
        Some((site.pair, contact))
    })
}
