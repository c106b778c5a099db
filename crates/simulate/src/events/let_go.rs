//! Contacts that others can do without are let go where the motion would depend on how they share a load (see [`crate::contacts::surplus`]).

use super::indeterminate::FEW;
use super::run::Run;
use crate::contacts::closed::Grip;
use crate::contacts::contact_problem::{ContactProblem, Solution};
use carom_mechanics::{Model, Touch};

impl<M: Model + ?Sized> Run<'_, M> {
    /// Lets surplus contacts go, of each group of few contacts of the plane that feel each other; the modes are read and go with the answer.
    pub(super) fn let_go(&mut self, candidates: &mut [(Touch, Option<Grip>)], answer: &Solution) {
        if self.model.tangents() != 1 || candidates.len() < 2 {
            return;
        }
        let whole = self.acceleration_problem(candidates);
        let islands = whole.islands();
        for group in (0..islands.len()).map(|k| islands.group(k)) {
            let held: Vec<usize> = group.iter().copied().filter(|&c| candidates[c].1.is_some()).collect();
            if (2..=FEW).contains(&held.len()) {
                self.let_go_of(held, &whole, candidates, answer.clone());
            }
        }
    }

    /// The same of one group.
    fn let_go_of(
        &self,
        mut members: Vec<usize>,
        whole: &ContactProblem,
        candidates: &mut [(Touch, Option<Grip>)],
        mut answer: Solution,
    ) {
        let slip = |c: usize| self.smooth.terms.contacts[c].tangential[0].velocity(&self.v);
        loop {
            let lines = members.iter().flat_map(|c| 2 * c..2 * c + 2);
            let (r, u) = lines.map(|i| (answer.r[i], answer.u[i])).unzip();
            // A slip that begins must go on in its direction.
            let fits = |k: usize, faster: f64| match candidates[members[k]].1 {
                Some(Grip::Slip(sign)) if slip(members[k]).abs() <= self.zero_velocity() => sign * faster > 0.0,
                _ => true,
            };
            let known = Solution { r, u, residual: answer.residual };
            let Some((which, rest)) = whole.part(&members).surplus(&known, fits) else { return };
            answer = answer.with(&members, &rest, whole.dim());
            candidates[members.remove(which)].1 = None;
        }
    }
}
