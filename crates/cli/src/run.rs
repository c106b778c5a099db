//! `carom run`: a scene from start to end, and the files it leaves.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use carom::run::{Prepared, Ran};
use carom::scene::output::{Animation, Cast, PlotOptions, RunInfo, write_animation, write_run};
use carom::scene::toml::SceneFile;
use carom::simulate::record::{End, EventKind};

use crate::arguments::RunArguments;
use crate::failure::{Failure, INTERRUPTED, PHYSICS};
use crate::{interrupt, output};

/// Runs a scene.
pub(crate) fn run(arguments: &RunArguments) -> Result<ExitCode, Failure> {
    let prepared = prepare(arguments)?;
    let flag = interrupt::flag();
    let ran = prepared.run(Some(&flag));
    let folder = arguments.out.clone().unwrap_or_else(|| Path::new("out").join(&prepared.scene.name));
    let files = write(arguments, &prepared, &ran, &folder)?;
    output::print(&report(&prepared, &ran, &folder, files.len()))?;
    Ok(match &ran.record.end {
        End::Time => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(INTERRUPTED),
        End::Verdict(_) => ExitCode::from(PHYSICS),
    })
}

/// The scene with the changes of the command line, checked.
fn prepare(arguments: &RunArguments) -> Result<Prepared, Failure> {
    let file = scene_file(&arguments.scene, &changes(arguments))?;
    let scene = file.read().map_err(|error| Failure::input(error.to_string()))?;
    Prepared::new(scene).map_err(|error| Failure::input(error.to_string()))
}

/// A scene file or built-in scene with changes.
pub(crate) fn scene_file(scene: &str, changes: &[(String, String)]) -> Result<SceneFile, Failure> {
    let (text, name) = crate::scenes::text(scene)?;
    let mut file = SceneFile::parse(&text, &name).map_err(|error| Failure::input(error.to_string()))?;
    for (path, value) in changes {
        file.set(path, value).map_err(|error| Failure::input(error.to_string()))?;
    }
    Ok(file)
}

/// What the command line changes, in the words of `--set`.
fn changes(arguments: &RunArguments) -> Vec<(String, String)> {
    let named = [
        ("variant", &arguments.variant),
        ("run.method", &arguments.method),
        ("run.until", &arguments.until),
        ("run.every", &arguments.every),
    ];
    let named = named.into_iter().filter_map(|(path, value)| Some((path.to_owned(), value.clone()?)));
    arguments.set.iter().cloned().chain(named).collect()
}

/// Writes the files of the run.
fn write(arguments: &RunArguments, prepared: &Prepared, ran: &Ran, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cast = Cast::of_world(&prepared.world);
    let method = prepared.scene.run.method.name();
    let info = RunInfo { scene: &prepared.scene.name, method, wall_time: ran.wall_time.as_secs_f64() };
    let options = PlotOptions { plots: !arguments.no_plots, impulse_planes: arguments.impulse_planes };
    let cannot =
        |what: &Path, error: std::io::Error| Failure::input(format!("cannot write {}: {error}", what.display()));
    let mut files = write_run(folder, &cast, &ran.record, &info, options).map_err(|error| cannot(folder, error))?;
    if let Some(path) = &arguments.animation {
        let film = Animation {
            speed: arguments.speed,
            width: arguments.width,
            trail: arguments.trail,
            ..Animation::default()
        };
        write_animation(path, &cast, &ran.record, &film).map_err(|error| cannot(path, error))?;
        files.push(path.clone());
    }
    Ok(files)
}

/// What a person reads at the end of a run.
fn report(prepared: &Prepared, ran: &Ran, folder: &Path, files: usize) -> String {
    let record = &ran.record;
    let mut text = String::new();
    let end = record.samples.last().map_or(0.0, |sample| sample.t);
    let title = if prepared.scene.title.is_empty() { &prepared.scene.name } else { &prepared.scene.title };
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{title}: {} until t = {end} s", prepared.scene.run.method.name());
    let counts: Vec<String> = [
        EventKind::Impact,
        EventKind::Contact,
        EventKind::Separation,
        EventKind::Stick,
        EventKind::Slip,
        EventKind::Reversal,
        EventKind::Rest,
    ]
    .into_iter()
    .filter_map(|kind| match record.of_kind(kind).count() {
        0 => None,
        count => Some(format!("{count} {}", kind.name())),
    })
    .collect();
    let events = if counts.is_empty() { "none".to_owned() } else { counts.join(", ") };
    let _ = writeln!(text, "events: {events}");
    if let (Some(first), Some(last)) = (record.samples.first(), record.samples.last()) {
        let (before, after) = (first.energy.total(), last.energy.total());
        let _ = writeln!(text, "energy: {before:.6e} J at the start, {after:.6e} J at the end");
    }
    for warning in &record.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    match &record.end {
        End::Verdict(verdict) => {
            let _ = writeln!(text, "ended: {verdict}");
        }
        End::Interrupted => {
            let _ = writeln!(text, "interrupted; what was computed is kept");
        }
        End::Time => {}
    }
    let _ = writeln!(text, "{files} files in {}", folder.display());
    text
}
