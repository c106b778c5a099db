//! Times at equal errors: our own runs are points of a line, error against time, and every run of a peer is held against that line.
//!
//! Between two neighbours of our runs both the logarithms of error and time are taken to be linear, as for a method of a fixed order they
//! are. Where a peer is less exact than our least exact run, the time of our fastest run stands; where it is more exact than our most exact
//! one, there is no answer.

/// An error and the time it takes.
pub(crate) type Point = (f64, f64);

/// Those points that no other one beats in both, the most exact first.
fn front(points: &[Point]) -> Vec<Point> {
    let mut sorted: Vec<Point> = points.iter().copied().filter(|(error, _)| *error > 0.0).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut front: Vec<Point> = Vec::new();
    for point in sorted.into_iter().rev() {
        // From the least exact on: a more exact one that is no slower takes its place.
        while front.last().is_some_and(|last| last.1 >= point.1) {
            front.pop();
        }
        front.push(point);
    }
    front.reverse();
    front
}

/// The time of our runs at an error.
pub(crate) fn time_at(points: &[Point], error: f64) -> Option<f64> {
    let front = front(points);
    let next = front.iter().position(|point| point.0 >= error);
    match next {
        None => front.last().map(|point| point.1),
        Some(0) => (front[0].0 == error).then_some(front[0].1),
        Some(k) => {
            let ((e0, t0), (e1, t1)) = (front[k - 1], front[k]);
            let part = (error / e0).ln() / (e1 / e0).ln();
            Some(t0 * (t1 / t0).powf(part))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_order_four_is_followed_and_what_is_beaten_does_not_count() {
        // Time grows with the error to the power -1/4; one run is beaten by its neighbours.
        let line = |error: f64| error.powf(-0.25);
        let points = [(1e-2, line(1e-2)), (1e-6, line(1e-6)), (1e-4, 100.0)];
        let got = time_at(&points, 1e-4).unwrap_or(f64::NAN);
        assert!((got - line(1e-4)).abs() < 1e-12 * got, "{got}");
        assert_eq!(time_at(&points, 0.1), Some(line(1e-2)));
        assert_eq!(time_at(&points, 1e-7), None);
    }
}
