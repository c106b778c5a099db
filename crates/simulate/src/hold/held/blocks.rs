//! Products and factors of small dense blocks, row by row. Joints have up to six equations, and bodies blocks of three coordinates: rows of
//! such lengths the compiler writes out.

/// A pivot below this part of the diagonal of S makes the system singular: the same as in [`crate::algebra::linear`].
const SINGULAR: f64 = 1e-11;

/// Coordinates of a block of the mass matrix of a rigid body.
const BODY: usize = 3;

/// The scalar product of two short vectors.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The scalar product of two rows of a known length.
#[inline]
fn product<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        sum += a[k] * b[k];
    }
    sum
}

/// X = R B for a symmetric B of size n.
pub(super) fn times_symmetric(rows: &[f64], b: &[f64], n: usize, out: &mut [f64]) {
    if n == BODY {
        let b = b.as_chunks::<BODY>().0;
        for (row, out) in rows.as_chunks::<BODY>().0.iter().zip(out.as_chunks_mut::<BODY>().0) {
            for (x, line) in out.iter_mut().zip(b) {
                *x = product(line, row);
            }
        }
        return;
    }
    for (row, out) in rows.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
        for (line, x) in b.chunks_exact(n).zip(out) {
            *x = dot(line, row);
        }
    }
}

/// The lower triangle of C += A B^T with rows of A and B of length n.
pub(super) fn add_triangle(a: &[f64], b: &[f64], n: usize, c: &mut [f64]) {
    if n == BODY {
        let b = b.as_chunks::<BODY>().0;
        for (i, (row, line)) in a.as_chunks::<BODY>().0.iter().zip(c.chunks_exact_mut(b.len())).enumerate() {
            for (x, other) in line[..=i].iter_mut().zip(b) {
                *x += product(row, other);
            }
        }
        return;
    }
    add_product(a, b, n, c);
}

/// C += A B^T with rows of A and B of length n.
pub(super) fn add_product(a: &[f64], b: &[f64], n: usize, c: &mut [f64]) {
    if n == BODY {
        let b = b.as_chunks::<BODY>().0;
        for (row, line) in a.as_chunks::<BODY>().0.iter().zip(c.chunks_exact_mut(b.len())) {
            for (x, other) in line.iter_mut().zip(b) {
                *x += product(row, other);
            }
        }
        return;
    }
    for (row, line) in a.chunks_exact(n).zip(c.chunks_exact_mut(b.len() / n)) {
        for (other, x) in b.chunks_exact(n).zip(line) {
            *x += dot(row, other);
        }
    }
}

/// x += B^T y with rows of B as long as x.
pub(super) fn add_transposed(b: &[f64], y: &[f64], x: &mut [f64]) {
    if let Ok(x) = <&mut [f64; BODY]>::try_from(&mut *x) {
        for (line, y) in b.as_chunks::<BODY>().0.iter().zip(y) {
            for k in 0..BODY {
                x[k] += line[k] * y;
            }
        }
        return;
    }
    for (line, y) in b.chunks_exact(x.len()).zip(y) {
        x.iter_mut().zip(line).for_each(|(x, b)| *x += b * y);
    }
}

/// C -= A B^T.
pub(super) fn subtract_product<const N: usize>(a: &[[f64; N]], b: &[[f64; N]], c: &mut [f64]) {
    for (row, line) in a.iter().zip(c.chunks_exact_mut(b.len())) {
        for (x, other) in line.iter_mut().zip(b) {
            *x -= product(row, other);
        }
    }
}

/// x -= B y.
pub(super) fn subtract_times<const N: usize>(b: &[[f64; N]], y: &[f64; N], x: &mut [f64]) {
    x.iter_mut().zip(b).for_each(|(x, line)| *x -= product(line, y));
}

/// x -= B^T y.
pub(super) fn subtract_transposed<const N: usize>(b: &[[f64; N]], y: &[f64], x: &mut [f64; N]) {
    for (line, y) in b.iter().zip(y) {
        for k in 0..N {
            x[k] -= line[k] * y;
        }
    }
}

/// A = L L^T in the lower triangle of A, with the inverses of L's diagonal in its place; false if a pivot is too small for its place
/// on the diagonal of S.
pub(super) fn factor<const N: usize>(a: &mut [[f64; N]; N], diagonal: &[f64]) -> bool {
    for j in 0..N {
        let line = a[j];
        let mut pivot = line[j];
        for x in &line[..j] {
            pivot -= x * x;
        }
        if pivot.is_nan() || pivot <= SINGULAR * diagonal[j] {
            return false;
        }
        let inverse = 1.0 / pivot.sqrt();
        a[j][j] = inverse;
        for other in &mut a[j + 1..] {
            let known: f64 = other[..j].iter().zip(&line).map(|(x, y)| x * y).sum();
            other[j] = (other[j] - known) * inverse;
        }
    }
    true
}

/// x <- L^-1 x.
pub(super) fn forward<const N: usize>(x: &mut [f64; N], l: &[[f64; N]; N]) {
    for j in 0..N {
        let mut value = x[j];
        for k in 0..j {
            value -= l[j][k] * x[k];
        }
        x[j] = value * l[j][j];
    }
}

/// x <- L^-T x.
pub(super) fn backward<const N: usize>(x: &mut [f64; N], l: &[[f64; N]; N]) {
    for j in (0..N).rev() {
        x[j] *= l[j][j];
        for k in 0..j {
            x[k] -= l[j][k] * x[j];
        }
    }
}
