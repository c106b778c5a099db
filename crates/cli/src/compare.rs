//! `carom compare`: one scene by several methods or laws or with several values, side by side (X4, K9).

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use carom::measure::Measure;
use carom::run::{Prepared, Ran, end_word};
use carom::scene::file::write_whole;
use carom::scene::svg::{self, Arrangement, Chart, Entry, Kind, Panel, Quantity, Series};
use carom::scene::toml::SceneFile;
use carom::words::short;

use crate::course::Course;
use crate::failure::{Failure, INTERRUPTED, PHYSICS};
use crate::notes::{Shared, notes};
use crate::progress::Onlooker;
use crate::study_arguments::CompareArguments;
use crate::{interrupt, output, paths, run, study, table};

/// One way of running the scene.
struct Contestant {
    name: String,
    prepared: Prepared,
    ran: Ran,
}

impl Contestant {
    /// A measure at the end, in a word where it has one.
    fn value(&self, measure: &Measure) -> String {
        let number = measure.of(&self.prepared.world, &self.ran.record);
        measure.word(number).map_or_else(|| short(number), str::to_owned)
    }
}

/// Runs the scene every way, prints a table of differences and draws a picture.
pub(crate) fn run(arguments: &CompareArguments) -> Result<ExitCode, Failure> {
    let file = run::scene_variant(&arguments.scene, &arguments.set, arguments.variant.as_deref())?;
    let flag = interrupt::flag();
    let mut all = Vec::new();
    for (name, file) in ways(arguments, &file)? {
        let quoting = |failure| run::quoting(failure, "run.method", &name);
        let prepared = run::prepare(&file).map_err(quoting)?;
        let onlooker = Onlooker::new(None, prepared.scene.run.settings.until);
        let ran = prepared.run_watched(Some(&flag), Some(&onlooker));
        onlooker.finish().map_err(|error| Failure::input(error.to_string()))?;
        all.push(Contestant { name, prepared, ran });
        // What was computed is shown, the rest is left.
        if flag.load(Ordering::Relaxed) {
            break;
        }
    }
    let measures = measures(arguments, &all)?;
    output::print(&ends(&all, &measures))?;
    output::print(&differences(&all, &measures))?;
    output::print(&notes(all.iter().map(|one| (one.name.as_str(), &one.ran.record))))?;
    if let Some(path) = &arguments.out {
        let files: [(&Path, &str); 1] = [(path, &picture(&arguments.scene, &all, &measures))];
        write_whole(&files).map_err(|error| paths::cannot_write(path, &error))?;
    }
    if flag.load(Ordering::Relaxed) {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let failed = all.iter().any(|one| end_word(&one.ran.record) == "verdict");
    Ok(if failed { ExitCode::from(PHYSICS) } else { ExitCode::SUCCESS })
}

/// The scene with each law on every contact, by each method, or as it is and with each of other values.
fn ways(arguments: &CompareArguments, file: &SceneFile) -> Result<Vec<(String, SceneFile)>, Failure> {
    let fail = |error: carom::scene::toml::SceneError| Failure::input(error.to_string());
    let mut ways = Vec::new();
    for method in &arguments.method {
        let mut changed = file.clone();
        changed.set("run.method", method).map_err(|error| run::quoting(fail(error), "run.method", method))?;
        ways.push((method.clone(), changed));
    }
    for law in &arguments.law {
        let mut changed = file.clone();
        changed.put_law(law).map_err(fail)?;
        ways.push((law.clone(), changed));
    }
    if !arguments.against.is_empty() && ways.is_empty() {
        ways.push((arguments.variant.clone().unwrap_or_else(|| "as it is".to_owned()), file.clone()));
    }
    for (path, value) in &arguments.against {
        let mut changed = file.clone();
        changed.set(path, value).map_err(fail)?;
        ways.push((if path == "variant" { value.clone() } else { format!("{path} = {value}") }, changed));
    }
    if ways.len() < 2 {
        return Err(Failure::input(
            "nothing to compare: name at least two with --method a,b or --law a,b, or other values with --against",
        ));
    }
    Ok(ways)
}

/// What is compared: as asked, or position and energy of the first body that moves.
fn measures(arguments: &CompareArguments, all: &[Contestant]) -> Result<Vec<Measure>, Failure> {
    let Some(first) = all.first() else { return Ok(Vec::new()) };
    let world = &first.prepared.world;
    let mut names = arguments.measure.clone();
    if names.is_empty() {
        let third = if world.space().is_some() { "z" } else { "angle" };
        let body = world.names().into_iter().enumerate().find(|(body, _)| world.is_free(*body));
        names.extend(body.into_iter().flat_map(|(_, name)| ["x", "y", third].map(|column| format!("{name}.{column}"))));
        names.push("energy.total".to_owned());
    }
    names.iter().map(|name| Measure::by_name(name, world).map_err(Failure::input)).collect()
}

/// Values at the end, with counts and times.
fn ends(all: &[Contestant], measures: &[Measure]) -> String {
    // By penalty there are no impacts, and what is counted are contacts that closed.
    let soft = |one: &Contestant| one.prepared.scene.run.method.name() == "penalty";
    let hits = match (all.iter().all(soft), all.iter().any(soft)) {
        (true, _) => "contacts",
        (_, true) => "impacts (penalty: contacts)",
        _ => "impacts",
    };
    let header = ["way", "end", hits, "events", "time (s)"].into_iter().map(str::to_owned);
    let mut rows: Vec<Vec<String>> = vec![header.chain(measures.iter().map(|m| m.name().to_owned())).collect()];
    for one in all {
        let record = &one.ran.record;
        let mut row = vec![
            one.name.clone(),
            end_word(record).to_owned(),
            record.counts.impacts.to_string(),
            record.events.len().to_string(),
            format!("{:.3}", one.ran.wall_time.as_secs_f64()),
        ];
        row.extend(measures.iter().map(|measure| one.value(measure)));
        rows.push(row);
    }
    table::columns(rows)
}

/// The largest differences from the first way at its rows.
fn differences(all: &[Contestant], measures: &[Measure]) -> String {
    let Some((first, others)) = all.split_first().filter(|(_, others)| !others.is_empty()) else {
        return String::new();
    };
    let header = [format!("largest difference from {}", first.name)].into_iter();
    let mut rows: Vec<Vec<String>> = vec![header.chain(measures.iter().map(|m| m.name().to_owned())).collect()];
    let mut cut = String::new();
    for other in others {
        let shared = Shared::of(&first.ran.record, &other.ran.record);
        let cell = |measure: &Measure| difference(first, other, measure, shared);
        rows.push([other.name.clone()].into_iter().chain(measures.iter().map(cell)).collect());
        cut.extend(shared.sentence(&first.name, &other.name).into_iter().map(|sentence| sentence + "\n"));
    }
    format!("\n{}{cut}", table::columns(rows))
}

/// The largest difference of a measure in the time that two ways share, or of its values at the end if it has no others.
fn difference(first: &Contestant, other: &Contestant, measure: &Measure, shared: Shared) -> String {
    let none = || "n/a".to_owned();
    if !measure.is_momentary() {
        let [a, b] = [first, other].map(|one| measure.of(&one.prepared.world, &one.ran.record));
        return match measure.word(a) {
            _ if shared.cut || !(a - b).is_finite() => none(),
            Some(_) if a == b => "the same".to_owned(),
            Some(_) => "another".to_owned(),
            None => short((a - b).abs()),
        };
    }
    if shared.is_empty() {
        return none();
    }
    let [a, b] = [first, other].map(|one| Course::new(&one.prepared.world, &one.ran.record, measure));
    a.largest_difference(&b).filter(|difference| difference.is_finite()).map_or_else(none, short)
}

/// Every measure over time, a line for each way.
fn picture(scene: &str, all: &[Contestant], measures: &[Measure]) -> String {
    let t: Vec<Vec<f64>> =
        all.iter().map(|one| one.ran.record.samples.iter().map(|sample| sample.t).collect()).collect();
    let track = |one: &Contestant, measure: &Measure| -> Vec<f64> {
        one.ran.record.samples.iter().map(|sample| measure.at(&one.prepared.world, sample)).collect()
    };
    let y: Vec<Vec<Vec<f64>>> =
        measures.iter().map(|measure| all.iter().map(|one| track(one, measure)).collect()).collect();
    let jumps: Vec<Vec<usize>> = t.iter().map(|t| (1..t.len()).filter(|&row| t[row] == t[row - 1]).collect()).collect();
    let names: Vec<String> = measures.iter().map(|measure| study::label(measure.name())).collect();
    let panels = measures.iter().enumerate().map(|(k, measure)| Panel {
        x: Quantity { name: "*t*", unit: "s" },
        y: Quantity { name: &names[k], unit: measure.unit() },
        band: None,
        reach: None,
        from_zero: false,
        levels: &[],
        series: (0..all.len())
            .map(|style| Series { style, kind: Kind::Line, x: &t[style], y: &y[k][style], jumps: &jumps[style] })
            .collect(),
    });
    svg::chart(&Chart {
        title: "Comparison",
        subtitle: scene,
        legend: all.iter().enumerate().map(|(style, one)| Entry { style, name: &one.name }).collect(),
        panels: panels.collect(),
        arrangement: Arrangement::Stacked,
        caption: "",
    })
}
