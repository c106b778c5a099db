//! Sums over whole slices, written so that they become vector instructions.

/// Numbers added side by side in a sum of products.
const LANES: usize = 4;

/// The sum of the products of two slices of one length.
#[inline(always)]
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (heads, tail) = a.as_chunks::<LANES>();
    let (others, other_tail) = b.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for (x, y) in heads.iter().zip(others) {
        for k in 0..LANES {
            sums[k] += x[k] * y[k];
        }
    }
    let rest: f64 = tail.iter().zip(other_tail).map(|(x, y)| x * y).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// x <- x - factor y, for as many numbers as x has.
#[inline(always)]
pub(crate) fn subtract(x: &mut [f64], y: &[f64], factor: f64) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x -= factor * y);
}
