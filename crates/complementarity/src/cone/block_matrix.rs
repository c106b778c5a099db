//! A square matrix of small square blocks, one block row per contact, only the filled blocks stored.

use crate::error::{InputError, MAX_SPARSE_SIZE, check_finite, check_length};

/// Block-sparse square matrix; blocks of `dim` x `dim`, stored row by row, columns ascending in every block row.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockMatrix {
    dim: usize,
    starts: Vec<usize>,
    columns: Vec<usize>,
    values: Vec<f64>,
    /// Position of the diagonal block of every block row.
    diagonal: Vec<usize>,
}

impl BlockMatrix {
    /// From entries (row, column, value) of the whole matrix; entries at the same place are added.
    pub fn from_triplets(
        dim: usize,
        contacts: usize,
        entries: impl IntoIterator<Item = (usize, usize, f64)>,
    ) -> Result<Self, InputError> {
        if !(2..=3).contains(&dim) {
            return Err(InputError::Dimension { found: dim });
        }
        if contacts > MAX_SPARSE_SIZE / dim {
            return Err(InputError::TooLarge { size: contacts.saturating_mul(dim), limit: MAX_SPARSE_SIZE });
        }
        let n = dim * contacts;
        let mut sorted = Vec::new();
        for (entry, (i, j, value)) in entries.into_iter().enumerate() {
            if i.max(j) >= n {
                return Err(InputError::IndexOutside { what: "W", entry, index: i.max(j), limit: n });
            }
            if !value.is_finite() {
                return Err(InputError::NotFinite { what: "W", index: entry, value });
            }
            sorted.push((i / dim, j / dim, (i % dim) * dim + j % dim, value));
        }
        // The diagonal blocks are always present, as every solver needs them.
        sorted.extend((0..contacts).map(|c| (c, c, 0, 0.0)));
        sorted.sort_by_key(|&(i, j, k, _)| (i, j, k));
        Ok(Self::from_sorted(dim, contacts, &sorted))
    }

    fn from_sorted(dim: usize, contacts: usize, sorted: &[(usize, usize, usize, f64)]) -> Self {
        let size = dim * dim;
        let mut out = Self {
            dim,
            starts: vec![0; contacts + 1],
            columns: Vec::new(),
            values: Vec::new(),
            diagonal: vec![0; contacts],
        };
        let mut last = None;
        for &(i, j, k, value) in sorted {
            if last != Some((i, j)) {
                last = Some((i, j));
                if i == j {
                    out.diagonal[i] = out.columns.len();
                }
                out.columns.push(j);
                out.values.resize(out.columns.len() * size, 0.0);
                out.starts[i + 1] = out.columns.len();
            }
            let at = (out.columns.len() - 1) * size + k;
            out.values[at] += value;
        }
        for i in 0..contacts {
            out.starts[i + 1] = out.starts[i + 1].max(out.starts[i]);
        }
        out
    }

    /// From block rows that are made one after the other: `fill` appends the columns of a row, ascending and the diagonal among
    /// them, and their blocks, each row by row. Saves the sorting of [`BlockMatrix::from_triplets`].
    pub fn from_block_rows(
        dim: usize,
        contacts: usize,
        mut fill: impl FnMut(usize, &mut Vec<usize>, &mut Vec<f64>),
    ) -> Result<Self, InputError> {
        if !(2..=3).contains(&dim) {
            return Err(InputError::Dimension { found: dim });
        }
        let mut out = Self { dim, starts: vec![0], columns: Vec::new(), values: Vec::new(), diagonal: Vec::new() };
        let mut in_order = true;
        for i in 0..contacts {
            let start = out.columns.len();
            fill(i, &mut out.columns, &mut out.values);
            check_length("W", &out.values, out.columns.len() * dim * dim)?;
            let row = &out.columns[start..];
            in_order &= row.windows(2).all(|pair| pair[0] < pair[1]);
            match row.iter().position(|&column| column == i) {
                Some(place) => out.diagonal.push(start + place),
                None => in_order = false,
            }
            out.starts.push(out.columns.len());
        }
        if let Some(entry) = out.columns.iter().position(|&column| column >= contacts) {
            return Err(InputError::IndexOutside { what: "W", entry, index: out.columns[entry], limit: contacts });
        }
        check_finite("W", &out.values)?;
        if in_order { Ok(out) } else { out.sorted(contacts) }
    }

    /// The same matrix with its blocks in order.
    fn sorted(&self, contacts: usize) -> Result<Self, InputError> {
        let d = self.dim;
        let of_block = |(i, block): (usize, usize)| {
            (0..d * d).map(move |k| (i * d + k / d, self.columns[block] * d + k % d, self.values[block * d * d + k]))
        };
        let blocks = (0..contacts).flat_map(|i| (self.starts[i]..self.starts[i + 1]).map(move |block| (i, block)));
        Self::from_triplets(d, contacts, blocks.flat_map(of_block))
    }

    /// From a dense matrix given row by row.
    pub fn from_dense(dim: usize, contacts: usize, rows: &[f64]) -> Result<Self, InputError> {
        let n = dim.saturating_mul(contacts);
        check_length("W", rows, n.saturating_mul(n))?;
        check_finite("W", rows)?;
        let nonzero = rows.iter().enumerate().filter(|(_, v)| **v != 0.0);
        Self::from_triplets(dim, contacts, nonzero.map(|(k, &v)| (k / n, k % n, v)))
    }

    /// Size of the blocks: 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Number of block rows.
    pub fn contacts(&self) -> usize {
        self.diagonal.len()
    }

    /// Number of stored blocks.
    pub fn blocks(&self) -> usize {
        self.columns.len()
    }

    /// Row pointers and columns of the filled blocks.
    pub(crate) fn pattern(&self) -> (&[usize], &[usize]) {
        (&self.starts, &self.columns)
    }

    /// The filled blocks of a block row: column and entries row by row.
    pub fn row(&self, contact: usize) -> impl Iterator<Item = (usize, &[f64])> {
        let range = self.starts[contact]..self.starts[contact + 1];
        let size = self.dim * self.dim;
        let blocks = self.values[range.start * size..range.end * size].chunks_exact(size);
        self.columns[range].iter().copied().zip(blocks)
    }

    /// The diagonal block of a contact, row by row.
    pub fn diagonal(&self, contact: usize) -> &[f64] {
        let size = self.dim * self.dim;
        &self.values[self.diagonal[contact] * size..(self.diagonal[contact] + 1) * size]
    }

    /// The part of (W x + b) that belongs to one contact.
    #[inline(always)]
    pub(crate) fn row_times<const D: usize>(&self, contact: usize, x: &[f64], b: &[f64]) -> [f64; D] {
        let mut sum = [0.0; D];
        sum.copy_from_slice(&b[contact * D..(contact + 1) * D]);
        let range = self.starts[contact]..self.starts[contact + 1];
        let blocks = self.values[range.start * D * D..range.end * D * D].chunks_exact(D * D);
        for (&column, block) in self.columns[range].iter().zip(blocks) {
            let part = &x[column * D..(column + 1) * D];
            for a in 0..D {
                for c in 0..D {
                    sum[a] += block[a * D + c] * part[c];
                }
            }
        }
        sum
    }

    /// y = W x + b.
    pub fn multiply_add(&self, x: &[f64], b: &[f64], y: &mut [f64]) {
        if self.dim == 3 { self.multiply::<3>(x, b, y) } else { self.multiply::<2>(x, b, y) }
    }

    fn multiply<const D: usize>(&self, x: &[f64], b: &[f64], y: &mut [f64]) {
        for (contact, part) in y.chunks_exact_mut(D).enumerate() {
            part.copy_from_slice(&self.row_times::<D>(contact, x, b));
        }
    }
}
