//! Steps over positions in which joints lose rank: a parallelogram as it lies flat, a slider-crank whose arms are equal.
//!
//! At such a position H M^-1 H^T is singular. The motion through it is smooth, but at an angle theta from it an error d of positions inside
//! a step makes errors of d / theta^2 in the accelerations, and what a step says of its own error is only that. Where a step is refused and
//!
//! ```text
//!     s_1 < 1e-3 s_2        the least eigenvalues of H M^-1 H^T, rows scaled to a diagonal of one, those of redundant rows left out
//! ```
//!
//! at one of its ends, it is judged instead by what it must keep: the joints and the energy.

use super::run::{Boxed, Run};
use crate::hold::terms::Terms;
use carom_mechanics::{At, Model};
use faer::{Mat, Side};

/// Joint rows up to which eigenvalues are asked for: beyond it they cost more than the step.
const FEW_ROWS: usize = 60;

/// Part of the next eigenvalue below which the least one is about to vanish: some hundredths of a radian from a flat position.
const ALONE: f64 = 1e-3;

/// Eigenvalues below this part of the largest one are those of redundant rows.
const REDUNDANT: f64 = 1e-13;

/// Tolerances by which joints may open and the energy may change in such a step, in metres or radians and in parts of the kinetic energy.
const KEPT: f64 = 100.0;

impl<'a, M: Model + ?Sized> Run<'a, M> {
    /// Whether the step of size h tried last leads over such a position and keeps what it must.
    pub(super) fn leaps(&mut self, integrator: &mut Boxed<'a, M>, h: f64) -> bool {
        let rows = self.smooth.terms.joints.len();
        if !(2..=FEW_ROWS).contains(&rows) || !self.smooth.closed.is_empty() || self.end.iter().any(|y| !y.is_finite())
        {
            return false;
        }
        let end = self.end.clone();
        let (q, v) = end.split_at(self.q.len());
        let (from, to) = (At { t: self.t, q: &self.q, v: &self.v }, At { t: self.t + h, q, v });
        let mut terms = Terms::default();
        terms.evaluate(self.model, from, std::iter::empty());
        let near = loses_rank(&terms);
        terms.evaluate(self.model, to, std::iter::empty());
        let limit = KEPT * self.settings.tolerance;
        let open = terms.joints.iter().fold(0.0_f64, |most, joint| most.max(joint.error.abs()));
        if !(near || loses_rank(&terms)) || open > limit {
            return false;
        }
        let after = self.model.energy(to);
        let work = self.work(integrator, h);
        (after.total() - self.energy - work).abs() <= limit * after.kinetic
    }
}

/// Whether the least eigenvalue that is not of a redundant row is alone near zero.
fn loses_rank(terms: &Terms) -> bool {
    let n = terms.joints.len();
    let mut columns = vec![vec![0.0; terms.mass.size()]; n];
    for (joint, column) in terms.joints.iter().zip(&mut columns) {
        joint.direction.row.add_to(1.0, column);
        terms.mass.solve(column);
    }
    let entry = |i: usize, j: usize| terms.joints[i].direction.row.dot(&columns[j]);
    let scale: Vec<f64> = (0..n).map(|i| entry(i, i).sqrt().recip()).collect();
    let scaled = Mat::from_fn(n, n, |i, j| scale[i] * scale[j] * entry(i, j));
    let Ok(mut values) = scaled.self_adjoint_eigenvalues(Side::Lower) else { return false };
    values.retain(|value| *value > REDUNDANT * n as f64);
    values.sort_by(f64::total_cmp);
    matches!(values[..], [least, next, ..] if least < ALONE * next)
}
