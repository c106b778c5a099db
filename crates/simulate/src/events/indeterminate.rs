//! Contacts that have several answers, or could as well stick: which one is taken, and what is said of it.

use super::modes::zero_part;
use super::run::{Run, State};
use crate::contacts::closed::Grip;
use crate::contacts::contact_problem::{ContactProblem, Solution};
use crate::hold::terms::directions;
use crate::record::EventKind;
use crate::settings::Settings;
use carom_mechanics::{At, Model, Touch};

/// Contacts that feel each other up to which all answers are looked for: listing them takes longer with every contact.
pub(super) const FEW: usize = 6;

/// Remarks about contacts with several answers, or none, in one run: a jam that lasts would fill the record with them.
const TOLD: usize = 10;

/// Pairs of bodies that a sentence names before it counts the rest.
const NAMED: usize = 6;

/// Contacts up to which it is asked what else they could do.
pub(super) const MANY: usize = 12;

/// What is told, once in a run, of contacts that slip and could stick.
const SLIPS: &str = "friction could go on holding them at this load, and they could as well slip; they slip, at the first load at which they can";

/// Part of their friction that must be enough to hold contacts that could go on sticking: just at their limit they could not.
const LESS: f64 = 0.999;

/// What is told, once in a run, of contacts that friction can lock, and how.
const CAN_LOCK: &str = "can lock by friction:";
const LOCKS: &str = "pressed together they hold each other with forces of any size, whatever the load";
const HOLDS: &str = "without any spring they would hold what they carry, however heavy";

/// How the sentence about several answers goes on.
const INDETERMINATE: &str = "are indeterminate: they have";

/// How the verdict on one contact with several answers goes on.
pub(super) const TWO_ANSWERS: &str = "is indeterminate: it has";

/// Velocities of a model up to which other methods ask what its contacts could do at the start.
const SMALL: usize = 6 * MANY;

/// What the exact method says of contacts at the start that have several answers or can lock: true of the rigid bodies, whatever the method.
/// `taken` is how a method of another kind comes to one of them.
pub(crate) fn at_start<M: Model + ?Sized>(model: &M, state: &State, settings: &Settings, taken: &str) -> Vec<String> {
    if model.tangents() != 1 || model.velocities() > SMALL {
        return Vec::new();
    }
    let state = State { closed: Vec::new(), step: 0.0, ..state.clone() };
    let mut run = Run::new(model, &state, settings);
    let mut told = Vec::new();
    if let Err(verdict) = run.begin() {
        // Contacts with several answers, which events do not choose between (Painleve).
        if verdict.contains(TWO_ANSWERS) || verdict.contains(INDETERMINATE) {
            told.push(format!("{verdict} (by events the run ends here; {taken})"));
        }
        return told;
    }
    let several = |text: &String| text.contains(INDETERMINATE) || text.ends_with(SLIPS);
    for text in run.record.warnings {
        if text.contains(CAN_LOCK) {
            told.push(text);
        } else if several(&text) {
            told.push(format!("{text} (so by events; {taken})"));
        }
    }
    told
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Of several answers the one that moves least, with a word to the user: what rests and can go on resting does.
    pub(super) fn choose(
        &mut self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
        known: Solution,
    ) -> Solution {
        let mut all = if candidates.len() <= MANY { problem.others(&known, FEW) } else { Vec::new() };
        if all.is_empty() {
            return known;
        }
        let zero = problem.zero(zero_part(candidates.len()), &known.r);
        all.push(known);
        let least = |a: &Solution, b: &Solution| {
            let begins = |answer: &Solution| Some(problem.beginning(answer)).filter(|u| *u > zero).unwrap_or(0.0);
            let all = ContactProblem::motion;
            begins(a).total_cmp(&begins(b)).then(all(a).total_cmp(&all(b)))
        };
        all.sort_by(least);
        let whom = format!("{} {INDETERMINATE}", self.pairs_of(candidates.iter().map(|(touch, _)| *touch)));
        if self.record.of_kind(EventKind::Verdict).count() < TOLD
            && !self.record.warnings.iter().any(|text| text.contains(&whom))
            && let Some((touch, _)) = candidates.first()
        {
            let text = self.indeterminate(&whom, &all);
            self.warn(text.clone());
            self.tell(EventKind::Verdict, *touch, text);
        }
        all.swap_remove(0)
    }

    /// Rest, where contacts that all rest need no friction for it, though the answer found moves: of a heavy box that stands on a light one solvers
    /// find forces that are not exact enough, or others that slip, and both move the light one.
    pub(super) fn rest_without_friction(
        &self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
        known: Solution,
    ) -> Solution {
        let part = zero_part(candidates.len());
        let rests = problem.dim() == 2
            && (2..=MANY).contains(&candidates.len())
            && candidates.iter().all(|(_, grip)| *grip == Some(Grip::Stick));
        if !rests || ContactProblem::motion(&known) <= problem.zero(part, &known.r) {
            return known;
        }
        let held = problem.with_friction(0.0).held_by_program();
        held.filter(|held| held.residual <= problem.zero(part, &held.r)).unwrap_or(known)
    }

    /// Says, once, of contacts that go over to slipping if forces inside the cones could still hold them.
    pub(super) fn tell_could_stick(&mut self, problem: &ContactProblem, candidates: &[(Touch, Option<Grip>)]) {
        if candidates.len() > MANY || self.record.warnings.iter().any(|text| text.ends_with(SLIPS)) {
            return;
        }
        if problem.with_friction(LESS).can_be_held() {
            let pairs = self.pairs_of(candidates.iter().map(|(touch, _)| *touch));
            self.warn(format!("at t = {} s the contacts of {pairs} are indeterminate: {SLIPS}", self.t));
        }
    }

    /// Says, once, of contacts that all stick, or open, if friction could lock them: there are forces inside the cones that balance each other,
    /// or the loads whatever their size, and without friction there are none.
    pub(super) fn tell_locks(&mut self, problem: &ContactProblem, candidates: &[(Touch, Option<Grip>)]) {
        let (stuck, kept) = candidates
            .iter()
            .filter_map(|(_, grip)| *grip)
            .fold((0, 0), |(stuck, kept), grip| (stuck + usize::from(grip == Grip::Stick), kept + 1));
        // At the start and where contacts stick for the first time: asking costs as much as an event.
        let first = self.t == self.first || self.record.of_kind(EventKind::Stick).next().is_none();
        if !first
            || stuck < 2
            || stuck < kept
            || candidates.len() > MANY
            || self.record.warnings.iter().any(|text| text.contains(CAN_LOCK))
        {
            return;
        }
        let how = if problem.with_friction(LESS).locks() && !problem.with_friction(0.0).locks() {
            LOCKS
        } else if self.holds_without_springs(problem) {
            HOLDS
        } else {
            return;
        };
        let pairs = self.pairs_of(candidates.iter().map(|(touch, _)| *touch));
        self.warn(format!("at t = {} s the contacts of {pairs} {CAN_LOCK} {how} (self-locking)", self.t));
    }

    /// Whether friction would hold the contacts under their loads alone if no spring acted, and without friction nothing would. Cones
    /// have no size: it then holds loads of any size, as a friction wedge between faces that are steep enough.
    fn holds_without_springs(&mut self, problem: &ContactProblem) -> bool {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        let mut load = vec![0.0; self.v.len()];
        if problem.dim() != 2 || !self.model.load(at, &mut load) {
            return false;
        }
        let terms = &mut self.smooth.terms;
        std::mem::swap(&mut terms.force, &mut load);
        let free = self.response.free_acceleration(terms);
        std::mem::swap(&mut terms.force, &mut load);
        let rows = terms.contacts.iter().flat_map(|contact| directions(contact, 1));
        let b = rows.map(|direction| direction.row.dot(&free) + direction.bias).collect();
        let alone = ContactProblem { b, ..problem.clone() };
        alone.with_friction(LESS).can_be_held() && !alone.with_friction(0.0).can_be_held()
    }

    /// The pairs of some contacts in words, each once.
    pub(super) fn pairs_of(&self, touches: impl Iterator<Item = Touch>) -> String {
        let mut pairs: Vec<String> = Vec::new();
        for pair in touches.map(|touch| self.describe_pair(touch.site.pair)) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let more = pairs.len().saturating_sub(NAMED);
        if more > 1 {
            pairs.truncate(NAMED);
            pairs.push(format!("{more} more"));
        }
        pairs.join(", ")
    }

    /// The sentence about several answers of some contacts, the one taken first.
    fn indeterminate(&self, whom: &str, all: &[Solution]) -> String {
        let motions: Vec<String> = all.iter().map(|s| format!("{:.6e} m/s^2", ContactProblem::motion(s))).collect();
        format!(
            "at t = {} s the contacts of {whom} {} solutions, with accelerations up to {}; the one that moves least was taken, there and \
             wherever that happens again",
            self.t,
            all.len(),
            motions.join(" and ")
        )
    }
}
