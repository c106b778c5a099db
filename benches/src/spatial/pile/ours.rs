//! Carom on a pile.

use carom::simulate::events::State;
use carom::simulate::record::End;
use carom::simulate::{Settings, stepping};
use cpu_time::ProcessTime;

use super::{Outcome, Pile};

pub(super) const CAROM: &str = "Carom";

/// The pile to its end with so many sweeps a step; nothing if the run does not get there.
pub(super) fn run(pile: &Pile, step: f64, sweeps: usize) -> Option<Outcome> {
    let settings = Settings { step, sweeps, ..pile.settings.clone() };
    let start = pile.world.start().clone();
    let mut state = State { t: start.t, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let before = ProcessTime::now();
    let record = stepping::run(&pile.world, &mut state, &settings);
    let seconds = before.elapsed().as_secs_f64();
    (record.end == End::Time).then(|| Outcome {
        engine: CAROM,
        setting: format!("step {:.1} ms, {sweeps} sweeps", 1e3 * step),
        seconds,
        simulated: pile.settings.until,
        looks: record.samples.into_iter().skip(1).map(|sample| sample.q).collect(),
        residual: Some([record.counts.residual, record.counts.mean_residual()]),
    })
}
