//! Turning points of a coordinate between the points of a run at which it is known.
//!
//! Between two of them the coordinate is the cubic with the values and rates at both ends; where the rate changes its sign the cubic turns.

/// A value with its rate at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Time, s.
    pub t: f64,
    /// Value.
    pub x: f64,
    /// Its rate; NaN if unknown, and then nothing turns between samples.
    pub rate: f64,
}

/// Time and value of every turning point, in order. Rates of resting coordinates are zero, and rest begins and ends no turn.
pub fn turns(points: &[Point]) -> Vec<(f64, f64)> {
    let mut turns = Vec::new();
    let mut last: Option<Point> = None;
    for &point in points.iter().filter(|point| point.rate != 0.0) {
        if let Some(last) = last.filter(|last| last.rate * point.rate < 0.0) {
            // Rest on the way, or a jump: the turn is at a sample in between.
            let between = points.iter().filter(|p| p.t >= last.t && p.t <= point.t && p.rate == 0.0);
            let turn = between.map(|p| (p.t, p.x)).next();
            turns.push(turn.unwrap_or_else(|| turn_of(last, point)));
        }
        last = Some(point);
    }
    turns
}

/// Least and largest value, turning points included.
pub fn span(points: &[Point]) -> [f64; 2] {
    let values = points.iter().map(|point| point.x).chain(turns(points).into_iter().map(|turn| turn.1));
    values.fold([f64::NAN, f64::NAN], |[low, high], x| [low.min(x), high.max(x)])
}

/// The points from a time on, with one at it if it lies between two.
pub fn since(points: Vec<Point>, from: f64) -> Vec<Point> {
    let first = points.partition_point(|point| point.t < from);
    let start = match (first.checked_sub(1).and_then(|k| points.get(k)), points.get(first)) {
        (Some(a), Some(b)) if b.t > from => Some(between(*a, *b, from)),
        _ => None,
    };
    start.into_iter().chain(points.into_iter().skip(first)).collect()
}

/// The cubic between two points at a time; a line where rates are unknown.
fn between(a: Point, b: Point, t: f64) -> Point {
    let (h, mean) = (b.t - a.t, (b.x - a.x) / (b.t - a.t));
    let s = (t - a.t) / h;
    let (ra, rb) = if (a.rate + b.rate).is_finite() { (a.rate, b.rate) } else { (mean, mean) };
    let (c, d) = (3.0 * mean - 2.0 * ra - rb, ra + rb - 2.0 * mean);
    let rate = ra + s * (2.0 * c + 3.0 * s * d);
    Point { t, x: a.x + h * s * (ra + s * (c + s * d)), rate: if a.rate.is_finite() { rate } else { f64::NAN } }
}

/// Mean over time of the cubics; of lines where rates are unknown.
pub fn mean(points: &[Point]) -> f64 {
    let area = |pair: &[Point]| {
        let (h, bend) = (pair[1].t - pair[0].t, pair[0].rate - pair[1].rate);
        h * (0.5 * (pair[0].x + pair[1].x) + if bend.is_finite() { h * bend / 12.0 } else { 0.0 })
    };
    match (points.first(), points.last()) {
        (Some(first), Some(last)) if last.t > first.t => points.windows(2).map(area).sum::<f64>() / (last.t - first.t),
        (Some(only), _) => only.x,
        _ => f64::NAN,
    }
}

/// The turn of the cubic between two points with rates of different sign: the root of its derivative, a parabola.
fn turn_of(a: Point, b: Point) -> (f64, f64) {
    let h = b.t - a.t;
    if h <= 0.0 {
        return (a.t, a.x);
    }
    // x(s) = a.x + h (a.rate s + c s^2 + d s^3), s from 0 to 1.
    let mean = (b.x - a.x) / h;
    let c = 3.0 * mean - 2.0 * a.rate - b.rate;
    let d = a.rate + b.rate - 2.0 * mean;
    let root = (c * c - 3.0 * d * a.rate).max(0.0).sqrt();
    // The rate changes its sign in between: one root of the parabola lies there, written without cancellation.
    let roots = [-a.rate / (c + root), -a.rate / (c - root)];
    let s = roots.into_iter().find(|s| (0.0..=1.0).contains(s)).unwrap_or(a.rate / (a.rate - b.rate));
    (a.t + s * h, a.x + h * s * (a.rate + s * (c + s * d)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(count: usize) -> Vec<Point> {
        let t = |k: usize| 0.3 + 6.0 * k as f64 / (count - 1) as f64;
        (0..count).map(|k| Point { t: t(k), x: t(k).cos(), rate: -t(k).sin() }).collect()
    }

    /// Between 0.3 and 6.3 the cosine turns at pi and at 2 pi; the cubics over steps of 0.06 are good to h^4/384 = 4e-8.
    #[test]
    fn turns_of_a_cosine() {
        let turns = turns(&cosine(101));
        assert_eq!(turns.len(), 2);
        assert!((turns[0].0 - std::f64::consts::PI).abs() < 1e-5 && (turns[0].1 + 1.0).abs() < 4e-8, "{turns:?}");
        assert!((turns[1].1 - 1.0).abs() < 4e-8);
        let [low, high] = span(&cosine(101));
        assert!((low + 1.0).abs() < 4e-8 && (high - 1.0).abs() < 4e-8);
    }

    /// The mean of the cosine from 1 to 2 is sin 2 - sin 1, and neither end is one of the points.
    #[test]
    fn mean_of_a_cosine() {
        let mut points = since(cosine(101), 1.0);
        assert_eq!(points[0].t, 1.0);
        assert!((points[0].x - 1.0_f64.cos()).abs() < 4e-8 && (points[0].rate + 1.0_f64.sin()).abs() < 2e-6);
        points.retain(|point| point.t <= 2.0);
        let last = points[points.len() - 1].t;
        assert!((mean(&points) - (last.sin() - 1.0_f64.sin()) / (last - 1.0)).abs() < 4e-8);
    }

    /// A stop on the way is a turn only if it goes back afterwards.
    #[test]
    fn a_rest_is_no_turn() {
        let point = |t: f64, x: f64, rate: f64| Point { t, x, rate };
        let on = [point(0.0, 0.0, 1.0), point(1.0, 1.0, 0.0), point(2.0, 1.0, 0.0), point(3.0, 2.0, 1.0)];
        assert!(turns(&on).is_empty());
        let back = [point(0.0, 0.0, 1.0), point(1.0, 1.0, 0.0), point(2.0, 1.0, 0.0), point(3.0, 0.0, -1.0)];
        assert_eq!(turns(&back), [(1.0, 1.0)]);
    }
}
