//! Jams of crowds: where contacts that slide on each other have no finite forces, or none that can be found.
//!
//! Coulomb friction of several sliding contacts can wedge bodies so that no finite force goes on with the motion: velocities must jump, as
//! in the impact without collision of one rod. One implicit step of the length of the briefest flight (Moreau and Jean's, e = 0) finds
//! the jump, since on the level of velocities there is always an answer:
//!
//! ```text
//!     v+ = v + h a_free + M^-1 W P,     0 <= D_N+  perp  P_N >= 0,     P_T in Coulomb's law with D_T+,     q+ = q + h v+
//! ```
//!
//! Energy is only lost. The user is told when and where.

use super::run::Run;
use crate::contact_problem::{Answer, ContactProblem, Tangent};
use crate::record::EventKind;
use crate::terms::directions;
use carom_mechanics::{At, Model, Touch};

/// What is told, once in a run, of contacts whose slips have no solution.
const NO_FORCES: &str =
    "have no solution (Painleve): they slide, and no finite contact forces go with that; their velocities jump";

impl<M: Model + ?Sized> Run<'_, M> {
    /// Takes the jump; which contacts hold after it is still to be decided.
    pub(super) fn bridge(&mut self, touching: &[Touch]) -> Result<(), String> {
        let left = self.settings.until - self.t;
        let h = if left > 0.0 { self.briefest().min(left) } else { self.briefest() };
        if !self.jumped {
            self.sample_before();
            self.record.counts.impacts += 1;
        }
        self.jumped = true;
        let (problem, free) = self.step_problem(touching, h);
        self.record.counts.problems += 1;
        let Answer::One(solution) = problem.solve(&mut self.solver) else {
            return Err(format!(
                "at t = {} s neither forces nor impulses of {} contacts could be found",
                self.t,
                touching.len()
            ));
        };
        let mut push = vec![0.0; self.v.len()];
        let tangents = self.model.tangents();
        for (contact, r) in self.smooth.terms.contacts.iter().zip(solution.r.chunks_exact(1 + tangents)) {
            directions(contact, tangents).zip(r).for_each(|(direction, r)| direction.row.add_to(*r, &mut push));
        }
        let mut change = vec![0.0; self.v.len()];
        self.response.change(&self.smooth.terms, &push, |_| 0.0, &mut change);
        for ((v, change), free) in self.v.iter_mut().zip(&change).zip(&free) {
            *v += change + h * free;
        }
        let moved: Vec<f64> = self.v.iter().map(|v| h * v).collect();
        self.model.displace(&mut self.q, &moved);
        self.t += h;
        if let Some(&touch) = touching.first() {
            let text =
                format!("{} contacts jam: one implicit step of {h:.1e} s takes the jump of velocities", touching.len());
            self.tell(EventKind::Verdict, touch, text);
        }
        // What the jump takes is told by its event.
        self.energy = self.energy.min(self.total_energy());
        self.warn(
            "contacts in a crowd jammed and were freed by short implicit steps; the events say when and where"
                .to_owned(),
        );
        Ok(())
    }

    /// Says, once, that contacts slide with no finite forces that go with that.
    pub(super) fn tell_no_forces(&mut self, resting: &[Touch]) {
        if !self.record.warnings.iter().any(|text| text.contains(NO_FORCES)) {
            let pairs = self.pairs_of(resting.iter().copied());
            self.warn(format!("at t = {} s the contacts of {pairs} {NO_FORCES}", self.t));
        }
    }

    /// Velocities after h without contact forces, what impulses do to them, and the accelerations without contact forces.
    fn step_problem(&mut self, touching: &[Touch], h: f64) -> (ContactProblem, Vec<f64>) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.smooth.terms.evaluate(self.model, at, touching.iter().copied());
        let terms = &self.smooth.terms;
        let free = self.response.free_acceleration(terms);
        let count = self.model.tangents();
        let directions: Vec<_> = terms.contacts.iter().flat_map(|c| directions(c, count)).collect();
        let b = directions.iter().map(|d| d.velocity(&self.v) + h * (d.row.dot(&free) + d.bias)).collect();
        let g = self.response.matrix(terms, &directions);
        let tangent = |touch: &Touch| {
            let mu = self.model.law(touch.site.pair).friction.slipping(f64::INFINITY);
            if mu == 0.0 { self.known([0.0; 2]) } else { Tangent::May(mu) }
        };
        let tangents = touching.iter().map(tangent).collect();
        (ContactProblem { g, b, tangents, space: count == 2, ..ContactProblem::default() }, free)
    }
}
