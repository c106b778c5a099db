//! The local matrix of one contact, without what rounding has made of it.
//!
//! ```text
//!     G = W^t (M^-1 - M^-1 H^t (H M^-1 H^t)^+ H M^-1) W
//! ```
//!
//! Joints take away from what the free bodies would do, and what they take away wholly is left as rounding of the free numbers: seen in
//! units of those, S_ij = G_ij / sqrt(F_ii F_jj) with F = W^t M^-1 W, eigenvalues that small, or no larger than the negative ones, are zero.
//!
//! Velocities along what is left are all that joints allow; what integration has made of them beside that is rounding too, and matters where
//! a bouncing has become slow: a law would find that no impulse takes it away.

use super::impact::Shock;
use super::run::Run;
use crate::hold::terms::product;
use carom_mechanics::{Model, Row};
use faer::{Mat, Side};

/// Eigenvalues of S below this are rounding: far above that of a few dozen joints, far below what a body of a scene does on a lever.
const NOISE: f64 = 1e-11;

/// How much larger than the most negative eigenvalue rounding may have made others.
const LARGER: f64 = 4.0;

/// A symmetric matrix of the three directions of a contact that a law knows: N T theta in the plane, N T T in space.
pub(super) type Local = [[f64; 3]; 3];

/// Why a contact without a normal motion has no impact.
pub(super) const HELD: &str = "its joints do not let it move along its normal, and no impulse ends the approach";

impl<M: Model + ?Sized> Run<'_, M> {
    /// G of one contact along its normal, its tangents and, in the plane, its moment.
    pub(super) fn local_matrix(&self, shock: &Shock, contact: usize) -> Local {
        let rows = [0, 1, 2].map(|i| [0, 1, 2].map(|j| shock.entry((contact, i), (contact, j))));
        let terms = &self.smooth.terms;
        if terms.joints.is_empty() {
            return rows;
        }
        let all = &terms.contacts[contact];
        let third = if shock.tangents == 1 { &all.moment } else { &all.tangential[1] };
        let free = |row: &Row| {
            let mut solved = Row::new();
            terms.mass.solve_row(row, &mut solved);
            product(row, &solved)
        };
        without_rounding(rows, [&all.along_normal, &all.tangential[0], third].map(|direction| free(&direction.row)))
    }

    /// The velocities of one contact along the directions of its local matrix, without those that are no velocities and that its joints do
    /// not allow.
    pub(super) fn local_velocity(&self, shock: &Shock, contact: usize, g: &Local) -> [f64; 3] {
        let [normal, tangential, across, moment] = shock.before[contact];
        let before = [normal, tangential, if shock.tangents == 1 { moment } else { across }];
        allowed(g, before)
            .filter(|u| (0..3).all(|i| (u[i] - before[i]).abs() <= self.zero_velocity()))
            .unwrap_or(before)
    }
}

/// The part of the velocities u that impulses can change, G G^+ u in units of the diagonal; `None` if that is all of them.
fn allowed(g: &Local, u: [f64; 3]) -> Option<[f64; 3]> {
    let unit = [0, 1, 2].map(|i| g[i][i].max(0.0).sqrt());
    let moves = |i: usize| unit[i] > 0.0;
    let share = |i: usize, j: usize| if moves(i) && moves(j) { g[i][j] / (unit[i] * unit[j]) } else { 0.0 };
    let (values, vectors) = eigen([0, 1, 2].map(|i| [0, 1, 2].map(|j| share(i, j))))?;
    let kept: Vec<usize> = (0..3).filter(|&k| values[k] > NOISE).collect();
    let part = |k: usize| -> f64 { (0..3).filter(|&j| moves(j)).map(|j| vectors[j][k] * u[j] / unit[j]).sum() };
    let sum = |i: usize| -> f64 { kept.iter().map(|&k| unit[i] * vectors[i][k] * part(k)).sum() };
    (kept.len() < 3).then(|| [0, 1, 2].map(sum))
}

/// G with the eigenvalues that are rounding of the free numbers taken out; as it is if there are none.
fn without_rounding(g: Local, free: [f64; 3]) -> Local {
    let unit = free.map(|f| if f > 0.0 { f.sqrt() } else { 0.0 });
    let share = |i: usize, j: usize| {
        let both = unit[i] * unit[j];
        if both > 0.0 { 0.5 * (g[i][j] + g[j][i]) / both } else { 0.0 }
    };
    let Some((values, vectors)) = eigen([0, 1, 2].map(|i| [0, 1, 2].map(|j| share(i, j)))) else { return g };
    let least = values.into_iter().fold(0.0, f64::min);
    let noise = NOISE.max(-LARGER * least);
    let moves = unit.iter().filter(|unit| **unit > 0.0).count();
    if values.iter().filter(|value| **value > noise).count() >= moves || !least.is_finite() {
        return g;
    }
    let kept = |i: usize, j: usize| -> f64 {
        (0..3).filter(|&k| values[k] > noise).map(|k| values[k] * vectors[i][k] * vectors[j][k]).sum()
    };
    // What does not move is not coupled either.
    let unit = [0, 1, 2].map(|i| if kept(i, i) > noise { unit[i] } else { 0.0 });
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| unit[i] * unit[j] * kept(i, j)))
}

/// Eigenvalues of a symmetric matrix and its eigenvectors by columns; `None` where it has entries that are no numbers.
fn eigen(a: Local) -> Option<([f64; 3], Local)> {
    let found = Mat::from_fn(3, 3, |i, j| a[i][j]).self_adjoint_eigen(Side::Lower).ok()?;
    let (values, vectors) = (found.S().column_vector(), found.U());
    Some(([0, 1, 2].map(|k| values[k]), [0, 1, 2].map(|i| [0, 1, 2].map(|k| vectors[(i, k)]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Q diag(l) Q^t with the columns of Q at right angles.
    fn made(values: [f64; 3]) -> Local {
        let q = [[2.0, -2.0, 1.0], [1.0, 2.0, 2.0], [2.0, 1.0, -2.0]].map(|row| row.map(|x: f64| x / 3.0));
        [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| values[k] * q[i][k] * q[j][k]).sum()))
    }

    /// Rounding of numbers of order ten.
    const TINY: f64 = 1e-13;

    #[test]
    fn eigenvalues_are_found() {
        let (mut values, _) = eigen(made([4.8, -2e-3, 8.3])).unwrap();
        values.sort_unstable_by(f64::total_cmp);
        assert!(values.iter().zip([-2e-3, 4.8, 8.3]).all(|(a, b)| (a - b).abs() < TINY), "{values:?}");
    }

    /// What joints have left by rounding goes, whatever its sign; what is small but there stays, to the last bit.
    #[test]
    fn what_is_rounding_is_taken_out() {
        for rounding in [4e-14, -3e-12] {
            let g = without_rounding(made([4.8, rounding, 8.3]), [9.0; 3]);
            let right = made([4.8, 0.0, 8.3]);
            assert!((0..9).all(|k| (g[k / 3][k % 3] - right[k / 3][k % 3]).abs() < 1e-11), "{g:?}");
            let (values, _) = eigen(g).unwrap();
            let least = values.into_iter().fold(f64::INFINITY, |m, value| m.min(value.abs()));
            assert!(least < TINY, "{values:?}");
        }
        let good = made([4.8, 1e-6, 8.3]);
        assert_eq!(without_rounding(good, [9.0; 3]), good);
    }

    /// A contact that can only move along (2, 1, 2)/3: what is beside it goes, and nothing where all can move.
    #[test]
    fn velocities_are_those_that_the_joints_allow() {
        let way = [2.0, 1.0, 2.0];
        let hinge = way.map(|x: f64| way.map(|y| x * y));
        let u = allowed(&hinge, [2.0 + 1e-9, 1.0, 2.0]).unwrap();
        assert!((u[0] - 2.0 * u[1]).abs() < TINY && (u[2] - 2.0 * u[1]).abs() < TINY && (u[1] - 1.0).abs() < 1e-9);
        assert_eq!(allowed(&made([4.8, 1e-6, 8.3]), [1.0, 2.0, 3.0]), None);
    }

    /// Free bodies of a thousand per kilogram whose joints leave 1e-13 of that: the contact does not move that way.
    #[test]
    fn a_direction_that_joints_hold_does_not_move() {
        let g = without_rounding([[2.0, 1e-8, 0.0], [1e-8, 1e-10, 0.0], [0.0, 0.0, 1.0]], [2.0, 1e3, 1.0]);
        assert_eq!((g[1][1], g[0][1], g[1][0]), (0.0, 0.0, 0.0));
        assert!((g[0][0] - 2.0).abs() < TINY && (g[2][2] - 1.0).abs() < TINY);
    }
}
