//! How many ways a mechanism can move (W9).
//!
//! ```text
//!     Gruebler    d (n - 1) - sum of the equations of all joints       n bodies, the ground included
//!     true        d (n - 1) - rank H(q)                                at the start
//! ```
//!
//! d = 3 in the plane and 6 in space.
//!
//! The two differ if joints are redundant, or if the mechanism starts in a singular position.

use crate::model::{At, JointRow, Model, Start};

/// A row counts as dependent if elimination leaves less than this part of it: positions of joints are given to about
/// nine digits.
const DEPENDENT: f64 = 1e-9;

/// Ways to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mobility {
    /// Bodies that move by themselves.
    pub bodies: usize,
    /// Scalar equations of all joints.
    pub equations: usize,
    /// How many of them are independent at the start.
    pub rank: usize,
    /// Gruebler's count; negative for mechanisms with more equations than coordinates.
    pub gruebler: i64,
    /// The true number of independent velocities at the start.
    pub mobility: usize,
}

/// A joint of whose equations some follow from those of the other joints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redundant {
    /// Its name.
    pub joint: String,
    /// Its equations.
    pub equations: usize,
    /// How many of them the other joints imply at the start.
    pub implied: usize,
}

/// Gruebler's count and the true mobility of a model with so many bodies that move by themselves, at its start.
pub(crate) fn mobility(model: &impl Model, start: &Start, bodies: usize) -> Mobility {
    let (n, rows) = (model.velocities(), joint_rows(model, start));
    let (equations, rank) = (rows.len(), rank(rows.into_iter().map(|(_, row)| row).collect()));
    Mobility { bodies, equations, rank, gruebler: n as i64 - equations as i64, mobility: n - rank }
}

/// The joints that could lose some of their equations without anything moving otherwise: without joint j the rank falls by less
/// than its equations. Of joints that repeat each other all are named.
pub(crate) fn redundant<'n>(model: &impl Model, start: &Start, names: impl Iterator<Item = &'n str>) -> Vec<Redundant> {
    let rows = joint_rows(model, start);
    let of = |keep: &dyn Fn(usize) -> bool| -> Vec<Vec<f64>> {
        rows.iter().filter(|(joint, _)| keep(*joint)).map(|(_, row)| row.clone()).collect()
    };
    let all = rank(of(&|_| true));
    let names = names.enumerate().map(|(index, name)| {
        let equations = rows.iter().filter(|(joint, _)| *joint == index).count();
        let implied = equations - (all - rank(of(&|joint| joint != index)));
        Redundant { joint: name.to_owned(), equations, implied }
    });
    if all == rows.len() { Vec::new() } else { names.filter(|joint| joint.implied > 0).collect() }
}

/// The rows of H at the start, each with the number of its joint.
fn joint_rows(model: &impl Model, start: &Start) -> Vec<(usize, Vec<f64>)> {
    let (mut joints, n) = (Vec::new(), model.velocities());
    model.joints(At { t: start.t, q: &start.q, v: &start.v }, &mut joints);
    let dense = |row: &JointRow| {
        let mut line = vec![0.0; n];
        row.direction.row.add_to(1.0, &mut line);
        (row.joint, line)
    };
    joints.iter().map(dense).collect()
}

/// Rank by Gram-Schmidt, always with the row of which most is left; each row is first made of length one.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let norm = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    rows.retain(|row| norm(row) > 0.0);
    for row in rows.iter_mut() {
        let length = norm(row);
        row.iter_mut().for_each(|x| *x /= length);
    }
    for done in 0..rows.len() {
        let left = |i: &usize| norm(&rows[*i]);
        let Some(most) = (done..rows.len()).max_by(|i, j| left(i).total_cmp(&left(j))) else { return done };
        let length = left(&most);
        if length <= DEPENDENT {
            return done;
        }
        rows.swap(done, most);
        rows[done].iter_mut().for_each(|x| *x /= length);
        let (head, tail) = rows.split_at_mut(done + 1);
        // Twice is enough to make rounding harmless (Kahan, Parlett).
        for _ in 0..2 {
            for row in tail.iter_mut() {
                let along: f64 = row.iter().zip(&head[done]).map(|(a, b)| a * b).sum();
                row.iter_mut().zip(&head[done]).for_each(|(x, b)| *x -= along * b);
            }
        }
    }
    rows.len()
}
