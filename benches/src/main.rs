//! `make bench`: costs as ratios measured in the same run, never as bare seconds. Arguments name the parts wanted; none means all. `carom`,
//! `rapier` and `mujoco` beside a pile let only these run.

mod collisions;
mod command;
mod complementarity;
mod friction;
mod laws;
mod report;
mod space;
mod spatial;
mod threads;
mod wedge;
mod worlds;

use std::process::ExitCode;

/// A part by its name.
type Part = (&'static str, fn() -> Vec<report::Line>);

const PARTS: [Part; 17] = [
    ("laws", || laws::ratios(&collisions::random(COLLISIONS))),
    ("space", space::costs),
    ("chains", spatial::chains),
    ("tumble", spatial::tumbling),
    ("boxes", spatial::boxes),
    ("spheres", spatial::spheres),
    ("bricks", spatial::bricks),
    ("threads", || vec![threads::speedup(&collisions::random(COLLISIONS))]),
    ("batch", || vec![command::batch_rate()]),
    ("lcp", complementarity::rates),
    ("friction", friction::ratios),
    ("ball", worlds::balls),
    ("incline", worlds::inclines),
    ("chain", worlds::chains),
    ("wall", || worlds::wall(10)),
    ("crowd", worlds::crowds),
    ("wedge", wedge::ratios),
];

/// Collisions of the parts that need some.
const COLLISIONS: usize = 20_000;

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let parts = PARTS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|one| one == name));
    let lines: Vec<report::Line> = parts.flat_map(|(_, run)| run()).collect();
    report::print(&lines)
}
