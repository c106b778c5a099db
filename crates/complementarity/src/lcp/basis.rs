//! The basis of Lemke's method kept as a small inverse instead of a whole tableau.
//!
//! With A = [-M, -d] the problem reads w + A (z, z0) = q. A basis has k structural columns K (some z, z0) and as many rows R
//! whose w is nonbasic. With G = (A_RK)^-1
//!
//! ```text
//!     x_K = G q_R,    w_i = q_i - A_iK x_K   (i not in R).
//! ```
//!
//! The column of an entering variable is, for a structural j, d_K = G A_Rj and d_i = A_ij - A_iK d_K, and for w_r (r at place p of R)
//! d_K = G e_p and d_i = -A_iK d_K. That is n k + k^2 operations where a tableau takes n^2, and k is small on the way.
//! G follows the exchange by a border, a rank-one change of a column or a row, or a deletion, k^2 operations each.
//!
//! Ties are broken lexicographically by the rows of B^-1: row a of G for a structural variable, e_i - A_iK G for w_i.
//!
//! Source: CPS, sections 2.2 (Schur complements) and 4.9 (lexicographic rule); revised simplex method, Dantzig (1963), chapter 9.

use super::Lcp;
use super::tableau::power_of_two;
use crate::matrix::{dot, max_abs};

/// Entries of a column below this part of its largest one are rounding, not pivots.
const PIVOT_TOLERANCE: f64 = 1e-10;

/// Ratios closer than this part of the size of the values are ties.
const TIE_TOLERANCE: f64 = 1e-11;

/// No place in a list.
pub(super) const NONE: usize = usize::MAX;

/// Where a leaving variable is: a place of K, or w of that row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    Structural(usize),
    Slack(usize),
}

/// The basis, its inverse and the values of its variables. Variables: w_i is i, z_i is n + i, z0 is 2n.
#[derive(Debug, Clone, Default)]
pub(crate) struct Basis {
    pub(super) n: usize,
    /// Columns of A, one after the other; the last one is -d.
    pub(super) a: Vec<f64>,
    pub(super) q: Vec<f64>,
    /// G, row by row with distance n + 1.
    pub(super) g: Vec<f64>,
    /// K and R, and the place of every structural column and every row in them.
    pub(super) structural: Vec<usize>,
    pub(super) rows: Vec<usize>,
    pub(super) place_of_column: Vec<usize>,
    pub(super) place_of_row: Vec<usize>,
    pub(super) x: Vec<f64>,
    pub(super) w: Vec<f64>,
    pub(super) d_x: Vec<f64>,
    pub(super) d_w: Vec<f64>,
    pub(super) work: Vec<f64>,
    pub(super) ties: Vec<Leaving>,
    pub(super) left: Vec<usize>,
    pub(super) lexicographic: Vec<f64>,
    pub(super) z_scale: f64,
}

impl Basis {
    /// Starts at the basis of the w. M and q are scaled by powers of two, which is exact.
    #[inline(always)]
    pub fn load(&mut self, problem: &Lcp, cover: impl Fn(usize) -> f64) {
        let n = problem.size();
        self.n = n;
        let matrix_scale = power_of_two(problem.largest()).recip();
        let vector_scale = power_of_two(problem.size_of_q()).recip();
        self.z_scale = matrix_scale / vector_scale;
        self.a.resize(n * (n + 1), 0.0);
        for i in 0..n {
            for (j, m) in problem.m().row(i).iter().enumerate() {
                self.a[j * n + i] = -m * matrix_scale;
            }
            self.a[n * n + i] = -cover(i);
        }
        self.q.clear();
        self.q.extend(problem.q().iter().map(|q| q * vector_scale));
        self.w.clone_from(&self.q);
        self.g.resize((n + 1) * (n + 1), 0.0);
        for vector in [&mut self.d_x, &mut self.d_w, &mut self.work] {
            vector.clear();
            vector.resize(n + 1, 0.0);
        }
        self.structural.clear();
        self.rows.clear();
        self.x.clear();
        self.reserve(n);
        for (list, size) in [(&mut self.place_of_column, n + 1), (&mut self.place_of_row, n)] {
            list.clear();
            list.resize(size, NONE);
        }
    }

    /// Memory for every basis and every tie at once, so that no pivot asks for more.
    fn reserve(&mut self, n: usize) {
        self.structural.reserve(n + 1);
        self.rows.reserve(n + 1);
        self.x.reserve(n + 1);
        self.ties.clear();
        self.ties.reserve(n + 1);
        self.left.clear();
        self.left.reserve(n + 1);
    }

    /// The row of the first pivot: least q_i/d_i if that is negative, of equal ones the last.
    pub fn first_row(&self) -> Option<usize> {
        let cover = &self.a[self.n * self.n..];
        let mut first = None;
        let mut least = 0.0;
        for (row, (q, d)) in self.q.iter().zip(cover).enumerate() {
            let ratio = q / -d;
            if ratio < 0.0 && ratio <= least {
                (least, first) = (ratio, Some(row));
            }
        }
        first
    }

    /// The variable that leaves, as a number.
    pub fn variable(&self, leaving: Leaving) -> usize {
        match leaving {
            Leaving::Structural(place) => self.n + self.structural[place],
            Leaving::Slack(row) => row,
        }
    }

    /// Computes the column of an entering variable into `d_x` and `d_w`.
    #[inline(always)]
    pub fn enter(&mut self, variable: usize) {
        let (n, k, stride) = (self.n, self.structural.len(), self.n + 1);
        if variable < n {
            let p = self.place_of_row[variable];
            for a in 0..k {
                self.d_x[a] = self.g[a * stride + p];
            }
            self.d_w.fill(0.0);
        } else {
            let column = &self.a[(variable - n) * n..(variable - n + 1) * n];
            for (value, &row) in self.work.iter_mut().zip(&self.rows) {
                *value = column[row];
            }
            for a in 0..k {
                self.d_x[a] = dot(&self.g[a * stride..a * stride + k], &self.work[..k]);
            }
            self.d_w[..n].copy_from_slice(column);
        }
        self.subtract_columns();
        for &row in &self.rows {
            self.d_w[row] = 0.0;
        }
    }

    /// d_w <- d_w - A_.K d_x, four columns at a time so that d_w is read and written a quarter as often.
    #[inline(always)]
    fn subtract_columns(&mut self) {
        let n = self.n;
        let out = &mut self.d_w[..n];
        let (fours, rest) = self.structural.as_chunks::<4>();
        let (factors, rest_factors) = self.d_x[..self.structural.len()].as_chunks::<4>();
        for (j, f) in fours.iter().zip(factors) {
            let column = |c: usize| &self.a[j[c] * n..(j[c] + 1) * n];
            let (a0, a1, a2, a3) = (column(0), column(1), column(2), column(3));
            for i in 0..n {
                out[i] -= (f[0] * a0[i] + f[1] * a1[i]) + (f[2] * a2[i] + f[3] * a3[i]);
            }
        }
        for (&j, &factor) in rest.iter().zip(rest_factors) {
            for (d, m) in out.iter_mut().zip(&self.a[j * n..(j + 1) * n]) {
                *d -= factor * m;
            }
        }
    }

    /// The variable that leaves for the column of [`Basis::enter`], z0 where it ties; `None` if nothing blocks.
    #[inline(always)]
    pub fn leaving(&mut self) -> Option<Leaving> {
        let (n, k) = (self.n, self.structural.len());
        let threshold = PIVOT_TOLERANCE * max_abs(&self.d_x[..k]).max(max_abs(&self.d_w[..n])).max(PIVOT_TOLERANCE);
        let size = max_abs(&self.x[..k]).max(max_abs(&self.w[..n])).max(1.0);
        let least = least_ratio(&self.d_x[..k], &self.x, threshold);
        let least = least.min(least_ratio(&self.d_w[..n], &self.w, threshold));
        if least == f64::INFINITY {
            return None;
        }
        let tied = |d: f64, value: f64| d > threshold && value.max(0.0) - least * d <= TIE_TOLERANCE * size;
        self.ties.clear();
        for a in (0..k).filter(|&a| tied(self.d_x[a], self.x[a])) {
            self.ties.push(Leaving::Structural(a));
        }
        for i in (0..n).filter(|&i| tied(self.d_w[i], self.w[i])) {
            self.ties.push(Leaving::Slack(i));
        }
        let artificial = Leaving::Structural(self.place_of_column[n]);
        if self.ties.contains(&artificial) {
            return Some(artificial);
        }
        if self.ties.len() > 1 {
            self.break_ties();
        }
        self.ties.iter().copied().max_by(|&a, &b| self.slope(a).total_cmp(&self.slope(b)))
    }

    /// The entry of the entering column at a basic variable.
    fn slope(&self, leaving: Leaving) -> f64 {
        match leaving {
            Leaving::Structural(place) => self.d_x[place],
            Leaving::Slack(row) => self.d_w[row],
        }
    }

    /// Keeps of the ties those that are lexicographically least in the rows of B^-1.
    fn break_ties(&mut self) {
        let n = self.n;
        let (ties, mut left) = (std::mem::take(&mut self.ties), std::mem::take(&mut self.left));
        if self.lexicographic.len() < ties.len() * n {
            // As many ties as there can be, so that later ones find their place.
            self.lexicographic.resize(n * n, 0.0);
        }
        for (t, &tie) in ties.iter().enumerate() {
            self.write_inverse_row(tie, t);
        }
        left.clear();
        left.extend(0..ties.len());
        for equation in 0..n {
            if left.len() <= 1 {
                break;
            }
            let value = |t: usize| self.lexicographic[t * n + equation];
            let least = left.iter().map(|&t| value(t)).fold(f64::INFINITY, f64::min);
            left.retain(|&t| value(t) <= least + TIE_TOLERANCE * least.abs().max(1.0));
        }
        self.ties = ties;
        let mut place = 0;
        self.ties.retain(|_| {
            place += 1;
            left.contains(&(place - 1))
        });
        self.left = left;
    }

    /// Row of B^-1 of a basic variable over its entry of the entering column, by equations.
    fn write_inverse_row(&mut self, tie: Leaving, t: usize) {
        let (n, k, stride) = (self.n, self.structural.len(), self.n + 1);
        let scale = 1.0 / self.slope(tie);
        let factor = match tie {
            Leaving::Structural(place) => {
                self.work[..k].copy_from_slice(&self.g[place * stride..place * stride + k]);
                scale
            }
            Leaving::Slack(row) => {
                self.row_times_inverse(row);
                -scale
            }
        };
        let out = &mut self.lexicographic[t * n..(t + 1) * n];
        out.fill(0.0);
        for (&row, value) in self.rows.iter().zip(&self.work) {
            out[row] = value * factor;
        }
        if let Leaving::Slack(row) = tie {
            out[row] = scale;
        }
    }

    /// work = A_iK G.
    #[inline(always)]
    pub(super) fn row_times_inverse(&mut self, row: usize) {
        let (n, k, stride) = (self.n, self.structural.len(), self.n + 1);
        let out = &mut self.work[..k];
        out.fill(0.0);
        let factor = |a: usize| self.a[self.structural[a] * n + row];
        let line = |a: usize| &self.g[a * stride..a * stride + k];
        for a in (0..k / 4).map(|b| 4 * b) {
            let (f0, f1, f2, f3) = (factor(a), factor(a + 1), factor(a + 2), factor(a + 3));
            let (g0, g1, g2, g3) = (line(a), line(a + 1), line(a + 2), line(a + 3));
            for c in 0..k {
                out[c] += (f0 * g0[c] + f1 * g1[c]) + (f2 * g2[c] + f3 * g3[c]);
            }
        }
        for a in k - k % 4..k {
            let f = factor(a);
            for (v, g) in out.iter_mut().zip(line(a)) {
                *v += f * g;
            }
        }
    }

    /// z of the current basis in the units of the problem, rounding below zero cut off.
    pub fn write_z(&self, z: &mut [f64]) {
        z.fill(0.0);
        for (&column, &x) in self.structural.iter().zip(&self.x) {
            if column < self.n {
                z[column] = x.max(0.0) * self.z_scale;
            }
        }
    }
}

/// The least ratio of values over the entries above the threshold, infinite if there is none. Without branches.
#[inline(always)]
fn least_ratio(entries: &[f64], values: &[f64], threshold: f64) -> f64 {
    let ratio = |d: f64, value: f64| {
        let value = if value > 0.0 { value } else { 0.0 };
        if d > threshold { value / d } else { f64::INFINITY }
    };
    let mut lanes = [f64::INFINITY; 4];
    let (d4, v4) = (entries.chunks_exact(4), values[..entries.len()].chunks_exact(4));
    let rest = d4.remainder().iter().zip(v4.remainder());
    let mut least = rest.fold(f64::INFINITY, |m: f64, (&d, &v)| m.min(ratio(d, v)));
    for (d, v) in d4.zip(v4) {
        for k in 0..4 {
            let r = ratio(d[k], v[k]);
            lanes[k] = if r < lanes[k] { r } else { lanes[k] };
        }
    }
    for lane in lanes {
        least = least.min(lane);
    }
    least
}
