//! Worlds against Rapier, MuJoCo and Siconos: four scenes, error against time, all in one run (X3, X4, X5).

mod crowd;
mod ours;
mod python;
mod rapier;
mod scene;
mod trial;

pub(crate) use crowd::costs as crowds;

use crate::report::{Line, Target};
use ours::{EVENTS, STEPPING};
use python::{SICONOS, SICONOS_EVENTS};
use scene::Scene;
use trial::{Judged, Trial, print, time_to};

/// Step sizes of the engines with fixed steps, as steps a second; the finest are for those that take no longer than `PATIENCE`.
const RATES: [f64; 5] = [60.0, 240.0, 1e3, 1e4, 1e5];

/// No trial is begun that would take longer than this many seconds, judged by the one before.
const PATIENCE: f64 = 3.0;

/// The dropped ball, to its tenth apex and past its last bounce.
pub(crate) fn balls() -> Vec<Line> {
    [0.5, 0.7, 0.9].into_iter().flat_map(ball).chain(past_the_accumulation()).collect()
}

/// The block just below and just above the limit of friction.
pub(crate) fn inclines() -> Vec<Line> {
    [0.9999, 1.0001].into_iter().flat_map(incline).collect()
}

/// The chains of pins.
pub(crate) fn chains() -> Vec<Line> {
    [10, 100].into_iter().flat_map(chain).collect()
}

/// One engine with finer and finer steps, as long as the next is not too long.
fn finer(scene: Scene, rates: &[f64], run: impl Fn(usize) -> Option<Trial>) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    for rate in rates {
        let steps = (rate * scene.until()).ceil() as usize;
        let expected =
            trials.last().map_or(0.0, |last| last.seconds * steps as f64 / last.steps.unwrap_or(steps) as f64);
        if expected > PATIENCE {
            break;
        }
        trials.extend(run(steps));
    }
    trials
}

/// Every engine with fixed steps.
fn steppers(scene: Scene, rates: &[f64]) -> Vec<Trial> {
    let mut trials = finer(scene, rates, |steps| ours::steps(scene, steps));
    trials.extend(finer(scene, rates, |steps| Some(rapier::steps(scene, steps))));
    for peer in [python::mujoco(), python::siconos()] {
        let found = finer(scene, rates, |steps| peer.run(scene, &[steps]).pop());
        if found.is_empty() {
            println!("{}: {} is not installed, or has no such scene", scene.name(), peer.engine);
        }
        trials.extend(found);
    }
    trials
}

/// Errors of all trials that reached the end.
fn judge(scene: Scene, trials: Vec<Trial>, tip: Option<[f64; 2]>) -> Vec<Judged> {
    let deep = matches!(scene, Scene::Wall { .. });
    trials
        .into_iter()
        .filter(|trial| !trial.places.is_empty())
        .map(|trial| Judged {
            error: scene.error(&trial.places, tip),
            penetration: deep.then(|| scene.penetration(&trial.places)),
            trial,
        })
        .collect()
}

/// The ball at its tenth apex.
fn ball(e: f64) -> Vec<Line> {
    let scene = Scene::Ball { e };
    let mut trials: Vec<Trial> = ours::exact(scene, "dopri5", 1e-10).into_iter().collect();
    trials.extend(python::siconos_events().run(scene, &[10]));
    trials.extend(steppers(scene, &RATES));
    let trials = judge(scene, trials, None);
    print(&scene.name(), &trials);
    let exact = time_to(&trials, 1e-9, |engine| engine == EVENTS);
    let stepped = time_to(&trials, 1e-2, |engine| engine != EVENTS && engine != SICONOS_EVENTS);
    let name = scene.name();
    let what = format!("{name}: fastest stepper to 1e-2 over events to 1e-9");
    let mut lines = vec![Line { what, got: stepped / exact, target: Target::AtLeast(1.0) }];
    let events = time_to(&trials, 1e-9, |engine| engine == SICONOS_EVENTS);
    if events.is_finite() {
        let what = format!("{name}: Siconos' events over ours, to 1e-9");
        lines.push(Line { what, got: events / exact, target: Target::None });
    }
    lines
}

/// The ball at rest, one second after the bouncing has ended.
fn past_the_accumulation() -> Option<Line> {
    let end = crowd::rest_of_a_ball()?;
    Some(Line {
        what: "ball past the last bounce: height above rest, m".into(),
        got: end,
        target: Target::AtMost(1e-12),
    })
}

/// The block that must not slide, or must.
fn incline(ratio: f64) -> Vec<Line> {
    let scene = Scene::Incline { ratio };
    let mut trials: Vec<Trial> = ours::exact(scene, "dopri5", 1e-10).into_iter().collect();
    trials.extend(steppers(scene, &RATES[..4]));
    let trials = judge(scene, trials, None);
    print(&scene.name(), &trials);
    let error = |engine: &str| {
        let of = trials.iter().filter(|judged| judged.trial.engine == engine);
        of.map(|judged| judged.error).fold(f64::NAN, f64::max)
    };
    let (limit, what) = if ratio < 1.0 { (0.0, "displacement") } else { (1e-9, "error of the way") };
    vec![
        Line { what: format!("{}: {what}, events", scene.name()), got: error(EVENTS), target: Target::AtMost(limit) },
        Line {
            what: format!("{}: {what}, stepping", scene.name()),
            got: error(STEPPING),
            target: Target::AtMost(1e-9),
        },
    ]
}

/// The tip of the chain against a run with a tolerance of 1e-12.
fn chain(links: usize) -> Vec<Line> {
    let scene = Scene::Chain { links };
    let Some(reference) = ours::exact(scene, "dop853", 1e-12) else { return Vec::new() };
    let tip = scene.tip(&reference.places);
    let tolerances: &[f64] = if links <= 10 { &[1e-4, 1e-6, 1e-8, 1e-10] } else { &[1e-4, 1e-6] };
    let mut trials: Vec<Trial> = tolerances.iter().filter_map(|&t| ours::exact(scene, "dopri5", t)).collect();
    trials.extend(steppers(scene, &RATES[..4]));
    let trials = judge(scene, trials, tip);
    print(&scene.name(), &trials);
    let ours = |error: f64| time_to(&trials, error, |engine| engine.starts_with("Carom"));
    let peers = |error: f64| time_to(&trials, error, |engine| !engine.starts_with("Carom"));
    [1e-3, 1e-6]
        .into_iter()
        .map(|error| {
            let what = format!("{}: fastest peer over fastest of ours, to {error:.0e}", scene.name());
            Line { what, got: peers(error) / ours(error), target: Target::None }
        })
        .collect()
}

/// The wall: time a step and contact against Siconos.
pub(crate) fn wall(rows: usize) -> Vec<Line> {
    let scene = Scene::Wall { rows };
    let trials = judge(scene, steppers(scene, &[60.0, 240.0, 1000.0]), None);
    print(&scene.name(), &trials);
    let cost = |engine: &str| {
        let of = trials.iter().filter(|judged| judged.trial.engine == engine);
        let per = |trial: &Trial| trial.seconds / (trial.steps.unwrap_or(1) * trial.contacts.max(1)) as f64;
        of.map(|judged| per(&judged.trial)).fold(f64::NAN, f64::min)
    };
    let moved = trials.iter().filter(|judged| judged.trial.engine == STEPPING).map(|judged| judged.error);
    vec![
        Line {
            what: format!("{}: Siconos over ours, time a step and contact", scene.name()),
            got: cost(SICONOS) / cost(STEPPING),
            target: Target::AtLeast(1.0),
        },
        Line {
            what: format!("{}: largest displacement in widths, stepping", scene.name()),
            got: moved.fold(0.0, f64::max),
            target: Target::AtMost(1e-6),
        },
    ]
}
