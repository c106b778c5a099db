//! Numbers as text: the shortest that reads back as the same bits.

use std::io::{self, Write};

/// Writes a number, without an exponent from 1e-5 to 1e16.
pub(crate) fn write(out: &mut impl Write, value: f64) -> io::Result<()> {
    if !value.is_finite() {
        return write!(out, "{value}");
    }
    let mut buffer = ryu::Buffer::new();
    let text = buffer.format_finite(value);
    out.write_all(text.strip_suffix(".0").unwrap_or(text).as_bytes())
}

/// A number for people, with so many significant digits at most.
pub(super) fn short(value: f64, digits: usize) -> String {
    let text = format!("{value:.*e}", digits.saturating_sub(1));
    text.parse::<f64>().map_or(text, |rounded| rounded.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(value: f64) -> String {
        let mut out = Vec::new();
        write(&mut out, value).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn short_where_it_can_be() {
        let texts = [0.1, -0.0, 3.0, 1e-7, 1e-5, 1.5e300, 123456789.0, 1e15, 1e16, f64::INFINITY].map(text);
        assert_eq!(
            texts,
            ["0.1", "-0", "3", "1e-7", "0.00001", "1.5e300", "123456789", "1000000000000000", "1e16", "inf"]
        );
    }

    #[test]
    fn people_get_few_digits() {
        assert_eq!([0.416_666, 10.0, -1.0 / 3.0].map(|value| short(value, 4)), ["0.4167", "10", "-0.3333"]);
        assert_eq!(short(f64::NAN, 4), "NaN");
    }

    proptest! {
        #[test]
        fn every_number_reads_back_as_the_same_bits(bits in any::<u64>()) {
            let value = f64::from_bits(bits);
            prop_assume!(!value.is_nan());
            prop_assert_eq!(text(value).parse::<f64>().unwrap().to_bits(), bits);
        }
    }
}
