//! What a step tells: its impacts as events, contacts that were not solved.

use super::paradox::{PARADOX, Paradox};
use super::run::{Effort, Stepper};
use crate::hold::terms::directions;
use crate::instead::{self, Rule};
use crate::record::{Event, EventKind, ImpactPart, Record};
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

/// Residual of a step from which on energy that it creates is put down to its sweeps: a hundredth of the velocities is wrong.
const COARSE: f64 = 1e-2;

/// Residual beyond which a step is reported as not solved.
const UNSOLVED: f64 = 1e-6;

/// What a user is told, once, of restitution given up.
const GIVEN_UP: &str =
    "contacts cannot all rebound as their restitution asks; there, and wherever that happens again, they get none";

/// What a user is told, once, where sweeps do not reach the tolerance.
const MORE_SWEEPS: &str = "there are steps whose contacts the sweeps do not solve to the tolerance; the largest residual is told at the end, and more sweeps or \
     a shorter step make it smaller";

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Says what is to be expected of a theta that gives energy.
    pub(super) fn tell_theta(&mut self) {
        let theta = self.settings.theta;
        if theta < 0.5 {
            let text = format!(
                "theta = {theta} is below 1/2: what swings gains energy, what is stiff without end; 0.5 keeps it, more loses some"
            );
            self.record.warnings.push(text);
        }
    }

    /// Notes the cone problems of a step.
    pub(super) fn note(&mut self, effort: Effort) {
        let Effort { t, problems, residual, without_restitution, .. } = effort;
        self.record.counts.problems += problems;
        self.record.counts.residual = self.record.counts.residual.max(residual);
        self.record.counts.residuals += residual;
        self.left = residual;
        if self.settings.ahead {
            let told = self.record.warnings.iter().any(|text| text.ends_with(MORE_SWEEPS));
            if residual > self.settings.tolerance && !told {
                self.record.warnings.push(format!("from t = {t} s on {MORE_SWEEPS}"));
            }
        } else if residual > UNSOLVED.max(self.tolerance()) {
            self.record.counts.unsolved.note(t, residual);
        }
        let warned = self.record.warnings.iter().any(|text| text.ends_with(GIVEN_UP));
        if without_restitution && !warned {
            self.record.warnings.push(format!("at t = {t} s {GIVEN_UP}"));
        }
    }

    /// Writes an event for every contact that closed with a velocity.
    pub(super) fn tell_impacts(&mut self, t: f64, h: f64) {
        self.even.clear();
        self.even.extend(self.pushed.iter().copied().map(Some));
        if self.touches.is_empty() {
            return;
        }
        let speed = self.model.pace(At { t, q: &self.q, v: &self.before }).speed;
        let (tangents, mut gain, mut hits) = (self.model.tangents(), Gain::default(), Vec::new());
        let paradoxes = self.assembly.is_prepared(self.touches.len());
        for (k, impulse) in self.impulses.chunks_exact(tangents + 1).enumerate() {
            // Most contacts that a step sees ahead get no impulse.
            if impulse[0] <= 0.0 && !paradoxes {
                continue;
            }
            let contact = &self.terms.contacts[k];
            let part = self.part(contact, impulse, tangents);
            let paradox = self.paradox(k, impulse, h);
            let text =
                paradox.map_or_else(String::new, |it| it.says(t, &self.model.pair_name(self.touches[k].site.pair)));
            warn_once(&mut self.record, &text);
            let jumps = paradox.is_some_and(Paradox::has_no_answer);
            let approach = if jumps { f64::INFINITY } else { self.impact_speed(k, h).unwrap_or(0.0) };
            if !gain.note(k, &part, approach, speed) {
                let felt = directions(contact, tangents).flat_map(|direction| direction.row.entries());
                felt.filter(|_| impulse[0] > 0.0).for_each(|&(i, _)| self.even[i] = None);
                continue;
            }
            let (point, normal) = (contact.point, contact.normal);
            let touch = Some(self.touches[k]);
            if paradoxes && !jumps {
                hits.push((k, part.before));
            }
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
        self.tell_gain(t, &gain);
        hits.iter().for_each(|(k, before)| self.tell_law(t, *k, &before[..=tangents]));
    }

    /// Says once that impacts are not by a law that gives other velocities, if that of contact k does.
    fn tell_law(&mut self, t: f64, k: usize, before: &[f64]) {
        let (model, pair) = (self.model, self.touches[k].site.pair);
        let block = self.assembly.block(k, &self.terms.contacts[k]);
        let whom = || model.pair_name(pair);
        instead::warn(&mut self.record, (t, &whom), (Rule::Step, model.law(pair)), (&block, before));
    }

    /// Counts the impacts of a step, and says once that they created energy.
    pub(super) fn tell_gain(&mut self, t: f64, gain: &Gain) {
        self.record.counts.impacts += u64::from(gain.first.is_some());
        if let Some(k) = gain.first.filter(|_| gain.is_created(self.energy)) {
            self.warn_of_gain(t, k, gain.energy);
        }
    }

    /// Says once that restitution with friction created energy, or sweeps that were too few.
    fn warn_of_gain(&mut self, t: f64, contact: usize, gain: f64) {
        if !self.record.warnings.iter().any(|text| text.ends_with(FIRST_OF_ALL)) {
            let whom = self.model.pair_name(self.touches[contact].site.pair);
            let text = if self.left > COARSE {
                let left = self.left;
                format!(
                    "at t = {t} s the sweeps left a residual of {left:.1e} and created {gain:.6e} J, at the impact of {whom} and others; more of them or shorter steps help{FIRST_OF_ALL}"
                )
            } else {
                format!("at t = {t} s the rule {RULE} created {gain:.6e} J at the impact of {whom}{FIRST_OF_ALL}")
            };
            self.record.warnings.push(text);
        }
    }

    /// The speed of approach of closed contact k before the step. `None` if it was closed in the last step: that step has left it
    /// without approach, and what its turning and the residual have made of that since is no impact, unless a wall has changed its velocity
    /// at once. `None` too if it rests, that is, if it approaches no faster than a step or two of the forces push it in.
    pub(super) fn impact_speed(&self, k: usize, h: f64) -> Option<f64> {
        let along = &self.terms.contacts[k].along_normal;
        let approach = -along.velocity(&self.before);
        let pushed = 2.0 * h * along.row.dot(&self.acceleration).abs();
        (!self.kept[k] && approach > pushed).then_some(approach)
    }

    /// What the impact did at one contact.
    fn part(&self, contact: &Contact, impulse: &[f64], tangents: usize) -> ImpactPart {
        let [mut before, mut after] = [[0.0; 3]; 2];
        for (a, direction) in directions(contact, tangents).enumerate() {
            (before[a], after[a]) = (direction.velocity(&self.before), direction.velocity(&self.v));
        }
        let mut part = impact_part(&before, &after, impulse);
        (part.before[3], part.after[3]) = (contact.moment.velocity(&self.before), contact.moment.velocity(&self.v));
        part
    }
}

/// What an impact did at one contact, given the velocities before and after along its directions, and the impulses.
pub(super) fn impact_part(before: &[f64], after: &[f64], impulse: &[f64]) -> ImpactPart {
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
    for a in 0..impulse.len() {
        (part.before[a], part.after[a], part.impulse[a]) = (before[a], after[a], impulse[a]);
        part.energy_change += 0.5 * impulse[a] * (before[a] + after[a]);
    }
    part
}

/// The energy that the contacts of a step gain, and what they give and take.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Gain {
    /// The first contact that closed with a velocity.
    first: Option<usize>,
    energy: f64,
    size: f64,
}

impl Gain {
    /// Adds contact k, which approached at a speed where things move with another. True if it closed with a velocity.
    pub fn note(&mut self, k: usize, part: &ImpactPart, approach: f64, speed: f64) -> bool {
        self.energy += part.energy_change;
        let scale = |a: usize| 0.5 * part.impulse[a].abs() * (part.before[a].abs() + part.after[a].abs());
        self.size += (0..part.impulse.len()).map(scale).sum::<f64>();
        let closed = approach > QUIET * speed.max(STILL) && part.impulse[0] > 0.0;
        if closed {
            self.first = self.first.or(Some(k));
        }
        closed
    }

    /// Whether the energy is created, where there is so much of it.
    fn is_created(&self, all: f64) -> bool {
        self.energy > CREATED * self.size && self.energy > ROUNDING * all.abs()
    }
}

/// Warns of the first paradox of a run; later ones that have no answer are in the events.
fn warn_once(record: &mut Record, text: &str) {
    if !text.is_empty() && !record.warnings.iter().any(|known| known.contains(PARADOX)) {
        record.warnings.push(text.to_owned());
    }
}
