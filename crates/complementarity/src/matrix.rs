//! A dense matrix, stored row by row.

use crate::error::{InputError, MAX_DENSE_SIZE, check_finite};

/// A dense matrix, stored row by row, every entry finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

impl Matrix {
    /// A matrix from its entries row by row.
    pub fn from_row_major(rows: usize, columns: usize, data: Vec<f64>) -> Result<Self, InputError> {
        let size = rows.max(columns);
        if size > MAX_DENSE_SIZE {
            return Err(InputError::TooLarge { size, limit: MAX_DENSE_SIZE });
        }
        if data.len() != rows * columns {
            return Err(InputError::WrongLength {
                what: "the list of matrix entries",
                length: data.len(),
                expected: rows * columns,
            });
        }
        check_finite("the matrix", &data)?;
        Ok(Self { rows, columns, data })
    }

    /// A matrix from its rows.
    pub fn from_rows(rows: &[Vec<f64>]) -> Result<Self, InputError> {
        let columns = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().position(|r| r.len() != columns) {
            return Err(InputError::RaggedRow { what: "the matrix", row, length: rows[row].len(), expected: columns });
        }
        Self::from_row_major(rows.len(), columns, rows.concat())
    }

    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![0.0; rows * columns] }
    }

    /// Makes it a matrix of zeros of that size, in the same memory where that is enough.
    pub(crate) fn reset(&mut self, rows: usize, columns: usize) -> Result<(), InputError> {
        let size = rows.max(columns);
        if size > MAX_DENSE_SIZE {
            return Err(InputError::TooLarge { size, limit: MAX_DENSE_SIZE });
        }
        (self.rows, self.columns) = (rows, columns);
        self.data.clear();
        self.data.resize(rows * columns, 0.0);
        Ok(())
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All entries, row by row.
    pub fn data(&self) -> &[f64] {
        &self.data
    }

    /// Row i.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.columns..(i + 1) * self.columns]
    }

    /// Largest absolute entry; zero if there is none.
    pub fn max_abs(&self) -> f64 {
        max_abs(&self.data)
    }

    /// y = A x + b.
    pub fn multiply_add(&self, x: &[f64], b: &[f64], y: &mut [f64]) {
        for (i, (y_i, b_i)) in y.iter_mut().zip(b).enumerate() {
            *y_i = b_i + dot(self.row(i), x);
        }
    }

    /// y = A^T x.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for (i, &x_i) in x.iter().enumerate() {
            for (y_j, a) in y.iter_mut().zip(self.row(i)) {
                *y_j += a * x_i;
            }
        }
    }
}

impl std::ops::Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.columns + j]
    }
}

impl std::ops::IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.columns + j]
    }
}

/// Scalar product, summed in eight lanes so that it vectorises; the order of summation is fixed.
#[inline(always)]
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut lanes = [0.0; 8];
    let (a8, b8) = (a.chunks_exact(8), b.chunks_exact(8));
    let tail: f64 = a8.remainder().iter().zip(b8.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in a8.zip(b8) {
        for k in 0..8 {
            lanes[k] += x[k] * y[k];
        }
    }
    let pairs = [lanes[0] + lanes[4], lanes[1] + lanes[5], lanes[2] + lanes[6], lanes[3] + lanes[7]];
    (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]) + tail
}

/// Largest absolute value; zero for an empty slice. Taken in eight lanes so that it vectorises; NaN is passed over.
#[inline(always)]
pub(crate) fn max_abs(values: &[f64]) -> f64 {
    let mut lanes = [0.0_f64; 8];
    let chunks = values.chunks_exact(8);
    let mut largest = chunks.remainder().iter().fold(0.0, |m: f64, v| larger(v.abs(), m));
    for chunk in chunks {
        for k in 0..8 {
            lanes[k] = larger(chunk[k].abs(), lanes[k]);
        }
    }
    for lane in lanes {
        largest = larger(lane, largest);
    }
    largest
}

/// The larger of two numbers; the second where the first is NaN. One machine instruction, unlike `f64::max`.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
