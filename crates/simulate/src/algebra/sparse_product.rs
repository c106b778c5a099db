//! R C for sparse rows R and sparse columns C that meet in few coordinates: contacts and joints touch two bodies each.

use carom_mechanics::Row;

/// Where each coordinate stands in the rows.
#[derive(Debug, Clone, Default)]
pub(crate) struct SparseProduct {
    /// Rows with their coefficients, coordinate by coordinate.
    places: Vec<Vec<(usize, f64)>>,
}

impl SparseProduct {
    /// Writes the product, row by row, over `matrix`.
    pub fn write<'a>(
        &mut self,
        coordinates: usize,
        rows: impl ExactSizeIterator<Item = &'a Row>,
        columns: impl ExactSizeIterator<Item = &'a Row>,
        matrix: &mut Vec<f64>,
    ) {
        self.places.iter_mut().for_each(Vec::clear);
        self.places.resize(coordinates.max(self.places.len()), Vec::new());
        let width = columns.len();
        matrix.clear();
        matrix.resize(rows.len() * width, 0.0);
        for (i, row) in rows.enumerate() {
            row.entries().iter().for_each(|&(k, c)| self.places[k].push((i, c)));
        }
        for (j, column) in columns.enumerate() {
            for &(k, x) in column.entries() {
                self.places[k].iter().for_each(|&(i, c)| matrix[i * width + j] += c * x);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_is_that_of_dense_matrices() {
        let row = |start: usize, values: &[f64]| {
            let mut row = Row::new();
            row.add(start, values);
            row
        };
        let (rows, columns) = ([row(0, &[1.0, 2.0]), row(1, &[3.0])], [row(1, &[5.0, 7.0]), row(0, &[11.0])]);
        let mut matrix = Vec::new();
        SparseProduct::default().write(3, rows.iter(), columns.iter(), &mut matrix);
        assert_eq!(matrix, [10.0, 11.0, 15.0, 0.0]);
    }
}
