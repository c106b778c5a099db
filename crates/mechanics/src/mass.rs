//! M(q), block by block, with its inverse.

use crate::row::Row;

/// One block of M: the coordinates from `start` on; its numbers begin at `offset` in the matrices and inverses.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Block {
    start: usize,
    size: usize,
    offset: usize,
    diagonal: bool,
}

/// The block-diagonal mass matrix M(q). Blocks cover every velocity coordinate once, in order; each is a symmetric positive definite
/// matrix row by row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mass {
    blocks: Vec<Block>,
    matrices: Vec<f64>,
    inverses: Vec<f64>,
    /// Block of each coordinate.
    owner: Vec<usize>,
    /// The diagonal of M^-1, as long as all blocks are diagonal.
    lightness: Vec<f64>,
}

impl Mass {
    /// Forgets the blocks and keeps their storage.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.matrices.clear();
        self.inverses.clear();
        self.owner.clear();
        self.lightness.clear();
    }

    /// Adds the next block, a matrix row by row. False if it is not positive definite.
    pub fn push(&mut self, size: usize, matrix: &[f64]) -> bool {
        let diagonal = self.add(size, matrix);
        let definite = invert(size, matrix, diagonal, &mut self.inverses);
        self.note_lightness(size, diagonal);
        definite
    }

    /// Adds the next block with its inverse, both row by row.
    pub fn push_inverted(&mut self, size: usize, matrix: &[f64], inverse: &[f64]) {
        let diagonal = self.add(size, matrix);
        self.inverses.extend_from_slice(inverse);
        self.note_lightness(size, diagonal);
    }

    /// Notes the diagonal of the inverse of the block added last, if it and all before it are diagonal.
    fn note_lightness(&mut self, size: usize, diagonal: bool) {
        if diagonal && self.lightness.len() + size == self.owner.len() {
            let inverse = &self.inverses[self.inverses.len() - size * size..];
            self.lightness.extend(inverse.iter().step_by(size + 1));
        }
    }

    /// Whether the block is diagonal.
    fn add(&mut self, size: usize, matrix: &[f64]) -> bool {
        let diagonal = (0..size).all(|i| (0..size).all(|j| i == j || matrix[i * size + j] == 0.0));
        let block = Block { start: self.owner.len(), size, offset: self.matrices.len(), diagonal };
        self.matrices.extend_from_slice(matrix);
        self.owner.extend(std::iter::repeat_n(self.blocks.len(), size));
        self.blocks.push(block);
        diagonal
    }

    /// Number of velocity coordinates covered.
    pub fn size(&self) -> usize {
        self.owner.len()
    }

    /// First coordinate and number of coordinates of the block that has a coordinate.
    pub fn block(&self, coordinate: usize) -> (usize, usize) {
        let block = &self.blocks[self.owner[coordinate]];
        (block.start, block.size)
    }

    /// The inverse of the block that has a coordinate, row by row.
    pub fn inverse(&self, coordinate: usize) -> &[f64] {
        self.inverse_of(&self.blocks[self.owner[coordinate]])
    }

    fn inverse_of(&self, block: &Block) -> &[f64] {
        &self.inverses[block.offset..block.offset + block.size * block.size]
    }

    /// The diagonal of M^-1, if all of M is diagonal.
    pub fn lightness(&self) -> Option<&[f64]> {
        (self.lightness.len() == self.owner.len()).then_some(&self.lightness)
    }

    /// x <- M^-1 x, a vector of all coordinates.
    pub fn solve(&self, x: &mut [f64]) {
        self.apply(x, &self.inverses);
    }

    /// x <- M x.
    pub fn multiply(&self, x: &mut [f64]) {
        self.apply(x, &self.matrices);
    }

    fn apply(&self, x: &mut [f64], matrices: &[f64]) {
        let mut part = smallvec::SmallVec::<[f64; 6]>::new();
        for block in &self.blocks {
            let (x, matrix) = (&mut x[block.start..block.start + block.size], &matrices[block.offset..]);
            if let (Ok(x), Some(m)) = (<&mut [f64; 3]>::try_from(&mut *x), matrix.first_chunk::<9>()) {
                let [a, b, c] = *x;
                *x = [0, 3, 6].map(|row| m[row] * a + m[row + 1] * b + m[row + 2] * c);
                continue;
            }
            part.clear();
            part.extend_from_slice(x);
            for (x, line) in x.iter_mut().zip(matrix.chunks_exact(block.size)) {
                *x = line.iter().zip(&part).map(|(a, b)| a * b).sum();
            }
        }
    }

    /// M^-1 row^T as a row.
    pub fn solve_row(&self, row: &Row, out: &mut Row) {
        if let Some(lightness) = self.lightness() {
            out.clone_from(row);
            return out.scale(lightness);
        }
        if row.entries().iter().all(|&(i, _)| self.blocks[self.owner[i]].diagonal) {
            let scaled = |&(i, value): &(usize, f64)| {
                let block = &self.blocks[self.owner[i]];
                (i, value * self.inverse_of(block)[(i - block.start) * (block.size + 1)])
            };
            return out.assign(row.entries().iter().map(scaled));
        }
        out.clear();
        for &(i, value) in row.entries() {
            let block = &self.blocks[self.owner[i]];
            // The inverse is symmetric: its row is its column.
            let line = &self.inverse_of(block)[(i - block.start) * block.size..(i - block.start + 1) * block.size];
            let own = i - block.start;
            if line.iter().enumerate().all(|(j, a)| j == own || *a == 0.0) {
                out.add(i, &[line[own] * value]);
                continue;
            }
            let scaled: smallvec::SmallVec<[f64; 6]> = line.iter().map(|a| a * value).collect();
            out.add(block.start, &scaled);
        }
    }

    /// v . M v / 2
    pub fn kinetic_energy(&self, v: &[f64]) -> f64 {
        let mut sum = 0.0;
        for block in &self.blocks {
            let part = &v[block.start..block.start + block.size];
            for (line, x) in self.matrices[block.offset..].chunks_exact(block.size).zip(part) {
                sum += x * line.iter().zip(part).map(|(a, b)| a * b).sum::<f64>();
            }
        }
        0.5 * sum
    }
}

/// Appends the inverse of a symmetric positive definite matrix by Gauss-Jordan elimination without exchanges (the pivots of such
/// a matrix are positive). False if a pivot is not.
fn invert(n: usize, matrix: &[f64], diagonal: bool, inverses: &mut Vec<f64>) -> bool {
    let offset = inverses.len();
    inverses.extend_from_slice(matrix);
    let inverse = &mut inverses[offset..];
    if diagonal {
        for i in 0..n {
            inverse[i * n + i] = 1.0 / matrix[i * n + i];
        }
        return (0..n).all(|i| matrix[i * n + i] > 0.0);
    }
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

    /// A block that is diagonal after one that is not, and one that is.
    #[test]
    fn rows_are_solved_whatever_the_blocks() {
        let mut row = Row::new();
        row.add(0, &[1.0, 2.0, 3.0]);
        for first in [vec![2.0, 1.0, 1.0, 3.0], vec![2.0, 0.0, 0.0, 4.0]] {
            let mut mass = Mass::default();
            assert!(mass.push(2, &first) && mass.push(1, &[8.0]));
            let (mut solved, mut dense, mut expected) = (Row::new(), vec![0.0; 3], vec![1.0, 2.0, 3.0]);
            mass.solve_row(&row, &mut solved);
            solved.add_to(1.0, &mut dense);
            mass.solve(&mut expected);
            assert_eq!(dense, expected);
        }
    }

    #[test]
    fn a_block_that_is_not_positive_definite_is_refused() {
        assert!(!Mass::default().push(2, &[1.0, 2.0, 2.0, 1.0]));
        assert!(!Mass::default().push(1, &[0.0]));
    }
}
