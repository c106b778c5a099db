//! W: the first model of the seed, wedges in joints, the frame moved (wedge.md, section 3): the boundary of permanent adhesion, rests per
//! cycle, and the two laws that never hold.

use carom_simulate::record::EventKind;

use super::world::{Ran, run};
use super::{Line, count, number, word};

/// Tolerance of forced cases in wedge.md, mm.
const FORCED: f64 = 0.01;

/// Where the bolster locks for ever: as far from slipping up as from slipping down. Near resonance the first slips from another place
/// go over into a lasting vibration, beside which the locked state is stable too.
const MIDDLE: &str = "-37.3933 mm";

/// beta, acceleration in parts of the boundary, lowest and highest place of the bolster in mm, rests per cycle.
const RANGES: [(&str, &str, [f64; 2], usize); 7] = [
    ("0.2", "1.05", [-37.4808, -37.3009], 2),
    ("0.2", "1.3", [-37.5887, -37.1680], 2),
    ("0.2", "2", [-37.7435, -36.9144], 3),
    ("0.2", "4", [-38.6651, -35.3995], 4),
    ("0.5", "1.05", [-37.4095, -37.3768], 2),
    ("0.5", "1.3", [-37.8982, -36.8582], 2),
    ("0.5", "2", [-38.4400, -36.3443], 2),
];

/// The law, the acceleration, lowest and highest place in mm, at beta 0.2.
const CREEPING: [(&str, &str, [f64; 2]); 4] = [
    ("regularised", "0.9", [-37.3522, -37.2160]),
    ("regularised", "2", [-37.8991, -36.8200]),
    ("falling with the speed", "0.9", [-37.3522, -37.2138]),
    ("falling with the speed", "2", [-37.9822, -36.8040]),
];

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = Vec::new();
    for beta in ["0.1", "0.2", "0.5", "1", "2.5"] {
        for (part, expected) in [("0.99", "never slips"), ("1.01", "slips")] {
            let ran = moved(beta, part, &[("parameters.start", MIDDLE)]);
            let slips = if ran.events(EventKind::Slip).is_empty() { "never slips" } else { "slips" };
            let slips = if ran.end() == "time" { slips } else { ran.end() };
            lines.push(word(format!("beta {beta}: {part} of a omega^2 = 1.76257 m/s^2"), expected, slips));
        }
    }
    for (beta, part, range, rests) in RANGES {
        let ran = moved(beta, part, &[]);
        lines.extend(places(&format!("beta {beta}, {part} of the boundary"), &ran, range));
        lines.push(count(format!("beta {beta}, {part} of the boundary: rests per cycle"), rests, rests_of(&ran)));
    }
    lines.extend(sixth_cycle());
    for (law, part, range) in CREEPING {
        let ran = moved("0.2", part, &[("variant", law), ("parameters.start", MIDDLE), ("parameters.phase", "90 deg")]);
        lines.extend(places(&format!("{law}, {part} of the boundary"), &ran, range));
    }
    lines
}

/// The frame moved for ten cycles.
fn moved(beta: &str, part: &str, more: &[(&str, &str)]) -> Ran {
    // Variants come first: what follows may change them.
    let changes = [("parameters.beta", beta), ("parameters.part", part)];
    run("wedge-joints", &[more, &changes].concat())
}

/// Lowest and highest place in the last cycle.
fn places(what: &str, ran: &Ran, range: [f64; 2]) -> Vec<Line> {
    let ends = [("lowest", "trough", range[0]), ("highest", "crest", range[1])];
    let line = |(name, word, expected): (&str, &str, f64)| {
        let got = 1e3 * ran.measure(&format!("{word}:bolster.y-frame.y"));
        number(format!("{what}: {name} [mm]"), expected, got, FORCED)
    };
    ends.map(line).to_vec()
}

/// Instants in the last cycle at which the bolster comes to rest; the contacts stick together, up to rounding.
fn rests_of(ran: &Ran) -> usize {
    let Some(end) = ran.samples().last().map(|sample| sample.t) else { return usize::MAX };
    let mut times: Vec<f64> = ran.events(EventKind::Stick).iter().map(|event| event.t).collect();
    times.retain(|t| *t > 0.9 * end);
    times.dedup_by(|a, b| *a - *b < 1e-9);
    times.len()
}

/// At four times the boundary and beta 0.5 every second cycle is alike; the motion with one period is unstable. The reference shows the
/// sixth cycle of a run from the middle of the frame's way, on its way from the one to the other.
fn sixth_cycle() -> Vec<Line> {
    let start = [("parameters.start", MIDDLE), ("parameters.phase", "90 deg"), ("run.until", "= 12*pi/omega")];
    let ran = moved("0.5", "4", &start);
    places("beta 0.5, 4 of the boundary, sixth cycle", &ran, [-40.2658, -35.2992])
}
