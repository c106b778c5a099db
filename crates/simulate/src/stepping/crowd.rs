//! The contacts of a crowd of free bodies in space, each with all its numbers in one place.
//!
//! Velocities are changed by the reactions r by C w, w = G^T r, with M^-1 = C C^T block by block: in these coordinates the mass matrix is
//! the identity, and G is the G of v times C.

use crate::algebra::islands::Islands;
use carom_complementarity::cone::{BLOCK, PairedContact, PairedSweeps};
use carom_mechanics::{Mass, Meeting};

/// Directions of a contact.
pub(super) const DIM: usize = 3;

/// The contacts of a step as the sweeps want them.
#[derive(Debug, Clone, Default)]
pub(super) struct Crowd {
    /// Whether the contacts of the step are here.
    pub active: bool,
    pub islands: Islands,
    /// The first contact on the body that begins at each coordinate, and the number of the body.
    owner: Vec<Option<[usize; 2]>>,
    /// First coordinate and C of every body that contacts move.
    pub bodies: Vec<(usize, Root)>,
    /// In ascending order of their touches, as all lists of contacts.
    pub contacts: Vec<PairedContact>,
    pub meets: Vec<Meet>,
    pub sweeps: PairedSweeps,
    /// w.
    pub change: Vec<f64>,
    pub gaps: Vec<f64>,
    /// How the bodies are to be moved apart after the step; empty where they need not.
    pub apart: Vec<f64>,
}

/// What a step knows of a contact beside its rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meet {
    pub gap: f64,
    pub point: [f64; 3],
    pub normal: [f64; 3],
    /// The normal and the tangents of its impulse on the first body of the pair.
    pub directions: [[f64; 3]; DIM],
    pub drift: [f64; DIM],
    /// Velocities before the step, and without impulses.
    pub before: [f64; DIM],
    pub free: [f64; DIM],
    /// First coordinates of its bodies.
    starts: [Option<usize>; 2],
}

impl Meet {
    /// Of a meeting, at the velocities before the step and without impulses.
    pub fn new(meeting: &Meeting, before: &[f64], free: &[f64]) -> Self {
        let velocities = |v: &[f64]| {
            let mut u = meeting.drift;
            for (side, start) in meeting.starts.iter().enumerate() {
                let Some(v) = start.and_then(|start| v[start..].first_chunk::<BLOCK>()) else { continue };
                for (u, rows) in u.iter_mut().zip(&meeting.rows) {
                    *u += rows[side].iter().zip(v).map(|(g, v)| g * v).sum::<f64>();
                }
            }
            u
        };
        Self {
            gap: meeting.gap,
            point: meeting.point,
            normal: meeting.normal,
            directions: directions(meeting),
            drift: meeting.drift,
            before: velocities(before),
            free: velocities(free),
            starts: meeting.starts,
        }
    }

    /// The speed of approach before the step, if that is faster than a step or two of the forces push it in.
    pub fn approach(&self) -> Option<f64> {
        let (approach, pushed) = (-self.before[0], 2.0 * (self.free[0] - self.before[0]).abs());
        (approach > pushed).then_some(approach)
    }
}

/// The directions of the rows of a meeting, turned as its normal is; rows have them on the centre of mass of the first body, and against
/// it on that of the second.
fn directions(meeting: &Meeting) -> [[f64; 3]; DIM] {
    let side = if meeting.starts[0].is_some() { 0 } else { 1 };
    let of_rows = meeting.rows.map(|rows| [0, 1, 2].map(|k| rows[side][k]));
    let along: f64 = of_rows[0].iter().zip(&meeting.normal).map(|(u, n)| u * n).sum();
    of_rows.map(|u| u.map(|u| along.signum() * u))
}

/// Size of the blocks of the mass matrix of a body: its centre of mass, and its turning.
const HALF: usize = BLOCK / 2;

/// C of one body: a lower triangle for its centre of mass, and one for its turning.
pub(super) type Root = [[[f64; HALF]; HALF]; 2];

/// C of the body that begins at a coordinate; `None` if its blocks of M are others.
fn root(mass: &Mass, start: usize) -> Option<Root> {
    let mut root = [[[0.0; HALF]; HALF]; 2];
    for (part, c) in root.iter_mut().enumerate() {
        let first = start + part * HALF;
        if first + HALF > mass.size() || mass.block(first) != (first, HALF) {
            return None;
        }
        let inverse = mass.inverse(first);
        for i in 0..HALF {
            for j in 0..=i {
                let known: f64 = (0..j).map(|k| c[i][k] * c[j][k]).sum();
                let left = inverse[i * HALF + j] - known;
                c[i][j] = if i == j { left.sqrt() } else { left / c[j][j] };
            }
        }
    }
    Some(root)
}

/// A row of three entries times a lower triangle.
fn times(row: &mut [f64], c: &[[f64; HALF]; HALF]) {
    if let [x, y, z] = row {
        *x = *x * c[0][0] + *y * c[1][0] + *z * c[2][0];
        *y = *y * c[1][1] + *z * c[2][1];
        *z *= c[2][2];
    }
}

/// v <- v + C w on the coordinates of every body that contacts move.
pub(super) fn add_change(bodies: &[(usize, Root)], w: &[f64], v: &mut [f64]) {
    for &(start, ref root) in bodies {
        for (part, c) in root.iter().enumerate() {
            let first = start + part * HALF;
            for (i, line) in c.iter().enumerate() {
                v[first + i] += line.iter().zip(&w[first..]).map(|(c, w)| c * w).sum::<f64>();
            }
        }
    }
}

impl Crowd {
    /// Forgets the contacts of the last step, in a world of so many velocity coordinates.
    pub fn begin(&mut self, coordinates: usize) {
        self.owner.clear();
        self.owner.resize(coordinates, None);
        self.bodies.clear();
        self.contacts.clear();
        self.meets.clear();
        self.change.clear();
        self.change.resize(coordinates, 0.0);
    }

    /// Takes a contact, still without what it wants. False if a body's mass matrix has other blocks than those of a body in space.
    pub fn take(&mut self, meeting: &Meeting, meet: Meet, mass: &Mass) -> bool {
        let mut g = meeting.rows;
        let known = self.contacts.len();
        for (side, start) in meeting.starts.iter().enumerate() {
            let Some(start) = *start else { continue };
            let number = match self.owner.get(start).copied().flatten() {
                Some([_, number]) => number,
                None => {
                    let Some(root) = root(mass, start) else { return false };
                    self.owner[start] = Some([known, self.bodies.len()]);
                    self.bodies.push((start, root));
                    self.bodies.len() - 1
                }
            };
            let [along, turn] = &self.bodies[number].1;
            for rows in &mut g {
                times(&mut rows[side][..HALF], along);
                times(&mut rows[side][HALF..], turn);
            }
        }
        let starts = meeting.starts.map(|start| start.unwrap_or(0) as u32);
        self.contacts.push(PairedContact::new(starts, g, [0.0; DIM], 0.0));
        self.meets.push(meet);
        true
    }

    /// Finds the groups of contacts that feel each other.
    pub fn group(&mut self) {
        self.islands.reset(self.meets.len());
        for (k, meet) in self.meets.iter().enumerate() {
            for start in meet.starts.into_iter().flatten() {
                if let Some([first, _]) = self.owner[start] {
                    self.islands.join(k, first);
                }
            }
        }
        self.islands.list(0);
    }
}
