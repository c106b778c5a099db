//! K9: a parameter swept gives at every value what a closed form says, and the same bits on any number of threads.

use std::sync::atomic::AtomicBool;

use carom_scene::range::Range;
use rayon::ThreadPoolBuilder;

use super::super::sweep::{Axis, Row, sweep};
use super::world::file;
use super::{Line, at_most, word};

pub(super) fn run() -> Vec<Line> {
    // Energy lost by two masses: (1 - e^2) of the relative energy, 27/8 J.
    let relative = 0.5 * 0.75 * 9.0;
    let lost = rows("two-masses", &[("parameters.e", 0.0, 1.0, 21)], "energy.lost", 2);
    let off = lost.iter().map(|row| {
        let expected = (1.0 - row.at[0] * row.at[0]) * relative;
        row.measured.as_ref().map_or(f64::INFINITY, |got| (got[0] - expected).abs() / relative)
    });
    let worst = if lost.len() == 21 { off.fold(0.0, f64::max) } else { f64::INFINITY };
    vec![
        at_most("two masses, e from 0 to 1: energy lost against (1 - e^2) of the relative energy", 1e-9, worst),
        word("the same bits on 1 and on 4 threads: bar-drop over mu and e", "yes", same_bits()),
    ]
}

fn same_bits() -> &'static str {
    let axes = [("contact.0.mu", 0.0, 1.2, 7), ("contact.0.e", 0.2, 1.0, 5)];
    let [one, four] = [1, 4].map(|threads| rows("bar-drop", &axes, "bar.angle", threads));
    let bits = |rows: &[Row]| -> Vec<Option<u64>> {
        rows.iter().map(|row| row.measured.as_ref().ok().and_then(|got| got.first().map(|x| x.to_bits()))).collect()
    };
    if !one.is_empty() && bits(&one) == bits(&four) { "yes" } else { "no" }
}

/// A sweep on a number of threads; empty if it could not be run.
fn rows(scene: &str, axes: &[(&str, f64, f64, usize)], measure: &str, threads: usize) -> Vec<Row> {
    let axes: Vec<Axis> = axes
        .iter()
        .map(|(path, from, to, count)| Axis {
            path: (*path).to_owned(),
            range: Range { from: *from, to: *to, count: *count },
        })
        .collect();
    let (Some(file), Ok(pool)) = (file(scene, &[]), ThreadPoolBuilder::new().num_threads(threads).build()) else {
        return Vec::new();
    };
    let go = || sweep(&file, &axes, &[measure.to_owned()], &AtomicBool::new(false));
    pool.install(go).unwrap_or_default()
}
