//! Forces that vary while nothing moves.
//!
//! The integrator chooses its steps by the motion. Where contacts stick, the motion tells nothing of a force that comes and goes: over a long
//! step it could let them slip and hold them again unseen. So where the motion limits a step little, the forces of sticking contacts
//! are taken at two stages of the integrator and at both ends, and the parabola through three of them must meet the fourth. The same holds of
//! contacts without friction, under which nothing moves until they open.
//!
//! Whether contacts go on sticking is then asked at as few points as will do. The loads under which forces inside the cones can hold
//! are a convex set (of two loads so held, any mean is held by the same mean of the forces): while the forces go along a straight line,
//! the ends of it tell all. Over a part 1/n of the step they leave their chord by 1/n^2 as much as over the whole. Where the cubic through
//! the four points turns back, as at the crest of a push, it is asked too: a crest just above the limit lies between points that are below.

use super::locate::{NEGLIGIBLE, POINTS};
use super::run::{Boxed, Run};
use crate::algebra::linear::Rank;
use crate::balance::LOBATTO;
use crate::hold::force::Force;
use crate::hold::terms::product;
use carom_mechanics::{At, Contact, Model, Row};

/// Errors in units of the tolerance below which something else than the motion has chosen the step.
const IDLE: f64 = 1e-2;

/// Part of the largest force by which the parabola may miss: of a force that swings, steps of a seventh of its period.
const MISSED: f64 = 1e-2;

/// The same for a step in which a force turns back: where it does is found to a thousandth of the step.
const MISSED_AT_CREST: f64 = 1e-3;

/// Part of the largest force by which forces may leave their chord between two points that are looked at.
const STRAIGHT: f64 = 5e-4;

/// No step is followed by one longer than this anyway, nor made again shorter than that.
const LONGER: f64 = 5.0;
const SHORTER: f64 = 0.1;

/// Parts of the step by which its four points are at least apart: nearer ones would tell rounding for bends.
const APART: f64 = 0.1;

/// What is kept of the step that would just do.
const SAFETY: f64 = 0.9;

/// Parts of the step by which the turning points of two forces differ at least: nearer ones are looked at once.
const SAME: f64 = 1e-3;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// How a step of size h, made with some error, should be changed for the forces of closed contacts to be seen: below one it is to
    /// be made again, else the next may be longer by that. Notes at how many points they are to be looked at.
    pub(super) fn forces_seen(&mut self, integrator: &mut Boxed<'a, M>, (h, error): (f64, f64)) -> f64 {
        self.force_points = if error <= NEGLIGIBLE { 1 } else { POINTS };
        self.turnings.clear();
        // Whether hyperstatic contacts go on sticking is dear to ask: the points of Lobatto are worth it whatever the motion.
        if self.smooth.closed.is_empty() || error > IDLE && self.smooth.rank == Rank::Full {
            return f64::INFINITY;
        }
        let (x, courses) = self.force_courses(integrator, h);
        // Forces are told by the accelerations they give: what changes no velocity within the step does not vary.
        let zero = self.zero_velocity() / h;
        let largest = courses.iter().flatten().fold(0.0, |m: f64, force| m.max(force.abs()));
        let leaves = courses.iter().map(|course| sagitta(&x, course)).fold(0.0, f64::max);
        self.force_points = ((leaves / zero.max(STRAIGHT * largest)).sqrt().ceil() as usize).clamp(1, POINTS);
        for course in courses.iter().filter(|course| sagitta(&x, course) > zero) {
            self.turnings.extend(turnings(&x, course).map(|theta| theta * h));
        }
        self.turnings.sort_unstable_by(f64::total_cmp);
        self.turnings.dedup_by(|b, a| *b - *a < SAME * h);
        if error > IDLE {
            return f64::INFINITY;
        }
        let missed = courses.iter().map(|course| bend(&x, course)).fold(0.0, f64::max);
        let allowed = largest * if self.turnings.is_empty() { MISSED } else { MISSED_AT_CREST };
        let change = SAFETY * (allowed / missed).cbrt();
        if missed <= zero || change >= LONGER {
            f64::INFINITY
        } else if missed <= allowed {
            change.max(1.0)
        } else {
            change.max(SHORTER)
        }
    }

    /// Four parts of the step and the forces of all closed contacts there, one course for each of their components, each times
    /// W_N . M^-1 W_N of its contact at the end. Those of the start are known, and those of the end were evaluated last.
    fn force_courses(&mut self, integrator: &mut Boxed<'a, M>, h: f64) -> ([f64; 4], Vec<[f64; 4]>) {
        let each = 1 + self.model.tangents();
        let mut courses = vec![[0.0; 4]; self.smooth.closed.len() * each];
        let (q, v) = self.end.split_at(self.q.len());
        self.smooth.evaluate(At { t: self.t + h, q, v });
        fill(&mut courses, 0, &self.start_forces, each);
        fill(&mut courses, 3, &self.smooth.forces, each);
        let lightness: Vec<f64> = self.smooth.terms.contacts.iter().map(|contact| self.lightness(contact)).collect();
        let x = match self.inner_stages(h) {
            Some(stages) => {
                stages.iter().zip([1, 2]).for_each(|((_, i), k)| fill(&mut courses, k, &self.stages[*i].1, each));
                [0.0, stages[0].0, stages[1].0, 1.0]
            }
            None => {
                self.evaluate_within(integrator, h, |k, forces| fill(&mut courses, k, forces, each));
                LOBATTO.map(|(theta, _)| theta)
            }
        };
        for (c, course) in courses.iter_mut().enumerate() {
            course.iter_mut().for_each(|force| *force *= lightness[c / each]);
        }
        (x, courses)
    }

    /// The stages nearest to the inner points of Lobatto, as parts of the step, if they are well apart.
    fn inner_stages(&self, h: f64) -> Option<[(f64, usize); 2]> {
        let parts = || self.stages.iter().enumerate().map(|(i, (t, _))| ((t - self.t) / h, i));
        // Of equal ones the last: an implicit method comes closer each time.
        let near = |to: f64| parts().rev().min_by(|a, b| (a.0 - to).abs().total_cmp(&(b.0 - to).abs()));
        let (first, second) = (near(LOBATTO[1].0)?, near(LOBATTO[2].0)?);
        let apart = first.0 > APART && second.0 - first.0 > APART && 1.0 - second.0 > APART;
        apart.then_some([first, second])
    }

    /// Evaluates the forces at the inner points of Lobatto.
    fn evaluate_within(&mut self, integrator: &mut Boxed<'a, M>, h: f64, mut take: impl FnMut(usize, &[Force])) {
        let mut y = std::mem::take(&mut self.scratch);
        y.clone_from(&self.end);
        self.smooth.exchange();
        let Ok(()) = integrator.prepare_dense(&mut self.smooth);
        for k in [1, 2] {
            integrator.dense(LOBATTO[k].0, &mut y);
            let (q, v) = y.split_at(self.q.len());
            self.smooth.evaluate(At { t: self.t + LOBATTO[k].0 * h, q, v });
            take(k, &self.smooth.forces);
        }
        self.smooth.exchange();
        self.scratch = y;
    }

    /// W_N . M^-1 W_N.
    fn lightness(&self, contact: &Contact) -> f64 {
        let mut solved = Row::new();
        self.smooth.terms.mass.solve_row(&contact.along_normal.row, &mut solved);
        product(&contact.along_normal.row, &solved)
    }
}

/// Writes the components of forces as the points k of their courses.
fn fill(courses: &mut [[f64; 4]], k: usize, forces: &[Force], each: usize) {
    let parts = forces.iter().flat_map(|force| force.parts(each - 1));
    courses.iter_mut().zip(parts).for_each(|(course, part)| course[k] = part);
}

/// By how much the points between leave the chord; the parts of the step are x.
fn sagitta(x: &[f64; 4], course: &[f64; 4]) -> f64 {
    let off = |k: usize| (course[k] - course[0] - x[k] * (course[3] - course[0])).abs();
    off(1).max(off(2))
}

/// By how much the parabola through the first two points and the last misses the third (Newton's form).
fn bend(x: &[f64; 4], course: &[f64; 4]) -> f64 {
    let slope = |a: usize, b: usize| (course[b] - course[a]) / (x[b] - x[a]);
    let curve = (slope(1, 3) - slope(0, 1)) / (x[3] - x[0]);
    let predicted = course[0] + slope(0, 1) * (x[2] - x[0]) + curve * (x[2] - x[0]) * (x[2] - x[1]);
    (course[2] - predicted).abs()
}

/// Where the cubic through the four points turns back within the step: the zeros of its derivative, from Newton's form.
fn turnings(x: &[f64; 4], course: &[f64; 4]) -> impl Iterator<Item = f64> {
    let mut c = *course;
    for order in 1..4 {
        for k in (order..4).rev() {
            c[k] = (c[k] - c[k - 1]) / (x[k] - x[k - order]);
        }
    }
    let square = 3.0 * c[3];
    let half = c[2] - c[3] * (x[0] + x[1] + x[2]);
    let constant = c[1] - c[2] * (x[0] + x[1]) + c[3] * (x[0] * x[1] + x[0] * x[2] + x[1] * x[2]);
    let root = (half * half - square * constant).sqrt();
    // The larger of -half +- root without cancellation, and the other zero from their product; none where the root is no number.
    let larger = if half > 0.0 { -half - root } else { -half + root };
    [larger / square, constant / larger].into_iter().filter(|theta| *theta > 0.0 && *theta < 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: [f64; 4] = [0.0, 0.3, 0.8, 1.0];

    #[test]
    fn a_chord_is_left_by_what_bends_only() {
        // Rounding of numbers of order one.
        assert!(sagitta(&X, &X.map(|x| 3.0 - 2.0 * x)) < 1e-15);
        // x (1 - x) at the inner points: 0.21 and 0.16.
        assert!((sagitta(&X, &X.map(|x| x * (1.0 - x))) - 0.21).abs() < 1e-15);
    }

    #[test]
    fn crests_are_where_the_derivative_vanishes() {
        // x^3 - 1.2 x^2 + 0.36 x turns at 0.2 and 0.6; x (1 - x) at one half; a line nowhere. Rounding of numbers of order one.
        let of = |number: fn(f64) -> f64| turnings(&X, &X.map(number)).collect::<Vec<f64>>();
        let mut both = of(|x| x * x * x - 1.2 * x * x + 0.36 * x);
        both.sort_unstable_by(f64::total_cmp);
        assert!((both[0] - 0.2).abs() < 1e-13 && (both[1] - 0.6).abs() < 1e-13, "{both:?}");
        assert!(of(|x| x * (1.0 - x)).iter().all(|x| (x - 0.5).abs() < 1e-13));
        assert!(!of(|x| x * (1.0 - x)).is_empty());
        assert!(of(|x| 1.0 + 2.0 * x).is_empty());
        // The crest of a swing over a fifteenth of its period, to a thousandth of the step.
        assert!((of(|x| (1.4 + 0.4 * x).sin())[0] - (std::f64::consts::FRAC_PI_2 - 1.4) / 0.4).abs() < 1e-3);
    }

    #[test]
    fn a_parabola_does_not_bend_and_a_swing_does() {
        for x in [X, LOBATTO.map(|(theta, _)| theta)] {
            // Rounding of four numbers of order one.
            assert!(bend(&x, &x.map(|x| 1.0 - 2.0 * x + 3.0 * x * x)) < 1e-14);
            assert!(bend(&x, &x.map(|x| (0.8 * x).sin())) < MISSED, "steps of an eighth of a period do");
            assert!(bend(&x, &x.map(|x| (1.6 * x).sin())) > MISSED, "steps of a quarter do not");
        }
    }
}
