//! Contacts that have several answers, or could as well stick: which one is taken, and what is said of it.

use super::run::Run;
use crate::closed::Grip;
use crate::contact_problem::{ContactProblem, Solution, Tangent};
use crate::record::EventKind;
use carom_mechanics::{Model, Touch};

/// Contacts at one instant up to which all answers are looked for: listing them takes longer with every contact.
pub(super) const FEW: usize = 6;

/// Remarks about contacts with several answers, or none, in one run: a jam that lasts would fill the record with them.
const TOLD: usize = 10;

/// Contacts up to which it is asked what else they could do.
const MANY: usize = 12;

/// What is told, once in a run, of contacts that slip and could stick.
const SLIPS: &str = "friction could go on holding them at this load, and they could as well slip; they slip, at the first load at which they can";

/// Part of their friction that must be enough to hold contacts that could go on sticking: just at their limit they could not.
const LESS: f64 = 0.999;

/// Part of the largest term that forces which hold contacts leave: their rounding.
const WELL_HELD: f64 = 1e-11;

/// How the sentence about several answers goes on.
const INDETERMINATE: &str = "are indeterminate: they have";

impl<M: Model + ?Sized> Run<'_, M> {
    /// Of several answers the one that moves least, with a word to the user: what rests and can go on resting does.
    pub(super) fn choose(
        &mut self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
        known: Solution,
    ) -> Solution {
        let mut all = if candidates.len() <= FEW { problem.others(&known) } else { Vec::new() };
        if all.is_empty() {
            return known;
        }
        all.push(known);
        all.sort_by(|a, b| ContactProblem::motion(a).total_cmp(&ContactProblem::motion(b)));
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

    /// Says, once, of contacts that go over to slipping if forces inside the cones could still hold them.
    pub(super) fn tell_could_stick(&mut self, problem: &ContactProblem, candidates: &[(Touch, Option<Grip>)]) {
        if candidates.len() > MANY || self.record.warnings.iter().any(|text| text.ends_with(SLIPS)) {
            return;
        }
        let mut weaker = problem.clone();
        for tangent in &mut weaker.tangents {
            if let Tangent::May(mu) = tangent {
                *mu *= LESS;
            }
        }
        if weaker.held().is_some_and(|held| held.residual <= WELL_HELD * problem.size) {
            let pairs = self.pairs_of(candidates.iter().map(|(touch, _)| *touch));
            self.warn(format!("at t = {} s the contacts of {pairs} are indeterminate: {SLIPS}", self.t));
        }
    }

    /// The pairs of some contacts in words, each once.
    pub(super) fn pairs_of(&self, touches: impl Iterator<Item = Touch>) -> String {
        let mut pairs: Vec<String> = Vec::new();
        for pair in touches.map(|touch| self.describe_pair(touch.site.pair)) {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
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
