//! Principal moments and axes of inertia.

use glam::{DMat3, DQuat, DVec3};

/// Sweeps of Jacobi's rotations: convergence is quadratic, five are enough for any symmetric matrix.
const SWEEPS: usize = 20;

/// Principal moments in ascending order and the rotation R whose columns are their axes: J = R diag(moments) R^T.
/// Jacobi's method (Golub and Van Loan, Matrix Computations, 8.5): each turn makes one entry off the diagonal zero.
/// Axes of a matrix that is diagonal already are kept.
pub(crate) fn principal(inertia: DMat3) -> (DVec3, DQuat) {
    let mut a = inertia.to_cols_array_2d();
    let mut r = DMat3::IDENTITY.to_cols_array_2d();
    for _ in 0..SWEEPS {
        let off = a[0][1].abs() + a[0][2].abs() + a[1][2].abs();
        if off <= f64::EPSILON * 1e-2 * (a[0][0].abs() + a[1][1].abs() + a[2][2].abs()) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            turn(&mut a, &mut r, p, q);
        }
    }
    sorted(DVec3::new(a[0][0], a[1][1], a[2][2]), r)
}

/// One rotation in the plane p, q; the columns of r turn with it.
fn turn(a: &mut [[f64; 3]; 3], r: &mut [[f64; 3]; 3], p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let tau = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = tau.signum() / (tau.abs() + tau.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    for k in 0..3 {
        (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
        (r[p][k], r[q][k]) = (c * r[p][k] - s * r[q][k], s * r[p][k] + c * r[q][k]);
    }
}

/// Moments ascending, axes right-handed.
fn sorted(moments: DVec3, columns: [[f64; 3]; 3]) -> (DVec3, DQuat) {
    let m = moments.to_array();
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| m[i].total_cmp(&m[j]));
    let [x, y, z] = order.map(|i| DVec3::from_array(columns[i]));
    let axes = DMat3::from_cols(x, y, if x.cross(y).dot(z) < 0.0 { -z } else { z });
    (DVec3::from_array(order.map(|i| m[i])), DQuat::from_mat3(&axes).normalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_axes_give_the_matrix_back() {
        let j = DMat3::from_cols_array(&[4.0, -1.0, 0.5, -1.0, 5.0, 0.3, 0.5, 0.3, 6.0]);
        let (moments, axes) = principal(j);
        let r = DMat3::from_quat(axes);
        let back = r * DMat3::from_diagonal(moments) * r.transpose();
        // Products of numbers of order one: some units of rounding.
        assert!((back - j).to_cols_array().iter().all(|x| x.abs() < 1e-14), "{back:?}");
        assert!(moments.x <= moments.y && moments.y <= moments.z);
    }
}
