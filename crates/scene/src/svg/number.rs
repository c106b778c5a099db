//! Numbers for people: round ticks, sensible digits, real minus signs, powers of ten where zeros would hide the value.

use super::text::Label;

/// Magnitudes shown without a power of ten.
const PLAIN: std::ops::Range<f64> = 1e-2..1e4;

/// Most ticks of one axis: a guard against steps lost to rounding.
const MOST_TICKS: i64 = 60;

/// A power of ten taken out of a set of numbers, and the decimals they are shown with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    exponent: i32,
    decimals: usize,
}

impl Format {
    /// For values up to a magnitude, with four or five significant digits.
    pub(super) fn for_values(largest: f64) -> Self {
        let exponent = common_exponent(largest);
        let digits = (largest / power(exponent)).log10().floor();
        let decimals = if digits.is_finite() { (4.0 - digits).clamp(0.0, 4.0) as usize } else { 0 };
        Self { exponent, decimals }
    }

    /// The same with the power of ten of another magnitude, so that a table agrees with its axes; not if the values are far larger.
    pub(super) fn for_values_on_axes(largest: f64, axes: f64) -> Self {
        let exponent = common_exponent(axes);
        let digits = (largest / power(exponent)).log10().floor();
        if largest == 0.0 {
            return Self { exponent, decimals: 0 };
        }
        if !(-5.0..=5.0).contains(&digits) {
            return Self::for_values(largest);
        }
        Self { exponent, decimals: (4.0 - digits).clamp(0.0, 7.0) as usize }
    }

    /// For ticks a step apart, up to a magnitude.
    pub(super) fn for_ticks(largest: f64, step: f64) -> Self {
        let exponent = common_exponent(largest);
        let decimals = (-(step / power(exponent)).log10() - 1e-9).ceil();
        Self { exponent, decimals: if decimals.is_finite() { decimals.clamp(0.0, 12.0) as usize } else { 0 } }
    }

    /// A number with the power taken out.
    pub(super) fn write(self, value: f64) -> String {
        if !value.is_finite() {
            return "–".to_owned();
        }
        let text = format!("{:.*}", self.decimals, value / power(self.exponent));
        let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
        if zero { text.replace('-', "") } else { text.replace('-', "−") }
    }

    /// A unit in markup with the power of ten, in parentheses: "(10^{3} N s)".
    pub(super) fn unit(self, unit: &str) -> String {
        let power = if self.exponent == 0 { String::new() } else { format!("10^{{{}}}", minus(self.exponent)) };
        let space = if power.is_empty() || unit.is_empty() { "" } else { " " };
        if power.is_empty() && unit.is_empty() { String::new() } else { format!(" ({power}{space}{unit})") }
    }
}

/// Ticks of an axis and how to write them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    pub(super) values: Vec<f64>,
    pub(super) step: f64,
    pub(super) format: Format,
}

impl Ticks {
    /// Multiples of 1, 2 or 5 times a power of ten within a range, about as many as wanted; none for a range that is not one.
    pub(super) fn new(low: f64, high: f64, wanted: usize) -> Self {
        let step = round_step((high - low) / wanted.max(1) as f64);
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        let valid = step > 0.0 && step.is_finite() && first.abs() < 1e15 && last.abs() < 1e15;
        let last = if valid { (last as i64).min(first as i64 + MOST_TICKS) } else { -1 };
        let values = if valid { (first as i64..=last).map(|i| i as f64 * step).collect() } else { Vec::new() };
        Self { values, step, format: Format::for_ticks(low.abs().max(high.abs()), step) }
    }

    /// 0, 1, 2, ..., so many of them.
    pub(super) fn whole(count: usize) -> Self {
        let values: Vec<f64> = (0..count).map(|i| i as f64).collect();
        Self { values, step: 1.0, format: Format::for_ticks(count as f64, 1.0) }
    }

    /// The same with the power of ten of a larger magnitude, so that two axes of one quantity share it.
    pub(super) fn scaled_with(self, largest: f64) -> Self {
        let own = self.values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
        Self { format: Format::for_ticks(largest.max(own), self.step), ..self }
    }

    /// The ticks with their text.
    pub(super) fn labelled(&self) -> impl Iterator<Item = (f64, String)> {
        self.values.iter().map(|value| (*value, self.format.write(*value)))
    }
}

/// The 1, 2 or 5 times a power of ten that is nearest by ratio.
fn round_step(value: f64) -> f64 {
    let exponent = value.log10().floor();
    if !exponent.is_finite() {
        return f64::NAN;
    }
    let lead = value / 10f64.powf(exponent);
    // The borders are the geometric means of 1, 2, 5 and 10.
    let factor = [(1.0, 2f64), (2.0, 10.0), (5.0, 50.0)].into_iter().find(|(_, square)| lead * lead <= *square);
    // Powers of ten by parsing are correctly rounded; by powf they may not be.
    factor.map_or(10.0, |(factor, _)| factor) * format!("1e{exponent:.0}").parse().unwrap_or(f64::NAN)
}

/// A single number with up to five significant digits.
pub(super) fn number(value: f64) -> Label {
    if value == 0.0 {
        return Label::plain("0");
    }
    if !value.is_finite() {
        return Label::plain("–");
    }
    let text = format!("{value:.4e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-3..5).contains(&exponent) {
        let decimals = (4 - exponent).max(0) as usize;
        return Label::plain(&trimmed(&format!("{value:.decimals$}")));
    }
    Label::markup(&format!("{} × 10^{{{}}}", trimmed(mantissa), minus(exponent)))
}

/// Without zeros behind the decimals, and with a real minus sign.
fn trimmed(text: &str) -> String {
    let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
    short.replace('-', "−")
}

fn minus(exponent: i32) -> String {
    exponent.to_string().replace('-', "−")
}

/// Zero for magnitudes that read well, else a multiple of three.
fn common_exponent(largest: f64) -> i32 {
    if PLAIN.contains(&largest) || !largest.is_finite() || largest <= 0.0 {
        return 0;
    }
    3 * (largest.log10() / 3.0).floor() as i32
}

fn power(exponent: i32) -> f64 {
    10f64.powi(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: f64, high: f64) -> Vec<String> {
        Ticks::new(low, high, 5).labelled().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round() {
        assert_eq!(texts(-0.3, 0.72), ["−0.2", "0.0", "0.2", "0.4", "0.6"]);
        assert_eq!(texts(0.0, 2e-6), ["0.0", "0.5", "1.0", "1.5", "2.0"]);
        assert_eq!(Ticks::new(0.0, 2e-6, 5).format.unit("N s"), " (10^{−6} N s)");
        assert_eq!(texts(0.0, 3e6), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0"]);
        assert_eq!(texts(0.0, 5e6), ["0", "1", "2", "3", "4", "5"]);
    }

    #[test]
    fn ranges_that_are_none_have_no_ticks() {
        for (low, high) in [(1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY), (1e300, 1e300 + 1e280)] {
            assert!(Ticks::new(low, high, 5).values.is_empty(), "{low} {high}");
        }
    }

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(number(-0.1125), Label::plain("−0.1125"));
        assert_eq!(number(2.5), Label::plain("2.5"));
        assert_eq!(number(123456.0), Label::markup("1.2346 × 10^{5}"));
        assert_eq!(number(-1.5e-7), Label::markup("−1.5 × 10^{−7}"));
        assert_eq!(number(f64::NAN), Label::plain("–"));
    }

    #[test]
    fn columns_share_their_decimals() {
        let format = Format::for_values(1.025);
        assert_eq!((format.write(1.025), format.write(-1e-9)), ("1.0250".to_owned(), "0.0000".to_owned()));
        assert_eq!(Format::for_values(2.5e-6).write(-2.5e-6), "−2.5000");
        let shared = Format::for_values_on_axes(9e-13, 1.5e-12);
        assert_eq!((shared.write(9e-13), shared.unit("")), ("0.90000".to_owned(), " (10^{−12})".to_owned()));
    }
}
