//! Where hyperstatic contacts that hold begin to move.
//!
//! Before that instant the complementarity problem has an answer without motion, behind it one in which some contacts slip or open, the
//! faster the later. In the modes of that answer the accelerations follow from linear equations, which are smooth on either side and cost a
//! fraction of the problem: their zero is looked for first, and the problem is asked again there. What is left is found by the problem alone.

use super::modes::zero_part;
use super::run::{Boxed, Run};
use super::watch::Watch;
use crate::contacts::closed::Grip;
use crate::contacts::contact_problem::Solution;
use carom_mechanics::{At, Model};

/// Steps towards the zero on the dense output: secants reach it in five, these are enough for one that has to be halved towards.
const REFINEMENTS: usize = 120;

/// A number that is one before its event and below zero by no more than this behind it is at its event: half of what counts as zero.
const FAINT: f64 = 0.5;

/// Secants in the same modes.
const SECANTS: usize = 8;

/// Part by which accelerations in the same modes may differ from those of the problem: rounding of both.
const SAME: f64 = 1e-6;

/// Part of the way by which a secant towards such an event stops short of it: small against one, large against the bend of the number
/// over a step.
const LESS_FAR: f64 = 1e-3;

/// Where the second point behind such an event is looked for, as part of the way back from the first to where it has not happened.
const FIRST_PROBE: f64 = 0.9;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// theta of the instant at which contacts held at `low` begin to move, just behind it; `high` is behind it, with its watched number, which is
    /// one before that instant and falls from there on. Secants through the last two points behind it, each gone a little less far, so that it
    /// stays behind; further less where it did not. Where the number is faint it is as near to its zero as what it counts from.
    pub(super) fn departure(
        &mut self,
        integrator: &Boxed<'a, M>,
        mut low: f64,
        mut high: (f64, f64),
        h: f64,
        y: &mut [f64],
    ) -> f64 {
        if let Some(theta) = self.zero_in_same_modes(integrator, (low, high), h, y) {
            match self.holds_at(integrator, theta, h, y) {
                value if value < 0.0 => high = (theta, value),
                _ => low = theta,
            }
        }
        let (mut behind, mut less): (Option<(f64, f64)>, f64) = (None, LESS_FAR);
        for _ in 0..REFINEMENTS {
            if high.0 - low <= self.time_resolution(high.0 * h) / h || high.1 >= -FAINT {
                break;
            }
            let secant = behind.map(|(theta, value)| high.0 - high.1 * (theta - high.0) / (value - high.1));
            let aim = secant.filter(|theta| *theta >= low && *theta < high.0).unwrap_or(low);
            if secant.is_some() && high.0 - aim <= self.time_resolution(high.0 * h) / h {
                break;
            }
            let part = if secant.is_some() { less } else { FIRST_PROBE };
            let middle = aim + part * (high.0 - aim);
            let value = self.holds_at(integrator, middle, h, y);
            if value < 0.0 {
                // The bend that a secant misses goes with the way that is left.
                less *= if secant.is_some() { LESS_FAR } else { 1.0 };
                (behind, high) = (Some(high), (middle, value));
            } else {
                low = middle;
                less = (less.max(LESS_FAR) / LESS_FAR.sqrt()).min(0.5);
            }
        }
        high.0
    }

    /// Whether the contacts hold at theta, as a number (see [`Run::holding`]).
    fn holds_at(&mut self, integrator: &Boxed<'a, M>, theta: f64, h: f64, y: &mut [f64]) -> f64 {
        integrator.dense(theta, y);
        self.measure_one(Watch::Admissible, self.t + theta * h, y)
    }

    /// Where the contact that moves fastest at the upper end begins to, if the modes of its answer are those found last and stay: there its
    /// acceleration counts just not as zero.
    fn zero_in_same_modes(
        &mut self,
        integrator: &Boxed<'a, M>,
        (low, high): (f64, (f64, f64)),
        h: f64,
        y: &mut [f64],
    ) -> Option<f64> {
        let mut at = |run: &mut Self, theta: f64| {
            integrator.dense(theta, y);
            let (q, v) = y.split_at(run.q.len());
            run.departures_in_same_modes(At { t: run.t + theta * h, q, v })
        };
        let all = at(self, high.0)?;
        let fastest = (0..all.len()).max_by(|&a, &b| all[a].abs().total_cmp(&all[b].abs()))?;
        let way = all[fastest].signum();
        if (way * all[fastest] - (1.0 - high.1)).abs() > SAME * (1.0 - high.1) {
            return None;
        }
        let mut beyond = |run: &mut Self, theta: f64| Some(way * at(run, theta)?[fastest] - (1.0 + 0.5 * FAINT));
        let (mut a, mut b) = ((low, beyond(self, low)?), (high.0, -high.1 - 0.5 * FAINT));
        for _ in 0..SECANTS {
            let theta = b.0 - b.1 * (b.0 - a.0) / (b.1 - a.1);
            if !(low..=high.0).contains(&theta) {
                return None;
            }
            (a, b) = (b, (theta, beyond(self, theta)?));
            if b.1.abs() <= 0.5 * FAINT || (b.0 - a.0).abs() <= self.time_resolution(theta * h) / h {
                return Some(theta);
            }
        }
        None
    }

    /// The accelerations with which contacts leave what they do at an instant, in the modes found last and in units of what counts as zero;
    /// nothing where those modes do not tell.
    fn departures_in_same_modes(&mut self, at: At) -> Option<Vec<f64>> {
        let (solution, size) = self.elsewhere(at, |run| {
            let problem = run.problem_of_closed();
            Some((run.solver.solve_in_same_modes(&problem)?, problem.size))
        })?;
        let zero = (zero_part(self.smooth.closed.len()) * size).max(f64::MIN_POSITIVE);
        Some(self.departures(&solution).map(|u| u / zero).collect())
    }

    /// The accelerations with which closed contacts leave what they do: of each along its normal, and if it sticks along its tangents.
    pub(super) fn departures(&self, solution: &Solution) -> impl Iterator<Item = f64> {
        let parts = self.smooth.closed.iter().zip(solution.u.chunks_exact(1 + self.model.tangents()));
        parts.flat_map(|(closed, u)| {
            let slip = if let [_, x, y] = *u { x.hypot(y) } else { u[1] };
            [u[0], if closed.grip == Grip::Stick { slip } else { 0.0 }]
        })
    }

    /// Looks at the run as it would be in another state.
    pub(super) fn elsewhere<T>(&mut self, at: At, look: impl FnOnce(&mut Self) -> T) -> T {
        let (t, q, v) = (self.t, std::mem::take(&mut self.q), std::mem::take(&mut self.v));
        (self.t, self.q, self.v) = (at.t, at.q.to_vec(), at.v.to_vec());
        let seen = look(self);
        (self.t, self.q, self.v) = (t, q, v);
        seen
    }
}
