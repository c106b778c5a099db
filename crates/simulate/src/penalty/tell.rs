//! What a run by penalty tells: contacts that close and open, laws that are not followed, rows.

use super::run::Soft;
use super::{dead, several};
use crate::events::State;
use crate::hold::response::Response;
use crate::hold::terms::directions;
use crate::instead::{self, Rule};
use crate::record::{Event, EventKind, Record, Sample};
use carom_mechanics::{At, Contact, Model, Touch};

/// Says once that a contact that just closed, with velocities v now, does not follow its law.
fn tell_law<M: Model + ?Sized>(
    soft: &Soft<'_, M>,
    (touch, index): (Touch, usize),
    (t, v): (f64, &[f64]),
    record: &mut Record,
) {
    let of_contact: Vec<_> = directions(&soft.terms.contacts[index], soft.model.tangents()).collect();
    let before: Vec<f64> = of_contact.iter().map(|direction| direction.velocity(v)).collect();
    if -before[0] <= dead::SLOW {
        return;
    }
    // The response at hand keeps the forces of the joints.
    let mut response = Response::default();
    response.prepare(&soft.terms);
    let g = response.matrix(&soft.terms, &of_contact);
    let (law, whom) = (soft.model.law(touch.site.pair), || soft.model.pair_name(touch.site.pair));
    instead::warn(record, (t, &whom), (Rule::Spring, law), (&g, &before));
}

/// Writes contacts that closed or opened.
pub(super) fn tell_changes<M: Model + ?Sized>(
    soft: &Soft<'_, M>,
    state: &State,
    touching: &mut Vec<Touch>,
    record: &mut Record,
) {
    for index in 0..soft.touches.len() {
        let touch = soft.touches[index];
        if !touching.iter().any(|old| old.site == touch.site) {
            record.counts.impacts += 1;
            dead::warn(soft, (&touch, index), (state.t, &state.v), record);
            tell_law(soft, (touch, index), (state.t, &state.v), record);
            several::warn(soft, (touch, index), At { t: state.t, q: &state.q, v: &state.v }, record);
            let contact = &soft.terms.contacts[index];
            let (point, normal) = (contact.point, contact.normal);
            let kind = EventKind::Contact;
            record.events.push(Event {
                t: state.t,
                kind,
                touch: Some(touch),
                point,
                normal,
                impact: None,
                text: String::new(),
            });
        }
    }
    let mut contact = Contact::default();
    for old in touching.iter().filter(|old| !soft.touches.iter().any(|now| now.site == old.site)) {
        let kind = EventKind::Separation;
        soft.model.contact(*old, At { t: state.t, q: &state.q, v: &state.v }, &mut contact);
        let (point, normal) = (contact.point, contact.normal);
        record.events.push(Event {
            t: state.t,
            kind,
            touch: Some(*old),
            point,
            normal,
            impact: None,
            text: String::new(),
        });
    }
    touching.clone_from(&soft.touches);
}

/// The row of a state.
pub(super) fn sample<M: Model + ?Sized>(soft: &Soft<'_, M>, state: &State, record: &mut Record) {
    let at = At { t: state.t, q: &state.q, v: &state.v };
    record.counts.note(&soft.terms);
    record.samples.push(Sample {
        t: state.t,
        q: state.q.clone(),
        v: state.v.clone(),
        energy: soft.model.energy(at),
        joint_forces: soft.response.reactions().to_vec(),
        contact_forces: soft.forces.clone(),
    });
}
