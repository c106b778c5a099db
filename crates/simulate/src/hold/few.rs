//! A few rows R and directions P of a few coordinates, written out as dense lines: at every evaluation of a small mechanism in contact these
//! cost less than sparse ones.

use crate::algebra::dense::{dot, subtract};
use carom_mechanics::{Direction, Row};

/// Rows and coordinates up to which this is worth it.
const ROWS: usize = 16;
const COORDINATES: usize = 32;

/// R with its biases, and M^-1 P, line by line.
#[derive(Debug, Clone, Default)]
pub(crate) struct Few {
    width: usize,
    biases: Vec<f64>,
    rows: Vec<f64>,
    solved: Vec<f64>,
    /// The coordinates of each row and of its direction, bit by bit.
    touched: Vec<u32>,
    /// Whether a force acts along something else than what it holds: then S is not symmetric.
    skew: bool,
}

impl Few {
    /// Whether so many rows of so many coordinates are few.
    pub fn fits(rows: usize, coordinates: usize) -> bool {
        rows <= ROWS && coordinates <= COORDINATES
    }

    /// Forgets all rows; the next ones, at most so many, have so many coordinates.
    pub fn clear(&mut self, most: usize, coordinates: usize) {
        self.width = coordinates;
        self.biases.clear();
        for lines in [&mut self.rows, &mut self.solved] {
            lines.clear();
            lines.resize(most * coordinates, 0.0);
        }
        self.touched.clear();
        self.skew = false;
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.biases.len()
    }

    /// Whether S is symmetric.
    pub fn is_symmetric(&self) -> bool {
        !self.skew
    }

    /// Holds a direction by a force along it, and a ratio of that force along another row; M^-1 is diagonal.
    pub fn add(&mut self, held: &Direction, (ratio, along): (f64, &Row), lightness: &[f64]) {
        let line = self.len() * self.width..(self.len() + 1) * self.width;
        self.biases.push(held.bias);
        let (row, solved) = (&mut self.rows[line.clone()], &mut self.solved[line]);
        let mut touched = 0;
        for &(i, c) in held.row.entries() {
            (row[i], solved[i]) = (c, c * lightness[i]);
            touched |= 1 << i;
        }
        if ratio != 0.0 {
            self.skew = true;
            for &(i, c) in along.entries() {
                solved[i] += ratio * c * lightness[i];
                touched |= 1 << i;
            }
        }
        self.touched.push(touched);
    }

    /// R M^-1 R^T of these directions, row by row.
    pub fn response(&mut self, directions: &[&Direction], lightness: &[f64]) -> Vec<f64> {
        self.clear(directions.len(), lightness.len());
        for direction in directions {
            self.add(direction, (0.0, &direction.row), lightness);
        }
        let mut matrix = Vec::with_capacity(directions.len() * directions.len());
        self.matrix(&mut matrix);
        matrix
    }

    /// S = R M^-1 P, row by row.
    pub fn matrix(&self, matrix: &mut Vec<f64>) {
        let n = self.len();
        matrix.clear();
        for (i, row) in self.lines(&self.rows).enumerate() {
            for (j, column) in self.lines(&self.solved).enumerate() {
                matrix.push(if self.touched[i] & self.touched[j] == 0 {
                    0.0
                } else if self.skew || j >= i {
                    dot(row, column)
                } else {
                    matrix[j * n + i]
                });
            }
        }
    }

    /// -(R a + b).
    pub fn rest(&self, acceleration: &[f64], rest: &mut Vec<f64>) {
        rest.clear();
        rest.extend(self.lines(&self.rows).zip(&self.biases).map(|(row, bias)| -(dot(row, acceleration) + bias)));
    }

    /// a += M^-1 P lambda; adds to the size of each coordinate the largest term that each force that touches it makes.
    pub fn push(&self, forces: &[f64], acceleration: &mut [f64], sizes: &mut [f64]) {
        for ((column, force), touched) in self.lines(&self.solved).zip(forces).zip(&self.touched) {
            subtract(acceleration, column, -force);
            let most = column.iter().fold(0.0, |m: f64, c| if c.abs() > m { c.abs() } else { m }) * force.abs();
            let mut left = *touched;
            while left != 0 {
                sizes[left.trailing_zeros() as usize] += most;
                left &= left - 1;
            }
        }
    }

    fn lines<'a>(&self, numbers: &'a [f64]) -> std::slice::ChunksExact<'a, f64> {
        numbers[..self.len() * self.width].chunks_exact(self.width.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::sparse_product::SparseProduct;
    use carom_mechanics::Mass;

    #[test]
    fn the_system_is_that_of_sparse_rows() {
        let direction = |start: usize, numbers: [f64; 3], bias: f64| {
            let mut direction = Direction { bias, ..Direction::default() };
            direction.row.add(start, &numbers);
            direction
        };
        let mut mass = Mass::default();
        for m in [2.0, 4.0] {
            assert!(mass.push(3, &[m, 0.0, 0.0, 0.0, m, 0.0, 0.0, 0.0, 0.5 * m]));
        }
        let held = [direction(0, [1.0, 2.0, -1.0], 0.5), direction(2, [3.0, 0.0, 1.0], -0.25)];
        let (friction, lightness) = (direction(0, [0.0, 1.0, 7.0], 0.0), mass.lightness().unwrap());
        let mut few = Few::default();
        few.clear(2, 6);
        few.add(&held[0], (0.3, &friction.row), lightness);
        few.add(&held[1], (0.0, &friction.row), lightness);
        let mut push = held.each_ref().map(|held| held.row.clone());
        push[0].add_row(0.3, &friction.row);
        let solved = push.map(|row| {
            let mut out = Row::new();
            mass.solve_row(&row, &mut out);
            out
        });
        let (mut dense, mut sparse) = (Vec::new(), Vec::new());
        few.matrix(&mut dense);
        SparseProduct::default().write(6, held.iter().map(|held| &held.row), solved.iter(), &mut sparse);
        // Sums of three terms of order ten.
        assert!(dense.iter().zip(&sparse).all(|(a, b)| (a - b).abs() < 1e-14), "{dense:?} {sparse:?}");
        let (mut a, mut sizes, mut rest) = (vec![1.0; 6], vec![0.0; 6], Vec::new());
        few.rest(&a, &mut rest);
        assert_eq!(rest, [-2.5, -3.75]);
        few.push(&[2.0, -1.0], &mut a, &mut sizes);
        let mut expected = vec![1.0; 6];
        solved[0].add_to(2.0, &mut expected);
        solved[1].add_to(-1.0, &mut expected);
        assert_eq!(a, expected);
        // The largest entries are 1.1 (3 - 0.3 7 = 1.1 times 1/1 ...) of the first, 3 of the second; only the third coordinate feels both.
        assert!(sizes[0] == sizes[1] && sizes[2] > sizes[0] && sizes[5] == 0.0);
    }
}
