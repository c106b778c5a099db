//! W: the acceleration-level problem of the seed with its regularised friction matrix (equations 2.56 to 2.60), without the factor 1000 that
//! its listing forgets (wedge.md, section 4): inertia is then 1000 times too large at the same weights, the natural
//! frequency falls below that of the drive, and only then do the seed's regimes appear.

use super::super::run::Prepared;
use super::world::{file, run};
use super::{Line, number, word};

/// Tolerance of forced cases in wedge.md, mm.
const FORCED: f64 = 0.01;

/// Below this the motion of a cycle is the creep of the regularised law, above it is a slip, mm: at 1600 N the reference creeps by 0.005 mm, at
/// 1650 N it slips by 0.13 mm.
const CREEP: f64 = 0.05;

/// Amplitude in N per adapter, and from crest to trough in mm.
const LISTING: [(&str, f64); 6] =
    [("3000", 3.9374), ("1800", 1.5316), ("1700", 0.3070), ("1650", 0.1270), ("1600", 0.0052), ("500", 0.0003)];

/// The same with right units, friction that grows up to 0.01 mm/s.
const RIGHT: [(&str, f64); 2] = [("3000", 1.0039), ("1800", 0.4604)];

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = vec![number("vertical frequency, 0.35 Hz = 11.1233/sqrt 1000 [Hz]", 0.351_750, frequency(), 1e-4)];
    for (amplitude, expected) in LISTING {
        // The reference looks at the last two of ten cycles: it has not settled then, and at 1650 N it slips in one cycle of four.
        let got = swing(amplitude);
        lines.push(number(format!("listing, {amplitude} N: from crest to trough [mm]"), expected, got, FORCED));
        let words = |mm: f64| if mm > CREEP { "slips" } else { "locked" };
        lines.push(word(format!("listing, {amplitude} N"), words(expected), words(got)));
    }
    for (amplitude, expected) in RIGHT {
        let got = right(amplitude);
        lines.push(number(format!("right units, {amplitude} N: from crest to trough [mm]"), expected, got, FORCED));
    }
    lines
}

/// From crest to trough in mm over the last of three cycles, with right units.
fn right(amplitude: &str) -> f64 {
    let changes = [("variant", "regularised"), ("parameters.amplitude", amplitude), ("run.until", "4.968")];
    1e3 * run("wedge", &changes).measure("amplitude:bolster.y-frame.y")
}

/// From crest to trough in mm over the last two of ten cycles.
fn swing(amplitude: &str) -> f64 {
    let changes = [
        ("variant", "units of the listing"),
        ("parameters.amplitude", amplitude),
        ("run.until", "16.56"),
        ("run.period", "3.312"),
        ("run.largest-step", "0.02"),
    ];
    1e3 * run("wedge", &changes).measure("amplitude:bolster.y-frame.y")
}

/// The highest frequency without friction.
fn frequency() -> f64 {
    let found = || {
        let prepared = Prepared::new(file("wedge", &[("parameters.inertia", "1000")])?.read().ok()?).ok()?;
        let question = super::super::statics::Question { fix: vec!["frame".to_owned()], of: None };
        let report = super::super::statics::statics(&prepared, &question).ok()?;
        report.equilibrium?.modes.last().map(|mode| mode.frequency)
    };
    found().unwrap_or(f64::NAN)
}
