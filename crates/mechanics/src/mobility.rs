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

use std::collections::BTreeMap;

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

/// A row of H without its zeros, by ascending coordinate.
type Sparse = Vec<(usize, f64)>;

/// Gruebler's count and the true mobility of a model with so many bodies that move by themselves, and n velocities
/// of them, at its start.
pub(crate) fn mobility(model: &impl Model, start: &Start, bodies: usize, n: usize) -> Mobility {
    let rows = joint_rows(model, start);
    let (equations, rank) = (rows.len(), rank(rows.into_iter().map(|(_, row)| row)));
    Mobility { bodies, equations, rank, gruebler: n as i64 - equations as i64, mobility: n - rank }
}

/// The joints that could lose some of their equations without anything moving otherwise: without joint j the rank falls by less
/// than its equations. Of joints that repeat each other all are named.
pub(crate) fn redundant<'n>(model: &impl Model, start: &Start, names: impl Iterator<Item = &'n str>) -> Vec<Redundant> {
    let rows = joint_rows(model, start);
    let of =
        |keep: &dyn Fn(usize) -> bool| rank(rows.iter().filter(|(joint, _)| keep(*joint)).map(|(_, row)| row.clone()));
    let all = of(&|_| true);
    let names = names.enumerate().map(|(index, name)| {
        let equations = rows.iter().filter(|(joint, _)| *joint == index).count();
        let implied = equations - (all - of(&|joint| joint != index));
        Redundant { joint: name.to_owned(), equations, implied }
    });
    if all == rows.len() { Vec::new() } else { names.filter(|joint| joint.implied > 0).collect() }
}

/// The rows of H at the start, each with the number of its joint.
fn joint_rows(model: &impl Model, start: &Start) -> Vec<(usize, Sparse)> {
    let mut joints = Vec::new();
    model.joints(At { t: start.t, q: &start.q, v: &start.v }, &mut joints);
    let sparse = |row: &JointRow| {
        let mut entries: Sparse = row.direction.row.entries().to_vec();
        entries.sort_unstable_by_key(|entry| entry.0);
        (row.joint, entries)
    };
    joints.iter().map(sparse).collect()
}

/// Rank by turning one row after the other, made of length one, into those before it, which begin at coordinates of their own (Givens). Bodies
/// that are joined are near each other in the rows of chains and trees, so that these stay short.
/// Source: George and Heath, *Linear Algebra and its Applications* 34 (1980).
fn rank(rows: impl Iterator<Item = Sparse>) -> usize {
    let mut kept: BTreeMap<usize, Sparse> = BTreeMap::new();
    for mut row in rows {
        let length = row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
        row.iter_mut().for_each(|(_, x)| *x /= length);
        while let Some(first) = row.iter().position(|(_, x)| x.abs() > DEPENDENT) {
            row.drain(..first);
            let Some(other) = kept.get_mut(&row[0].0) else {
                kept.insert(row[0].0, row);
                break;
            };
            turn(other, &mut row);
        }
    }
    kept.len()
}

/// Turns two rows that begin at the same coordinate in their plane so that the second begins later.
fn turn(first: &mut Sparse, second: &mut Sparse) {
    let (a, b) = (first[0].1, second[0].1);
    let length = a.hypot(b);
    let (cos, sin) = (a / length, b / length);
    let (mut kept, mut left) = (Vec::with_capacity(first.len()), Vec::with_capacity(second.len()));
    let (mut i, mut j) = (0, 0);
    while i < first.len() || j < second.len() {
        let at = |row: &Sparse, k: usize| row.get(k).map_or(usize::MAX, |entry| entry.0);
        let coordinate = at(first, i).min(at(second, j));
        let take = |row: &Sparse, k: &mut usize| {
            if at(row, *k) != coordinate {
                return 0.0;
            }
            *k += 1;
            row[*k - 1].1
        };
        let (x, y) = (take(first, &mut i), take(second, &mut j));
        kept.push((coordinate, cos * x + sin * y));
        left.push((coordinate, cos * y - sin * x));
    }
    left.remove(0);
    (*first, *second) = (kept, left);
}
