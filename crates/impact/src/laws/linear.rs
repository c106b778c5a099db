//! Linear systems of two and three unknowns by determinants, with a test of singularity relative to their terms.

use crate::accurate::difference_of_products;

/// A determinant below this share of its terms counts as zero: rounding alone would make it so.
const VANISHING: f64 = 1e-13;

/// Solves rows . x = right, or none if singular.
pub(super) fn solve2(rows: [[f64; 2]; 2], right: [f64; 2]) -> Option<[f64; 2]> {
    let [[a, b], [c, d]] = rows;
    let det = difference_of_products(a, d, b, c);
    if det.abs() <= VANISHING * ((a * d).abs() + (b * c).abs()) {
        return None;
    }
    let x = difference_of_products(right[0], d, b, right[1]) / det;
    let y = difference_of_products(a, right[1], right[0], c) / det;
    Some([x, y])
}

/// The three 2 x 2 minors of two rows (their cross product), accurate under cancellation.
fn cross(p: [f64; 3], q: [f64; 3]) -> [f64; 3] {
    [
        difference_of_products(p[1], q[2], p[2], q[1]),
        difference_of_products(p[2], q[0], p[0], q[2]),
        difference_of_products(p[0], q[1], p[1], q[0]),
    ]
}

fn dot(p: [f64; 3], q: [f64; 3]) -> f64 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/// Solves rows . x = right, or none if singular.
pub(super) fn solve3(rows: [[f64; 3]; 3], right: [f64; 3]) -> Option<[f64; 3]> {
    let minors = cross(rows[1], rows[2]);
    let det = dot(rows[0], minors);
    let size: f64 = (0..3).map(|i| (rows[0][i] * minors[i]).abs()).sum();
    if det.abs() <= VANISHING * size {
        return None;
    }
    let (second, third) = (cross(rows[2], rows[0]), cross(rows[0], rows[1]));
    Some([0, 1, 2].map(|i| (right[0] * minors[i] + right[1] * second[i] + right[2] * third[i]) / det))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_unknowns() {
        assert_eq!(solve2([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]), Some([1.0, 3.0]));
        assert_eq!(solve2([[2.0, 1.0], [4.0, 2.0]], [5.0, 10.0]), None);
        assert_eq!(solve2([[0.0, 0.0], [0.0, 0.0]], [0.0, 0.0]), None);
    }

    #[test]
    fn three_unknowns() {
        let rows = [[2.0, 0.0, 1.0], [0.0, 4.0, 0.0], [1.0, 0.0, 1.0]];
        assert_eq!(solve3(rows, [5.0, 8.0, 3.0]), Some([2.0, 2.0, 1.0]));
        assert_eq!(solve3([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 0.0, 1.0]], [1.0, 2.0, 3.0]), None);
    }
}
