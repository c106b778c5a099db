//! Forces that vary while nothing moves.
//!
//! The integrator chooses its steps by the motion. Where contacts stick, the motion tells nothing of a force that comes and goes: over a long
//! step it could let them slip and hold them again unseen. So where the motion limits a step little, the forces of sticking contacts
//! are taken at the points of Lobatto, and the parabola through three of them must meet the fourth.
//!
//! Whether contacts go on sticking is then asked at as few points as will do. The loads under which forces inside the cones can hold
//! are a convex set (of two loads so held, any mean is held by the same mean of the forces): while the forces go along a straight line,
//! the ends of it tell all. Over a part 1/n of the step they leave their chord by 1/n^2 as much as over the whole.

use super::locate::{NEGLIGIBLE, POINTS};
use super::run::{Boxed, Run};
use crate::balance::LOBATTO;
use crate::closed::Grip;
use crate::linear::Rank;
use crate::smooth::{Force, product};
use carom_mechanics::{At, Contact, Model, Row};

/// Errors in units of the tolerance below which something else than the motion has chosen the step.
const IDLE: f64 = 1e-2;

/// Part of the largest force by which the parabola may miss: of a force that swings, steps of a seventh of its period.
const MISSED: f64 = 1e-2;

/// Part of the largest force by which forces may leave their chord between two points that are looked at.
const STRAIGHT: f64 = 5e-4;

/// No step is followed by one longer than this anyway, nor made again shorter than that.
const LONGER: f64 = 5.0;
const SHORTER: f64 = 0.1;

/// What is kept of the step that would just do.
const SAFETY: f64 = 0.9;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// How a step of size h, made with some error, should be changed for the forces of sticking contacts to be seen: below one it is to
    /// be made again, else the next may be longer by that. Notes at how many points they are to be looked at.
    pub(super) fn forces_seen(&mut self, integrator: &mut Boxed<'a, M>, (h, error): (f64, f64)) -> f64 {
        self.force_points = if error <= NEGLIGIBLE { 1 } else { POINTS };
        let sticks = self.smooth.closed.iter().any(|closed| closed.grip == Grip::Stick);
        // Whether hyperstatic contacts go on sticking is dear to ask: the points of Lobatto are worth it whatever the motion.
        if !sticks || error > IDLE && self.smooth.rank == Rank::Full {
            return f64::INFINITY;
        }
        let courses = self.force_courses(integrator, h);
        // Forces are told by the accelerations they give: what changes no velocity within the step does not vary.
        let zero = self.zero_velocity() / h;
        let largest = courses.iter().flatten().fold(0.0, |m: f64, force| m.max(force.abs()));
        let leaves = courses.iter().map(sagitta).fold(0.0, f64::max);
        self.force_points = ((leaves / zero.max(STRAIGHT * largest)).sqrt().ceil() as usize).clamp(1, POINTS);
        if error > IDLE {
            return f64::INFINITY;
        }
        let missed = courses.iter().map(bend).fold(0.0, f64::max);
        let change = SAFETY * (MISSED * largest / missed).cbrt();
        if missed <= zero || change >= LONGER {
            f64::INFINITY
        } else if missed <= MISSED * largest {
            change.max(1.0)
        } else {
            change.max(SHORTER)
        }
    }

    /// The forces of all closed contacts at the four points, one course for each of their components, each times W_N . M^-1 W_N of its
    /// contact at the end. Those of the start are known, and those of the end were evaluated last.
    fn force_courses(&mut self, integrator: &mut Boxed<'a, M>, h: f64) -> Vec<[f64; 4]> {
        let each = 1 + self.model.tangents();
        let mut courses = vec![[0.0; 4]; self.smooth.closed.len() * each];
        fill(&mut courses, 0, &self.start_forces, each);
        let mut y = std::mem::take(&mut self.scratch);
        y.clone_from(&self.end);
        let mut lightness = Vec::new();
        for k in [3, 1, 2] {
            if k == 1 {
                self.smooth.exchange();
            }
            if k < 3 {
                let Ok(()) = integrator.prepare_dense(&mut self.smooth);
                integrator.dense(LOBATTO[k].0, &mut y);
            }
            let (q, v) = y.split_at(self.q.len());
            self.smooth.evaluate(At { t: self.t + LOBATTO[k].0 * h, q, v });
            fill(&mut courses, k, &self.smooth.forces, each);
            if k == 3 {
                lightness = self.smooth.terms.contacts.iter().map(|contact| self.lightness(contact)).collect();
            }
        }
        self.smooth.exchange();
        self.scratch = y;
        for (c, course) in courses.iter_mut().enumerate() {
            course.iter_mut().for_each(|force| *force *= lightness[c / each]);
        }
        courses
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

/// By how much the points between leave the chord.
fn sagitta(course: &[f64; 4]) -> f64 {
    let off = |k: usize| (course[k] - course[0] - LOBATTO[k].0 * (course[3] - course[0])).abs();
    off(1).max(off(2))
}

/// By how much the parabola through the first two points and the last misses the third (Newton's form).
fn bend(course: &[f64; 4]) -> f64 {
    let x = LOBATTO.map(|(theta, _)| theta);
    let slope = |a: usize, b: usize| (course[b] - course[a]) / (x[b] - x[a]);
    let curve = (slope(1, 3) - slope(0, 1)) / (x[3] - x[0]);
    let predicted = course[0] + slope(0, 1) * (x[2] - x[0]) + curve * (x[2] - x[0]) * (x[2] - x[1]);
    (course[2] - predicted).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chord_is_left_by_what_bends_only() {
        let course = |f: fn(f64) -> f64| LOBATTO.map(|(theta, _)| f(theta));
        // Rounding of numbers of order one.
        assert!(sagitta(&course(|x| 3.0 - 2.0 * x)) < 1e-15);
        // x (1 - x) at the inner points, (1 -+ 1/sqrt 5)/2, is 1/5.
        assert!((sagitta(&course(|x| x * (1.0 - x))) - 0.2).abs() < 1e-15);
    }

    #[test]
    fn a_parabola_does_not_bend_and_a_swing_does() {
        let course = |f: fn(f64) -> f64| LOBATTO.map(|(theta, _)| f(theta));
        // Rounding of four numbers of order one.
        assert!(bend(&course(|x| 1.0 - 2.0 * x + 3.0 * x * x)) < 1e-14);
        assert!(bend(&course(|x| (0.8 * x).sin())) < MISSED, "steps of an eighth of a period do");
        assert!(bend(&course(|x| (1.6 * x).sin())) > MISSED, "steps of a quarter do not");
    }
}
