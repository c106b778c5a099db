//! A step of a crowd of free bodies in space: sweeps over the contacts of each group that feels itself, without forming W.
//!
//! Gaps are held to first order only, so that bodies that turn come to overlap a little. A part of that is taken out after each step by
//! displacements, which change no velocity: 0 <= g + G_N d perp tau >= 0, d = M^-1 G_N^T tau.

use super::crowd::{DIM, Meet, add_change};
use super::run::{Effort, Stepper};
use super::tell::{Gain, impact_part};
use crate::record::{Event, EventKind};
use carom_mechanics::{At, Model};

/// Least and largest part of an overlap that one step takes out: all at once would throw what lies on it.
const TAKEN_OUT: [f64; 2] = [0.2, 0.6];

/// Time in s in which an overlap is taken out where steps are long.
const TAKING: f64 = 0.015;

/// The most sweeps for that.
const SEPARATING: usize = 10;

/// How many times as many sweeps the first step of a run gets, which has no impulses to start from: a wall that stands would sag in it.
const FIRST: usize = 10;

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Finds the contacts of a step that looks ahead; false if they are not those of a crowd.
    pub(super) fn find_crowd(&mut self, t: f64, h: f64) -> bool {
        self.crowd.active = false;
        let at = At { t, q: &self.q, v: &self.v };
        if self.settings.pyramid.is_some() || !self.model.meetings(&[], at, &mut |_, _| ()) {
            return false;
        }
        let pushed = self.find_near(t, h);
        let Self { model, crowd, touches, near, terms, v, before, .. } = self;
        crowd.begin(v.len());
        touches.clear();
        let (at, mut whole) = (At { t, q: &self.q, v }, true);
        model.meetings(near, at, &mut |touch, meeting| {
            let meet = Meet::new(meeting, before, v);
            if meet.gap <= pushed + h * (-meet.free[0]).max(0.0) && whole {
                whole = crowd.take(meeting, meet, &terms.mass);
                touches.push(touch);
            }
        });
        self.crowd.active = whole;
        whole
    }

    /// Solves the contacts group by group and changes the velocities.
    pub(super) fn solve_crowd(&mut self, t: f64, h: f64) -> Effort {
        self.assembly.clear();
        let estate = self.estate();
        self.warm_start(DIM);
        self.inherit(&estate);
        self.slow = self.slow_slip_of_crowd();
        for k in 0..self.touches.len() {
            let (wanted, meet) = (self.wanted_of_crowd(k, h), self.crowd.meets[k]);
            let slip = || meet.before[1].hypot(meet.before[2]);
            let mu = self.friction_of(self.touches[k].site.pair, slip);
            self.crowd.contacts[k].want([wanted, meet.free[1], meet.free[2]], mu);
        }
        self.crowd.group();
        let mut effort = Effort { t, ..Effort::default() };
        loop {
            self.sweep_groups(&mut effort);
            if self.frictions_are_constant() || !self.break_loose_in_crowd() {
                break;
            }
        }
        add_change(&self.crowd.bodies, &self.crowd.change, &mut self.v);
        effort
    }

    /// Sweeps over the contacts of each group, from the impulses at hand.
    fn sweep_groups(&mut self, effort: &mut Effort) {
        let sweeps = if self.steps == 0 { FIRST * self.settings.sweeps } else { self.settings.sweeps };
        let (crowd, asked) = (&mut self.crowd, (self.settings.tolerance, sweeps));
        crowd.change.fill(0.0);
        effort.residual = 0.0;
        for group in crowd.islands.groups() {
            let (residual, sweeps) =
                crowd.sweeps.solve(&crowd.contacts, group, &mut self.impulses, &mut crowd.change, asked);
            effort.problems += 1;
            effort.sweeps += sweeps as u64;
            effort.residual = if residual > effort.residual { residual } else { effort.residual };
        }
    }

    /// Gives contacts that slip with the friction of sticking the one of slipping (see `contacts`); true if there were any.
    fn break_loose_in_crowd(&mut self) -> bool {
        let mut any = false;
        for (k, touch) in self.touches.iter().enumerate() {
            let (meet, law) = (&self.crowd.meets[k], &self.model.law(touch.site.pair).friction);
            let change = self.crowd.contacts[k].change(&self.crowd.change);
            let slip = (meet.free[1] + change[1]).hypot(meet.free[2] + change[2]);
            let contact = &mut self.crowd.contacts[k];
            if self.impulses[DIM * k] > 0.0 && slip > self.slow && contact.loosen(law.sticking(), law.slipping(slip)) {
                any = true;
            }
        }
        any
    }

    /// Slip that counts as none, as in other steps; zero where no law asks.
    fn slow_slip_of_crowd(&self) -> f64 {
        if self.frictions_are_constant() {
            return 0.0;
        }
        let speed = |meet: &Meet, k: usize| (meet.free[k] - meet.before[k]).abs() + meet.before[k].abs();
        let all = self.crowd.meets.iter().flat_map(|meet| (0..DIM).map(move |k| speed(meet, k)));
        self.slow_part() * all.fold(0.0, f64::max)
    }

    /// What the normal velocity of contact k after the step is measured from (see the module `ahead`).
    fn wanted_of_crowd(&self, k: usize, h: f64) -> f64 {
        let meet = &self.crowd.meets[k];
        let (gap, free) = (meet.gap, meet.free[0]);
        let restitution = self.model.law(self.touches[k].site.pair).restitution;
        match meet.approach().filter(|_| !self.kept[k]) {
            Some(approach) if restitution > 0.0 && gap + h * free <= 0.0 => free - restitution * approach,
            _ => free + (gap - self.shut).max(0.0) / h,
        }
    }

    /// Writes an event for every contact that closed with a velocity, finds how bodies that overlap are to be moved apart, and
    /// returns the work of the contacts.
    pub(super) fn finish_crowd(&mut self, t: f64, h: f64) -> f64 {
        let speed = self.model.pace(At { t, q: &self.q, v: &self.before }).speed;
        let (mut work, mut gain) = (0.0, Gain::default());
        self.crowd.gaps.clear();
        for k in 0..self.touches.len() {
            let (meet, change) = (self.crowd.meets[k], self.crowd.contacts[k].change(&self.crowd.change));
            self.crowd.gaps.push(meet.gap + h * (meet.free[0] + change[0]));
            let Some(impulse) = self.impulses[DIM * k..].first_chunk::<DIM>().copied().filter(|r| r[0] > 0.0) else {
                continue;
            };
            let after = [0, 1, 2].map(|a| meet.free[a] + change[a]);
            work += (0..DIM).map(|a| impulse[a] * (0.5 * (meet.before[a] + after[a]) - meet.drift[a])).sum::<f64>();
            let part = impact_part(&meet.before, &after, &impulse);
            let approach = meet.approach().filter(|_| !self.kept[k]).unwrap_or(0.0);
            if gain.note(k, &part, approach, speed) {
                let (touch, kind) = (Some(self.touches[k]), EventKind::Impact);
                let (point, normal, text) = (meet.point, meet.normal, String::new());
                self.record.events.push(Event { t, kind, touch, point, normal, impact: Some(part), text });
            }
        }
        self.tell_gain(t, &gain);
        self.separate(h);
        work
    }

    /// Finds how to move bodies apart that overlap by more than counts as none where the gaps are looked at next.
    fn separate(&mut self, h: f64) {
        let (crowd, shut) = (&mut self.crowd, self.shut);
        let part = (h / TAKING).clamp(TAKEN_OUT[0], TAKEN_OUT[1]);
        let wanted = |gap: f64| if gap < 0.0 { part * (gap + shut).min(0.0) } else { gap };
        crowd.gaps.iter_mut().for_each(|gap| *gap = wanted(*gap));
        crowd.apart.clear();
        if crowd.gaps.iter().all(|gap| *gap >= 0.0) {
            return;
        }
        crowd.change.fill(0.0);
        for group in crowd.islands.groups().filter(|group| group.iter().any(|&k| crowd.gaps[k] < 0.0)) {
            crowd.sweeps.separate(&crowd.contacts, group, &crowd.gaps, &mut crowd.change, SEPARATING);
        }
        crowd.apart.resize(self.v.len(), 0.0);
        add_change(&crowd.bodies, &crowd.change, &mut crowd.apart);
    }
}
