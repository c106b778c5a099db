//! A body that tumbles without forces: the error of its attitude against the closed form, by every engine (B5).

mod exact;
mod ours;
mod rapier;

use serde_json::json;

use super::python::ask;
use super::table;
use crate::report::{Line, Target};

/// Mass, principal moments, spin at the start in the axes of the body (which are those of the world then), and how long: it turns over
/// some times about its middle axis.
const MASS: f64 = 1.0;
const MOMENTS: [f64; 3] = [1.0, 2.0, 2.5];
const SPIN: [f64; 3] = [0.1, 2.0, 0.2];
const UNTIL: f64 = 10.0;

/// Tolerances of ours, and steps a second of the others.
const TOLERANCES: [f64; 5] = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12];
const RATES: [usize; 4] = [60, 240, 1000, 4000];

/// Errors of the attitude at which times are compared.
const ERRORS: [f64; 2] = [1e-6, 1e-9];

/// Where the body ends: the rows of its rotation, row by row.
pub(crate) type Attitude = [[f64; 3]; 3];

/// What an engine found and how long it took.
pub(crate) struct Tumble {
    engine: &'static str,
    setting: String,
    seconds: f64,
    attitude: Attitude,
}

/// From a unit quaternion (w, x, y, z).
pub(crate) fn attitude([w, x, y, z]: [f64; 4]) -> Attitude {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The largest difference of two attitudes.
fn error(a: &Attitude, b: &Attitude) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// All engines on the body.
pub(crate) fn tumbling() -> Vec<Line> {
    let exact = exact::attitude(MOMENTS, SPIN, UNTIL);
    let mut all: Vec<Tumble> = TOLERANCES.iter().filter_map(|&tolerance| ours::run(tolerance)).collect();
    for rate in RATES {
        let steps = (rate as f64 * UNTIL) as usize;
        all.push(rapier::run(steps));
        all.extend(
            [("MuJoCo", "tumble_mujoco.py"), ("Drake", "tumble_drake.py")].iter().filter_map(|one| peer(*one, steps)),
        );
    }
    let row = |one: &Tumble| {
        let error = format!("{:.1e}", error(&one.attitude, &exact));
        vec![one.engine.to_owned(), one.setting.clone(), error, format!("{:.1e}", one.seconds / UNTIL)]
    };
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    table::print("tumbling body, ten seconds", &["engine", "setting", "error of the attitude", "s a second"], &rows);
    ERRORS.iter().map(|&wanted| compare(&all, &exact, wanted)).collect()
}

/// The fastest peer over ours at an error.
fn compare(all: &[Tumble], exact: &Attitude, wanted: f64) -> Line {
    let time = |own: bool| {
        let good = all.iter().filter(|one| (one.engine == ours::CAROM) == own && error(&one.attitude, exact) <= wanted);
        good.map(|one| one.seconds).fold(f64::INFINITY, f64::min)
    };
    Line {
        what: format!("tumbling body: fastest peer over ours, to {wanted:.0e}"),
        got: time(false) / time(true),
        target: Target::AtLeast(1.0),
    }
}

/// An engine called from Python.
fn peer((engine, script): (&'static str, &str), steps: usize) -> Option<Tumble> {
    let data = json!({"mass": MASS, "moments": MOMENTS, "spin": SPIN, "until": UNTIL});
    let answer = ask(script, &[steps.to_string()], &data)?;
    let part = |i: usize| answer["rotation"][i].as_f64();
    Some(Tumble {
        engine,
        setting: format!("step {:.0e} s", UNTIL / steps as f64),
        seconds: answer["seconds"].as_f64()?,
        attitude: attitude([part(0)?, part(1)?, part(2)?, part(3)?]),
    })
}
