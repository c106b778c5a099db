//! A proof that no reactions help.
//!
//! Every solution has r in K and u_N = (W r + q)_N >= 0. A vector y of normal parts (one number a contact) with
//!
//! ```text
//!     y >= 0,    (W^T y)_N + mu |(W^T y)_T| <= 0  at every contact,    q_N . y < 0
//! ```
//!
//! makes y . u_N = (W^T y) . r + y . q_N < 0 for every r in K, so that some u_N is negative: the problem has no solution. For
//! symmetric positive semidefinite W the middle condition is W y = 0: normal reactions in balance with each other, as two plates
//! have that squeeze a body, while the velocities q close in on it. Such a y exists exactly if the problem without
//! friction, the LCP (W_NN, q_N), is infeasible, and the default solver for LCPs finds it.
//!
//! Source: Cottle, Pang, Stone, *The Linear Complementarity Problem* (2009), theorem 2.7.9 (Farkas); Acary, Cadoux, Lemarechal,
//! Malick, *ZAMM* 91 (2011) (when friction problems have a solution).

use super::FrictionProblem;
use super::residual::{part, tangential_norm};
use crate::lcp::{Choose, Lcp, LcpSolver};
use crate::matrix::Matrix;
use crate::settings::Settings;

/// How far a certificate may miss the middle condition, relative to the sum of the absolute terms of that very condition: W is a
/// product of three matrices, whose cancellations leave some thousand roundings.
const ROUNDING: f64 = 1e-12;

/// How far q . y must be below zero, relative to the sum of its absolute terms. With the above, reactions that made up for it
/// would be a thousand million times as large as usual ones.
const MARGIN: f64 = 1e-3;

/// Contacts at most: the LCP is dense, and one of this size takes about a tenth of a second.
const MAX_CONTACTS: usize = 400;

/// True if y proves that the problem has no solution, to rounding.
pub fn verify_certificate(problem: &FrictionProblem, y: &[f64]) -> bool {
    if y.len() != problem.contacts() || y.iter().any(|v| !v.is_finite() || *v < 0.0) {
        return false;
    }
    let terms = problem.q().iter().step_by(problem.dim()).zip(y).map(|(q, y)| q * y);
    let (product, size) = terms.fold((0.0, 0.0), |(s, a), t| (s + t, a + t.abs()));
    let nothing = if problem.dim() == 3 { induces_nothing::<3>(problem, y) } else { induces_nothing::<2>(problem, y) };
    product < -MARGIN * size && nothing
}

/// (W^T y)_N + mu |(W^T y)_T| <= 0 at every contact, to rounding.
fn induces_nothing<const D: usize>(problem: &FrictionProblem, y: &[f64]) -> bool {
    let (mut sum, mut size) = (vec![0.0; problem.size()], vec![0.0; problem.size()]);
    for (i, &y) in y.iter().enumerate().filter(|(_, y)| **y > 0.0) {
        for (j, block) in problem.w().row(i) {
            for k in 0..D {
                sum[j * D + k] += block[k] * y;
                size[j * D + k] += block[k].abs() * y;
            }
        }
    }
    (0..problem.contacts()).all(|i| {
        let (s, a) = (part::<D>(&sum, i), part::<D>(&size, i));
        let (mu, largest) = (problem.mu()[i], a.iter().fold(0.0_f64, |m, v| m.max(*v)));
        s[0] + mu * tangential_norm(&s) <= ROUNDING * (1.0 + mu) * largest
    })
}

/// A verified certificate, if there is one and it is found within the limits.
pub(crate) fn prove(problem: &FrictionProblem, settings: &Settings) -> Option<Vec<f64>> {
    let (n, d) = (problem.contacts(), problem.dim());
    if n > MAX_CONTACTS {
        return None;
    }
    let mut normal = Matrix::zeros(n, n);
    for i in 0..n {
        for (j, block) in problem.w().row(i) {
            normal[(i, j)] = block[0];
        }
    }
    let q = problem.q().iter().step_by(d).copied().collect();
    let limits = Settings { tolerance: Settings::default().tolerance, max_iterations: None, ..settings.clone() };
    let outcome = Choose::new().solve(&Lcp::new(normal, q).ok()?, None, &limits).ok()?;
    let certificate = outcome.certificate;
    (certificate.len() == n && verify_certificate(problem, &certificate)).then_some(certificate)
}
