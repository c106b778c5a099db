//! One row of H or W: a linear function of the velocities, zero outside one or two blocks.

use smallvec::SmallVec;

/// A sparse row: pairs (velocity coordinate, coefficient), each coordinate at most once.
#[derive(Debug, Default, PartialEq)]
pub struct Row(SmallVec<[(usize, f64); 12]>);

impl Clone for Row {
    fn clone(&self) -> Self {
        Self(SmallVec::from_slice(&self.0))
    }

    /// Copies the entries there are, into the storage there is.
    fn clone_from(&mut self, source: &Self) {
        self.0.clear();
        self.0.extend_from_slice(&source.0);
    }
}

impl Row {
    /// A row of zeros.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets every entry.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds coefficients from `start` on; where the row already has an entry the two are added.
    pub fn add(&mut self, start: usize, coefficients: &[f64]) {
        let span = start..start + coefficients.len();
        if !self.0.iter().any(|(i, _)| span.contains(i)) {
            return self.0.extend(span.zip(coefficients.iter().copied()));
        }
        for (k, &value) in coefficients.iter().enumerate() {
            match self.0.iter_mut().find(|(i, _)| *i == start + k) {
                Some((_, entry)) => *entry += value,
                None => self.0.push((start + k, value)),
            }
        }
    }

    /// Adds the coefficients of all coordinates of a body.
    #[inline]
    pub fn add_body<const N: usize>(&mut self, start: usize, coefficients: &[f64; N]) {
        if self.0.iter().any(|(i, _)| (start..start + N).contains(i)) {
            return self.add(start, coefficients);
        }
        // One by one: for so few this costs less than copying them together.
        for (k, &value) in coefficients.iter().enumerate() {
            self.0.push((start + k, value));
        }
    }

    /// Multiplies each entry by the number of its coordinate.
    pub fn scale(&mut self, factors: &[f64]) {
        self.0.iter_mut().for_each(|(i, c)| *c *= factors[*i]);
    }

    /// Adds a multiple of another row.
    pub fn add_row(&mut self, factor: f64, other: &Self) {
        let alike = self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.0 == b.0);
        if alike {
            self.0.iter_mut().zip(&other.0).for_each(|(entry, (_, c))| entry.1 += factor * c);
        } else {
            other.0.iter().for_each(|&(i, c)| self.add(i, &[factor * c]));
        }
    }

    /// Takes these pairs (coordinate, coefficient) instead of its own; no coordinate may come twice.
    pub fn assign(&mut self, entries: impl IntoIterator<Item = (usize, f64)>) {
        self.0.clear();
        self.0.extend(entries);
    }

    /// The pairs (coordinate, coefficient).
    pub fn entries(&self) -> &[(usize, f64)] {
        &self.0
    }

    /// row . v
    pub fn dot(&self, v: &[f64]) -> f64 {
        self.0.iter().map(|&(i, c)| c * v[i]).sum()
    }

    /// f += row * factor
    pub fn add_to(&self, factor: f64, f: &mut [f64]) {
        for &(i, c) in &self.0 {
            f[i] += c * factor;
        }
    }
}
