//! Functions of time given by samples, constant outside the table.

use std::fmt;

use super::{Jet, Motion};

/// How the values between two samples are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines: f' jumps at the samples.
    Linear,
    /// Cubic Hermite polynomials whose slopes at the samples are those of the parabola through the sample and its
    /// neighbours (a sample at the end: of the parabola through the last three): f' is continuous, f'' jumps at the
    /// samples.
    Cubic,
}

/// A table of samples.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    times: Vec<f64>,
    values: Vec<f64>,
    /// Slopes at the samples; empty for straight lines.
    slopes: Vec<f64>,
}

/// Why samples make no table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableError {
    /// No samples, or not as many times as values.
    Count {
        /// Times given.
        times: usize,
        /// Values given.
        values: usize,
    },
    /// A time is not after the one before it.
    Order {
        /// Which sample.
        index: usize,
    },
    /// A time or value is not a finite number.
    NotFinite {
        /// Which sample.
        index: usize,
    },
}

impl fmt::Display for TableError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { times, values } => {
                write!(
                    out,
                    "a table needs as many values as times, at least one: got {times} times and {values} values"
                )
            }
            Self::Order { index } => write!(out, "times must ascend: sample {index} is not after the one before it"),
            Self::NotFinite { index } => write!(out, "sample {index} is not a finite number"),
        }
    }
}

impl std::error::Error for TableError {}

/// Checks that times ascend and everything is finite.
pub(super) fn check(times: &[f64], values: &[f64]) -> Result<(), TableError> {
    if times.is_empty() || times.len() != values.len() {
        return Err(TableError::Count { times: times.len(), values: values.len() });
    }
    if let Some(index) = times.iter().zip(values).position(|(t, f)| !t.is_finite() || !f.is_finite()) {
        return Err(TableError::NotFinite { index });
    }
    match times.windows(2).position(|pair| pair[1] <= pair[0]) {
        Some(before) => Err(TableError::Order { index: before + 1 }),
        None => Ok(()),
    }
}

impl Table {
    /// A table of ascending times and their values.
    pub fn new(times: Vec<f64>, values: Vec<f64>, interpolation: Interpolation) -> Result<Self, TableError> {
        check(&times, &values)?;
        let slopes = match interpolation {
            Interpolation::Linear => Vec::new(),
            Interpolation::Cubic => slopes(&times, &values),
        };
        Ok(Self { times, values, slopes })
    }

    /// The interval [i, i + 1] that holds t, the right one at a sample; `None` outside the table.
    fn interval(&self, t: f64) -> Option<usize> {
        let after = self.times.partition_point(|&sample| sample <= t);
        (after > 0 && after < self.times.len()).then(|| after - 1)
    }
}

/// Slopes of the parabola through each sample and its neighbours.
fn slopes(times: &[f64], values: &[f64]) -> Vec<f64> {
    let n = times.len();
    let secant = |i: usize| (values[i + 1] - values[i]) / (times[i + 1] - times[i]);
    let inner = |i: usize, at: f64| {
        // Newton's form of the parabola through i - 1, i, i + 1, differentiated at `at`.
        let second = (secant(i) - secant(i - 1)) / (times[i + 1] - times[i - 1]);
        secant(i - 1) + second * (2.0 * at - times[i - 1] - times[i])
    };
    match n {
        0 | 1 => vec![0.0; n],
        2 => vec![secant(0); 2],
        _ => (0..n).map(|i| inner(i.clamp(1, n - 2), times[i])).collect(),
    }
}

impl Motion for Table {
    fn at(&self, t: f64) -> Jet {
        let Some(i) = self.interval(t) else {
            let end = if t < self.times[0] { 0 } else { self.times.len() - 1 };
            return Jet { value: self.values[end], ..Jet::default() };
        };
        let h = self.times[i + 1] - self.times[i];
        let s = (t - self.times[i]) / h;
        let (f0, rise) = (self.values[i], self.values[i + 1] - self.values[i]);
        if self.slopes.is_empty() {
            return Jet { value: f0 + rise * s, rate: rise / h, acceleration: 0.0 };
        }
        // f = f0 + d0 s + b s^2 + a s^3 on the interval, with end slopes d0, d1 per interval.
        let (d0, d1) = (self.slopes[i] * h, self.slopes[i + 1] * h);
        let (a, b) = (d0 + d1 - 2.0 * rise, 3.0 * rise - 2.0 * d0 - d1);
        Jet {
            value: f0 + s * (d0 + s * (b + s * a)),
            rate: (d0 + s * (2.0 * b + s * 3.0 * a)) / h,
            acceleration: (2.0 * b + 6.0 * a * s) / (h * h),
        }
    }

    fn next_corner(&self, t: f64) -> Option<f64> {
        self.times.get(self.times.partition_point(|&sample| sample <= t)).copied()
    }
}
