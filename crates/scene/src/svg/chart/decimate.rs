//! Which of many points are drawn: what the eye could not tell apart is left out, extremes never are.
//!
//! A line over time keeps of every column of pixels its first, lowest, highest and last point (Jugel and others, "M4", VLDB 2014):
//! drawn at this resolution it looks the same. A curve keeps points a distance apart.

use super::super::canvas::Pixel;

/// Width of a column [px]: with four points each, two a pixel.
const COLUMN: f64 = 2.0;
/// Points of a column.
const KEPT: usize = 4;
/// Distance of neighbours on a curve [px], and the most points it may have before the distance is doubled.
const APART: f64 = 0.5;
const MOST: usize = 12_000;

/// Indexes of the points of a line to be drawn, ascending.
pub(super) fn line(count: usize, pixel: &impl Fn(usize) -> Pixel) -> Vec<usize> {
    let column = |i: usize| (pixel(i).0 / COLUMN).floor() as i64;
    let (mut kept, mut start) = (Vec::new(), 0);
    while start < count {
        let this = column(start);
        let end = (start + 1..count).find(|i| column(*i) != this).unwrap_or(count);
        kept_of_column(start..end, pixel, &mut kept);
        start = end;
    }
    kept
}

fn kept_of_column(column: std::ops::Range<usize>, pixel: &impl Fn(usize) -> Pixel, kept: &mut Vec<usize>) {
    if column.len() <= KEPT {
        kept.extend(column);
        return;
    }
    let (first, last) = (column.start, column.end - 1);
    let extreme = |better: fn(f64, f64) -> bool| {
        column.clone().fold(first, |best, i| {
            let (new, old) = (pixel(i).1, pixel(best).1);
            if better(new, old) || old.is_nan() { i } else { best }
        })
    };
    let mut four = [first, extreme(|new, old| new < old), extreme(|new, old| new > old), last];
    four.sort_unstable();
    kept.extend(four);
    kept.dedup();
}

/// Indexes of the stems to be drawn: the highest and the lowest of every column one pixel wide.
pub(super) fn stems(count: usize, pixel: &impl Fn(usize) -> Pixel) -> Vec<usize> {
    let column = |i: usize| pixel(i).0.floor() as i64;
    let mut best: std::collections::BTreeMap<i64, (usize, usize)> = std::collections::BTreeMap::new();
    for i in (0..count).filter(|i| pixel(*i).1.is_finite()) {
        let (high, low) = best.entry(column(i)).or_insert((i, i));
        if pixel(i).1 < pixel(*high).1 {
            *high = i;
        }
        if pixel(i).1 > pixel(*low).1 {
            *low = i;
        }
    }
    let mut kept: Vec<usize> = best.into_values().flat_map(|(high, low)| [high, low]).collect();
    kept.sort_unstable();
    kept.dedup();
    kept
}

/// Indexes of the points of a curve to be drawn; those at which a piece begins and ends are always kept.
pub(in super::super) fn curve(count: usize, pixel: &impl Fn(usize) -> Pixel, jumps: &[usize]) -> Vec<usize> {
    let mut apart = APART;
    loop {
        let kept = curve_apart(count, pixel, jumps, apart);
        // Far more jumps than points that may be drawn cannot be thinned; no distance would help.
        if kept.len() <= MOST || 2 * jumps.len() > MOST || apart > 64.0 {
            return kept;
        }
        apart *= 2.0;
    }
}

fn curve_apart(count: usize, pixel: &impl Fn(usize) -> Pixel, jumps: &[usize], apart: f64) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    for i in 0..count {
        let edge = [i, i + 1].iter().any(|at| jumps.binary_search(at).is_ok());
        let far = kept.last().is_none_or(|last| {
            let ((x, y), (u, v)) = (pixel(*last), pixel(i));
            let distance = (x - u).hypot(y - v);
            // What is not a number is kept, since it breaks the curve.
            distance >= apart || distance.is_nan()
        });
        if far || edge || i + 1 == count {
            kept.push(i);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points() -> impl Strategy<Value = Vec<Pixel>> {
        prop::collection::vec((0.0..1.0_f64, -500.0..500.0_f64), 1..800).prop_map(|steps| {
            let mut x = 0.0;
            let place = |(dx, y)| {
                x += 0.3 * dx;
                (x, y)
            };
            steps.into_iter().map(place).collect()
        })
    }

    fn extremes(points: impl Iterator<Item = f64>) -> (f64, f64) {
        points.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
    }

    proptest! {
        #[test]
        fn a_line_keeps_ends_and_extremes_of_every_column(points in points()) {
            let kept = line(points.len(), &|i| points[i]);
            prop_assert!(kept.is_sorted_by(|a, b| a < b));
            prop_assert_eq!((kept[0], kept[kept.len() - 1]), (0, points.len() - 1));
            let width = points[points.len() - 1].0;
            prop_assert!(kept.len() as f64 <= (width / COLUMN + 1.0) * KEPT as f64);
            for column in 0..=(width / COLUMN) as i64 {
                let within = |p: &Pixel| (p.0 / COLUMN).floor() as i64 == column;
                let all = extremes(points.iter().filter(|p| within(p)).map(|p| p.1));
                let drawn = extremes(kept.iter().map(|i| &points[*i]).filter(|p| within(p)).map(|p| p.1));
                prop_assert_eq!(all, drawn);
            }
        }

        #[test]
        fn stems_keep_the_highest_and_the_lowest(points in points()) {
            let kept = stems(points.len(), &|i| points[i]);
            prop_assert_eq!(extremes(points.iter().map(|p| p.1)), extremes(kept.iter().map(|i| points[*i].1)));
        }

        #[test]
        fn a_curve_stays_near_every_point(points in points(), jump in 1..700_usize) {
            let kept = curve(points.len(), &|i| points[i], &[jump]);
            let near = |p: &Pixel| kept.iter().any(|i| (points[*i].0 - p.0).hypot(points[*i].1 - p.1) <= APART);
            prop_assert!(points.iter().all(near));
            prop_assert!(jump >= points.len() || (kept.contains(&jump) && kept.contains(&(jump - 1))));
        }
    }

    #[test]
    fn what_is_not_a_number_hides_no_extreme() {
        let points: Vec<Pixel> = [f64::NAN, 1.0, 5.0, -3.0, 2.0, f64::NAN].map(|y| (0.5, y)).to_vec();
        assert_eq!(line(6, &|i| points[i]), [0, 2, 3, 5]);
    }
}
