//! B9: the five results of chapter 9 with their data corrected (articulated.md, sections 3, 4 and 6).

use super::world::{Ran, run};
use super::{Line, at_most};

/// A result: scene, end, limits of the energy's standard deviation at the tolerances 1e-4 (that of the thesis) and 1e-10.
const RESULTS: [(&str, &str, &str, f64, f64); 5] = [
    ("9.2", "ex92", "10", 2.03e-7, 1e-11),
    ("9.3", "ex93", "10", 2.23e-7, 1e-8),
    ("9.4", "ex94", "15", 1.32e-4, 1e-6),
    ("9.5", "ex95", "3.3333333333333335", 7.81e-7, 1e-8),
    ("9.6", "ex96_generic", "4", 1.41e-3, 1e-6),
];

/// Bodies at the end of each result, from independent solutions: x, y, z, and the quaternion but for its sign.
const ENDS: [(&str, &str, [f64; 7]); 7] = [
    ("ex92", "barra", [0.0, 0.0, 0.0, -0.416_146_836_547_142_4, 0.0, 0.0, 0.909_297_426_825_681_7]),
    (
        "ex93",
        "barra",
        [0.0, 0.0, 0.0, -0.525_631_181_899_85, 0.388_630_065_479_8, -0.288_963_452_907_48, -0.699_413_079_448_42],
    ),
    (
        "ex94",
        "b1",
        [3.901_692_803_766_8, 0.0, 20.441_843_216_273, 0.908_372_757_727_01, 0.0, 0.418_161_371_983_87, 0.0],
    ),
    ("ex94", "b2", [5.188_107_833_256_1, 0.0, 10.483_656_602_687, 0.531_093_386_775_7, 0.0, 0.847_313_291_836_69, 0.0]),
    (
        "ex95",
        "tetra",
        [
            0.0,
            3.0,
            2.506_281_535_850_2,
            -0.539_681_373_938_83,
            -0.445_957_884_796_24,
            0.540_560_838_026_06,
            -0.466_539_987_572_48,
        ],
    ),
    (
        "ex96_generic",
        "b1",
        [
            1.757_990_310_254_7,
            0.139_591_460_864_39,
            6.462_169_796_428_6,
            -0.051_290_667_759_561,
            -0.021_765_865_290_705,
            0.965_395_640_275_64,
            -0.254_768_075_405_28,
        ],
    ),
    (
        "ex96_generic",
        "b2",
        [
            1.524_764_652_830_4,
            -0.139_591_460_864_39,
            5.037_524_932_193_9,
            -0.921_544_540_739_84,
            -0.346_970_443_509_09,
            -0.157_063_157_818_11,
            0.075_487_318_272_025,
        ],
    ),
];

/// What is promised at the tolerance 1e-10 [m].
const MOVED: f64 = 1e-6;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = Vec::new();
    for (result, scene, until, rough, exact) in RESULTS {
        let at = |tolerance| run(scene, &[("run.tolerance", tolerance), ("run.until", until)]);
        let (coarse, fine) = (at("1e-4"), at("1e-10"));
        let what = |tolerance: &str| format!("{result}, {scene}: energy, standard deviation at {tolerance} [J]");
        lines.push(limit(what("1e-4"), rough, coarse.energy_deviation()));
        lines.push(limit(what("1e-10"), exact, fine.energy_deviation()));
        let ends = ENDS.iter().filter(|(of, ..)| *of == scene);
        lines.extend(ends.map(|(_, body, end)| {
            let what = format!("{result}, {scene}, {body}: off at the end [m, and of the rotation]");
            at_most(what, MOVED, off(&fine, body, end))
        }));
    }
    lines
}

/// A limit with three digits, as the thesis prints it.
fn limit(what: String, limit: f64, got: f64) -> Line {
    Line { what, expected: format!("<= {limit:.2e}"), got: format!("{got:.1e}"), pass: got <= limit }
}

/// Largest difference of a coordinate, or of the quaternion but for its sign.
fn off(ran: &Ran, body: &str, end: &[f64; 7]) -> f64 {
    let of = |column: &str| ran.last(&format!("{body}.{column}"));
    let got = ["x", "y", "z", "qw", "qx", "qy", "qz"].map(of);
    let sign = got[3..].iter().zip(&end[3..]).map(|(a, b)| a * b).sum::<f64>().signum();
    let differences = got.iter().zip(end).enumerate();
    let differences = differences.map(|(k, (a, b))| if k < 3 { (a - b).abs() } else { (sign * a - b).abs() });
    differences.fold(0.0, |worst: f64, d| if d.is_nan() { f64::INFINITY } else { worst.max(d) })
}
