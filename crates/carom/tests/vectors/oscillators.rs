//! Masses on springs: rubbed, carried by a belt, shaken, stopped.

use std::f64::consts::TAU;

use serde_json::Value;

use crate::files::{Files, changes};
use crate::vectors::{Case, Vectors, list, number, numbers};

pub const SCENES: &[&str] = &[
    "belt-stick-slip",
    "chaotic-friction-oscillator",
    "coulomb-oscillator-forced",
    "coulomb-oscillator-free",
    "impact-oscillator",
];

/// Events of sticking and slipping after the start: kind, time, place.
fn changes_of_mode(files: &Files) -> Vec<(&str, f64, f64)> {
    modes_of(files, &["stick", "slip"])
}

/// Events of some kinds after the start: kind, time, place.
fn modes_of<'a>(files: &'a Files, kinds: &[&str]) -> Vec<(&'a str, f64, f64)> {
    let kept = files.events.iter().filter(|event| number(event, "t") > files.first("t"));
    let kept = kept.filter(|event| kinds.iter().any(|kind| event["kind"] == *kind));
    kept.map(|event| (event["kind"].as_str().unwrap(), number(event, "t"), event["point"][0].as_f64().unwrap()))
        .collect()
}

#[test]
fn belt_stick_slip() {
    let vectors = Vectors::read("belt-stick-slip");
    limit_cycle(&vectors, vectors.case("static > kinetic"));
    grazing_circle(&vectors, vectors.case("Coulomb (static = kinetic)"));
    from_large_amplitude(&vectors, vectors.case("Coulomb from large amplitude"));
}

fn limit_cycle(vectors: &Vectors, case: &Case) {
    let files = case.run(&[("run.every", "0.001")]).ended();
    let (time, place) = (vectors.tolerance("events", "event_time"), vectors.tolerance("events", "x"));
    let found = changes_of_mode(&files);
    let expected = list(&case.expected["events"]);
    // The next slip is due at the end of the run.
    case.holds("all events", found.len() - expected.len() <= 1);
    for ((kind, t, x), expected) in found.iter().zip(expected) {
        case.holds(kind, expected["kind"] == *kind);
        case.near("t", *t, number(expected, "t"), time);
        case.near("x", *x, number(expected, "x"), place);
    }
    case.near("period", found[4].1 - found[2].1, case.expected("period"), time);
    let (_, most) = files.extremes("mass.x", "mass.vx");
    case.near("x_max", most, case.expected("x_max"), place);
}

fn grazing_circle(vectors: &Vectors, case: &Case) {
    let files = case.run(&[("run.every", "0.001")]).ended();
    let (time, place) = (vectors.tolerance("events", "event_time"), vectors.tolerance("events", "x"));
    let slip = files.times("slip")[0];
    case.near("first slip", slip, case.expected("first_slip_at"), time);
    let (w, middle, amplitude) = (TAU / case.expected("period"), case.expected("x_mean"), case.expected("amplitude"));
    let (t, x) = (files.column("t"), files.column("mass.x"));
    for (t, x) in t.iter().zip(&x).filter(|(t, _)| **t > slip) {
        case.near("circle", *x, middle + amplitude * (w * (t - slip)).sin(), place);
    }
}

fn from_large_amplitude(vectors: &Vectors, case: &Case) {
    let t = case.expected("reaches_belt_speed_at");
    let files = case.run(&[("run.until", &t.to_string())]).ended();
    case.near("speed there", files.last("mass.vx"), case.data("belt_speed"), 1e-9);
    case.near("x there", files.last("mass.x"), case.expected("x_there"), vectors.tolerance("events", "x"));
    let files = case.run(&[]).ended();
    let turn = files.times("reversal")[0];
    case.near("reaches the speed of the belt", turn, t, vectors.tolerance("events", "event_time"));
    case.holds("does not stick there", files.times("stick").iter().all(|stick| *stick > turn + 1e-3));
}

#[test]
fn coulomb_oscillator_free() {
    let vectors = Vectors::read("coulomb-oscillator-free");
    let (place, time) = (vectors.tolerance("events", "rest_position"), vectors.tolerance("events", "time"));
    for case in &vectors.cases {
        let files = case.run(&[]).ended();
        if case.expected["moves"] == false {
            case.near("stays", files.drift(), 0.0, 1e-12);
            continue;
        }
        case.near("rest", files.last("mass.x"), case.expected("rest_position"), place);
        case.near("stops", *files.times("stick").last().unwrap(), case.expected("stops_at"), time);
        let Some(points) = case.expected["turning_points_time_x"].as_array() else { continue };
        // Every turning point after the start is a reversal, the last one sticks.
        let turns = |event: &&Value| event["kind"] == "reversal" || event["kind"] == "stick";
        let found: Vec<&Value> = files.events.iter().filter(turns).collect();
        case.holds("as many turning points", found.len() == points.len() - 1);
        for (event, point) in found.iter().zip(&points[1..]) {
            let point = numbers(point);
            case.near("turning time", number(event, "t"), point[0], time);
            case.near("turning point", event["point"][0].as_f64().unwrap(), point[1], place);
        }
        let lost = files.first("energy.total") - files.last("energy.total");
        case.relative("energy dissipated", lost, case.expected("energy_dissipated"), 1e-10);
    }
}

#[test]
fn coulomb_oscillator_forced() {
    let vectors = Vectors::read("coulomb-oscillator-forced");
    let (time, place) = (vectors.tolerance("events", "event_time"), vectors.tolerance("events", "x"));
    for case in &vectors.cases {
        if case.name == "no stops" {
            without_stops(case, place);
            continue;
        }
        let files = case.run(&[]).ended();
        let period = case.expected("period");
        let last = files.last("t") - period;
        let found: Vec<_> = changes_of_mode(&files).into_iter().filter(|(_, t, _)| *t > last).collect();
        let expected = list(&case.expected["events_in_one_period"]);
        case.holds("as many events in a period", found.len() == expected.len());
        let stops = found.iter().filter(|(kind, ..)| *kind == "stick").count();
        case.holds("stops per cycle", stops as f64 == case.expected("stops_per_cycle"));
        for expected in expected {
            let phase = number(expected, "phase_time");
            let apart = |t: f64| ((t - phase) / period - ((t - phase) / period).round()).abs() * period;
            let same = found.iter().filter(|(kind, ..)| expected["kind"] == *kind);
            let (_, t, x) = same.min_by(|a, b| apart(a.1).total_cmp(&apart(b.1))).unwrap();
            case.near("phase", apart(*t), 0.0, time);
            case.near("x", *x, number(expected, "x"), place);
        }
        if let Some(amplitude) = case.expected["amplitude"].as_f64() {
            let most = found.iter().fold(0.0_f64, |most, (_, _, x)| most.max(x.abs()));
            case.near("amplitude", most, amplitude, place);
        }
        first_events(case, &files, time, place);
    }
}

fn first_events(case: &Case, files: &Files, time: f64, place: f64) {
    let found = modes_of(files, &["stick", "slip", "reversal"]);
    for (found, expected) in found.iter().zip(list(&case.expected["first_events_from_start"])) {
        case.near("first events", found.1, number(expected, "t"), time);
        case.near("x there", found.2, number(expected, "x"), place);
        case.holds("mode", (found.0 == "stick") == (expected["mode"] == 0));
    }
}

fn without_stops(case: &Case, place: f64) {
    let sixteenth = (case.expected("period") / 16.0).to_string();
    let files = case.run(&[("run.every", &sixteenth)]).ended();
    for sample in list(&case.expected["samples_time_x"]) {
        let sample = numbers(sample);
        case.near("x", files.after("mass.x", sample[0]), sample[1], place);
    }
    case.holds("no stops", files.of_kind("stick").is_empty());
    let turns = files.of_kind("reversal");
    let most = turns.iter().fold(0.0_f64, |most, event| most.max(event["point"][0].as_f64().unwrap().abs()));
    case.near("amplitude", most, case.expected("amplitude"), place);
}

#[test]
fn impact_oscillator() {
    let vectors = Vectors::read("impact-oscillator");
    period_one(&vectors, vectors.case("period-1 orbit"));
    grazing(vectors.case("grazing"));
    period_doubling(&vectors, vectors.case("period doubling"));
}

fn period_one(vectors: &Vectors, case: &Case) {
    let files = case.run(&[]).ended();
    let times = files.times("impact");
    case.holds("one impact a period", times.len() == 20);
    let (time, relative) = (vectors.tolerance("events", "time"), vectors.tolerance("events", "velocity_relative"));
    for (k, t) in times.iter().enumerate() {
        let expected = case.data("start.time") + (k + 1) as f64 * case.expected("period");
        case.near("impact", *t, expected, time);
        let phase = (case.data("omega") * t) % TAU;
        case.near("phase", phase, case.expected("impact_phase"), case.data("omega") * time);
        case.relative("velocity after", files.after("mass.vx", *t), case.expected("velocity_after"), relative);
        case.relative("velocity before", files.before("mass.vx", *t), case.expected("velocity_before"), relative);
    }
    let (least, _) = files.extremes("mass.x", "mass.vx");
    // Between rows the place is read from cubics: h^4 x''''/384.
    case.near("x_min", least, case.expected("x_min"), 1e-7);
}

/// The data without the start, which is that of the orbit of the first case: the scene starts on the orbit of its own frequency.
fn without_start(case: &Case) -> Vec<(String, String)> {
    changes(&case.data).into_iter().filter(|(path, _)| !path.contains("start")).collect()
}

/// The steady response without impacts touches the stop below the grazing frequency, not above.
fn grazing(case: &Case) {
    let data = without_start(case);
    let w0 = (case.data("stiffness") / case.data("mass")).sqrt();
    let hits = |factor: f64| {
        let omega = (factor * w0 * case.expected("frequency_ratio_above_resonance")).to_string();
        let files = case.run_with(&data, &[("parameters.omega", &omega)]).ended();
        !files.of_kind("impact").is_empty()
    };
    case.holds("hits below", hits(1.0 - 1e-6));
    case.holds("misses above", !hits(1.0 + 1e-6));
}

/// Below the doubling the velocities after the last impacts are all alike, above they alternate.
fn period_doubling(vectors: &Vectors, case: &Case) {
    let w0 = (case.data("stiffness") / case.data("mass")).sqrt();
    let relative = vectors.tolerance("events", "velocity_relative");
    for expected in list(&case.expected["simulated"]) {
        let omega = (w0 * number(expected, "frequency_ratio")).to_string();
        let more = [("parameters.omega", omega.as_str()), ("parameters.periods", "2000"), ("run.every", "0")];
        let files = case.run_with(&without_start(case), &[&more[..], &[("run.integrator", "dop853")]].concat()).ended();
        let times = files.times("impact");
        let mut found: Vec<f64> = times[times.len() - 2..].iter().map(|t| files.after("mass.vx", *t)).collect();
        let mut last = numbers(&expected["velocities_after_last_impacts"])[8..].to_vec();
        // Which of the two comes last depends on the number of periods.
        found.sort_by(f64::total_cmp);
        last.sort_by(f64::total_cmp);
        for (found, expected) in found.iter().zip(&last) {
            case.relative("velocity after", *found, *expected, relative);
        }
    }
}

#[test]
fn chaotic_friction_oscillator() {
    let vectors = Vectors::read("chaotic-friction-oscillator");
    let case = &vectors.cases[0];
    // A third of the periods of the reference: the error of the run's own statistics is part of the tolerance.
    let periods = case.data("periods") / 3.0;
    let more = [("run.every", "= pi/Omega/20"), ("parameters.periods", &periods.to_string())];
    let files = case.run(&more).ended();
    let period = TAU / case.data("Omega");
    let from = case.data("transient_periods") * period;
    let batches = Batches::new(&files, from, 25, periods * period / 25.0);
    let found = [
        ("mean_x", batches.statistic(|b| b.mean)),
        ("rms_x", batches.statistic(|b| b.square.sqrt())),
        ("rms_v", batches.statistic(|b| b.square_v.sqrt())),
        ("fraction_of_time_sticking", batches.statistic(|b| b.sticking)),
        ("sticks_per_period", batches.statistic(|b| b.sticks * period / b.length)),
    ];
    for (name, (value, error)) in found {
        let expected = case.expected(&format!("{name}.value"));
        let combined = error.hypot(case.expected(&format!("{name}.standard_error")));
        case.near(name, value, expected, 5.0 * combined);
    }
}

/// Averages over a stretch of time.
struct Batch {
    length: f64,
    mean: f64,
    square: f64,
    square_v: f64,
    sticking: f64,
    sticks: f64,
}

struct Batches(Vec<Batch>);

impl Batches {
    fn new(files: &Files, from: f64, count: usize, length: f64) -> Self {
        let (t, x, v) = (files.column("t"), files.column("mass.x"), files.column("mass.vx"));
        let modes = changes_of_mode(files);
        let batch = |k: usize| {
            let (start, end) = (from + k as f64 * length, from + (k + 1) as f64 * length);
            let inside: Vec<usize> = (0..t.len()).filter(|i| t[*i] >= start && t[*i] < end).collect();
            let average = |f: &dyn Fn(usize) -> f64| inside.iter().map(|i| f(*i)).sum::<f64>() / inside.len() as f64;
            let (sticking, sticks) = sticking(&modes, start, end);
            Batch {
                length,
                mean: average(&|i| x[i]),
                square: average(&|i| x[i] * x[i]),
                square_v: average(&|i| v[i] * v[i]),
                sticking: sticking / length,
                sticks: sticks as f64,
            }
        };
        Self((0..count).map(batch).collect())
    }

    /// Mean over the batches and its standard error.
    fn statistic(&self, of: impl Fn(&Batch) -> f64) -> (f64, f64) {
        let n = self.0.len() as f64;
        let mean = self.0.iter().map(&of).sum::<f64>() / n;
        let variance = self.0.iter().map(|batch| (of(batch) - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (mean, (variance / n).sqrt())
    }
}

/// Time spent sticking, and how often it began, between two times.
fn sticking(modes: &[(&str, f64, f64)], start: f64, end: f64) -> (f64, usize) {
    let (mut total, mut count) = (0.0, 0);
    for pair in modes.windows(2).filter(|pair| pair[0].0 == "stick") {
        let (from, to) = (pair[0].1.max(start), pair[1].1.min(end));
        total += (to - from).max(0.0);
        count += usize::from(pair[0].1 >= start && pair[0].1 < end);
    }
    (total, count)
}
