//! Carom on a pile: the settings of its scene.

use carom::simulate::events::State;
use carom::simulate::record::End;
use carom::simulate::stepping;
use cpu_time::ProcessTime;

use super::{Outcome, Pile};

pub(super) const CAROM: &str = "Carom";

/// The pile to its end; nothing if the run does not get there.
pub(super) fn run(pile: &Pile) -> Option<Outcome> {
    let start = pile.world.start().clone();
    let mut state = State { t: start.t, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 };
    let before = ProcessTime::now();
    let record = stepping::run(&pile.world, &mut state, &pile.settings);
    let seconds = before.elapsed().as_secs_f64();
    (record.end == End::Time).then(|| Outcome {
        engine: CAROM,
        setting: format!("step {:.1} ms, {} sweeps", 1e3 * pile.settings.step, pile.settings.sweeps),
        seconds,
        simulated: pile.settings.until,
        looks: record.samples.into_iter().skip(1).map(|sample| sample.q).collect(),
        residual: Some([record.counts.residual, record.counts.mean_residual()]),
    })
}
