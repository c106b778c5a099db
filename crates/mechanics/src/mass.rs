//! M(q), block by block, with its inverse.

use crate::row::Row;

/// One block of M: the coordinates from `start` on, a symmetric positive definite matrix row by row.
#[derive(Debug, Clone, PartialEq)]
struct Block {
    start: usize,
    size: usize,
    matrix: Vec<f64>,
    inverse: Vec<f64>,
    diagonal: bool,
}

/// The block-diagonal mass matrix M(q). Blocks cover every velocity coordinate once, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mass {
    blocks: Vec<Block>,
    /// Block of each coordinate.
    owner: Vec<usize>,
    used: usize,
}

impl Mass {
    /// Forgets the blocks and keeps their storage.
    pub fn clear(&mut self) {
        self.used = 0;
        self.owner.clear();
    }

    /// Adds the next block, a matrix row by row. False if it is not positive definite.
    pub fn push(&mut self, size: usize, matrix: &[f64]) -> bool {
        let start = self.owner.len();
        if self.used == self.blocks.len() {
            self.blocks.push(Block { start, size, matrix: Vec::new(), inverse: Vec::new(), diagonal: false });
        }
        let block = &mut self.blocks[self.used];
        (block.start, block.size) = (start, size);
        block.matrix.clear();
        block.matrix.extend_from_slice(matrix);
        self.owner.extend(std::iter::repeat_n(self.used, size));
        self.used += 1;
        block.diagonal = (0..size).all(|i| (0..size).all(|j| i == j || matrix[i * size + j] == 0.0));
        invert(size, matrix, block.diagonal, &mut block.inverse)
    }

    /// Number of velocity coordinates covered.
    pub fn size(&self) -> usize {
        self.owner.len()
    }

    /// x <- M^-1 x, a vector of all coordinates.
    pub fn solve(&self, x: &mut [f64]) {
        self.apply(x, |block| &block.inverse);
    }

    /// x <- M x.
    pub fn multiply(&self, x: &mut [f64]) {
        self.apply(x, |block| &block.matrix);
    }

    fn apply(&self, x: &mut [f64], which: impl Fn(&Block) -> &Vec<f64>) {
        let mut part = smallvec::SmallVec::<[f64; 6]>::new();
        for block in &self.blocks[..self.used] {
            part.clear();
            part.extend_from_slice(&x[block.start..block.start + block.size]);
            for (i, line) in which(block).chunks_exact(block.size).enumerate() {
                x[block.start + i] = line.iter().zip(&part).map(|(a, b)| a * b).sum();
            }
        }
    }

    /// M^-1 row^T as a row.
    pub fn solve_row(&self, row: &Row, out: &mut Row) {
        if row.entries().iter().all(|&(i, _)| self.blocks[self.owner[i]].diagonal) {
            let scaled = |&(i, value): &(usize, f64)| {
                let block = &self.blocks[self.owner[i]];
                (i, value * block.inverse[(i - block.start) * (block.size + 1)])
            };
            return out.assign(row.entries().iter().map(scaled));
        }
        out.clear();
        for &(i, value) in row.entries() {
            let block = &self.blocks[self.owner[i]];
            // The inverse is symmetric: its row is its column.
            let line = &block.inverse[(i - block.start) * block.size..(i - block.start + 1) * block.size];
            let scaled: smallvec::SmallVec<[f64; 6]> = line.iter().map(|a| a * value).collect();
            out.add(block.start, &scaled);
        }
    }

    /// v . M v / 2
    pub fn kinetic_energy(&self, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        for block in &self.blocks[..self.used] {
            let part = &v[block.start..block.start + block.size];
            for (line, x) in block.matrix.chunks_exact(block.size).zip(part) {
                sum += x * line.iter().zip(part).map(|(a, b)| a * b).sum::<f64>();
            }
        }
        0.5 * sum
    }
}

/// The inverse of a symmetric positive definite matrix by Gauss-Jordan elimination without exchanges (the pivots of such
/// a matrix are positive). False if a pivot is not.
fn invert(n: usize, matrix: &[f64], diagonal: bool, inverse: &mut Vec<f64>) -> bool {
    inverse.clear();
    if diagonal {
        inverse.resize(n * n, 0.0);
        for i in 0..n {
            inverse[i * n + i] = 1.0 / matrix[i * n + i];
        }
        return (0..n).all(|i| matrix[i * n + i] > 0.0);
    }
    inverse.extend_from_slice(matrix);
    for k in 0..n {
        let pivot = inverse[k * n + k];
        if pivot.is_nan() || pivot <= 0.0 {
            return false;
        }
        let scale = 1.0 / pivot;
        inverse[k * n + k] = 1.0;
        for j in 0..n {
            inverse[k * n + j] *= scale;
        }
        for i in (0..n).filter(|&i| i != k) {
            let factor = inverse[i * n + k];
            inverse[i * n + k] = 0.0;
            for j in 0..n {
                inverse[i * n + j] -= factor * inverse[k * n + j];
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_block_times_its_inverse_is_the_identity() {
        let mut mass = Mass::default();
        assert!(mass.push(1, &[2.0]));
        assert!(mass.push(3, &[4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0]));
        let mut x = [1.0, 2.0, 3.0, 4.0];
        mass.multiply(&mut x);
        mass.solve(&mut x);
        // Condition about 3: a few units of rounding.
        assert!(x.iter().zip([1.0, 2.0, 3.0, 4.0]).all(|(a, b)| (a - b).abs() < 1e-14));
    }

    #[test]
    fn a_block_that_is_not_positive_definite_is_refused() {
        assert!(!Mass::default().push(2, &[1.0, 2.0, 2.0, 1.0]));
        assert!(!Mass::default().push(1, &[0.0]));
    }
}
