//! What a run leaves: files, a film, a few lines on standard output, an exit code.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use carom::portrait::Portrait;
use carom::run::{Prepared, Ran};
use carom::scene::file::write_whole;
use carom::scene::output::{
    Animation, Cast, Older, PlotOptions, RunInfo, write_animation, write_frames, write_gltf, write_run,
};
use carom::simulate::Record;
use carom::simulate::record::{End, EventKind};

use crate::arguments::ResultsArguments;
use crate::failure::{Failure, INTERRUPTED, PHYSICS};
use crate::{output, paths};

/// Writes the files of a run and tells the user.
pub(crate) fn leave(
    arguments: &ResultsArguments,
    prepared: &Prepared,
    ran: &Ran,
    folder: &Path,
) -> Result<(), Failure> {
    let older = Older::of(folder);
    let files = write(arguments, prepared, ran, folder)?;
    older.remove(&files).map_err(|error| Failure::input(error.to_string()))?;
    for note in idle_options(arguments, prepared).into_iter().chain(planes_left_out(arguments, prepared, ran, &files)) {
        eprintln!("note: {note}");
    }
    output::print(&report(prepared, ran, folder, files.len()))
}

/// Refuses before the run what could not be written after it.
pub(crate) fn check(arguments: &ResultsArguments, prepared: &Prepared, folder: &Path) -> Result<(), Failure> {
    portraits(arguments, prepared)?;
    let run = &prepared.scene.run;
    if let Some(path) = &arguments.animation {
        film(arguments).check(run.settings.until - run.start).map_err(Failure::input)?;
        paths::ends_in(path, "gif", "--animation")?;
        paths::check_writable(path, folder)?;
    }
    let flat = prepared.world.space().is_none();
    if let Some(path) = &arguments.gltf {
        paths::ends_in(path, "glb", "--gltf")?;
    }
    match (flat, arguments.gltf.is_some(), arguments.frames) {
        (true, true, _) => {
            Err(Failure::input("--gltf is for scenes of space; this one is of the plane: --animation films it"))
        }
        (true, _, true) => Err(Failure::input("--frames is for scenes of space; this one is of the plane")),
        _ => arguments.gltf.iter().try_for_each(|path| paths::check_writable(path, folder)),
    }
}

/// Options that change nothing, in sentences.
fn idle_options(arguments: &ResultsArguments, prepared: &Prepared) -> Vec<String> {
    let film = [
        ("--speed", arguments.speed.is_some()),
        ("--width", arguments.width.is_some()),
        ("--trail", arguments.trail.is_some()),
    ];
    let idle = film.into_iter().filter(|(_, given)| *given && arguments.animation.is_none());
    let mut said: Vec<String> =
        idle.map(|(option, _)| format!("{option} is of the film: without --animation it changes nothing")).collect();
    if arguments.impulse_planes > 0 && prepared.world.space().is_some() {
        said.push("--impulse-planes is for scenes of the plane: none is drawn of this one".to_owned());
    } else if arguments.impulse_planes > 0 && arguments.no_plots {
        said.push("--impulse-planes draws nothing beside --no-plots".to_owned());
    }
    said
}

/// Impacts that have no impulse plane, in a sentence, where fewer were drawn than asked for.
fn planes_left_out(arguments: &ResultsArguments, prepared: &Prepared, ran: &Ran, files: &[PathBuf]) -> Option<String> {
    let impacts = ran.record.of_kind(EventKind::Impact).count();
    let wanted = arguments.impulse_planes.min(impacts);
    let is_plane =
        |path: &&PathBuf| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("impulse-plane-"));
    let drawn = files.iter().filter(is_plane).count();
    let asked = !arguments.no_plots && prepared.world.space().is_none();
    (asked && drawn < wanted).then(|| {
        format!("--impulse-planes drew {drawn} of {wanted}: there is one for impacts at a single contact of bodies only, by their law")
    })
}

/// The portraits asked for.
fn portraits(arguments: &ResultsArguments, prepared: &Prepared) -> Result<Vec<Portrait>, Failure> {
    let one = |names: &String| {
        Portrait::by_names(names, &prepared.world).map_err(|problem| Failure::input(format!("--portrait: {problem}")))
    };
    arguments.portrait.iter().map(one).collect()
}

fn film(arguments: &ResultsArguments) -> Animation {
    Animation {
        speed: arguments.speed.unwrap_or(1.0),
        width: arguments.width.unwrap_or(480),
        trail: arguments.trail.unwrap_or(0.5),
        ..Animation::default()
    }
}

/// How the program ends; a checkpoint that could not be written is an error.
pub(crate) fn exit_code(record: &Record, kept: io::Result<()>) -> Result<ExitCode, Failure> {
    kept.map_err(|error| Failure::input(format!("the last checkpoint is not written: {error}")))?;
    Ok(match record.end {
        End::Time => ExitCode::SUCCESS,
        End::Interrupted => ExitCode::from(INTERRUPTED),
        End::Verdict(_) => ExitCode::from(PHYSICS),
    })
}

/// Writes the files of the run.
fn write(arguments: &ResultsArguments, prepared: &Prepared, ran: &Ran, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cast = Cast::of_scene(&prepared.scene, &prepared.world);
    let method = prepared.scene.run.method.name();
    let info = RunInfo {
        scene: &prepared.scene.name,
        method,
        wall_time: ran.wall_time.as_secs_f64(),
        mobility: Some(prepared.world.mobility()).filter(|mobility| mobility.equations > 0),
    };
    let options = PlotOptions { plots: !arguments.no_plots, impulse_planes: arguments.impulse_planes };
    let cannot = |what: &Path, error: io::Error| paths::cannot_write(what, &error);
    let mut files = write_run(folder, &cast, &ran.record, &info, options).map_err(|error| cannot(folder, error))?;
    let subtitle = format!("{}, method {method}", prepared.scene.name);
    for (number, portrait) in portraits(arguments, prepared)?.iter().enumerate() {
        let path = folder.join(format!("portrait-{}.svg", number + 1));
        let picture = portrait.draw(&prepared.world, &ran.record, &subtitle);
        write_whole(&[(&path, &picture)]).map_err(|error| cannot(&path, error))?;
        files.push(path);
    }
    if arguments.frames {
        let every = prepared.scene.run.settings.every;
        let frames = write_frames(folder, &prepared.scene.name, &cast, &ran.record, every);
        files.extend(frames.map_err(|error| cannot(folder, error))?);
    }
    if let Some(path) = &arguments.gltf {
        write_gltf(path, &cast, &ran.record).map_err(|error| cannot(path, error))?;
        files.push(path.clone());
    }
    if let Some(path) = &arguments.animation {
        write_animation(path, &cast, &ran.record, &film(arguments)).map_err(|error| cannot(path, error))?;
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
