//! Radau IIA of order 5: an implicit method for stiff equations (penalty contacts, stiff springs) with dense output.
//!
//! ```text
//!     Z_i = h sum_j a_ij f(t + c_j h, y + Z_j),  i = 1..3,     y1 = y + Z_3
//!     (I - h A x J) dZ = -Z + h (A x I) F(Z)                                    simplified Newton, J by differences
//!     error  (I - h g J)^-1 (g h f(t, y) + e_1 Z_1 + e_2 Z_2 + e_3 Z_3)
//!     dense  y + sum_i Z_i l_i(theta),   l_i the polynomials that are one at c_i and zero at the others and at 0
//! ```
//!
//! Source: Hairer, Wanner, *Solving Ordinary Differential Equations II* (1996), section IV.8.

use super::{Integrator, Scale, System};
use faer::Mat;
use faer::linalg::solvers::Solve;

/// Newton's steps allowed; more means that the step is too large.
const NEWTON: usize = 10;

/// Newton stops when its correction is below this part of the tolerated error.
const ENOUGH: f64 = 1e-3;

/// What is returned as error where Newton does not converge: the step shrinks by its largest factor.
const FAILED: f64 = 1e9;

/// The real eigenvalue of A^-1 is 1/g.
const G: f64 = 1.0 / 3.637_834_252_744_496;

/// The method with its work arrays.
#[derive(Debug, Clone, Default)]
pub(super) struct Radau {
    start: Vec<f64>,
    stages: Vec<f64>,
    jacobian: Vec<f64>,
    /// Time and point of the Jacobian.
    known: Option<(f64, Vec<f64>)>,
}

/// Nodes c and matrix A.
fn coefficients() -> ([f64; 3], [[f64; 3]; 3]) {
    let s = 6.0_f64.sqrt();
    let c = [(4.0 - s) / 10.0, (4.0 + s) / 10.0, 1.0];
    let a = [
        [(88.0 - 7.0 * s) / 360.0, (296.0 - 169.0 * s) / 1800.0, (-2.0 + 3.0 * s) / 225.0],
        [(296.0 + 169.0 * s) / 1800.0, (88.0 + 7.0 * s) / 360.0, (-2.0 - 3.0 * s) / 225.0],
        [(16.0 - s) / 36.0, (16.0 + s) / 36.0, 1.0 / 9.0],
    ];
    (c, a)
}

impl Radau {
    /// J by forward differences at (t, y), made anew only at another point.
    fn differentiate<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        t: f64,
        y: &[f64],
        rate: &[f64],
    ) -> Result<(), S::Fault> {
        if self.known.as_ref().is_some_and(|(time, point)| *time == t && point == y) {
            return Ok(());
        }
        let n = y.len();
        self.jacobian.resize(n * n, 0.0);
        let (mut moved, mut there) = (y.to_vec(), vec![0.0; n]);
        for j in 0..n {
            // Square root of rounding: balances the errors of truncation and of subtraction.
            let step = f64::EPSILON.sqrt() * y[j].abs().max(1e-5);
            moved[j] = y[j] + step;
            system.rate(t, &moved, &mut there)?;
            for i in 0..n {
                self.jacobian[i * n + j] = (there[i] - rate[i]) / (moved[j] - y[j]);
            }
            moved[j] = y[j];
        }
        self.known = Some((t, y.to_vec()));
        Ok(())
    }

    /// h (A x I) F(Z) - Z for the present stages.
    fn defect<S: System + ?Sized>(&self, system: &mut S, t: f64, y: &[f64], h: f64) -> Result<Vec<f64>, S::Fault> {
        let (c, a) = coefficients();
        let n = y.len();
        let (mut rates, mut point) = (vec![0.0; 3 * n], vec![0.0; n]);
        for i in 0..3 {
            for k in 0..n {
                point[k] = y[k] + self.stages[i * n + k];
            }
            system.rate(t + c[i] * h, &point, &mut rates[i * n..(i + 1) * n])?;
        }
        let mut defect = vec![0.0; 3 * n];
        for i in 0..3 {
            for k in 0..n {
                let sum: f64 = (0..3).map(|j| a[i][j] * rates[j * n + k]).sum();
                defect[i * n + k] = h * sum - self.stages[i * n + k];
            }
        }
        Ok(defect)
    }

    /// Solves for the stages; false if Newton does not converge.
    fn newton<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        t: f64,
        y: &[f64],
        h: f64,
        scale: &Scale,
    ) -> Result<bool, S::Fault> {
        let (_, a) = coefficients();
        let n = y.len();
        let matrix = Mat::from_fn(3 * n, 3 * n, |row, column| {
            let identity = if row == column { 1.0 } else { 0.0 };
            identity - h * a[row / n][column / n] * self.jacobian[(row % n) * n + column % n]
        });
        let factors = matrix.partial_piv_lu();
        self.stages.clear();
        self.stages.resize(3 * n, 0.0);
        let mut last = f64::INFINITY;
        for _ in 0..NEWTON {
            let defect = self.defect(system, t, y, h)?;
            let change = factors.solve(Mat::from_fn(3 * n, 1, |i, _| defect[i]));
            let mut size = 0.0_f64;
            for i in 0..3 * n {
                self.stages[i] += change[(i, 0)];
                size = size.max((change[(i, 0)] / scale.of(i % n, y[i % n], y[i % n])).abs());
            }
            if size.is_nan() || size > 2.0 * last {
                return Ok(false);
            }
            if size <= ENOUGH {
                return Ok(true);
            }
            last = size;
        }
        Ok(false)
    }

    /// The error of the step in units of the tolerance.
    fn error(&self, y: &[f64], rate: &[f64], h: f64, scale: &Scale) -> f64 {
        let n = y.len();
        let s = 6.0_f64.sqrt();
        let e = [G / 3.0 * (-13.0 - 7.0 * s), G / 3.0 * (-13.0 + 7.0 * s), -G / 3.0];
        let matrix = Mat::from_fn(n, n, |i, j| if i == j { 1.0 } else { 0.0 } - h * G * self.jacobian[i * n + j]);
        let right =
            Mat::from_fn(n, 1, |k, _| G * h * rate[k] + (0..3).map(|i| e[i] * self.stages[i * n + k]).sum::<f64>());
        let error = matrix.partial_piv_lu().solve(right);
        let sum: f64 = (0..n).map(|k| (error[(k, 0)] / scale.of(k, y[k], y[k] + self.stages[2 * n + k])).powi(2)).sum();
        (sum / n.max(1) as f64).sqrt()
    }
}

impl<S: System + ?Sized> Integrator<S> for Radau {
    fn name(&self) -> &'static str {
        "radau"
    }

    /// The estimate is of order 3, so that the step follows its fourth root.
    fn order(&self) -> u32 {
        4
    }

    /// The end of a step is damped, its inside is not.
    fn dense_is_as_good(&self) -> bool {
        false
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
        self.differentiate(system, t, y, rate)?;
        let converged = self.newton(system, t, y, h, scale)?;
        let n = y.len();
        for k in 0..n {
            end[k] = y[k] + self.stages[2 * n + k];
        }
        self.start.clear();
        self.start.extend_from_slice(y);
        if !converged {
            return Ok(FAILED);
        }
        system.rate(t + h, end, end_rate)?;
        Ok(self.error(y, rate, h, scale))
    }

    fn prepare_dense(&mut self, _system: &mut S) -> Result<(), S::Fault> {
        Ok(())
    }

    fn dense(&self, theta: f64, y: &mut [f64]) {
        let (c, _) = coefficients();
        let n = y.len();
        let mut weight = [0.0; 3];
        for i in 0..3 {
            weight[i] = theta / c[i];
            for j in (0..3).filter(|&j| j != i) {
                weight[i] *= (theta - c[j]) / (c[i] - c[j]);
            }
        }
        for (k, value) in y.iter_mut().enumerate() {
            *value = self.start[k] + (0..3).map(|i| weight[i] * self.stages[i * n + k]).sum::<f64>();
        }
    }
}
