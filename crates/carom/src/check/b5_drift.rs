//! B5: joints hold after correction, also where their equations are more than they need.

use super::world::run;
use super::{Line, at_most};

/// What the accuracy contract promises [m].
const HELD: f64 = 1e-10;

pub(super) fn run_all() -> Vec<Line> {
    let scenes =
        ["ex94", "ex94_3d", "j_chain5", "j_fourbar", "j_fourbar_general", "j_bricard", "b_nfourbar2", "b_andrews"];
    let line = |scene: &str| {
        let ran = run(scene, &[("run.tolerance", "1e-10")]);
        let error = if ran.end() == "time" { ran.joint_error() } else { f64::NAN };
        at_most(format!("{scene}: largest error of a joint [m]"), HELD, error)
    };
    scenes.into_iter().map(line).collect()
}
