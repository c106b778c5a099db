//! Carom on a pile.

use carom::simulate::events::State;
use carom::simulate::record::End;
use carom::simulate::{Settings, stepping};
use cpu_time::ProcessTime;

use super::{Outcome, Pile};

pub(super) const CAROM: &str = "Carom";

/// Steps a second, the most sweeps a step, and the residual at which they end.
pub(super) type Setting = (f64, usize, f64);

/// The residual that few steps of a pile reach: all sweeps are made.
pub(super) const ALL: f64 = 1e-4;

/// One that steps of a pile reach when it lies, not while it falls.
pub(super) const LOOSE: f64 = 0.1;

/// The pile to its end with a step, so many sweeps in it, and the residual at which they end; nothing if the run does not get there.
pub(super) fn run(pile: &Pile, step: f64, sweeps: usize, residual: f64) -> Option<Outcome> {
    let settings = Settings { step, sweeps, tolerance: residual, ..pile.settings.clone() };
    let start = pile.world.start().clone();
    let mut state = State { t: start.t, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let before = ProcessTime::now();
    let record = stepping::run(&pile.world, &mut state, &settings);
    let seconds = before.elapsed().as_secs_f64();
    (record.end == End::Time).then(|| Outcome {
        engine: CAROM,
        setting: if residual > ALL {
            format!("step {:.1} ms, {sweeps} sweeps or a residual of {residual}", 1e3 * step)
        } else {
            format!("step {:.1} ms, {sweeps} sweeps", 1e3 * step)
        },
        seconds,
        simulated: pile.settings.until,
        looks: record.samples.into_iter().skip(1).map(|sample| sample.q).collect(),
        residual: Some([record.counts.residual, record.counts.mean_residual()]),
    })
}
