//! Small dense factorisations in place, row by row, without allocation.
//!
//! Source: Golub, Van Loan, *Matrix Computations*, sections 4.1 (symmetric) and 3.4 (LU with row exchanges).

use crate::matrix::dot;

/// A pivot below this part of the largest entry of the matrix counts as zero.
/// Larger values call nearly singular systems singular, smaller ones divide by rounding.
const SINGULAR: f64 = 1e-13;

/// Solves A x = b for symmetric positive definite A (k x k, row by row, only its upper triangle is read) by symmetric Gaussian
/// elimination A = U^T D^-1 U; A becomes U with D^-1 on its diagonal, b the solution.
/// False, with A and b spoilt, if A is not positive definite to rounding.
#[inline(always)]
pub(crate) fn definite_solve(a: &mut [f64], k: usize, b: &mut [f64]) -> bool {
    let largest = (0..k).fold(0.0_f64, |m, i| m.max(a[i * k + i]));
    let least = SINGULAR * largest;
    for j in 0..k {
        let (upper, lower) = a.split_at_mut((j + 1) * k);
        let pivot_row = &mut upper[j * k + j..];
        if pivot_row[0].is_nan() || pivot_row[0] <= least {
            return false;
        }
        let inverse = 1.0 / pivot_row[0];
        pivot_row[0] = inverse;
        let b_j = b[j];
        for (i, line) in lower.chunks_exact_mut(k).enumerate() {
            let rest = &pivot_row[i + 1..];
            let factor = rest[0] * inverse;
            for (x, p) in line[j + 1 + i..].iter_mut().zip(rest) {
                *x -= factor * p;
            }
            b[j + 1 + i] -= factor * b_j;
        }
    }
    for j in (0..k).rev() {
        let row = &a[j * k + j..(j + 1) * k];
        b[j] = (b[j] - dot(&row[1..], &b[j + 1..k])) * row[0];
    }
    true
}

/// Solves A x = b by LU with row exchanges; A becomes its factors, b the solution.
/// False, with A and b spoilt, if A is singular to rounding.
#[inline(always)]
pub(crate) fn lu_solve(a: &mut [f64], k: usize, pivots: &mut Vec<usize>, b: &mut [f64]) -> bool {
    if !lu_factor(a, k, pivots) {
        return false;
    }
    lu_apply(a, k, pivots, b);
    true
}

/// A = P^T L U in place; false if a pivot is zero to rounding.
#[inline(always)]
pub(crate) fn lu_factor(a: &mut [f64], k: usize, pivots: &mut Vec<usize>) -> bool {
    let least = SINGULAR * crate::matrix::max_abs(a);
    pivots.clear();
    for j in 0..k {
        let row = (j + 1..k).fold(j, |best, r| if a[r * k + j].abs() >= a[best * k + j].abs() { r } else { best });
        pivots.push(row);
        if row != j {
            let (upper, lower) = a.split_at_mut(row * k);
            upper[j * k..(j + 1) * k].swap_with_slice(&mut lower[..k]);
        }
        let pivot = a[j * k + j];
        if pivot.is_nan() || pivot.abs() <= least {
            return false;
        }
        let inverse = 1.0 / pivot;
        let (upper, lower) = a.split_at_mut((j + 1) * k);
        let pivot_row = &upper[j * k + j + 1..];
        for line in lower.chunks_exact_mut(k) {
            let factor = line[j] * inverse;
            line[j] = factor;
            if factor != 0.0 {
                for (x, p) in line[j + 1..].iter_mut().zip(pivot_row) {
                    *x -= factor * p;
                }
            }
        }
    }
    true
}

/// Solves with the factors of [`lu_factor`].
#[inline(always)]
pub(crate) fn lu_apply(a: &[f64], k: usize, pivots: &[usize], b: &mut [f64]) {
    for (i, &p) in pivots.iter().enumerate() {
        b.swap(i, p);
    }
    for i in 0..k {
        b[i] -= dot(&a[i * k..i * k + i], &b[..i]);
    }
    for i in (0..k).rev() {
        let row = &a[i * k..(i + 1) * k];
        b[i] = (b[i] - dot(&row[i + 1..], &b[i + 1..k])) / row[i];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetric_elimination_and_lu_agree_on_a_definite_matrix() {
        let a = [4.0, 1.0, 0.5, 1.0, 3.0, 0.25, 0.5, 0.25, 2.0];
        let (mut x, mut y) = ([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]);
        assert!(definite_solve(&mut a.clone(), 3, &mut x));
        assert!(lu_solve(&mut a.clone(), 3, &mut Vec::new(), &mut y));
        // Rounding of a 3 x 3 solve with condition about 2: a few units of 2e-16.
        assert!(x.iter().zip(&y).all(|(a, b)| (a - b).abs() < 1e-14));
    }

    #[test]
    fn indefinite_and_singular_matrices_are_refused() {
        assert!(!definite_solve(&mut [1.0, 2.0, 2.0, 1.0], 2, &mut [1.0, 1.0]));
        assert!(!lu_solve(&mut [1.0, 1.0, 1.0, 1.0], 2, &mut Vec::new(), &mut [1.0, 1.0]));
    }
}
