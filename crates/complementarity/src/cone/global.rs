//! The problem of a system of bodies, without forming W.
//!
//! ```text
//!     M v = f + H r,    u = H^T v + w,    Coulomb's law between u and r
//! ```
//!
//! so that W = H^T M^-1 H and q = H^T M^-1 f + w. M falls apart into components (the bodies, or groups coupled by M); each is
//! factored once. A contact touches few components, and only its columns of H and of Y = M^-1 H are stored there.
//!
//! Source: Acary, Bremond, Huber (2018), section 2 (global and reduced problem).

use super::problem::{check_friction, inverse_size, velocity_scale};
use super::residual::ContactLaw;
use super::{BlockMatrix, FrictionProblem};
use crate::error::{InputError, MAX_SPARSE_SIZE, check_finite, check_length};
use crate::factor;

/// Largest component of M that is factored densely; one of this size takes about 30 MB and a second.
const MAX_COMPONENT: usize = 2_000;

/// An entry (row, column, value) of a sparse matrix.
pub type Triplet = (usize, usize, f64);

/// The columns of H and Y of one contact on one component, row by row (size of the component x dim).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Part {
    pub component: usize,
    pub h: Vec<f64>,
    pub y: Vec<f64>,
}

/// M v = f + H r, u = H^T v + w. Checked and factored when made.
#[derive(Debug, Clone, PartialEq)]
pub struct GlobalProblem {
    dim: usize,
    mu: Vec<f64>,
    w: Vec<f64>,
    /// Velocities without reactions: M^-1 f.
    free: Vec<f64>,
    /// The degrees of freedom of every component.
    components: Vec<Vec<usize>>,
    /// The parts of every contact.
    parts: Vec<Vec<Part>>,
    /// Diagonal blocks of W, row by row.
    diagonal: Vec<f64>,
    rho: Vec<f64>,
    q: Vec<f64>,
    scale: f64,
}

impl GlobalProblem {
    /// From the entries of M (n x n) and H (n x dim contacts), f, w and mu. Without contacts it is solved by the empty r, and
    /// [`GlobalProblem::velocities`] gives v = M^-1 f.
    pub fn new(
        dim: usize,
        m: &[Triplet],
        h: &[Triplet],
        f: &[f64],
        w: Vec<f64>,
        mu: Vec<f64>,
    ) -> Result<Self, InputError> {
        let (n, contacts) = (f.len(), mu.len());
        if !(2..=3).contains(&dim) {
            return Err(InputError::Dimension { found: dim });
        }
        if n == 0 {
            return Err(InputError::Empty);
        }
        if n.max(contacts) > MAX_SPARSE_SIZE / 3 {
            return Err(InputError::TooLarge { size: n.max(contacts), limit: MAX_SPARSE_SIZE / 3 });
        }
        check_finite("f", f)?;
        check_length("w", &w, dim * contacts)?;
        check_finite("w", &w)?;
        check_friction(&mu, contacts)?;
        check_triplets("M", m, n, n)?;
        check_triplets("H", h, n, dim * contacts)?;
        let mut problem = Self {
            dim,
            mu,
            w,
            free: f.to_vec(),
            components: components(n, m),
            parts: vec![Vec::new(); contacts],
            diagonal: Vec::new(),
            rho: Vec::new(),
            q: Vec::new(),
            scale: 1.0,
        };
        problem.place_columns(n, h);
        problem.factor(n, m)?;
        problem.condense_diagonal();
        Ok(problem)
    }

    /// Puts the columns of H on the components they touch.
    fn place_columns(&mut self, n: usize, h: &[Triplet]) {
        let (mut owner, mut local) = (vec![0; n], vec![0; n]);
        for (c, members) in self.components.iter().enumerate() {
            for (k, &i) in members.iter().enumerate() {
                (owner[i], local[i]) = (c, k);
            }
        }
        for &(i, j, value) in h.iter().filter(|t| t.2 != 0.0) {
            let (contact, column) = (j / self.dim, j % self.dim);
            let size = self.components[owner[i]].len() * self.dim;
            let parts = &mut self.parts[contact];
            let at = parts.iter().position(|p| p.component == owner[i]).unwrap_or_else(|| {
                parts.push(Part { component: owner[i], h: vec![0.0; size], y: vec![0.0; size] });
                parts.len() - 1
            });
            parts[at].h[local[i] * self.dim + column] += value;
        }
    }

    /// Factors every component of M once and solves for M^-1 f and Y.
    fn factor(&mut self, n: usize, m: &[Triplet]) -> Result<(), InputError> {
        let mut rows = vec![Vec::new(); n];
        for &(i, j, value) in m {
            rows[i].push((j, value));
        }
        let mut users = vec![Vec::new(); self.components.len()];
        for (contact, parts) in self.parts.iter().enumerate() {
            for (k, part) in parts.iter().enumerate() {
                users[part.component].push((contact, k));
            }
        }
        let mut local = vec![0; n];
        let (mut matrix, mut pivots, mut column) = (Vec::new(), Vec::new(), Vec::new());
        for (members, users) in self.components.iter().zip(&users) {
            let size = members.len();
            if size > MAX_COMPONENT {
                return Err(InputError::TooLarge { size, limit: MAX_COMPONENT });
            }
            members.iter().enumerate().for_each(|(k, &i)| local[i] = k);
            matrix.clear();
            matrix.resize(size * size, 0.0);
            for (k, &i) in members.iter().enumerate() {
                for &(j, value) in &rows[i] {
                    matrix[k * size + local[j]] += value;
                }
            }
            if !factor::lu_factor(&mut matrix, size, &mut pivots) {
                return Err(InputError::Singular { what: "M" });
            }
            column.clear();
            column.extend(members.iter().map(|&i| self.free[i]));
            factor::lu_apply(&matrix, size, &pivots, &mut column);
            members.iter().zip(&column).for_each(|(&i, &x)| self.free[i] = x);
            for &(contact, k) in users {
                let part = &mut self.parts[contact][k];
                for c in 0..self.dim {
                    column.clear();
                    column.extend((0..size).map(|i| part.h[i * self.dim + c]));
                    factor::lu_apply(&matrix, size, &pivots, &mut column);
                    (0..size).for_each(|i| part.y[i * self.dim + c] = column[i]);
                }
            }
        }
        Ok(())
    }

    /// Diagonal blocks of W, rho and q.
    fn condense_diagonal(&mut self) {
        let d = self.dim;
        for parts in &self.parts {
            let mut block = vec![0.0; d * d];
            for part in parts {
                add_product(&part.h, &part.y, d, &mut block);
            }
            self.rho.push(inverse_size(&block, d));
            self.diagonal.extend(block);
        }
        let mut q = vec![0.0; self.size()];
        self.contact_velocities(&self.free, &mut q);
        self.scale = velocity_scale(&q);
        self.q = q;
    }

    /// Size of a contact's block: 2 in the plane, 3 in space.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// Number of reactions: dim times contacts.
    pub fn size(&self) -> usize {
        self.dim * self.mu.len()
    }

    /// Number of velocities v.
    pub fn freedoms(&self) -> usize {
        self.free.len()
    }

    /// The friction coefficients.
    pub fn mu(&self) -> &[f64] {
        &self.mu
    }

    pub(crate) fn law(&self) -> ContactLaw<'_> {
        ContactLaw { dim: self.dim, mu: &self.mu, rho: &self.rho, scale: self.scale }
    }

    pub(crate) fn diagonal(&self, contact: usize) -> &[f64] {
        let size = self.dim * self.dim;
        &self.diagonal[contact * size..(contact + 1) * size]
    }

    /// v = M^-1 (f + H r).
    pub fn velocities(&self, r: &[f64], v: &mut [f64]) {
        v.copy_from_slice(&self.free);
        for contact in 0..self.contacts() {
            self.push(contact, &r[contact * self.dim..(contact + 1) * self.dim], v);
        }
    }

    /// v <- v + Y_i dr for one contact.
    pub(crate) fn push(&self, contact: usize, change: &[f64], v: &mut [f64]) {
        for part in &self.parts[contact] {
            for (&i, y) in self.components[part.component].iter().zip(part.y.chunks_exact(self.dim)) {
                v[i] += y.iter().zip(change).map(|(a, b)| a * b).sum::<f64>();
            }
        }
    }

    /// u_i = H_i^T v + w_i for one contact.
    pub(crate) fn contact_velocity(&self, contact: usize, v: &[f64], u: &mut [f64]) {
        u.copy_from_slice(&self.w[contact * self.dim..(contact + 1) * self.dim]);
        for part in &self.parts[contact] {
            for (&i, h) in self.components[part.component].iter().zip(part.h.chunks_exact(self.dim)) {
                for (u_k, h_k) in u.iter_mut().zip(h) {
                    *u_k += h_k * v[i];
                }
            }
        }
    }

    /// u = H^T v + w.
    pub fn contact_velocities(&self, v: &[f64], u: &mut [f64]) {
        for (contact, u) in u.chunks_exact_mut(self.dim).enumerate() {
            self.contact_velocity(contact, v, u);
        }
    }

    /// The residual of reactions r, with the same meaning as for the problem with W.
    pub fn residual(&self, r: &[f64]) -> f64 {
        let (mut v, mut u) = (vec![0.0; self.freedoms()], vec![0.0; self.size()]);
        self.velocities(r, &mut v);
        self.contact_velocities(&v, &mut u);
        self.law().residual(r, &u)
    }

    /// The same problem with W = H^T M^-1 H formed, block by block where two contacts share a component.
    pub fn condense(&self) -> Result<FrictionProblem, InputError> {
        let d = self.dim;
        let mut users = vec![Vec::new(); self.components.len()];
        for (contact, parts) in self.parts.iter().enumerate() {
            for part in parts {
                users[part.component].push((contact, part));
            }
        }
        let mut entries = Vec::new();
        for list in &users {
            for (i, a) in list {
                for (j, b) in list {
                    let mut block = vec![0.0; d * d];
                    add_product(&a.h, &b.y, d, &mut block);
                    entries.extend(block.iter().enumerate().map(|(k, &x)| (i * d + k / d, j * d + k % d, x)));
                }
            }
        }
        let w = BlockMatrix::from_triplets(d, self.contacts(), entries)?;
        FrictionProblem::new(w, self.q.clone(), self.mu.clone())
    }
}

/// block += h^T y.
fn add_product(h: &[f64], y: &[f64], d: usize, block: &mut [f64]) {
    for (h_row, y_row) in h.chunks_exact(d).zip(y.chunks_exact(d)) {
        for (a, h_a) in h_row.iter().enumerate() {
            for (c, y_c) in y_row.iter().enumerate() {
                block[a * d + c] += h_a * y_c;
            }
        }
    }
}

fn check_triplets(what: &'static str, entries: &[Triplet], rows: usize, columns: usize) -> Result<(), InputError> {
    for (entry, &(i, j, value)) in entries.iter().enumerate() {
        if i >= rows {
            return Err(InputError::IndexOutside { what, entry, index: i, limit: rows });
        }
        if j >= columns {
            return Err(InputError::IndexOutside { what, entry, index: j, limit: columns });
        }
        if !value.is_finite() {
            return Err(InputError::NotFinite { what, index: entry, value });
        }
    }
    Ok(())
}

/// The groups of freedoms that M couples, each ascending.
fn components(n: usize, m: &[Triplet]) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..n).collect();
    for &(i, j, value) in m {
        if value != 0.0 {
            let (a, b) = (root(&mut parent, i), root(&mut parent, j));
            parent[a.max(b)] = a.min(b);
        }
    }
    let mut index = vec![usize::MAX; n];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in 0..n {
        let r = root(&mut parent, i);
        if index[r] == usize::MAX {
            index[r] = groups.len();
            groups.push(Vec::new());
        }
        groups[index[r]].push(i);
    }
    groups
}

/// The representative of i, with the path to it shortened.
fn root(parent: &mut [usize], mut i: usize) -> usize {
    while parent[i] != i {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    i
}
