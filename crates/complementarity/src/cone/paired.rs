//! Contacts between pairs of bodies with six coordinates each, by the thousand: nonsmooth Gauss-Seidel on the velocities of the bodies.
//!
//! ```text
//!     u_i = G_i w + q_i,    r_i+ = exact solution for b_i = u_i - W_ii r_i,    w <- w + G_i^T (r_i+ - r_i)
//! ```
//!
//! w is the change of the velocities by the reactions, in coordinates in which M is the identity: with M^-1 = C C^T they are v + C w, and
//! G is the G of v times C. W = G G^T is never formed. As [`GlobalSweeps`](super::GlobalSweeps) for any system, with everything of a contact
//! in one place of fixed size: a sweep reads it once and in order. The order alternates between forwards and backwards, so that an
//! impulse crosses a pile in either direction in one sweep.
//!
//! Source: Jean, *CMAME* 177 (1999); Acary, Brogliato (2008), section 13.7.

use super::local::LocalBlock;
use super::problem::{inverse_size, velocity_scale};
use super::residual::{ContactLaw, part};

/// Velocity coordinates of a body in space.
pub const BLOCK: usize = 6;

/// Sweeps between two computations of the residual, which costs about half a sweep.
const CHECK_EVERY: usize = 5;

/// Sweeps at the end without steps between them, which may leave the cones.
const PLAIN: usize = 3;

/// Bodies are moved apart well enough once a sweep finds no gap that is off by more than this part of the deepest overlap, of which a step takes
/// out a part only.
const APART: f64 = 0.05;

/// One contact: its directions (normal, two tangents) on the coordinates of two bodies.
///
/// In this order: of a contact that stays open a sweep reads no more than the first 128 bytes.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct PairedContact {
    starts: [u32; 2],
    q: [f64; 3],
    /// For each direction the rows of G on the two bodies.
    g: [[[f64; BLOCK]; 2]; 3],
    rho: f64,
    local: LocalBlock<3>,
}

impl PairedContact {
    /// From the first coordinates of the two bodies, for each direction the rows of G on the two (zeros where one does not move), the velocity q without
    /// reactions and the coefficient of friction.
    pub fn new(starts: [u32; 2], g: [[[f64; BLOCK]; 2]; 3], q: [f64; 3], mu: f64) -> Self {
        let mut block = [0.0; 9];
        for i in 0..3 {
            for j in 0..=i {
                block[3 * i + j] = along(&g[i][0], &g[j][0]) + along(&g[i][1], &g[j][1]);
                block[3 * j + i] = block[3 * i + j];
            }
        }
        Self { starts, g, q, rho: inverse_size(&block, 3), local: LocalBlock::new(&block, mu) }
    }

    /// Takes another velocity q without reactions and another coefficient of friction.
    pub fn want(&mut self, q: [f64; 3], mu: f64) {
        self.q = q;
        self.local.set_friction(mu);
    }

    /// Takes a smaller coefficient of friction if it has that of sticking; true if it did.
    pub fn loosen(&mut self, sticking: Option<f64>, slipping: f64) -> bool {
        let loose = sticking == Some(self.local.friction()) && slipping < self.local.friction();
        if loose {
            self.local.set_friction(slipping);
        }
        loose
    }

    /// G w.
    #[inline(always)]
    pub fn change(&self, w: &[f64]) -> [f64; 3] {
        let ([a, b], [n, t_1, t_2]) = (self.bodies(w), &self.g);
        [
            along(&n[0], a) + along(&n[1], b),
            along(&t_1[0], a) + along(&t_1[1], b),
            along(&t_2[0], a) + along(&t_2[1], b),
        ]
    }

    /// The part of w that belongs to each of the two bodies.
    #[inline(always)]
    fn bodies<'a>(&self, w: &'a [f64]) -> [&'a [f64; BLOCK]; 2] {
        [body(w, self.starts[0]), body(w, self.starts[1])]
    }

    /// u at the change w.
    #[inline(always)]
    fn velocity(&self, w: &[f64]) -> [f64; 3] {
        let change = self.change(w);
        [self.q[0] + change[0], self.q[1] + change[1], self.q[2] + change[2]]
    }

    /// G_N w.
    #[inline(always)]
    fn normal_change(&self, w: &[f64]) -> f64 {
        let ([a, b], [n, ..]) = (self.bodies(w), &self.g);
        along(&n[0], a) + along(&n[1], b)
    }

    /// w <- w + G^T dr.
    #[inline(always)]
    fn push(&self, change: [f64; 3], w: &mut [f64]) {
        let [n, t_1, t_2] = &self.g;
        for (side, &start) in self.starts.iter().enumerate() {
            let Some(w) = w[start as usize..].first_chunk_mut::<BLOCK>() else { continue };
            for k in 0..BLOCK {
                w[k] += n[side][k] * change[0] + t_1[side][k] * change[1] + t_2[side][k] * change[2];
            }
        }
    }

    /// w <- w + G_N^T dr_N.
    #[inline(always)]
    fn push_normal(&self, change: f64, w: &mut [f64]) {
        for (row, &start) in self.g[0].iter().zip(&self.starts) {
            let Some(w) = w[start as usize..].first_chunk_mut::<BLOCK>() else { continue };
            for k in 0..BLOCK {
                w[k] += row[k] * change;
            }
        }
    }

    /// Solves the contact with the others held.
    #[inline(always)]
    fn relax(&self, r: &mut [f64], w: &mut [f64]) {
        let old = part::<3>(r, 0);
        if old[0] == 0.0 && self.q[0] + self.normal_change(w) >= 0.0 {
            return;
        }
        let (u, own) = (self.velocity(w), self.local.times(&old));
        let b = [u[0] - own[0], u[1] - own[1], u[2] - own[2]];
        let new = self.local.solve_from(&b, &old);
        let change = [new[0] - old[0], new[1] - old[1], new[2] - old[2]];
        if change != [0.0; 3] {
            self.push(change, w);
            r.copy_from_slice(&new);
        }
    }
}

/// The coordinates of a body.
#[inline(always)]
fn body(w: &[f64], start: u32) -> &[f64; BLOCK] {
    const NONE: [f64; BLOCK] = [0.0; BLOCK];
    w[start as usize..].first_chunk().unwrap_or(&NONE)
}

/// The product of a row and the coordinates of a body, in two sums side by side.
#[inline(always)]
fn along(g: &[f64; BLOCK], w: &[f64; BLOCK]) -> f64 {
    let even = g[0] * w[0] + g[2] * w[2] + g[4] * w[4];
    let odd = g[1] * w[1] + g[3] * w[3] + g[5] * w[5];
    even + odd
}

/// Contacts that feel each other, by their numbers among all.
#[derive(Debug, Clone, Copy)]
struct Group<'a> {
    contacts: &'a [PairedContact],
    members: &'a [usize],
}

impl Group<'_> {
    fn iter(&self) -> impl DoubleEndedIterator<Item = &PairedContact> + ExactSizeIterator {
        self.members.iter().map(|&k| &self.contacts[k])
    }

    /// One sweep, forwards or backwards; r and w change together.
    fn sweep(&self, backwards: bool, r: &mut [f64], w: &mut [f64]) {
        if backwards {
            self.iter().zip(r.chunks_exact_mut(3)).rev().for_each(|(contact, r)| contact.relax(r, w));
        } else {
            self.iter().zip(r.chunks_exact_mut(3)).for_each(|(contact, r)| contact.relax(r, w));
        }
    }
}

/// The sweeps with their work arrays, all of one group.
#[derive(Debug, Clone, Default)]
pub struct PairedSweeps {
    r: Vec<f64>,
    u: Vec<f64>,
    mu: Vec<f64>,
    rho: Vec<f64>,
    /// Reactions before the last sweep, and the direction of the steps between sweeps.
    before: Vec<f64>,
    direction: Vec<f64>,
}

impl PairedSweeps {
    /// A solver with empty work arrays.
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves the contacts with these numbers, which feel each other and no others, from the reactions r of all contacts; w, zero on
    /// their bodies at first, becomes what the reactions change; at most so many sweeps. Returns the residual, that of
    /// [`residual`](super::residual()), and the sweeps made.
    pub fn solve(
        &mut self,
        contacts: &[PairedContact],
        members: &[usize],
        r: &mut [f64],
        w: &mut [f64],
        (tolerance, limit): (f64, usize),
    ) -> (f64, usize) {
        let group = Group { contacts, members };
        let mut own = std::mem::take(&mut self.r);
        own.clear();
        own.extend(members.iter().flat_map(|&k| part::<3>(r, k)));
        let done = self.sweeps(group, &mut own, w, (tolerance, limit));
        for (&k, own) in members.iter().zip(own.chunks_exact(3)) {
            r[3 * k..3 * k + 3].copy_from_slice(own);
        }
        self.r = own;
        done
    }

    /// The sweeps on the reactions of a group.
    fn sweeps(&mut self, group: Group, r: &mut [f64], w: &mut [f64], (tolerance, limit): (f64, usize)) -> (f64, usize) {
        self.measure_velocities(group, w);
        let scale = velocity_scale(&self.u);
        self.mu.clear();
        self.mu.extend(group.iter().map(|contact| contact.local.friction()));
        self.rho.clear();
        self.rho.extend(group.iter().map(|contact| contact.rho));
        group.iter().enumerate().for_each(|(i, contact)| contact.push(part(r, i), w));
        self.direction.clear();
        self.direction.resize(r.len(), 0.0);
        let (mut made, mut last) = (0, 0.0);
        loop {
            if made % CHECK_EVERY == 0 || made >= limit {
                self.measure_velocities(group, w);
                let residual = ContactLaw { dim: 3, mu: &self.mu, rho: &self.rho, scale }.residual(r, &self.u);
                if residual <= tolerance || made >= limit {
                    return (residual, made);
                }
            }
            if made > 0 && made + PLAIN < limit {
                last = self.accelerate(group, last, r, w);
            }
            self.before.clear();
            self.before.extend_from_slice(r);
            group.sweep(made % 2 == 1, r, w);
            made += 1;
        }
    }

    /// Goes on along the direction of the sweeps so far; `last` is the square of the change before the last sweep's. Returns that of the
    /// last sweep.
    fn accelerate(&mut self, group: Group, last: f64, r: &mut [f64], w: &mut [f64]) -> f64 {
        let change = |i: usize| r[i] - self.before[i];
        let square: f64 = (0..r.len()).map(|i| change(i).powi(2) / self.rho[i / 3]).sum();
        let factor = if last > 0.0 && square <= last { square / last } else { 0.0 };
        for (i, contact) in group.iter().enumerate() {
            let mut step = [0.0; 3];
            for (k, step) in step.iter_mut().enumerate() {
                let j = 3 * i + k;
                *step = factor * self.direction[j];
                self.direction[j] = *step + r[j] - self.before[j];
                r[j] += *step;
            }
            if step != [0.0; 3] {
                contact.push(step, w);
            }
        }
        square
    }

    /// Small displacements w, zero at first, that move the bodies apart where the gaps g of contacts are negative, without opening others
    /// beyond need: at most so many sweeps over 0 <= g + G_N w  perp  tau >= 0, w = G_N^T tau.
    pub fn separate(
        &mut self,
        contacts: &[PairedContact],
        members: &[usize],
        gaps: &[f64],
        w: &mut [f64],
        sweeps: usize,
    ) {
        self.before.clear();
        self.before.resize(members.len(), 0.0);
        let deepest = members.iter().fold(0.0_f64, |deepest, &k| deepest.max(-gaps[k]));
        for _ in 0..sweeps {
            let mut off = 0.0_f64;
            for (&k, tau) in members.iter().zip(&mut self.before) {
                let contact = &contacts[k];
                let left = gaps[k] + contact.normal_change(w);
                let new = (*tau - left * contact.local.inverse_normal()).max(0.0);
                if new != *tau {
                    off = off.max(left.abs());
                    contact.push_normal(new - *tau, w);
                    *tau = new;
                }
            }
            if off <= APART * deepest {
                break;
            }
        }
    }

    fn measure_velocities(&mut self, group: Group, w: &[f64]) {
        self.u.clear();
        group.iter().for_each(|contact| self.u.extend_from_slice(&contact.velocity(w)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit mass on the ground, pressed by 1 and pushed sideways, mu = 0.5; the second body is fixed.
    fn pushed(along: f64) -> ([f64; 3], [f64; 3]) {
        let mut g = [[[0.0; 6]; 2]; 3];
        (g[0][0][2], g[1][0][0], g[2][0][1]) = (1.0, 1.0, 1.0);
        let contact = PairedContact::new([0, 0], g, [-1.0, 0.6 * along, 0.8 * along], 0.5);
        let (mut r, mut w) = ([0.0; 3], [0.0; 6]);
        let (residual, _) = PairedSweeps::new().solve(&[contact], &[0], &mut r, &mut w, (1e-12, 10));
        assert!(residual <= 1e-12, "{residual}");
        (r, contact.velocity(&w))
    }

    #[test]
    fn a_mass_sticks_below_the_limit_and_slips_above() {
        let (r, v) = pushed(0.499);
        // One contact alone is solved to rounding.
        assert!((r[0] - 1.0).abs() < 1e-14 && v.iter().all(|v| v.abs() < 1e-14));
        let (r, v) = pushed(1.0);
        assert!((r[1] + 0.3).abs() < 1e-12 && (r[2] + 0.4).abs() < 1e-12 && (v[1] - 0.3).abs() < 1e-12);
    }

    /// A stack of masses one: each contact carries all above it.
    #[test]
    fn a_stack_carries_its_weight() {
        let height = 8;
        let contact = |k: usize| {
            let mut g = [[[0.0; 6]; 2]; 3];
            for (d, c) in [(0, 2), (1, 0), (2, 1)] {
                (g[d][0][c], g[d][1][c]) = (1.0, if k == 0 { 0.0 } else { -1.0 });
            }
            let falls = if k == 0 { -1.0 } else { 0.0 };
            PairedContact::new([6 * k, 6 * k.saturating_sub(1)].map(|start| start as u32), g, [falls, 0.0, 0.0], 0.3)
        };
        let contacts: Vec<PairedContact> = (0..height).map(contact).collect();
        let mut w = vec![0.0; 6 * height];
        let mut r = vec![0.0; 3 * height];
        let all: Vec<usize> = (0..height).collect();
        let (residual, _) = PairedSweeps::new().solve(&contacts, &all, &mut r, &mut w, (1e-10, 10_000));
        assert!(residual <= 1e-10, "{residual}");
        for k in 0..height {
            // The residual times the condition of the stack, some n^2.
            assert!((r[3 * k] - (height - k) as f64).abs() < 1e-7, "{r:?}");
        }
    }
}
