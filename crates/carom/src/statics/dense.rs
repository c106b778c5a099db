//! The few dense decompositions that statics needs, on small matrices.

use faer::{Mat, Side};

/// A matrix by rows.
pub(super) type Rows = Vec<Vec<f64>>;

/// Singular values below this part of the largest count as zero: rows of hyperstatic contacts and free directions are equal to
/// rounding, those of real mechanisms differ by far more.
const RANK: f64 = 1e-9;

/// The solution of least norm and, as columns, an orthonormal basis of what it may be changed by.
#[derive(Debug, Clone)]
pub(super) struct Solved {
    pub x: Vec<f64>,
    /// Largest |A x - b|.
    pub residual: f64,
    pub free: Rows,
}

fn mat(a: &[Vec<f64>], columns: usize) -> Mat<f64> {
    Mat::from_fn(a.len(), columns, |i, j| a[i][j])
}

/// Solves A x = b (A by rows, with so many columns) in the sense of least squares and least norm; `None` if numbers are not finite.
pub(super) fn solve(a: &[Vec<f64>], columns: usize, b: &[f64]) -> Option<Solved> {
    let unit = |j: usize| (0..columns).map(|i| f64::from(i == j)).collect();
    if a.is_empty() || columns == 0 {
        let residual = b.iter().fold(0.0, |most: f64, b| most.max(b.abs()));
        return Some(Solved { x: vec![0.0; columns], residual, free: (0..columns).map(unit).collect() });
    }
    let matrix = mat(a, columns);
    let svd = matrix.svd().ok()?;
    let (u, s, v) = (svd.U(), svd.S().column_vector(), svd.V());
    let largest = s.iter().fold(0.0, |most: f64, s| most.max(*s));
    let rank = s.iter().filter(|s| **s > RANK * largest && **s > 0.0).count();
    let mut x = vec![0.0; columns];
    for k in 0..rank {
        let along: f64 = (0..a.len()).map(|i| u[(i, k)] * b[i]).sum::<f64>() / s[k];
        x.iter_mut().enumerate().for_each(|(j, x)| *x += along * v[(j, k)]);
    }
    let error = |(row, b): (&Vec<f64>, &f64)| (dot(row, &x) - b).abs();
    let residual = a.iter().zip(b).map(error).fold(0.0, f64::max);
    let free = (rank..columns).map(|k| (0..columns).map(|j| v[(j, k)]).collect()).collect();
    x.iter().all(|x: &f64| x.is_finite()).then_some(Solved { x, residual, free })
}

/// Eigenvalues, ascending, and eigenvectors of a symmetric matrix; only its lower half is read.
pub(super) fn eigen(a: &[Vec<f64>]) -> Option<(Vec<f64>, Rows)> {
    if a.is_empty() {
        return Some((Vec::new(), Vec::new()));
    }
    let found = mat(a, a.len()).self_adjoint_eigen(Side::Lower).ok()?;
    let (u, s) = (found.U(), found.S().column_vector());
    let vectors = (0..a.len()).map(|k| (0..a.len()).map(|i| u[(i, k)]).collect()).collect();
    Some((s.iter().copied().collect(), vectors))
}

/// a . b
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Largest magnitude.
pub(super) fn largest<'a>(values: impl IntoIterator<Item = &'a f64>) -> f64 {
    values.into_iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// Whether every principal minor of a matrix is positive (it is a P-matrix): then every complementarity problem with it has
/// exactly one solution. Rows and columns are scaled by the diagonal first.
pub(super) fn is_p_matrix(a: &[Vec<f64>]) -> bool {
    let n = a.len();
    if (0..n).any(|i| a[i][i].is_nan() || a[i][i] <= 0.0) {
        return false;
    }
    let scaled = |i: usize, j: usize| a[i][j] / (a[i][i] * a[j][j]).sqrt();
    (1_u32..1 << n).all(|set| {
        let members: Vec<usize> = (0..n).filter(|i| set >> i & 1 == 1).collect();
        determinant(members.iter().map(|i| members.iter().map(|j| scaled(*i, *j)).collect()).collect()) > 0.0
    })
}

/// The determinant by elimination with row exchanges.
fn determinant(mut a: Rows) -> f64 {
    let n = a.len();
    let mut product = 1.0;
    for k in 0..n {
        let pivot = (k..n).fold(k, |best, i| if a[i][k].abs() > a[best][k].abs() { i } else { best });
        if a[pivot][k] == 0.0 {
            return 0.0;
        }
        if pivot != k {
            a.swap(pivot, k);
            product = -product;
        }
        product *= a[k][k];
        let (head, tail) = a.split_at_mut(k + 1);
        for line in tail {
            let factor = line[k] / head[k][k];
            line.iter_mut().zip(&head[k]).for_each(|(x, p)| *x -= factor * p);
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_norm_and_what_is_free() {
        let solved = solve(&[vec![1.0, 1.0], vec![2.0, 2.0]], 2, &[2.0, 4.0]).unwrap();
        // A few roundings of numbers of order one.
        assert!(solved.residual < 1e-14 && solved.x.iter().all(|x| (x - 1.0).abs() < 1e-14));
        assert_eq!(solved.free.len(), 1);
        assert!(solve(&[vec![1.0], vec![1.0]], 1, &[0.0, 1.0]).unwrap().residual > 0.4);
    }

    #[test]
    fn p_matrices() {
        assert!(is_p_matrix(&[vec![1.0, -3.0], vec![2.0, 1.0]]));
        assert!(!is_p_matrix(&[vec![1.0, 3.0], vec![2.0, 1.0]]));
        assert!(!is_p_matrix(&[vec![-1.0]]));
        assert!((determinant(vec![vec![0.0, 2.0], vec![3.0, 4.0]]) + 6.0).abs() < 1e-14);
    }
}
