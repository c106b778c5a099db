//! Steps over jams, where contacts that slide on each other have no finite forces, or none that can be found, and over events without end.
//!
//! Coulomb friction of several sliding contacts can wedge bodies so that no finite force goes on with the motion: velocities must jump, as
//! in the impact without collision of one rod. One implicit step (Moreau and Jean's, e = 0) finds the jump, since on the level of velocities there
//! is always an answer. It is as long as the briefest flight, and where that does not help the next is longer:
//!
//! ```text
//!     v+ = v + h a_free + M^-1 W P,     0 <= D_N+  perp  P_N >= 0,     P_T in Coulomb's law with D_T+,     q+ = q + h v+
//! ```
//!
//! Energy is only lost. The user is told when and where. What would be met within the step, over a gap g, is in its problem: 0 <= D_N+ + g/h.

use super::run::Run;
use super::stride::STRIDE;
use crate::contacts::contact_problem::{Answer, ContactProblem, Tangent};
use crate::hold::terms::directions;
use crate::record::EventKind;
use carom_mechanics::{At, Model, Touch};

/// What is told, once in a run, of contacts whose slips have no solution.
const NO_FORCES: &str =
    "have no solution (Painleve): they slide, and no finite contact forces go with that; their velocities jump";

/// Attempts at a step, with more and more of what would be met in it, from half of them on ever shorter.
const TRIES: usize = 40;

/// Depth, in parts of the least size, to which what is met may close: the gap is not linear in the step. Corrections of positions take it out.
const CURVED: f64 = 1e-7;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Takes the jump; which contacts hold after it is still to be decided. What the contacts do, in a word, is
    /// told. Returns whether there is an impact behind it.
    pub(super) fn bridge(&mut self, touching: &mut Vec<Touch>, jam: &str) -> Result<bool, String> {
        let left = self.settings.until - self.t;
        let mut h = self.bridge_length();
        if left > 0.0 {
            h = h.min(left);
        }
        h = h.min(self.up_to_corner(h, h));
        if !self.jumped {
            self.sample_before();
            self.record.counts.impacts += 1;
        }
        self.jumped = true;
        let met = self.jump_over(touching, &mut h)?;
        self.t += h;
        self.note_bridge();
        if let Some(&touch) = touching.first() {
            let text = format!(
                "{} contacts {jam}: one implicit step of {h:.1e} s takes the jump of velocities",
                touching.len()
            );
            self.tell(EventKind::Verdict, touch, text);
        }
        // What the jump takes is told by its event.
        self.energy = self.energy.min(self.total_energy());
        self.warn(format!("contacts that {jam} were taken on by short implicit steps; the events say when and where"));
        *touching = self.touching(None);
        touching.extend(met.into_iter().filter(|touch| !touching.contains(touch)).collect::<Vec<_>>());
        touching.sort_unstable();
        Ok(self.approaches(touching))
    }

    /// One implicit step that carries nothing into anything: what would be met within it is in its problem, and where that does not suffice it is
    /// made shorter. Returns the contacts that were met and press.
    fn jump_over(&mut self, touching: &[Touch], h: &mut f64) -> Result<Vec<Touch>, String> {
        let (before, place) = (self.v.clone(), self.q.clone());
        let mut met: Vec<(Touch, f64)> = Vec::new();
        for attempt in 0..TRIES {
            let pressed = self.jump(touching, &met, *h)?;
            let closing = self.closing_sites(touching, &met, (&place, *h));
            let Some(part) = closing.iter().map(|(.., part)| *part).reduce(f64::min) else {
                let presses = met.into_iter().zip(pressed).filter(|(_, presses)| *presses);
                return Ok(presses.map(|((touch, _), _)| touch).collect());
            };
            self.v.copy_from_slice(&before);
            self.q.copy_from_slice(&place);
            let new = closing.iter().filter(|(touch, ..)| !met.iter().any(|(other, _)| other == touch));
            let new: Vec<(Touch, f64)> = new.map(|&(touch, gap, _)| (touch, gap)).collect();
            if new.is_empty() || attempt >= TRIES / 2 {
                *h *= part.min(0.5);
            }
            met.extend(new);
        }
        let t = self.t;
        Err(format!("at t = {t} s the contacts jam, and no implicit step over that could be found"))
    }

    /// Velocities and positions after one implicit step of size h in which other contacts, with their gaps, may be met. Returns which of these press.
    fn jump(&mut self, touching: &[Touch], met: &[(Touch, f64)], h: f64) -> Result<Vec<bool>, String> {
        let (problem, free) = self.step_problem(touching, met, h);
        self.record.counts.problems += 1;
        let Answer::One(solution) = problem.solve(&mut self.solver) else {
            return Err(format!(
                "at t = {} s neither forces nor impulses of {} contacts could be found",
                self.t,
                touching.len()
            ));
        };
        let mut push = vec![0.0; self.v.len()];
        let dim = 1 + self.model.tangents();
        for (contact, r) in self.smooth.terms.contacts.iter().zip(solution.r.chunks_exact(dim)) {
            directions(contact, dim - 1).zip(r).for_each(|(direction, r)| direction.row.add_to(*r, &mut push));
        }
        let mut change = vec![0.0; self.v.len()];
        self.response.change(&self.smooth.terms, &push, |_| 0.0, &mut change);
        for ((v, change), free) in self.v.iter_mut().zip(&change).zip(&free) {
            *v += change + h * free;
        }
        let moved: Vec<f64> = self.v.iter().map(|v| h * v).collect();
        self.model.displace(&mut self.q, &moved);
        Ok(solution.r.chunks_exact(dim).skip(touching.len()).map(|r| r[0] > 0.0).collect())
    }

    /// The contacts, open at a place, that a step of size h from there to the present one has closed by more than rounding (of what is met in its
    /// problem: by more than its curvature); their gaps there, and the part of the way at whose end they close.
    fn closing_sites(
        &mut self,
        touching: &[Touch],
        met: &[(Touch, f64)],
        (place, h): (&[f64], f64),
    ) -> Vec<(Touch, f64, f64)> {
        self.model.sites(self.t, place, STRIDE * self.size, &mut self.sites);
        let sites = std::mem::take(&mut self.sites);
        let mut closing = Vec::new();
        for &site in sites.iter().filter(|site| !touching.iter().any(|touch| touch.site == **site)) {
            let (open, face) = self.model.gap(site, self.t, place);
            let touch = Touch { site, face };
            let after = self.gap_behind(touch, self.t + h);
            let depth = if met.iter().any(|(other, _)| *other == touch) { CURVED * self.size } else { self.zero_gap() };
            if open > 0.0 && after < -depth {
                closing.push((touch, open, open / (open - after)));
            }
        }
        self.sites = sites;
        closing
    }

    /// The gap at a face behind a step, while the point is beside that face; else at the nearest one. A corner that goes in at the very end of a
    /// side, where the next one begins, is nearest to that.
    fn gap_behind(&mut self, touch: Touch, t: f64) -> f64 {
        if self.model.margin(touch, t, &self.q) < -self.zero_gap() {
            return self.model.gap(touch.site, t, &self.q).0;
        }
        self.model.contact(touch, At { t, q: &self.q, v: &self.v }, &mut self.contact);
        self.contact.gap
    }

    /// Says, once, that contacts slide with no finite forces that go with that.
    pub(super) fn tell_no_forces(&mut self, resting: &[Touch]) {
        if !self.record.warnings.iter().any(|text| text.contains(NO_FORCES)) {
            let pairs = self.pairs_of(resting.iter().copied());
            self.warn(format!("at t = {} s the contacts of {pairs} {NO_FORCES}", self.t));
        }
    }

    /// Velocities after h without contact forces, what impulses do to them, and the accelerations without contact forces.
    fn step_problem(&mut self, touching: &[Touch], met: &[(Touch, f64)], h: f64) -> (ContactProblem, Vec<f64>) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        let all: Vec<Touch> = touching.iter().copied().chain(met.iter().map(|(touch, _)| *touch)).collect();
        self.smooth.terms.evaluate(self.model, at, all.iter().copied());
        let terms = &self.smooth.terms;
        let free = self.response.free_acceleration(terms);
        let count = self.model.tangents();
        let directions: Vec<_> = terms.contacts.iter().flat_map(|c| directions(c, count)).collect();
        let mut b: Vec<f64> =
            directions.iter().map(|d| d.velocity(&self.v) + h * (d.row.dot(&free) + d.bias)).collect();
        for (k, (_, gap)) in met.iter().enumerate() {
            b[(1 + count) * (touching.len() + k)] += gap / h;
        }
        let g = self.response.matrix(terms, &directions);
        let tangent = |touch: &Touch| {
            let mu = self.model.law(touch.site.pair).friction.slipping(f64::INFINITY);
            if mu == 0.0 { self.known([0.0; 2]) } else { Tangent::May(mu) }
        };
        let tangents = all.iter().map(tangent).collect();
        (ContactProblem { g, b, tangents, space: count == 2, ..ContactProblem::default() }, free)
    }
}
