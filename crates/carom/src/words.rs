//! Numbers and coefficients as a person reads them.

use carom_impact::{Coefficient, Coefficients};

/// A number with at most six significant digits and no trailing zeros.
pub fn short(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let digits = 5 - value.abs().log10().floor().clamp(-300.0, 300.0) as i32;
    if !(0..=9).contains(&digits) {
        return format!("{value:.5e}");
    }
    let text = format!("{value:.*}", digits as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Coefficients by name, those that were given.
pub fn coefficients(given: &Coefficients) -> String {
    let named =
        Coefficient::ALL.into_iter().filter_map(|name| given.get(name).map(|value| format!("{name} {}", short(value))));
    named.collect::<Vec<_>>().join("  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_true() {
        assert_eq!(short(2.5), "2.5");
        assert_eq!(short(-0.600000001), "-0.6");
        assert_eq!(short(123456.7), "123457");
        assert_eq!(short(1e-12), "1.00000e-12");
        assert_eq!(short(0.0), "0");
    }
}
