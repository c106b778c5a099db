//! W: the loaded bolster let go by time stepping and by penalty (wedge.md, sections 3 and 6).

use super::w_motion::{TURNS, turning};
use super::world::run;
use super::{Line, number};

/// Tolerances of wedge.md, mm: stepping with 1e-5 s, penalty.
const STEPPING: f64 = 0.01;
const PENALTY: f64 = 0.05;

pub(super) fn run_all() -> Vec<Line> {
    let stepping = [("run.method", "stepping"), ("run.step", "1e-5")];
    // Contacts of 2e10 N/m^1.2 and friction that grows over 0.1 mm/s are stiff.
    let penalty = [("run.method", "penalty"), ("run.integrator", "radau"), ("run.tolerance", "1e-7")];
    let mut lines = let_go("stepping", &stepping, STEPPING);
    lines.extend(let_go("penalty", &penalty, PENALTY));
    lines
}

/// Every turning point and the rest.
fn let_go(method: &str, changes: &[(&str, &str)], tolerance: f64) -> Vec<Line> {
    let ran = run("wedge-loaded-free", &[changes, &[("run.every", "2 ms")]].concat());
    let turns = turning(&ran);
    let mut lines: Vec<Line> = TURNS
        .into_iter()
        .enumerate()
        .map(|(k, expected)| {
            let got = turns.get(k).map_or(f64::NAN, |turn| 1e3 * turn.1);
            number(format!("{method}: turning point {} [mm]", k + 1), expected, got, tolerance)
        })
        .collect();
    lines.push(number(format!("{method}: rest [mm]"), -53.6525, 1e3 * ran.measure("bolster.y"), tolerance));
    lines
}
