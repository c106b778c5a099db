//! The contacts of a crowd of free bodies in space: sweeps over the contacts of each group that feels itself, without forming W.
//!
//! Gaps are held to first order only, so that bodies that turn come to overlap a little. A part of that is taken out after each step by
//! displacements, which change no velocity: 0 <= g + G_N d perp tau >= 0, d = M^-1 G_N^T tau.

use super::run::{Effort, Stepper, Wanted};
use crate::islands::Islands;
use crate::smooth::{Terms, directions};
use carom_complementarity::cone::{BLOCK, PairedContact, PairedSweeps};
use carom_mechanics::{Contact, Mass, Model};

/// Directions of a contact.
const DIM: usize = 3;

/// The contacts of a step as the sweeps want them.
#[derive(Debug, Clone, Default)]
pub(super) struct Crowd {
    islands: Islands,
    /// The last contact on the body that begins at each coordinate, and the number of the body.
    owner: Vec<Option<[usize; 2]>>,
    runs: Vec<Runs>,
    /// First coordinate and C of every body that contacts move, M^-1 = C C^T.
    bodies: Vec<(usize, Root)>,
    contacts: Vec<PairedContact>,
    reactions: Vec<f64>,
    sweeps: PairedSweeps,
    /// What the reactions change, where M is the identity.
    change: Vec<f64>,
    gaps: Vec<f64>,
    /// How the bodies are to be moved apart after the step; empty where they need not.
    pub apart: Vec<f64>,
}

/// A lower triangle.
type Root = [[f64; BLOCK]; BLOCK];

/// Part of an overlap that one step takes out: all at once would throw what lies on it.
const TAKEN_OUT: f64 = 0.2;

/// Sweeps for that.
const SEPARATING: usize = 10;

/// The first coordinates of one or two bodies, their numbers, and how many of the two are there.
#[derive(Debug, Clone, Copy)]
struct Runs {
    starts: [usize; 2],
    bodies: [usize; 2],
    count: usize,
}

impl Runs {
    /// Of a contact; `None` if it moves more than two runs of coordinates.
    fn of(contact: &Contact) -> Option<Self> {
        let mut runs = Self { starts: [0, 0], bodies: [0, 0], count: 0 };
        for &(i, _) in contact.along_normal.row.entries() {
            if runs.side(i).is_some() {
                continue;
            }
            *runs.starts.get_mut(runs.count)? = i;
            runs.count += 1;
        }
        Some(runs)
    }

    /// Which of the two a coordinate belongs to.
    fn side(&self, i: usize) -> Option<usize> {
        (0..self.count).find(|&k| (self.starts[k]..self.starts[k] + BLOCK).contains(&i))
    }
}

/// C of the coordinates of a body; `None` if they do not fill whole blocks of M.
fn root(mass: &Mass, start: usize) -> Option<Root> {
    if start + BLOCK > mass.size() {
        return None;
    }
    let (mut root, mut done) = ([[0.0; BLOCK]; BLOCK], 0);
    while done < BLOCK {
        let (first, size) = mass.block(start + done);
        if first != start + done || done + size > BLOCK {
            return None;
        }
        let inverse = mass.inverse(first);
        for i in 0..size {
            for j in 0..=i {
                let known: f64 = (0..j).map(|k| root[done + i][done + k] * root[done + j][done + k]).sum();
                let left = inverse[i * size + j] - known;
                root[done + i][done + j] = if i == j { left.sqrt() } else { left / root[done + j][done + j] };
            }
        }
        done += size;
    }
    Some(root)
}

/// v <- v + C w on the coordinates of every body that contacts move.
fn add_change(bodies: &[(usize, Root)], w: &[f64], v: &mut [f64]) {
    for &(start, ref root) in bodies {
        for (i, line) in root.iter().enumerate() {
            v[start + i] += line.iter().zip(&w[start..]).map(|(c, w)| c * w).sum::<f64>();
        }
    }
}

impl Crowd {
    /// Prepares the groups. False if the contacts are none of pairs of free bodies in space.
    fn prepare(&mut self, terms: &Terms) -> bool {
        self.islands.reset(terms.contacts.len());
        self.owner.clear();
        self.owner.resize(terms.mass.size(), None);
        self.runs.clear();
        self.bodies.clear();
        for (k, contact) in terms.contacts.iter().enumerate() {
            let Some(mut runs) = Runs::of(contact) else { return false };
            for (&start, body) in runs.starts[..runs.count].iter().zip(&mut runs.bodies) {
                *body = self.bodies.len();
                if let Some([other, number]) = self.owner[start] {
                    self.islands.join(k, other);
                    *body = number;
                } else if let Some(root) = root(&terms.mass, start) {
                    self.bodies.push((start, root));
                } else {
                    return false;
                }
                self.owner[start] = Some([k, *body]);
            }
            self.runs.push(runs);
        }
        self.islands.list(0);
        self.change.clear();
        self.change.resize(terms.mass.size(), 0.0);
        true
    }

    /// One contact as the sweeps want it, given its wanted velocities; `None` if its tangents move other bodies than its normal.
    fn contact(&self, k: usize, terms: &Terms, q: &[f64], mu: f64) -> Option<PairedContact> {
        let runs = self.runs[k];
        let mut g = [[0.0; 2 * BLOCK]; DIM];
        for (line, direction) in g.iter_mut().zip(directions(&terms.contacts[k], DIM - 1)) {
            for &(i, value) in direction.row.entries() {
                let side = runs.side(i)?;
                line[side * BLOCK + i - runs.starts[side]] = value;
            }
        }
        for (side, &body) in runs.bodies[..runs.count].iter().enumerate() {
            let (_, root) = &self.bodies[body];
            for line in &mut g {
                let own = &mut line[side * BLOCK..(side + 1) * BLOCK];
                // Lower triangle: entry j needs only those from j on.
                for j in 0..BLOCK {
                    own[j] = (j..BLOCK).map(|i| own[i] * root[i][j]).sum();
                }
            }
        }
        Some(PairedContact::new(runs.starts.map(|start| start as u32), g, [q[0], q[1], q[2]], mu))
    }
}

impl<M: Model + ?Sized> Stepper<'_, M> {
    /// Solves the contacts group by group and changes the velocities; `None` if they are not those of a crowd.
    pub(super) fn solve_crowd(&mut self, wanted: &Wanted, t: f64, h: f64) -> Option<Effort> {
        let crowd = &mut self.crowd;
        if !self.settings.ahead || self.model.tangents() + 1 != DIM || !self.terms.joints.is_empty() {
            return None;
        }
        if self.terms.mass.size() < BLOCK || !crowd.prepare(&self.terms) {
            return None;
        }
        let order: Vec<usize> = crowd.islands.groups().flatten().copied().collect();
        crowd.contacts.clear();
        crowd.reactions.clear();
        for &k in &order {
            let contact = crowd.contact(k, &self.terms, &wanted.q[DIM * k..DIM * (k + 1)], wanted.mu[k])?;
            crowd.contacts.push(contact);
            crowd.reactions.extend_from_slice(&self.impulses[DIM * k..DIM * (k + 1)]);
        }
        let tolerance = self.settings.tolerance;
        let (mut effort, mut done) = (Effort { t, ..Effort::default() }, 0);
        for group in crowd.islands.groups() {
            let next = done + group.len();
            let reactions = &mut crowd.reactions[DIM * done..DIM * next];
            let contacts = &crowd.contacts[done..next];
            let (residual, sweeps) =
                crowd.sweeps.solve(contacts, reactions, &mut crowd.change, tolerance, self.settings.sweeps);
            effort.problems += 1;
            effort.sweeps += sweeps as u64;
            effort.residual = if residual > effort.residual { residual } else { effort.residual };
            done = next;
        }
        add_change(&crowd.bodies, &crowd.change, &mut self.v);
        self.separate(&order, h);
        let crowd = &self.crowd;
        for (&k, reaction) in order.iter().zip(crowd.reactions.chunks_exact(DIM)) {
            self.impulses[DIM * k..DIM * (k + 1)].copy_from_slice(reaction);
        }
        Some(effort)
    }

    /// Finds how to move bodies apart that overlap by more than counts as none where the gaps are looked at next.
    fn separate(&mut self, order: &[usize], h: f64) {
        let (crowd, shut) = (&mut self.crowd, self.shut);
        let ahead = |k: usize| {
            let contact = &self.terms.contacts[k];
            contact.gap + h * contact.along_normal.velocity(&self.v)
        };
        let wanted = |gap: f64| if gap < 0.0 { TAKEN_OUT * (gap + shut).min(0.0) } else { gap };
        crowd.gaps.clear();
        crowd.gaps.extend(order.iter().map(|&k| wanted(ahead(k))));
        crowd.apart.clear();
        if crowd.gaps.iter().all(|gap| *gap >= 0.0) {
            return;
        }
        crowd.change.fill(0.0);
        let mut done = 0;
        for group in crowd.islands.groups() {
            let next = done + group.len();
            let gaps = &crowd.gaps[done..next];
            if gaps.iter().any(|gap| *gap < 0.0) {
                crowd.sweeps.separate(&crowd.contacts[done..next], gaps, &mut crowd.change, SEPARATING);
            }
            done = next;
        }
        crowd.apart.resize(self.v.len(), 0.0);
        add_change(&crowd.bodies, &crowd.change, &mut crowd.apart);
    }
}
