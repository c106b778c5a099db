//! Differences of products without loss by cancellation.
//!
//! det = AC - B^2 and the numerators of every sticking impulse are differences of two products that may be nearly equal.
//! Each product is split exactly into a rounded value and its error (Veltkamp's splitting and Dekker's product,
//! Numerische Mathematik 18, 1971), so that the difference keeps full relative accuracy in the given data.

/// Splits at half the 53-bit significand: 2^27 + 1.
const SPLITTER: f64 = 134_217_729.0;

/// Above this share of the sum of magnitudes a plain difference has lost less than a decimal digit and is kept.
const HARMLESS_CANCELLATION: f64 = 0.1;

/// x = high + low exactly, each with at most 26 significant bits.
fn split(x: f64) -> (f64, f64) {
    let scaled = SPLITTER * x;
    let high = scaled - (scaled - x);
    (high, x - high)
}

/// x y = product + error exactly (barring overflow and underflow).
fn two_product(x: f64, y: f64) -> (f64, f64) {
    let product = x * y;
    let (xh, xl) = split(x);
    let (yh, yl) = split(y);
    let error = ((xh * yh - product) + xh * yl + xl * yh) + xl * yl;
    (product, error)
}

/// a b - c d to about one unit in the last place of the result, also under heavy cancellation.
#[inline]
pub(crate) fn difference_of_products(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let (p, q) = (a * b, c * d);
    let plain = p - q;
    if plain.abs() > HARMLESS_CANCELLATION * (p.abs() + q.abs()) {
        return plain;
    }
    let (p, p_error) = two_product(a, b);
    let (q, q_error) = two_product(c, d);
    (p - q) + (p_error - q_error)
}

/// -1, 0 or 1 (unlike `f64::signum`, zero has no sign).
#[inline]
pub(crate) fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_of_nearly_equal_products_is_exact() {
        // (1 + u)(1 - u) - 1 * 1 = -u^2 exactly, u = 2^-30: a plain difference gives 0 or a multiple of 2^-53.
        let u = f64::powi(2.0, -30);
        assert_eq!(difference_of_products(1.0 + u, 1.0 - u, 1.0, 1.0), -u * u);
    }

    #[test]
    fn plain_differences_are_kept() {
        assert_eq!(difference_of_products(3.0, 4.0, 1.0, 2.0), 10.0);
        assert_eq!(difference_of_products(0.0, 4.0, 0.0, 2.0), 0.0);
    }

    #[test]
    fn zero_has_no_sign() {
        assert_eq!((sign(-0.0), sign(2.0), sign(-3.0)), (0.0, 1.0, -1.0));
    }
}
