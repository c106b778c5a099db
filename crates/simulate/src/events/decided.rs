//! The forces that decide are the forces that move.
//!
//! Which contacts stick and slip is decided with forces inside the cones. Between events the forces are those that hold the closed contacts as they
//! are, and where these are not unique the least ones. Mostly that makes no difference to the motion. But in a loop that wedges itself (a disc
//! between a box and the wall that both lean on) the share of each contact is free, contacts that slip are pressed more or less by it, and the least
//! forces would pull where there is nothing to pull: the motion is another one than the one decided on, and a slip that was to begin stops at
//! once. Then the forces that are not unique are counted from those of the decision ([`crate::hold::smooth::Smooth::count_from`]): at its instant they
//! are the same, and later they change as little as they have to.
//!
//! So in the plane. In space the corners of a face that slides and turns slip in different directions, and how they share the load always
//! matters: there the least forces stay, which are even, while those of a decision are one of many. But only while they are inside their cones: a
//! box that leans on a ball between it and a wall presses the ball so hard that it stays where it is, while the least forces would hang the box
//! on the wall by friction that is not there, and the ball would slide as if nothing pressed it.

use super::run::Run;
use crate::algebra::linear::Rank;
use crate::contacts::closed::Grip;
use crate::contacts::contact_problem::Solution;
use crate::hold::terms::directions;
use carom_mechanics::{At, Model, Touch};

/// Part of the largest term by which accelerations differ that are not the same: what counts as zero in a crowd.
const SAME: f64 = 1e-7;

/// What was decided of a closed contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Decided {
    touch: Touch,
    /// Along the normal and the tangents.
    force: [f64; 3],
    /// The same of its acceleration.
    acceleration: [f64; 3],
    /// Those that differ by more are others.
    same: f64,
}

impl<M: Model + ?Sized> Run<'_, M> {
    /// Notes the answer that was decided with, of the contacts that are closed by it.
    pub(super) fn note_decided(&mut self, candidates: &[(Touch, Option<Grip>)], answer: &Solution, size: f64) {
        self.decided.clear();
        let dim = self.model.tangents() + 1;
        let part = |numbers: &[f64], c: usize| [0, 1, 2].map(|k| if k < dim { numbers[dim * c + k] } else { 0.0 });
        for (c, (touch, _)) in candidates.iter().enumerate().filter(|(_, (_, grip))| grip.is_some()) {
            let (force, acceleration) = (part(&answer.r, c), part(&answer.u, c));
            self.decided.push(Decided { touch: *touch, force, acceleration, same: SAME * size });
        }
        self.smooth.count_from(Vec::new());
    }

    /// Makes the motion that follows the one that was decided on, where forces that are not unique would give another.
    pub(super) fn move_as_decided(&mut self) {
        let known = self.decided.iter().map(|decided| decided.touch).eq(self.smooth.closed.iter().map(|c| c.touch));
        if self.decided.is_empty() || !known {
            return;
        }
        self.smooth.know(At { t: self.t, q: &self.q, v: &self.v });
        if self.smooth.rank == Rank::Full {
            return;
        }
        let differs = if self.model.tangents() == 1 { self.moves_otherwise() } else { !self.forces_are_inside() };
        if differs {
            self.smooth.count_from(self.decided.iter().map(|decided| decided.force).collect());
        }
    }

    /// Whether the accelerations of the closed contacts are others than those decided on.
    fn moves_otherwise(&self) -> bool {
        let moves = &self.smooth.acceleration;
        self.smooth.terms.contacts.iter().zip(&self.decided).any(|(contact, decided)| {
            let along = directions(contact, self.model.tangents()).map(|d| d.row.dot(moves) + d.bias);
            along.zip(decided.acceleration).any(|(moves, asked)| (moves - asked).abs() > decided.same)
        })
    }
}
