//! The contacts of a crowd of free bodies in space: sweeps over the contacts of each group that feels itself, without forming W.
//!
//! Gaps are held to first order only, so that bodies that turn come to overlap a little. A part of that is taken out after each step by
//! displacements, which change no velocity: 0 <= g + G_N w perp tau >= 0, w = M^-1 G_N^T tau.

use super::run::{Effort, Stepper, Wanted};
use crate::islands::Islands;
use crate::smooth::{Terms, directions};
use carom_complementarity::cone::{BLOCK, PairedContact, PairedSweeps};
use carom_mechanics::{Contact, Model};

/// Directions of a contact.
const DIM: usize = 3;

/// The contacts of a step as the sweeps want them.
#[derive(Debug, Clone, Default)]
pub(super) struct Crowd {
    islands: Islands,
    /// The last contact on each coordinate.
    owner: Vec<Option<usize>>,
    starts: Vec<Runs>,
    contacts: Vec<PairedContact>,
    reactions: Vec<f64>,
    sweeps: PairedSweeps,
    gaps: Vec<f64>,
    /// How the bodies are to be moved apart after the step; empty where they need not.
    pub apart: Vec<f64>,
}

/// Part of an overlap that one step takes out: all at once would throw what lies on it.
const TAKEN_OUT: f64 = 0.2;

/// Sweeps for that.
const SEPARATING: usize = 10;

/// The first coordinates of one or two bodies, and how many of the two are there.
#[derive(Debug, Clone, Copy)]
struct Runs {
    starts: [usize; 2],
    count: usize,
}

impl Runs {
    /// Of a contact; `None` if it moves more than two runs of coordinates.
    fn of(contact: &Contact) -> Option<Self> {
        let mut runs = Self { starts: [0, 0], count: 0 };
        for &(i, _) in directions(contact, DIM - 1).flat_map(|direction| direction.row.entries()) {
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

impl Crowd {
    /// Prepares the groups. False if the contacts are none of pairs of free bodies in space.
    fn prepare(&mut self, terms: &Terms) -> bool {
        self.starts.clear();
        for contact in &terms.contacts {
            let Some(runs) = Runs::of(contact) else { return false };
            self.starts.push(runs);
        }
        self.islands.reset(terms.contacts.len());
        self.owner.clear();
        self.owner.resize(terms.mass.size(), None);
        for (k, runs) in self.starts.iter().enumerate() {
            for &start in &runs.starts[..runs.count] {
                if let Some(other) = self.owner[start].replace(k) {
                    self.islands.join(k, other);
                }
            }
        }
        self.islands.list(0);
        true
    }

    /// One contact as the sweeps want it, given its wanted velocities; `None` if the masses do not fit.
    fn contact(&self, k: usize, terms: &Terms, v: &[f64], q: &[f64], mu: f64) -> Option<PairedContact> {
        let runs = self.starts[k];
        let (mut g, mut shift) = ([[0.0; 2 * BLOCK]; DIM], [0.0; DIM]);
        for (d, direction) in directions(&terms.contacts[k], DIM - 1).enumerate() {
            for &(i, value) in direction.row.entries() {
                let side = runs.side(i)?;
                g[d][side * BLOCK + i - runs.starts[side]] = value;
            }
            shift[d] = q[d] - direction.row.dot(v);
        }
        let mut y = g;
        for (side, &start) in runs.starts[..runs.count].iter().enumerate() {
            for column in &mut y {
                if !terms.mass.solve_run(start, &mut column[side * BLOCK..(side + 1) * BLOCK]) {
                    return None;
                }
            }
        }
        Some(PairedContact::new(runs.starts, g, y, shift, mu))
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
            let contact = crowd.contact(k, &self.terms, &self.v, &wanted.q[DIM * k..DIM * (k + 1)], wanted.mu[k])?;
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
                crowd.sweeps.solve(contacts, reactions, &mut self.v, tolerance, self.settings.sweeps);
            effort.problems += 1;
            effort.sweeps += sweeps as u64;
            effort.residual = if residual > effort.residual { residual } else { effort.residual };
            done = next;
        }
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
        crowd.apart.resize(self.v.len(), 0.0);
        let mut done = 0;
        for group in crowd.islands.groups() {
            let next = done + group.len();
            let gaps = &crowd.gaps[done..next];
            if gaps.iter().any(|gap| *gap < 0.0) {
                crowd.sweeps.separate(&crowd.contacts[done..next], gaps, &mut crowd.apart, SEPARATING);
            }
            done = next;
        }
    }
}
