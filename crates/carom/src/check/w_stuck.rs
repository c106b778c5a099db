//! W: the friction wedge while it is stuck, and how it is put together (wedge.md, sections 1, 2, 3 and 5).
//!
//! Stuck, a truck that is pushed at the frame by 2 a sin(omega t) moves as one body of mass M. Seen from the frame nothing moves, and gravity is
//! g + 2 a sin(omega t)/M: friction holds all the time if the places at which it can hold the bolster with g + 2 a/M and with g - 2 a/M overlap.

use carom_mechanics::Model;
use carom_simulate::record::EventKind;

use super::super::run::Prepared;
use super::super::statics::{HeldAt, Question, held_at, statics};
use super::world::{file, run};
use super::{Line, number};

/// Tolerances of wedge.md: places in mm, forces as a part, thresholds as a part; ratios are printed to six digits.
const PLACE: f64 = 0.002;
const FORCE: f64 = 0.002;
const THRESHOLD: f64 = 0.01;
const RATIO: f64 = 1e-6;

/// Gravity of the seed, m/s^2; masses of the bolster and of all of the truck, kg.
const GRAVITY: f64 = 9.85;
const BOLSTER: f64 = 824.0;
const TRUCK: f64 = 1426.0;

/// Halvings of the amplitudes between which a limit lies: a ten thousandth of it.
const HALVINGS: usize = 14;

pub(super) fn run_all() -> Vec<Line> {
    let mut lines = vec![
        number("mu 0.29: cones alone hold up to [N per adapter]", 3477.3, limit("0.29"), THRESHOLD * 3477.3),
        number("mu 0.3045: cones alone hold up to [N per adapter]", 4307.5, limit("0.3045"), THRESHOLD * 4307.5),
    ];
    lines.extend(held());
    lines.extend(kinematics());
    lines.extend(printed());
    lines
}

fn question() -> Question {
    Question { fix: vec!["frame".to_owned()], of: Some("bolster.y".to_owned()) }
}

/// The largest amplitude at an adapter with which friction can hold the bolster at some place all the time.
fn limit(mu: &str) -> f64 {
    let band = |gravity: f64| -> Option<[f64; 2]> {
        let file = file("wedge", &[("parameters.mu", mu), ("parameters.gravity", &gravity.to_string())])?;
        let report = statics(&Prepared::new(file.read().ok()?).ok()?, &question()).ok()?;
        let [low, high] = report.along?.can_rest?;
        Some([low?, high?])
    };
    let holds = |amplitude: f64| {
        let more = 2.0 * amplitude / TRUCK;
        let bands = band(GRAVITY - more).zip(band(GRAVITY + more));
        bands.is_some_and(|(light, heavy)| light[0] <= heavy[1] && heavy[0] <= light[1])
    };
    let (mut inside, mut outside) = (500.0, 6500.0);
    if !holds(inside) || holds(outside) {
        return f64::NAN;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (inside + outside);
        if holds(middle) { inside = middle } else { outside = middle }
    }
    0.5 * (inside + outside)
}

/// At -37.3 mm, mu 0.29, the empty bolster with its own weight (problem WG-01): what the wedges bear when it slips down and what they can bear
/// stuck, and between what one arc can press.
fn held() -> Vec<Line> {
    let found: Option<HeldAt> = file("wedge", &[]).and_then(|file| {
        let prepared = Prepared::new(file.read().ok()?).ok()?;
        held_at(&prepared, &question(), -0.0373).ok()
    });
    let springs = |found: &HeldAt| -> f64 {
        found.springs.iter().filter(|spring| spring.compressions.len() == 3).map(|spring| spring.push).sum()
    };
    let needed = found.as_ref().map_or(f64::NAN, |found| BOLSTER * GRAVITY - springs(found));
    let down = found.as_ref().and_then(|found| found.slips[0]).unwrap_or(f64::NAN);
    let most = found.as_ref().and_then(|found| found.holds).map_or(f64::NAN, |holds| holds[0]);
    let arc = found.as_ref().and_then(|found| found.forces.iter().find(|force| force.between.contains("bolster")));
    let [least, largest] = arc.map_or([f64::NAN; 2], |arc| arc.normal);
    let line = |what: &str, expected: f64, got: f64| {
        number(format!("at -37.3 mm: {what} [N]"), expected, got, FORCE * expected)
    };
    vec![
        line("the wedges bear, slipping down", 4883.9, needed - down),
        line("the wedges can bear, stuck", 10985.5, needed - most),
        line("an arc presses, stuck, at least", 2327.9, least),
        line("an arc presses, stuck, at most", 5619.3, largest),
    ]
}

/// Travel of a wedge along its column, and of the face of the bolster along the wedge, over that of the bolster: from -36 mm to -63 mm.
fn kinematics() -> Vec<Line> {
    let place = |start: &str, name: &str| {
        let ran = run("wedge-loaded-free", &[("parameters.start", start), ("run.until", "1 ms")]);
        ran.samples().first().map_or(f64::NAN, |sample| ran.before(name, sample.t))
    };
    let [x, y, bolster] =
        ["front wedge.x", "front wedge.y", "bolster.y"].map(|name| place("-63 mm", name) - place("-36 mm", name));
    vec![
        number("travel of a wedge over that of the bolster", 0.911422, x.hypot(y) / bolster.abs(), RATIO),
        number(
            "slip at the face of the bolster over its travel",
            0.110844,
            x.hypot(y - bolster) / bolster.abs(),
            RATIO,
        ),
    ]
}

/// The printed places leave the columns open and press the arcs into the bolster; what fits together.
fn printed() -> Vec<Line> {
    let ran = run("wedge-loaded-free", &[("parameters.start", "-36 mm"), ("run.until", "1 ms")]);
    let Some((world, record)) = ran.parts() else { return vec![number("printed places", 0.0, f64::NAN, PLACE)] };
    let Some(plane) = world.plane() else { return Vec::new() };
    let mut q = record.samples.first().map_or(Vec::new(), |sample| sample.q.clone());
    let mut lines: Vec<Line> = [("front wedge", -179.60172, -88.61569), ("rear wedge", 179.60172, -88.61569)]
        .into_iter()
        .flat_map(|(name, x, y)| {
            let at = world.body(name).and_then(|body| plane.coordinate(body));
            let got = |k: usize| at.and_then(|at| q.get(at + k)).map_or(f64::NAN, |place| 1e3 * place);
            let line = |axis: &str, expected: f64, k: usize| {
                number(format!("bolster at -36 mm: {name}, {axis} [mm]"), expected, got(k), PLACE)
            };
            [line("x", x, 0), line("y", y, 1)]
        })
        .collect();
    for (name, x) in [("front wedge", -0.1795684), ("rear wedge", 0.1795684)] {
        if let Some(at) = world.body(name).and_then(|body| plane.coordinate(body)).filter(|at| at + 1 < q.len()) {
            (q[at], q[at + 1]) = (x, -0.0881647);
        }
    }
    let mut sites: Vec<_> = ran.events(EventKind::Contact).iter().filter_map(|event| event.touch).collect();
    sites.dedup();
    for touch in sites {
        let name = plane.pair_name(touch.site.pair);
        let expected = if name.contains("bolster") { -0.286 } else { 0.0018 };
        let got = 1e3 * plane.gap(touch.site, 0.0, &q).0;
        lines.push(number(format!("printed places: gap of {name} [mm]"), expected, got, 1e-4));
    }
    lines
}
