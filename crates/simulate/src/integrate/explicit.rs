//! Embedded explicit Runge-Kutta pairs with dense output: one stepper for every tableau.
//!
//! ```text
//!     k_i = f(t + c_i h, y + h sum_j a_ij k_j),     y1 = y + h sum_i b_i k_i,     k_s = f(t + h, y1)
//!     dense   y(theta) = y + theta (F_0 + (1 - theta) (F_1 + theta (F_2 + (1 - theta) (F_3 + ...))))
//!             F_0 = y1 - y,  F_1 = h k_0 - F_0,  F_2 = 2 F_0 - h (k_0 + k_s),  F_3.. = h sum_i d_i k_i
//! ```
//!
//! Source: Hairer, Norsett, Wanner, *Solving Ordinary Differential Equations I* (1993), sections II.4 to II.6 and II.10.

use super::{Integrator, Scale, System};

/// Components combined in one go: they and a stage's stay in the nearest cache.
const STRETCH: usize = 512;

/// How the error of a step is estimated from its stages.
#[derive(Debug, Clone, Copy)]
pub(super) enum Estimate {
    /// h sum e_i k_i.
    One(&'static [f64]),
    /// The two of order 5 and 3 of DOP853, combined as in that code.
    Two {
        /// Of order 5.
        fifth: &'static [f64],
        /// Of order 3.
        third: &'static [f64],
    },
}

/// The coefficients of a pair. Row `stages` of `a` and of `c` is the end of the step; further rows are stages of the dense output.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tableau {
    pub name: &'static str,
    pub order: u32,
    pub stages: usize,
    pub c: &'static [f64],
    pub a: &'static [&'static [f64]],
    pub b: &'static [f64],
    pub estimate: Estimate,
    pub dense: &'static [&'static [f64]],
}

/// A stepper with its stages.
#[derive(Debug, Clone)]
pub(super) struct Explicit {
    tableau: &'static Tableau,
    k: Vec<Vec<f64>>,
    work: Vec<f64>,
    start: Vec<f64>,
    /// F_0, F_1, ... of the last step, made when first asked for.
    dense: Vec<Vec<f64>>,
    last: (f64, f64),
}

impl Explicit {
    /// A stepper for a tableau.
    pub fn new(tableau: &'static Tableau) -> Self {
        let (k, dense) = (vec![Vec::new(); tableau.a.len()], vec![Vec::new(); 3 + tableau.dense.len()]);
        Self { tableau, k, work: Vec::new(), start: Vec::new(), dense, last: (0.0, 0.0) }
    }

    /// y + h sum_j a_j k_j into the work vector, stretch by stretch.
    fn combine(&mut self, y: &[f64], h: f64, a: &[f64]) {
        self.work.clear();
        self.work.extend_from_slice(y);
        for (stretch, work) in self.work.chunks_mut(STRETCH).enumerate() {
            for (factor, k) in a.iter().zip(&self.k).filter(|(factor, _)| **factor != 0.0) {
                for (w, k) in work.iter_mut().zip(&k[stretch * STRETCH..]) {
                    *w += h * factor * k;
                }
            }
        }
    }

    fn stage<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        t: f64,
        y: &[f64],
        h: f64,
        i: usize,
    ) -> Result<(), S::Fault> {
        self.combine(y, h, self.tableau.a[i]);
        let mut k = std::mem::take(&mut self.k[i]);
        k.resize(y.len(), 0.0);
        let answer = system.rate(t + self.tableau.c[i] * h, &self.work, &mut k);
        self.k[i] = k;
        answer
    }

    /// sum_i e_i k_i of component j.
    fn weighted(&self, weights: &[f64], j: usize) -> f64 {
        weights.iter().zip(&self.k).map(|(e, k)| e * k[j]).sum()
    }

    /// The sum of squares of sum_i e_i k_i in units of the tolerance, stretch by stretch.
    fn squares(&self, weights: &[f64], (y, end): (&[f64], &[f64]), scale: &Scale) -> f64 {
        let (mut sums, mut total) = ([0.0; STRETCH], 0.0);
        for first in (0..y.len()).step_by(STRETCH) {
            let last = y.len().min(first + STRETCH);
            let sums = &mut sums[..last - first];
            sums.fill(0.0);
            for (weight, k) in weights.iter().zip(&self.k).filter(|(weight, _)| **weight != 0.0) {
                sums.iter_mut().zip(&k[first..last]).for_each(|(sum, k)| *sum += weight * k);
            }
            for (j, sum) in (first..last).zip(sums) {
                total += (*sum / scale.of(j, y[j], end[j])).powi(2);
            }
        }
        total
    }

    /// The error in units of the tolerance.
    fn error(&self, y: &[f64], end: &[f64], h: f64, scale: &Scale) -> f64 {
        let n = y.len().max(1) as f64;
        let sum = |weights: &[f64]| self.squares(weights, (y, end), scale);
        match self.tableau.estimate {
            Estimate::One(weights) => h.abs() * (sum(weights) / n).sqrt(),
            Estimate::Two { fifth, third } => {
                let (fifth, third) = (sum(fifth), sum(third));
                let both = fifth + 0.01 * third;
                if both == 0.0 { 0.0 } else { h.abs() * fifth / (both * n).sqrt() }
            }
        }
    }
}

impl<S: System + ?Sized> Integrator<S> for Explicit {
    fn name(&self) -> &'static str {
        self.tableau.name
    }

    fn order(&self) -> u32 {
        self.tableau.order
    }

    /// The estimate is that of the lower order of the pair, and so is the dense output where the tableau has weights for it.
    fn dense_is_as_good(&self) -> bool {
        !self.tableau.dense.is_empty()
    }

    fn attempt(
        &mut self,
        system: &mut S,
        t: f64,
        (y, rate): (&[f64], &[f64]),
        h: f64,
        scale: &Scale,
        (end, end_rate): (&mut [f64], &mut [f64]),
    ) -> Result<f64, S::Fault> {
        self.k[0].clear();
        self.k[0].extend_from_slice(rate);
        for i in 1..=self.tableau.stages {
            self.stage(system, t, y, h, i)?;
        }
        end.copy_from_slice(&self.work);
        end_rate.copy_from_slice(&self.k[self.tableau.stages]);
        self.start.clear();
        self.start.extend_from_slice(y);
        self.last = (t, h);
        self.dense[0].clear();
        Ok(self.error(y, end, h, scale))
    }

    fn prepare_dense(&mut self, system: &mut S) -> Result<(), S::Fault> {
        if !self.dense[0].is_empty() {
            return Ok(());
        }
        let ((t, h), start) = (self.last, std::mem::take(&mut self.start));
        self.combine(&start, h, self.tableau.b);
        let end = self.work.clone();
        for i in self.tableau.stages + 1..self.tableau.a.len() {
            self.stage(system, t, &start, h, i)?;
        }
        let last = self.tableau.stages;
        for row in &mut self.dense {
            row.clear();
        }
        for j in 0..start.len() {
            let (first, change) = (h * self.k[0][j], end[j] - start[j]);
            self.dense[0].push(change);
            self.dense[1].push(first - change);
            self.dense[2].push(2.0 * change - first - h * self.k[last][j]);
            for (row, weights) in self.tableau.dense.iter().enumerate() {
                let value = h * self.weighted(weights, j);
                self.dense[3 + row].push(value);
            }
        }
        self.start = start;
        Ok(())
    }

    fn dense(&self, theta: f64, y: &mut [f64]) {
        for (j, (value, start)) in y.iter_mut().zip(&self.start).enumerate() {
            let mut sum = 0.0;
            for (k, row) in self.dense.iter().enumerate().rev() {
                sum = (sum + row[j]) * if k % 2 == 0 { theta } else { 1.0 - theta };
            }
            *value = start + sum;
        }
    }
}
