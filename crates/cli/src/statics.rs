//! `carom statics`: equilibria of a scene, what friction holds, and where that changes (W6, W8, W11).

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use carom::measure::Measure;
use carom::run::Prepared;
use carom::scene::svg::{self, Arrangement, Chart, Entry, Kind, Panel, Quantity, Series};
use carom::statics::{Along, Change, Curves, Equilibrium, InSpace, Place, Question, Report, critical, curves, statics};
use serde::Serialize;

use crate::failure::{Failure, PHYSICS};
use crate::study_arguments::StaticsArguments;
use crate::{output, run, study, table};

/// Points of the curves of a picture.
const POINTS: usize = 81;

#[derive(Serialize)]
struct StaticsOut<'a> {
    #[serde(flatten)]
    report: &'a Report,
    critical: &'a Option<Vec<Change>>,
}

/// Answers and draws.
pub(crate) fn run(arguments: &StaticsArguments) -> Result<ExitCode, Failure> {
    let file = run::scene_variant(&arguments.scene, &arguments.set, arguments.variant.as_deref())?;
    let prepared = run::prepare(&file)?;
    let question = Question { fix: arguments.fix.clone(), of: arguments.of.clone() };
    let report = statics(&prepared, &question).map_err(Failure::input)?;
    let changes = match &arguments.critical {
        None => None,
        Some(text) => {
            let axis = study::axis(&file, text)?;
            let changes = critical(&file, &question, &axis).map_err(|error| Failure::input(error.to_string()))?;
            Some((axis.path, changes))
        }
    };
    if let Some(path) = &arguments.out {
        let picture = picture(&prepared, &question, &report)?;
        output::write(&[(path.as_path() as &Path, &picture)])?;
    }
    if arguments.format.json {
        let critical = changes.map(|(_, changes)| changes);
        output::print_json(&StaticsOut { report: &report, critical: &critical })?;
    } else {
        output::print(&text(&report, changes.as_ref()))?;
    }
    let nowhere = report.equilibrium.is_none() && report.start_can_rest != Some(true);
    Ok(if nowhere { ExitCode::from(PHYSICS) } else { ExitCode::SUCCESS })
}

fn text(report: &Report, changes: Option<&(String, Vec<Change>)>) -> String {
    let mut text = match report.start_can_rest {
        Some(true) => "as it starts, friction can hold it\n".to_owned(),
        Some(false) => "as it starts, friction cannot hold it\n".to_owned(),
        None => String::new(),
    };
    // Writing to a string cannot fail.
    match (&report.equilibrium, &report.no_equilibrium) {
        (Some(equilibrium), _) => text += &equilibrium_text(equilibrium),
        (None, Some(why)) => {
            let _ = writeln!(text, "no equilibrium without friction: {why}");
        }
        (None, None) => {}
    }
    text += &forces_text(report);
    if let Some(along) = &report.along {
        text += &along_text(along);
    }
    if let Some((path, changes)) = changes {
        text += &critical_text(path, changes);
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

fn equilibrium_text(equilibrium: &Equilibrium) -> String {
    let header = |names: &[&str]| -> Vec<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let columns = equilibrium.bodies.first().map_or(Vec::new(), coordinates);
    let unit = |name: &str| if name.len() == 1 { format!("{name} (m)") } else { format!("{name} (rad)") };
    let first = std::iter::once("equilibrium without friction".to_owned());
    let mut rows = vec![first.chain(columns.iter().map(|(name, _)| unit(name))).collect()];
    rows.extend(equilibrium.bodies.iter().map(|body| {
        let numbers = coordinates(body).into_iter().map(|(_, number)| place(number));
        std::iter::once(body.body.clone()).chain(numbers).collect::<Vec<_>>()
    }));
    let mut text = table::columns(rows);
    if !equilibrium.springs.is_empty() {
        let mut rows = vec![header(&["spring", "length (m)", "push (N)", "compressed (mm)"])];
        rows.extend(equilibrium.springs.iter().map(|spring| {
            let coils: Vec<String> = spring.compressions.iter().map(|c| format!("{:.3}", 1e3 * c)).collect();
            vec![spring.name.clone(), place(spring.length), newton(spring.push), coils.join(" ")]
        }));
        text += &format!("\n{}", table::columns(rows));
    }
    if !equilibrium.modes.is_empty() {
        let mut rows = vec![header(&["small motion", "frequency (Hz)", "moves most"])];
        rows.extend(equilibrium.modes.iter().enumerate().map(|(k, mode)| {
            let frequency = if mode.growth > 0.0 {
                format!("grows, {:.4}/s", mode.growth)
            } else {
                format!("{:.4}", mode.frequency)
            };
            let moved = mode
                .shape
                .iter()
                .flat_map(|body| coordinates(body).into_iter().map(|(name, by)| (&body.body, name, by)));
            let most = moved.max_by(|a, b| a.2.abs().total_cmp(&b.2.abs()));
            vec![(k + 1).to_string(), frequency, most.map_or(String::new(), |(body, name, _)| format!("{body}.{name}"))]
        }));
        text += &format!("\n{}", table::columns(rows));
    }
    text
}

/// The coordinates of a body by their names: three in the plane, six in space.
fn coordinates(body: &Place) -> Vec<(&'static str, f64)> {
    match body.space {
        None => vec![("x", body.x), ("y", body.y), ("angle", body.angle)],
        Some(InSpace { z, turn: [a, b, c] }) => {
            vec![("x", body.x), ("y", body.y), ("z", z), ("turn x", a), ("turn y", b), ("turn z", c)]
        }
    }
}

/// Normal forces without friction, where nothing is said of those with it.
fn normals_text(equilibrium: &Equilibrium) -> String {
    let mut rows = vec![["contact", "without friction (N)"].map(str::to_owned).to_vec()];
    rows.extend(equilibrium.normals.iter().map(|normal| vec![normal.between.clone(), newton(normal.force)]));
    format!("\n{}", table::columns(rows))
}

fn forces_text(report: &Report) -> String {
    if report.forces.is_empty() {
        let alone =
            report.equilibrium.as_ref().filter(|found| report.start_can_rest.is_none() && !found.normals.is_empty());
        return alone.map_or(String::new(), normals_text);
    }
    let alone = |k: usize| {
        let normals = report.equilibrium.as_ref().map(|equilibrium| &equilibrium.normals);
        normals.and_then(|normals| normals.get(k)).map_or("-".to_owned(), |normal| newton(normal.force))
    };
    let header = ["contact", "without friction (N)", "normal with friction (N)", "friction (N)", "unique"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(report.forces.iter().enumerate().map(|(k, force)| {
        let unique = if force.unique { "yes" } else { "no" };
        vec![force.between.clone(), alone(k), span(force.normal), span(force.friction), unique.to_owned()]
    }));
    for joint in &report.joints {
        rows.push(vec![joint.joint.clone(), String::new(), span(joint.force), String::new(), String::new()]);
    }
    format!("\n{}", table::columns(rows))
}

/// A push that is none, in newtons: rounding of forces of thousands.
const NO_PUSH: f64 = 1e-6;

/// What is said where friction holds no push at all.
const GIVES_WAY: &str = "friction holds no push along it, since what it rests on gives way too: hold that with --fix BODY to see the friction between the two\n";

fn along_text(along: &Along) -> String {
    let band = |band: &Option<[Option<f64>; 2]>| match band {
        None => "nowhere about here".to_owned(),
        Some(ends) => {
            let [low, high] = ends.map(|end| end.map_or("no end found".to_owned(), place));
            format!("{low} to {high}")
        }
    };
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows = vec![
        row(&format!("along {}", along.of), place(along.value)),
        row("friction can hold it", band(&along.can_rest)),
        row("and no slide begins", band(&along.must_rest)),
        row("pushed along, friction can hold (N)", along.holds.map_or("nothing".to_owned(), span)),
    ];
    let none = || "-".to_owned();
    for (name, slide, slips) in
        [("sliding down", &along.down, along.slips[0]), ("sliding up", &along.up, along.slips[1])]
    {
        rows.push(row(&format!("{name} is steady with a push of (N)"), slips.map_or_else(none, newton)));
        let normals: Vec<String> = slide.normals.iter().map(|normal| newton(*normal)).collect();
        rows.push(row(&format!("{name}, normal forces (N)"), normals.join(" ")));
        rows.push(row(&format!("{name}, frequency (Hz)"), slide.frequency.map_or_else(none, |f| format!("{f:.4}"))));
    }
    let gives_way = along.holds.is_some_and(|ends| ends.iter().all(|push| push.abs() < NO_PUSH));
    let hint = if gives_way { GIVES_WAY } else { "" };
    format!("\n{}{hint}", table::columns(rows))
}

fn critical_text(path: &str, changes: &[Change]) -> String {
    let mut rows = vec![vec![path.to_owned(), "from here on".to_owned()]];
    rows.extend(changes.iter().map(|change| {
        let what = if change.above { change.property.to_owned() } else { format!("no longer: {}", change.property) };
        vec![format!("{:.6}", change.at), what]
    }));
    if changes.is_empty() {
        rows.push(vec!["-".to_owned(), "nothing changes".to_owned()]);
    }
    format!("\n{}", table::columns(rows))
}

/// A place in metres or radians, to a tenth of a micrometre. Adding zero turns -0 into 0.
fn place(value: f64) -> String {
    format!("{:.7}", (value * 1e7).round() / 1e7 + 0.0)
}

fn newton(force: f64) -> String {
    if force.is_finite() { format!("{:.1}", (force * 10.0).round() / 10.0 + 0.0) } else { "no end".to_owned() }
}

fn span([low, high]: [f64; 2]) -> String {
    let [low, high] = [low, high].map(newton);
    if low == high { low } else { format!("{low} to {high}") }
}

/// The force of a hand along the coordinate, over three times the band.
fn picture(prepared: &Prepared, question: &Question, report: &Report) -> Result<String, Failure> {
    let along = report.along.as_ref().ok_or_else(|| Failure::input("there is nothing to draw along the coordinate"))?;
    let band = along.must_rest.or(along.can_rest).unwrap_or([None; 2]);
    let reach = match band {
        [Some(low), Some(high)] => [2.0 * low - high, 2.0 * high - low],
        _ => [along.value - 0.01, along.value + 0.01],
    };
    let Curves { value, frictionless, down, up } = curves(prepared, question, reach, POINTS).map_err(Failure::input)?;
    let name = study::label(&along.of);
    let unit = Measure::by_name(&along.of, &prepared.world).map_or("", |measure| measure.unit());
    let zero = vec![0.0; value.len()];
    let series = [&frictionless, &down, &up, &zero];
    let series =
        series.iter().enumerate().map(|(style, y)| Series { style, kind: Kind::Line, x: &value, y, jumps: &[] });
    let names = ["without friction", "sliding down", "sliding up", "no push"];
    let panel = Panel {
        x: Quantity { name: &name, unit },
        y: Quantity { name: "push along it", unit: "N" },
        band: Some(svg::Band { x: &value, low: &down, high: &up }),
        reach: None,
        from_zero: true,
        levels: &[],
        series: series.collect(),
    };
    Ok(svg::chart(&Chart {
        title: "Statics",
        subtitle: &prepared.scene.name,
        legend: names.iter().enumerate().map(|(style, name)| Entry { style, name }).collect(),
        panels: vec![panel],
        arrangement: Arrangement::Stacked,
        caption: "Shaded: no slide begins. Where the line of no push lies in it, friction holds by itself.",
    }))
}
