//! What is told of impacts: events, energy that a law or a rule created, choices.

use super::impact::Shock;
use super::run::Run;
use crate::contacts::contact_problem::Solution;
use crate::record::{Event, EventKind, ImpactPart};
use carom_impact::{Warning, Warnings};
use carom_mechanics::{At, Model, Touch};

/// Events among which the end of bounces is looked for before it is told again: more than impacts in sequence make in most instants.
const LATELY: usize = 4_096;

/// Energy gained in several contacts at once beyond this part of what they gave and took is created, not rounding.
const CREATED: f64 = 1e-9;

/// What the remarks about impacts with several answers have in common, and those about energy that is created; and how many are made of each: in
/// heaps there are thousands.
const LEAST: &str = "of least ";
const GAINS: &str = " created ";
const TOLD: usize = 10;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Tells what one contact's law did, and warns of energy it created.
    pub(super) fn tell_single(&mut self, touch: Touch, part: ImpactPart, warnings: Warnings) {
        if warnings.contains(Warning::EnergyCreated) {
            let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
            let (law, gain) = (part.law, part.energy_change);
            self.warn_at_most(
                GAINS,
                format!("at t = {t} s the law {law} created {gain:.6e} J at the impact of {whom}"),
            );
        }
        if warnings.contains(Warning::Penetration) {
            self.warn_of_approach(touch, &part);
        }
        self.tell_impact(touch, part);
    }

    /// Warns of a law that leaves the bodies approaching, and says what is done about it.
    fn warn_of_approach(&mut self, touch: Touch, part: &ImpactPart) {
        let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
        let (law, left, rule) = (part.law, -part.after[0], self.rule.name());
        self.warn(format!(
            "at t = {t} s the law {law} leaves {whom} approaching with {left:.3e} m/s, which is inadmissible: that was taken away by the rule {rule} without restitution"
        ));
    }

    /// Whether the last impact of a contact at this instant was by a law that left it approaching.
    pub(super) fn is_left_approaching(&self, touch: Touch) -> bool {
        let lately = self.record.events.iter().rev().take(LATELY).take_while(|event| event.t >= self.t);
        let last = lately.filter(|event| event.touch == Some(touch)).find_map(|event| event.impact.as_ref());
        last.is_some_and(|part| part.warnings.iter().any(|warning| warning == Warning::Penetration.as_str()))
    }

    /// The answer of least impulses, whatever the order of the contacts; where it is not the only one, that is said.
    pub(super) fn least_impulses(&mut self, mut all: Vec<Solution>, place: &str) -> Solution {
        let size = |s: &Solution| s.r.iter().map(|x| x * x).sum::<f64>();
        all.sort_by(|a, b| size(a).total_cmp(&size(b)));
        if all.len() > 1 {
            let (t, count) = (self.t, all.len());
            self.warn_at_most(
                LEAST,
                format!("at t = {t} s the impact at {place} has {count} answers; the one of least impulses was taken"),
            );
        }
        all.swap_remove(0)
    }

    /// Warns, unless enough was told that has a phrase in common with it; the last time it says that it is not said again.
    fn warn_at_most(&mut self, phrase: &str, text: String) {
        let told = self.record.warnings.iter().filter(|text| text.contains(phrase)).count();
        if told < TOLD {
            self.warn(if told + 1 < TOLD { text } else { format!("{text}; impacts after this one are not told") });
        }
    }

    /// Says that the law of one contact leaves its impulses open, and which ones were taken.
    pub(super) fn warn_of_open_impulses(&mut self, touch: Touch, law: &str, reason: &str) {
        let (t, whom) = (self.t, self.describe_pair(touch.site.pair));
        self.warn_at_most(LEAST, format!(
            "at t = {t} s the law {law} leaves the impulses of {whom} open ({reason}); those of least norm were taken"
        ));
    }

    /// Says that Poisson's rule had a choice, and which one it took.
    pub(super) fn warn_of_choice(&mut self, shock: &Shock, members: &[usize]) {
        let (t, count, whom) = (self.t, members.len(), self.describe_pair(shock.touches[members[0]].site.pair));
        self.warn_at_most(LEAST, format!(
            "at t = {t} s the impact at {count} contacts ({whom} first) has several answers by the rule {}: its compression impulses are not unique; those of least norm were taken",
            self.rule.name()
        ));
    }

    /// Writes the events of an impact at several contacts, with the impulses of its compression, if it has one, and whether these were a choice.
    pub(super) fn tell_several(
        &mut self,
        (shock, members): (&Shock, &[usize]),
        solution: &Solution,
        phases: Option<&(Vec<f64>, bool)>,
    ) {
        let dim = 1 + shock.tangents;
        self.warn_of_gain(shock, members, solution);
        let several = phases.is_some_and(|(_, several)| *several);
        let chosen: Vec<String> = several.then(|| Warning::SeveralSolutions.as_str().to_owned()).into_iter().collect();
        for (k, &c) in members.iter().enumerate() {
            let [impulse, mut after] = [&solution.r, &solution.u].map(|all| of_contact(all, k, dim));
            if impulse[0] == 0.0 && shock.before[c][0] >= -self.zero_velocity() {
                continue;
            }
            after[3] = shock.spin_after(c, members, &solution.r);
            let energy_change = (0..dim).map(|i| impulse[i] * 0.5 * (shock.before[c][i] + after[i])).sum();
            let sticks = after[1].hypot(after[2]) <= self.zero_velocity();
            // The stop of a joint, which has a normal only, is struck by the law without friction.
            let stop = members.len() == 1 && (1..dim).all(|i| shock.entry((c, i), (c, i)) <= 0.0);
            let part = ImpactPart {
                law: if stop { "newton" } else { self.rule.name() },
                before: shock.before[c],
                after,
                impulse,
                compression: phases.map(|(all, _)| of_contact(all, k, dim)),
                mode: if stop { "frictionless" } else { mode(impulse[0], sticks) }.to_owned(),
                energy_change,
                warnings: chosen.clone(),
                local: None,
            };
            let touch = shock.touches[c];
            let bounces = !self.is_left_approaching(touch);
            self.tell_impact(touch, part);
            if let Some(left) = self.bouncing_left(shock, c).filter(|_| bounces)
                && !self.rest_is_told(touch)
            {
                let end = self.end_of_bounces(touch, (left, -shock.before[c][0]));
                self.tell(EventKind::Rest, touch, format!("infinitely many bounces end at t = {end} s"));
                if let Some(event) = self.record.events.last_mut() {
                    event.t = end;
                }
            }
        }
    }

    /// When the bounces of a contact end of which the last, with this speed, has this time left. Every impact of the series foretells that end: an early
    /// one as if nothing else changed on the way, a late one from an instant that rounding of its gap has moved, the more so the slower it is. The
    /// one that agrees best with the two after it is believed. One that is off by more than a gap that counts as none explains is of another series.
    fn end_of_bounces(&self, touch: Touch, (left, last): (f64, f64)) -> f64 {
        let own = self.record.events.iter().rev().take(LATELY).filter(|event| event.touch == Some(touch));
        let impacts = own.filter_map(|event| event.impact.as_ref().map(|part| (event.t, -part.before[0])));
        let latest = self.t + left;
        let (mut best, mut after, mut slower) = ((f64::INFINITY, latest), [latest, f64::INFINITY], last);
        for (t, speed) in impacts.skip_while(|(t, _)| *t >= self.t) {
            let end = t + speed * left / last;
            if speed <= slower || (end - after[0]).abs() > self.zero_gap() / slower {
                break;
            }
            let apart = after.iter().fold(0.0, |most: f64, other| most.max((end - other).abs()));
            if apart < best.0 {
                best = (apart, end);
            }
            (after, slower) = ([end, after[0]], speed);
        }
        best.1.max(self.t)
    }

    /// Whether the end of the bounces of a contact is among what was told last: impacts in sequence come back to it within one instant.
    fn rest_is_told(&self, touch: Touch) -> bool {
        let lately = self.record.events.iter().rev().take(LATELY);
        lately
            .take_while(|event| event.t >= self.t)
            .any(|event| event.kind == EventKind::Rest && event.touch == Some(touch))
    }

    /// Warns of energy that a rule for several contacts created: sum of I (D + D') / 2 over all of them.
    fn warn_of_gain(&mut self, shock: &Shock, members: &[usize], solution: &Solution) {
        let dim = 1 + shock.tangents;
        let parts = members.iter().enumerate().flat_map(|(k, &c)| {
            let [impulse, after] = [&solution.r, &solution.u].map(|all| of_contact(all, k, dim));
            (0..dim).map(move |i| {
                let (before, after) = (shock.before[c][i], after[i]);
                (0.5 * impulse[i] * (before + after), 0.5 * impulse[i].abs() * (before.abs() + after.abs()))
            })
        });
        let (gain, size) = parts.fold((0.0, 0.0), |(gain, size), (work, scale)| (gain + work, size + scale));
        if gain > CREATED * size {
            let rule = self.rule.name();
            let (t, whom) = (self.t, self.pairs_of(members.iter().map(|&c| shock.touches[c])));
            self.warn_at_most(
                GAINS,
                format!("at t = {t} s the rule {rule} created {gain:.6e} J at the impact of {whom}"),
            );
        }
    }

    fn tell_impact(&mut self, touch: Touch, part: ImpactPart) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.model.contact(touch, at, &mut self.contact);
        let (point, normal) = (self.contact.point, self.contact.normal);
        let event = Event {
            t: self.t,
            kind: EventKind::Impact,
            touch: Some(touch),
            point,
            normal,
            impact: Some(part),
            text: String::new(),
        };
        self.record.events.push(event);
    }
}

/// What a contact did in an impact at several; one without an impulse was opened by the others.
fn mode(impulse: f64, sticks: bool) -> &'static str {
    match (impulse == 0.0, sticks) {
        (true, _) => "open",
        (_, true) => "stick",
        _ => "slip",
    }
}

/// The numbers of one contact: normal, tangents, no moment.
pub(super) fn of_contact(all: &[f64], contact: usize, dim: usize) -> [f64; 4] {
    [0, 1, 2, 3].map(|i| if i < dim { all[dim * contact + i] } else { 0.0 })
}
