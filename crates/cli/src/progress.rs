//! How far long work has come, on standard error and only on a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use carom::checkpoint::Keeper;
use carom::simulate::{Snapshot, Watcher};
use indicatif::{ProgressBar, ProgressStyle};

/// Parts into which the time of a run is divided on its bar.
const PARTS: f64 = 1000.0;

/// A bar of this length in the words of a template of indicatif; hidden where standard error is no terminal.
pub(crate) fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A bar that counts so many runs.
pub(crate) fn runs(count: usize) -> ProgressBar {
    bar(Some(count as u64), "{bar:40} {human_pos} of {human_len} runs, {eta} left")
}

/// Looks at a run: shows how far it is, and has checkpoints kept.
#[derive(Debug)]
pub(crate) struct Onlooker {
    bar: ProgressBar,
    until: f64,
    keeper: Option<Keeper>,
}

impl Onlooker {
    /// Looks at a run until a time.
    pub(crate) fn new(keeper: Option<Keeper>, until: f64) -> Self {
        let bar = bar(Some(PARTS as u64), "{bar:40} {msg}, {eta} left");
        Self { bar, until, keeper }
    }

    /// The run is over; whether the last checkpoint was written.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.bar.finish_and_clear();
        self.keeper.map_or(Ok(()), |keeper| keeper.finish().map(|_| ()))
    }
}

impl Watcher for Onlooker {
    fn wants(&self, t: f64, last: bool) -> bool {
        if !self.bar.is_hidden() {
            let part = (PARTS * t / self.until) as u64;
            if part != self.bar.position() {
                self.bar.set_position(part);
                self.bar.set_message(format!("t = {t:.3} of {} s", self.until));
            }
        }
        self.keeper.as_ref().is_some_and(|keeper| keeper.wants(t, last))
    }

    fn keep(&self, snapshot: Snapshot) {
        if let Some(keeper) = &self.keeper {
            keeper.keep(snapshot);
        }
    }
}
