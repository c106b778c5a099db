//! A measure over the rows of a run, to be compared with that of another run.

use carom::measure::Measure;
use carom::scene::World;
use carom::simulate::record::{EventKind, Record};

/// Rows nearer in time than this, in seconds, are of the same time: times of rows are counted from the start and so the same to some
/// picoseconds, whatever the method.
const SAME: f64 = 1e-9;

/// A time with its values: before and after the impacts of that time.
struct Moment {
    t: f64,
    before: f64,
    after: f64,
    impact: bool,
}

/// A measure at the times of the rows, which ascend, and the times of impacts.
pub(crate) struct Course {
    moments: Vec<Moment>,
    impacts: Vec<f64>,
}

impl Course {
    /// Of the rows of a run.
    pub(crate) fn new(world: &World, record: &Record, measure: &Measure) -> Self {
        let mut moments: Vec<Moment> = Vec::new();
        for sample in &record.samples {
            let value = measure.at(world, sample);
            match moments.last_mut().filter(|last| sample.t - last.t <= SAME) {
                Some(last) => (last.after, last.impact) = (value, true),
                None => moments.push(Moment { t: sample.t, before: value, after: value, impact: false }),
            }
        }
        let impacts = record.events.iter().filter(|event| event.kind == EventKind::Impact).map(|event| event.t);
        Self { moments, impacts: impacts.collect() }
    }

    /// The largest difference from another course, after impacts, at the rows of this one: at all output times, where the other has
    /// no row between the two next to them, and at impacts that both have a row of.
    pub(crate) fn largest_difference(&self, other: &Self) -> Option<f64> {
        let one = |moment: &Moment| Some((moment.after - other.at(moment.t, !moment.impact)?).abs());
        self.moments.iter().filter_map(one).reduce(f64::max)
    }

    /// The value at a time: that of its row, or if wished between two rows without an impact between them.
    fn at(&self, t: f64, between: bool) -> Option<f64> {
        let next = self.moments.partition_point(|moment| moment.t < t - SAME);
        let b = self.moments.get(next)?;
        if b.t <= t + SAME {
            return Some(b.after);
        }
        let a = self.moments.get(next.checked_sub(1)?).filter(|_| between)?;
        let first = self.impacts.partition_point(|impact| *impact <= a.t + SAME);
        let jumps = self.impacts.get(first).is_some_and(|impact| *impact < b.t - SAME);
        (!jumps).then(|| a.after + (b.before - a.after) * (t - a.t) / (b.t - a.t))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(rows: &[(f64, f64, f64)], impacts: &[f64]) -> Course {
        let moment = |&(t, before, after): &(f64, f64, f64)| Moment { t, before, after, impact: before != after };
        Course { moments: rows.iter().map(moment).collect(), impacts: impacts.to_vec() }
    }

    /// Seen: 3.6e-6 where 9.9e-3 was right, for two rows of 204 had the same time and the others were left out. Right: every output
    /// time of the first counts; where the other has no row it is taken between two, but not across a jump of its velocities.
    #[test]
    fn rows_that_only_one_has_are_compared_too() {
        let first = course(&[(0.0, 0.0, 0.0), (0.1, 1.0, 1.0), (0.2, 2.0, 2.0), (0.3, 9.0, 9.0)], &[]);
        let other = course(&[(0.0, 0.0, 0.0), (0.15, 3.0, 3.0), (0.3, 9.0, 9.0)], &[]);
        let largest = first.largest_difference(&other);
        assert!(largest.is_some_and(|d| (d - 3.0).abs() < 1e-12), "{largest:?}");
        let jumps = course(&[(0.0, 0.0, 0.0), (0.15, 3.0, 3.0), (0.3, 9.0, 9.0)], &[0.07, 0.18]);
        assert_eq!(first.largest_difference(&jumps), Some(0.0));
        // From the row after an impact to that before the next.
        let pair = course(&[(0.0, 0.0, 0.0), (0.15, 1.5, -1.0), (0.25, 2.0, 7.0), (0.3, 9.0, 9.0)], &[0.15, 0.25]);
        let largest = first.largest_difference(&pair);
        assert!(largest.is_some_and(|d| (d - 1.5).abs() < 1e-12), "{largest:?}");
    }
}
