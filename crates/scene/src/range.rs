//! A parameter swept from one value to another: `mu=0:1.5:200`.

use std::fmt;

use crate::quantity::{self, Dimension};

/// Most points one axis may have; beyond it a picture has no more to show and memory runs out.
const MOST_POINTS: usize = 10_000;

/// FROM:TO:N of a named parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Value of the first point.
    pub from: f64,
    /// Value of the last point.
    pub to: f64,
    /// Number of points, at least two.
    pub count: usize,
}

/// A text that is not `NAME=FROM:TO:N`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RangeError {
    text: String,
    reason: String,
}

impl fmt::Display for RangeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "\"{}\" is not a range: {}; expected NAME=FROM:TO:N, for example mu=0:1.5:200",
            self.text, self.reason
        )
    }
}

impl std::error::Error for RangeError {}

impl Range {
    /// The value of point i; the ends are exact, and points between them have no digits of rounding: 3000, not 3000.0000000000005.
    pub fn value(&self, i: usize) -> f64 {
        let last = self.count.saturating_sub(1).max(1);
        if i == 0 {
            return self.from;
        }
        if i >= last {
            return self.to;
        }
        let share = i as f64 / last as f64;
        let value = self.from * (1.0 - share) + self.to * share;
        // A number of twelve digits within the rounding of the larger end is the one that is meant; pi/4 is not.
        let size = self.from.abs().max(self.to.abs());
        let decimals = 11 - size.log10().floor() as i32;
        let rounded = usize::try_from(decimals).ok().map(|decimals| format!("{value:.decimals$}"));
        let clean = rounded.and_then(|text| text.parse::<f64>().ok());
        clean.filter(|clean| (clean - value).abs() <= 4.0 * f64::EPSILON * size).unwrap_or(value)
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        (0..self.count).map(|i| self.value(i))
    }
}

/// Splits `NAME=FROM:TO:N`; `dimension` tells what a name measures, or none if the name is unknown.
pub fn parse(text: &str, dimension: impl Fn(&str) -> Option<Dimension>) -> Result<(String, Range), RangeError> {
    parse_by(text, |name| {
        let dimension = dimension(name).ok_or_else(|| format!("there is no parameter \"{name}\""))?;
        Ok(move |text: &str| quantity::parse(text, dimension).map_err(|reason| reason.to_string()))
    })
}

/// The same with a reader of quantities for every name, or what is wrong with the name.
pub fn parse_by<R: Fn(&str) -> Result<f64, String>>(
    text: &str,
    reader: impl Fn(&str) -> Result<R, String>,
) -> Result<(String, Range), RangeError> {
    let error = |reason: String| RangeError { text: text.to_owned(), reason };
    let (name, values) = text.split_once('=').ok_or_else(|| error("there is no =".into()))?;
    let name = name.trim();
    let read = reader(name).map_err(error)?;
    let parts: Vec<&str> = values.split(':').collect();
    let [from, to, count] = parts[..] else {
        return Err(error(format!("it has {} parts after the =", parts.len())));
    };
    let number = |text: &str| read(text).map_err(error);
    let (from, to) = (number(from)?, number(to)?);
    let count: usize = count.trim().parse().map_err(|_| error(format!("\"{count}\" is not a number of points")))?;
    if !(2..=MOST_POINTS).contains(&count) {
        return Err(error(format!("{count} points; from 2 to {MOST_POINTS} are possible")));
    }
    if from >= to {
        return Err(error("its first end is not below its second".into()));
    }
    Ok((name.to_owned(), Range { from, to, count }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<(String, Range), RangeError> {
        parse(text, |name| match name {
            "mu" => Some(Dimension::None),
            "rod-angle" => Some(Dimension::Angle),
            _ => None,
        })
    }

    #[test]
    fn a_range_has_exact_ends() {
        let (name, range) = read("mu=0.1:0.7:7").unwrap();
        assert_eq!((name.as_str(), range.value(0), range.value(6)), ("mu", 0.1, 0.7));
        assert_eq!(range.values().count(), 7);
        let (_, angle) = read("rod-angle=0deg:90deg:3").unwrap();
        assert!((angle.value(1) - std::f64::consts::FRAC_PI_4).abs() < 1e-15);
    }

    /// Seen: 3000.0000000000005 and 0.15000000000000002 in tables.
    #[test]
    fn points_are_clean() {
        let texts = |text: &str| read(text).unwrap().1.values().map(|value| value.to_string()).collect::<Vec<_>>();
        assert_eq!(
            texts("mu=0.05:0.5:10"),
            ["0.05", "0.1", "0.15", "0.2", "0.25", "0.3", "0.35", "0.4", "0.45", "0.5"]
        );
        assert_eq!(texts("mu=500:4000:8"), ["500", "1000", "1500", "2000", "2500", "3000", "3500", "4000"]);
        assert_eq!(texts("mu=-1:1:3"), ["-1", "0", "1"]);
        assert_eq!(texts("mu=1e-9:3e-9:3"), ["0.000000001", "0.000000002", "0.000000003"]);
        assert_eq!(texts("mu=0:1:4")[1], "0.3333333333333333");
    }

    #[test]
    fn what_is_no_range_is_said() {
        for (text, reason) in [
            ("mu", "no ="),
            ("nu=0:1:3", "no parameter"),
            ("mu=0:1", "2 parts"),
            ("mu=0:1:2:3", "4 parts"),
            ("mu=a:1:3", "\"a\""),
            ("mu=0:1:1", "1 points"),
            ("mu=0:1:99999999", "points"),
            ("mu=1:1:5", "not below"),
            ("mu=2:1:5", "not below"),
            ("mu=0:nan:5", "nan"),
            ("mu=0:1:-3", "-3"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Any text: an error or finite values of the count asked for.
        #[test]
        fn any_text_is_answered(text in "(mu|x)?=?[0-9.:eE+-]{0,20}\\PC{0,3}") {
            if let Ok((_, range)) = read(&text) {
                prop_assert!(range.values().all(f64::is_finite) && range.count >= 2);
            }
        }
    }
}
