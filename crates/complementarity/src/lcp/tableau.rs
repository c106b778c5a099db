//! The condensed tableau on which the complementary pivoting methods work.
//!
//! With a covering vector d > 0 and an artificial variable z0 the problem reads
//!
//! ```text
//!     w - M z - d z0 = q.
//! ```
//!
//! A basis B of n of the 2n + 1 variables writes it as x_B + T x_N = b, T = B^-1 N, b = B^-1 q. Only T
//! (n x (n+1)) and b are stored: half the work of a tableau that carries the unit columns too. A pivot
//! on (r, c) exchanges basic variable r and nonbasic variable c:
//!
//! ```text
//!     T_rc -> 1/p     T_rj -> T_rj/p     T_ij -> T_ij - T_ic T_rj/p     T_ic -> -T_ic/p      (p = T_rc)
//! ```
//!
//! The ratio test is lexicographic: of the rows with T_ic > 0 the one whose (b_i, row i of B^-1)/T_ic is
//! lexicographically least leaves, which makes cycling impossible (CPS, section 4.9). The columns of
//! B^-1 are those of the w: stored where w_k is nonbasic, unit vectors where it is basic.

use super::Lcp;
use crate::matrix::max_abs;
use pulp::{Arch, NullaryFnOnce};

/// Entries of a column below this part of its largest one are rounding, not pivots.
/// Larger values miss true pivots (false rays), smaller ones divide by noise.
const PIVOT_TOLERANCE: f64 = 1e-10;

/// Ratios closer than this part of the size of b are ties, broken lexicographically.
const TIE_TOLERANCE: f64 = 1e-11;

/// Rounds of equilibration; each halves the logarithm of what is left of the imbalance.
const EQUILIBRATIONS: usize = 6;

/// Where a variable is: `basic` in that row, or nonbasic in that column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Row(usize),
    Column(usize),
}

/// T, b and which variable is where. Variables: w_i is i, z_i is n + i, z0 is 2n.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tableau {
    n: usize,
    /// Distance between two rows: n + 1 columns and b, rounded up to whole vector registers.
    stride: usize,
    t: Vec<f64>,
    column: Vec<f64>,
    basic: Vec<usize>,
    nonbasic: Vec<usize>,
    place: Vec<Place>,
    candidates: Vec<usize>,
    /// Powers of two by which M, q and the unknowns were scaled: M' = m R M C, q' = s R q, z = C z' m / s.
    row_factors: Vec<f64>,
    column_factors: Vec<f64>,
    matrix_scale: f64,
    vector_scale: f64,
    arch: Arch,
}

impl Tableau {
    /// Starts at the basis of the w. With `equilibrate` rows and columns are scaled by powers of two so
    /// that the largest entries of every row and column are near one; scaling by powers of two is exact.
    pub fn load(&mut self, problem: &Lcp, cover: impl Fn(usize) -> f64, equilibrate: bool) {
        let n = problem.size();
        self.n = n;
        self.stride = (n + 2).next_multiple_of(4);
        self.t.clear();
        self.t.resize(n * self.stride, 0.0);
        self.column.clear();
        self.column.resize(n, 0.0);
        self.basic.clear();
        self.basic.extend(0..n);
        self.nonbasic.clear();
        self.nonbasic.extend(n..=2 * n);
        self.place.clear();
        self.place.extend((0..n).map(Place::Row));
        self.place.extend((0..=n).map(Place::Column));
        self.candidates.clear();
        self.candidates.reserve(n);
        self.scale(problem, equilibrate);
        for i in 0..n {
            let row = &mut self.t[i * self.stride..(i + 1) * self.stride];
            let factor = -self.row_factors[i] * self.matrix_scale;
            for ((t, m), c) in row.iter_mut().zip(problem.m().row(i)).zip(&self.column_factors) {
                *t = factor * c * m;
            }
            row[n] = -cover(i);
            row[n + 1] = problem.q()[i] * self.row_factors[i] * self.vector_scale;
        }
    }

    /// Factors of rows and columns. With `equilibrate` each row and column is divided in turn by the root of its largest
    /// entry, some times over (Ruiz, RAL-TR-2001-034); otherwise all are one.
    fn scale(&mut self, problem: &Lcp, equilibrate: bool) {
        let (n, m) = (problem.size(), problem.m());
        for factors in [&mut self.row_factors, &mut self.column_factors] {
            factors.clear();
            factors.resize(n, 1.0);
        }
        for _ in 0..if equilibrate { EQUILIBRATIONS } else { 0 } {
            for i in 0..n {
                let largest =
                    m.row(i).iter().zip(&self.column_factors).fold(0.0, |x: f64, (a, c)| x.max((a * c).abs()));
                self.row_factors[i] /= power_of_two((largest * self.row_factors[i]).sqrt());
            }
            for j in 0..n {
                let largest = (0..n).fold(0.0, |x: f64, i| x.max((m[(i, j)] * self.row_factors[i]).abs()));
                self.column_factors[j] /= power_of_two((largest * self.column_factors[j]).sqrt());
            }
        }
        let row_largest = |i: usize| {
            let row = m.row(i).iter().zip(&self.column_factors);
            row.fold(0.0, |x: f64, (a, c)| x.max((a * c).abs())) * self.row_factors[i]
        };
        self.matrix_scale = power_of_two((0..n).map(row_largest).fold(0.0, f64::max)).recip();
        let q = problem.q().iter().zip(&self.row_factors).fold(0.0, |x: f64, (q, r)| x.max((q * r).abs()));
        self.vector_scale = power_of_two(q).recip();
    }

    /// Becomes the same as another one, in the memory it has.
    pub fn copy_from(&mut self, other: &Self) {
        self.t.clone_from(&other.t);
        self.column.clone_from(&other.column);
        self.basic.clone_from(&other.basic);
        self.nonbasic.clone_from(&other.nonbasic);
        self.place.clone_from(&other.place);
        self.row_factors.clone_from(&other.row_factors);
        self.column_factors.clone_from(&other.column_factors);
        self.candidates.clear();
        self.candidates.reserve(other.n);
        (self.n, self.stride) = (other.n, other.stride);
        (self.matrix_scale, self.vector_scale) = (other.matrix_scale, other.vector_scale);
    }

    /// Number of unknowns n.
    pub fn size(&self) -> usize {
        self.n
    }

    /// The number of z0 in the list of variables.
    pub fn artificial(&self) -> usize {
        2 * self.n
    }

    /// z_i for w_i and back.
    pub fn complement(&self, variable: usize) -> usize {
        if variable < self.n { variable + self.n } else { variable - self.n }
    }

    /// Where the variable is.
    pub fn place(&self, variable: usize) -> Place {
        self.place[variable]
    }

    /// The variable that is basic in that row.
    pub fn basic(&self, row: usize) -> usize {
        self.basic[row]
    }

    /// The variable that is nonbasic in that column.
    pub fn nonbasic(&self, column: usize) -> usize {
        self.nonbasic[column]
    }

    /// T_ij.
    pub fn entry(&self, row: usize, column: usize) -> f64 {
        self.t[row * self.stride + column]
    }

    /// b_i, in the scaled units of the tableau.
    pub fn value(&self, row: usize) -> f64 {
        self.t[row * self.stride + self.n + 1]
    }

    /// z of the current basis in the units of the problem, rounding below zero cut off.
    pub fn write_z(&self, z: &mut [f64]) {
        z.fill(0.0);
        for row in 0..self.n {
            let variable = self.basic[row];
            if (self.n..2 * self.n).contains(&variable) {
                let i = variable - self.n;
                z[i] = self.value(row).max(0.0) * self.column_factors[i] * (self.matrix_scale / self.vector_scale);
            }
        }
    }

    /// M_ij with the factors of its row and column.
    pub fn scaled(&self, problem: &Lcp, i: usize, j: usize) -> f64 {
        problem.m()[(i, j)] * self.row_factors[i] * self.column_factors[j] * self.matrix_scale
    }

    /// Multiplies a vector by the factors of the rows: q becomes that of the scaled rows (up to one factor), multipliers of the scaled
    /// rows become those of the problem.
    pub fn scale_rows(&self, y: &mut [f64]) {
        for (y_i, r) in y.iter_mut().zip(&self.row_factors) {
            *y_i *= r;
        }
    }

    /// Exchanges the basic variable of the row and the nonbasic one of the column.
    pub fn pivot(&mut self, row: usize, column: usize) {
        let width = self.n + 2;
        let stride = self.stride;
        let arch = self.arch;
        let (t, factors) = (&mut self.t, &mut self.column);
        arch.dispatch(Exchange { t, factors, stride, width, row, column });
        let (leaving, entering) = (self.basic[row], self.nonbasic[column]);
        self.basic[row] = entering;
        self.nonbasic[column] = leaving;
        self.place[entering] = Place::Row(row);
        self.place[leaving] = Place::Column(column);
    }

    /// The row that leaves when the column enters: the lexicographic ratio test. `preferred` leaves where
    /// it ties. `None` if the column is unbounded. Rows of `forbidden` variables at zero do not block
    /// when the entry is negative; the callers that have such variables treat them before.
    pub fn leaving_row(&mut self, column: usize, preferred: usize) -> Option<usize> {
        for (row, entry) in self.column.iter_mut().enumerate() {
            *entry = self.t[row * self.stride + column];
        }
        let threshold = PIVOT_TOLERANCE * max_abs(&self.column).max(PIVOT_TOLERANCE);
        let mut least = f64::INFINITY;
        let mut size = 1.0_f64;
        for (row, &entry) in self.column.iter().enumerate() {
            let b = self.t[row * self.stride + self.n + 1];
            size = size.max(b.abs());
            if entry > threshold {
                least = least.min(b.max(0.0) / entry);
            }
        }
        if least == f64::INFINITY {
            return None;
        }
        self.collect_ties(threshold, least, size);
        if let Some(&row) = self.candidates.iter().find(|&&row| self.basic[row] == preferred) {
            return Some(row);
        }
        self.break_ties();
        self.candidates.iter().copied().max_by(|&a, &b| self.column[a].total_cmp(&self.column[b]))
    }

    /// The rows whose ratio equals the least one to rounding: an error of `TIE_TOLERANCE` times the size of b is
    /// allowed in each b_i.
    fn collect_ties(&mut self, threshold: f64, least: f64, size: f64) {
        self.candidates.clear();
        for (row, &entry) in self.column.iter().enumerate() {
            if entry > threshold {
                let b = self.t[row * self.stride + self.n + 1].max(0.0);
                if b - least * entry <= TIE_TOLERANCE * size {
                    self.candidates.push(row);
                }
            }
        }
    }

    /// Keeps of the candidates those that are lexicographically least in the rows of B^-1.
    fn break_ties(&mut self) {
        let mut candidates = std::mem::take(&mut self.candidates);
        for k in 0..self.n {
            if candidates.len() <= 1 {
                break;
            }
            let ratio = |row: usize| {
                let entry = match self.place[k] {
                    Place::Column(c) => self.t[row * self.stride + c],
                    Place::Row(r) if r == row => 1.0,
                    Place::Row(_) => 0.0,
                };
                entry / self.column[row]
            };
            let least = candidates.iter().map(|&row| ratio(row)).fold(f64::INFINITY, f64::min);
            candidates.retain(|&row| ratio(row) <= least + TIE_TOLERANCE * least.abs().max(1.0));
        }
        self.candidates = candidates;
    }
}

/// The arithmetic of a pivot, compiled for the widest vector instructions of the machine.
struct Exchange<'a> {
    t: &'a mut [f64],
    factors: &'a mut [f64],
    stride: usize,
    width: usize,
    row: usize,
    column: usize,
}

impl NullaryFnOnce for Exchange<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { t, factors, stride, width, row, column } = self;
        let inverse = 1.0 / t[row * stride + column];
        for (factor, line) in factors.iter_mut().zip(t.chunks_exact(stride)) {
            *factor = line[column];
        }
        let (above, rest) = t.split_at_mut(row * stride);
        let (pivot_row, below) = rest.split_at_mut(stride);
        let pivot_row = &mut pivot_row[..width];
        for value in pivot_row.iter_mut() {
            *value *= inverse;
        }
        pivot_row[column] = inverse;
        let (factors_above, factors_below) = factors.split_at(row);
        subtract_rows(above, factors_above, stride, column, pivot_row);
        subtract_rows(below, &factors_below[1..], stride, column, pivot_row);
    }
}

/// T_i -> T_i - f_i T_r for every row of the slice, with the entry of the pivot column set anew.
#[inline(always)]
fn subtract_rows(t: &mut [f64], factors: &[f64], stride: usize, column: usize, pivot_row: &[f64]) {
    for (line, &factor) in t.chunks_exact_mut(stride).zip(factors) {
        if factor != 0.0 {
            line[column] = 0.0;
            for (value, p) in line.iter_mut().zip(pivot_row) {
                *value -= factor * p;
            }
        }
    }
}

/// The largest power of two not above x, within what has a reciprocal; one where x is zero or not finite.
pub(crate) fn power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { x.log2().floor().clamp(-1000.0, 1000.0).exp2() } else { 1.0 }
}
