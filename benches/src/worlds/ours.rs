//! Carom on the scenes: the exact method with a tolerance, time stepping with a number of steps.

use carom::mechanics::plane::World;
use carom::simulate::events::State;
use carom::simulate::record::End;
use carom::simulate::{Record, Settings, events, stepping};

use super::scene::Scene;
use super::trial::{Trial, timed};

pub(crate) const EVENTS: &str = "Carom, events";
pub(crate) const STEPPING: &str = "Carom, stepping";

/// Where a world starts.
pub(crate) fn start(world: &World) -> State {
    let start = world.start().clone();
    State { t: start.t, q: start.q, v: start.v, closed: Vec::new(), step: 0.0 }
}

/// The exact method.
pub(crate) fn exact(scene: Scene, integrator: &str, tolerance: f64) -> Option<Trial> {
    let settings = Settings { integrator: integrator.to_owned(), tolerance, ..plain(scene) };
    let run = |world: &World, state: &mut State| events::run(world, state, &settings);
    trial(scene, EVENTS, format!("{integrator} {tolerance:.0e}"), None, run)
}

/// Time stepping.
pub(crate) fn steps(scene: Scene, steps: usize) -> Option<Trial> {
    let step = scene.until() / steps as f64;
    let plain = plain(scene);
    // The wall to the residual that Siconos' sweeps can reach.
    let tolerance = if matches!(scene, Scene::Wall { .. }) { 1e-8 } else { plain.tolerance };
    let settings = Settings { step, tolerance, ..plain };
    let run = |world: &World, state: &mut State| stepping::run(world, state, &settings);
    trial(scene, STEPPING, format!("step {step:.2e} s"), Some(steps), run)
}

/// No samples but the first and the last.
fn plain(scene: Scene) -> Settings<'static> {
    Settings { every: None, ..Settings::until(scene.until()) }
}

fn trial(
    scene: Scene,
    engine: &'static str,
    setting: String,
    steps: Option<usize>,
    run: impl Fn(&World, &mut State) -> Record,
) -> Option<Trial> {
    let world = scene.world()?;
    let ((state, record), seconds) = timed(|| {
        let mut state = start(&world);
        let record = run(&world, &mut state);
        (state, record)
    });
    let reached = record.end == End::Time;
    let places = state.q.chunks_exact(3).filter(|_| reached).map(|q| [q[0], q[1], q[2]]).collect();
    let contacts = record.samples.last().map_or(0, |sample| sample.contact_forces.len());
    Some(Trial { engine, setting, steps, seconds, places, contacts })
}
