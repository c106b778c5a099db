//! Sparse LU of the Newton systems in blocks, without allocation after the first.
//!
//! The matrix J has block rows J_i. = A_i at (i, i) + B_i (W_i. + s_i I). In the order of [`Ordering`], row by row:
//!
//! ```text
//!     for j in the pattern of L_i:  L_ij = J_ij U_jj^-1,   J_ik -= L_ij U_jk for k in the pattern of U_j
//! ```
//!
//! Pivoting happens only inside the diagonal blocks. Rows of open contacts are rows of the identity (B_i = 0) and cost nothing.
//! The pattern is that of W with its fill, so ordering and storage are made once per pattern and kept from problem to problem.
//!
//! Source: Duff, Erisman, Reid, *Direct Methods for Sparse Matrices* (2017), chapters 5 and 11.

use super::BlockMatrix;
use super::alart_curnier::{Block, Linearised};
use super::ordering::Ordering;

/// A pivot inside a diagonal block below this part of the block's largest entry counts as zero.
const SINGULAR: f64 = 1e-14;

/// Factors and work arrays for blocks of size D.
#[derive(Debug, Clone, Default)]
pub(crate) struct BlockLu<const D: usize> {
    order: Ordering,
    lower: Vec<Block<D>>,
    upper: Vec<Block<D>>,
    /// Inverses of the diagonal blocks of U.
    inverse: Vec<Block<D>>,
    /// Whether the row at a position is one of the identity.
    identity: Vec<bool>,
    row: Vec<Block<D>>,
    solution: Vec<[f64; D]>,
    /// Row pointers and columns of the W that was ordered.
    starts: Vec<usize>,
    columns: Vec<usize>,
}

impl<const D: usize> BlockLu<D> {
    /// Orders the pattern of W and makes room for its factors; does nothing if the last W had the same pattern.
    pub fn prepare(&mut self, w: &BlockMatrix) {
        let (starts, columns) = w.pattern();
        if self.starts == starts && self.columns == columns {
            return;
        }
        self.starts.clear();
        self.starts.extend_from_slice(starts);
        self.columns.clear();
        self.columns.extend_from_slice(columns);
        self.order = Ordering::new(w);
        let (n, fill) = (self.order.contact.len(), self.order.upper.len());
        let zero = [[0.0; D]; D];
        for (blocks, count) in
            [(&mut self.lower, fill), (&mut self.upper, fill), (&mut self.inverse, n), (&mut self.row, n)]
        {
            blocks.clear();
            blocks.resize(count, zero);
        }
        self.identity.clear();
        self.identity.resize(n, false);
        self.solution.clear();
        self.solution.resize(n, [0.0; D]);
    }

    /// Factors J; false if a diagonal block is singular.
    pub fn factor(&mut self, w: &BlockMatrix, contacts: &[Linearised<D>], shift: impl Fn(usize) -> f64) -> bool {
        for i in 0..self.order.contact.len() {
            let contact = self.order.contact[i];
            let blocks = &contacts[contact];
            self.identity[i] = blocks.b == [[0.0; D]; D];
            if !self.identity[i] {
                self.load(w, i, blocks, shift(contact));
                self.eliminate(i);
                match invert(&self.row[i]) {
                    Some(inverse) => self.inverse[i] = inverse,
                    None => return false,
                }
            }
        }
        true
    }

    /// Writes row i of J into the work row.
    fn load(&mut self, w: &BlockMatrix, i: usize, blocks: &Linearised<D>, shift: f64) {
        let order = &self.order;
        for &k in &order.lower[order.lower_starts[i]..order.lower_starts[i + 1]] {
            self.row[k] = [[0.0; D]; D];
        }
        for &k in &order.upper[order.upper_starts[i]..order.upper_starts[i + 1]] {
            self.row[k] = [[0.0; D]; D];
        }
        self.row[i] = [[0.0; D]; D];
        for (j, block) in w.row(order.contact[i]) {
            let target = &mut self.row[order.position[j]];
            for a in 0..D {
                for c in 0..D {
                    for m in 0..D {
                        target[a][c] += blocks.b[a][m] * block[m * D + c];
                    }
                }
            }
        }
        let diagonal = &mut self.row[i];
        for a in 0..D {
            for c in 0..D {
                diagonal[a][c] += blocks.a[a][c] + shift * blocks.b[a][c];
            }
        }
    }

    /// Eliminates the lower part of the work row and stores its upper part.
    fn eliminate(&mut self, i: usize) {
        let order = &self.order;
        for place in order.lower_starts[i]..order.lower_starts[i + 1] {
            let j = order.lower[place];
            if self.identity[j] {
                self.lower[place] = self.row[j];
                continue;
            }
            let factor = product(&self.row[j], &self.inverse[j]);
            self.lower[place] = factor;
            let range = order.upper_starts[j]..order.upper_starts[j + 1];
            for (&k, upper) in order.upper[range.clone()].iter().zip(&self.upper[range]) {
                subtract_product(&mut self.row[k], &factor, upper);
            }
        }
        for place in order.upper_starts[i]..order.upper_starts[i + 1] {
            self.upper[place] = self.row[order.upper[place]];
        }
    }

    /// Solves J x = b in place.
    pub fn solve(&mut self, b: &mut [f64]) {
        let order = &self.order;
        for i in 0..order.contact.len() {
            let contact = order.contact[i];
            let mut sum = [0.0; D];
            sum.copy_from_slice(&b[contact * D..(contact + 1) * D]);
            if !self.identity[i] {
                for place in order.lower_starts[i]..order.lower_starts[i + 1] {
                    subtract_times(&mut sum, &self.lower[place], &self.solution[order.lower[place]]);
                }
            }
            self.solution[i] = sum;
        }
        for i in (0..order.contact.len()).rev() {
            if !self.identity[i] {
                let mut sum = self.solution[i];
                for place in order.upper_starts[i]..order.upper_starts[i + 1] {
                    subtract_times(&mut sum, &self.upper[place], &self.solution[order.upper[place]]);
                }
                let mut value = [0.0; D];
                for a in 0..D {
                    for c in 0..D {
                        value[a] += self.inverse[i][a][c] * sum[c];
                    }
                }
                self.solution[i] = value;
            }
            let contact = order.contact[i];
            b[contact * D..(contact + 1) * D].copy_from_slice(&self.solution[i]);
        }
    }
}

#[inline(always)]
fn product<const D: usize>(x: &Block<D>, y: &Block<D>) -> Block<D> {
    let mut out = [[0.0; D]; D];
    for a in 0..D {
        for m in 0..D {
            for c in 0..D {
                out[a][c] += x[a][m] * y[m][c];
            }
        }
    }
    out
}

#[inline(always)]
fn subtract_product<const D: usize>(target: &mut Block<D>, x: &Block<D>, y: &Block<D>) {
    for a in 0..D {
        for m in 0..D {
            for c in 0..D {
                target[a][c] -= x[a][m] * y[m][c];
            }
        }
    }
}

#[inline(always)]
fn subtract_times<const D: usize>(target: &mut [f64; D], x: &Block<D>, y: &[f64; D]) {
    for a in 0..D {
        for c in 0..D {
            target[a] -= x[a][c] * y[c];
        }
    }
}

/// The inverse by Gauss-Jordan elimination with row exchanges; `None` if singular.
fn invert<const D: usize>(block: &Block<D>) -> Option<Block<D>> {
    let largest = block.iter().flatten().fold(0.0_f64, |m, v| m.max(v.abs()));
    let (mut left, mut right) = (*block, [[0.0; D]; D]);
    for k in 0..D {
        right[k][k] = 1.0;
    }
    for k in 0..D {
        let pivot = (k..D).max_by(|&a, &b| left[a][k].abs().total_cmp(&left[b][k].abs()))?;
        left.swap(k, pivot);
        right.swap(k, pivot);
        if left[k][k].is_nan() || left[k][k].abs() <= SINGULAR * largest {
            return None;
        }
        let scale = 1.0 / left[k][k];
        for c in 0..D {
            left[k][c] *= scale;
            right[k][c] *= scale;
        }
        for a in (0..D).filter(|&a| a != k) {
            let factor = left[a][k];
            for c in 0..D {
                left[a][c] -= factor * left[k][c];
                right[a][c] -= factor * right[k][c];
            }
        }
    }
    Some(right)
}
