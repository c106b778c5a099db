//! Carom on the chain: the built-in scene, by events.

use carom::mechanics::space::World;
use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::events::{self, State};
use carom::simulate::record::End;
use carom::simulate::{Record, Settings};

use super::chain::LENGTH;
use super::trial::{Trial, timed};

pub(crate) const CAROM: &str = "Carom";

/// The world of the scene with so many links.
pub(crate) fn world(links: usize) -> Option<World> {
    let mut file = SceneFile::parse(builtin("chain")?.text, "chain").ok()?;
    file.set("parameters.n", &links.to_string()).ok()?;
    Prepared::new(file.read().ok()?).ok()?.world.space().cloned()
}

/// The world over a time with an integrator and a tolerance; nothing if the run does not get to the end.
pub(crate) fn run(world: &World, until: f64, integrator: &str, tolerance: f64) -> Option<Trial> {
    let settings = Settings { every: None, integrator: integrator.to_owned(), tolerance, ..Settings::until(until) };
    let start = || {
        let start = world.start().clone();
        (State { t: start.t, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 }, None::<Record>)
    };
    let ((state, record), seconds) =
        timed(start, |(state, record)| *record = Some(events::run(world, state, &settings)));
    let record = record.filter(|record| record.end == End::Time)?;
    let last = world.body_count().checked_sub(1)?;
    let pose = world.pose(last, state.t, &state.q)?;
    // It hangs at rest at the start: what moves at the end was turned into motion.
    let turned = record.samples.last()?.energy.kinetic;
    Some(Trial {
        engine: CAROM,
        setting: format!("{integrator} {tolerance:.0e}"),
        seconds,
        tip: pose.point([0.5 * LENGTH, 0.0, 0.0].into()).to_array(),
        energy: Some(record.counts.energy_drift / turned),
        evaluations: Some(record.counts.evaluations),
    })
}
