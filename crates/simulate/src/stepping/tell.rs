//! The impacts of a step as events.

use super::paradox::{PARADOX, Paradox};
use super::run::Stepper;
use crate::record::{Event, EventKind, ImpactPart, Record};
use crate::smooth::directions;
use carom_mechanics::{At, Contact, Model};

/// Name of the rule of impacts in records.
pub(crate) const RULE: &str = "moreau";

/// Approach below this part of the speed of things is no impact worth an event.
const QUIET: f64 = 1e-9;

/// Speed in m/s below which nothing counts as moving when approaches are compared with the speed of things.
const STILL: f64 = 1e-9;

/// Energy gained in the contacts of a step beyond this part of what they gave and took is created, not what the solver leaves.
const CREATED: f64 = 1e-6;

/// Energy below this part of all there is comes and goes by rounding.
const ROUNDING: f64 = 1e-14;

/// End of what a user is told, once, of energy created.
const FIRST_OF_ALL: &str = "; later ones are in the events";

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Writes an event for every contact that closed with a velocity.
    pub(super) fn tell_impacts(&mut self, t: f64, h: f64) {
        if self.touches.is_empty() {
            return;
        }
        let speed = self.model.pace(At { t, q: &self.q, v: &self.before }).speed;
        let tangents = self.model.tangents();
        let (mut any, mut gain, mut size) = (None, 0.0, 0.0);
        for (k, impulse) in self.impulses.chunks_exact(tangents + 1).enumerate() {
            let contact = &self.terms.contacts[k];
            let part = self.part(contact, impulse, tangents);
            gain += part.energy_change;
            let scale = |a: usize| 0.5 * part.impulse[a].abs() * (part.before[a].abs() + part.after[a].abs());
            size += (0..=tangents).map(scale).sum::<f64>();
            let approach = self.impact_speed(k, h).unwrap_or(0.0);
            let paradox = self.paradox(k, impulse, h);
            let text =
                paradox.map_or_else(String::new, |it| it.says(t, &self.model.pair_name(self.touches[k].site.pair)));
            warn_once(&mut self.record, &text);
            let jumps = approach > QUIET * speed.max(STILL) || paradox.is_some_and(Paradox::has_no_answer);
            if !jumps || impulse[0] <= 0.0 {
                continue;
            }
            any = any.or(Some(k));
            let (point, normal) = (contact.point, contact.normal);
            let touch = Some(self.touches[k]);
            self.record.events.push(Event {
                t,
                kind: EventKind::Impact,
                touch,
                point,
                normal,
                impact: Some(part),
                text,
            });
        }
        self.record.counts.impacts += u64::from(any.is_some());
        if let Some(k) = any.filter(|_| gain > CREATED * size && gain > ROUNDING * self.energy.abs()) {
            self.warn_of_gain(t, k, gain);
        }
    }

    /// Says once that restitution with friction created energy.
    fn warn_of_gain(&mut self, t: f64, contact: usize, gain: f64) {
        if !self.record.warnings.iter().any(|text| text.ends_with(FIRST_OF_ALL)) {
            let whom = self.model.pair_name(self.touches[contact].site.pair);
            let text =
                format!("at t = {t} s the rule {RULE} created {gain:.6e} J at the impact of {whom}{FIRST_OF_ALL}");
            self.record.warnings.push(text);
        }
    }

    /// The speed of approach of closed contact k before the step. `None` if it was closed in the last step: that step has left it
    /// without approach, and what its turning and the residual have made of that since is no impact. `None` too if it rests, that
    /// is, if it approaches no faster than a step or two of the forces push it in.
    pub(super) fn impact_speed(&self, k: usize, h: f64) -> Option<f64> {
        let along = &self.terms.contacts[k].along_normal;
        let approach = -along.velocity(&self.before);
        let pushed = 2.0 * h * along.row.dot(&self.acceleration).abs();
        (!self.kept[k] && approach > pushed).then_some(approach)
    }

    /// What the impact did at one contact.
    fn part(&self, contact: &Contact, impulse: &[f64], tangents: usize) -> ImpactPart {
        let mut part = ImpactPart {
            law: RULE,
            before: [0.0; 4],
            after: [0.0; 4],
            impulse: [0.0; 4],
            compression: None,
            mode: String::new(),
            energy_change: 0.0,
            warnings: Vec::new(),
            local: None,
        };
        for (a, direction) in directions(contact, tangents).enumerate() {
            part.before[a] = direction.velocity(&self.before);
            part.after[a] = direction.velocity(&self.v);
            part.impulse[a] = impulse[a];
            part.energy_change += 0.5 * impulse[a] * (part.before[a] + part.after[a]);
        }
        part
    }
}

/// Warns of the first paradox of a run; later ones that have no answer are in the events.
fn warn_once(record: &mut Record, text: &str) {
    if !text.is_empty() && !record.warnings.iter().any(|known| known.contains(PARADOX)) {
        record.warnings.push(text.to_owned());
    }
}
