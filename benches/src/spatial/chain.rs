//! The chain of the built-in scene, by every engine, with as many links as they can bear.

use super::equal_error::{Point, time_at};
use super::trial::{Trial, distance, print};
use super::{ours, python, rapier, table};
use crate::report::{Line, Target};

/// The chain of the scene: a link, gravity, the angle from the vertical, and how long it swings.
pub(crate) const LENGTH: f64 = 0.1;
pub(crate) const MASS: f64 = 0.04;
/// Of a box of 0.1 x 0.02 x 0.02 m.
pub(crate) const MOMENTS: [f64; 3] = [MASS * 8e-4 / 12.0, MASS * 0.0104 / 12.0, MASS * 0.0104 / 12.0];
pub(crate) const GRAVITY: f64 = 9.81;
pub(crate) const ANGLE: f64 = 0.5;
pub(crate) const UNTIL: f64 = 1.0;

/// Numbers of links.
const LINKS: [usize; 4] = [2, 10, 100, 1000];

/// Steps a second of the engines with fixed steps, and the longest that a trial may take, in seconds, judged by the one before.
const RATES: [usize; 4] = [60, 240, 1000, 4000];
const PATIENCE: f64 = 20.0;

/// Links beyond which Rapier's angles are left out: the time of their steps grows with the cube of the number, to a quarter of an hour.
const ANGLES: usize = 100;

/// Our integrators with their tolerances, loose ones first.
const OURS: [(&str, f64); 11] = [
    ("dopri5", 1e-1),
    ("dopri5", 1e-2),
    ("dopri5", 1e-3),
    ("dop853", 1e-1),
    ("dop853", 1e-2),
    ("dop853", 1e-3),
    ("dop853", 1e-4),
    ("dop853", 1e-5),
    ("dop853", 1e-6),
    ("dop853", 1e-8),
    ("dop853", 1e-10),
];

/// What the energy may be wrong by at a thousand links, as part of what was turned into motion, and in how many seconds a second.
const ENERGY: f64 = 1e-7;
const SECONDS: f64 = 1.9;

/// How the time of an evaluation may grow with the number of links, as a power, from the second number to the last.
const EXPONENT: f64 = 1.1;

/// All chains.
pub(crate) fn chains() -> Vec<Line> {
    let (mut lines, mut costs) = (Vec::new(), Vec::new());
    for links in LINKS {
        let Some(world) = ours::world(links) else { continue };
        let Some(reference) = ours::run(&world, UNTIL, "dop853", 1e-12) else { continue };
        let own: Vec<Trial> = OURS.iter().filter_map(|&(name, one)| ours::run(&world, UNTIL, name, one)).collect();
        let each = |trial: &Trial| Some(trial.seconds / trial.evaluations? as f64);
        costs.extend(own.iter().filter_map(each).reduce(f64::min).map(|cost| (links, cost)));
        if links == LINKS[3] {
            lines.push(energy(&own));
        }
        let mut trials = own;
        trials.extend(peers(links));
        let length = LENGTH * links as f64;
        print(&format!("chain of {links} in space"), &trials, reference.tip, length);
        lines.extend(compare(
            links,
            &trials,
            [[length * ANGLE.sin(), 0.0, -length * ANGLE.cos()], reference.tip],
            length,
        ));
    }
    lines.extend(exponent(&costs));
    lines
}

/// Every other engine.
fn peers(links: usize) -> Vec<Trial> {
    let mut trials = finer(|steps| Some(rapier::steps(links, steps, false)));
    if links <= ANGLES {
        trials.extend(finer(|steps| Some(rapier::steps(links, steps, true))));
    }
    for peer in python::PEERS {
        let found = finer(|steps| python::steps(peer, links, steps));
        if found.is_empty() {
            println!("chain of {links} in space: {} is not installed, or does not get to the end", peer.0);
        }
        trials.extend(found);
    }
    trials
}

/// One engine with finer and finer steps, as long as the next is not too long.
fn finer(run: impl Fn(usize) -> Option<Trial>) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    let mut before = None;
    for rate in RATES {
        let steps = (rate as f64 * UNTIL) as usize;
        let expected = before.map_or(0.0, |(earlier, seconds): (usize, f64)| seconds * steps as f64 / earlier as f64);
        if expected > PATIENCE {
            break;
        }
        // An engine may need a finer step to get to the end.
        let Some(trial) = run(steps) else { continue };
        before = Some((steps, trial.seconds));
        trials.push(trial);
    }
    trials
}

/// Every run of a peer over ours at the same error, as a table, and the least ratio of each peer.
fn compare(links: usize, trials: &[Trial], [start, tip]: [[f64; 3]; 2], length: f64) -> Vec<Line> {
    let error = |trial: &Trial| distance(trial.tip, tip) / length;
    // What is off by half the way of the tip has not found it.
    let lost = 0.5 * distance(start, tip) / length;
    let is_ours = |trial: &&Trial| trial.engine == ours::CAROM;
    let points: Vec<Point> = trials.iter().filter(is_ours).map(|trial| (error(trial), trial.seconds)).collect();
    let (mut rows, mut least): (Vec<Vec<String>>, Vec<(&str, f64)>) = (Vec::new(), Vec::new());
    for trial in trials.iter().filter(|trial| !is_ours(trial) && error(trial) < lost) {
        let Some(own) = time_at(&points, error(trial)) else { continue };
        let (engine, ratio) = (trial.engine, trial.seconds / own);
        let words = [error(trial), trial.seconds, own].map(|number| format!("{number:.1e}"));
        let mut row = vec![engine.to_owned(), trial.setting.clone()];
        row.extend(words.into_iter().chain([format!("{ratio:.1}")]));
        rows.push(row);
        match least.iter_mut().find(|(name, _)| *name == engine) {
            Some((_, most)) => *most = most.min(ratio),
            None => least.push((engine, ratio)),
        }
    }
    let heads = ["engine", "setting", "error of the tip", "s a second", "ours at that error", "ratio"];
    table::print(&format!("chain of {links} in space, at equal errors"), &heads, &rows);
    let line = |(engine, got): (&str, f64)| Line {
        what: format!("chain of {links} in space: {engine} over ours, least at equal error"),
        got,
        target: Target::AtLeast(1.0),
    };
    least.into_iter().map(line).collect()
}

/// The time of the fastest run of a thousand links that keeps the energy.
fn energy(own: &[Trial]) -> Line {
    let good = own.iter().filter(|trial| trial.energy.is_some_and(|error| error <= ENERGY));
    let got = good.map(|trial| trial.seconds).fold(f64::INFINITY, f64::min);
    let what = format!("chain of {} in space: seconds a second, energy to {ENERGY:.0e}", LINKS[3]);
    Line { what, got, target: Target::AtMost(SECONDS) }
}

/// The power with which the time of an evaluation grows.
fn exponent(costs: &[(usize, f64)]) -> Option<Line> {
    let (few, least) = *costs.iter().find(|(links, _)| *links == LINKS[1])?;
    let (many, most) = *costs.last()?;
    let got = (most / least).ln() / (many as f64 / few as f64).ln();
    let what = format!("chains in space: power of the links in the time of an evaluation, {few} to {many}");
    Some(Line { what, got, target: Target::AtMost(EXPONENT) })
}
