//! What the runs of a comparison have to say beside their numbers: warnings, verdicts, ends before the time asked for.

use std::fmt::Write;

use carom::simulate::Record;
use carom::simulate::record::{End, Sample};
use carom::words::short;

/// Letters of the longest warning told whole; `carom run` tells all of it.
const LONGEST: usize = 300;

/// Times nearer than this, in seconds, are the same.
const SAME: f64 = 1e-9;

/// The sentences of runs that have names, each once with the names of the runs it is of.
pub(crate) fn notes<'a>(runs: impl Iterator<Item = (&'a str, &'a Record)>) -> String {
    let mut said: Vec<(String, Vec<&str>, String)> = Vec::new();
    for (name, record) in runs {
        let warnings = record.warnings.iter().map(|warning| ("warning", shortened(warning)));
        let verdict = match &record.end {
            End::Verdict(verdict) => Some(("ended", shortened(verdict))),
            End::Interrupted => Some(("ended", "interrupted".to_owned())),
            End::Time => None,
        };
        for (kind, sentence) in warnings.chain(verdict) {
            match said.iter_mut().find(|(known, _, text)| known == kind && *text == sentence) {
                Some((_, names, _)) => names.push(name),
                None => said.push((kind.to_owned(), vec![name], sentence)),
            }
        }
    }
    let mut text = String::new();
    for (kind, names, sentence) in said {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{kind} ({}): {sentence}", names.join(", "));
    }
    text
}

fn shortened(sentence: &str) -> String {
    let line = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 1).chain(std::iter::once('…')).collect()
}

/// The time that two runs share: from the start of the first to the end of the one that ended first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shared {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Whether one of them went on.
    pub(crate) cut: bool,
}

impl Shared {
    pub(crate) fn of(one: &Record, other: &Record) -> Self {
        let time = |sample: Option<&Sample>| sample.map_or(0.0, |sample| sample.t);
        let ends = [one, other].map(|record| time(record.samples.last()));
        let [a, b] = ends;
        Self { from: time(one.samples.first()), to: a.min(b), cut: (a - b).abs() > SAME }
    }

    /// Whether nothing is left to compare.
    pub(crate) fn is_empty(&self) -> bool {
        self.cut && self.to - self.from <= SAME
    }

    /// What is to be said of two runs by their names.
    pub(crate) fn sentence(&self, one: &str, other: &str) -> Option<String> {
        let said = if self.is_empty() {
            format!("{other} and {one} share no time: one of them ended at the start")
        } else {
            format!("{other} and {one} are compared until t = {} s, where the first of them ended", short(self.to))
        };
        self.cut.then_some(said)
    }
}

#[cfg(test)]
mod tests {
    use carom::simulate::record::Counts;

    use super::*;

    fn record(warnings: &[&str], end: End) -> Record {
        let warnings = warnings.iter().map(|warning| (*warning).to_owned()).collect();
        Record { samples: vec![], path: vec![], events: vec![], counts: Counts::default(), end, warnings }
    }

    #[test]
    fn each_sentence_is_told_once_with_its_runs() {
        let long = "long ".repeat(100);
        let [a, b] = [record(&["one", &long], End::Time), record(&["one"], End::Verdict("no answer".to_owned()))];
        let text = notes([("a", &a), ("b", &b)].into_iter());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert_eq!((lines[0], lines[2]), ("warning (a, b): one", "ended (b): no answer"));
        assert!(lines[1].chars().count() < LONGEST + 20 && lines[1].ends_with('…'));
    }

    #[test]
    fn what_two_runs_share_is_said() {
        let shared = Shared { from: 0.0, to: 0.0, cut: true };
        assert!(shared.is_empty() && shared.sentence("a", "b").unwrap().contains("no time"));
        let shared = Shared { from: 0.0, to: 0.25, cut: true };
        assert!(!shared.is_empty() && shared.sentence("a", "b").unwrap().contains("t = 0.25 s"));
        assert_eq!(Shared { from: 0.0, to: 1.0, cut: false }.sentence("a", "b"), None);
    }
}
