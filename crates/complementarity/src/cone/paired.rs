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

/// One contact: its directions (normal, two tangents) on the coordinates of two bodies.
#[derive(Debug, Clone, Copy)]
pub struct PairedContact {
    starts: [u32; 2],
    g: [[f64; 2 * BLOCK]; 3],
    q: [f64; 3],
    rho: f64,
    local: LocalBlock<3>,
}

impl PairedContact {
    /// From the first coordinates of the two bodies, the rows of G on them (zeros where a body does not move), the velocity q without
    /// reactions and the coefficient of friction.
    pub fn new(starts: [u32; 2], g: [[f64; 2 * BLOCK]; 3], q: [f64; 3], mu: f64) -> Self {
        let mut block = [0.0; 9];
        for (k, w) in block.iter_mut().enumerate() {
            *w = g[k / 3].iter().zip(&g[k % 3]).map(|(a, b)| a * b).sum();
        }
        Self { starts, g, q, rho: inverse_size(&block, 3), local: LocalBlock::new(&block, mu) }
    }

    /// u at the change w.
    #[inline(always)]
    fn velocity(&self, w: &[f64]) -> [f64; 3] {
        let mut u = self.q;
        u.iter_mut().zip(&self.g).for_each(|(u, row)| *u += self.along(row, w));
        u
    }

    /// u_N at the change w.
    #[inline(always)]
    fn normal_velocity(&self, w: &[f64]) -> f64 {
        self.q[0] + self.along(&self.g[0], w)
    }

    /// A row times w.
    #[inline(always)]
    fn along(&self, row: &[f64; 2 * BLOCK], w: &[f64]) -> f64 {
        let [a, b] = self.starts.map(|start| &w[start as usize..start as usize + BLOCK]);
        let (first, second) = row.split_at(BLOCK);
        let sum = |row: &[f64], w: &[f64]| row.iter().zip(w).map(|(g, w)| g * w).sum::<f64>();
        sum(first, a) + sum(second, b)
    }

    /// w <- w + G^T dr.
    #[inline(always)]
    fn push(&self, change: [f64; 3], w: &mut [f64]) {
        for (side, &start) in self.starts.iter().enumerate() {
            let w = &mut w[start as usize..start as usize + BLOCK];
            for (row, dr) in self.g.iter().zip(change) {
                let row = &row[side * BLOCK..(side + 1) * BLOCK];
                w.iter_mut().zip(row).for_each(|(w, g)| *w += g * dr);
            }
        }
    }

    /// Solves the contact with the others held.
    #[inline(always)]
    fn relax(&self, r: &mut [f64], w: &mut [f64]) {
        let old = part::<3>(r, 0);
        if old[0] == 0.0 && self.normal_velocity(w) >= 0.0 {
            return;
        }
        let (mut b, own) = (self.velocity(w), self.local.times(&old));
        b.iter_mut().zip(own).for_each(|(b, own)| *b -= own);
        let new = self.local.solve_near(&b, &old);
        let change = [new[0] - old[0], new[1] - old[1], new[2] - old[2]];
        if change != [0.0; 3] {
            self.push(change, w);
            r.copy_from_slice(&new);
        }
    }
}

/// The sweeps with their work arrays.
#[derive(Debug, Clone, Default)]
pub struct PairedSweeps {
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

    /// Solves contacts that feel each other from the reactions r; w, zero on their bodies at first, becomes what the reactions change; at
    /// most so many sweeps. Returns the residual, that of [`residual`](super::residual()), and the sweeps made.
    pub fn solve(
        &mut self,
        contacts: &[PairedContact],
        r: &mut [f64],
        w: &mut [f64],
        tolerance: f64,
        limit: usize,
    ) -> (f64, usize) {
        self.measure_velocities(contacts, w);
        let scale = velocity_scale(&self.u);
        self.mu.clear();
        self.mu.extend(contacts.iter().map(|contact| contact.local.friction()));
        self.rho.clear();
        self.rho.extend(contacts.iter().map(|contact| contact.rho));
        contacts.iter().enumerate().for_each(|(i, contact)| contact.push(part(r, i), w));
        self.direction.clear();
        self.direction.resize(r.len(), 0.0);
        let (mut made, mut last) = (0, 0.0);
        loop {
            if made % CHECK_EVERY == 0 || made >= limit {
                self.measure_velocities(contacts, w);
                let residual = ContactLaw { dim: 3, mu: &self.mu, rho: &self.rho, scale }.residual(r, &self.u);
                if residual <= tolerance || made >= limit {
                    return (residual, made);
                }
            }
            if made > 0 && made + PLAIN < limit {
                last = self.accelerate(contacts, last, r, w);
            }
            self.before.clear();
            self.before.extend_from_slice(r);
            sweep(contacts, made % 2 == 1, r, w);
            made += 1;
        }
    }

    /// Goes on along the direction of the sweeps so far; `last` is the square of the change before the last sweep's. Returns that of the
    /// last sweep.
    fn accelerate(&mut self, contacts: &[PairedContact], last: f64, r: &mut [f64], w: &mut [f64]) -> f64 {
        let change = |i: usize| r[i] - self.before[i];
        let square: f64 = (0..r.len()).map(|i| change(i).powi(2) / self.rho[i / 3]).sum();
        let factor = if last > 0.0 && square <= last { square / last } else { 0.0 };
        for (i, contact) in contacts.iter().enumerate() {
            let mut step = [0.0; 3];
            for (k, step) in step.iter_mut().enumerate() {
                let j = 3 * i + k;
                *step = factor * self.direction[j];
                self.direction[j] = *step + r[j] - self.before[j];
                r[j] += *step;
            }
            if factor > 0.0 {
                contact.push(step, w);
            }
        }
        square
    }

    /// Small displacements w, zero at first, that move the bodies apart where the gaps g of contacts are negative, without opening others
    /// beyond need: so many sweeps over 0 <= g + G_N w  perp  tau >= 0, w = G_N^T tau.
    pub fn separate(&mut self, contacts: &[PairedContact], gaps: &[f64], w: &mut [f64], sweeps: usize) {
        self.before.clear();
        self.before.resize(contacts.len(), 0.0);
        for _ in 0..sweeps {
            for ((contact, gap), tau) in contacts.iter().zip(gaps).zip(&mut self.before) {
                let left = gap + contact.along(&contact.g[0], w);
                let new = (*tau - left * contact.local.inverse_normal()).max(0.0);
                if new != *tau {
                    contact.push([new - *tau, 0.0, 0.0], w);
                    *tau = new;
                }
            }
        }
    }

    fn measure_velocities(&mut self, contacts: &[PairedContact], w: &[f64]) {
        self.u.clear();
        self.u.extend(contacts.iter().flat_map(|contact| contact.velocity(w)));
    }
}

/// One sweep, forwards or backwards; r and w change together.
fn sweep(contacts: &[PairedContact], backwards: bool, r: &mut [f64], w: &mut [f64]) {
    if backwards {
        contacts.iter().zip(r.chunks_exact_mut(3)).rev().for_each(|(contact, r)| contact.relax(r, w));
    } else {
        contacts.iter().zip(r.chunks_exact_mut(3)).for_each(|(contact, r)| contact.relax(r, w));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit mass on the ground, pressed by 1 and pushed sideways, mu = 0.5; the second body is fixed.
    fn pushed(along: f64) -> ([f64; 3], [f64; 3]) {
        let mut g = [[0.0; 12]; 3];
        (g[0][2], g[1][0], g[2][1]) = (1.0, 1.0, 1.0);
        let contact = PairedContact::new([0, 0], g, [-1.0, 0.6 * along, 0.8 * along], 0.5);
        let (mut r, mut w) = ([0.0; 3], [0.0; 6]);
        let (residual, _) = PairedSweeps::new().solve(&[contact], &mut r, &mut w, 1e-12, 10);
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
            let mut g = [[0.0; 12]; 3];
            for (d, c) in [(0, 2), (1, 0), (2, 1)] {
                (g[d][c], g[d][6 + c]) = (1.0, if k == 0 { 0.0 } else { -1.0 });
            }
            let falls = if k == 0 { -1.0 } else { 0.0 };
            PairedContact::new([6 * k, 6 * k.saturating_sub(1)].map(|start| start as u32), g, [falls, 0.0, 0.0], 0.3)
        };
        let contacts: Vec<PairedContact> = (0..height).map(contact).collect();
        let mut w = vec![0.0; 6 * height];
        let mut r = vec![0.0; 3 * height];
        let (residual, _) = PairedSweeps::new().solve(&contacts, &mut r, &mut w, 1e-10, 10_000);
        assert!(residual <= 1e-10, "{residual}");
        for k in 0..height {
            // The residual times the condition of the stack, some n^2.
            assert!((r[3 * k] - (height - k) as f64).abs() < 1e-7, "{r:?}");
        }
    }
}
