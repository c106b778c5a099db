//! Which rows of a run are sent: evenly in time, and both sides of every jump.

use carom::simulate::record::Sample;

/// Rows sent unless asked otherwise: more than a screen has columns of pixels.
pub(super) const MOST_ROWS: usize = 3000;
/// Numbers sent at most, so that a thousand bodies do not flood a page.
const MOST_NUMBERS: usize = 2_000_000;
/// Fewest rows, however many bodies there are.
const FEWEST_ROWS: usize = 12;

/// What part of a run is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) most: usize,
}

/// Chooses rows as they come.
#[derive(Debug)]
pub(super) struct Thin {
    window: Window,
    start: f64,
    /// Least time between two rows.
    gap: f64,
    sent: usize,
    last: f64,
    /// Jumps of which both sides may still be sent.
    jumps: usize,
    /// Rows that lie in the window.
    pub(super) within: usize,
}

impl Thin {
    /// For rows of so many numbers between two times.
    pub(super) fn new(window: Window, columns: usize, start: f64, until: f64) -> Self {
        let most = window.most.min(MOST_NUMBERS / columns.max(1)).max(FEWEST_ROWS.min(window.most));
        let length = (until.min(window.to) - start.max(window.from)).max(0.0);
        let start = start.max(window.from);
        Self { window, start, gap: length / most as f64, sent: 0, last: f64::NEG_INFINITY, jumps: most, within: 0 }
    }

    /// Whether a sample is sent; `before` and `after` are its neighbours. The first and the last are.
    pub(super) fn keeps(&mut self, before: Option<&Sample>, sample: &Sample, after: Option<&Sample>) -> bool {
        let t = sample.t;
        if !(self.window.from..=self.window.to).contains(&t) {
            return false;
        }
        self.within += 1;
        let keeps = self.is_wanted(before, t, after);
        self.sent += usize::from(keeps);
        keeps
    }

    fn is_wanted(&mut self, before: Option<&Sample>, t: f64, after: Option<&Sample>) -> bool {
        let jumps = [before, after].into_iter().flatten().any(|other| other.t == t);
        if jumps && self.jumps > 0 {
            self.jumps -= 1;
            self.last = t;
            return true;
        }
        // A row comes a rounding early.
        let due = t - self.last >= self.gap * (1.0 - 1e-9);
        // As long as fewer were sent than could have been by now, close ones are too.
        let spare = (self.sent as f64) * self.gap < t - self.start;
        if due || spare || after.is_none() {
            self.last = t;
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use carom::mechanics::Energy;

    fn sample(t: f64) -> Sample {
        let energy = Energy::default();
        Sample { t, q: vec![], v: vec![], energy, joint_forces: vec![], contact_forces: vec![] }
    }

    fn kept(times: &[f64], most: usize) -> Vec<f64> {
        let window = Window { from: f64::NEG_INFINITY, to: f64::INFINITY, most };
        let mut thin = Thin::new(window, 4, times[0], times[times.len() - 1]);
        let samples: Vec<Sample> = times.iter().map(|t| sample(*t)).collect();
        let at = |i: usize| samples.get(i);
        let keep = |i: &usize| thin.keeps(i.checked_sub(1).and_then(at), &samples[*i], at(i + 1));
        (0..times.len()).filter(keep).map(|i| times[i]).collect::<Vec<_>>()
    }

    #[test]
    fn a_million_rows_become_as_many_as_asked() {
        let times: Vec<f64> = (0..1_000_000).map(|i| f64::from(i) * 1e-6).collect();
        let kept = kept(&times, 1000);
        assert!((1000..=1002).contains(&kept.len()), "{}", kept.len());
        assert_eq!((kept[0], kept[kept.len() - 1]), (0.0, times[times.len() - 1]));
    }

    #[test]
    fn both_sides_of_a_jump_are_kept() {
        let mut times: Vec<f64> = (0..1000).map(|i| f64::from(i) * 1e-3).collect();
        times.insert(501, 0.5);
        let kept = kept(&times, 10);
        assert_eq!(kept.iter().filter(|t| **t == 0.5).count(), 2);
        assert!(kept.len() <= 14);
    }

    #[test]
    fn few_rows_are_all_kept() {
        let times: Vec<f64> = (0..101).map(|i| f64::from(i) * 0.01).collect();
        assert_eq!(kept(&times, 3000).len(), 101);
        // Some of them closer than an even share of the time: before an impact, say.
        let mut close = times;
        for (place, t) in [(40, 0.4 - 1e-7), (70, 0.69 + 1e-9)] {
            close.insert(place, t);
        }
        assert_eq!(kept(&close, 3000).len(), 103);
    }
}
