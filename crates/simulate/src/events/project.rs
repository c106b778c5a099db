//! Brings joints and closed contacts back where they belong, in positions and velocities.
//!
//! The least correction in the metric of the mass matrix: d = M^-1 R^T (R M^-1 R^T)^+ (-error).

use super::run::Run;
use crate::algebra::islands::Islands;
use crate::algebra::linear::Linear;
use crate::contacts::closed::Grip;
use crate::hold::held::Held;
use crate::hold::smooth::MANY;
use crate::hold::terms::{Terms, directions, product, slip_velocity};
use carom_mechanics::{At, Direction, Model, Opened, Row, Touch};

/// Errors below this (metres, radians, m/s) are left alone: they are rounding of positions of order one.
const ROUNDING: f64 = 1e-15;

/// Part of the tolerance of a run below which errors are left alone between events: then the end of a step is the start of the next one
/// to the last bit, and its forces are known. At events everything is corrected.
pub(super) const LEFT: f64 = 1e-3;

/// Closed contacts from which on everything is corrected after every step: errors left at one contact of a heap are levered into
/// overlaps at others, 2e-9 m in a bin of thirty bodies.
pub(super) const MANY_CLOSED: usize = 12;

/// Newton steps of the correction in positions; errors are far below one, so that two reach rounding.
const STEPS: usize = 2;

/// Errors below this (metres, radians) need one step only: what it leaves is their square.
const SMALL: f64 = 1e-10;

/// Velocities below this (m/s, rad/s) are rounding of the corrections.
const STILL: f64 = 1e-12;

/// Velocities up to this many faint ones may come from holding a crowd: levers multiply them.
const FAINT: f64 = 100.0;

/// How many times larger than the velocity that is taken out a correction may be, in m/s, and in rad/s times the least size: what the levers
/// of a crowd make of it. Two contacts a micrometre apart take out a spin, which is no correction.
const LEVERED: f64 = 1e3;

impl<M: Model + ?Sized> Run<'_, M> {
    /// Corrects positions, then velocities.
    pub(super) fn project(&mut self) {
        self.project_beyond(ROUNDING);
    }

    /// Corrects positions and velocities between events, as far as the settings ask for it.
    pub(super) fn project_step(&mut self) {
        if self.smooth.closed.is_empty() && !self.settings.correct_joints {
            self.normalise();
            return;
        }
        let left = if self.smooth.closed.len() < MANY_CLOSED { LEFT * self.settings.tolerance } else { 0.0 };
        self.project_beyond(ROUNDING.max(left));
    }

    /// Corrects positions and velocities if an error is larger than this; where nothing touches, whatever there is.
    fn project_beyond(&mut self, limit: f64) {
        if self.smooth.closed.is_empty() {
            self.project_joints();
            return;
        }
        let before = self.rims_closing().map(|fastest| (self.q.clone(), fastest));
        let mut moved = false;
        for _ in 0..STEPS {
            let error = self.project_positions(limit);
            moved |= error > 0.0;
            if error <= SMALL {
                break;
            }
        }
        // The touching point of a rim that is as good as flat is another one after the least turn: such a correction is none.
        if let Some((place, fastest)) = before.filter(|_| moved)
            && self.rims_closing().is_some_and(|after| after > self.faint_velocity().max(FAINT * fastest))
        {
            self.q = place;
        }
        self.project_velocities(&[], limit);
    }

    /// The largest normal velocity of closed contacts that go along a rim, if there are some.
    fn rims_closing(&mut self) -> Option<f64> {
        if self.model.tangents() == 1 {
            return None;
        }
        let mut companions = Vec::new();
        let rims = |touch: &Touch| {
            self.model.companions(touch.site, &mut companions);
            !companions.is_empty()
        };
        let rims: Vec<Touch> = self.smooth.closed.iter().map(|closed| closed.touch).filter(rims).collect();
        rims.into_iter().map(|touch| self.normal_velocity(touch).abs()).reduce(f64::max)
    }

    /// A slide that starts has no velocity; what is left of one that has just stopped would say another direction.
    pub(super) fn rest_starting_slides(&mut self) {
        if self.smooth.closed.iter().all(|closed| closed.grip.slide().is_none()) {
            return;
        }
        let zero = self.faint_velocity().max(self.stopped_velocity());
        self.evaluate_terms();
        let mut rows: Vec<(&Row, f64)> = Vec::new();
        for (closed, contact) in self.smooth.closed.iter().zip(&self.smooth.terms.contacts) {
            let [x, y] = slip_velocity(contact, &self.v);
            if closed.grip.slide().is_some() && x.hypot(y) <= zero {
                rows.extend(contact.tangential.iter().map(|tangent| (&tangent.row, tangent.velocity(&self.v))));
            }
        }
        if let Some(d) = correction(&self.smooth.terms, &mut self.corrector, (&rows, 0), ROUNDING) {
            self.v.iter_mut().zip(&d).for_each(|(v, d)| *v += d);
        }
    }

    /// Corrects the velocities, and while that brings touching contacts together, takes out their normal velocities too: what is held of a crowd
    /// must not push other contacts together. Each correction is the least one, so that energy is only lost; one that is much larger than what
    /// it takes out is left, and the contacts are to settle without being held.
    pub(super) fn press(&mut self, touching: &[Touch]) {
        let (zero, faint) = (self.zero_velocity(), self.faint_velocity());
        let mut pressed: Vec<Touch> = Vec::new();
        for _ in 0..touching.len() {
            let closes = |velocity: f64| velocity < -zero && velocity >= -FAINT * faint;
            let before = pressed.len();
            for &touch in touching {
                let held = self.smooth.closed.iter().any(|c| c.touch == touch) || pressed.contains(&touch);
                if !held && closes(self.normal_velocity(touch)) {
                    pressed.push(touch);
                }
            }
            if pressed.len() == before {
                return;
            }
            let (kept, closing) = (self.v.clone(), self.fastest_closing(&pressed));
            self.project_velocities(&pressed, ROUNDING);
            let change = kept.iter().zip(&self.v).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            // In space what touches in nearly one place is one contact already (see `rim`), and crowds settle by such corrections.
            if self.model.tangents() == 1 && change * self.size.min(1.0) > LEVERED * closing.max(faint) {
                self.v = kept;
                return;
            }
        }
    }

    /// The largest velocity with which some contacts close.
    fn fastest_closing(&mut self, touching: &[Touch]) -> f64 {
        touching.iter().fold(0.0, |most: f64, &touch| most.max(-self.normal_velocity(touch)))
    }

    pub(super) fn evaluate_terms(&mut self) {
        let at = At { t: self.t, q: &self.q, v: &self.v };
        self.smooth.terms.evaluate(self.model, at, self.smooth.closed.iter().map(|c| c.touch));
    }

    /// The largest error that was corrected.
    fn project_positions(&mut self, limit: f64) -> f64 {
        self.evaluate_terms();
        let terms = &self.smooth.terms;
        let joints = terms.joints.iter().map(|j| (&j.direction.row, j.error));
        let gaps = terms.contacts.iter().map(|c| (&c.along_normal.row, c.gap));
        let rows: Vec<(&Row, f64)> = joints.chain(gaps).collect();
        let Some(d) = correction(terms, &mut self.corrector, (&rows, terms.joints.len()), limit) else {
            self.normalise();
            return 0.0;
        };
        let most = rows.iter().fold(0.0, |most: f64, (_, error)| error.abs().max(most));
        self.model.displace(&mut self.q, &d);
        most
    }

    /// Coordinates with a length of their own (quaternions) drift from it without any joint.
    fn normalise(&mut self) {
        if self.q.len() != self.v.len() {
            self.model.displace(&mut self.q, &vec![0.0; self.v.len()]);
        }
    }

    /// Corrects joints where nothing touches, in positions and then in velocities: all with the factors of the end of the step, from which
    /// the corrections lead no further than the error of that step.
    fn project_joints(&mut self) {
        let rounding = ROUNDING.max(4.0 * f64::EPSILON * self.extent);
        self.smooth.prepare_corrections(At { t: self.t, q: &self.q, v: &self.v });
        let mut corrected = false;
        for _ in 0..STEPS {
            let at = At { t: self.t, q: &self.q, v: &self.v };
            let Some(d) = self.smooth.joint_correction(at, Opened::Positions, rounding) else { break };
            self.model.displace(&mut self.q, &d);
            corrected = true;
        }
        if !corrected {
            self.normalise();
        }
        let at = At { t: self.t, q: &self.q, v: &self.v };
        if let Some(d) = self.smooth.joint_correction(at, Opened::Velocities, ROUNDING) {
            self.v.iter_mut().zip(&d).for_each(|(v, d)| *v += d);
        }
    }

    /// Corrects the velocities of joints and closed contacts, and takes out the normal velocity of some more. What sticks must not creep,
    /// whatever the limit.
    fn project_velocities(&mut self, also: &[Touch], mut limit: f64) {
        self.evaluate_terms();
        let mut more: Vec<(Row, f64)> = Vec::with_capacity(also.len());
        for &touch in also {
            let velocity = self.normal_velocity(touch);
            more.push((self.contact.along_normal.row.clone(), velocity));
        }
        let terms = &self.smooth.terms;
        let measured = |direction: &Direction| direction.velocity(&self.v);
        let mut rows: Vec<(&Row, f64)> =
            terms.joints.iter().map(|j| (&j.direction.row, measured(&j.direction))).collect();
        for (closed, contact) in self.smooth.closed.iter().zip(&terms.contacts) {
            rows.push((&contact.along_normal.row, measured(&contact.along_normal)));
            if closed.grip == Grip::Stick {
                let tangents = &contact.tangential[..self.model.tangents()];
                rows.extend(tangents.iter().map(|tangent| (&tangent.row, measured(tangent))));
                limit = ROUNDING;
            }
        }
        rows.extend(more.iter().map(|(row, velocity)| (row, *velocity)));
        if let Some(d) = correction(terms, &mut self.corrector, (&rows, terms.joints.len()), limit) {
            for (v, d) in self.v.iter_mut().zip(&d) {
                *v += d;
            }
        }
        self.stand_still();
    }

    /// Where everything sticks to what does not move, what is left of the velocities is rounding and must not become a creep.
    fn stand_still(&mut self) {
        let sticks = !self.smooth.closed.is_empty() && self.smooth.closed.iter().all(|c| c.grip == Grip::Stick);
        if !sticks || self.v.iter().any(|v| v.abs() > STILL) {
            return;
        }
        let tangents = self.model.tangents();
        let drifts = self.smooth.terms.contacts.iter().flat_map(|c| directions(c, tangents)).map(|d| d.drift);
        let joints = self.smooth.terms.joints.iter().map(|joint| joint.direction.drift);
        if drifts.chain(joints).all(|drift| drift == 0.0) {
            self.v.fill(0.0);
        }
    }
}

/// The least correction that takes out the errors of some rows, the first of which are those of joints, group by group of rows that
/// feel each other; `None` if no error is larger than the limit.
pub(super) fn correction(
    terms: &Terms,
    corrector: &mut Held,
    (rows, joints): (&[(&Row, f64)], usize),
    limit: f64,
) -> Option<Vec<f64>> {
    if rows.iter().all(|(_, error)| error.abs() <= limit) {
        return None;
    }
    if joints >= MANY {
        return Some(correction_by_blocks(terms, corrector, (rows, joints)));
    }
    let mut solved = vec![Row::new(); rows.len()];
    for ((row, _), out) in rows.iter().zip(&mut solved) {
        terms.mass.solve_row(row, out);
    }
    let size = terms.mass.size();
    let islands = Islands::of_rows(size, rows.iter().zip(&solved).map(|((row, _), solved)| (*row, solved)));
    let (mut linear, mut d) = (Linear::default(), vec![0.0; size]);
    for members in islands.groups() {
        if members.iter().all(|&k| rows[k].1.abs() <= ROUNDING) {
            continue;
        }
        let pairs = members.iter().flat_map(|&i| members.iter().map(move |&j| (i, j)));
        let matrix: Vec<f64> = pairs.map(|(i, j)| product(rows[i].0, &solved[j])).collect();
        let mut factors: Vec<f64> = members.iter().map(|&k| -rows[k].1).collect();
        linear.solve(members.len(), &matrix, &mut factors);
        members.iter().zip(&factors).for_each(|(&k, factor)| solved[k].add_to(*factor, &mut d));
    }
    Some(d)
}

/// The same by blocks, of which every row of a contact is one.
fn correction_by_blocks(terms: &Terms, corrector: &mut Held, (rows, joints): (&[(&Row, f64)], usize)) -> Vec<f64> {
    let key = |k: usize| if k < joints { terms.joints[k].joint } else { usize::MAX - k };
    corrector.prepare(&terms.mass, rows.iter().enumerate().map(|(k, (row, _))| (key(k), *row)));
    let mut factors: Vec<f64> = rows.iter().map(|(_, error)| -error).collect();
    corrector.solve(&mut factors);
    let mut d = vec![0.0; terms.mass.size()];
    corrector.push(&factors, &mut d);
    d
}
