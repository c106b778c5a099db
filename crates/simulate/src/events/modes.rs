//! Which closed contacts hold, stick and slip: decided by the accelerations.

use super::run::Run;
use super::watch::Watch;
use crate::closed::{Closed, Grip};
use crate::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::record::{Event, EventKind};
use crate::smooth::friction_ratio;
use carom_mechanics::{At, Model, Touch};

/// Accelerations below this part of the largest term count as zero. The answers of the complementarity problem are good to about
/// 1e-12; a block at 1.0001 of its limit accelerates with 4e-5 of the gravity.
const ZERO_ACCELERATION: f64 = 1e-10;

/// Why the accelerations do not tell what happens.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Undecided {
    /// There is no solution with finite forces.
    None(String),
    /// There are several.
    Several(String),
    /// The solver found none and proved nothing.
    Unknown(String),
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Decides the mode of the contacts that touch without normal velocity; `trigger` names the watch that led here and breaks ties.
    pub(super) fn decide_modes(&mut self, touching: &[Touch], trigger: Option<Watch>) -> Result<(), Undecided> {
        let forced = trigger.and_then(|watch| self.forced(watch));
        let before = std::mem::take(&mut self.smooth.closed);
        let mut candidates = self.candidates(touching, &before);
        let problem = self.acceleration_problem(&candidates);
        let mut solution = self.answer(&problem, &candidates)?;
        // Hyperstatic contacts brought here by a sign have no tie to break: half the threshold settles the matter.
        let zero = if trigger == Some(Watch::Admissible) { 0.5 * ZERO_ACCELERATION } else { ZERO_ACCELERATION };
        self.read_modes(&mut candidates, &problem, &solution, (forced, zero));
        if let Some(weaker) = self.with_kinetic_friction(&problem, &candidates) {
            solution = self.answer(&weaker, &candidates)?;
            self.read_modes(&mut candidates, &weaker, &solution, (forced, zero));
        }
        self.record.counts.residual = self.record.counts.residual.max(solution.residual);
        self.smooth.closed =
            candidates.into_iter().filter_map(|(touch, grip)| Some(Closed { touch, grip: grip? })).collect();
        self.tell_changes(&before);
        Ok(())
    }

    /// What the trigger says about a tie: the contact that opens, or the one that starts to slip and where to.
    fn forced(&self, watch: Watch) -> Option<(Touch, Option<Grip>)> {
        match watch {
            Watch::Force(i) | Watch::Margin { index: i, .. } => Some((self.smooth.closed[i].touch, None)),
            Watch::Limit(i) => {
                let force = self.smooth.forces[i];
                Some((self.smooth.closed[i].touch, Some(Grip::Slip(-force.tangential.signum()))))
            }
            Watch::Gap { .. } | Watch::Slip { .. } | Watch::Admissible => None,
        }
    }

    /// The friction each contact may have: by its law, its slip velocity and what it did before.
    fn candidates(&mut self, touching: &[Touch], before: &[Closed]) -> Vec<(Touch, Option<Grip>)> {
        let mut candidates = Vec::with_capacity(touching.len());
        let faint = self.faint_velocity();
        for &touch in touching {
            let at = At { t: self.t, q: &self.q, v: &self.v };
            self.model.contact(touch, at, &mut self.contact);
            let slip = self.contact.tangential[0].velocity(&self.v);
            // An impact may have set a stuck contact in motion.
            let stuck = !self.jumped && before.iter().any(|c| c.touch == touch && c.grip == Grip::Stick);
            let grip = match self.model.law(touch.site.pair).friction.sticking() {
                None | Some(0.0) => Grip::Creep,
                Some(_) if stuck || slip.abs() <= faint => Grip::Stick,
                Some(_) => Grip::Slip(slip.signum()),
            };
            candidates.push((touch, Some(grip)));
        }
        candidates
    }

    /// Accelerations without contact forces, and what contact forces do to them.
    fn acceleration_problem(&mut self, candidates: &[(Touch, Option<Grip>)]) -> ContactProblem {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        let touches = candidates.iter().map(|(touch, _)| *touch);
        self.smooth.terms.evaluate(self.model, at, touches);
        let terms = &self.smooth.terms;
        self.response.prepare(terms);
        let mut free = vec![0.0; self.v.len()];
        self.response.change(terms, &terms.force, |k| -terms.joints[k].direction.bias, &mut free);
        let directions: Vec<_> = terms.contacts.iter().flat_map(|c| [&c.along_normal, &c.tangential[0]]).collect();
        let b = directions.iter().map(|d| d.row.dot(&free) + d.bias).collect();
        let g = self.response.matrix(terms, &directions);
        let tangents = candidates
            .iter()
            .zip(&terms.contacts)
            .map(|(&(touch, grip), contact)| match grip {
                Some(Grip::Stick) => Tangent::May(self.model.law(touch.site.pair).friction.sticking().unwrap_or(0.0)),
                Some(grip) => {
                    let slip = contact.tangential[0].velocity(&self.v);
                    Tangent::Ratio(friction_ratio(self.model, &Closed { touch, grip }, slip))
                }
                None => Tangent::Ratio(0.0),
            })
            .collect();
        ContactProblem { g, b, tangents, preload: Vec::new() }
    }

    /// Solves the problem, or says why it has no single answer.
    fn answer(
        &mut self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
    ) -> Result<Solution, Undecided> {
        self.record.counts.problems += 1;
        let whom = candidates.first().map_or_else(String::new, |(touch, _)| self.describe_pair(touch.site.pair));
        match problem.solve(&mut self.solver) {
            Answer::One(solution) => Ok(solution),
            Answer::None => Err(Undecided::None(format!(
                "at t = {} s the contact of {whom} slides and no finite contact force is consistent with it (Painleve); {}",
                self.t,
                numbers(problem)
            ))),
            Answer::Several(all) => {
                let forces: Vec<String> = all.iter().map(|s| format!("{:.12e} N", s.r[0])).collect();
                Err(Undecided::Several(format!(
                    "at t = {} s the contact of {whom} has {} solutions, with normal forces {}; {}",
                    self.t,
                    all.len(),
                    forces.join(" and "),
                    numbers(problem)
                )))
            }
            Answer::Unknown => Err(Undecided::Unknown(format!(
                "at t = {} s the contact forces could not be found ({} contacts)",
                self.t,
                candidates.len()
            ))),
        }
    }

    /// Reads the modes from the accelerations; ties go the way the trigger says.
    fn read_modes(
        &self,
        candidates: &mut [(Touch, Option<Grip>)],
        problem: &ContactProblem,
        solution: &Solution,
        (forced, zero): (Option<(Touch, Option<Grip>)>, f64),
    ) {
        let size = problem.b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
        let zero = zero * size;
        let forces = solution.r.iter().fold(0.0_f64, |m, r| m.max(r.abs()));
        for (c, (touch, grip)) in candidates.iter_mut().enumerate() {
            let (normal, tangential) = (solution.u[2 * c], solution.u[2 * c + 1]);
            let parts = self.smooth.terms.contacts[c].along_normal.velocity(&self.v) > self.zero_velocity();
            if normal > zero || (parts && solution.r[2 * c] <= ZERO_ACCELERATION * forces) {
                *grip = None;
                continue;
            }
            if *grip == Some(Grip::Stick) && tangential.abs() > zero {
                *grip = Some(Grip::Slip(tangential.signum()));
            }
            if let Some((which, way)) = forced
                && which == *touch
            {
                let tie = match (way, *grip) {
                    (None, _) => solution.r[2 * c] <= ZERO_ACCELERATION * forces,
                    (Some(_), Some(Grip::Stick)) => true,
                    _ => false,
                };
                if tie {
                    *grip = way;
                }
            }
        }
    }

    /// The problem with kinetic friction where a contact that could stick has started to slip, if that is another coefficient.
    fn with_kinetic_friction(
        &self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
    ) -> Option<ContactProblem> {
        let mut weaker = problem.clone();
        let mut changed = false;
        for ((touch, grip), tangent) in candidates.iter().zip(&mut weaker.tangents) {
            let (Tangent::May(mu), Some(Grip::Slip(sign))) = (*tangent, *grip) else { continue };
            let kinetic = self.model.law(touch.site.pair).friction.slipping(0.0);
            *tangent = Tangent::Ratio(-sign * kinetic);
            changed |= kinetic != mu;
        }
        changed.then_some(weaker)
    }

    /// Writes the events of contacts that opened, closed, stuck or slipped.
    fn tell_changes(&mut self, before: &[Closed]) {
        let now = self.smooth.closed.clone();
        for old in before.iter().filter(|old| !now.iter().any(|c| c.touch.site == old.touch.site)) {
            self.tell(EventKind::Separation, old.touch, String::new());
        }
        for closed in &now {
            let old = before.iter().find(|old| old.touch.site == closed.touch.site).map(|old| old.grip);
            match (old, closed.grip) {
                (None, grip) => {
                    self.tell(EventKind::Contact, closed.touch, String::new());
                    if grip == Grip::Stick {
                        self.tell(EventKind::Stick, closed.touch, String::new());
                    }
                }
                (Some(Grip::Slip(_)), Grip::Stick) => self.tell(EventKind::Stick, closed.touch, String::new()),
                (Some(Grip::Stick), Grip::Slip(_)) => self.tell(EventKind::Slip, closed.touch, String::new()),
                (Some(Grip::Slip(a)), Grip::Slip(b)) if a != b => {
                    self.tell(EventKind::Reversal, closed.touch, String::new());
                }
                _ => {}
            }
        }
    }

    /// Writes one event at the present time.
    pub(super) fn tell(&mut self, kind: EventKind, touch: Touch, text: String) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.model.contact(touch, at, &mut self.contact);
        let (point, normal) = (self.contact.point, self.contact.normal);
        self.record.events.push(Event { t: self.t, kind, touch: Some(touch), point, normal, impact: None, text });
    }

    /// Whether forces inside the cones give the accelerations of the last evaluation (hyperstatic contacts).
    pub(super) fn other_forces_exist(&mut self, at: At) -> bool {
        let held = self.smooth.acceleration.clone();
        let candidates: Vec<_> = self.smooth.closed.iter().map(|c| (c.touch, Some(c.grip))).collect();
        let (t, q, v) = (self.t, std::mem::take(&mut self.q), std::mem::take(&mut self.v));
        (self.t, self.q, self.v) = (at.t, at.q.to_vec(), at.v.to_vec());
        let problem = self.acceleration_problem(&candidates);
        let answer = problem.solve(&mut self.solver);
        self.record.counts.problems += 1;
        (self.t, self.q, self.v) = (t, q, v);
        let size = problem.b.iter().fold(0.0_f64, |m, b| m.max(b.abs()));
        self.smooth.acceleration = held;
        match answer {
            Answer::One(solution) => candidates.iter().enumerate().all(|(c, (_, grip))| {
                let sticks = *grip != Some(Grip::Stick) || solution.u[2 * c + 1].abs() <= ZERO_ACCELERATION * size;
                solution.u[2 * c].abs() <= ZERO_ACCELERATION * size && sticks
            }),
            _ => false,
        }
    }
}

/// p and b of the first contact, as in a_N = p lambda_N + b.
fn numbers(problem: &ContactProblem) -> String {
    let n = 2 * problem.tangents.len();
    let Some(Tangent::Ratio(ratio)) = problem.tangents.first() else { return String::new() };
    let p = problem.g[0] + ratio * problem.g.get(1).filter(|_| n > 1).unwrap_or(&0.0);
    format!("normal acceleration = p N + b with p = {p:.12e}, b = {:.12e}", problem.b[0])
}
