//! What moves and can go on moving does: contacts whose slips have just ended slip back where they can (see [`crate::contacts::slip_back`]).

use super::indeterminate::MANY;
use super::modes::zero_part;
use super::run::Run;
use crate::contacts::closed::{Closed, Grip};
use crate::contacts::contact_problem::{ContactProblem, Solution};
use carom_mechanics::{Model, Touch};

impl<M: Model + ?Sized> Run<'_, M> {
    /// The slip back in place of an answer in which nothing moves, if contacts have slipped until now and there is one.
    pub(super) fn turn_round(
        &mut self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
        before: &[Closed],
        known: Solution,
    ) -> Solution {
        let zero = zero_part(candidates.len()) * problem.size;
        let ended = |(touch, grip): &(Touch, Option<Grip>)| {
            *grip == Some(Grip::Stick) && before.iter().any(|old| old.touch == *touch && old.grip.slips())
        };
        let asked = problem.dim() == 2
            && (2..=MANY).contains(&candidates.len())
            && self.standstill == 0
            && !self.is_unsettled();
        if !asked || ContactProblem::motion(&known) > zero || !candidates.iter().any(ended) {
            return known;
        }
        problem.slip_back(&mut self.solver, zero).unwrap_or(known)
    }
}
