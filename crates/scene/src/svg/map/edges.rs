//! Round values between the bands of a map of numbers.

use super::super::number::Ticks;

/// Bands wanted, of which round values make a few more or less.
const BANDS: usize = 12;
/// Share of the largest magnitude below which a number counts as zero: rounding must not look like a gain.
pub(super) const ZERO: f64 = 1e-9;
/// Shares that may be cut off at both ends; the last leaves the middle. A whole range up to some times the middle stays as it is, a
/// larger one is cut to fewer times the middle: a singular streak must not take up the scale.
const CUTS: [f64; 7] = [0.0, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15];
const WHOLE: f64 = 6.0;
const OUTLIERS: f64 = 1.8;
/// Bands of gains (or losses) that the common step would leave one or two, unless they are below a share of the other side.
const SIDE_BANDS: usize = 4;
const LEAST_SIDE: f64 = 1e-3;
/// The edges of bands.
pub(super) struct Edges {
    pub(super) values: Vec<f64>,
    /// The least step.
    pub(super) finest: f64,
    /// The sign with finer steps than the other, if any: true for gains.
    pub(super) finer: Option<bool>,
}

impl Edges {
    /// Whole bands of one step: from the tick below the least to the tick above the largest; none for a range that is not one.
    pub(super) fn even(low: f64, high: f64, zero: f64) -> Self {
        let spread = if high - low > zero { high - low } else { low.abs().max(1.0) };
        let step = Ticks::new(low, low + spread, BANDS).step;
        let (first, last) = ((low / step - 1e-9).floor(), ((high - zero) / step).ceil());
        let last = last.max(first + 1.0);
        let usable = first.is_finite() && last.is_finite() && last - first < 4.0 * BANDS as f64 && first.abs() < 1e12;
        let values = if usable { (first as i64..=last as i64).map(|i| i as f64 * step).collect() } else { vec![] };
        Self { values, finest: step, finer: None }
    }

    /// For both signs: zero is an edge, and the lesser side has finer bands if the common step would leave it hardly any.
    pub(super) fn about_zero(low: f64, high: f64) -> Self {
        let common = Ticks::new(low, high, BANDS).step;
        if !(common > 0.0 && common.is_finite()) {
            return Self { values: Vec::new(), finest: common, finer: None };
        }
        let largest = high.max(-low);
        let step = |extent: f64| {
            let crowded = extent <= 2.0 * common && extent > LEAST_SIDE * largest;
            if crowded { Ticks::new(0.0, extent, SIDE_BANDS).step } else { common }
        };
        let (down, up) = (step(-low), step(high));
        let below = edges_from_zero(-low, down).rev().map(|edge| -edge);
        let values = below.chain([0.0]).chain(edges_from_zero(high, up)).collect();
        Self { values, finest: down.min(up), finer: (down != up).then_some(up < down) }
    }
}

/// Values at a share of the way from both ends of a sorted list.
fn quantiles(sorted: &[f64], cut: f64) -> Option<(f64, f64)> {
    let skipped = (cut * sorted.len() as f64) as usize;
    Some((*sorted.get(skipped)?, *sorted.get(sorted.len().checked_sub(1 + skipped)?)?))
}

/// The range that shows the bulk, if the whole one would not; an end that reaches hardly farther stays whole.
pub(super) fn bulk(sorted: &[f64]) -> Option<(f64, f64)> {
    let ranges: Vec<_> = CUTS.iter().filter_map(|cut| quantiles(sorted, *cut)).collect();
    let width = |(low, high): (f64, f64)| high - low;
    let noise = ZERO * ranges.get(1).copied().map_or(0.0, width);
    // Where most values are equal, the middle is a wider part of them.
    let middle = width(*ranges.iter().rev().find(|range| width(**range) > noise)?);
    let (least, most) = *ranges.first()?;
    if most - least <= WHOLE * middle {
        return None;
    }
    let (low, high) = *ranges.iter().find(|range| width(**range) <= OUTLIERS * middle)?;
    let slack = 0.5 * (high - low);
    Some((if low - least <= slack { least } else { low }, if most - high <= slack { most } else { high }))
}

/// Round edges of bands from zero to an extent of either sign, at least one band.
fn edges_from_zero(extent: f64, step: f64) -> impl DoubleEndedIterator<Item = f64> {
    let count = (extent / step - 1e-6).ceil().clamp(1.0, 4.0 * BANDS as f64) as usize;
    (1..=count).map(move |i| i as f64 * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_without_outliers_stays_whole() {
        let values: Vec<f64> = (0..1000).map(|i| (f64::from(i) / 999.0).powi(3)).collect();
        assert_eq!(bulk(&values), None);
        assert_eq!(bulk(&[]), None);
        assert_eq!(bulk(&[2.0; 50]), None);
    }

    #[test]
    fn a_streak_is_cut_on_its_side_only() {
        let streak = (1..=80).map(|i| 1e3 / f64::from(i));
        let mut values: Vec<f64> = (0..920).map(|i| -f64::from(i) / 920.0).chain(streak).collect();
        values.sort_by(f64::total_cmp);
        let (low, high) = bulk(&values).unwrap();
        assert!(low == values[0] && high < 2.0, "{low} {high}");
    }

    #[test]
    fn the_lesser_side_has_finer_steps() {
        let edges = Edges::about_zero(-1.0, 40.0);
        assert_eq!(edges.finer, Some(false));
        assert!(edges.values.contains(&0.0) && edges.values.iter().filter(|edge| **edge < 0.0).count() > 2);
        assert_eq!(Edges::about_zero(-30.0, 40.0).finer, None);
    }
}
