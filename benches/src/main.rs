//! `make bench`: costs as ratios to a lower bound measured in the same run, never as bare seconds.

mod collisions;
mod command;
mod complementarity;
mod friction;
mod laws;
mod report;
mod space;
mod threads;

use std::process::ExitCode;

fn main() -> ExitCode {
    let collisions = collisions::random(20_000);
    let mut lines = laws::ratios(&collisions);
    lines.extend(space::costs());
    lines.push(threads::speedup(&collisions));
    lines.push(command::batch_rate());
    lines.extend(complementarity::rates());
    lines.extend(friction::ratios());
    report::print(&lines)
}
