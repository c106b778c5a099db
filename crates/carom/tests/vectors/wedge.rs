//! The friction wedges of a railway truck (W2, W5, W6, W8). The answers come from three formulations that agree with each other: an exact
//! reduction to one coordinate, time stepping with Lemke's method, and complementarity of accelerations.

use std::fs;

use serde_json::Value;

use crate::files::{Contact, Files};
use crate::vectors::{Case, list, number, numbers};

pub const MM: f64 = 1e-3;

/// A file of answers.
pub fn read(name: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../simulate/tests/data/wedge");
    serde_json::from_str(&fs::read_to_string(format!("{folder}/{name}.json")).unwrap()).unwrap()
}

/// A variant of a scene with its answer.
pub fn case(scene: &str, name: &str, expected: &Value) -> Case {
    let data = Value::Object(serde_json::Map::new());
    Case { scene: scene.to_owned(), name: name.to_owned(), data, expected: expected.clone() }
}

/// Times of slipping and sticking, each instant once: the contacts of a symmetric motion change together, up to rounding.
pub fn instants(files: &Files, kinds: &[&str]) -> Vec<(f64, bool)> {
    let mut found: Vec<(f64, bool)> = Vec::new();
    for event in files.events.iter().filter(|event| kinds.iter().any(|kind| event["kind"] == *kind)) {
        let (t, slips) = (number(event, "t"), event["kind"] != "stick");
        if found.last().is_none_or(|last| t - last.0 > 1e-9) {
            found.push((t, slips));
        }
    }
    found
}

/// Loaded, frame fixed: every turning point, the rest, the samples, the forces while it slips, the energy.
#[test]
fn loaded_and_let_go() {
    let vectors = read("free_loaded");
    let (place, time) = (number(&vectors, "tolerances.position_mm") * MM, number(&vectors, "tolerances.time_s"));
    let force = number(&vectors, "tolerances.force_rel");
    for start in ["36", "63", "70"] {
        let case =
            case("wedge-loaded-free", &format!("release at {start} mm"), &vectors[format!("release_-{start}mm")]);
        let files = case.run(&[]).ended();
        let turns: Vec<f64> =
            instants(&files, &["reversal", "stick"]).iter().map(|turn| turn.0).filter(|t| *t > 0.0).collect();
        let expected = &list(&case.expected["turning_points"])[1..];
        case.holds("as many turning points", turns.len() == expected.len());
        for (t, expected) in turns.iter().zip(expected) {
            case.near("turning time", *t, number(expected, "t"), time);
        }
        let (least, most) = files.extremes("bolster.y", "bolster.vy");
        let points = list(&case.expected["turning_points"]).iter().map(|point| number(point, "y_mm") * MM);
        let (lowest, highest) = points.fold((f64::MAX, f64::MIN), |(a, b), y| (a.min(y), b.max(y)));
        case.near("lowest", least, lowest, place);
        case.near("highest", most, highest, place);
        samples(&case, &files, place);
        case.near("rest", files.last("bolster.y"), case.expected("y_final_mm") * MM, place);
        let lost = files.first("energy.total") - files.last("energy.total");
        case.relative("energy lost", lost, case.expected("energy_lost_total_J"), force);
        forces_while_slipping(&case, &files, force);
    }
}

/// The height of the bolster at the times of the answer.
pub fn samples(case: &Case, files: &Files, place: f64) {
    let (t, y) = (numbers(&case.expected["t"]), numbers(&case.expected["y_mm"]));
    for (t, y) in t.iter().zip(&y).filter(|(t, _)| **t <= files.last("t") + 1e-12) {
        case.near("y", files.after("bolster.y", *t) - frame(files, *t), y * MM, place);
    }
}

/// The height of the frame; a fixed one has no column.
fn frame(files: &Files, t: f64) -> f64 {
    if files.places().iter().any(|place| place == "frame.y") { files.after("frame.y", t) } else { 0.0 }
}

/// The force on a face of the bolster; stuck it is not unique.
fn forces_while_slipping(case: &Case, files: &Files, relative: f64) {
    let expected = list(&case.expected["N_arc_N"]).iter().zip(numbers(&case.expected["t"]));
    for (force, t) in expected.filter_map(|(force, t)| Some((force.as_f64()?, t))) {
        let front = |contact: &&&Contact| contact.bodies == ["front wedge", "bolster"];
        let contacts = files.contacts_at(t + 1e-9);
        let found: f64 = contacts.iter().filter(front).map(|contact| contact.normal).sum();
        case.relative("force on the face", found, force, relative);
    }
}

/// Between the ends of the band of equilibria friction holds.
#[test]
fn does_not_move_inside_the_band() {
    let case = case("wedge-loaded-free", "release at 53 mm", &Value::Null);
    for start in ["-53.9", "-53", "-52.7"] {
        let start = format!("{start} mm");
        // A stuck system does not creep: rounding.
        case.near("drift", case.run(&[("parameters.start", &start)]).ended().drift(), 0.0, 1e-12);
    }
    for start in ["-54.0", "-52.6"] {
        let start = format!("{start} mm");
        // 0.05 mm outside the band, it goes about twice as far on: to the other side of where it would rest while slipping.
        case.holds("moves", case.run(&[("parameters.start", &start)]).ended().drift() > 0.05 * MM);
    }
}

/// By stepping, with the step of the scene, one cycle and a half.
#[test]
fn loaded_and_let_go_by_stepping() {
    let vectors = read("free_loaded");
    let case = case("wedge-loaded-free", "release at 36 mm", &vectors["release_-36mm"]);
    let files = case.run(&[("run.method", "stepping"), ("run.until", "0.4")]).ended();
    // The tolerance of stepping in the reference.
    samples(&case, &files, 0.01 * MM);
}

/// Empty, pushed at the adapters: the last of three cycles.
#[test]
fn pushed_at_the_adapters() {
    let vectors = read("forced_unloaded");
    let (end, period) = (3.0 * number(&vectors, "period_s"), number(&vectors, "period_s"));
    for amplitude in ["3000", "1800", "1600", "500"] {
        let case = case("wedge", &format!("{amplitude} N"), &vectors["cases_slip_rule"][format!("A_{amplitude}")]);
        let files = case.run(&[("run.until", &end.to_string()), ("run.every", "0.004")]).ended();
        let (t, bolster, frame) = (files.column("t"), files.column("bolster.y"), files.column("frame.y"));
        let last = (0..t.len()).filter(|k| t[*k] >= end - period).map(|k| bolster[k] - frame[k]);
        let (lowest, highest) = last.fold((f64::MAX, f64::MIN), |(a, b), y| (a.min(y), b.max(y)));
        // The tolerance of forced cases in the reference; its own exact method is 1.3e-4 mm from its stepping.
        case.near("lowest", lowest, case.expected("y_min_mm") * MM, 0.001 * MM);
        case.near("highest", highest, case.expected("y_max_mm") * MM, 0.001 * MM);
        // The reference passes over one stick of 0.9 ms in a cycle of 3000 N.
        let phases = Phases::of(&files, end - period, end, 1e-3);
        case.near("stuck fraction", phases.stuck / period, case.expected("stick_fraction_last_cycle"), 1e-3);
        case.near("slip phases", phases.slips as f64, case.expected("slip_phases_last_cycle"), 0.0);
        if case.expected["t"].is_array() {
            samples(&case, &files, 0.001 * MM);
        }
    }
}

/// The heights of the bolster over the frame in the last of three cycles of a pushed truck: the lowest and the highest.
fn range_of_last_cycle(case: &Case, period: f64, more: &[(&str, &str)]) -> (f64, f64) {
    let end = (3.0 * period).to_string();
    let both = [("run.until", end.as_str()), ("run.every", "0.002")];
    let files = case.run(&[&both, more].concat()).ended();
    let (t, bolster, frame) = (files.column("t"), files.column("bolster.y"), files.column("frame.y"));
    let last = (0..t.len()).filter(|k| t[*k] >= 2.0 * period).map(|k| bolster[k] - frame[k]);
    last.fold((f64::MAX, f64::MIN), |(a, b), y| (a.min(y), b.max(y)))
}

/// Pushed so far up that a coil lets go of the bolster and takes it again at -36.8 mm while it slides. It used to stop dead there: slip
/// below 3 mm/s on one face counted as none whenever something happened. Heights by an exact reduction to one coordinate of its own.
#[test]
fn slides_on_where_a_coil_engages() {
    for (amplitude, speed, mu, period, lowest, highest) in [
        ("3500 N", "50 km/h", "0.29", 1.656, -38.02715, -36.67192),
        ("4000 N", "120 km/h", "0.29", 0.69, -38.20154, -36.44747),
        ("4000 N", "80 km/h", "0.2", 1.035, -38.24968, -36.25472),
    ] {
        let case = case("wedge", "3000 N", &Value::Null);
        // The frictionless equilibrium, where the reduction starts, does not depend on mu.
        let more = [("parameters.amplitude", amplitude), ("parameters.speed", speed), ("parameters.mu", mu)];
        let found = range_of_last_cycle(&case, period, &more);
        // The tolerance of forced cases in the reference.
        case.near("lowest", found.0, lowest * MM, 0.001 * MM);
        case.near("highest", found.1, highest * MM, 0.001 * MM);
    }
}

/// By stepping, where friction could hold the wedges and they could as well slip: they slip as soon as they can, as by events.
#[test]
fn pushed_at_the_adapters_by_stepping() {
    let vectors = read("forced_unloaded");
    for amplitude in ["3000", "1600"] {
        let case = case("wedge", &format!("{amplitude} N"), &vectors["cases_slip_rule"][format!("A_{amplitude}")]);
        let more = [("run.method", "stepping"), ("run.step", "1e-4")];
        let found = range_of_last_cycle(&case, number(&vectors, "period_s"), &more);
        // The tolerance asked of stepping.
        case.near("lowest", found.0, case.expected("y_min_mm") * MM, 0.01 * MM);
        case.near("highest", found.1, case.expected("y_max_mm") * MM, 0.01 * MM);
    }
}

/// Let go where friction could hold it, and where it could as well slide: it slides, and says so.
#[test]
fn what_could_stick_at_the_start_is_told() {
    let case = case("wedge-loaded-free", "release at 36 mm", &Value::Null);
    let told = |mu: &str| {
        let files = case.run(&[("parameters.mu", mu), ("run.until", "0.05")]).ended();
        files.summary["warnings"].to_string().contains("indeterminate")
    };
    case.holds("several answers are told", told("0.4"));
    // Below tan 4 degrees there is one answer.
    case.holds("nothing to tell", !told("0.05"));
}

/// A wedge between faces at 39 degrees locks itself from mu = tan 19.5 degrees = 0.3541 on (section 5 of the reference), with its own weight a little
/// later: told where all contacts stick, by events and by stepping. Seen: told only from tan 35 degrees on, where it locks whatever the load.
#[test]
fn self_locking_is_told() {
    let case = case("wedge", "500 N", &Value::Null);
    for method in ["events", "stepping"] {
        for (mu, locks) in [("0.354", false), ("0.36", true)] {
            let changes = [("parameters.mu", mu), ("run.until", "0.02"), ("run.method", method)];
            let files = case.run(&changes).ended();
            case.holds("self-locking", files.summary["warnings"].to_string().contains("can lock by friction") == locks);
        }
    }
}

/// Sliding down at 0.2 m/s with velocities that the contacts allow, wedges have no solution above mu = 1.266 (section 5 of the reference): told, and
/// what the jump of velocities takes is not told as an error of the energy.
#[test]
fn no_solution_is_told() {
    let case = case("wedge-loaded-free", "release at 36 mm", &Value::Null);
    // Those of the first motion without friction.
    let velocities = [
        ("body.front wedge.velocity", "[-0.012715516672144, -0.18184036020998]"),
        ("body.rear wedge.velocity", "[0.012715516672144, -0.18184036020998]"),
        ("body.bolster.velocity", "[0, -0.2]"),
    ];
    let files = case.run(&[&velocities[..], &[("parameters.mu", "1.3"), ("run.until", "0.02")]].concat()).ended();
    let warnings = files.summary["warnings"].to_string();
    case.holds("no solution", warnings.contains("have no solution (Painleve)"));
    case.holds("energy", !warnings.contains("without a cause"));
}

/// Seen: 4000 kg let go deep down turned round near the top, where the wedges are almost loose, and hung there for ever between wedges whose
/// springs push with 200 N: cones alone could hold it. By stepping, let go there, too. Right: it slides back, as a model of one coordinate with
/// Coulomb's law says (trough at -56.858 mm).
#[test]
fn what_turns_round_slides_back() {
    let case = case("wedge-loaded-free", "release at 63 mm", &Value::Null);
    let deep = [("parameters.bolster_mass", "4000"), ("parameters.mu", "0.42"), ("parameters.start", "-60 mm")];
    let files = case.run(&[&deep[..], &[("run.until", "0.25"), ("run.every", "0.0005")]].concat()).ended();
    let (t, y) = (files.column("t"), files.column("bolster.y"));
    let trough = t.iter().zip(&y).filter(|(t, _)| **t > 0.15).fold(0.0_f64, |least, (_, y)| least.min(*y));
    // The tolerance of the reference for events; rows of 0.5 ms miss a trough by 2e-4 mm.
    case.near("trough", trough, -56.858 * MM, 0.002 * MM);
    let high = [("parameters.bolster_mass", "2000"), ("parameters.mu", "0.42"), ("parameters.start", "-30 mm")];
    let run = |more: &[(&str, &str)]| {
        case.run(&[&high[..], &[("run.until", "0.1")], more].concat()).ended().last("bolster.y")
    };
    // Steps of 0.1 ms are off by their length times the velocity where slips end: some 0.01 mm.
    case.near("stepping", run(&[("run.method", "stepping"), ("run.step", "1e-4")]), run(&[]), 0.02 * MM);
}

/// Seen: the frame, which stands on its forces, fell over after 55 s by rounding alone; locked trucks were "apart", and swung by 700 m.
#[test]
fn a_locked_truck_stays_upright() {
    let case = case("wedge", "500 N", &Value::Null);
    let files = case.run(&[("run.until", "90"), ("run.every", "1")]).ended();
    // What rounding turns it by.
    case.near("angle", files.last("frame.angle"), 0.0, 1e-12);
}

/// Half a percent below the known threshold it is locked after some first slips, half a percent above it goes on slipping.
#[test]
fn lock_threshold() {
    let vectors = read("forced_unloaded");
    let period = number(&vectors, "period_s");
    let threshold = number(&vectors["lock_threshold_per_adapter_N"]["mu_0.29"], "slip_rule");
    let case = case("wedge", "500 N", &Value::Null);
    for (factor, slips) in [(0.995, false), (1.005, true)] {
        let amplitude = (factor * threshold).to_string();
        let end = (3.0 * period).to_string();
        let more = [("parameters.amplitude", amplitude.as_str()), ("run.until", &end), ("run.every", "0.05")];
        let files = case.run(&more).ended();
        case.holds("slips in the last cycle", files.times("slip").iter().any(|t| *t > 2.0 * period) == slips);
    }
}

/// Time stuck and slip phases begun between two times.
struct Phases {
    stuck: f64,
    slips: usize,
}

impl Phases {
    /// Slip phases with a stick shorter than `short` between them count as one.
    fn of(files: &Files, from: f64, to: f64, short: f64) -> Self {
        let mut changes = instants(files, &["slip", "stick"]);
        changes.push((to, true));
        let (mut stuck, mut slips) = (0.0, 0);
        for pair in changes.windows(2).filter(|pair| !pair[0].1) {
            stuck += (pair[1].0.min(to) - pair[0].0.max(from)).max(0.0);
            slips += usize::from(pair[1].0 >= from && pair[1].0 < to && pair[1].0 - pair[0].0 > short);
        }
        Self { stuck, slips }
    }
}

/// The bolster moved slowly down and up again: the force of the wedges on it, and the area of the loop.
#[test]
fn hysteresis_loop() {
    let vectors = read("hysteresis");
    let case = case("wedge-displacement", "hysteresis loop", &vectors["loaded"]);
    let files = case.run(&[]).ended();
    let (t, y) = (files.column("t"), files.column("bolster.y"));
    let path: Vec<(f64, f64)> = t.iter().zip(&y).map(|(t, y)| (*y, support(&files, *t))).collect();
    let area: f64 = -path.windows(2).map(|w| (w[1].0 - w[0].0) * (w[1].1 + w[0].1) / 2.0).sum::<f64>();
    // The trapezoids of 1200 rows, and wedges of 12 kg that accelerate with 1 mm/s^2: below 1e-4.
    case.relative("area", area, case.expected("loop_area_J_between_first_and_last"), 1e-4);
    for row in list(&case.expected["rows"]) {
        let height = number(row, "y_mm") * MM;
        // At the ends the direction turns.
        for (key, down) in [("V_total_down_N", true), ("V_total_up_N", false)] {
            let pairs = path.windows(2).filter(|w| (w[1].0 < w[0].0) == down);
            let Some(pair) = pairs.into_iter().find(|w| (w[0].0 - height) * (w[1].0 - height) < 0.0) else { continue };
            let part = (height - pair[0].0) / (pair[1].0 - pair[0].0);
            let found = pair[0].1 + part * (pair[1].1 - pair[0].1);
            case.relative(key, found, number(row, key), 0.002);
        }
    }
}

/// Upward force of the wedges on the bolster at a time.
fn support(files: &Files, t: f64) -> f64 {
    let contacts = files.contacts_at(t);
    let on_bolster = contacts.iter().filter(|contact| contact.bodies[1] == "bolster");
    on_bolster.map(|c| -c.direction[1] * c.normal + c.direction[0] * c.tangential).sum()
}

/// Runs with any friction get to their end, and say where they could as well have stuck: from tan 4 degrees on, where forces are no longer
/// unique; above 0.354 the wedges lock, above 0.507 they tip.
#[test]
fn friction_of_all_kinds() {
    for (mu, several) in
        [(0.05, false), (0.069, false), (0.072, true), (0.2, true), (0.4, true), (0.6, true), (1.3, false)]
    {
        let case = case("wedge", "3000 N", &Value::Null);
        let files = case.run(&[("parameters.mu", &mu.to_string()), ("run.until", "0.9")]).ended();
        let told = list(&files.summary["warnings"]).iter().any(|text| text.to_string().contains("could as well slip"));
        case.holds(&format!("mu {mu}: several answers told: {told}"), told == several);
    }
}
