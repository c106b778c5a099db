//! Which closed contacts hold, stick and slip: decided by the accelerations.

use super::crowd::CROWD;
use super::indeterminate::FEW;
use super::run::Run;
use super::undecided;
use super::watch::Watch;
use crate::contacts::closed::{Closed, Grip};
use crate::contacts::contact_problem::{Answer, ContactProblem, Solution, Tangent};
use crate::hold::force::friction_ratio;
use crate::hold::instant::Instant;
use crate::hold::terms::{directions, slip_velocity};
use crate::record::{Event, EventKind};
use carom_complementarity::lcp::MAX_ENUMERATION;
use carom_mechanics::{At, Model, Touch};

/// Accelerations below this part of the largest term count as zero. The answers of the complementarity problem are good to about
/// 1e-12; a block at 1.0001 of its limit accelerates with 4e-5 of the gravity.
const ZERO_ACCELERATION: f64 = 1e-10;

/// The same for a crowd, whose forces are not unique and whose modes tie everywhere: what is neglected moves nothing by a micrometre
/// in a second.
const ZERO_IN_CROWD: f64 = 1e-7;

/// The part of the largest term below which the accelerations of some contacts count as zero.
pub(super) fn zero_part(contacts: usize) -> f64 {
    if contacts >= CROWD { ZERO_IN_CROWD } else { ZERO_ACCELERATION }
}

/// Part of the largest acceleration that a contact on its cone must have to begin to slip together with those that do. Where a mechanism
/// begins to move, all its accelerations pass what counts as zero, the smaller ones later: a friction wedge slips eight times faster on
/// one face than on the other. Well above rounding, 1e-2 of what counts as zero; ratios below it would leave the mechanism stuck half.
const BEGINS_TOO: f64 = 0.02;

/// Accelerations below this part of the largest term are rounding of the answers.
const ROUNDED: f64 = 1e-12;

/// Share of its limit by which the force of a slipping contact may miss its cone: rounding of the answers.
const ON_CONE: f64 = 1e-9;

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

/// The forces inside the cones found last, and when: the end of a step is looked at for events and written down.
#[derive(Debug, Default)]
pub(super) struct InCones {
    instant: Instant,
    closed: Vec<Closed>,
    answer: Option<(Solution, f64)>,
}

/// What becomes of contacts that begin anew and slip so slowly that they would stop within the briefest time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Faint {
    /// They stop: in heaps most of them do, and each would be an event.
    Stops,
    /// They slip as they are: no forces were found with which they stop.
    GoesOn,
}

/// How ties are broken: the way the trigger says; below this part of the largest term accelerations are zero; and a contact that
/// neither opens nor presses stays what it was.
#[derive(Debug, Clone, Copy)]
struct Ties<'a> {
    forced: Option<(Touch, Option<Grip>)>,
    zero: f64,
    closed: &'a [Closed],
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Decides the mode of the contacts that touch without normal velocity; `trigger` names the watch that led here and breaks ties.
    pub(super) fn decide_modes(
        &mut self,
        touching: &[Touch],
        trigger: Option<Watch>,
        faint: Faint,
    ) -> Result<(), Undecided> {
        let forced = trigger.and_then(|watch| self.forced(watch));
        let before = self.smooth.closed.clone();
        if touching.is_empty() {
            self.smooth.closed.clear();
            self.tell_changes(&before);
            return Ok(());
        }
        let stopped = self.stopped(trigger);
        let mut candidates = self.candidates(touching, &before, (faint, stopped));
        let mut problem = self.acceleration_problem(&candidates);
        problem.start = self.last_forces(&candidates, &before);
        let mut solution = self.answer(&problem, &candidates)?;
        solution = self.rest_without_friction(&problem, &candidates, solution);
        // Hyperstatic contacts brought here by a sign have no tie to break: half the threshold of that sign settles the matter. Contacts
        // that have opened just now still touch, and may make a crowd of them that they were not.
        let by_sign = trigger == Some(Watch::Admissible);
        if !by_sign {
            solution = self.choose(&problem, &candidates, solution);
            solution = self.turn_round(&problem, &candidates, &before, solution);
        }
        let zero = if by_sign { 0.5 * zero_part(before.len()) } else { zero_part(touching.len()) };
        if (by_sign || self.t == self.first) && begins(&problem, &solution, problem.zero(zero, &solution.r)) {
            self.tell_could_stick(&problem, &candidates);
        }
        let ties = Ties { forced, zero, closed: &before };
        self.read_modes(&mut candidates, &problem, &solution, ties);
        if let Some(weaker) = self.with_kinetic_friction(&problem, &candidates) {
            solution = self.answer(&weaker, &candidates)?;
            self.read_modes(&mut candidates, &weaker, &solution, ties);
        }
        self.let_go(&mut candidates, &solution);
        self.tell_locks(&problem, &candidates);
        self.record.counts.residual = self.record.counts.residual.max(solution.residual);
        self.smooth.closed =
            candidates.iter().filter_map(|&(touch, grip)| Some(Closed { touch, grip: grip? })).collect();
        self.note_decided(&candidates, &solution, problem.size);
        self.tell_changes(&before);
        Ok(())
    }

    /// What the trigger says about a tie: the contact that opens, or the one that starts to slip and where to.
    fn forced(&self, watch: Watch) -> Option<(Touch, Option<Grip>)> {
        match watch {
            Watch::Force(i) | Watch::Margin { index: i, .. } => Some((self.smooth.closed[i].touch, None)),
            Watch::Limit(i) => {
                let force = self.smooth.forces[i];
                let way = force.tangential.map(|t| -t);
                Some((self.smooth.closed[i].touch, Some(Grip::towards(way, self.model.tangents()))))
            }
            Watch::Gap { .. } | Watch::Slip { .. } | Watch::Stop(_) | Watch::Kink { .. } | Watch::Admissible => None,
        }
    }

    /// The contact of the plane whose slip the trigger says has passed zero: what is left of it is how far behind the step ended. In space a
    /// slip is watched along the direction it had, and may have turned away from it.
    fn stopped(&self, trigger: Option<Watch>) -> Option<Touch> {
        match trigger {
            Some(Watch::Slip { index, .. }) if self.model.tangents() == 1 => Some(self.smooth.closed[index].touch),
            _ => None,
        }
    }

    /// The friction each contact may have: by its law, its slip velocity and what it did before; one that has just stopped may stick.
    pub(super) fn candidates(
        &mut self,
        touching: &[Touch],
        before: &[Closed],
        (faint, stopped): (Faint, Option<Touch>),
    ) -> Vec<(Touch, Option<Grip>)> {
        let mut candidates = Vec::with_capacity(touching.len());
        let space = self.model.tangents() == 2;
        let none = if space { self.stopped_velocity() } else { 0.0 };
        for &touch in touching {
            let at = At { t: self.t, q: &self.q, v: &self.v };
            self.model.contact(touch, at, &mut self.contact);
            let slip = slip_velocity(&self.contact, &self.v);
            // An impact may have set a stuck contact in motion, or a wall that changes its velocity.
            let old = before.iter().find(|c| c.touch == touch && !self.jumped && !self.jolted).map(|c| c.grip);
            // Where what was settled did not last, whatever slips faintly stops.
            let goes_on = !self.is_unsettled() && old.is_some_and(Grip::slips);
            let slow = match faint {
                _ if goes_on => self.stopping_velocity(slip),
                Faint::Stops => self.faint_velocity(),
                Faint::GoesOn => self.zero_velocity(),
            };
            let grip = match self.model.law(touch.site.pair).friction.sticking() {
                None | Some(0.0) => Grip::Creep,
                Some(_) if old == Some(Grip::Stick) || stopped == Some(touch) => Grip::Stick,
                Some(_) if slip[0].hypot(slip[1]) <= slow.max(none) => Grip::Stick,
                Some(_) => Grip::towards(slip, self.model.tangents()),
            };
            candidates.push((touch, Some(grip)));
        }
        candidates
    }

    /// The slip speed at which the contact looked at last, which slips, has as good as stopped: at the rate at which it becomes slower it
    /// stops within the briefest time that counts. One that goes on slipping, where a spring begins to act or something else happens, does not
    /// stop because of that.
    fn stopping_velocity(&self, slip: [f64; 2]) -> f64 {
        let rate = |k: usize| {
            let tangent = &self.contact.tangential[k];
            tangent.row.dot(&self.smooth.acceleration) + tangent.bias
        };
        let speed = slip[0].hypot(slip[1]).max(f64::MIN_POSITIVE);
        let slowing = -(slip[0] * rate(0) + slip[1] * rate(1)) / speed;
        self.zero_velocity().max(self.briefest() * slowing)
    }

    /// Accelerations without contact forces, and what contact forces do to them.
    pub(super) fn acceleration_problem(&mut self, candidates: &[(Touch, Option<Grip>)]) -> ContactProblem {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        let touches = candidates.iter().map(|(touch, _)| *touch);
        self.smooth.terms.evaluate(self.model, at, touches);
        let terms = &self.smooth.terms;
        let free = self.response.free_acceleration(terms);
        let tangents = self.model.tangents();
        let directions: Vec<_> = terms.contacts.iter().flat_map(|c| directions(c, tangents)).collect();
        let b = directions.iter().map(|d| d.row.dot(&free) + d.bias).collect();
        let size = self.smooth.terms.largest_term(&free, &directions);
        let g = self.response.matrix(terms, &directions);
        let friction = candidates
            .iter()
            .zip(&terms.contacts)
            .map(|(&(touch, grip), contact)| match grip {
                Some(Grip::Stick) => Tangent::May(self.model.law(touch.site.pair).friction.sticking().unwrap_or(0.0)),
                Some(grip) => {
                    let closed = Closed { touch, grip };
                    self.known(friction_ratio(self.model, &closed, (contact, &self.v), self.smooth.slow))
                }
                None => self.known([0.0; 2]),
            })
            .collect();
        ContactProblem { g, b, tangents: friction, space: tangents == 2, size, ..ContactProblem::default() }
    }

    /// The same of the closed contacts, each as it is.
    pub(super) fn problem_of_closed(&mut self) -> ContactProblem {
        let closed: Vec<_> = self.smooth.closed.iter().map(|c| (c.touch, Some(c.grip))).collect();
        self.acceleration_problem(&closed)
    }

    /// Friction of a known ratio to the normal force.
    pub(super) fn known(&self, ratio: [f64; 2]) -> Tangent {
        if self.model.tangents() == 1 { Tangent::Ratio(ratio[0]) } else { Tangent::Along(ratio) }
    }

    /// The forces of the last evaluation, zero for contacts that were not closed then.
    fn last_forces(&self, candidates: &[(Touch, Option<Grip>)], before: &[Closed]) -> Vec<f64> {
        let force = |touch: Touch| {
            let place = before.iter().position(|closed| closed.touch == touch);
            place.and_then(|k| self.smooth.forces.get(k)).copied().unwrap_or_default()
        };
        let tangents = self.model.tangents();
        candidates.iter().flat_map(|(touch, _)| force(*touch).parts(tangents).collect::<Vec<_>>()).collect()
    }

    /// Solves the problem, or says why it has no single answer.
    fn answer(
        &mut self,
        problem: &ContactProblem,
        candidates: &[(Touch, Option<Grip>)],
    ) -> Result<Solution, Undecided> {
        self.record.counts.problems += 1;
        let answer = problem.solve(&mut self.solver);
        let pairs = || self.pairs_of(candidates.iter().map(|(touch, _)| *touch));
        let pair = |c: usize| self.pairs_of(candidates.iter().skip(c).take(1).map(|(touch, _)| *touch));
        match answer {
            Answer::One(solution) => Ok(solution),
            Answer::None => Err(Undecided::None(undecided::none(self.t, problem, (&pairs(), &pair)))),
            Answer::Several(all) => {
                Err(Undecided::Several(undecided::several(self.t, problem, &all, (&pairs(), &pair))))
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
        Ties { forced, zero, closed }: Ties,
    ) {
        let least = zero * problem.size;
        let most = ContactProblem::motion(solution);
        let forced_place = forced.and_then(|(which, _)| candidates.iter().position(|(touch, _)| *touch == which));
        for (c, (touch, grip)) in candidates.iter_mut().enumerate() {
            let (dim, normal) = (problem.dim(), solution.u[problem.dim() * c]);
            let zero = (dim * c..dim * (c + 1)).fold(least, |zero, line| zero.max(problem.rounding(line, &solution.r)));
            let tangential = [1, 2].map(|k| if k < dim { solution.u[dim * c + k] } else { 0.0 });
            let parts = self.smooth.terms.contacts[c].along_normal.velocity(&self.v) > self.zero_velocity();
            let is_free = solution.r[dim * c] <= zero_part(problem.tangents.len()) * problem.force_size(c);
            let was_open = !self.jumped && !closed.iter().any(|c| c.touch.site == touch.site);
            let opens_too = is_free && begins_to_open(problem, solution, c, zero);
            if normal > zero || opens_too || (is_free && (parts || was_open)) {
                *grip = None;
                continue;
            }
            // Where what was settled did not last, what is small is not nothing: a corner in a corner slips no more than its tiny lever lets it.
            let faint = if self.is_unsettled() { ROUNDED * problem.size } else { BEGINS_TOO * most };
            let begins = most > zero && begins_to_slip(problem, solution, c, faint);
            let slips = tangential[0].hypot(tangential[1]) > zero || begins;
            if *grip == Some(Grip::Stick) && slips {
                *grip = Some(Grip::towards(tangential, dim - 1));
            }
            match forced {
                // Where one contact opens, those without a force that feel it open with it: a box lifts off with all its corners.
                Some((_, None)) if is_free && forced_place.is_some_and(|k| problem.coupled(k, c)) => *grip = None,
                Some((which, way)) if which == *touch && way.is_some() && *grip == Some(Grip::Stick) => *grip = way,
                // Mirror images reach their limits at one instant; one of them alone would stick again at once.
                Some((_, Some(_)))
                    if self.is_unsettled()
                        && *grip == Some(Grip::Stick)
                        && is_on_cone(problem, solution, c)
                        && forced_place.is_some_and(|k| problem.coupled(k, c)) =>
                {
                    *grip = Some(Grip::towards([-solution.r[dim * c + 1], 0.0], dim - 1));
                }
                _ => {}
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
            let (Tangent::May(mu), Some(grip)) = (*tangent, *grip) else { continue };
            let kinetic = self.model.law(touch.site.pair).friction.slipping(0.0);
            *tangent = match grip {
                Grip::Slip(sign) => Tangent::Ratio(-sign * kinetic),
                Grip::Straight(way) | Grip::Slide(way) => Tangent::Along(way.map(|d| -d * kinetic)),
                Grip::Stick | Grip::Creep => continue,
            };
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
                    self.tell(EventKind::Contact, closed.touch, grip_name(grip).to_owned());
                    if grip == Grip::Stick {
                        self.tell(EventKind::Stick, closed.touch, String::new());
                    }
                }
                (Some(old), Grip::Stick) if old.slips() => self.tell(EventKind::Stick, closed.touch, String::new()),
                (Some(Grip::Stick), grip) if grip.slips() => self.tell(EventKind::Slip, closed.touch, String::new()),
                (Some(old), grip) if grip.turns_back(old) => {
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

    /// For hyperstatic contacts: one less the largest acceleration, in units of what counts as zero, with which they leave their modes by the
    /// forces inside the cones; -1 where there are none.
    pub(super) fn holding(&mut self, at: At) -> f64 {
        self.elsewhere(at, Self::holding_now)
    }

    /// The same at the present state.
    pub(super) fn holding_now(&mut self) -> f64 {
        self.record.counts.problems += 1;
        let Some((solution, size)) = self.held_in_cones() else { return -1.0 };
        let most = self.departures(&solution).fold(0.0, |m: f64, u| m.max(u.abs()));
        1.0 - most / (zero_part(self.smooth.closed.len()) * size).max(f64::MIN_POSITIVE)
    }

    /// Forces inside the cones that hold the closed contacts at the present instant, if there are some, and the size of the problem.
    pub(super) fn held_in_cones(&mut self) -> Option<(Solution, f64)> {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        if !(self.in_cones.instant.is(at) && self.in_cones.closed == self.smooth.closed) {
            self.in_cones.instant.keep(at);
            self.in_cones.closed.clone_from(&self.smooth.closed);
            self.in_cones.answer = self.find_held();
        }
        self.in_cones.answer.clone()
    }

    fn find_held(&mut self) -> Option<(Solution, f64)> {
        let mut problem = self.problem_of_closed();
        let (contacts, tangents) = (problem.tangents.len(), self.model.tangents());
        problem.start = self.smooth.forces.iter().flat_map(|force| force.parts(tangents)).collect();
        let Answer::One(solution) = problem.solve(&mut self.solver) else { return None };
        let moves = ContactProblem::motion(&solution) > problem.zero(zero_part(contacts), &solution.r);
        // Where all six contacts of a pair of wedges may stick, they go over to slipping at the first load at which they can.
        let few = contacts <= FEW && problem.unknowns() <= MAX_ENUMERATION;
        let held = if moves && few { problem.held() } else { None };
        let held = held.filter(|held| held.residual <= zero_part(contacts) * problem.size);
        Some((held.unwrap_or(solution), problem.size))
    }
}

/// Whether a contact of the plane that may stick begins to slip with others that move: its force is on the cone and opposes an acceleration above
/// what is faint.
fn begins_to_slip(problem: &ContactProblem, solution: &Solution, contact: usize, faint: f64) -> bool {
    if !is_on_cone(problem, solution, contact) {
        return false;
    }
    let (tangential, slip) = (solution.r[2 * contact + 1], solution.u[2 * contact + 1]);
    slip * tangential < 0.0 && slip.abs() > faint
}

/// Whether some contact that may stick slips with more than what counts as zero.
fn begins(problem: &ContactProblem, solution: &Solution, zero: f64) -> bool {
    let parts = problem.tangents.iter().zip(solution.u.chunks_exact(problem.dim()));
    parts.filter(|(tangent, _)| matches!(tangent, Tangent::May(_))).any(|(_, u)| u[1..].iter().any(|u| u.abs() > zero))
}

/// Whether the force of a contact of the plane that may stick is at its limit.
fn is_on_cone(problem: &ContactProblem, solution: &Solution, contact: usize) -> bool {
    let (Tangent::May(mu), 2) = (problem.tangents[contact], problem.dim()) else { return false };
    let (normal, tangential) = (solution.r[2 * contact], solution.r[2 * contact + 1]);
    (mu * normal - tangential.abs()).abs() <= ON_CONE * mu * normal
}

/// Whether a contact of the plane without a force begins to open with others that begin to move: two corners that hang together by two
/// contacts slip along one only if the other opens.
fn begins_to_open(problem: &ContactProblem, solution: &Solution, contact: usize, zero: f64) -> bool {
    let most = ContactProblem::motion(solution);
    problem.dim() == 2 && most > zero && solution.u[2 * contact] > BEGINS_TOO * most
}

/// How a contact begins, in a word.
fn grip_name(grip: Grip) -> &'static str {
    match grip {
        Grip::Stick => "sticking",
        Grip::Slip(_) | Grip::Straight(_) | Grip::Slide(_) => "sliding",
        Grip::Creep => "free to slide",
    }
}
