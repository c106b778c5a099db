//! The zero of a function between two points of different sign.

/// The zero between a and b, where the function has different signs, to a relative error (Ridders).
pub(super) fn zero_between(mut a: f64, mut b: f64, error: f64, value: impl Fn(f64) -> f64) -> f64 {
    let (mut at_a, mut at_b) = (value(a), value(b));
    let mut last = f64::INFINITY;
    for _ in 0..100 {
        let middle = 0.5 * (a + b);
        let at_middle = value(middle);
        let root = (at_middle * at_middle - at_a * at_b).sqrt();
        if root == 0.0 {
            return middle;
        }
        let side = if at_a > at_b { 1.0 } else { -1.0 };
        let x = middle + side * (middle - a) * at_middle / root;
        let at_x = value(x);
        if at_x == 0.0 || (x - last).abs() <= error * x.abs() || (a - b).abs() <= error * x.abs() {
            return x;
        }
        last = x;
        for (x, at_x) in [(middle, at_middle), (x, at_x)] {
            // The second point lies between the first and one of the ends.
            let inside = x >= a.min(b) && x <= a.max(b);
            if inside && (at_x > 0.0) == (at_a > 0.0) {
                (a, at_a) = (x, at_x);
            } else if inside {
                (b, at_b) = (x, at_x);
            }
        }
    }
    0.5 * (a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_of_both_slopes() {
        let want = 2.0_f64.sqrt();
        assert!((zero_between(0.0, 3.0, 1e-15, |x| x * x - 2.0) - want).abs() < 1e-14);
        assert!((zero_between(0.0, 3.0, 1e-15, |x| 2.0 - x * x) - want).abs() < 1e-14);
    }
}
