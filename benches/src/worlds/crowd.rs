//! Cost as the number of bodies grows: a bin filled by stepping and by events.

use std::time::Instant;

use carom::mechanics::plane::World;
use carom::run::Prepared;
use carom::scene::builtin::builtin;
use carom::scene::toml::SceneFile;
use carom::simulate::record::End;
use carom::simulate::{Record, Settings, events, stepping};

use super::ours::start;
use super::scene::{HEIGHT, RADIUS, Scene};
use crate::report::{Line, Target};

/// Bodies in the bin by stepping, and by events.
const STEPPED: [usize; 5] = [10, 30, 100, 300, 1000];
const EXACT: [usize; 4] = [5, 10, 20, 30];

/// The tolerance of the crowd by events; the scene's own is for stepping.
const EXACT_TOLERANCE: f64 = 1e-8;

/// The time of the crowd by stepping that is measured: bodies have fallen and lie on each other.
const STEPPED_UNTIL: f64 = 2.0;

/// After a run that took longer than this many seconds no larger crowd is begun.
const LONGEST: f64 = 60.0;

/// Height above its place of rest of a ball whose bouncing has ended a second ago.
pub(crate) fn rest_of_a_ball() -> Option<f64> {
    let world = Scene::Ball { e: 0.5 }.world()?;
    let fall = (2.0 * HEIGHT / super::scene::GRAVITY).sqrt();
    // The geometric series of the flights: fall (1 + e) / (1 - e).
    let end = 3.0 * fall + 1.0;
    let mut state = start(&world);
    let record = events::run(&world, &mut state, &Settings { every: None, ..Settings::until(end) });
    (record.end == End::Time).then(|| (state.q[1] - RADIUS).abs())
}

/// A run of the bin with so many bodies, and its seconds.
fn fill(count: usize, method: impl Fn(&World, &Settings) -> Record) -> Option<(Record, f64)> {
    let mut file = SceneFile::parse(builtin("bin-of-thousand")?.text, "bin-of-thousand").ok()?;
    file.set("parameters.count", &count.to_string()).ok()?;
    let prepared = Prepared::new(file.read().ok()?).ok()?;
    let world = prepared.world.plane()?;
    let start = Instant::now();
    let record = method(world, &prepared.scene.run.settings);
    Some((record, start.elapsed().as_secs_f64()))
}

/// Cost of a step a body by stepping and of an event a body by events, over that of the least crowd.
pub(crate) fn costs() -> Vec<Line> {
    let mut lines = stepped();
    lines.extend(exact());
    lines
}

fn stepped() -> Vec<Line> {
    let mut lines = Vec::new();
    let mut first = None;
    for count in STEPPED {
        let run = |world: &World, settings: &Settings| {
            let settings = Settings { until: STEPPED_UNTIL, every: None, ..settings.clone() };
            stepping::run(world, &mut start(world), &settings)
        };
        let Some((record, seconds)) = fill(count, run) else { continue };
        let each = seconds / (record.counts.steps as f64 * count as f64);
        let unit = *first.get_or_insert(each);
        println!(
            "bin of {count} by stepping: residual {:.1e}, overlap {:.1e} m",
            record.counts.residual, record.counts.penetration
        );
        let what = format!("bin of {count}: cost a step and body over that of {}", STEPPED[0]);
        lines.push(Line { what, got: each / unit, target: Target::None });
        let what = format!("bin of {count}: seconds computed a second simulated, steps of a millisecond");
        lines.push(Line { what, got: seconds / STEPPED_UNTIL, target: Target::None });
        if seconds > LONGEST {
            break;
        }
    }
    lines
}

fn exact() -> Vec<Line> {
    let mut lines = Vec::new();
    let mut first = None;
    for count in EXACT {
        let run = |world: &World, settings: &Settings| {
            let settings = Settings { every: None, tolerance: EXACT_TOLERANCE, ..settings.clone() };
            events::run(world, &mut start(world), &settings)
        };
        let Some((record, seconds)) = fill(count, run) else { continue };
        let each = seconds / record.events.len().max(1) as f64;
        let unit = *first.get_or_insert(each);
        let ended = if record.end == End::Time { "to the end" } else { "not to the end" };
        let what = format!("bin of {count}, {ended}: cost an event over that of {}", EXACT[0]);
        lines.push(Line { what, got: each / unit, target: Target::None });
        if seconds > LONGEST {
            break;
        }
    }
    lines
}
