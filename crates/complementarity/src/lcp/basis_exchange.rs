//! How the small inverse of Lemke's basis follows the exchange of two variables.
//!
//! With G = (A_RK)^-1, the entering column (d_K, d_w) and v = A_iK G:
//!
//! ```text
//!     z_j enters, w_i leaves     border      G' = [ G + d_K v / p   -d_K / p ]      p = d_i
//!                                                 [ -v / p           1 / p   ]
//!     z_j enters, x_p leaves     column      G'_p = G_p / d_p,      G'_a = G_a - d_a G'_p
//!     w_r enters, w_i leaves     row         G'_.p = G_.p / v_p,    G'_.c = G_.c - v_c G'_.p
//!     w_r enters, x_t leaves     deletion    G'_ac = G_ac - G_ap G_tc / G_tp, without row t and column p
//! ```
//!
//! Source: Golub, Van Loan, *Matrix Computations*, section 2.1.4 (Sherman-Morrison); CPS, section 2.2 (Schur complements).

use super::basis::{Basis, Leaving, NONE};

impl Basis {
    /// Exchanges the entering variable (whose column is in `d_x`, `d_w`) and the leaving one.
    #[inline(always)]
    pub fn exchange(&mut self, entering: usize, leaving: Leaving) {
        let (n, k) = (self.n, self.structural.len());
        let value = match leaving {
            Leaving::Structural(place) => self.x[place] / self.d_x[place],
            Leaving::Slack(row) => self.w[row] / self.d_w[row],
        };
        for (x, d) in self.x.iter_mut().zip(&self.d_x) {
            *x -= value * d;
        }
        for (w, d) in self.w.iter_mut().zip(&self.d_w) {
            *w -= value * d;
        }
        match (entering >= n, leaving) {
            (true, Leaving::Slack(row)) => self.border(entering - n, row, value, k),
            (true, Leaving::Structural(place)) => self.replace_column(entering - n, place, value, k),
            (false, Leaving::Slack(row)) => self.replace_row(entering, row, value, k),
            (false, Leaving::Structural(place)) => self.delete(entering, place, value, k),
        }
    }

    /// z_j enters, w_i leaves: G grows by a row and a column.
    #[inline(always)]
    fn border(&mut self, column: usize, row: usize, value: f64, k: usize) {
        let stride = self.n + 1;
        let inverse = 1.0 / self.d_w[row];
        self.row_times_inverse(row);
        for a in 0..k {
            let factor = self.d_x[a] * inverse;
            let line = &mut self.g[a * stride..a * stride + k + 1];
            for (g, v) in line.iter_mut().zip(&self.work[..k]) {
                *g += factor * v;
            }
            line[k] = -factor;
        }
        let last = &mut self.g[k * stride..k * stride + k + 1];
        for (g, v) in last.iter_mut().zip(&self.work[..k]) {
            *g = -v * inverse;
        }
        last[k] = inverse;
        self.place_of_column[column] = k;
        self.place_of_row[row] = k;
        self.structural.push(column);
        self.rows.push(row);
        self.x.push(value);
        self.w[row] = 0.0;
    }

    /// z_j enters, a structural variable leaves: a rank-one change of the rows of G.
    #[inline(always)]
    fn replace_column(&mut self, column: usize, place: usize, value: f64, k: usize) {
        let stride = self.n + 1;
        let inverse = 1.0 / self.d_x[place];
        for (v, g) in self.work[..k].iter_mut().zip(&self.g[place * stride..place * stride + k]) {
            *v = g * inverse;
        }
        for a in (0..k).filter(|&a| a != place) {
            let factor = self.d_x[a];
            if factor != 0.0 {
                for (g, v) in self.g[a * stride..a * stride + k].iter_mut().zip(&self.work[..k]) {
                    *g -= factor * v;
                }
            }
        }
        self.g[place * stride..place * stride + k].copy_from_slice(&self.work[..k]);
        self.place_of_column[self.structural[place]] = NONE;
        self.place_of_column[column] = place;
        self.structural[place] = column;
        self.x[place] = value;
    }

    /// w_r enters, w_i leaves: a rank-one change of the columns of G.
    #[inline(always)]
    fn replace_row(&mut self, entering: usize, row: usize, value: f64, k: usize) {
        let stride = self.n + 1;
        let p = self.place_of_row[entering];
        self.row_times_inverse(row);
        let inverse = 1.0 / self.work[p];
        self.work[p] = 0.0;
        for a in 0..k {
            let line = &mut self.g[a * stride..a * stride + k];
            let factor = line[p] * inverse;
            if factor != 0.0 {
                for (g, v) in line.iter_mut().zip(&self.work[..k]) {
                    *g -= factor * v;
                }
            }
            line[p] = factor;
        }
        self.place_of_row[entering] = NONE;
        self.place_of_row[row] = p;
        self.rows[p] = row;
        self.w[entering] = value;
        self.w[row] = 0.0;
    }

    /// w_r enters, a structural variable leaves: G shrinks by a row and a column.
    #[inline(always)]
    fn delete(&mut self, entering: usize, place: usize, value: f64, k: usize) {
        let stride = self.n + 1;
        let p = self.place_of_row[entering];
        let inverse = 1.0 / self.g[place * stride + p];
        self.work[..k].copy_from_slice(&self.g[place * stride..place * stride + k]);
        for a in (0..k).filter(|&a| a != place) {
            let line = &mut self.g[a * stride..a * stride + k];
            let factor = line[p] * inverse;
            if factor != 0.0 {
                for (g, v) in line.iter_mut().zip(&self.work[..k]) {
                    *g -= factor * v;
                }
            }
            line[p] = line[k - 1];
        }
        if place != k - 1 {
            self.g.copy_within((k - 1) * stride..(k - 1) * stride + k, place * stride);
        }
        self.place_of_column[self.structural[place]] = NONE;
        self.place_of_row[entering] = NONE;
        self.structural.swap_remove(place);
        self.rows.swap_remove(p);
        self.x.swap_remove(place);
        if let Some(&moved) = self.structural.get(place) {
            self.place_of_column[moved] = place;
        }
        if let Some(&moved) = self.rows.get(p) {
            self.place_of_row[moved] = p;
        }
        self.w[entering] = value;
    }
}
