//! K12: Table I of 003 (bar at 45 degrees, D_A = (-1, 0.6), mu = 1, e = 1), with its misprints corrected: the table prints
//! 0.0125 for Newton's gain (0.1125), D_NE = 1 and T_E - T_A = 0 for Poisson (0.64 and -0.072).

use super::{Line, ROUNDING, friction, number, planar};

pub(super) fn run() -> Vec<Line> {
    // Columns: Newton and Coulomb, Poisson and Coulomb, Smith. Rows: D_TE, D_NE, I_N, I_T, T_E - T_A.
    let table = [
        ("kane", "Newton and Coulomb", [0.0, 1.0, 1.025, 0.375, 0.1125]),
        ("glocker-pfeiffer", "Poisson and Coulomb", [0.0, 0.64, 0.8, 0.24, -0.072]),
        ("smith", "Smith", [-0.6, 1.0, 0.8, 0.0, 0.0]),
    ];
    let mut lines = Vec::new();
    for (law, column, values) in table {
        let outcome = planar(law, [2.5, 1.5, 2.5], [-1.0, 0.6], friction(1.0, 1.0));
        let got = outcome.filter(carom_impact::Outcome::has_numbers).map_or([f64::NAN; 5], |outcome| {
            let (after, impulse) = (outcome.after, outcome.impulse);
            [after.tangential, after.normal, impulse.normal, impulse.tangential, outcome.energy.total()]
        });
        for ((row, expected), got) in ["D_TE", "D_NE", "I_N", "I_T", "T_E - T_A"].iter().zip(values).zip(got) {
            lines.push(number(format!("003 Table I, {column} ({law}): {row}"), expected, got, ROUNDING));
        }
    }
    lines
}
