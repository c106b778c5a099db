//! W: the friction wedge in motion: let go with the load, pushed at the adapters, moved slowly (wedge.md, sections 3 and 4).

use carom_simulate::record::EventKind;

use super::super::extremes::turns;
use super::world::{Ran, run};
use super::{Line, count, number, word};

/// Tolerances of wedge.md: places in mm and times in s by the exact method; forced cases in mm; energies and forces as a part.
const PLACE: f64 = 0.002;
const TIME: f64 = 5e-4;
const FORCED: f64 = 0.01;
const FORCE: f64 = 0.002;

/// Period at 50 km/h, s.
const PERIOD: f64 = 1.656;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = let_go();
    lines.extend(released());
    lines.extend(pushed());
    lines.extend(together());
    lines.extend(threshold());
    lines.extend(pitch());
    let area = run("wedge-displacement", &[("variant", "hysteresis loop")]).measure("friction.heat");
    lines.push(number("loop between -65 and -40 mm, area [J]", 146.9, area, FORCE * 146.9));
    lines
}

/// Turning points of the bolster let go at -36 mm, mm.
pub(super) const TURNS: [f64; 12] = [
    -69.2398, -38.6497, -66.6409, -41.2536, -64.0427, -43.8516, -61.4448, -46.4493, -58.8472, -49.0467, -56.2498,
    -51.6440,
];

/// Turning points of the bolster.
pub(super) fn turning(ran: &Ran) -> Vec<(f64, f64)> {
    turns(&ran.points("bolster.y"))
}

fn let_go() -> Vec<Line> {
    let ran = run("wedge-loaded-free", &[]);
    let turns = turning(&ran);
    let mut lines = vec![count("let go at -36 mm: turning points", TURNS.len(), turns.len())];
    for (k, expected) in TURNS.into_iter().enumerate() {
        let got = turns.get(k).map_or(f64::NAN, |turn| 1e3 * turn.1);
        lines.push(number(format!("turning point {} [mm]", k + 1), expected, got, PLACE));
    }
    for (k, expected) in [0.13098, 0.26488, 0.39537].into_iter().enumerate() {
        let got = turns.get(k).map_or(f64::NAN, |turn| turn.0);
        lines.push(number(format!("turning point {} at [s]", k + 1), expected, got, TIME));
    }
    let rest = ran.events(EventKind::Stick).last().map_or(f64::NAN, |event| event.t);
    lines.push(number("rest at [s]", 1.71626, rest, TIME));
    lines.push(number("rest [mm]", -53.6525, 1e3 * ran.measure("bolster.y"), PLACE));
    let period = turns.get(2).zip(turns.first()).map_or(f64::NAN, |(third, first)| third.0 - first.0);
    lines.push(number("period [s]", 0.26418, period, TIME));
    for (name, first, expected) in [("down", 1, 0.13038), ("up", 0, 0.13380)] {
        let halves: Vec<f64> = turns.windows(2).skip(first).step_by(2).map(|pair| pair[1].0 - pair[0].0).collect();
        let mean = halves.iter().sum::<f64>() / halves.len().max(1) as f64;
        lines.push(number(format!("half a cycle {name} [s]"), expected, mean, TIME));
    }
    lines.push(number("lost in a cycle [mm]", 2.5985, 1e3 * ran.measure("decrement:bolster.y"), PLACE));
    lines.push(number("largest normal force of an arc [N]", 14551.0, largest_normal(), FORCE * 14551.0));
    lines.push(number("energy lost [J]", 688.97, ran.measure("energy.lost"), FORCE * 688.97));
    lines
}

/// The largest normal force of any contact on the way down and up: that of the arcs, at the first turning point.
fn largest_normal() -> f64 {
    let ran = run("wedge-loaded-free", &[("run.until", "0.14"), ("run.every", "0.1 ms")]);
    let normals = ran.samples().iter().flat_map(|sample| sample.contact_forces.iter().map(|force| force.normal));
    normals.fold(f64::NAN, f64::max)
}

fn released() -> Vec<Line> {
    let at = |start: &str| 1e3 * run("wedge-loaded-free", &[("parameters.start", start)]).measure("bolster.y");
    vec![
        number("let go at -53 mm: stays [mm]", -53.0, at("-53 mm"), 1e-9),
        number("let go at -63 mm: rest [mm]", -52.6864, at("-63 mm"), PLACE),
        number("let go at -70 mm: rest [mm]", -53.4819, at("-70 mm"), PLACE),
    ]
}

/// Three cycles at 50 km/h with this amplitude and friction.
fn push(amplitude: f64, mu: f64) -> Ran {
    let [amplitude, mu, until] = [amplitude, mu, 3.0 * PERIOD].map(|number| number.to_string());
    let changes = [("parameters.amplitude", amplitude.as_str()), ("parameters.mu", &mu), ("run.until", &until)];
    run("wedge", &[&changes[..], &[("run.every", "0.05")]].concat())
}

fn pushed() -> Vec<Line> {
    let mut lines = Vec::new();
    for (amplitude, [trough, crest], swing, stuck, regime) in [
        (3000.0, [-37.8871, -36.8701], 1.0170, 0.507, "stick-slip"),
        (1800.0, [-37.5456, -37.2265], 0.3191, 0.698, "stick-slip"),
        (1600.0, [-37.4893, -37.2872], 0.2021, 0.747, "stick-slip"),
        (500.0, [-37.3267, -37.3267], 0.0, 1.0, "locked"),
    ] {
        let ran = push(amplitude, 0.29);
        for (name, expected) in [("trough", trough), ("crest", crest)] {
            let got = 1e3 * ran.measure(&format!("{name}:bolster.y-frame.y"));
            lines.push(number(format!("{amplitude} N: {name} [mm]"), expected, got, FORCED));
        }
        let got = 1e3 * ran.measure("amplitude:bolster.y-frame.y");
        lines.push(number(format!("{amplitude} N: from crest to trough [mm]"), swing, got, FORCED));
        // Printed to three digits; times to the tolerance of wedge.md, twice for each of some 13 slips.
        lines.push(number(format!("{amplitude} N: stuck fraction"), stuck, ran.measure("stuck"), 1e-3));
        lines.push(word(format!("{amplitude} N: regime"), regime, regime_of(&ran)));
        if amplitude == 3000.0 {
            lines.push(count("3000 N: slip phases per cycle", 13, ran.measure("slips") as usize));
        }
    }
    lines
}

/// The amplitudes read as those of both adapters together (variant B of wedge.md).
fn together() -> Vec<Line> {
    let mut lines = vec![number(
        "3000 N together: from crest to trough [mm]",
        0.1455,
        1e3 * push(1500.0, 0.29).measure("amplitude:bolster.y-frame.y"),
        FORCED,
    )];
    for amplitude in [1800.0, 1600.0, 500.0] {
        let got = push(0.5 * amplitude, 0.29);
        lines.push(word(format!("{amplitude} N together: regime"), "locked", regime_of(&got)));
    }
    lines
}

fn regime_of(ran: &Ran) -> &'static str {
    let names = super::super::phases::Regime::ALL.map(|regime| regime.name());
    names.get(ran.measure("regime") as usize).copied().unwrap_or("none")
}

/// The empty bolster let go 2.2 mm too low and turned by 0.01 rad, all gaps closed, frame fixed: mu, time, x and y in mm, angle in mrad.
const PITCH: [(&str, f64, [f64; 3]); 6] = [
    ("0.05", 0.05, [0.320906, -34.910297, -9.371446]),
    ("0.05", 0.1, [-0.450656, -38.542720, -5.582226]),
    ("0.05", 0.2, [0.470002, -38.560670, -7.141478]),
    ("0.29", 0.05, [0.369461, -35.809306, -7.975995]),
    ("0.29", 0.1, [0.075436, -38.021345, 0.463385]),
    ("0.29", 0.2, [0.136317, -37.141579, -0.421093]),
];

/// Tolerances of the pitch case in wedge.md: mm and mrad.
const PITCHED: [f64; 3] = [0.005, 0.005, 0.01];

fn pitch() -> Vec<Line> {
    let start = [
        ("parameters.bolster_mass", "824"),
        ("parameters.bolster_moment", "23"),
        ("body.bolster.position.1", "-0.0395"),
        ("body.bolster.angle", "0.01"),
        ("body.front wedge.position.0", "-0.17990492120312193"),
        ("body.front wedge.position.1", "-0.09295163622032"),
        ("body.rear wedge.position.0", "0.17976090070487039"),
        ("body.rear wedge.position.1", "-0.0908920471406992"),
        ("run.until", "0.2"),
        ("run.every", "0.05"),
    ];
    let mut lines = Vec::new();
    for mu in ["0.05", "0.29"] {
        let ran = run("wedge-loaded-free", &[&start[..], &[("parameters.mu", mu)]].concat());
        for (_, t, expected) in PITCH.iter().filter(|case| case.0 == mu) {
            let sample = ran.samples().iter().rfind(|sample| (sample.t - t).abs() < 1e-9);
            for ((column, expected), tolerance) in ["x", "y", "angle"].into_iter().zip(expected).zip(PITCHED) {
                let got = sample.map_or(f64::NAN, |sample| 1e3 * ran.after(&format!("bolster.{column}"), sample.t));
                lines.push(number(
                    format!("let go turned, mu {mu}: {column} at {t} s [mm, mrad]"),
                    *expected,
                    got,
                    tolerance,
                ));
            }
        }
    }
    lines
}

/// One per cent below the threshold it locks, one above it goes on slipping.
fn threshold() -> Vec<Line> {
    let mut lines = Vec::new();
    for (mu, threshold) in [(0.29, 1256.7), (0.3045, 1310.3)] {
        for (factor, regime) in [(0.99, "locked"), (1.01, "stick-slip")] {
            let got = push(factor * threshold, mu);
            lines.push(word(format!("mu {mu}: {factor} of the lock threshold {threshold} N"), regime, regime_of(&got)));
        }
    }
    lines
}
