//! Radau IIA of order 5: an implicit method for stiff equations (penalty contacts, stiff springs) with dense output.
//!
//! ```text
//!     Z_i = h sum_j a_ij f(t + c_j h, y + Z_j),  i = 1..3,     y1 = y + Z_3
//!     (I - h A x J) dZ = -Z + h (A x I) F(Z)                                    simplified Newton, J by differences
//!     A = sum_k g_k x_k z_k^T   one real eigenvalue, two conjugate:
//!     dZ = x_0 (I - h g_0 J)^-1 z_0^T r + 2 Re x_1 (I - h g_1 J)^-1 z_1^T r      two systems of n instead of one of 3 n
//!     error  (I - h g_0 J)^-1 (g_0 h f(t, y) + e_1 Z_1 + e_2 Z_2 + e_3 Z_3)
//!     dense  y + sum_i Z_i l_i(theta),   l_i the polynomials that are one at c_i and zero at the others and at 0
//! ```
//!
//! Islands of components that do not feel each other have systems of their own, and their differences are taken all at once.
//!
//! Source: Hairer, Wanner, *Solving Ordinary Differential Equations II* (1996), section IV.8.

use super::{Integrator, Scale, System};
use faer::linalg::solvers::{PartialPivLu, Solve};
use faer::{Mat, c64};

/// Newton's steps allowed; more means that the step is too large.
const NEWTON: usize = 10;

/// Newton stops when its correction is below this part of the tolerated error.
const ENOUGH: f64 = 1e-3;

/// Corrections below this part of it that no longer decrease are the rounding of stiff forces.
const ROUNDING: f64 = 2e-2;

/// What is returned as error where Newton does not converge: the step shrinks by its largest factor. What theory says of its rate is of
/// no use beside kinks: steps that shrink by less, or Newton's steps given up earlier, were measured to cost up to ten times as much.
const FAILED: f64 = 1e9;

/// The method with its work arrays.
#[derive(Debug, Clone, Default)]
pub(super) struct Radau {
    start: Vec<f64>,
    stages: Vec<f64>,
    jacobian: Vec<Island>,
    /// Time and point of the Jacobian.
    known: Option<(f64, Vec<f64>)>,
    /// The size of the step made last.
    made: f64,
    /// Size and stages of the step before, see [`Integrator::follow`]; empty where nothing is known of it.
    course: Vec<f64>,
}

/// Components that feel each other, and J among them.
#[derive(Debug, Clone)]
struct Island {
    members: Vec<usize>,
    jacobian: Mat<f64>,
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
    fn differentiate<S: System + ?Sized>(&mut self, system: &mut S, t: f64, y: &[f64]) -> Result<(), S::Fault> {
        if self.known.as_ref().is_some_and(|(time, point)| *time == t && point == y) {
            return Ok(());
        }
        let n = y.len();
        // What is frozen is what was asked last.
        let mut rate = vec![0.0; n];
        system.rate(t, y, &mut rate)?;
        let (mut moved, mut there) = (y.to_vec(), vec![0.0; n]);
        system.freeze();
        let islands = system.islands(n).into_iter();
        self.jacobian = islands.map(|m| Island { jacobian: Mat::zeros(m.len(), m.len()), members: m }).collect();
        let most = self.jacobian.iter().map(|island| island.members.len()).max().unwrap_or(0);
        for k in 0..most {
            for &j in self.jacobian.iter().filter_map(|island| island.members.get(k)) {
                // Square root of rounding: balances the errors of truncation and of subtraction.
                moved[j] = y[j] + f64::EPSILON.sqrt() * y[j].abs().max(1e-5);
            }
            system.rate(t, &moved, &mut there)?;
            for Island { members, jacobian } in &mut self.jacobian {
                let Some(&j) = members.get(k) else { continue };
                for (row, &i) in members.iter().enumerate() {
                    jacobian[(row, k)] = (there[i] - rate[i]) / (moved[j] - y[j]);
                }
                moved[j] = y[j];
            }
        }
        system.thaw();
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

    /// Stages on the polynomial of the step before, if it is known.
    fn onwards(&self, n: usize, h: f64) -> Option<Vec<f64>> {
        let (before, known) = self.course.split_first().filter(|(_, known)| known.len() == 3 * n)?;
        let mut stages = vec![0.0; 3 * n];
        for (stage, node) in stages.chunks_exact_mut(n.max(1)).zip(coefficients().0) {
            let weight = weights(1.0 + node * h / before);
            for (k, value) in stage.iter_mut().enumerate() {
                *value = (0..3).map(|i| weight[i] * known[i * n + k]).sum::<f64>() - known[2 * n + k];
            }
        }
        Some(stages)
    }

    /// The first of Newton's steps, from where J and y' at the start lead or from where the step before leads, for each island from where it
    /// is shorter: the one is right where something has just changed, the other where it has not. Its size.
    fn begin<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        t: f64,
        (y, rate): (&[f64], &[f64]),
        (h, factors): (f64, &Factors),
        scale: &Scale,
    ) -> Result<f64, S::Fault> {
        let n = y.len();
        let (c, _) = coefficients();
        let along: Vec<f64> = (0..3 * n).map(|i| h * c[i / n] * rate[i % n]).collect();
        self.stages = factors.solve(&along);
        let mut change = factors.solve(&self.defect(system, t, y, h)?);
        if let Some(onwards) = self.onwards(n, h) {
            let linear = std::mem::replace(&mut self.stages, onwards);
            let other = factors.solve(&self.defect(system, t, y, h)?);
            for Factored { members, .. } in &factors.islands {
                let size = |change: &[f64]| largest(members.iter().flat_map(|&k| parts(change, k, y, scale)));
                let (from_linear, from_onwards) = (size(&change), size(&other));
                for i in members.iter().flat_map(|&k| [k, n + k, 2 * n + k]) {
                    if from_onwards < from_linear {
                        change[i] = other[i];
                    } else {
                        self.stages[i] = linear[i];
                    }
                }
            }
        }
        self.stages.iter_mut().zip(&change).for_each(|(stage, change)| *stage += change);
        Ok(largest((0..n).flat_map(|k| parts(&change, k, y, scale))))
    }

    /// Solves for the stages; false if Newton does not converge.
    fn newton<S: System + ?Sized>(
        &mut self,
        system: &mut S,
        t: f64,
        (y, rate): (&[f64], &[f64]),
        (h, factors): (f64, &Factors),
        scale: &Scale,
    ) -> Result<bool, S::Fault> {
        let mut last = f64::INFINITY;
        let mut size = self.begin(system, t, (y, rate), (h, factors), scale)?;
        for _ in 1..NEWTON {
            if size.is_nan() || size > 2.0 * last {
                return Ok(false);
            }
            if size <= ENOUGH || (size <= ROUNDING && size > 0.5 * last) {
                return Ok(true);
            }
            last = size;
            let change = factors.solve(&self.defect(system, t, y, h)?);
            self.stages.iter_mut().zip(&change).for_each(|(stage, change)| *stage += change);
            size = largest((0..y.len()).flat_map(|k| parts(&change, k, y, scale)));
        }
        Ok(size <= ENOUGH)
    }

    /// The error of the step in units of the tolerance.
    fn error(&self, y: &[f64], rate: &[f64], (h, factors): (f64, &Factors), scale: &Scale) -> f64 {
        let n = y.len();
        let s = 6.0_f64.sqrt();
        let g = real_root();
        let e = [g / 3.0 * (-13.0 - 7.0 * s), g / 3.0 * (-13.0 + 7.0 * s), -g / 3.0];
        let estimate = |k: usize| g * h * rate[k] + (0..3).map(|i| e[i] * self.stages[i * n + k]).sum::<f64>();
        let sum: f64 = factors
            .islands
            .iter()
            .map(|island| {
                let error =
                    island.real.solve(Mat::from_fn(island.members.len(), 1, |k, _| estimate(island.members[k])));
                let part =
                    |(row, &k): (usize, &usize)| error[(row, 0)] / scale.of(k, y[k], y[k] + self.stages[2 * n + k]);
                island.members.iter().enumerate().map(|member| part(member).powi(2)).sum::<f64>()
            })
            .sum();
        (sum / n.max(1) as f64).sqrt()
    }
}

/// What the stages of component k change by, in units of the tolerance.
fn parts(change: &[f64], k: usize, y: &[f64], scale: &Scale) -> [f64; 3] {
    let tolerated = scale.of(k, y[k], y[k]);
    [0, 1, 2].map(|i| (change[i * y.len() + k] / tolerated).abs())
}

/// The largest of some sizes; a size that is no number must not be overlooked.
fn largest(sizes: impl Iterator<Item = f64>) -> f64 {
    sizes.fold(0.0, |most, size| if size > most || size.is_nan() { size } else { most })
}

/// The polynomials l_i that are one at c_i and zero at the others and at 0.
fn weights(theta: f64) -> [f64; 3] {
    let (c, _) = coefficients();
    [0, 1, 2].map(|i| {
        let others = (0..3).filter(|&j| j != i);
        others.fold(theta / c[i], |weight, j| weight * (theta - c[j]) / (c[i] - c[j]))
    })
}

/// The real eigenvalue g_0 of A: the real root of 60 g^3 - 36 g^2 + 9 g - 1.
fn real_root() -> f64 {
    (6.0 + 81.0_f64.cbrt() - 9.0_f64.cbrt()) / 30.0
}

/// The eigenvalue g_1 of A with positive imaginary part: what the real one leaves of trace 36/60 and determinant 1/60.
fn complex_root() -> c64 {
    let g = real_root();
    let half = 0.5 * (0.6 - g);
    c64::new(half, (1.0 / (60.0 * g) - half * half).sqrt())
}

/// Right and left eigenvectors x, z of A at an eigenvalue, with z . x = 1: what two rows (columns) of A - g I are both normal to.
fn eigenvectors(g: c64) -> ([c64; 3], [c64; 3]) {
    let (_, a) = coefficients();
    let entry = |i: usize, j: usize| c64::new(a[i][j], 0.0) - if i == j { g } else { c64::new(0.0, 0.0) };
    let cross =
        |u: [c64; 3], v: [c64; 3]| [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let x = cross([0, 1, 2].map(|j| entry(0, j)), [0, 1, 2].map(|j| entry(1, j)));
    let z = cross([0, 1, 2].map(|i| entry(i, 0)), [0, 1, 2].map(|i| entry(i, 1)));
    let length = x[0] * z[0] + x[1] * z[1] + x[2] * z[2];
    (x, z.map(|part| part / length))
}

/// The two systems of each island in a step.
struct Factors {
    n: usize,
    islands: Vec<Factored>,
}

/// I - h g_0 J and I - h g_1 J of an island.
struct Factored {
    members: Vec<usize>,
    real: PartialPivLu<f64>,
    complex: PartialPivLu<c64>,
}

impl Factors {
    fn new(n: usize, islands: &[Island], h: f64) -> Self {
        let (g, root) = (real_root(), complex_root());
        let one = |i: usize, j: usize| if i == j { 1.0 } else { 0.0 };
        let factor = |Island { members, jacobian }: &Island| {
            let m = members.len();
            let real = Mat::from_fn(m, m, |i, j| one(i, j) - h * g * jacobian[(i, j)]);
            let complex = Mat::from_fn(m, m, |i, j| c64::new(one(i, j), 0.0) - root * (h * jacobian[(i, j)]));
            Factored { members: members.clone(), real: real.partial_piv_lu(), complex: complex.partial_piv_lu() }
        };
        Self { n, islands: islands.iter().map(factor).collect() }
    }

    /// (I - h A x J)^-1 r.
    fn solve(&self, r: &[f64]) -> Vec<f64> {
        let n = self.n;
        let ((x, z), (u, w)) = (eigenvectors(c64::new(real_root(), 0.0)), eigenvectors(complex_root()));
        let part = |k: usize, left: &[c64; 3]| left[0] * r[k] + left[1] * r[n + k] + left[2] * r[2 * n + k];
        let mut solution = vec![0.0; 3 * n];
        for Factored { members, real, complex } in &self.islands {
            let m = members.len();
            let real = real.solve(Mat::from_fn(m, 1, |k, _| part(members[k], &z).re));
            let complex = complex.solve(Mat::from_fn(m, 1, |k, _| part(members[k], &w)));
            for (row, &k) in members.iter().enumerate() {
                for i in 0..3 {
                    solution[i * n + k] = x[i].re * real[(row, 0)] + 2.0 * (u[i] * complex[(row, 0)]).re;
                }
            }
        }
        solution
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
        self.differentiate(system, t, y)?;
        let factors = Factors::new(y.len(), &self.jacobian, h);
        let converged = self.newton(system, t, (y, rate), (h, &factors), scale)?;
        let n = y.len();
        for k in 0..n {
            end[k] = y[k] + self.stages[2 * n + k];
        }
        self.start.clear();
        self.start.extend_from_slice(y);
        self.made = h;
        if !converged {
            return Ok(FAILED);
        }
        system.rate(t + h, end, end_rate)?;
        Ok(self.error(y, rate, (h, &factors), scale))
    }

    /// The estimate is of order 3 where the step itself is of order 5: an error of the step below eps shows as one of some eps^(2/3) in it.
    fn loosened(&self, scale: &Scale) -> Scale {
        let relative = scale.relative.max(0.1 * scale.relative.powf(2.0 / 3.0));
        Scale { absolute: scale.absolute * relative / scale.relative, relative }
    }

    fn course(&self) -> Vec<f64> {
        std::iter::once(self.made).chain(self.stages.iter().copied()).collect()
    }

    fn follow(&mut self, course: &[f64]) {
        self.course.clear();
        self.course.extend_from_slice(course);
    }

    fn prepare_dense(&mut self, _system: &mut S) -> Result<(), S::Fault> {
        Ok(())
    }

    fn dense(&self, theta: f64, y: &mut [f64]) {
        let (n, weight) = (y.len(), weights(theta));
        for (k, value) in y.iter_mut().enumerate() {
            *value = self.start[k] + (0..3).map(|i| weight[i] * self.stages[i * n + k]).sum::<f64>();
        }
    }
}
